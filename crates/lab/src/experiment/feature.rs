//! What an experiment can wait for.

use serde::{Deserialize, Serialize};

/// Something that an experiment needs. Those that are not [there](Self::is_there) keep their
/// experiments from being run; they are listed with what they wait for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Games on a clock, and players that divide their time.
    Clocks,
    /// Figures that no [yardstick](super::Yardstick) measures yet: speeds and weights.
    Measures,
    /// Weights of playouts and priors learned from games.
    Learning,
    /// Statistics of playouts about points of the board.
    Analysis,
    /// Several machines.
    Cluster,
    /// An opponent that is not to be had.
    Opponent,
    /// A collection of games of strong players.
    Records,
}

impl Feature {
    /// Whether it exists.
    #[must_use]
    pub const fn is_there(self) -> bool {
        matches!(self, Self::Clocks)
    }

    /// As people read it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Clocks => "clocks",
            Self::Measures => "figures of another kind",
            Self::Learning => "learned weights",
            Self::Analysis => "analysis of playouts",
            Self::Cluster => "several machines",
            Self::Opponent => "an opponent that is not to be had",
            Self::Records => "a collection of game records",
        }
    }
}
