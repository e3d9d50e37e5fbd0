//! Running the program.

// Each test file uses some of these.
#![allow(dead_code)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program in the folder `folder`, with an environment that does not depend on where the
/// tests run.
pub fn tewari(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tewari"));
    command
        .current_dir(folder)
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .env_remove("RUST_BACKTRACE");
    command
}

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        let code = output.status.code().expect("the program was not killed");
        Self {
            code,
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// Runs the program with `input` as standard input.
pub fn run_in(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut child = tewari(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that reads nothing closes the pipe.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends").into()
}

/// Runs the program in an empty folder, without input.
pub fn run(arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    run_in(folder.path(), arguments, "")
}

/// Compares `text` with the file `name` beside the tests; TEWARI_BLESS=1 rewrites the file.
pub fn check_golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/transcripts")
        .join(name);
    if std::env::var_os("TEWARI_BLESS").is_some() {
        std::fs::write(&path, text).expect("the transcript can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == text,
        "{} is not what the program does now (TEWARI_BLESS=1 rewrites it):\n{text}",
        path.display()
    );
}
