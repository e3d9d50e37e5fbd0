//! The stones that a node puts on the board or takes off: `AB`, `AW`, `AE`.

use super::point::parse_rectangle;
use super::value::ValueRef;
use crate::board::Board;
use crate::layers::Layers;
use crate::point::{CELLS, Cell, Color, Point, Size};

/// Points that one node may name. Each of three lists may name each of 25 · 25 points twice,
/// by mistake, in 3750; a file that repeats `aa:yy` a million times is not meant to be played.
pub(super) const MAX_POINTS: usize = 4096;

/// Set-up of one node. Each point is listed once, in the order of first mention; what is
/// said last about it holds.
pub(super) struct Setup {
    stones: Vec<(Point, Option<Color>)>,
    /// Where a point is in `stones`, plus 1; 0 if it is not.
    place: [u16; CELLS],
    named: usize,
}

/// What is wrong with a value.
#[derive(Debug, PartialEq)]
pub(super) enum BadValue {
    /// It is no point and no rectangle of this board.
    NotOnBoard,
    /// The node names too many points.
    TooMany,
}

impl Setup {
    pub fn new() -> Self {
        Self {
            stones: Vec::new(),
            place: [0; CELLS],
            named: 0,
        }
    }

    /// Adds what one value names.
    pub fn add(
        &mut self,
        size: Size,
        value: ValueRef<'_>,
        color: Option<Color>,
    ) -> Result<(), BadValue> {
        let [(left, bottom), (right, top)] =
            parse_rectangle(size, value).ok_or(BadValue::NotOnBoard)?;
        self.named += usize::from(right - left + 1) * usize::from(top - bottom + 1);
        if self.named > MAX_POINTS {
            return Err(BadValue::TooMany);
        }
        // From the top, as a reader of the list would.
        for y in (bottom..=top).rev() {
            for point in (left..=right).filter_map(|x| size.point(x, y)) {
                self.put(point, color);
            }
        }
        Ok(())
    }

    fn put(&mut self, point: Point, color: Option<Color>) {
        match self.place[point.index()].checked_sub(1) {
            Some(place) => self.stones[usize::from(place)].1 = color,
            None => {
                self.stones.push((point, color));
                self.place[point.index()] = self.stones.len() as u16;
            }
        }
    }

    pub fn stones(&self) -> &[(Point, Option<Color>)] {
        &self.stones
    }

    /// The points, if all of them get a black stone.
    pub fn all_black(&self) -> Option<Vec<Point>> {
        let black = |&(point, color): &(Point, Option<Color>)| {
            (color == Some(Color::Black)).then_some(point)
        };
        self.stones.iter().map(black).collect()
    }

    /// Takes off every stone that would have no liberty on `board` with this set-up; answers
    /// how many.
    pub fn drop_breathless<L: Layers>(&mut self, board: &Board<L>) -> usize {
        let size = board.size();
        let mut cells = [Cell::Border; CELLS];
        for point in size.points() {
            cells[point.index()] = board.cell(point);
        }
        for &(point, color) in &self.stones {
            cells[point.index()] = color.map_or(Cell::Empty, Color::cell);
        }
        let mut seen = [false; CELLS];
        let mut dropped = 0;
        for start in size.points() {
            if cells[start.index()].color().is_none() || seen[start.index()] {
                continue;
            }
            let (chain, breathes) = walk_chain(size, &cells, &mut seen, start);
            if !breathes {
                dropped += chain.len();
                for point in chain {
                    self.put(point, None);
                }
            }
        }
        dropped
    }
}

/// The chain of the stone at `start`, and whether it has a liberty.
fn walk_chain(
    size: Size,
    cells: &[Cell; CELLS],
    seen: &mut [bool; CELLS],
    start: Point,
) -> (Vec<Point>, bool) {
    let mut chain = vec![start];
    let mut breathes = false;
    seen[start.index()] = true;
    let mut next = 0;
    while let Some(&point) = chain.get(next) {
        next += 1;
        for q in size.neighbors(point) {
            let cell = cells[q.index()];
            breathes |= cell == Cell::Empty;
            if cell == cells[start.index()] && !seen[q.index()] {
                seen[q.index()] = true;
                chain.push(q);
            }
        }
    }
    (chain, breathes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::Bare;

    fn add(setup: &mut Setup, text: &str, color: Option<Color>) -> Result<(), BadValue> {
        setup.add(Size::new(5).unwrap(), ValueRef::new(text), color)
    }

    #[test]
    fn the_last_word_about_a_point_holds() {
        let mut setup = Setup::new();
        add(&mut setup, "aa:bb", Some(Color::Black)).unwrap();
        add(&mut setup, "ba", Some(Color::White)).unwrap();
        add(&mut setup, "bb", None).unwrap();
        let colors: Vec<_> = setup.stones().iter().map(|&(_, color)| color).collect();
        assert_eq!(
            colors,
            [
                Some(Color::Black),
                Some(Color::White),
                Some(Color::Black),
                None
            ]
        );
        assert_eq!(setup.all_black(), None);
        assert_eq!(add(&mut setup, "zz", None), Err(BadValue::NotOnBoard));
    }

    #[test]
    fn repeated_rectangles_end_somewhere() {
        let mut setup = Setup::new();
        let most = MAX_POINTS / 25;
        assert!((0..most).all(|_| add(&mut setup, "aa:ee", None).is_ok()));
        assert_eq!(add(&mut setup, "aa:ee", None), Err(BadValue::TooMany));
        assert_eq!(setup.stones().len(), 25);
    }

    #[test]
    fn stones_without_liberty_are_dropped() {
        let mut setup = Setup::new();
        add(&mut setup, "aa:ee", Some(Color::Black)).unwrap();
        let size = Size::new(5).unwrap();
        assert_eq!(setup.drop_breathless(&Board::<Bare>::new(size)), 25);
        assert!(setup.stones().iter().all(|&(_, color)| color.is_none()));
    }
}
