//! Eight moves at once.
//!
//! Selection is written once, over [`Lanes`]: eight `f32`, one for each move of a chunk. There
//! are two kinds, plain arrays for any processor and AVX2 registers. Operations are those of
//! single lanes, never fused and never approximate, so both kinds give the same bits.
//!
//! Left to the compiler, loops over arrays of eight become vectors in part only, with the
//! lanes taken apart again at each comparison; written out, a chunk takes a third of the
//! instructions.

use crate::prior::Prior;
use crate::sync::{AtomicU64, Ordering};

/// How many numbers a vector holds. Rows are worked on in chunks of so many moves; the columns
/// of an entry are padded to whole chunks with moves that do not exist, whose words are zero.
pub(crate) const LANES: usize = 8;

/// Eight numbers.
pub(crate) trait Lanes: Copy {
    /// Eight words of statistics as they were read.
    type Words: Copy;

    fn splat(number: f32) -> Self;
    fn load(from: &[f32; LANES]) -> Self;
    fn store(self, to: &mut [f32; LANES]);
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    fn root(self) -> Self;
    /// The larger of two; neither is NaN.
    fn at_least(self, other: Self) -> Self;
    /// `yes` where this is above `than`, else `no`.
    fn above(self, than: Self, yes: Self, no: Self) -> Self;

    /// The sum of all: of lanes four apart, then two apart, then of the two that are left.
    fn sum(self) -> f32;
    /// The largest; none is NaN.
    fn largest(self) -> f32;

    /// The first of the lanes with the largest number. The last three bits of a number do not
    /// count: there the number of the lane takes their place, so that one search for the largest
    /// finds both, in a third of the time. None is NaN.
    fn best(self) -> usize;

    /// Minus infinity in all lanes but the first `count`.
    fn first(self, count: usize) -> Self;

    /// The lanes that hold this number, bit i for lane i.
    fn equal(self, number: f32) -> u32;

    /// Reads a chunk of a column of words.
    fn read(words: &[AtomicU64; LANES]) -> Self::Words;
    /// 31 bits of each word above its lowest `SHIFT`, after adding `ROUND` to the word.
    fn bits<const SHIFT: i32, const ROUND: u64>(words: Self::Words) -> Self;
    /// The sum of what each word has above its lowest `SHIFT` bits, at least 33: below 2^30 each.
    fn total<const SHIFT: i32>(words: Self::Words) -> u64;
    /// A chunk of a column of 16 bits a move.
    fn shorts(words: [u64; LANES / 4]) -> Self;
    /// Visits and means of a chunk of priors.
    fn priors(words: [u64; LANES / 2]) -> (Self, Self);
}

/// A number as an integer with the same order, the last three bits taken by the lane so that
/// the first lane is the largest.
const fn ranked(number: f32, lane: usize) -> i32 {
    let bits = number.to_bits() as i32;
    // Negative numbers are stored as sign and size: all but the sign is turned round.
    let ordered = bits ^ ((bits >> 31) & i32::MAX);
    (ordered & !7) | (7 - lane as i32)
}

