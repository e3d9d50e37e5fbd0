//! Where a match is kept.

use std::path::{Path, PathBuf};

/// The name of the record within its folder.
pub const RECORD: &str = "match.jsonl";
/// The folder of game files.
const GAMES: &str = "sgf";

/// The files of a match. A path stands for a folder with all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    /// The folder.
    pub folder: PathBuf,
    /// The name of the record within it.
    pub record: String,
    /// Whether games of Go are written as SGF, too.
    pub sgf: bool,
}

impl Files {
    /// A record alone: one of many in a folder. Everything else can be made from it.
    #[must_use]
    pub fn record_alone(folder: &Path, record: impl Into<String>) -> Self {
        Self {
            folder: folder.to_owned(),
            record: record.into(),
            sgf: false,
        }
    }

    /// The path of the record.
    #[must_use]
    pub fn record(&self) -> PathBuf {
        self.folder.join(&self.record)
    }

    /// The folder of game files, if they are wanted.
    pub(super) fn games(&self) -> Option<PathBuf> {
        self.sgf.then(|| self.folder.join(GAMES))
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Files {
    fn from(folder: &P) -> Self {
        Self {
            folder: folder.as_ref().to_owned(),
            record: RECORD.to_owned(),
            sgf: true,
        }
    }
}
