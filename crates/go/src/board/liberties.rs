//! Liberties of chains as they stand: whether there is one, another one, or more.

use super::Board;
use super::sums::Sums;
use crate::layers::Layers;
use crate::point::{Cell, Color, Point};

impl<L: Layers> Board<L> {
    /// The only liberty of the chain at `point`, if it has exactly one.
    #[inline(always)]
    #[must_use]
    pub fn atari(&self, point: Point) -> Option<Point> {
        self.sums[self.head(point).index()].single()
    }

    /// Whether `liberty` is the only liberty of the chain at `point`.
    #[inline(always)]
    #[must_use]
    pub fn only_liberty(&self, point: Point, liberty: Point) -> bool {
        self.sums[self.head(point).index()].only(liberty)
    }

    /// The other liberty of the chain at `stone` if it has exactly two and `liberty` is one
    /// of them. Asks the four neighbours of `liberty`, however long the chain is.
    #[inline]
    #[must_use]
    pub fn second_liberty(&self, stone: Point, liberty: Point) -> Option<Point> {
        let head = self.head(stone);
        let mut rest = self.sums[head.index()];
        for q in self.size.neighbors(liberty) {
            if self.head(q) == head {
                rest = rest.minus(Sums::of(liberty));
            }
        }
        rest.single()
    }

    /// Whether a stone of `color` at the empty `point` would surely end in a chain with two or
    /// more liberties: exact unless the move captures a chain of several stones, where some
    /// liberties are not counted. Asks the four neighbours, however long the chains are: the
    /// sums of the chains that would be joined, less what `point` adds to them, are those of
    /// the new chain.
    #[inline]
    #[must_use]
    pub fn keeps_two_liberties(&self, color: Color, point: Point) -> bool {
        if self.around[point.index()].empty() >= 2 {
            return true;
        }
        let mut sums = Sums::NONE;
        let mut joined = [Point::NONE; 4];
        for (i, q) in self.size.neighbors(point).into_iter().enumerate() {
            let cell = self.cell(q);
            if cell == Cell::Empty {
                sums = sums.plus(Sums::of(q));
            } else if cell == color.cell() {
                let head = self.head(q);
                sums = sums.minus(Sums::of(point));
                if !joined.contains(&head) {
                    joined[i] = head;
                    sums = sums.plus(self.sums[head.index()]);
                }
            } else if cell == color.other().cell() && self.only_liberty(q, point) {
                sums = sums.plus(Sums::of(q));
            }
        }
        sums.is_several()
    }

    /// Collects liberties of the chain at `point` until `found` is full; answers how many
    /// were found. A short slice makes the walk short.
    pub fn liberties(&self, point: Point, found: &mut [Point]) -> usize {
        let mut count = 0;
        // Every stone beside a liberty takes from what is left to be found.
        let mut left = self.sums[self.head(point).index()].count();
        for stone in self.chain(point) {
            let empty = self.around[stone.index()].empty();
            if empty == 0 {
                continue;
            }
            for q in self.size.neighbors(stone) {
                if self.is_empty(q) && !found[..count].contains(&q) {
                    if count == found.len() {
                        return count;
                    }
                    found[count] = q;
                    count += 1;
                    if count == found.len() {
                        return count;
                    }
                }
            }
            left -= u64::from(empty);
            if left == 0 {
                break;
            }
        }
        count
    }
}
