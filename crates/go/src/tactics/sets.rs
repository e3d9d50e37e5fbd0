//! Sets of points and of chains that live on the stack.

use std::ops::Deref;

use crate::board::Board;
use crate::layers::Layers;
use crate::point::{CELLS, Color, Point};

/// A set of points as 1024 bits. Making one costs a few vector stores, so functions that
/// must not count a point twice can afford a fresh one per call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointSet {
    words: [u64; CELLS / 64],
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self {
        words: [0; CELLS / 64],
    };

    /// Adds a point; answers whether it is new.
    #[inline(always)]
    pub const fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = (point.index() / 64, 1 << (point.index() % 64));
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Whether the point is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        self.words[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// How many points are in the set.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set has no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The points, rank 1 first, each rank from A on.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        (0u16..).zip(&self.words).flat_map(|(i, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as u16)?;
                left &= left - 1;
                Some(Point::from_raw(64 * i + bit))
            })
        })
    }
}

/// Up to four different chains, named by their heads: as many as can touch one point.
#[derive(Clone, Copy, Debug)]
pub struct Chains {
    heads: [Point; 4],
    count: u8,
}

impl Chains {
    pub(super) const NONE: Self = Self {
        heads: [Point::NONE; 4],
        count: 0,
    };

    /// Adds a chain around a point; answers whether it is new.
    #[inline(always)]
    pub(super) fn insert(&mut self, head: Point) -> bool {
        let is_new = !self.contains(&head);
        if is_new {
            self.heads[self.count as usize & 3] = head;
            self.count += 1;
        }
        is_new
    }

    /// The chains of `color` that touch a point.
    #[inline(always)]
    pub(super) fn around<L: Layers>(board: &Board<L>, color: Color, point: Point) -> Self {
        let mut chains = Self::NONE;
        for q in board.size().neighbors(point) {
            if board.cell(q) == color.cell() {
                chains.insert(board.head(q));
            }
        }
        chains
    }

    /// Keeps only the chains that are also in `others`.
    pub(super) fn keep_common(&mut self, others: &Self) {
        let mut kept = Self::NONE;
        for &head in self.iter().filter(|head| others.contains(head)) {
            kept.insert(head);
        }
        *self = kept;
    }
}

impl Deref for Chains {
    type Target = [Point];

    #[inline(always)]
    fn deref(&self) -> &[Point] {
        &self.heads[..self.count as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Size;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let size = Size::new(25).unwrap();
        let chosen: Vec<Point> = size.points().filter(|p| p.index() % 3 == 0).collect();
        let mut set = PointSet::EMPTY;
        assert!(set.is_empty());
        for &point in chosen.iter().rev() {
            assert!(set.insert(point));
            assert!(!set.insert(point));
        }
        assert_eq!(set.len() as usize, chosen.len());
        assert_eq!(set.iter().collect::<Vec<_>>(), chosen);
        assert!(
            size.points()
                .all(|p| set.contains(p) == chosen.contains(&p))
        );
    }
}
