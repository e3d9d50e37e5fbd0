//! Boards as ASCII text: read from diagrams that people type, drawn for people to look at.
//!
//! # What is read
//!
//! One line per row, the top row first; the number of rows is the size of the board.
//!
//! | text | meaning |
//! |---|---|
//! | `.` `+` `·` | an empty point |
//! | `X` `●` | a black stone |
//! | `O` `○` | a white stone |
//! | `a` to `z` | an empty point with that mark |
//! | `1` `3` `5` `7` `9` | a black stone with that mark |
//! | `0` `2` `4` `6` `8` | a white stone with that mark |
//!
//! Odd is black and even is white, as on the numbered stones of printed games. A mark may
//! stand on several points. Blanks, parentheses and empty lines are skipped, and so is a
//! frame of coordinates: a line of column letters, ranks beside the rows. So what [`draw`]
//! writes can be read back.
//!
//! ```
//! use tewari_go::diagram::{self, Diagram, Glyphs};
//! use tewari_go::{Board, Full};
//! let diagram: Diagram = "
//!     . a .
//!     . 1 O
//!     . X .
//! ".parse().unwrap();
//! let board: Board<Full> = diagram.board().unwrap();
//! let [a, one] = ['a', '1'].map(|mark| diagram.point(mark).unwrap());
//! assert_eq!(board.chain_len(one), 2);
//! let drawing = [
//!     "  A B C",
//!     "3 . . . 3",
//!     "2 .(X)O 2",
//!     "1 . X . 1",
//!     "  A B C",
//! ];
//! assert_eq!(diagram::draw(&board, &Glyphs::ASCII, Some(one)), drawing.join("\n"));
//! assert!(board.is_empty(a));
//! ```

use std::fmt::Write;
use std::str::FromStr;

use tewari_game::ParseError;

use crate::board::Board;
use crate::coord::column_letter;
use crate::handicap;
use crate::layers::Layers;
use crate::point::{Color, MAX_SIZE, MIN_SIZE, Point, Size};
use crate::symmetry::map_point;

/// A board read from text, with the marks on its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    size: Size,
    /// From rank 1 up, each rank from A on.
    stones: Vec<(Point, Color)>,
    /// In the same order.
    marks: Vec<(Point, char)>,
}

impl Diagram {
    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stones with their colours.
    #[must_use]
    pub fn stones(&self) -> &[(Point, Color)] {
        &self.stones
    }

    /// The marked points with their marks, empty or not.
    #[must_use]
    pub fn marks(&self) -> &[(Point, char)] {
        &self.marks
    }

    /// The points that bear this mark.
    pub fn points(&self, mark: char) -> impl Iterator<Item = Point> + '_ {
        self.marks
            .iter()
            .filter(move |&&(_, m)| m == mark)
            .map(|&(point, _)| point)
    }

    /// The one point that bears this mark; `None` if there is none or more than one.
    #[must_use]
    pub fn point(&self, mark: char) -> Option<Point> {
        let mut points = self.points(mark);
        points.next().filter(|_| points.next().is_none())
    }

    /// The board with these stones.
    ///
    /// # Errors
    /// When a chain has no liberty.
    pub fn board<L: Layers>(&self) -> Result<Board<L>, ParseError> {
        let color_at = |point| self.stones.iter().find(|s| s.0 == point).map(|s| s.1);
        Board::from_colors(self.size, color_at)
            .ok_or_else(|| ParseError::new("a chain of the diagram has no liberty"))
    }

    /// The diagram turned or mirrored by a [symmetry](crate::symmetry), with the colours of
    /// the stones exchanged if `swapped`. Marks go with their points.
    #[must_use]
    pub fn image(&self, symmetry: usize, swapped: bool) -> Self {
        let map = |point| map_point(self.size, symmetry, point);
        let paint = |color: Color| if swapped { color.other() } else { color };
        let mut stones: Vec<_> = self
            .stones
            .iter()
            .map(|&(p, c)| (map(p), paint(c)))
            .collect();
        let mut marks: Vec<_> = self.marks.iter().map(|&(p, mark)| (map(p), mark)).collect();
        stones.sort_unstable_by_key(|&(point, _)| point);
        marks.sort_unstable_by_key(|&(point, _)| point);
        Self {
            size: self.size,
            stones,
            marks,
        }
    }
}

