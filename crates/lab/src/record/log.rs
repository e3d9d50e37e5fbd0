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
        if let Some(recorded) = log.read()? {
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
        match log.read()? {
            Some(recorded) => Ok((log, recorded)),
            None => Err(LabError::Record(
                path.to_owned(),
                "nothing was recorded yet; start the match without --resume".to_owned(),
            )),
        }
    }

    fn lock(path: &Path) -> Result<Self, LabError> {
        let failed = |error| LabError::Write(path.to_owned(), error);
        let file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let why = "another run is writing this record";
                return Err(LabError::Record(path.to_owned(), why.to_owned()));
            }
            // Some file systems have no locks; that is no reason not to play.
            Err(TryLockError::Error(_)) => {}
        }
        Ok(Self { file, path: path.to_owned(), length: 0, games: 0 })
    }

    /// Reads what is there and cuts off what is no line; `None` if nothing is left.
    fn read(&mut self) -> Result<Option<Recorded>, LabError> {
        let failed = |error| LabError::Read(self.path.clone(), error);
        // A device has no length and may have no end.
        let length = self.file.metadata().map_err(failed)?.len();
        let mut bytes = Vec::new();
        (&self.file).take(length).read_to_end(&mut bytes).map_err(failed)?;
        let parsed = parse(&bytes).map_err(|why| LabError::Record(self.path.clone(), why))?;
        self.length = parsed.good as u64;
        let torn = bytes.len() as u64 - self.length;
        if torn > 0 {
            let cut = self.file.set_len(self.length);
            cut.map_err(|error| LabError::Write(self.path.clone(), error))?;
        }
        self.games = parsed.games.len();
        Ok(parsed.header.map(|header| Recorded {
            header,
            sessions: parsed.sessions,
            games: parsed.games,
            torn,
        }))
    }

    /// Appends a line and waits until it is on the disk.
    ///
    /// # Errors
    /// When that fails; the record then ends with the line before.
    pub fn append(&mut self, line: &Line) -> Result<(), LabError> {
        // Plain data, which cannot fail to be written as text.
        let mut text = serde_json::to_string(line).unwrap_or_default();
        text.push('\n');
        let written = self.file.write_all(text.as_bytes()).and_then(|()| sync(&self.file));
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
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
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
        let Some(end) = rest.iter().position(|&byte| byte == b'\n') else { break };
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
mod tests {
    use super::*;
    use crate::config::MatchFile;
    use crate::record::{End, Outcome};
    use crate::schedule::GameId;

    fn header() -> Header {
        let text = "[match]\ngame='connect4'\n[[player]]\n[[player]]\n";
        let config = MatchFile::parse(text).unwrap().resolve(Path::new("")).unwrap();
        Header { schema: SCHEMA, digest: config.digest(), config }
    }

    fn game(number: u64) -> GameLine {
        GameLine {
            game: number,
            id: GameId { pair: number / 2, pairing: 0, leg: (number % 2) as u8 },
            first: "a".into(),
            second: "b".into(),
            seeds: [1, 2],
            opening: String::new(),
            opening_moves: 0,
            moves: "d d d".into(),
            result: Outcome::First,
            end: End::Rules,
            score: None,
            second_score: None,
            disputed: false,
            detail: None,
            visits: vec![None; 3],
            values: vec![Some(0.1), None, Some(0.333_333_333_333_333_3)],
            seconds: vec![0.0; 3],
            started: String::new(),
        }
    }

    fn written(folder: &Path, games: u64) -> PathBuf {
        let path = folder.join("match.jsonl");
        let mut log = Log::create(&path, &header()).unwrap();
        for number in 0..games {
            log.append(&Line::Game(game(number))).unwrap();
        }
        path
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 2);
        let (mut log, recorded) = Log::open(&path).unwrap();
        assert_eq!(recorded.header, header());
        assert_eq!(recorded.games, [game(0), game(1)]);
        assert_eq!(recorded.torn, 0);
        log.append(&Line::Session(Session::default())).unwrap();
        let error = Log::open(&path).unwrap_err().to_string();
        assert!(error.ends_with("another run is writing this record"), "{error}");
        drop(log);
        assert_eq!(Log::open(&path).unwrap().1.sessions.len(), 1);
        let error = Log::create(&path, &header()).unwrap_err().to_string();
        assert!(error.contains("2 games already; continue it with --resume"), "{error}");
    }

    /// Whatever a crash leaves of the last line, all lines before it survive.
    #[test]
    fn a_torn_last_line_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 3);
        let whole = std::fs::read(&path).unwrap();
        let last = whole[..whole.len() - 1].iter().rposition(|&b| b == b'\n').unwrap() + 1;
        for end in last..whole.len() {
            std::fs::write(&path, &whole[..end]).unwrap();
            let (mut log, recorded) = Log::open(&path).unwrap();
            assert_eq!(recorded.games.len(), 2, "{end}");
            assert_eq!(recorded.torn, (end - last) as u64);
            log.append(&Line::Game(game(2))).unwrap();
            drop(log);
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
        // Of the right length, but never written.
        let mut zeros = whole.clone();
        let end = zeros.len() - 1;
        zeros[last..end].fill(0);
        std::fs::write(&path, &zeros).unwrap();
        assert_eq!(Log::open(&path).unwrap().1.games.len(), 2);
    }

    #[test]
    fn a_record_that_ends_in_its_header_is_no_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 0);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        let error = Log::open(&path).unwrap_err().to_string();
        assert!(error.contains("nothing was recorded yet"), "{error}");
        assert!(Log::create(&path, &header()).is_ok());
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        let missing = folder.path().join("none.jsonl");
        assert!(Log::open(&missing).unwrap_err().to_string().contains("no record to be resumed"));
        assert!(!missing.exists());
    }

    #[test]
    fn damage_in_the_middle_is_not_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 2);
        let text = std::fs::read_to_string(&path).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        for (place, line, part) in [
            (1, "{\"type\":\"ga", "line 2: EOF"),
            (1, "{\"type\":\"game\"}", "line 2: missing field"),
            (0, "{}", "line 1: "),
            (1, lines[0], "line 2: a second header"),
            (0, lines[1], "the first line is no header"),
        ] {
            let kept = std::mem::replace(&mut lines[place], line);
            std::fs::write(&path, lines.join("\n") + "\n").unwrap();
            let error = Log::open(&path).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
            lines[place] = kept;
        }
        let newer = text.replacen("\"schema\":1", "\"schema\":99", 1);
        std::fs::write(&path, newer).unwrap();
        assert!(Log::open(&path).unwrap_err().to_string().contains("has schema 99"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_reported() {
        let error = Log::create(Path::new("/dev/full"), &header()).unwrap_err().to_string();
        assert!(error.starts_with("cannot write /dev/full: No space left"), "{error}");
        assert!(error.ends_with("continued with --resume"), "{error}");
    }
}
