//! `tewari bench`: does the engine behave as before, and how fast is it?
//!
//! The signature names the engine's behaviour: a change that is meant to make something
//! faster or clearer must leave it alone, and one that changes it is a change of behaviour
//! that needs a reason. It is the same in every build and on every machine. Beside the speeds
//! stands what a position of the tree takes in memory.

mod memory;
mod setups;
mod signature;
mod speed;

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Context;
use serde_json::{Map, json};

use crate::cli::{BenchArgs, VERSION};
use crate::output::{print, print_json};
use signature::Signature;

/// Prints signature and speeds; with `--check` the exit code is 1 when the signature differs.
pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let expected = match &args.check {
        None => None,
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            Some((
                path,
                Signature::parse(&text).with_context(|| path.display().to_string())?,
            ))
        }
    };
    let signature = Signature::compute();
    if !args.json {
        print(&signature.to_string())?;
    }
    let with_speeds = !args.signature && args.check.is_none();
    let speeds = if with_speeds {
        speed::measure(args.json)?
    } else {
        Vec::new()
    };
    let footprints = memory::footprints();
    if with_speeds && !args.json {
        print(&memory::table(&footprints))?;
    }
    if args.json {
        let games: Vec<_> = signature
            .games
            .iter()
            .map(|(name, word)| json!({ "name": name, "signature": format!("{word:016x}") }))
            .collect();
        let speeds: Vec<_> = speeds
            .iter()
            .map(|speed| json!({ "name": speed.name, "playouts_per_second": speed.per_second }))
            .collect();
        let bytes: Vec<_> = footprints
            .iter()
            .map(|game| {
                let kinds: Map<_, _> = memory::KINDS
                    .iter()
                    .zip(game.bytes)
                    .map(|(kind, bytes)| ((*kind).to_owned(), json!(bytes)))
                    .collect();
                json!({ "name": game.name, "moves": game.moves, "bytes": kinds })
            })
            .collect();
        print_json(&json!({
            "version": VERSION,
            "signature": format!("{:016x}", signature.total()),
            "games": games,
            "speeds": speeds,
            "bytes_per_node": bytes,
        }))?;
    }
    let Some((path, expected)) = expected else {
        return Ok(ExitCode::SUCCESS);
    };
    let differences = expected.differences(&signature);
    if differences.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("error: the behaviour is not that of {}:", path.display());
    // Writing to a string cannot fail.
    let _ = write!(text, " {}", differences.join(", "));
    eprintln!("{text}");
    Ok(ExitCode::FAILURE)
}
