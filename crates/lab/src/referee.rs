//! The one who says which moves are legal and who has won: our own rules, whoever plays.

use tewari_engine::{GoTable, Table, TableError};
use tewari_game::Player;
use tewari_go::{Color, Point, coord, sgf};

use crate::board::Board;

/// The board on which a game is really played.
pub(crate) enum Referee {
    Go(Box<GoTable>),
    Other(Box<dyn Table>),
}

/// What is wrong with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Misplay {
    /// It is no move at all.
    Garbage(String),
    /// It is a move, but not here.
    Illegal(String),
}

/// How a game came out by the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    /// Who won; `None` for a draw.
    pub(crate) winner: Option<Player>,
    /// The score, such as `B+3.5`, where the game has one.
    pub(crate) score: Option<String>,
}

impl Referee {
    pub(crate) fn new(board: &Board) -> Self {
        match *board {
            Board::Go { .. } => Self::Go(Box::new(board.go_table())),
            Board::Other(_) => Self::Other(board.table()),
        }
    }

    fn table(&self) -> &dyn Table {
        match self {
            Self::Go(table) => &**table,
            Self::Other(table) => &**table,
        }
    }

    fn table_mut(&mut self) -> &mut dyn Table {
        match self {
            Self::Go(table) => &mut **table,
            Self::Other(table) => &mut **table,
        }
    }

    /// Whose turn it is.
    pub(crate) fn to_move(&self) -> Player {
        self.table().to_move()
    }

    /// Whether the game has ended by the rules.
    pub(crate) fn is_over(&self) -> bool {
        self.table().ending().is_some()
    }

    /// Makes a move; answers how the game writes it.
    pub(crate) fn play(&mut self, text: &str) -> Result<String, Misplay> {
        self.table_mut().play(text).map_err(|error| match error {
            TableError::NotAMove(message) => Misplay::Garbage(message),
            other => Misplay::Illegal(other.to_string()),
        })
    }

    /// The result of a finished game, with these stones of Go taken off first.
    pub(crate) fn result(&self, dead: &[Point]) -> Verdict {
        match self {
            Self::Go(table) => {
                let score = table.position.score(dead);
                Verdict {
                    winner: score.winner().map(Color::player),
                    score: Some(score.to_string()),
                }
            }
            Self::Other(table) => {
                let winner = table.ending().and_then(|ending| ending.winner);
                Verdict {
                    winner,
                    score: None,
                }
            }
        }
    }

    /// The points of a list of stones, each chain in full; `None` if one is no stone.
    pub(crate) fn stones(&self, names: &[String]) -> Option<Vec<Point>> {
        let Self::Go(table) = self else { return None };
        let board = table.position.board();
        let mut points = Vec::new();
        for name in names {
            let point = coord::parse_point(board.size(), name).ok()?;
            board.color(point)?;
            points.extend(board.chain(point));
        }
        points.sort_by_key(|point| point.index());
        points.dedup();
        Some(points)
    }
}

/// Whether two scores, as programs write them, say the same; `None` if one says nothing.
pub(crate) fn same_score(a: &str, b: &str) -> Option<bool> {
    let read = |text: &str| match sgf::GameResult::parse(text)? {
        sgf::GameResult::Unknown | sgf::GameResult::Void => None,
        known => Some(known),
    };
    Some(read(a)? == read(b)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardText;
    use tewari_engine::GameKind;

    fn go(size: u8) -> Referee {
        let text = BoardText {
            game: "go".into(),
            size: Some(size),
            ..BoardText::default()
        };
        Referee::new(&Board::try_from(text).unwrap())
    }

    #[test]
    fn go_is_judged_by_our_rules() {
        let mut referee = go(5);
        assert_eq!(referee.to_move(), Player::First);
        assert_eq!(referee.play("c3").unwrap(), "C3");
        assert!(matches!(referee.play("C3"), Err(Misplay::Illegal(why)) if why.contains("stone")));
        assert!(matches!(referee.play("banana"), Err(Misplay::Garbage(_))));
        assert!(matches!(referee.play("Z9"), Err(Misplay::Garbage(_))));
        referee.play("A1").unwrap();
        referee.play("PASS").unwrap();
        referee.play("pass").unwrap();
        assert!(referee.is_over());
        assert!(matches!(referee.play("b2"), Err(Misplay::Illegal(_))));
        // As it stands nobody surrounds anything: one stone each, and komi.
        let standing = referee.result(&[]);
        assert_eq!(standing.winner, Some(Player::Second));
        assert_eq!(standing.score.as_deref(), Some("W+7.5"));
        let dead = referee.stones(&["A1".into()]).unwrap();
        assert_eq!(referee.result(&dead).score.as_deref(), Some("B+17.5"));
        assert_eq!(referee.stones(&["A2".into()]), None, "no stone there");
        assert_eq!(referee.stones(&["x".into()]), None);
    }

    #[test]
    fn other_games_have_no_score() {
        let mut referee = Referee::new(&Board::Other(GameKind::Connect4));
        for mv in ["a", "b", "a", "b", "a", "b"] {
            referee.play(mv).unwrap();
        }
        assert!(!referee.is_over());
        referee.play("a").unwrap();
        assert!(referee.is_over());
        assert_eq!(
            referee.result(&[]),
            Verdict {
                winner: Some(Player::First),
                score: None
            }
        );
    }

    #[test]
    fn scores_are_compared() {
        assert_eq!(same_score("B+3.5", "b+3.5"), Some(true));
        assert_eq!(same_score("W+1", "W+1.0"), Some(true));
        assert_eq!(same_score("W+1.0", "W+2.0"), Some(false));
        assert_eq!(same_score("0", "Draw"), Some(true));
        assert_eq!(same_score("B+1", "cannot score"), None);
    }
}
