//! Counting a finished game.
//!
//! Both ways of counting start from the same picture: dead stones are taken off, and each
//! maximal empty region belongs to the colour that alone borders it. Under area scoring that,
//! with the stones, is the result. Under territory scoring only the regions count, plus the
//! prisoners taken during the game and the dead stones. Deliberately simple: points inside a
//! seki count like any others, which the Japanese rules would not allow.

use std::fmt;

use crate::board::Board;
use crate::layers::Layers;
use crate::point::{CELLS, Cell, Color, Point};

/// The result of a game in half points: positive when Black is ahead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(pub i32);

impl Score {
    /// Who won, if anybody.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self.0 {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        }
    }

    /// The margin in points, positive when Black is ahead.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

/// `B+3.5`, `W+0.5`, or `0` for a draw, as GTP and SGF write it.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(Color::Black) => write!(f, "B+{}", self.points()),
            Some(Color::White) => write!(f, "W+{}", -self.points()),
            None => f.write_str("0"),
        }
    }
}

/// Who owns what once the dead stones are off the board.
#[derive(Clone, Debug)]
pub struct Ownership {
    owners: [Option<Color>; CELLS],
}

impl Ownership {
    /// Owners of all points of `board`, taking the chains of the stones `dead` for dead.
    #[must_use]
    pub fn of<L: Layers>(board: &Board<L>, dead: &[Point]) -> Self {
        let mut cells: [Cell; CELLS] = [Cell::Border; CELLS];
        for point in board.size().points() {
            cells[point.index()] = board.cell(point);
        }
        for &stone in dead {
            for point in board.chain(stone) {
                cells[point.index()] = Cell::Empty;
            }
        }
        let mut owners = [None; CELLS];
        let mut seen = [false; CELLS];
        // On the stack: a search counts games that end inside its tree, and allocates nothing.
        let mut region = [Point::NONE; CELLS];
        for start in board.size().points() {
            if cells[start.index()] != Cell::Empty {
                owners[start.index()] = cells[start.index()].color();
            } else if !seen[start.index()] {
                region[0] = start;
                seen[start.index()] = true;
                let mut borders = [false; 2];
                let (mut next, mut length) = (0, 1);
                while next < length {
                    let point = region[next];
                    next += 1;
                    for q in board.size().neighbors(point) {
                        match cells[q.index()] {
                            Cell::Empty if !seen[q.index()] => {
                                seen[q.index()] = true;
                                region[length] = q;
                                length += 1;
                            }
                            Cell::Black => borders[0] = true,
                            Cell::White => borders[1] = true,
                            _ => {}
                        }
                    }
                }
                let owner = match borders {
                    [true, false] => Some(Color::Black),
                    [false, true] => Some(Color::White),
                    _ => None,
                };
                for point in &region[..length] {
                    owners[point.index()] = owner;
                }
            }
        }
        Self { owners }
    }

    /// Who owns a point.
    #[must_use]
    pub const fn owner(&self, point: Point) -> Option<Color> {
        self.owners[point.index()]
    }
}

/// Area of Black minus area of White, in points, komi left out.
#[must_use]
pub fn area<L: Layers>(board: &Board<L>, dead: &[Point]) -> i32 {
    let ownership = Ownership::of(board, dead);
    board
        .size()
        .points()
        .map(|point| sign(ownership.owner(point)))
        .sum()
}

/// Territory of Black minus territory of White, dead stones counted as prisoners, earlier
/// prisoners and komi left out.
#[must_use]
pub fn territory<L: Layers>(board: &Board<L>, dead: &[Point]) -> i32 {
    let ownership = Ownership::of(board, dead);
    let mut is_dead = [false; CELLS];
    for &stone in dead {
        for point in board.chain(stone) {
            is_dead[point.index()] = true;
        }
    }
    board
        .size()
        .points()
        .map(|point| match board.color(point) {
            None => sign(ownership.owner(point)),
            Some(color) if is_dead[point.index()] => {
                sign(ownership.owner(point)) + sign(Some(color.other()))
            }
            Some(_) => 0,
        })
        .sum()
}

/// Area at the end of a playout that stopped only at eyes, in one pass over the empty points.
///
/// Where every empty point has stones on all four sides, as when neither player could move
/// without filling an eye, this equals [`area`]; on other boards, such as after a playout cut
/// at its length limit, an empty point counts only if all its neighbours agree.
#[inline]
#[must_use]
pub fn settled_area<L: Layers>(board: &Board<L>) -> i32 {
    let stones = i32::from(board.stones(Color::Black)) - i32::from(board.stones(Color::White));
    board.empties().iter().fold(stones, |sum, &point| {
        sum + i32::from(board.is_surrounded_by(point, Color::Black))
            - i32::from(board.is_surrounded_by(point, Color::White))
    })
}

const fn sign(owner: Option<Color>) -> i32 {
    match owner {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    }
}
