//! Rows of other experiments that a row builds on.
//!
//! Two kinds of rows need games that belong to another table. A `-DISTRIBUTION` player spends
//! in every turn what another player spent there on average: `distribution_of` names the row
//! whose play it copies, and the average is taken when the row is begun; from then on it is in
//! the row's own record, so that more games there do not change the player here. A row of a
//! summary plays nothing: `of` names a row and `than` what it is compared with, and the figure
//! is 1 if the games of that row show it to be better (its 95% interval, or that of the
//! difference, lies above), and 0 if they do not.
//!
//! The other run is looked for in the folders that were named, and then beside our own under
//! the name that `tewari lab run` gives by itself. It must be at the same scale: another scale
//! is another player.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::findings::{Findings, Played, Verdict, compared, minus};
use super::run::{LabRun, RunSettings, experiment_in};
use super::{Relation, Row};
use crate::error::{LabError, config};
use crate::report::Figure;
use crate::times;

/// A row of an experiment, written `EXPERIMENT: ROW`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct RowOf {
    /// The name of the experiment.
    pub experiment: String,
    /// The name of the row.
    pub row: String,
}

impl TryFrom<String> for RowOf {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parts = text.split_once(": ").map(|(a, b)| (a.trim(), b.trim()));
        match parts {
            Some((experiment, row)) if !experiment.is_empty() && !row.is_empty() => Ok(Self {
                experiment: experiment.to_owned(),
                row: row.to_owned(),
            }),
            _ => Err(format!(
                "{text:?} names no row of an experiment: write \"EXPERIMENT: ROW\""
            )),
        }
    }
}

impl fmt::Display for RowOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.experiment, self.row)
    }
}

/// What a row of another experiment is compared with.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a row is compared with a number or a row, written \"EXPERIMENT: ROW\""
)]
pub enum Bar {
    /// A number.
    Number(f64),
    /// Another row.
    Row(RowOf),
}

/// The name that the folder of a run has if nobody says otherwise.
#[must_use]
pub fn default_folder(experiment: &str, scale: f64) -> PathBuf {
    PathBuf::from(format!("lab-{experiment}-{scale}"))
}

/// The runs of other experiments, seen from a run.
pub(super) struct Elsewhere<'a> {
    settings: &'a RunSettings,
    /// Where our own folder is.
    beside: &'a Path,
}

impl<'a> Elsewhere<'a> {
    pub(super) fn new(settings: &'a RunSettings, folder: &'a Path) -> Self {
        let beside = folder.parent().unwrap_or(Path::new(""));
        Self { settings, beside }
    }

    /// The run of an experiment at our scale; `None` if there is none.
    fn run(&self, experiment: &str) -> Result<Option<LabRun>, LabError> {
        let mut folder = None;
        for named in &self.settings.from {
            match experiment_in(named)? {
                Some(name) if name == experiment => folder = Some(named.clone()),
                Some(_) => {}
                None => {
                    let why = "there is no run of an experiment here".to_owned();
                    return Err(LabError::Record(named.clone(), why));
                }
            }
        }
        let scale = self.settings.scale;
        let folder = folder.unwrap_or_else(|| self.beside.join(default_folder(experiment, scale)));
        if experiment_in(&folder)?.is_none() {
            return Ok(None);
        }
        let run = LabRun::open(&folder)?;
        if run.name != experiment || run.settings.scale != scale {
            let why = format!(
                "this is the run of {} at scale {}, not of {experiment} at scale {scale}",
                run.name, run.settings.scale
            );
            return Err(LabError::Record(folder, why));
        }
        Ok(Some(run))
    }

