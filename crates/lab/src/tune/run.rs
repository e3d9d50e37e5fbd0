//! Playing trials, from a record that survives anything.

use std::fs;
use std::path::{Path, PathBuf};

use tewari_base::stats::Wdl;

use super::config::TuneConfig;
use super::record::{Line, SCHEMA, Trial};
use super::{Best, best, propose};
use crate::cancel::Cancel;
use crate::clock;
use crate::contest::{Ending, Provenance};
use crate::error::LabError;
use crate::guard::{self, Machine};
use crate::record::journal::Journal;
use crate::report::{append_rows, markdown_row};
use crate::runner::{self, Next};
use crate::schedule::Schedule;

/// The name of the record within its folder.
pub const RECORD: &str = "tune.jsonl";

/// A tuning run and its record.
#[derive(Debug)]
pub struct Tuner {
    config: TuneConfig,
    folder: PathBuf,
    journal: Journal,
    trials: Vec<Trial>,
}

impl Tuner {
    /// A run in a folder: begun, or continued if there is one already.
    ///
    /// # Errors
    /// When the folder holds the run of something else, or cannot be written.
    pub fn new(config: TuneConfig, folder: &Path) -> Result<Self, LabError> {
        fs::create_dir_all(folder).map_err(|error| LabError::Write(folder.to_owned(), error))?;
        let path = folder.join(RECORD);
        let wrong = |why: &str| LabError::Record(path.clone(), why.to_owned());
        let mut journal = Journal::open(&path)?;
        let (lines, _) = journal.take_up::<Line>()?;
        let mut trials = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            match line {
                Line::Header { schema, digest, .. } if i == 0 => {
                    if *schema > SCHEMA {
                        return Err(wrong("the record comes from a later version"));
                    }
                    if *digest != config.digest() {
                        return Err(wrong("this is the record of another tuning run"));
                    }
                }
                Line::Trial(trial) if i > 0 && trial.trial == trials.len() as u64 => {
                    trials.push(trial.clone());
                }
                Line::Session { .. } if i > 0 => {}
                _ => return Err(wrong("lines are missing or out of order")),
            }
        }
        let mut tuner = Self {
            config,
            folder: folder.to_owned(),
            journal,
            trials,
        };
        if lines.is_empty() {
            let header = Line::Header {
                schema: SCHEMA,
                digest: tuner.config.digest(),
                config: Box::new(tuner.config.clone()),
            };
            tuner.append(&header)?;
        }
        Ok(tuner)
    }

    fn append(&mut self, line: &Line) -> Result<(), LabError> {
        self.journal.append(line).map_err(|error| LabError::Lost {
            path: self.folder.join(RECORD),
            error,
            kept: self.trials.len(),
        })
    }

    /// What is tuned, and how.
    #[must_use]
    pub const fn config(&self) -> &TuneConfig {
        &self.config
    }

    /// The finished trials.
    #[must_use]
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// The best values so far.
    #[must_use]
    pub fn best(&self) -> Best {
        let TuneConfig {
            method,
            space,
            trials,
            ..
        } = &self.config;
        best(*method, space, &self.trials, *trials)
    }

    /// Plays the trials that are missing. `watch` is called after each.
    ///
    /// # Errors
    /// When a player cannot play, or the record cannot be written.
    pub fn run(
        &mut self,
        provenance: &Provenance,
        cancel: &Cancel,
        mut watch: impl FnMut(&Self),
    ) -> Result<Ending, LabError> {
        if self.trials.len() as u64 >= self.config.trials {
            return Ok(Ending::Complete);
        }
        guard::check(&self.config.trial, &Machine::here())?;
        self.append(&Line::Session {
            started: clock::now(),
            version: provenance.version.clone(),
            commit: provenance.commit.clone(),
            command: provenance.command.clone(),
        })?;
        while (self.trials.len() as u64) < self.config.trials {
            let number = self.trials.len() as u64;
            let config = &self.config;
            let (space, total, seed) = (&config.space, config.trials, config.trial.seed);
            let proposal = propose(config.method, space, &self.trials, total, seed);
            let planned = config.match_of(number, &proposal)?;
            let schedule = Schedule::new(&planned);
            let (mut games, mut void) = (Wdl::default(), 0);
            runner::run(&planned, schedule.games(), cancel, |line| {
                if let Some(line) = line {
                    match line.result.first_score() {
                        Some(score) if line.id.leg == 0 => games.add(score),
                        Some(score) => games.add(score.other()),
                        None => void += 1,
                    }
                }
                Ok(Next::Continue)
            })?;
            // A trial counts as a whole: half of one is played again.
            if games.games() + void < schedule.total() {
                return Ok(Ending::Interrupted);
            }
            let trial = Trial {
                trial: number,
                candidate: proposal.candidate,
                opponent: proposal.opponent,
                wins: games.wins,
                draws: games.draws,
                losses: games.losses,
                void,
            };
            self.append(&Line::Trial(trial.clone()))?;
            self.trials.push(trial);
            watch(self);
        }
        Ok(Ending::Complete)
    }

    /// Games of all finished trials.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.trials.iter().map(Trial::games).sum()
    }

    /// What came out, for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let TuneConfig { method, trial, .. } = &self.config;
        let best = self.best();
        let mut out = format!(
            "{}; {}, {} of {} trials, {} games\n\n",
            trial.board.title(),
            method.name(),
            self.trials.len(),
            self.config.trials,
            self.games()
        );
        for (parameter, (key, value)) in self
            .config
            .space
            .0
            .iter()
            .zip(self.config.space.settings(&best.point))
        {
            out += &format!(
                "{key} = {value}  (from {} to {}, began at {})\n",
                parameter.low, parameter.high, parameter.start
            );
        }
        if let Some(score) = best.score {
            out += &format!(
                "expected score against {}: {:.1}% ({:.1} to {:.1})\n",
                trial.players[1].name,
                100.0 * score.value,
                100.0 * score.interval.low,
                100.0 * score.interval.high
            );
        }
        out
    }

    /// Writes the reports into the folder.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write_reports(&self) -> Result<(), LabError> {
        for (name, content) in [("tune.txt", self.text()), ("tune.html", self.html())] {
            let path = self.folder.join(name);
            fs::write(&path, content).map_err(|error| LabError::Write(path, error))?;
        }
        Ok(())
    }
}

