//! A file of lines that is only ever appended to, and survives whatever happens meanwhile.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::error::LabError;

/// A journal that is being written. Nobody else can write it meanwhile.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    /// How much of the file is known to be good.
    length: u64,
}

impl Journal {
    /// Opens a journal, or begins one; nothing of it has been read yet.
    ///
    /// # Errors
    /// When it cannot be written, or somebody else is writing it.
    pub(crate) fn open(path: &Path) -> Result<Self, LabError> {
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
        })
    }

    /// Reads all lines and cuts off what a crash left behind them; answers how many bytes that
    /// were.
    ///
    /// # Errors
    /// When it cannot be read, or a line in the middle makes no sense.
    pub(crate) fn take_up<T: DeserializeOwned>(&mut self) -> Result<(Vec<T>, u64), LabError> {
        let Lines { lines, good, torn } = read_lines(&self.file, &self.path)?;
        if torn > 0 {
            let cut = self.file.set_len(good);
            cut.map_err(|error| LabError::Write(self.path.clone(), error))?;
        }
        self.length = good;
        Ok((lines, torn))
    }

    /// Appends a line and waits until it is on the disk.
    ///
    /// # Errors
    /// When that fails; the journal then ends with the line before.
    pub(crate) fn append(&mut self, line: &impl serde::Serialize) -> io::Result<()> {
        // Plain data, which cannot fail to be written as text.
        let mut text = serde_json::to_string(line).unwrap_or_default();
        text.push('\n');
        let written = self.file.write_all(text.as_bytes());
        if let Err(error) = written.and_then(|()| sync(&self.file)) {
            // Half a line would be dropped by the next run anyway; if this fails, it will be.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        if self.length == 0 {
            sync_folder(&self.path);
        }
        self.length += text.len() as u64;
        Ok(())
    }
}

/// The lines of a journal.
pub(crate) struct Lines<T> {
    pub(crate) lines: Vec<T>,
    /// Bytes that are lines.
    good: u64,
    /// Bytes behind them.
    pub(crate) torn: u64,
}

/// Reads a journal without changing it; `None` if there is none. It may be one that is being
/// written: a line that is not yet complete is left out.
///
/// # Errors
/// When it cannot be read, or is damaged.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<Lines<T>>, LabError> {
    match File::open(path) {
        Ok(file) => read_lines(&file, path).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LabError::Read(path.to_owned(), error)),
    }
}

fn read_lines<T: DeserializeOwned>(file: &File, path: &Path) -> Result<Lines<T>, LabError> {
    let failed = |error| LabError::Read(path.to_owned(), error);
    // A device has no length and may have no end.
    let length = file.metadata().map_err(failed)?.len();
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).map_err(failed)?;
    parse(&bytes).map_err(|why| LabError::Record(path.to_owned(), why))
}

/// The lines in these bytes.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<Lines<T>, String> {
    let (mut lines, mut good, mut rest) = (Vec::new(), 0, bytes);
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let (line, after) = (&rest[..end], &rest[end + 1..]);
        match serde_json::from_slice(line) {
            Ok(line) => lines.push(line),
            // A crash of the whole machine can leave a last line of the right length and the
            // wrong content.
            Err(error) if after.is_empty() && !error.is_data() && !lines.is_empty() => break,
            Err(error) => return Err(format!("line {}: {error}", lines.len() + 1)),
        }
        good += end + 1;
        rest = after;
    }
    let torn = (bytes.len() - good) as u64;
    Ok(Lines {
        lines,
        good: good as u64,
        torn,
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
