//! Experiments: a published table or figure, what it takes to play it again, and what it is
//! said to show.
//!
//! ```text
//!   experiments/NAME.toml ─▶ Experiment ─▶ one match per row ─▶ Findings ─▶ text, CSV, JSON,
//!   (also in the program)                  records as for a      ours beside   HTML, ledger
//!                                          match, resumable      published
//! ```
//!
//! An experiment file names the player under test, its opponent, and for each row of the table
//! what differs. Budgets are those of the publication; `scale` multiplies the simulations and
//! the times of our own engine, so that a table that took weeks can be looked at in an hour.
//! What is judged is the *conclusion*: a [claim](Claim) is a statement about rows, such as "A
//! scores more than half" or "A scores more than B", and the games confirm it, refute it, or
//! leave it undecided. That our figures differ from the published ones is to be expected: the
//! engines differ.
//!
//! A row whose publication gives no legible number has none; what is not published is never
//! filled in.

mod catalogue;
mod elsewhere;
mod feature;
mod file;
mod findings;
mod ledger;
mod page;
mod run;
mod text;
mod yardstick;

use std::path::Path;

use crate::config::{MatchConfig, MatchFile, PlayerTable, ScheduleKind};
use crate::error::{LabError, config};

pub use catalogue::{Catalogue, EMBEDDED};
pub use elsewhere::{Bar, RowOf, default_folder};
pub use feature::Feature;
pub use file::{Claim, Experiment, Published, Relation, Rival, Row};
pub use findings::{ClaimFinding, Findings, Played, PonderFinding, RowFinding, Verdict};
pub use ledger::append_to_ledger;
pub use run::{LabRun, RUN_FILE, RunSettings};
pub use yardstick::Yardstick;

impl Experiment {
    /// What has to be built before any row can be played; empty if something can be played now.
    #[must_use]
    pub fn missing(&self) -> Vec<Feature> {
        if self.rows.iter().any(|row| self.missing_for(row).is_empty()) {
            return Vec::new();
        }
        let mut missing: Vec<Feature> = self
            .rows
            .iter()
            .flat_map(|row| self.missing_for(row))
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// What has to be built before a row can be played.
    #[must_use]
    pub fn missing_for(&self, row: &Row) -> Vec<Feature> {
        let all = self.waits.iter().chain(&row.waits);
        all.copied().filter(|feature| !feature.is_there()).collect()
    }

    /// The match of a row: the row's player against its opponent, with the simulations and
    /// times of our own engine multiplied by `scale`. Relative paths start from `base`.
    ///
    /// # Errors
    /// When the row cannot be played, or its settings make no sense.
    pub fn plan(
        &self,
        row: &Row,
        settings: &RunSettings,
        base: &Path,
    ) -> Result<MatchConfig, LabError> {
        let missing = self.missing_for(row);
        if let Some(feature) = missing.first() {
            return Err(config(format!(
                "row {:?} waits for {}",
                row.name,
                feature.title()
            )));
        }
        if let Some(of) = &row.of {
            return Err(config(format!(
                "row {:?} follows from the games of {of} and is not played",
                row.name
            )));
        }
        if let Some(copied) = row.distribution_of.as_ref().filter(|_| !row.has_strategy()) {
            return Err(config(format!(
                "row {:?} copies the times of {copied}, which have to be measured first",
                row.name
            )));
        }
        let (Some(player), Some(opponent)) = (&self.player, &self.opponent) else {
            return Err(config("this experiment names no players"));
        };
        let tested = PlayerTable {
            name: Some(row.name.clone()),
            ..player.clone().overridden(row.player())
        };
        let opponent = match &row.opponent {
            Some(own) => opponent.clone().overridden(own.clone()),
            None => opponent.clone(),
        };
        let mut table = self.table.clone().overridden(row.table.clone());
        table.schedule = Some(ScheduleKind::Match);
        let file = MatchFile {
            table,
            sprt: None,
            defaults: self.defaults.clone(),
            player: vec![tested, opponent],
        };
        let mut planned = file.resolve(base)?;
        planned.games = settings
            .games
            .unwrap_or_else(|| row.games.or(self.games).unwrap_or(planned.games));
        planned.concurrency = settings.concurrency;
        if let Some(seed) = settings.seed {
            planned.seed = seed;
        }
        planned.scale(settings.scale)?;
        planned.check()?;
        Ok(planned)
    }
}