const HEAD: &str = "\
# Tuning

Written by `tewari tune --ledger`; each row was run with the command it names.

| date | game | method | parameter | range | games | best | expected score | 95% | commit | command |
|---|---|---|---|---|---|---|---|---|---|---|
";

/// The ledger of tuning runs.
#[derive(Clone, Copy, Debug)]
pub struct TuneLedger<'a>(pub &'a Path);

impl TuneLedger<'_> {
    /// Appends one row for each parameter.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&self, tuner: &Tuner, provenance: &Provenance) -> Result<(), LabError> {
        let best = tuner.best();
        let config = &tuner.config;
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        let (score, range) = best.score.map_or_else(Default::default, |score| {
            let (low, high) = (percent(score.interval.low), percent(score.interval.high));
            (percent(score.value), format!("{low} to {high}"))
        });
        let mut rows = String::new();
        for (parameter, (key, value)) in config
            .space
            .0
            .iter()
            .zip(config.space.settings(&best.point))
        {
            rows += &markdown_row([
                clock::today(),
                config.trial.board.title(),
                config.method.name().to_owned(),
                key.to_owned(),
                format!("{} to {}", parameter.low, parameter.high),
                tuner.games().to_string(),
                value,
                score.clone(),
                range.clone(),
                provenance.commit.clone(),
                format!("`{}`", provenance.command.replace('`', "'")),
            ]);
        }
        append_rows(self.0, HEAD, &rows)
    }
}
