//! Colours, points and the geometry of a board of a given size.
//!
//! A board of size `n` lives in a padded, row-major array: rows are `n + 1` cells apart and
//! each row is preceded by one border cell, which also closes the row before it. One border
//! row lies below and one above. On 3×3, with `#` for border and numbers for cells:
//!
//! ```text
//!    #16 #17 #18 #19 #20      the row above; one cell more, for the last corner's diagonal
//!    #12  13  14  15          rank 3
//!    # 8   9  10  11          rank 2
//!    # 4   5   6   7          rank 1: A1 is cell 5
//!    # 0 # 1 # 2 # 3          the row below
//! ```
//!
//! So the neighbours of a point are at `±1` and `±(n + 1)`, the diagonals at `±n` and
//! `±(n + 2)`, without any test for the edge. Cell 0 is always border, which frees its number
//! to mean *pass*.

use std::fmt;

use tewari_game::{Move, Player};

/// The largest board served.
pub const MAX_SIZE: u8 = 25;
/// The smallest board served.
pub const MIN_SIZE: u8 = 2;

/// Length of every array that is indexed by a point. The padded 25×25 board needs
/// 27 · 26 + 1 = 703 cells; a power of two above that lets an index be masked instead of
/// checked, see [`Point::index`].
pub const CELLS: usize = 1024;

/// The colour of a stone and of the player who owns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Black moves first.
    Black = 0,
    /// White moves second and receives komi.
    White = 1,
}

impl Color {
    /// Both colours, in order.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent's colour.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What a cell with a stone of this colour holds.
    #[inline(always)]
    #[must_use]
    pub const fn cell(self) -> Cell {
        match self {
            Self::Black => Cell::Black,
            Self::White => Cell::White,
        }
    }

    /// Black is the first player.
    #[inline(always)]
    #[must_use]
    pub const fn player(self) -> Player {
        match self {
            Self::Black => Player::First,
            Self::White => Player::Second,
        }
    }
}

impl From<Player> for Color {
    #[inline(always)]
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::Black,
            Player::Second => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// What a cell of the padded board holds. The values are the two bits of a 3×3 code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cell {
    /// A black stone.
    Black = 0,
    /// A white stone.
    White = 1,
    /// An empty point.
    Empty = 2,
    /// Outside of the board.
    Border = 3,
}

impl Cell {
    /// The colour of the stone here, if there is one.
    #[inline(always)]
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Border => None,
        }
    }
}

/// A cell of the padded board, usually a point on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// Cell 0: never on the board. It stands for "none".
    pub const NONE: Self = Self(0);

    #[inline(always)]
    pub(crate) const fn from_raw(raw: u16) -> Self {
        Self(raw)
    }

    /// The cell's number as an index into arrays of [`CELLS`] elements.
    ///
    /// The mask changes nothing, because all cells lie below 703; it lets the compiler see
    /// that the index is in range, which costs one instruction instead of a checked branch
    /// and spares the board any `unsafe`.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize & (CELLS - 1)
    }

    /// The move that plays here. [`Point::NONE`] becomes a pass.
    #[inline(always)]
    #[must_use]
    pub const fn to_move(self) -> Move {
        Move(self.0)
    }
}

/// The move that plays nowhere.
pub const PASS: Move = Move(0);

/// The size of a board, from 2 to 25, and with it where everything lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size(u8);

impl Size {
    /// The size `n`, if boards of that size are served.
    #[must_use]
    pub const fn new(n: u8) -> Option<Self> {
        if n >= MIN_SIZE && n <= MAX_SIZE {
            Some(Self(n))
        } else {
            None
        }
    }

    /// Points per line.
    #[inline(always)]
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Points on the board.
    #[must_use]
    pub const fn points_count(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Cells from one row to the next.
    #[inline(always)]
    #[must_use]
    pub const fn stride(self) -> u16 {
        self.0 as u16 + 1
    }

    /// Cells of the padded board, border included. All points lie below.
    #[inline(always)]
    #[must_use]
    pub const fn cells(self) -> usize {
        (self.0 as usize + 2) * (self.0 as usize + 1) + 1
    }

    /// The point in column `x` (0 is A) and row `y` (0 is rank 1), if it is on the board.
    #[must_use]
    pub const fn point(self, x: u8, y: u8) -> Option<Point> {
        if x < self.0 && y < self.0 {
            Some(Point((y as u16 + 1) * self.stride() + x as u16 + 1))
        } else {
            None
        }
    }

    /// Column and row of a point of this board, both from 0.
    #[must_use]
    pub const fn xy(self, point: Point) -> (u8, u8) {
        let stride = self.stride();
        ((point.0 % stride) as u8 - 1, (point.0 / stride) as u8 - 1)
    }

    /// Whether the cell is a point on this board.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        let stride = self.stride();
        let (column, row) = (point.0 % stride, point.0 / stride);
        column >= 1 && row >= 1 && row <= self.0 as u16
    }

    /// The point a move plays on: `None` for a pass and for numbers that are no move here.
    #[must_use]
    pub const fn point_of(self, mv: Move) -> Option<Point> {
        let point = Point(mv.0);
        if self.contains(point) {
            Some(point)
        } else {
            None
        }
    }

    /// All points, rank 1 first, each rank from A on.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let n = self.0;
        (0..n).flat_map(move |y| {
            (0..n).map(move |x| Point((u16::from(y) + 1) * (u16::from(n) + 1) + u16::from(x) + 1))
        })
    }

    /// The four orthogonal neighbours of a point; some may be border.
    #[inline(always)]
    #[must_use]
    pub const fn neighbors(self, point: Point) -> [Point; 4] {
        let (p, stride) = (point.0, self.stride());
        [
            Point(p.wrapping_sub(stride)),
            Point(p.wrapping_sub(1)),
            Point(p.wrapping_add(1)),
            Point(p.wrapping_add(stride)),
        ]
    }

    /// The four diagonal neighbours of a point; some may be border.
    #[inline(always)]
    #[must_use]
    pub const fn diagonals(self, point: Point) -> [Point; 4] {
        let (p, stride) = (point.0, self.stride());
        [
            Point(p.wrapping_sub(stride + 1)),
            Point(p.wrapping_sub(stride - 1)),
            Point(p.wrapping_add(stride - 1)),
            Point(p.wrapping_add(stride + 1)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_the_range_are_refused() {
        assert_eq!(Size::new(1), None);
        assert_eq!(Size::new(26), None);
        assert!(Size::new(2).is_some() && Size::new(25).is_some());
    }

    #[test]
    fn every_point_and_its_surroundings_fit_the_arrays() {
        for n in MIN_SIZE..=MAX_SIZE {
            let size = Size::new(n).unwrap();
            assert!(size.cells() <= 703);
            let points: Vec<Point> = size.points().collect();
            assert_eq!(points.len(), size.points_count());
            for &p in &points {
                let (x, y) = size.xy(p);
                assert_eq!(size.point(x, y), Some(p));
                assert!(size.contains(p));
                for q in size.neighbors(p).into_iter().chain(size.diagonals(p)) {
                    assert!(q.index() < size.cells());
                    let (dx, dy) = if size.contains(q) {
                        size.xy(q)
                    } else {
                        continue;
                    };
                    assert!(dx.abs_diff(x) <= 1 && dy.abs_diff(y) <= 1 && p != q);
                }
            }
            let on_board = (0..CELLS as u16)
                .filter(|&c| size.contains(Point(c)))
                .count();
            assert_eq!(on_board, size.points_count());
        }
    }
}