impl FromStr for Diagram {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let lines = text.lines().map(str::trim);
        // Only a line of column letters can begin with A.
        let rows: Vec<&str> = lines
            .filter(|line| !line.is_empty() && !line.starts_with('A'))
            .collect();
        let size = u8::try_from(rows.len())
            .ok()
            .and_then(Size::new)
            .ok_or_else(|| {
                let n = rows.len();
                ParseError::new(format!("{n} rows: a board has {MIN_SIZE} to {MAX_SIZE}"))
            })?;
        let mut diagram = Self {
            size,
            stones: Vec::new(),
            marks: Vec::new(),
        };
        for (y, (i, row)) in (0u8..).zip(rows.iter().enumerate().rev()) {
            let cells = cells_of_row(row, y + 1, rows.len());
            if cells.len() != rows.len() {
                return Err(ParseError::new(format!(
                    "row {} has {} points instead of {}",
                    i + 1,
                    cells.len(),
                    rows.len()
                )));
            }
            for (x, &cell) in (0u8..).zip(&cells) {
                let point = size.point(x, y).unwrap_or(Point::NONE);
                let color = match cell {
                    '.' | '+' | '·' | 'a'..='z' => None,
                    'X' | '●' | '1' | '3' | '5' | '7' | '9' => Some(Color::Black),
                    'O' | '○' | '0' | '2' | '4' | '6' | '8' => Some(Color::White),
                    _ => {
                        return Err(ParseError::new(format!(
                            "row {}, column {}: {cell:?} is neither point, stone nor mark",
                            i + 1,
                            x + 1
                        )));
                    }
                };
                diagram.stones.extend(color.map(|color| (point, color)));
                if cell.is_ascii_lowercase() || cell.is_ascii_digit() {
                    diagram.marks.push((point, cell));
                }
            }
        }
        Ok(diagram)
    }
}

/// The characters of a row that stand for points. A rank at either end is taken off only
/// while there are too many of them, because a digit can also be a stone.
fn cells_of_row(row: &str, rank: u8, expected: usize) -> Vec<char> {
    let is_cell = |c: &char| !c.is_whitespace() && !matches!(c, '(' | ')');
    let mut cells: Vec<char> = row.chars().filter(is_cell).collect();
    let rank: Vec<char> = rank.to_string().chars().collect();
    if cells.len() > expected && cells.starts_with(&rank) {
        cells.drain(..rank.len());
    }
    if cells.len() > expected && cells.ends_with(&rank) {
        cells.truncate(cells.len() - rank.len());
    }
    cells
}

/// The characters a board is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyphs {
    /// A black stone.
    pub black: char,
    /// A white stone.
    pub white: char,
    /// An empty point.
    pub empty: char,
    /// An empty star point.
    pub star: char,
}

impl Glyphs {
    /// What every terminal can show.
    pub const ASCII: Self = Self {
        black: 'X',
        white: 'O',
        empty: '.',
        star: '+',
    };
    /// Round stones.
    pub const UNICODE: Self = Self {
        black: '●',
        white: '○',
        empty: '·',
        star: '+',
    };
}

