//! The file that a record is kept in.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

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
    file: File,
    path: PathBuf,
    /// How much of the file is known to be good.
    length: u64,
    games: usize,
}

impl Log {
    /// Begins a record.
    ///
    /// # Errors
    /// When there is one already, or it cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, LabError> {
        let mut log = Self::lock(path)?;
        if let Some(recorded) = log.take_up()? {
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
        sync_folder(path);
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
        let mut log = Self::lock(path)?;
        match log.take_up()? {
            Some(recorded) => Ok((log, recorded)),
            None => Err(LabError::Record(
                path.to_owned(),
                "nothing was recorded yet; start the match without --resume".to_owned(),
            )),
        }
    }

    fn lock(path: &Path) -> Result<Self, LabError> {
        let failed = |error| LabError::Write(path.to_owned(), error);
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let why = "another run is writing this record";
                return Err(LabError::Record(path.to_owned(), why.to_owned()));
            }
            // Some file systems have no locks; that is no reason not to play.
            Err(TryLockError::Error(_)) => {}
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            length: 0,
            games: 0,
        })
    }

    /// Reads what is there and cuts off what is no line; `None` if nothing is left.
    fn take_up(&mut self) -> Result<Option<Recorded>, LabError> {
        let recorded = read_file(&self.file, &self.path)?;
        let Contents {
            recorded,
            good,
            length,
        } = recorded;
        self.length = good;
        if good < length {
            let cut = self.file.set_len(good);
            cut.map_err(|error| LabError::Write(self.path.clone(), error))?;
        }
        self.games = recorded.as_ref().map_or(0, |recorded| recorded.games.len());
        Ok(recorded)
    }

    /// Appends a line and waits until it is on the disk.
    ///
    /// # Errors
    /// When that fails; the record then ends with the line before.
    pub fn append(&mut self, line: &Line) -> Result<(), LabError> {
        // Plain data, which cannot fail to be written as text.
        let mut text = serde_json::to_string(line).unwrap_or_default();
        text.push('\n');
        let written = self
            .file
            .write_all(text.as_bytes())
            .and_then(|()| sync(&self.file));
        if let Err(error) = written {
            // Half a line would be dropped by the next run anyway; if this fails, it will be.
            let _ = self.file.set_len(self.length);
            let (path, kept) = (self.path.clone(), self.games);
            return Err(LabError::Lost { path, error, kept });
        }
        self.length += text.len() as u64;
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
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(LabError::Read(path.to_owned(), error)),
    };
    read_file(&file, path).map(|contents| contents.recorded)
}

struct Contents {
    recorded: Option<Recorded>,
    /// Bytes that are lines, and bytes in all.
    good: u64,
    length: u64,
}

fn read_file(file: &File, path: &Path) -> Result<Contents, LabError> {
    let failed = |error| LabError::Read(path.to_owned(), error);
    // A device has no length and may have no end.
    let length = file.metadata().map_err(failed)?.len();
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).map_err(failed)?;
    let parsed = parse(&bytes).map_err(|why| LabError::Record(path.to_owned(), why))?;
    let (good, length) = (parsed.good as u64, bytes.len() as u64);
    let recorded = parsed.header.map(|header| Recorded {
        header,
        sessions: parsed.sessions,
        games: parsed.games,
        torn: length - good,
    });
    Ok(Contents {
        recorded,
        good,
        length,
    })
}

/// Devices and some network file systems have nothing to flush.
fn sync(file: &File) -> io::Result<()> {
    match file.sync_data() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other,
    }
}

/// Makes the name of a new file last; where a folder cannot be flushed, nothing is lost but
/// certainty.
fn sync_folder(path: &Path) {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
}

#[derive(Default)]
struct Parsed {
    header: Option<Header>,
    sessions: Vec<Session>,
    games: Vec<GameLine>,
    /// How many bytes are lines.
    good: usize,
}

fn parse(bytes: &[u8]) -> Result<Parsed, String> {
    let mut parsed = Parsed::default();
    let mut rest = bytes;
    for number in 1.. {
        let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
            break;
        };
        let (line, after) = (&rest[..end], &rest[end + 1..]);
        let line: Line = match serde_json::from_slice(line) {
            Ok(line) => line,
            // A crash of the whole machine can leave a last line of the right length and the
            // wrong content.
            Err(error) if after.is_empty() && !error.is_data() && number > 1 => break,
            Err(error) => return Err(format!("line {number}: {error}")),
        };
        match line {
            Line::Header(header) if number == 1 => {
                if header.schema > SCHEMA {
                    return Err(format!(
                        "the record has schema {}, and this version knows {SCHEMA}",
                        header.schema
                    ));
                }
                parsed.header = Some(*header);
            }
            Line::Header(_) => return Err(format!("line {number}: a second header")),
            _ if number == 1 => return Err("the first line is no header".to_owned()),
            Line::Session(session) => parsed.sessions.push(session),
            Line::Game(game) => parsed.games.push(game),
        }
        parsed.good += end + 1;
        rest = after;
    }
    Ok(parsed)
}

#[cfg(test)]
mod tests;
