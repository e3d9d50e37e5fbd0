//! A match with its folder: begun or resumed, run, and left behind as files.
//!
//! ```text
//!   FOLDER/match.jsonl      the record, from which all else follows
//!   FOLDER/sgf/             the games of Go
//!   FOLDER/table.txt        the tables, as text,
//!   FOLDER/table.csv        for spreadsheets,
//!   FOLDER/table.json       and for programs
//!   FOLDER/report.html      the same with plots, for a browser
//! ```

mod changes;
mod files;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::cancel::Cancel;
use crate::clock;
use crate::config::MatchConfig;
use crate::error::LabError;
use crate::guard::{self, Machine};
use crate::record::{self, GameLine, Header, Line, Log, Recorded, SCHEMA, Session};
use crate::report::Report;
use crate::runner::{self, Next};
use crate::schedule::{GameId, Schedule};
use crate::sgf;
use crate::tally::{Summary, Tally};
use crate::watch::{Observer, Progress};

pub use changes::Changes;
use changes::{changed, difference};
pub use files::{Files, RECORD};

/// Where a run comes from: what a figure in a ledger must say.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Provenance {
    /// The version of the program.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// The command line.
    pub command: String,
}

impl From<&Session> for Provenance {
    fn from(session: &Session) -> Self {
        Self {
            version: session.version.clone(),
            commit: session.commit.clone(),
            command: session.command.clone(),
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All games were played.
    Complete,
    /// The sequential test came to a verdict.
    Decided,
    /// It was stopped; the rest can be played later.
    Interrupted,
}

/// A match and its record.
#[derive(Debug)]
pub struct Contest {
    config: MatchConfig,
    files: Files,
    log: Log,
    games: Vec<Summary>,
    done: HashSet<GameId>,
    notes: Vec<String>,
    sessions: Vec<Session>,
}

impl Contest {
    /// Begins a match in a folder, which is made.
    ///
    /// # Errors
    /// When there is a record already, or the folder cannot be written.
    pub fn begin(config: MatchConfig, files: impl Into<Files>) -> Result<Self, LabError> {
        let files = files.into();
        make_folder(&files.folder)?;
        let header = Header {
            schema: SCHEMA,
            digest: config.digest(),
            config: config.clone(),
        };
        let log = Log::create(&files.record(), &header)?;
        Self::new(config, files, log)
    }

    /// Continues the match in a folder. If `given` is a configuration it must be that of the
    /// record, but for what may change; and if nothing was recorded yet, it is begun.
    ///
    /// # Errors
    /// When the record cannot be continued.
    pub fn resume(
        files: impl Into<Files>,
        given: Option<&MatchConfig>,
        changes: Changes,
    ) -> Result<Self, LabError> {
        let files = files.into();
        let path = files.record();
        if let (Some(given), None) = (given, record::read(&path)?) {
            return Self::begin(changes.applied_to(given.clone())?, files);
        }
        let (log, recorded) = Log::open(&path)?;
        let wrong = |why: String| LabError::Record(path.clone(), why);
        let Recorded {
            header,
            sessions,
            games,
            torn,
        } = recorded;
        if header.config.digest() != header.digest {
            let why = "the header does not fit its digest: the record was changed by hand, or \
                       comes from another version";
            return Err(wrong(why.to_owned()));
        }
        let mut config = header.config;
        if let Some(session) = sessions.last() {
            (config.games, config.sprt) = (session.games, session.sprt);
            config.concurrency = session.concurrency;
        }
        if let Some(given) = given {
            if given.digest() != header.digest {
                return Err(wrong(format!(
                    "this is the record of another match ({}, not {}): {}",
                    header.digest,
                    given.digest(),
                    difference(&config, given)
                )));
            }
            config = given.clone();
        }
        let mut contest = Self::new(changes.applied_to(config)?, files, log)?;
        if torn > 0 {
            contest.notes.push(format!(
                "the record ended with {torn} bytes of an unfinished line, which were dropped"
            ));
        }
        for line in &games {
            check_line(&contest.config, line).map_err(wrong)?;
            contest.keep(line)?;
        }
        contest.sessions = sessions;
        Ok(contest)
    }

    fn new(config: MatchConfig, files: Files, log: Log) -> Result<Self, LabError> {
        if let Some(folder) = files.games().filter(|_| config.board.position().is_some()) {
            make_folder(&folder)?;
        }
        let (games, done, notes) = (Vec::new(), HashSet::new(), Vec::new());
        Ok(Self {
            config,
            files,
            log,
            games,
            done,
            notes,
            sessions: Vec::new(),
        })
    }

    /// The match.
    #[must_use]
    pub const fn config(&self) -> &MatchConfig {
        &self.config
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.files.folder
    }

    /// The run that played the latest games; `None` before the first.
    #[must_use]
    pub fn provenance(&self) -> Option<Provenance> {
        self.sessions.last().map(Provenance::from)
    }

    /// How many games are finished.
    #[must_use]
    pub fn finished(&self) -> usize {
        self.games.len()
    }

    /// What the finished games come to.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally::new(&self.config, &self.games)
    }

    /// The match and the finished games that a record holds; `None` if there is no record.
    ///
    /// # Errors
    /// When the record cannot be used.
    pub fn recorded(files: &Files) -> Result<Option<(MatchConfig, Vec<GameLine>)>, LabError> {
        let Some(recorded) = record::read(&files.record())? else {
            return Ok(None);
        };
        let mut config = recorded.header.config;
        if let Some(session) = recorded.sessions.last() {
            (config.games, config.sprt) = (session.games, session.sprt);
        }
        for line in &recorded.games {
            check_line(&config, line).map_err(|why| LabError::Record(files.record(), why))?;
        }
        Ok(Some((config, recorded.games)))
    }

    /// Takes a finished game into account.
    fn keep(&mut self, line: &GameLine) -> Result<(), LabError> {
        if self.done.insert(line.id) {
            self.games.push(Summary::from(line));
            if let Some(folder) = self.files.games() {
                sgf::write(&self.config, line, &folder).map_err(|(path, error)| {
                    LabError::Lost {
                        path,
                        error,
                        kept: self.games.len(),
                    }
                })?;
            }
        }
        Ok(())
    }

    /// Plays what is missing.
    ///
    /// # Errors
    /// When a player cannot play, when the machine is too small, or when the record cannot be
    /// written. What was finished is in the record.
    pub fn run(
        &mut self,
        provenance: &Provenance,
        cancel: &Cancel,
        observer: &mut impl Observer,
    ) -> Result<Ending, LabError> {
        self.tell(observer);
        if let Some(ending) = self.ending(cancel) {
            return Ok(ending);
        }
        let machine = Machine::here();
        self.notes.extend(guard::check(&self.config, &machine)?);
        self.notes.extend(guard::unrepeatable(&self.config));
        let session = match self.session(provenance, &machine, cancel) {
            Err(_) if cancel.is_raised() => return Ok(Ending::Interrupted),
            session => session?,
        };
        self.notes.extend(
            self.sessions
                .last()
                .and_then(|last| changed(last, &session)),
        );
        self.log.append(&Line::Session(session.clone()))?;
        self.sessions.push(session);
        self.tell(observer);
        let config = self.config.clone();
        let schedule = Schedule::new(&config);
        let missing: Vec<GameId> = schedule
            .games()
            .filter(|game| !self.done.contains(game))
            .collect();
        let (started, before) = (Instant::now(), self.games.len());
        let mut shown: Option<Instant> = None;
        runner::run(&config, missing.into_iter(), cancel, |line| {
            if let Some(line) = line {
                self.log.append(&Line::Game(line.clone()))?;
                self.keep(&line)?;
            } else if self.games.len() == before {
                return Ok(Next::Continue);
            }
            let due = shown.is_none_or(|shown| shown.elapsed() >= EYE);
            if !due && config.sprt.is_none() {
                return Ok(Next::Continue);
            }
            let tally = self.tally();
            if due {
                shown = Some(Instant::now());
                observer.progress(&Progress {
                    config: &config,
                    tally: &tally,
                    done: self.games.len() as u64,
                    total: schedule.total(),
                    here: (self.games.len() - before) as u64,
                    elapsed: started.elapsed(),
                });
            }
            Ok(if tally.is_decided() {
                Next::Stop
            } else {
                Next::Continue
            })
        })?;
        let left = schedule.games().any(|game| !self.done.contains(&game));
        let decided = self.tally().is_decided();
        Ok(match (decided, left) {
            (true, _) => Ending::Decided,
            (false, false) => Ending::Complete,
            (false, true) => Ending::Interrupted,
        })
    }

    fn tell(&mut self, observer: &mut impl Observer) {
        for note in self.notes.drain(..) {
            observer.note(&note);
        }
    }

    /// The end, if there is nothing to be played.
    fn ending(&self, cancel: &Cancel) -> Option<Ending> {
        let mut games = Schedule::new(&self.config).games();
        if self.tally().is_decided() {
            Some(Ending::Decided)
        } else if games.all(|game| self.done.contains(&game)) {
            Some(Ending::Complete)
        } else {
            cancel.is_raised().then_some(Ending::Interrupted)
        }
    }

    fn session(
        &self,
        provenance: &Provenance,
        machine: &Machine,
        cancel: &Cancel,
    ) -> Result<Session, LabError> {
        Ok(Session {
            started: clock::now(),
            version: provenance.version.clone(),
            commit: provenance.commit.clone(),
            command: provenance.command.clone(),
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cpu: guard::processor(),
            cores: machine.cores,
            concurrency: self.config.concurrency,
            games: self.config.games,
            sprt: self.config.sprt,
            players: runner::probe(&self.config, cancel)?,
        })
    }

    /// The report on the games so far.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::new(&self.config, &self.tally())
    }

