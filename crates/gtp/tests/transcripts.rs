//! Golden transcripts: whole conversations, kept as they should be.
//!
//! A file of `tests/transcripts` begins with what it is about. Then lines with `> ` are what
//! the front end sends, and those between are the engine's output, letter by letter. In the
//! input `\r`, `\t`, `\\` and `\xHH` stand for bytes; `$DATA` and `$TMP`, in both directions,
//! for the folder of test data and one for temporary files. After `>~ ` instead of `> ` only
//! the first letter of the output matters and the file says `...` for the rest: it varies,
//! or another transcript has it.
//!
//! `TEWARI_BLESS=1 cargo test -p tewari-gtp` writes the present output into the files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Write, sink};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tewari_engine::Params;
use tewari_gtp::{Line, Options, Session, command_names, run};

/// Searches that always find the same.
fn options() -> Options {
    let mut params = Params::default();
    params.engine.seed = 1;
    params.engine.threads = 1;
    params.engine.simulations = 400;
    Options {
        params,
        ..Options::default()
    }
}

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
const TMP: &str = env!("CARGO_TARGET_TMPDIR");

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The bytes that a line of input stands for, without a line break.
fn bytes(line: &str) -> Vec<u8> {
    let line = line.replace("$DATA", DATA).replace("$TMP", TMP);
    let mut bytes = Vec::new();
    let mut rest = line.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let (byte, length) = match (byte, after) {
            (b'\\', [b'r', ..]) => (b'\r', 1),
            (b'\\', [b't', ..]) => (b'\t', 1),
            (b'\\', [b'\\', ..]) => (b'\\', 1),
            (b'\\', [b'x', high, low, ..]) => {
                let digits = String::from_utf8(vec![*high, *low]).unwrap();
                (u8::from_str_radix(&digits, 16).unwrap(), 3)
            }
            _ => (byte, 0),
        };
        bytes.push(byte);
        rest = &after[length..];
    }
    bytes
}

/// A line of input: its bytes, and whether the output is left out.
fn input(line: &str) -> Option<(Vec<u8>, bool)> {
    let line = line.strip_prefix('>')?.trim_end_matches('\n');
    let (line, brief) = line
        .strip_prefix('~')
        .map_or((line, false), |line| (line, true));
    Some((bytes(line.strip_prefix(' ').unwrap_or(line)), brief))
}

/// Output as the transcript has it.
fn shown(output: &str, brief: bool) -> String {
    if brief {
        return format!("{} ...\n\n", &output[..1]);
    }
    output.replace(DATA, "$DATA").replace(TMP, "$TMP")
}

/// Writes where the caller can look.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn conversations_go_as_written() {
    let bless = std::env::var_os("TEWARI_BLESS").is_some();
    let mut wrong = Vec::new();
    for path in files() {
        let expected = fs::read_to_string(&path).unwrap();
        let mut session = Session::new(options(), sink());
        let mut actual = String::new();
        let mut stream = Vec::new();
        let mut outputs = String::new();
        let mut repeats = true;
        for line in expected.split_inclusive('\n') {
            let Some((input, brief)) = input(line) else {
                if stream.is_empty() {
                    actual += line;
                }
                continue;
            };
            assert!(!session.is_over(), "{}: input after quit", path.display());
            actual += line;
            stream.extend_from_slice(&input);
            stream.push(b'\n');
            repeats &= !brief;
            if let Some(output) = session.respond(&input) {
                actual += &shown(&output, brief);
                outputs += &output;
            }
        }
        if actual != expected {
            if bless {
                fs::write(&path, &actual).unwrap();
            } else {
                let same = actual
                    .lines()
                    .zip(expected.lines())
                    .take_while(|(a, b)| a == b)
                    .count();
                let of = |text: &str| text.lines().nth(same).unwrap_or("(end)").to_owned();
                let (is, was) = (of(&actual), of(&expected));
                wrong.push(format!(
                    "{}:{}: {is:?}, not {was:?}",
                    path.display(),
                    same + 1
                ));
            }
        }
        // The same bytes through the server, in one go as from a script.
        if repeats {
            let mut output = Vec::new();
            run(Cursor::new(stream), &mut output, sink(), options()).unwrap();
            assert_eq!(
                String::from_utf8(output).unwrap(),
                outputs,
                "{}",
                path.display()
            );
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n(TEWARI_BLESS=1 accepts)",
        wrong.join("\n")
    );
}

#[test]
fn every_command_is_shown_succeeding() {
    let mut shown = BTreeSet::new();
    for path in files() {
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2) {
            if let Some((input, _)) = input(pair[0])
                && let Line::Command(command) = Line::parse(&input)
                && pair[1].starts_with('=')
            {
                shown.insert(command.name);
            }
        }
    }
    let missing: Vec<&str> = command_names()
        .into_iter()
        .filter(|name| !shown.contains(*name))
        .collect();
    assert!(
        missing.is_empty(),
        "no transcript shows {}",
        missing.join(", ")
    );
}

#[test]
fn the_log_is_not_the_output() {
    let (log, mut output) = (Shared::default(), Vec::new());
    let input = Cursor::new(b"echo_err to the log\nquit\n".to_vec());
    run(input, &mut output, log.clone(), options()).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "= to the log\n\n= \n\n");
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        log,
        format!("Tewari {version}, seed 1: GTP ready\nto the log\n")
    );
}
