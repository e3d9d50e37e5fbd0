//! Sums over the pseudo-liberties of a chain, three in one word. The board's essay explains
//! what they are good for.

use crate::point::{CELLS, Point};

/// The word of pseudo-liberty sums for one chain, see the module's essay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sums(u64);

const COUNT_BITS: u32 = 11;
const SUM_BITS: u32 = 20;

impl Sums {
    pub(super) const NONE: Self = Self(0);

    const fn of_point(point: u64) -> Self {
        Self(1 | point << COUNT_BITS | (point * point) << (COUNT_BITS + SUM_BITS))
    }

    #[inline(always)]
    pub(super) fn of(point: Point) -> Self {
        static WORDS: [Sums; CELLS] = {
            let mut words = [Sums::NONE; CELLS];
            let mut p = 0;
            while p < CELLS {
                words[p] = Sums::of_point(p as u64);
                p += 1;
            }
            words
        };
        WORDS[point.index()]
    }

    #[inline(always)]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    #[inline(always)]
    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// How many pseudo-liberties there are.
    #[inline(always)]
    pub(super) const fn count(self) -> u64 {
        self.0 & ((1 << COUNT_BITS) - 1)
    }

    /// Whether every pseudo-liberty is `point`.
    #[inline(always)]
    pub(super) fn only(self, point: Point) -> bool {
        self.0 == Self::of(point).0.wrapping_mul(self.count())
    }

    /// Whether there are two or more different liberties.
    #[inline(always)]
    pub(super) const fn is_several(self) -> bool {
        let (n, sum, squares) = self.moments();
        n * squares != sum * sum
    }

    #[inline(always)]
    const fn moments(self) -> (u64, u64, u64) {
        let sum = self.0 >> COUNT_BITS & ((1 << SUM_BITS) - 1);
        let squares = self.0 >> (COUNT_BITS + SUM_BITS);
        (self.count(), sum, squares)
    }

    /// The single liberty, if there is exactly one.
    #[inline(always)]
    pub(super) fn single(self) -> Option<Point> {
        let (n, sum, squares) = self.moments();
        (n != 0 && n * squares == sum * sum)
            .then(|| Point::from_raw((sum as u32 / n as u32) as u16))
    }
}
