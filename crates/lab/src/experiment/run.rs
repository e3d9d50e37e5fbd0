//! Playing the rows of an experiment, in turns, from records that survive anything.
//!
//! ```text
//!   FOLDER/run.json         what is run: the experiment, the scale, the games
//!   FOLDER/ROW.jsonl        the record of a row, as that of a match
//!   FOLDER/report.txt       ours beside published: as text,
//!   FOLDER/report.csv       for spreadsheets,
//!   FOLDER/report.json      for programs
//!   FOLDER/report.html      and for people, with a plot
//! ```
//!
//! Rows are played in rounds of [`ROUND`] games, so that a run that is stopped early has
//! treated all of them alike.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::elsewhere::Elsewhere;
use super::{Experiment, Findings, Row};
use crate::cancel::Cancel;
use crate::config::{MatchConfig, PlayerKind};
use crate::contest::{Changes, Contest, Ending, Files, Provenance};
use crate::error::{LabError, config};
use crate::record::{self, GameLine};
use crate::watch::{Observer, Progress};

/// The name of the file that says what is run.
pub const RUN_FILE: &str = "run.json";
/// Games of a row before the next one has its turn.
const ROUND: u64 = 20;

/// How an experiment is run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunSettings {
    /// The published simulations and times are multiplied by this.
    pub scale: f64,
    /// Games of each row, an even number; as published if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The rows to be played; all that can be if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// Another seed than that of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Games at a time.
    pub concurrency: usize,
    /// Folders of other runs that rows build on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<PathBuf>,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self {
            scale: 1.0,
            games: None,
            rows: Vec::new(),
            seed: None,
            concurrency: 1,
            from: Vec::new(),
        }
    }
}

/// `run.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct RunFile {
    experiment: String,
    settings: RunSettings,
    commands: Vec<String>,
    #[serde(default)]
    commit: String,
    file: String,
}

/// A run of an experiment and its folder.
#[derive(Debug)]
pub struct LabRun {
    /// The name of the experiment.
    pub name: String,
    /// The experiment.
    pub experiment: Experiment,
    /// How it is run.
    pub settings: RunSettings,
    /// The commands that have played its games.
    pub commands: Vec<String>,
    /// The commit that played the latest ones.
    pub commit: String,
    text: String,
    folder: PathBuf,
}

impl LabRun {
    /// A run in a folder: begun, or continued if there is one already. `text` is the file of
    /// the experiment.
    ///
    /// # Errors
    /// When the folder holds a run of something else, or at another scale.
    pub fn new(
        name: &str,
        text: &str,
        settings: RunSettings,
        folder: &Path,
    ) -> Result<Self, LabError> {
        let experiment = Experiment::parse(text).map_err(|why| config(format!("{name}: {why}")))?;
        for row in &settings.rows {
            if experiment.row(row).is_none() {
                return Err(config(format!("{name} has no row {row:?}")));
            }
        }
        let (mut commands, mut commit) = (Vec::new(), String::new());
        if let Some(before) = read(folder)? {
            let differs = |what: &str| {
                let path = folder.join(RUN_FILE);
                Err(LabError::Record(path, format!("this is the run of {what}")))
            };
            if before.experiment != name {
                return differs(&before.experiment);
            }
            if before.settings.scale != settings.scale || before.settings.seed != settings.seed {
                return differs("the same experiment at another scale or with another seed");
            }
            (commands, commit) = (before.commands, before.commit);
        }
        Ok(Self {
            name: name.to_owned(),
            experiment,
            settings,
            commands,
            commit,
            text: text.to_owned(),
            folder: folder.to_owned(),
        })
    }

    /// The run that a folder holds.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn open(folder: &Path) -> Result<Self, LabError> {
        let Some(found) = read(folder)? else {
            let why = "there is no run of an experiment here".to_owned();
            return Err(LabError::Record(folder.to_owned(), why));
        };
        Self::new(&found.experiment, &found.file, found.settings, folder)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn files(&self, row: &Row) -> Files {
        Files::record_alone(&self.folder, format!("{}.jsonl", row.slug()))
    }

