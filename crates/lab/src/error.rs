//! What can stop a match: each in one line that says what and where.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a match cannot start or go on. Whatever was finished is in the record.
#[derive(Debug)]
pub enum LabError {
    /// The configuration makes no sense; the message says where.
    Config(String),
    /// A file could not be read.
    Read(PathBuf, io::Error),
    /// A file could not be written.
    Write(PathBuf, io::Error),
    /// The record, or a file beside it, could not be written; so many games are safe.
    Lost {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
        /// Finished games in the record.
        kept: usize,
    },
    /// A record cannot be used; the message says why.
    Record(PathBuf, String),
    /// A player cannot play.
    Player {
        /// Its name.
        name: String,
        /// Why not.
        why: String,
    },
    /// The match would need more memory than there is.
    Memory(String),
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(message) | Self::Memory(message) => f.write_str(message),
            Self::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            Self::Lost { path, error, kept } => write!(
                f,
                "cannot write {}: {error}; the {kept} games before are safe in the record, and \
                 the match can be continued with --resume",
                path.display()
            ),
            Self::Record(path, message) => write!(f, "{}: {message}", path.display()),
            Self::Player { name, why } => write!(f, "player {name}: {why}"),
        }
    }
}

impl std::error::Error for LabError {}

/// An error of the configuration.
pub(crate) fn config(message: impl Into<String>) -> LabError {
    LabError::Config(message.into())
}
