//! A board game in the terms of GoGui: a square board of points, black and white.
//!
//! Points have the names that the game itself uses, so that a record reads the same on either
//! side: Othello's d3 is D3, although GoGui counts rows from the bottom and Othello from the
//! top; its board is seen from the other side of the table. Connect-4's board is made square by
//! a row on top in which nothing is ever legal.

use tewari_engine::{GameKind, Player, Table};

use crate::args::whole_number;

/// The columns as Go names them. None of the games is wide enough for the letter I to matter.
const COLUMNS: &[u8] = b"ABCDEFGH";

/// What moves and positions of a game are on GoGui's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ruler {
    /// A move is a point, or a pass.
    Othello,
    /// A move is the lowest empty point of a column.
    Connect4,
}

/// Points by `[row][column]` with row 0 at the bottom, and who has a piece there.
type Board = Vec<Vec<Option<Player>>>;

impl Ruler {
    /// The ruler for a game, if GoGui can show it.
    pub(crate) const fn of(kind: GameKind) -> Option<Self> {
        match kind {
            GameKind::Othello => Some(Self::Othello),
            GameKind::Connect4 => Some(Self::Connect4),
            GameKind::Go | GameKind::Breakthrough | GameKind::CatchTheLion => None,
        }
    }

    /// Rows and columns.
    pub(crate) const fn size(self) -> usize {
        match self {
            Self::Othello => 8,
            Self::Connect4 => 7,
        }
    }

    /// How many of the rows, from the bottom, the game itself has.
    pub(crate) const fn rows(self) -> usize {
        match self {
            Self::Othello => 8,
            Self::Connect4 => 6,
        }
    }

    /// Who has a piece where.
    pub(crate) fn board(self, table: &dyn Table) -> Board {
        let notation = table.notation();
        let pieces = notation.split(' ').next().unwrap_or_default();
        let size = self.size();
        let mut board = vec![vec![None; size]; size];
        match self {
            Self::Othello => {
                for (square, piece) in pieces.chars().enumerate() {
                    board[square / size][square % size] = owner(piece, ['X', 'O']);
                }
            }
            Self::Connect4 => {
                for (row, text) in pieces.split('/').rev().enumerate() {
                    let mut column = 0;
                    for piece in text.chars() {
                        if let Some(run) = piece.to_digit(10) {
                            column += run as usize;
                        } else {
                            board[row][column] = owner(piece, ['Y', 'R']);
                            column += 1;
                        }
                    }
                }
            }
        }
        board
    }

    /// A move of the game as a vertex.
    pub(crate) fn vertex(self, table: &dyn Table, mv: &str) -> String {
        match self {
            Self::Othello if mv == "pass" => mv.to_owned(),
            Self::Othello => mv.to_ascii_uppercase(),
            Self::Connect4 => {
                let column = mv.parse().unwrap_or(1) - 1;
                let row = rest(&self.board(table), column);
                format!("{}{}", COLUMNS[column] as char, row + 1)
            }
        }
    }

    /// The move of the game that a vertex means; `None` where it can mean none.
    pub(crate) fn parse(self, table: &dyn Table, vertex: &str) -> Option<String> {
        let vertex = vertex.to_ascii_uppercase();
        if vertex == "PASS" {
            return (self == Self::Othello).then(|| "pass".to_owned());
        }
        let (letter, row) = vertex.split_at_checked(1)?;
        let column = COLUMNS
            .iter()
            .position(|&known| letter.as_bytes() == [known]);
        let column = column.filter(|&column| column < self.size())?;
        let row = usize::try_from(whole_number(row)?).ok()?;
        if !(1..=self.size()).contains(&row) {
            return None;
        }
        match self {
            Self::Othello => Some(format!("{}{row}", letter.to_ascii_lowercase())),
            Self::Connect4 => {
                // Where a disc cannot come to rest there is no such move: no column 0.
                let rests = rest(&self.board(table), column) + 1 == row;
                Some(if rests { column + 1 } else { 0 }.to_string())
            }
        }
    }

    /// The score of a finished game as GTP writes it: by discs in Othello, by 1 elsewhere.
    pub(crate) fn score(self, table: &dyn Table) -> Option<String> {
        let Some(winner) = table.ending()?.winner else {
            return Some("0".to_owned());
        };
        let count = |player| {
            let board = self.board(table);
            let pieces = board.into_iter().flatten();
            pieces.filter(|&piece| piece == Some(player)).count()
        };
        let margin = match self {
            Self::Othello => count(winner).abs_diff(count(winner.other())),
            Self::Connect4 => 1,
        };
        let letter = match winner {
            Player::First => 'B',
            Player::Second => 'W',
        };
        Some(format!("{letter}+{margin}"))
    }
}

fn owner(piece: char, letters: [char; 2]) -> Option<Player> {
    let index = letters.iter().position(|&letter| letter == piece)?;
    Some(Player::BOTH[index])
}

/// The row in which the next disc of `column` comes to rest.
fn rest(board: &Board, column: usize) -> usize {
    board.iter().take_while(|row| row[column].is_some()).count()
}
