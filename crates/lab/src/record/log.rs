//! The file that a record is kept in.

use std::path::{Path, PathBuf};

use super::journal::{self, Journal};
use super::line::{GameLine, Header, Line, SCHEMA, Session};
use crate::error::LabError;

/// What a record says.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    /// The first line.
    pub header: Header,
    /// The runs so far.
    pub sessions: Vec<Session>,
    /// The finished games, in the order in which they ended.
    pub games: Vec<GameLine>,
    /// Bytes at the end that a crash left behind and that are no line.
    pub torn: u64,
}

/// A record that is being written. Nobody else can write it meanwhile.
#[derive(Debug)]
pub struct Log {
    journal: Journal,
    path: PathBuf,
    games: usize,
}

impl Log {
    /// Begins a record.
    ///
    /// # Errors
    /// When there is one already, or it cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, LabError> {
        let (mut log, recorded) = Self::take_up(path)?;
        if let Some(recorded) = recorded {
            let games = recorded.games.len();
            return Err(LabError::Record(
                path.to_owned(),
                format!(
                    "there is a record with {games} games already; continue it with --resume, or \
                     choose another folder with --out"
                ),
            ));
        }
        log.append(&Line::Header(Box::new(header.clone())))?;
        Ok(log)
    }

    /// Opens a record to continue it. What a crash left behind is cut off.
    ///
    /// # Errors
    /// When there is none, when it is damaged, or when it cannot be written.
    pub fn open(path: &Path) -> Result<(Self, Recorded), LabError> {
        if !path.exists() {
            let why = "there is no record to be resumed";
            return Err(LabError::Record(path.to_owned(), why.to_owned()));
        }
        match Self::take_up(path)? {
            (log, Some(recorded)) => Ok((log, recorded)),
            (_, None) => Err(LabError::Record(
                path.to_owned(),
                "nothing was recorded yet; start the match without --resume".to_owned(),
            )),
        }
    }

    /// Opens the file and reads what is there; `None` if nothing is.
    fn take_up(path: &Path) -> Result<(Self, Option<Recorded>), LabError> {
        let mut journal = Journal::open(path)?;
        let (lines, torn) = journal.take_up()?;
        let recorded = sorted(lines, torn).map_err(|why| LabError::Record(path.to_owned(), why))?;
        let log = Self {
            journal,
            path: path.to_owned(),
            games: recorded.as_ref().map_or(0, |recorded| recorded.games.len()),
        };
        Ok((log, recorded))
    }

    /// Appends a line and waits until it is on the disk.
    ///
    /// # Errors
    /// When that fails; the record then ends with the line before.
    pub fn append(&mut self, line: &Line) -> Result<(), LabError> {
        self.journal.append(line).map_err(|error| LabError::Lost {
            path: self.path.clone(),
            error,
            kept: self.games,
        })?;
        self.games += usize::from(matches!(line, Line::Game(_)));
        Ok(())
    }
}

/// Reads a record without changing it; `None` if there is nothing in it. It may be one that is
/// being written: a line that is not yet complete is left out.
///
/// # Errors
/// When it cannot be read, or is damaged.
pub fn read(path: &Path) -> Result<Option<Recorded>, LabError> {
    let Some(found) = journal::read(path)? else {
        return Ok(None);
    };
    sorted(found.lines, found.torn).map_err(|why| LabError::Record(path.to_owned(), why))
}

/// Tells the lines of a record apart.
fn sorted(lines: Vec<Line>, torn: u64) -> Result<Option<Recorded>, String> {
    let mut recorded: Option<Recorded> = None;
    for (line, number) in lines.into_iter().zip(1..) {
        match (line, &mut recorded) {
            (Line::Header(header), None) => {
                if header.schema > SCHEMA {
                    return Err(format!(
                        "the record has schema {}, and this version knows {SCHEMA}",
                        header.schema
                    ));
                }
                recorded = Some(Recorded {
                    header: *header,
                    sessions: Vec::new(),
                    games: Vec::new(),
                    torn,
                });
            }
            (Line::Header(_), Some(_)) => return Err(format!("line {number}: a second header")),
            (_, None) => return Err("the first line is no header".to_owned()),
            (Line::Session(session), Some(recorded)) => recorded.sessions.push(session),
            (Line::Game(game), Some(recorded)) => recorded.games.push(game),
        }
    }
    Ok(recorded)
}

#[cfg(test)]
mod tests;
