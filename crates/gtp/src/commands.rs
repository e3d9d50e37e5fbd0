//! The commands, by subject.
//!
//! # How to add a command
//!
//! Write a function `fn(&mut Session, Args) -> Answer` in the file of its subject, add its
//! name to the table there, and show it in a transcript under `tests/transcripts`; a test
//! insists on the last. A command whose response comes piece by piece takes a [`Stream`] too
//! and stands in a table of its own.
//!
//! Where GTP or the front ends prescribe the text of a failure (`illegal move`, `cannot
//! undo`, `unacceptable size` …), it is exactly that. Elsewhere it says what was wrong.

mod admin;
mod analyze;
mod ending;
mod files;
mod gogui;
mod gomill;
mod handicap;
mod kata_rules;
mod live;
mod params;
mod play;
mod servers;
mod setup;
mod time;
mod views;

pub(crate) use params::dialogs;

use crate::args::Args;
use crate::host::Host;
use crate::response::Answer;
use crate::session::Session;
use crate::stream::Stream;

/// What `name` answers.
pub(crate) const NAME: &str = "Tewari";

/// What `version` answers: three numbers, because Lizzie reads them as such.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The execution of a command.
pub(crate) type Handler<H = Session> = fn(&mut H, Args<'_>) -> Answer;

/// The commands of one subject.
pub(crate) type Table<H = Session> = &'static [(&'static str, Handler<H>)];

/// The execution of a command that answers piece by piece.
type StreamHandler = fn(&mut Session, Args<'_>, &mut Stream<'_>) -> Answer;

/// Such commands.
type Streams = &'static [(&'static str, StreamHandler)];

/// How a command is executed.
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    /// It answers when it is done.
    Whole(Handler),
    /// It answers piece by piece and ends by itself.
    Stream(StreamHandler),
    /// It answers piece by piece until another line of input has come.
    Open(StreamHandler),
}

/// All commands that answer when they are done.
const TABLES: [Table; 11] = [
    setup::COMMANDS,
    handicap::COMMANDS,
    play::COMMANDS,
    ending::COMMANDS,
    files::COMMANDS,
    kata_rules::COMMANDS,
    gogui::COMMANDS,
    gomill::COMMANDS,
    servers::COMMANDS,
    views::COMMANDS,
    live::COMMANDS,
];

/// The commands that need no board, for any host.
pub(crate) fn shared<H: Host>() -> [Table<H>; 5] {
    [
        admin::commands(),
        params::commands(),
        time::commands(),
        gogui::commands(),
        gomill::commands(),
    ]
}

/// All commands.
fn entries() -> impl Iterator<Item = (&'static str, Entry)> {
    let whole = shared().into_iter().chain(TABLES).flatten();
    let moving = analyze::MOVING.iter();
    let open = analyze::OPEN.iter();
    whole
        .map(|&(name, handler)| (name, Entry::Whole(handler)))
        .chain(moving.map(|&(name, handler)| (name, Entry::Stream(handler))))
        .chain(open.map(|&(name, handler)| (name, Entry::Open(handler))))
}

/// The command called `name`.
pub(crate) fn find(name: &str) -> Option<Entry> {
    entries()
        .find(|&(known, _)| known == name)
        .map(|(_, entry)| entry)
}

/// The names of all commands, sorted.
#[must_use]
pub fn command_names() -> Vec<&'static str> {
    let mut names: Vec<_> = entries().map(|(name, _)| name).collect();
    names.sort_unstable();
    names
}

/// The answer of a command that has nothing to say.
pub(crate) fn done() -> Answer {
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
