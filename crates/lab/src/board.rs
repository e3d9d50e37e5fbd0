//! Which game is played, on which board, by which rules.

use serde::{Deserialize, Serialize};
use tewari_engine::{Domain, GameKind, GoTable, Table};
use tewari_go::{Komi, MAX_SIZE, MIN_SIZE, Point, Position, Rules, Size, handicap};

use crate::odds::Odds;

/// The size of a Go board when none is given.
const DEFAULT_SIZE: u8 = 9;

/// A game with everything that its rules leave open.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "BoardText", into = "BoardText")]
pub enum Board {
    /// Go.
    Go {
        /// The size of the board.
        size: Size,
        /// The rules.
        rules: Rules,
        /// The points White is given.
        komi: Komi,
        /// The handicap stones Black is given.
        handicap: u8,
    },
    /// A game that is always played in one way.
    Other(GameKind),
}

/// A [`Board`] as files write it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardText {
    /// The name of the game.
    pub game: String,
    /// Size of Go's board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u8>,
    /// Points for White in Go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<f64>,
    /// Rules of Go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

impl TryFrom<BoardText> for Board {
    type Error = String;

    fn try_from(text: BoardText) -> Result<Self, String> {
        let kind = GameKind::named(&text.game).map_err(|error| error.0)?;
        if kind != GameKind::Go {
            let given = [
                ("size", text.size.is_some()),
                ("komi", text.komi.is_some()),
                ("rules", text.rules.is_some()),
            ];
            return match given.iter().find(|(_, given)| *given) {
                Some((key, _)) => Err(format!(
                    "{key} is for Go; {kind} is always played in one way"
                )),
                None => Ok(Self::Other(kind)),
            };
        }
        let size = Size::new(text.size.unwrap_or(DEFAULT_SIZE))
            .ok_or_else(|| format!("a board has a size from {MIN_SIZE} to {MAX_SIZE}"))?;
        let komi = text.komi.map_or(Ok(Komi::default()), Komi::from_points);
        let rules = text
            .rules
            .map_or(Ok(Rules::default()), |name| Rules::named(&name));
        Ok(Self::Go {
            size,
            rules: rules.map_err(|error| error.0)?,
            komi: komi.map_err(|error| error.0)?,
            handicap: 0,
        })
    }
}

impl From<Board> for BoardText {
    fn from(board: Board) -> Self {
        let game = board.kind().name().to_owned();
        match board {
            Board::Go {
                size, rules, komi, ..
            } => Self {
                game,
                size: Some(size.get()),
                komi: Some(komi.points()),
                rules: Some(rules.name().to_owned()),
            },
            Board::Other(_) => Self {
                game,
                ..Self::default()
            },
        }
    }
}

impl Board {
    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Go { .. } => GameKind::Go,
            Self::Other(kind) => *kind,
        }
    }

    /// The game and its size.
    #[must_use]
    pub fn domain(&self) -> Domain {
        self.table().domain()
    }

    /// A table with the first position.
    #[must_use]
    pub fn table(&self) -> Box<dyn Table> {
        match *self {
            Self::Go { .. } => Box::new(self.go_table()),
            // Any size will do: these games have one board.
            Self::Other(kind) => kind.table(Size::new(DEFAULT_SIZE).unwrap_or(SMALLEST)),
        }
    }

    /// The first position of Go, if that is the game.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match *self {
            Self::Go { .. } => Some(self.go_table().position),
            Self::Other(_) => None,
        }
    }

    /// The board of a game played with these handicap stones and this komi, if any are given.
    #[must_use]
    pub const fn with(self, odds: Option<Odds>) -> Self {
        match (self, odds) {
            (Self::Go { size, rules, .. }, Some(odds)) => Self::Go {
                size,
                rules,
                komi: odds.komi,
                handicap: odds.handicap,
            },
            _ => self,
        }
    }

    /// The points of the handicap stones.
    #[must_use]
    pub fn handicap_points(&self) -> Vec<Point> {
        match *self {
            Self::Go { size, handicap, .. } => {
                handicap::fixed(size, handicap.into()).unwrap_or_default()
            }
            Self::Other(_) => Vec::new(),
        }
    }

    /// A table of Go; the smallest one if this is another game.
    pub(crate) fn go_table(&self) -> GoTable {
        let Self::Go {
            size, rules, komi, ..
        } = *self
        else {
            return GoTable::new(SMALLEST, Rules::default(), Komi::default());
        };
        let mut table = GoTable::new(size, rules, komi);
        let stones = self.handicap_points();
        if !stones.is_empty() {
            // The traditional points are different ones, and the board is empty.
            let _ = table.position.place_handicap(&stones);
        }
        table
    }

    /// After how many moves a game is broken off unless somebody says otherwise. Go: three
    /// times the points of the board, more than any game needs that does not go in circles.
    /// The others end by themselves long before.
    #[must_use]
    pub fn default_move_limit(&self) -> u32 {
        match self {
            Self::Go { size, .. } => 3 * u32::from(size.get()) * u32::from(size.get()),
            Self::Other(_) => 1_000,
        }
    }

    /// What a person would call it: `Go 9x9, komi 7.5, chinese rules`.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Go {
                size, rules, komi, ..
            } => {
                let n = size.get();
                format!("Go {n}x{n}, komi {komi}, {} rules", rules.name())
            }
            Self::Other(kind) => kind.title().to_owned(),
        }
    }
}

const SMALLEST: Size = match Size::new(MIN_SIZE) {
    Some(size) => size,
    None => unreachable!(),
};

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Result<Board, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn boards_are_read_and_written() {
        let go = board(r#"{"game":"go","size":13,"komi":6.5,"rules":"Tromp-Taylor"}"#).unwrap();
        assert_eq!(go.title(), "Go 13x13, komi 6.5, tromp-taylor rules");
        assert_eq!(go.default_move_limit(), 507);
        assert_eq!(board(&serde_json::to_string(&go).unwrap()), Ok(go));
        let othello = board(r#"{"game":"othello"}"#).unwrap();
        assert_eq!(
            serde_json::to_string(&othello).unwrap(),
            r#"{"game":"othello"}"#
        );
        assert_eq!(othello.table().kind(), GameKind::Othello);
        assert!(othello.position().is_none());
    }

    #[test]
    fn wrong_boards_are_refused() {
        for (text, part) in [
            (r#"{"game":"othelo"}"#, "did you mean \"othello\""),
            (r#"{"game":"go","size":1}"#, "from 2 to 25"),
            (r#"{"game":"go","komi":6.3}"#, "multiple of 0.5"),
            (r#"{"game":"go","rules":"x"}"#, "unknown rules"),
            (r#"{"game":"lion","komi":0.5}"#, "komi is for Go"),
        ] {
            let error = board(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
