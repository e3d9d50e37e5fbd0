//! Pairs of games: the same opening, colours swapped.

use std::ops::AddAssign;

use super::elo::{Estimate, Interval, elo_of, score_estimate};
use super::normal::Z95;
use super::wdl::{GameScore, normalized, superiority};

/// What a player got from the two games of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PairScore {
    /// Lost both.
    Zero,
    /// One loss, one draw.
    Half,
    /// One each, or two draws.
    One,
    /// One win, one draw.
    OneAndHalf,
    /// Won both.
    Two,
}

impl PairScore {
    /// All scores, from worst to best.
    pub const ALL: [Self; 5] = [
        Self::Zero,
        Self::Half,
        Self::One,
        Self::OneAndHalf,
        Self::Two,
    ];

    /// The score of two games.
    #[must_use]
    pub const fn of(a: GameScore, b: GameScore) -> Self {
        Self::ALL[a.half_points() + b.half_points()]
    }
}

/// How often each [`PairScore`] was reached; pairs count as independent.
///
/// ```
/// use tewari_base::stats::{GameScore, PairScore, Pairs};
/// let mut pairs = Pairs::default();
/// pairs.add(PairScore::of(GameScore::Win, GameScore::Draw));
/// pairs.add(PairScore::of(GameScore::Win, GameScore::Loss));
/// assert_eq!(pairs.0, [0, 0, 1, 1, 0]);
/// assert_eq!(pairs.score(), 0.625);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts one more pair.
    pub const fn add(&mut self, score: PairScore) {
        self.0[score as usize] += 1;
    }

    /// How many pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs as the opponent sees them.
    #[must_use]
    pub const fn other(&self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }

    /// Points per game, from 0 to 1; NaN without pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.sum(|x| x) / self.count() as f64
    }

    /// The variance of a pair's points per game.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.sum(|x| (x - mean) * (x - mean)) / self.count() as f64
    }

    /// The score with its 95% interval.
    #[must_use]
    pub fn interval(&self) -> Estimate {
        if self.count() == 0 {
            let interval = Interval {
                low: 0.0,
                high: 1.0,
            };
            return Estimate {
                value: f64::NAN,
                interval,
            };
        }
        score_estimate(self.score(), self.variance(), self.count() as f64, 2.0, Z95)
    }

    /// The Elo difference with its 95% interval.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        self.interval().map(elo_of)
    }

    /// As [`Wdl::normalized_elo`](super::Wdl::normalized_elo): the unit is still the standard
    /// deviation of one game, which is √2 times that of a pair's mean.
    #[must_use]
    pub fn normalized_elo(&self) -> Estimate {
        normalized(
            self.score(),
            2.0 * self.variance(),
            2.0 * self.count() as f64,
        )
    }

    /// The likelihood of superiority. Pairs that come out even say nothing about it.
    #[must_use]
    pub fn los(&self) -> f64 {
        superiority(self.sum(|x| x - 0.5), self.sum(|x| (x - 0.5) * (x - 0.5)))
    }

    /// The sum of `f` of the points per game over all pairs.
    fn sum(&self, f: impl Fn(f64) -> f64) -> f64 {
        self.0
            .iter()
            .zip(0u8..)
            .map(|(&n, quarters)| n as f64 * f(f64::from(quarters) / 4.0))
            .sum()
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, more: Self) {
        for (mine, more) in self.0.iter_mut().zip(more.0) {
            *mine += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Wdl;
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    /// The reference values of fastchess, app/tests/elo_test.cpp, whose middle class is split
    /// into one win each and two draws.
    #[test]
    fn elo_as_published() {
        for (pairs, nelo, nmargin, elo, margin) in [
            (Pairs([34, 54, 31 + 32, 64, 75]), 57.94, 28.28, 55.58, 27.65),
            (
                Pairs([332, 433, 457 + 41, 333, 334]),
                -9.17,
                10.96,
                -8.64,
                10.33,
            ),
            (
                Pairs([7895, 8757, 5485 + 200, 568, 9999]),
                -19.01,
                2.65,
                -21.04,
                2.95,
            ),
        ] {
            let normalised = pairs.normalized_elo();
            close(normalised.value, nelo, 0.005);
            close(normalised.margin(), nmargin, 0.005);
            close(pairs.elo().value, elo, 0.005);
            // fastchess has a normal interval here; Wilson's differs by O(1/n).
            close(pairs.elo().margin(), margin, 0.01 * margin);
        }
        close(Pairs([332, 433, 498, 333, 334]).los(), 0.0505, 0.001);
    }

    /// Pairs made of independent games give what the games give: with 25, 0, 50, 0, 25 pairs
    /// both variances are those of a fair coin.
    #[test]
    fn independent_games_make_no_difference() {
        let pairs = Pairs([25, 0, 50, 0, 25]).interval();
        let games = Wdl {
            wins: 100,
            draws: 0,
            losses: 100,
        }
        .interval();
        close(pairs.interval.low, games.interval.low, 1e-12);
        close(pairs.interval.high, games.interval.high, 1e-12);
    }

    /// An opening that decides the game makes the pairs come out even, and the interval
    /// narrower than the games alone would allow.
    #[test]
    fn even_pairs_narrow_the_interval() {
        let pairs = Pairs([5, 0, 90, 0, 5]).interval();
        let games = Wdl {
            wins: 100,
            draws: 0,
            losses: 100,
        }
        .interval();
        assert!(pairs.margin() < 0.5 * games.margin());
        // All even, ten pairs: d = 1/11, as wilson(1/2, 220).
        close(Pairs([0, 0, 10, 0, 0]).interval().margin(), 0.0655, 1e-4);
    }

    #[test]
    fn counting() {
        let mut pairs = Pairs::default();
        assert!(pairs.elo().value.is_nan());
        assert_eq!(pairs.los(), 0.5);
        for (a, b) in [
            (GameScore::Loss, GameScore::Loss),
            (GameScore::Loss, GameScore::Draw),
            (GameScore::Draw, GameScore::Draw),
            (GameScore::Win, GameScore::Draw),
            (GameScore::Win, GameScore::Win),
        ] {
            pairs.add(PairScore::of(a, b));
            assert_eq!(PairScore::of(a, b), PairScore::of(b, a));
        }
        assert_eq!(pairs, Pairs([1; 5]));
        assert_eq!(pairs.score(), 0.5);
        let mut more = Pairs([1, 0, 0, 0, 3]);
        assert_eq!(more.other(), Pairs([3, 0, 0, 0, 1]));
        more += pairs;
        assert_eq!(more.count(), 9);
    }
}
