//! What commands that play for hours have in common.

use anyhow::Context;
use tewari_lab::{Cancel, Observer, Provenance};

/// What a shell reports for a program that was ended by Ctrl-C: 128 + SIGINT.
pub(crate) const INTERRUPTED: u8 = 130;

/// A handle that Ctrl-C raises.
pub(crate) fn cancelled_by_ctrl_c() -> anyhow::Result<Cancel> {
    let cancel = Cancel::default();
    let raised = cancel.clone();
    ctrlc::set_handler(move || raised.raise()).context("cannot watch for Ctrl-C")?;
    Ok(cancel)
}

/// Version, commit and command line of this run.
pub(crate) fn provenance() -> Provenance {
    Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: env!("TEWARI_COMMIT").to_owned(),
        command: command_line(),
    }
}

/// Says what must be said, and nothing about progress.
pub(crate) struct NotesOnly;

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
pub(crate) fn quoted(word: &str) -> String {
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
