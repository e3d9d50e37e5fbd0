//! `tewari match`.

use std::process::ExitCode;

use anyhow::Context;
use tewari_lab::report::{Ticker, append_to_ledger};
use tewari_lab::{Cancel, Contest, Ending, Observer, Provenance};

use crate::match_flags::MatchArgs;
use crate::output::print;

/// What a shell reports for a program that was ended by Ctrl-C: 128 + SIGINT.
const INTERRUPTED: u8 = 130;

/// Plays a match, or the rest of one, and prints its tables.
pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let config = args.match_config()?;
    let folder = args.folder(config.as_ref());
    let mut contest = match config {
        Some(config) if !args.resumes() => Contest::begin(config, &folder)?,
        config => Contest::resume(&folder, config.as_ref(), args.changes())?,
    };
    let cancel = Cancel::default();
    let raised = cancel.clone();
    ctrlc::set_handler(move || raised.raise()).context("cannot watch for Ctrl-C")?;
    eprintln!(
        "{}: record in {}",
        contest.config().board.title(),
        folder.display()
    );

    let provenance = Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: env!("TEWARI_COMMIT").to_owned(),
        command: command_line(),
    };
    let mut ticker = Ticker::stderr();
    let ending = if args.quiet {
        contest.run(&provenance, &cancel, &mut NotesOnly)
    } else {
        contest.run(&provenance, &cancel, &mut ticker)
    };
    ticker.finish();
    let ending = ending?;
    contest.write_tables()?;
    let report = contest.report();
    print(&if args.json {
        report.json()
    } else {
        report.text()
    })?;
    if ending == Ending::Interrupted {
        let folder = quoted(&folder.to_string_lossy());
        eprintln!(
            "stopped after {} games; tewari match --resume --out {folder} plays the rest",
            contest.finished()
        );
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if let Some(ledger) = &args.ledger {
        append_to_ledger(ledger, &report, &provenance)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Says what must be said, and nothing about progress.
struct NotesOnly;

impl Observer for NotesOnly {
    fn note(&mut self, text: &str) {
        eprintln!("note: {text}");
    }
}

/// The command line, ready to be typed again.
fn command_line() -> String {
    let arguments = std::env::args_os().skip(1);
    let words = arguments.map(|argument| quoted(&argument.to_string_lossy()));
    std::iter::once("tewari".to_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("--out=a/b.c"), "--out=a/b.c");
        assert_eq!(quoted("a; b=c"), "'a; b=c'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