    /// The match and the finished games of a row; `None` if none was begun.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub(super) fn recorded(
        &self,
        row: &str,
    ) -> Result<Option<(MatchConfig, Vec<GameLine>)>, LabError> {
        match self.experiment.row(row) {
            Some(row) => Contest::recorded(&self.files(row)),
            None => Ok(None),
        }
    }

    fn elsewhere(&self) -> Elsewhere<'_> {
        Elsewhere::new(&self.settings, &self.folder)
    }

    /// A row as it is played: with the times that it copies, which are in its record as soon
    /// as there is one.
    fn complete(&self, row: &Row) -> Result<Row, LabError> {
        let Some(copied) = &row.distribution_of else {
            return Ok(row.clone());
        };
        let begun = self.recorded(&row.name)?;
        let strategy = begun.and_then(|(config, _)| {
            let player = config.players.into_iter().next()?;
            own_parameter(&player.kind, "time.strategy")
        });
        let strategy = match strategy {
            Some(strategy) => strategy,
            None => self.elsewhere().strategy(row, copied)?,
        };
        Ok(row.with_strategy(strategy))
    }

    /// The rows that are played.
    fn rows(&self) -> Vec<&Row> {
        let wanted =
            |row: &&Row| self.settings.rows.is_empty() || self.settings.rows.contains(&row.name);
        let rows = self.experiment.rows.iter().filter(wanted);
        rows.filter(|row| row.of.is_none() && self.experiment.missing_for(row).is_empty())
            .collect()
    }

    /// Plays what is missing. Relative paths of the experiment start from `base`.
    ///
    /// # Errors
    /// When no row can be played, or as for [`Contest::run`]. What was finished is in the
    /// records.
    pub fn run(
        &mut self,
        base: &Path,
        provenance: &Provenance,
        cancel: &Cancel,
        observer: &mut impl Observer,
    ) -> Result<Ending, LabError> {
        let rows: Vec<Row> = self
            .rows()
            .into_iter()
            .map(|row| self.complete(row))
            .collect::<Result<_, _>>()?;
        let sums_up = self.experiment.rows.iter().any(|row| row.of.is_some());
        if rows.is_empty() && !sums_up {
            return Err(self.nothing_to_play());
        }
        let (lacking, says_something) = self.elsewhere().lacking(&self.experiment.rows)?;
        if sums_up && !says_something && rows.is_empty() {
            return Err(config(format!(
                "{} sums up other tables, which have to be played first: {}",
                self.name,
                lacking.first().map_or("", String::as_str)
            )));
        }
        for line in &lacking {
            observer.note(line);
        }
        let mut plans = Vec::new();
        for row in &rows {
            plans.push(self.experiment.plan(row, &self.settings, base)?);
        }
        let total: u64 = plans.iter().map(|plan| plan.games).sum();
        let mut done: Vec<u64> = Vec::new();
        for (row, plan) in rows.iter().zip(&plans) {
            let contest = Contest::resume(self.files(row), Some(plan), Changes::default())?;
            done.push((contest.finished() as u64).min(plan.games));
        }
        let before: u64 = done.iter().sum();
        if before < total || self.commands.is_empty() {
            self.save(provenance)?;
        }
        let started = Instant::now();
        let longest = plans.iter().map(|plan| plan.games).max().unwrap_or(0);
        for upto in (1..=longest.div_ceil(ROUND)).map(|round| round * ROUND) {
            for (i, (row, plan)) in rows.iter().zip(&plans).enumerate() {
                let games = upto.min(plan.games);
                if done[i] >= games {
                    continue;
                }
                let changes = Changes {
                    games: Some(games),
                    ..Changes::default()
                };
                let mut contest = Contest::resume(self.files(row), Some(plan), changes)?;
                let others: u64 = done.iter().sum::<u64>() - done[i];
                let mut whole = Whole {
                    observer: &mut *observer,
                    others,
                    total,
                    before,
                    started,
                };
                let ending = contest.run(provenance, &cancel.child(), &mut whole)?;
                done[i] = (contest.finished() as u64).min(plan.games);
                if ending == Ending::Interrupted {
                    return Ok(ending);
                }
            }
        }
        Ok(Ending::Complete)
    }

    /// Who played the latest games of the row with this name; of all rows, if it has no record
    /// of its own.
    ///
    /// # Errors
    /// When its record cannot be read.
    pub fn provenance(&self, row: &str) -> Result<Provenance, LabError> {
        let recorded = match self.experiment.row(row) {
            Some(row) => record::read(&self.files(row).record())?,
            None => None,
        };
        let session = recorded.as_ref().and_then(|it| it.sessions.last());
        Ok(session.map_or_else(
            || Provenance {
                version: String::new(),
                commit: self.commit.clone(),
                command: self.commands.last().cloned().unwrap_or_default(),
            },
            Provenance::from,
        ))
    }

    fn nothing_to_play(&self) -> LabError {
        let missing = self.experiment.missing();
        let titles: Vec<&str> = missing.iter().map(|feature| feature.title()).collect();
        config(format!(
            "{} cannot be run yet: it waits for {}",
            self.name,
            titles.join(", ")
        ))
    }

    fn save(&mut self, provenance: &Provenance) -> Result<(), LabError> {
        // The latest command stands last.
        self.commands
            .retain(|command| *command != provenance.command);
        self.commands.push(provenance.command.clone());
        self.commit.clone_from(&provenance.commit);
        let file = RunFile {
            experiment: self.name.clone(),
            settings: self.settings.clone(),
            commands: self.commands.clone(),
            commit: self.commit.clone(),
            file: self.text.clone(),
        };
        // Plain data, which cannot fail to be written as text.
        let text = serde_json::to_string_pretty(&file).unwrap_or_default() + "\n";
        fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(self.folder.join(RUN_FILE), text))
            .map_err(|error| LabError::Write(self.folder.join(RUN_FILE), error))
    }

    /// What the finished games show, from the records alone.
    ///
    /// # Errors
    /// When a record cannot be read.
    pub fn findings(&self) -> Result<Findings, LabError> {
        let mut played = self.elsewhere().summaries(&self.experiment.rows)?;
        for (row, played) in self.experiment.rows.iter().zip(&mut played) {
            if row.of.is_some() {
                continue;
            }
            let recorded = Contest::recorded(&self.files(row))?;
            *played = recorded
                .and_then(|(config, games)| self.experiment.measure.measured(&config, &games));
        }
        let scale = self.settings.scale;
        Ok(Findings::new(&self.name, &self.experiment, scale, &played))
    }

    /// Writes the reports into the folder.
    ///
    /// # Errors
    /// When a record cannot be read, or a report not be written.
    pub fn write_reports(&self) -> Result<Findings, LabError> {
        let findings = self.findings()?;
        for (name, content) in [
            ("report.txt", findings.text()),
            ("report.csv", findings.csv()),
            ("report.json", findings.json()),
            ("report.html", findings.html(&self.commands)),
        ] {
            let path = self.folder.join(name);
            fs::write(&path, content).map_err(|error| LabError::Write(path, error))?;
        }
        Ok(findings)
    }
}