/// Draws a board inside a frame of coordinates, the stone at `last` in parentheses. Lines end
/// without blanks, and the last one without a line break.
#[must_use]
pub fn draw<L: Layers>(board: &Board<L>, glyphs: &Glyphs, last: Option<Point>) -> String {
    let size = board.size();
    let n = size.get();
    let width = if n < 10 { 1 } else { 2 };
    let stars = handicap::fixed(size, handicap::max_fixed(size)).unwrap_or_default();
    let mut columns = " ".repeat(width);
    for x in 0..n {
        columns.extend([' ', column_letter(x)]);
    }
    let mut text = columns.clone();
    for y in (0..n).rev() {
        let rank = y + 1;
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{rank:width$}");
        let mut before = ' ';
        for point in (0..n).filter_map(|x| size.point(x, y)) {
            let is_last = last == Some(point);
            text.push(if is_last { '(' } else { before });
            text.push(match board.color(point) {
                Some(Color::Black) => glyphs.black,
                Some(Color::White) => glyphs.white,
                None if stars.contains(&point) => glyphs.star,
                None => glyphs.empty,
            });
            before = if is_last { ')' } else { ' ' };
        }
        let _ = write!(text, "{before}{rank}");
    }
    text.push('\n');
    text.push_str(&columns);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::Bare;
    use crate::symmetry;
    use tewari_base::Rng;

    fn random_board(n: u8, seed: u64) -> Board<Bare> {
        let size = Size::new(n).unwrap();
        let mut board = Board::new(size);
        let mut rng = Rng::new(seed);
        for _ in 0..size.points_count() {
            let color = Color::BOTH[rng.below(2) as usize];
            let point = board.empty_at(rng.below(board.empty_count()));
            if board.is_acceptable(color, point) {
                board.play(color, point);
            }
        }
        board
    }

    #[test]
    fn what_is_drawn_can_be_read_on_every_size() {
        for n in MIN_SIZE..=MAX_SIZE {
            let board = random_board(n, u64::from(n));
            let size = board.size();
            for glyphs in [Glyphs::ASCII, Glyphs::UNICODE] {
                for last in [None, size.point(0, 0), size.point(n - 1, n / 2)] {
                    let text = draw(&board, &glyphs, last);
                    assert!(
                        text.lines()
                            .all(|line| !line.is_empty() && line.trim_end() == line)
                    );
                    let read: Board<Bare> = text
                        .parse::<Diagram>()
                        .and_then(|diagram| diagram.board())
                        .unwrap();
                    assert_eq!(draw(&read, &glyphs, last), text);
                    assert!(
                        size.points().all(|p| read.color(p) == board.color(p)),
                        "{text}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_frame_of_coordinates_changes_nothing() {
        let plain: Diagram = "1 . a\n. 2 .\n. . 1".parse().unwrap();
        for framed in [
            "  A B C\n3 1 . a 3\n2 . 2 . 2\n1 . . 1 1\n  A B C",
            "A B C\n 3 1 . a\n 2 . 2 .\n 1 . . 1",
            "3 1.a 3\n\n2 (.)2. 2\n1 ..1 1\n",
        ] {
            assert_eq!(framed.parse(), Ok(plain.clone()), "{framed}");
        }
        let size = plain.size();
        assert_eq!(plain.point('a'), size.point(2, 2));
        assert_eq!(plain.point('1'), None);
        assert_eq!(plain.points('1').count(), 2);
        assert_eq!(plain.point('z'), None);
    }

    #[test]
    fn junk_is_refused_in_one_line_that_says_where() {
        for (junk, place) in [
            ("", "0 rows"),
            (".", "1 rows"),
            ("..\n.", "row 2 has 1 point"),
            ("...\n....\n...", "row 2 has 4 points"),
            ("...\n.Q.\n...", "row 2, column 2: 'Q'"),
            (".\u{7}\n..", "row 1, column 2"),
        ] {
            let error = junk.parse::<Diagram>().unwrap_err();
            assert!(
                error.0.contains(place) && !error.0.contains('\n'),
                "{error}"
            );
        }
        let full: Diagram = "XX\nXX".parse().unwrap();
        assert!(full.board::<Bare>().is_err());
    }

    #[test]
    fn images_keep_marks_on_their_points() {
        let diagram: Diagram = "X a .\n. 2 .\n. . b".parse().unwrap();
        for s in 0..symmetry::COUNT {
            for swapped in [false, true] {
                let image = diagram.image(s, swapped);
                for (point, mark) in diagram.marks() {
                    assert_eq!(
                        image.point(*mark),
                        Some(map_point(diagram.size(), s, *point))
                    );
                }
                let black = image
                    .stones()
                    .iter()
                    .filter(|stone| stone.1 == Color::Black)
                    .count();
                assert_eq!(black, 1);
                assert_eq!(image.stones()[0].1 == Color::White, {
                    let first = diagram.image(s, false).stones()[0].1;
                    (first == Color::White) != swapped
                });
            }
        }
        assert_eq!(diagram.image(0, false), diagram);
    }
}
