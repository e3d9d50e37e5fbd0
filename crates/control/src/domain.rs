//! The games, as far as time management tells them apart.

use std::fmt;

/// A game and its board: what presets and tables are looked up by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Domain {
    /// Go on a board of this size.
    Go(u8),
    /// Connect-4 on 7×6.
    Connect4,
    /// Breakthrough on 6×6.
    Breakthrough,
    /// Othello on 8×8.
    Othello,
    /// Catch the Lion on 3×4.
    CatchTheLion,
}

impl Domain {
    /// Whether it is Go, to which stones and criticality belong.
    #[must_use]
    pub const fn is_go(self) -> bool {
        matches!(self, Self::Go(_))
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Go(size) => write!(f, "Go {size}x{size}"),
            Self::Connect4 => f.write_str("Connect-4"),
            Self::Breakthrough => f.write_str("Breakthrough"),
            Self::Othello => f.write_str("Othello"),
            Self::CatchTheLion => f.write_str("Catch the Lion"),
        }
    }
}
