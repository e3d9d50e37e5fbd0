//! The sequential probability ratio test: when to stop playing.
//!
//! Two hypotheses about the difference of strength, `elo0 < elo1`, are compared by the
//! logarithm of the ratio of their likelihoods (LLR). Once it leaves the interval
//! `[ln(β/(1−α)), ln((1−β)/α)]` (Wald 1945) the test ends; the lower hypothesis is rejected
//! wrongly with a probability of about α, the upper one with about β.
//!
//! The strength alone does not give the probabilities of win, draw and loss, let alone those of
//! five kinds of pairs. The *generalised* test takes for either hypothesis the most likely
//! distribution that agrees with it. With observed shares `p̂` of the results `a`:
//!
//! * **logistic** Elo fixes the mean: the maximum of `Σ p̂ ln p` under `Σ p·(a − s) = 0` is
//!   `p = p̂ / (1 + θ (a − s))`, where θ is the only root of `Σ p̂ (a − s) / (1 + θ (a − s))`
//!   between its outermost poles;
//! * **normalised** Elo fixes `t = (mean − ½) / σ`, a constraint that is not linear; it is
//!   replaced by its tangent at the last estimate, `a − ½ − tσ/2 · (1 + ((a − µ)/σ)²)` in the
//!   place of `a − s`, until the estimate stands still.
//!
//! Source: M. Van den Bergh, *Comments on normalized Elo* and *The generalised maximum
//! likelihood ratio for the expectation value of a distribution* (cantate.be/Fishtest). As
//! there, a result that was never seen counts as seen a thousandth of a time.

use super::NORMALIZED_SCALE;
use super::elo::{Interval, score_of};
use super::pairs::Pairs;
use super::wdl::Wdl;

/// In which unit the hypotheses are stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// Elo of the expected score.
    Logistic,
    /// Elo in units of the standard deviation of a game: how hard the difference is to see,
    /// whatever the share of draws.
    Normalized,
}

/// A test of two hypotheses.
///
/// ```
/// use tewari_base::stats::{EloModel, Pairs, Sprt, Verdict};
/// let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
/// let state = sprt.judge_pairs(&Pairs([2, 3, 20, 5, 3]));
/// assert_eq!(state.verdict, Verdict::Continue);
/// assert_eq!(sprt.judge_pairs(&Pairs([10, 10, 60, 30, 50])).verdict, Verdict::AcceptUpper);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The upper hypothesis.
    pub elo1: f64,
    /// How often the lower hypothesis may be rejected wrongly.
    pub alpha: f64,
    /// How often the upper hypothesis may be rejected wrongly.
    pub beta: f64,
    /// The unit of the hypotheses.
    pub model: EloModel,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing yet.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptLower,
    /// The difference is `elo1` rather than `elo0`.
    AcceptUpper,
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The logarithm of the ratio of likelihoods, positive in favour of `elo1`.
    pub llr: f64,
    /// Where it ends the test.
    pub bounds: Interval,
    /// What follows.
    pub verdict: Verdict,
}