/// What a parameter of our own engine was set to.
fn own_parameter(kind: &PlayerKind, key: &str) -> Option<String> {
    match kind {
        PlayerKind::BuiltIn(own) => own.set.get(key).cloned(),
        PlayerKind::External(_) => None,
    }
}

/// The name of the experiment whose run a folder holds; `None` if it holds none.
pub(super) fn experiment_in(folder: &Path) -> Result<Option<String>, LabError> {
    Ok(read(folder)?.map(|file| file.experiment))
}

fn read(folder: &Path) -> Result<Option<RunFile>, LabError> {
    let path = folder.join(RUN_FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(LabError::Read(path, error)),
    };
    let file = serde_json::from_str(&text)
        .map_err(|error| LabError::Record(path, format!("this is no run: {error}")))?;
    Ok(Some(file))
}

/// Tells about the whole run where a match tells about itself.
struct Whole<'a, O> {
    observer: &'a mut O,
    others: u64,
    total: u64,
    before: u64,
    started: Instant,
}

impl<O: Observer> Observer for Whole<'_, O> {
    fn note(&mut self, text: &str) {
        self.observer.note(text);
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        let done = self.others + progress.done;
        let elapsed: Duration = self.started.elapsed();
        self.observer.progress(&Progress {
            done,
            total: self.total,
            here: done.saturating_sub(self.before),
            elapsed,
            ..*progress
        });
    }
}