    /// Writes the tables into the folder.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write_tables(&self) -> Result<(), LabError> {
        let report = self.report();
        for (name, content) in [
            ("table.txt", report.text()),
            ("table.csv", report.csv()),
            ("table.json", report.json()),
            (
                "report.html",
                report.html(&self.config, &self.games, &self.sessions),
            ),
        ] {
            let path = self.files.folder.join(name);
            fs::write(&path, content).map_err(|error| LabError::Write(path, error))?;
        }
        Ok(())
    }
}

/// The eye sees no more than this many changes a second.
const EYE: Duration = Duration::from_millis(200);

/// Whether a game of the record belongs to a match.
fn check_line(config: &MatchConfig, line: &GameLine) -> Result<(), String> {
    let schedule = Schedule::new(config);
    let wrong = || format!("game {} does not belong to this match", line.game + 1);
    if line.id.pairing >= schedule.pairings().len() || line.id.leg > 1 {
        return Err(wrong());
    }
    let seats = schedule
        .seats(line.id)
        .map(|player| &config.players[player].name);
    let fits = seats == [&line.first, &line.second] && line.game == schedule.index(line.id);
    if fits { Ok(()) } else { Err(wrong()) }
}

fn make_folder(folder: &Path) -> Result<(), LabError> {
    fs::create_dir_all(folder).map_err(|error| LabError::Write(folder.to_owned(), error))
}