/// For any processor.
#[derive(Clone, Copy)]
pub(crate) struct Plain([f32; LANES]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl Lanes for Plain {
    type Words = [u64; LANES];

    #[inline(always)]
    fn splat(number: f32) -> Self {
        Self([number; LANES])
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        *to = self.0;
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }

    #[inline(always)]
    fn over(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }

    #[inline(always)]
    fn root(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }

    #[inline(always)]
    fn at_least(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn above(self, than: Self, yes: Self, no: Self) -> Self {
        let pick = |i: usize| {
            if self.0[i] > than.0[i] {
                yes.0[i]
            } else {
                no.0[i]
            }
        };
        Self(std::array::from_fn(pick))
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        let [a, b, c, d, e, f, g, h] = self.0;
        ((a + e) + (c + g)) + ((b + f) + (d + h))
    }

    #[inline(always)]
    fn largest(self) -> f32 {
        self.0
            .into_iter()
            .fold(f32::NEG_INFINITY, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn best(self) -> usize {
        let ranks = (0..LANES).map(|i| ranked(self.0[i], i));
        let best = ranks.fold(i32::MIN, |a, b| if a > b { a } else { b });
        7 - (best & 7) as usize
    }

    #[inline(always)]
    fn first(self, count: usize) -> Self {
        let lane = |i: usize| {
            if i < count {
                self.0[i]
            } else {
                f32::NEG_INFINITY
            }
        };
        Self(std::array::from_fn(lane))
    }

    #[inline(always)]
    fn equal(self, number: f32) -> u32 {
        let bit = |i: usize| u32::from(self.0[i] == number) << i;
        (0..LANES).fold(0, |lanes, i| lanes | bit(i))
    }

    #[inline(always)]
    fn read(words: &[AtomicU64; LANES]) -> Self::Words {
        words.each_ref().map(|word| word.load(Ordering::Relaxed))
    }

    #[inline(always)]
    fn bits<const SHIFT: i32, const ROUND: u64>(words: Self::Words) -> Self {
        let number = |word: u64| (word.wrapping_add(ROUND) >> SHIFT) as i32 & i32::MAX;
        Self(words.map(|word| number(word) as f32))
    }

    #[inline(always)]
    fn total<const SHIFT: i32>(words: Self::Words) -> u64 {
        words.iter().map(|word| word >> SHIFT).sum()
    }

    #[inline(always)]
    fn shorts(words: [u64; LANES / 4]) -> Self {
        let lane = |i: usize| f32::from((words[i / 4] >> (16 * (i % 4))) as u16);
        Self(std::array::from_fn(lane))
    }

    #[inline(always)]
    fn priors(words: [u64; LANES / 2]) -> (Self, Self) {
        let prior = |i: usize| Prior::unpack((words[i / 2] >> (32 * (i % 2))) as u32);
        let priors: [Prior; LANES] = std::array::from_fn(prior);
        (
            Self(priors.map(|prior| prior.visits)),
            Self(priors.map(|prior| prior.mean)),
        )
    }
}

#[cfg(all(target_arch = "x86_64", not(loom)))]
pub(crate) mod wide;

#[cfg(test)]
mod tests {
    use super::*;

    /// What each operation makes of the same numbers.
    fn results<V: Lanes>() -> Vec<[f32; LANES]> {
        let words: [AtomicU64; LANES] = std::array::from_fn(|i| {
            AtomicU64::new((i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        });
        let a = V::load(&[0.0, 1.0, 2.5, 7.0, 1e9, f32::INFINITY, 3.0, 0.1]);
        let b = V::load(&[1.0, 1.0, 2.0, 7.5, 3.0, 1.0, 3.0, 0.3]);
        let (yes, no) = (V::splat(1.0), V::splat(-1.0));
        let read = V::read(&words);
        let plain: [u64; LANES] = Plain::read(&words);
        let (visits, mean) = V::priors([plain[0], plain[1], plain[2], plain[3]]);
        [
            a.plus(b),
            a.minus(b),
            a.times(b),
            a.over(b),
            a.root(),
            V::splat(b.sum()),
            V::splat(a.largest()),
            V::splat(b.equal(3.0) as f32),
            a.at_least(b),
            a.above(b, yes, no),
            V::splat(a.best() as f32),
            V::splat(a.minus(b).best() as f32),
            V::splat(yes.minus(a).minus(yes).best() as f32),
            V::splat(no.best() as f32),
            V::splat(V::total::<34>(read) as f32),
            a.first(0),
            a.first(5),
            a.first(LANES),
            V::bits::<33, 0>(read),
            V::bits::<38, 0>(read),
            V::bits::<7, 64>(read),
            V::bits::<0, 0>(read),
            V::bits::<31, 0>(read),
            V::shorts([plain[5], plain[6]]),
            visits,
            mean,
        ]
        .map(|lanes| {
            let mut numbers = [0.0; LANES];
            lanes.store(&mut numbers);
            numbers
        })
        .to_vec()
    }

    #[cfg(all(target_arch = "x86_64", not(loom)))]
    #[test]
    fn vectors_give_the_same_bits_as_single_numbers() {
        #[target_feature(enable = "avx2")]
        fn wide_results() -> Vec<[f32; LANES]> {
            results::<wide::Wide>()
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            #[allow(unsafe_code)]
            // SAFETY: the processor was asked.
            let wide = unsafe { wide_results() };
            for (i, (wide, plain)) in wide.iter().zip(results::<Plain>()).enumerate() {
                assert_eq!(wide.map(f32::to_bits), plain.map(f32::to_bits), "{i}");
            }
        }
    }

    #[test]
    fn the_best_is_the_first_of_the_largest() {
        let best = |numbers: [f32; LANES]| Plain(numbers).best();
        assert_eq!(best([0.0, 1.0, 2.0, 7.0, 7.0, 3.0, 6.9, 7.0]), 3);
        assert_eq!(best([-3.0, -1.0, -2.0, -1.0, -9.0, -5.0, -7.0, -8.0]), 1);
        let no = f32::NEG_INFINITY;
        assert_eq!(best([no, f32::MIN, no, no, f32::MIN, no, no, no]), 1);
        assert_eq!(best([no; LANES]), 0);
        // Equal but for the last three bits.
        let near = f32::from_bits(1.5f32.to_bits() + 7);
        assert_eq!(best([0.0, 0.0, 1.5, near, 0.0, 0.0, 0.0, 0.0]), 2);
    }

    #[test]
    fn totals_need_more_than_32_bits() {
        let words = std::array::from_fn(|_| AtomicU64::new((1 << 30) << 33 | 12345));
        assert_eq!(Plain::total::<33>(Plain::read(&words)), 1 << 33);
    }

    #[test]
    fn numbers_are_taken_out_of_words() {
        let word = |visits: u64, half_wins: u64| AtomicU64::new(visits << 33 | half_wins);
        let words: [AtomicU64; LANES] = std::array::from_fn(|i| match i {
            0 => word(1, 2),
            1 => word(7, 3),
            2 => word(1 << 29, 1 << 30),
            _ => word(0, 0),
        });
        let read = Plain::read(&words);
        let (visits, half_wins) = (Plain::bits::<33, 0>(read), Plain::bits::<0, 0>(read));
        assert_eq!(visits.0[..4], [1.0, 7.0, (1u32 << 29) as f32, 0.0]);
        assert_eq!(half_wins.0[..4], [2.0, 3.0, (1u32 << 30) as f32, 0.0]);
    }
}
