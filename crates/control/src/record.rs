//! What a move leaves behind about its time.

use serde::{Deserialize, Serialize};

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// The time planned for it, with what rules had added, was over.
    Planned,
    /// A rule stopped it early.
    Stop,
    /// There was only one move.
    Forced,
    /// No more time could be taken without danger.
    Longest,
    /// By itself: the game was solved, a limit on simulations reached, or somebody interrupted.
    Search,
}

/// A rule acted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fired {
    /// Which one.
    pub rule: String,
    /// After how many seconds of the search.
    pub at: f64,
    /// When the search was to end from then on, in seconds from its beginning.
    pub until: f64,
}

/// The time of a move: all times in seconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TimeRecord {
    /// Moves made in the game before it, by both players.
    pub ply: u32,
    /// Stones on the board; 0 outside of Go.
    #[serde(default)]
    pub stones: u32,
    /// What the clock showed before: main time, or what was left of a period.
    pub left: f64,
    /// How many own moves the time was to last.
    pub moves_left: f64,
    /// What was planned.
    pub planned: f64,
    /// What was used.
    pub used: f64,
    /// Simulations made in it.
    pub simulations: u64,
    /// The rules that acted, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired: Vec<Fired>,
    /// Why it ended.
    pub ended: Ended,
    /// How long after it was to end it did: the lag of a busy machine.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub late: f64,
    /// What pondering had done for it, and was not planned again.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub pondered: f64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The form that serde calls.
fn is_nought(number: &f64) -> bool {
    *number == 0.0
}

impl TimeRecord {
    /// The share of the planned time that was not used; negative if more was.
    #[must_use]
    pub fn saved_share(&self) -> f64 {
        if self.planned > 0.0 {
            1.0 - self.used / self.planned
        } else {
            0.0
        }
    }
}
