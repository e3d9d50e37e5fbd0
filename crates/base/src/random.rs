//! Every random bit of the project comes from here, and from a seed somebody passed in.
//!
//! A *stream* is named by numbers: the user's seed, then whatever tells this use of
//! randomness from every other one, usually the search and the simulation index. Streams
//! do not depend on the thread that happens to run the simulation, so the same names give
//! the same bits on every machine and under every schedule.
//!
//! The generator is the one known as *wyrand*: a Weyl sequence `s += P` whose terms are
//! scrambled by folding the 128-bit product of `s` and `s ^ Q`. Its state is a single word,
//! which is what makes a fresh stream per simulation free. All streams walk the same cycle
//! of 2^64 states from different places, so two of them could in principle overlap; for a
//! search of 10^9 simulations of 10^3 draws the expected number of overlapping pairs is
//! about 10^9 · 10^9 · 10^3 / 2^64 ≈ 54, each a playout that shares part of its draws with an
//! unrelated one: harmless for Monte Carlo, not for cryptography.

/// Odd constant of the Weyl sequence.
const STEP: u64 = 0xa076_1d64_78bd_642f;
/// Second constant of the scrambler.
const FOLD: u64 = 0xe703_7ed1_a0b4_28db;

/// A seeded random stream.
///
/// ```
/// use tewari_base::Rng;
/// let mut a = Rng::stream(7, &[1, 2]);
/// let mut b = Rng::stream(7, &[1, 2]);
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert_ne!(Rng::stream(7, &[1, 3]).next_u64(), Rng::stream(7, &[1, 2]).next_u64());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream that belongs to `seed` alone.
    #[inline]
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: mix(seed) }
    }

    /// The stream called `labels` among all streams of `seed`.
    #[inline]
    #[must_use]
    pub fn stream(seed: u64, labels: &[u64]) -> Self {
        let state = labels.iter().fold(mix(seed), |state, &label| {
            mix(state ^ mix(label.wrapping_add(STEP)))
        });
        Self { state }
    }

    /// 64 uniform bits.
    #[inline(always)]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        fold(self.state, self.state ^ FOLD)
    }

    /// A number below `n`, by multiplication and shift.
    ///
    /// Only 32 random bits are spent, so the probabilities differ from `1/n` by at most
    /// `2^-32`: for the few hundred moves of a board game that is far below what any number
    /// of playouts could notice. `n = 0` gives 0.
    #[inline(always)]
    pub const fn below(&mut self, n: u32) -> u32 {
        (((self.next_u64() >> 32) * n as u64) >> 32) as u32
    }

    /// A uniform number in `[0, 1)` with 53 random bits.
    #[inline]
    pub const fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Puts `items` into a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

/// Scrambles one word: a bijection that turns counters into unrelated words.
///
/// This is the finaliser of SplitMix64; it serves for seeding and for Zobrist tables.
#[inline]
#[must_use]
pub const fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of `N` unrelated words for Zobrist hashing, named by `label`, made at compile time.
#[must_use]
pub const fn zobrist<const N: usize>(label: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = mix(mix(label) ^ (i as u64 + 1));
        i += 1;
    }
    table
}

#[inline(always)]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games are repeatable across versions only while these words stay what they are.
    #[test]
    fn values_are_stable() {
        let mut rng = Rng::new(1);
        let first: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(first, STABLE);
    }

    const STABLE: [u64; 3] = [
        0x987e_7e31_fc95_735b,
        0x8291_b762_cc3c_274c,
        0x0d99_2eb3_3f73_987e,
    ];

    #[test]
    fn below_is_uniform_enough() {
        let mut rng = Rng::new(42);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Chi-square with 6 degrees of freedom: 22.46 is the 0.1% point.
        let chi: f64 = counts
            .iter()
            .map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        assert!(chi < 22.46, "{counts:?} has chi-square {chi}");
    }

    #[test]
    fn unit_stays_below_one_and_centres() {
        let mut rng = Rng::new(3);
        let draws: Vec<f64> = (0..10_000).map(|_| rng.unit()).collect();
        assert!(draws.iter().all(|u| (0.0..1.0).contains(u)));
        let mean = draws.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.015, "mean {mean}");
    }

    #[test]
    fn neighbouring_labels_give_unrelated_streams() {
        let firsts: std::collections::HashSet<u64> = (0..10_000)
            .map(|i| Rng::stream(0, &[0, i]).next_u64())
            .collect();
        assert_eq!(firsts.len(), 10_000);
        assert_ne!(Rng::stream(0, &[1, 0]), Rng::stream(0, &[0, 1]));
    }

    #[test]
    fn shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..50).collect();
        Rng::new(5).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn zobrist_tables_do_not_repeat() {
        let a = zobrist::<512>(1);
        let b = zobrist::<512>(2);
        let all: std::collections::HashSet<u64> = a.into_iter().chain(b).collect();
        assert_eq!(all.len(), 1024);
    }
}
