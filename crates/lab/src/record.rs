//! The record of a match: one JSON object per line, appended and flushed to the disk game by
//! game.
//!
//! # Schema, version 1
//!
//! The first line is the header, later ones are sessions and games in the order in which they
//! happened. Readers ignore fields they do not know and refuse a `schema` they do not know.
//!
//! | line | fields |
//! |---|---|
//! | `{"type":"header"` | `schema`; `digest` of everything games depend on; `config`, the [complete configuration](crate::config::MatchConfig), from which the match can be continued |
//! | `{"type":"session"` | one for each time the program ran: `started`, `version`, `commit`, `command` line, `os`, `cpu`, `cores`, `concurrency`, `games` asked for, `players` with what programs say they are |
//! | `{"type":"game"` | see [`GameLine`] |
//!
//! A game line says everything that tables are made from, and with the header everything that
//! is needed to play the game again. A crash can leave half a line at the end; it is dropped
//! when the record is opened the next time, and its game is played again.

pub(crate) mod journal;
mod line;
mod log;

pub use line::{End, GameLine, Header, Line, Outcome, PlayerVersion, SCHEMA, Session};
pub use log::{Log, Recorded, read};
