//! The games by name.

use std::fmt;

use tewari_base::params::suggest;
use tewari_control::Domain;
use tewari_game::{Game, ParseError};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_go::{Komi, Rules, Size};

use crate::board_table::BoardTable;
use crate::go_table::GoTable;
use crate::table::Table;

/// A game that the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    /// Go, on boards from 2×2 to 25×25.
    Go,
    /// Connect-4 on 7×6.
    Connect4,
    /// Breakthrough on 6×6.
    Breakthrough,
    /// Othello on 8×8.
    Othello,
    /// Catch the Lion on 3×4.
    CatchTheLion,
}

impl GameKind {
    /// All games.
    pub const ALL: [Self; 5] = [
        Self::Go,
        Self::Connect4,
        Self::Breakthrough,
        Self::Othello,
        Self::CatchTheLion,
    ];

    /// The name used on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::Connect4 => Connect4.name(),
            Self::Breakthrough => Breakthrough.name(),
            Self::Othello => Othello.name(),
            Self::CatchTheLion => CatchTheLion.name(),
        }
    }

    /// The name as a title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Go => "Go",
            Self::Connect4 => "Connect-4",
            Self::Breakthrough => "Breakthrough",
            Self::Othello => "Othello",
            Self::CatchTheLion => "Catch the Lion",
        }
    }

    /// The game called `name`, in any letter case.
    ///
    /// # Errors
    /// When there is no such game; the message suggests or lists them.
    pub fn named(name: &str) -> Result<Self, ParseError> {
        let found = Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            let help = suggest(name, names).map_or_else(
                || format!("the games are {}", names.join(", ")),
                |near| format!("did you mean {near:?}?"),
            );
            ParseError::new(format!("unknown game {name:?}, {help}"))
        })
    }

    /// The game and its board; `size` matters to Go alone.
    #[must_use]
    pub const fn domain(self, size: Size) -> Domain {
        match self {
            Self::Go => Domain::Go(size.get()),
            Self::Connect4 => Domain::Connect4,
            Self::Breakthrough => Domain::Breakthrough,
            Self::Othello => Domain::Othello,
            Self::CatchTheLion => Domain::CatchTheLion,
        }
    }

    /// A table with the first position of the game; `size` matters to Go alone.
    #[must_use]
    pub fn table(self, size: Size) -> Box<dyn Table> {
        let domain = self.domain(size);
        match self {
            Self::Go => Box::new(GoTable::new(size, Rules::default(), Komi::default())),
            Self::Connect4 => Box::new(BoardTable::new(self, domain, Connect4)),
            Self::Breakthrough => Box::new(BoardTable::new(self, domain, Breakthrough)),
            Self::Othello => Box::new(BoardTable::new(self, domain, Othello)),
            Self::CatchTheLion => Box::new(BoardTable::new(self, domain, CatchTheLion)),
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_name() {
        for kind in GameKind::ALL {
            assert_eq!(GameKind::named(kind.name()), Ok(kind));
            assert_eq!(kind.table(Size::new(9).unwrap()).kind(), kind);
        }
        let error = GameKind::named("othelo").unwrap_err();
        assert_eq!(
            error.0,
            "unknown game \"othelo\", did you mean \"othello\"?"
        );
        assert!(
            GameKind::named("chess")
                .unwrap_err()
                .0
                .ends_with("othello, lion")
        );
    }
}
