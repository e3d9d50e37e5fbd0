//! The commands, by subject.
//!
//! # How to add a command
//!
//! Write a function `fn(&mut Session, Args) -> Answer` in the file of its subject, add its
//! name to the table there, and show it in a transcript under `tests/transcripts`; a test
//! insists on the last.
//!
//! Where GTP or the front ends prescribe the text of a failure (`illegal move`, `cannot
//! undo`, `unacceptable size` …), it is exactly that. Elsewhere it says what was wrong.

mod admin;
mod ending;
mod files;
mod gogui;
mod gomill;
mod handicap;
mod kata_rules;
mod params;
mod play;
mod servers;
mod setup;
mod time;

use crate::args::Args;
use crate::response::Answer;
use crate::session::Session;

/// What `name` answers.
pub(crate) const NAME: &str = "Tewari";

/// What `version` answers: three numbers, because Lizzie reads them as such.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The execution of a command.
type Handler = fn(&mut Session, Args<'_>) -> Answer;

/// The commands of one subject.
type Table = &'static [(&'static str, Handler)];

/// All commands.
const TABLES: [Table; 12] = [
    admin::COMMANDS,
    setup::COMMANDS,
    handicap::COMMANDS,
    play::COMMANDS,
    ending::COMMANDS,
    files::COMMANDS,
    params::COMMANDS,
    kata_rules::COMMANDS,
    gogui::COMMANDS,
    gomill::COMMANDS,
    servers::COMMANDS,
    time::COMMANDS,
];

/// The command called `name`.
pub(crate) fn find(name: &str) -> Option<Handler> {
    let mut commands = TABLES.iter().copied().flatten();
    commands
        .find(|(known, _)| *known == name)
        .map(|&(_, handler)| handler)
}

/// The names of all commands, sorted.
#[must_use]
pub fn command_names() -> Vec<&'static str> {
    let mut names: Vec<_> = TABLES
        .iter()
        .copied()
        .flatten()
        .map(|&(name, _)| name)
        .collect();
    names.sort_unstable();
    names
}

/// The answer of a command that has nothing to say.
fn done() -> Answer {
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_words() {
        let names = command_names();
        assert!(names.is_sorted_by(|a, b| a < b));
        for name in names {
            assert!(find(name).is_some());
            assert!(
                name.bytes()
                    .all(|b| b.is_ascii_lowercase() || b"_-".contains(&b)),
                "{name}"
            );
        }
        assert!(find("Name").is_none() && find("").is_none());
    }
}
