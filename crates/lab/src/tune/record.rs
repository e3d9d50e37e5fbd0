//! The record of a tuning run: one JSON object per line, as for matches.

use serde::{Deserialize, Serialize};
use tewari_base::stats::Wdl;

use super::config::TuneConfig;

/// The version of the schema.
pub(super) const SCHEMA: u32 = 1;

/// A line of the record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Line {
    /// The first line: what is tuned.
    Header {
        schema: u32,
        digest: String,
        config: Box<TuneConfig>,
    },
    /// The program began to run.
    Session {
        started: String,
        version: String,
        commit: String,
        command: String,
    },
    /// A trial was finished.
    Trial(Trial),
}

/// A finished trial.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Trial {
    /// Its number, from 0.
    pub trial: u64,
    /// The point of the candidate, each number from 0 to 1.
    pub candidate: Vec<f64>,
    /// That of its opponent, if that is not the fixed one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Vec<f64>>,
    /// Games that the candidate won,
    pub wins: u64,
    /// drew
    pub draws: u64,
    /// and lost.
    pub losses: u64,
    /// Games without result.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub void: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Trial {
    /// Games with a result.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The candidate's games.
    #[must_use]
    pub const fn wdl(&self) -> Wdl {
        Wdl {
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
        }
    }

    /// The candidate's points per game; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.wdl().score())
    }
}
