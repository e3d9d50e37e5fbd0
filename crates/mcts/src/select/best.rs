//! Finding the best of several chunks.

use super::lanes::{LANES, Lanes};

/// The best move so far, by lane: its score and its number.
pub(super) struct Best<V> {
    scores: V,
    numbers: V,
    /// The moves of the next chunk.
    next: V,
    looked: usize,
}

impl<V: Lanes> Best<V> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            scores: V::splat(f32::NEG_INFINITY),
            numbers: V::splat(0.0),
            next: V::load(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]),
            looked: 0,
        }
    }

    /// Compares with the scores of the next chunk, as far as they are among the first `shown`
    /// moves of the row.
    #[inline(always)]
    pub(super) fn look(&mut self, scores: V, shown: usize) {
        self.looked += LANES;
        let scores = if self.looked > shown {
            V::splat(shown as f32).above(self.next, scores, V::splat(f32::NEG_INFINITY))
        } else {
            scores
        };
        self.numbers = scores.above(self.scores, self.next, self.numbers);
        self.scores = scores.at_least(self.scores);
        self.next = self.next.plus(V::splat(LANES as f32));
    }

    /// The first of the moves with the largest score, unless that is minus infinity.
    #[inline(always)]
    pub(super) fn index(&self) -> Option<usize> {
        let largest = self.scores.largest();
        if largest == f32::NEG_INFINITY {
            return None;
        }
        let lanes = self.scores.equal(largest);
        let first = lanes.trailing_zeros() as usize % LANES;
        let mut numbers = [0.0; LANES];
        self.numbers.store(&mut numbers);
        let mut number = numbers[first];
        if !lanes.is_power_of_two() {
            for (lane, &other) in numbers.iter().enumerate() {
                if lanes >> lane & 1 == 1 && other < number {
                    number = other;
                }
            }
        }
        Some(number as i32 as usize)
    }
}