impl Sprt {
    /// What is wrong with the numbers, in one line, if anything is.
    ///
    /// # Errors
    /// When the hypotheses or the error rates make no sense.
    pub fn check(&self) -> Result<(), String> {
        let rate = |x: f64| x > 0.0 && x < 1.0;
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(format!(
                "elo0 must be less than elo1, not {} and {}",
                self.elo0, self.elo1
            ));
        }
        if !(rate(self.alpha) && rate(self.beta) && self.alpha + self.beta < 1.0) {
            return Err(format!(
                "alpha and beta must lie between 0 and 1 and add up to less than 1, not {} and {}",
                self.alpha, self.beta
            ));
        }
        Ok(())
    }

    /// The values of the LLR at which the test ends.
    #[must_use]
    pub fn bounds(&self) -> Interval {
        Interval {
            low: libm::log(self.beta / (1.0 - self.alpha)),
            high: libm::log((1.0 - self.beta) / self.alpha),
        }
    }

    /// The test applied to independent games.
    #[must_use]
    pub fn judge_games(&self, games: &Wdl) -> SprtState {
        self.judge(&[games.losses, games.draws, games.wins], 1.0)
    }

    /// The test applied to independent pairs of games.
    #[must_use]
    pub fn judge_pairs(&self, pairs: &Pairs) -> SprtState {
        self.judge(&pairs.0, 2.0)
    }

    fn judge<const N: usize>(&self, counts: &[u64; N], games: f64) -> SprtState {
        let bounds = self.bounds();
        let llr = self.llr(counts, games);
        let verdict = match llr {
            llr if llr >= bounds.high => Verdict::AcceptUpper,
            llr if llr <= bounds.low => Verdict::AcceptLower,
            _ => Verdict::Continue,
        };
        SprtState {
            llr,
            bounds,
            verdict,
        }
    }

    /// The LLR of results that occurred so often, from worst to best, each made of so many
    /// games.
    fn llr<const N: usize>(&self, counts: &[u64; N], games: f64) -> f64 {
        const UNSEEN: f64 = 1e-3;
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = Distribution(counts.map(|count| count / total));
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => seen.with_mean(score_of(elo)),
            EloModel::Normalized => seen.with_t(elo / NORMALIZED_SCALE * libm::sqrt(games)),
        };
        let (lower, upper) = (likeliest(self.elo0), likeliest(self.elo1));
        let gain = |i: usize| seen.0[i] * (libm::log(upper.0[i]) - libm::log(lower.0[i]));
        total * (0..N).map(gain).sum::<f64>()
    }
}

/// Probabilities of results that are spread evenly from 0 to 1.
#[derive(Clone, Copy)]
struct Distribution<const N: usize>([f64; N]);

impl<const N: usize> Distribution<N> {
    fn result(i: usize) -> f64 {
        i as f64 / (N - 1) as f64
    }

    fn mean_and_variance(&self) -> (f64, f64) {
        let mean: f64 = (0..N).map(|i| self.0[i] * Self::result(i)).sum();
        let square = |i: usize| self.0[i] * (Self::result(i) - mean) * (Self::result(i) - mean);
        (mean, (0..N).map(square).sum())
    }

    /// The most likely distribution with this mean.
    fn with_mean(&self, mean: f64) -> Self {
        self.balanced(&std::array::from_fn(|i| Self::result(i) - mean))
    }

    /// The most likely distribution whose mean is `t` standard deviations above one half.
    fn with_t(&self, t: f64) -> Self {
        // Each step solves a linear problem exactly; a few dozen are plenty.
        const STEPS: usize = 60;
        const STILL: f64 = 1e-11;
        let mut estimate = Self([1.0 / N as f64; N]);
        for _ in 0..STEPS {
            let (mean, variance) = estimate.mean_and_variance();
            let sigma = libm::sqrt(variance);
            let next = self.balanced(&std::array::from_fn(|i| {
                let deviation = (Self::result(i) - mean) / sigma;
                Self::result(i) - 0.5 - t * sigma / 2.0 * (1.0 + deviation * deviation)
            }));
            let moved = (0..N)
                .map(|i| (next.0[i] - estimate.0[i]).abs())
                .fold(0.0, f64::max);
            estimate = next;
            if moved < STILL {
                break;
            }
        }
        estimate
    }

    /// The most likely distribution in which the `weights`, of both signs, average to 0.
    fn balanced(&self, weights: &[f64; N]) -> Self {
        let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
        let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return *self;
        }
        let balance = |theta: f64| -> f64 {
            (0..N)
                .map(|i| self.0[i] * weights[i] / (1.0 + theta * weights[i]))
                .sum()
        };
        // Falls from +∞ to -∞ between the poles; halving until no number lies between.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        loop {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                let theta = middle;
                return Self(std::array::from_fn(|i| {
                    self.0[i] / (1.0 + theta * weights[i])
                }));
            }
            if balance(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
    }
}

#[cfg(test)]
mod tests;
