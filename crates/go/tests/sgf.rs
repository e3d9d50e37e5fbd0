//! Game records: sample files for everything that must be read, golden texts of the writer,
//! random round trips, an independent judge, and a small fuzzer.
//!
//! The samples in `tests/sgf` were composed for these tests.

#[path = "sgf/sgf_fuzz.rs"]
mod sgf_fuzz;
#[path = "sgf/sgf_judge.rs"]
mod sgf_judge;
#[path = "sgf/sgf_reading.rs"]
mod sgf_reading;
#[path = "sgf/sgf_replaying.rs"]
mod sgf_replaying;
#[path = "sgf/sgf_round_trip.rs"]
mod sgf_round_trip;
#[path = "sgf/sgf_writing.rs"]
mod sgf_writing;

use std::path::{Path, PathBuf};

use tewari_go::sgf::Collection;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sgf")
}

/// The bytes of a sample.
fn bytes(name: &str) -> Vec<u8> {
    let path = folder().join(name).with_extension("sgf");
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The games of a sample.
fn sample(name: &str) -> Collection {
    Collection::read(&bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All samples, by name.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".sgf").map(str::to_owned))
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| (name.clone(), bytes(&name)))
        .collect()
}
