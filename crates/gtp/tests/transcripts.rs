//! Golden transcripts: whole conversations, kept as they should be.
//!
//! A file of `tests/transcripts` begins with what it is about. Then lines with `> ` are what
//! the front end sends, and those between are the engine's output, letter by letter. In the
//! input `\r`, `\t`, `\\` and `\xHH` stand for bytes; `$DATA` and `$TMP`, in both directions,
//! for the folder of test data and one for temporary files. After `>~ ` instead of `> ` only
//! the first letter of the output matters and the file says `...` for the rest: it varies,
//! or another transcript has it.
//!
//! Files of `tests/boards` are about other games than Go, each named by its game up to the first
//! dash.
//!
//! `TEWARI_BLESS=1 cargo test -p tewari-gtp` writes the present output into the files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Write, sink};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tewari_engine::{GameKind, Params};
use tewari_go::Size;
use tewari_gtp::{
    BoardSession, Line, Options, Session, board_command_names, command_names, run, run_board,
};

/// Searches that always find the same.
fn repeatable(mut params: Params) -> Params {
    params.engine.seed = 1;
    params.engine.threads = 1;
    params.engine.simulations = 400;
    params
}

fn options() -> Options {
    let options = Options::default();
    Options {
        params: repeatable(options.params),
        ..options
    }
}

/// A session for the game that the name of the file begins with.
fn board_session(path: &Path) -> BoardSession {
    let stem = path.file_stem().unwrap().to_str().unwrap();
    let name = stem.split('-').next().unwrap();
    let kind = GameKind::named(name).unwrap();
    BoardSession::new(
        kind,
        repeatable(Params::preset(kind.domain(Size::new(9).unwrap()))),
        sink(),
    )
    .unwrap()
}

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
const TMP: &str = env!("CARGO_TARGET_TMPDIR");

const GO: &str = "tests/transcripts";
const BOARDS: &str = "tests/boards";

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
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

/// A conversation as it went.
struct Conversation {
    /// The transcript with the present output.
    actual: String,
    /// All input.
    stream: Vec<u8>,
    /// All output; `None` if some of it varies.
    outputs: Option<String>,
}

fn conversation(expected: &str, mut respond: impl FnMut(&[u8]) -> Option<String>) -> Conversation {
    let mut actual = String::new();
    let mut stream = Vec::new();
    let mut outputs = Some(String::new());
    for line in expected.split_inclusive('\n') {
        let Some((input, brief)) = input(line) else {
            if stream.is_empty() {
                actual += line;
            }
            continue;
        };
        actual += line;
        stream.extend_from_slice(&input);
        stream.push(b'\n');
        if brief {
            outputs = None;
        }
        if let Some(output) = respond(&input) {
            actual += &shown(&output, brief);
            outputs = outputs.map(|outputs| outputs + &output);
        }
    }
    Conversation {
        actual,
        stream,
        outputs,
    }
}

/// What differs between the transcript and how it went, if anything.
fn difference(path: &Path, expected: &str, actual: &str) -> Option<String> {
    if actual == expected {
        return None;
    }
    if std::env::var_os("TEWARI_BLESS").is_some() {
        fs::write(path, actual).unwrap();
        return None;
    }
    let same = actual
        .lines()
        .zip(expected.lines())
        .take_while(|(a, b)| a == b)
        .count();
    let of = |text: &str| text.lines().nth(same).unwrap_or("(end)").to_owned();
    let (is, was) = (of(actual), of(expected));
    Some(format!(
        "{}:{}: {is:?}, not {was:?}",
        path.display(),
        same + 1
    ))
}

/// The same bytes through the server, in one go as from a script, come to the same.
fn check_server(
    path: &Path,
    went: Conversation,
    serve: impl FnOnce(Cursor<Vec<u8>>, &mut Vec<u8>),
) {
    if let Some(outputs) = went.outputs {
        let mut output = Vec::new();
        serve(Cursor::new(went.stream), &mut output);
        let output = String::from_utf8(output).unwrap();
        assert_eq!(output, outputs, "{}", path.display());
    }
}

#[test]
fn conversations_go_as_written() {
    let mut wrong = Vec::new();
    for path in files(GO) {
        let expected = fs::read_to_string(&path).unwrap();
        let mut session = Session::new(options(), sink());
        let went = conversation(&expected, |line| {
            assert!(!session.is_over(), "{}: input after quit", path.display());
            session.respond(line)
        });
        wrong.extend(difference(&path, &expected, &went.actual));
        check_server(&path, went, |input, output| {
            run(input, output, sink(), options()).unwrap();
        });
    }
    for path in files(BOARDS) {
        let expected = fs::read_to_string(&path).unwrap();
        let mut session = board_session(&path);
        let went = conversation(&expected, |line| session.respond(line));
        wrong.extend(difference(&path, &expected, &went.actual));
        check_server(&path, went, |input, output| {
            run_board(input, output, board_session(&path)).unwrap();
        });
    }
    assert!(
        wrong.is_empty(),
        "{}\n(TEWARI_BLESS=1 accepts)",
        wrong.join("\n")
    );
}

/// The commands that transcripts show succeeding.
fn shown_commands(files: Vec<PathBuf>) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    for path in files {
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
    shown
}

#[test]
fn every_command_is_shown_succeeding() {
    let (go, boards) = (shown_commands(files(GO)), shown_commands(files(BOARDS)));
    let mut missing = command_names();
    missing.retain(|name| !go.contains(*name));
    // Those that need no board are shown once.
    let of_boards = board_command_names().into_iter();
    missing.extend(of_boards.filter(|name| !boards.contains(*name) && !go.contains(*name)));
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