    /// The strategy that replays the average times of a row.
    pub(super) fn strategy(&self, row: &Row, copied: &RowOf) -> Result<String, LabError> {
        let missing = || config(format!("row {:?}: {}", row.name, self.missing(copied)));
        let run = self.run(&copied.experiment)?.ok_or_else(missing)?;
        let recorded = run.recorded(&copied.row)?;
        let (played, games) = recorded
            .filter(|(_, games)| !games.is_empty())
            .ok_or_else(missing)?;
        let players = times::gather(&played, &games);
        let player = players.iter().find(|player| player.name == copied.row);
        let replayed = player.ok_or_else(missing)?.replayed(&played);
        let wrong = |why| config(format!("row {:?}, {copied}: {why}", row.name));
        Ok(replayed.map_err(wrong)?.to_string())
    }

    /// What is to be run before a row can be used, in one line.
    fn missing(&self, of: &RowOf) -> String {
        let scale = self.settings.scale;
        format!(
            "there are no games of {:?} in {} at scale {scale}: first run tewari lab run {} \
             --row {:?} --scale {scale}, or name the folder of its run with --from",
            of.row, of.experiment, of.experiment, of.row
        )
    }

    /// What the games of other rows come to for each row that is a summary of them.
    pub(super) fn summaries(&self, rows: &[Row]) -> Result<Vec<Option<Played>>, LabError> {
        let mut known: Vec<(String, Option<Findings>)> = Vec::new();
        for row in rows.iter().filter(|row| row.of.is_some()) {
            for of in row.built_on() {
                if !known.iter().any(|(name, _)| *name == of.experiment) {
                    let run = self.run(&of.experiment)?;
                    let findings = run.map(|run| run.findings()).transpose()?;
                    known.push((of.experiment.clone(), findings));
                }
            }
        }
        let figure = |of: &RowOf| {
            let (_, findings) = known.iter().find(|(name, _)| *name == of.experiment)?;
            let row = findings
                .as_ref()?
                .rows
                .iter()
                .find(|row| row.name == of.row)?;
            row.ours.map(|ours| (row, ours))
        };
        let summary = |row: &Row| {
            let (found, ours) = figure(row.of.as_ref()?)?;
            let (difference, against) = match row.than.as_ref()? {
                Bar::Number(number) => (ours, *number),
                Bar::Row(other) => (minus(ours, figure(other)?.1), 0.0),
            };
            let shown = compared(&difference, Relation::Above, against, 0.0);
            let value = if shown == Verdict::Confirmed {
                1.0
            } else {
                0.0
            };
            Some(Played {
                games: found.games,
                counts: found.counts,
                ours: Figure {
                    value,
                    low: f64::NAN,
                    high: f64::NAN,
                },
                time: None,
                ponder: None,
                turns: Vec::new(),
            })
        };
        Ok(rows.iter().map(summary).collect())
    }

    /// What has to be run before the summaries `rows` say more, in one line for each
    /// experiment; and whether they say anything at all.
    pub(super) fn lacking(&self, rows: &[Row]) -> Result<(Vec<String>, bool), LabError> {
        let summaries = self.summaries(rows)?;
        let anything = summaries.iter().any(Option::is_some);
        let mut names: Vec<&str> = Vec::new();
        for (row, summary) in rows.iter().zip(&summaries) {
            if row.of.is_some() && summary.is_none() {
                for of in row.built_on() {
                    if !names.contains(&of.experiment.as_str()) {
                        names.push(&of.experiment);
                    }
                }
            }
        }
        let scale = self.settings.scale;
        let line = |name: &&str| {
            format!(
                "rows of {name} are missing at scale {scale}: tewari lab run {name} --scale \
                 {scale}, or name the folder of its run with --from"
            )
        };
        Ok((names.iter().map(line).collect(), anything))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_named_with_their_experiment() {
        let of = RowOf::try_from("a-1: x: y".to_owned()).unwrap();
        assert_eq!((&*of.experiment, &*of.row), ("a-1", "x: y"));
        assert_eq!(of.to_string(), "a-1: x: y");
        for text in ["a-1", ": x", "a-1: "] {
            let error = RowOf::try_from(text.to_owned()).unwrap_err();
            assert!(error.contains("EXPERIMENT: ROW"), "{error}");
        }
    }
}
