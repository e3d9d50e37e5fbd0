//! The strengths of many players from the games among them.
//!
//! Bradley and Terry (1952), and Zermelo (1929) before them: player `i` beats player `j` with
//! probability `1 / (1 + exp(βj − βi))`; an Elo rating is `β · 400 / ln 10`. A draw counts as
//! half a win and half a loss. The likelihood is concave; Newton's method finds its maximum,
//! halving a step that overshoots.
//!
//! *Prior.* A player who lost everything has no finite rating. As BayesElo does it, each
//! player is given a number of virtual draws, shared evenly among those it met; 0 gives the
//! plain maximum-likelihood fit.
//!
//! *Covariance.* The inverse of the information matrix, where either one player is held fixed
//! or the mean of all. Deliberately simple: games count as independent and draws as carrying
//! the variance of decided games, so intervals are too wide where there are many draws or
//! where paired openings decide games. [`Pairs`](super::Pairs) is sharper for two players.

use std::fmt;

use super::ELO_SCALE;
use super::elo::{Estimate, Interval};
use super::matrix::Matrix;
use super::normal::{Z95, normal_cdf};
use super::wdl::Wdl;

/// What is held fixed: only differences of ratings mean something.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Anchor {
    /// The mean of all ratings has this value.
    Mean(f64),
    /// This player has this rating.
    Player(usize, f64),
}

/// Why there are no ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitError {
    /// No chain of games joins these two players.
    Unconnected(usize, usize),
    /// The first player never got anything from those the other one belongs to, so that the
    /// difference is infinite; a prior would make it finite.
    Unbounded(usize, usize),
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unconnected(a, b) => {
                write!(f, "no games join the players {} and {}", a + 1, b + 1)
            }
            Self::Unbounded(a, b) => write!(
                f,
                "player {} scored nothing against player {} and its peers: without a prior the \
                 difference is infinite",
                a + 1,
                b + 1
            ),
        }
    }
}

impl std::error::Error for FitError {}

/// The rating of one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo with its 95% interval, relative to the [`Anchor`].
    pub elo: Estimate,
}

/// A fit to the games among players numbered from 0.
///
/// ```
/// use tewari_base::stats::{Anchor, BradleyTerry, Wdl};
/// let games = |wins, losses| Wdl { wins, draws: 0, losses };
/// let results = [(0, 1, games(30, 10)), (1, 2, games(30, 10)), (0, 2, games(36, 4))];
/// let fit = BradleyTerry::fit(3, &results, 0.0, Anchor::Player(2, 0.0)).unwrap();
/// // A chain of two 3:1 steps is 9:1, and the third result says the same.
/// assert!((fit.rating(0).elo.value - 2.0 * 190.848).abs() < 0.01);
/// assert!(fit.superiority(0, 1) > 0.99);
/// ```
#[derive(Clone, Debug)]
pub struct BradleyTerry {
    strengths: Vec<f64>,
    /// Covariance of the strengths as anchored.
    covariance: Matrix,
    shift: f64,
}

impl BradleyTerry {
    /// Fits the strengths of `players` players to results `(i, j, games as i sees them)`; the
    /// same two may occur repeatedly. `prior` is the number of virtual draws per player.
    ///
    /// # Errors
    /// When the games do not determine the ratings.
    ///
    /// # Panics
    /// When a result or the anchor names a player that does not exist.
    pub fn fit(
        players: usize,
        results: &[(usize, usize, Wdl)],
        prior: f64,
        anchor: Anchor,
    ) -> Result<Self, FitError> {
        let mut wins = Matrix::zero(players);
        for &(i, j, games) in results.iter().filter(|&&(i, j, _)| i != j) {
            *wins.at_mut(i, j) += games.points();
            *wins.at_mut(j, i) += games.other().points();
        }
        add_prior(&mut wins, players, prior);
        check_connected(&wins, players)?;
        let model = Model { players, wins };
        let strengths = model.maximum();
        let covariance = model.covariance(&strengths, anchor);
        let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
        let shift = match anchor {
            Anchor::Mean(elo) => elo - mean * ELO_SCALE,
            Anchor::Player(player, elo) => elo - strengths[player] * ELO_SCALE,
        };
        Ok(Self {
            strengths,
            covariance,
            shift,
        })
    }

    /// The rating of a player.
    #[must_use]
    pub fn rating(&self, player: usize) -> Rating {
        let value = self.strengths[player] * ELO_SCALE + self.shift;
        Rating {
            elo: estimate(value, self.covariance.at(player, player)),
        }
    }

    /// By how much the first player is stronger, with the interval of the difference, which is
    /// narrower than those of the ratings suggest.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> Estimate {
        let value = (self.strengths[a] - self.strengths[b]) * ELO_SCALE;
        estimate(value, self.difference_variance(a, b))
    }

    /// The probability that the first player is the stronger one.
    #[must_use]
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let deviation = libm::sqrt(self.difference_variance(a, b));
        let difference = self.strengths[a] - self.strengths[b];
        if deviation > 0.0 {
            normal_cdf(difference / deviation)
        } else {
            0.5
        }
    }

    fn difference_variance(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        (c.at(a, a) + c.at(b, b) - c.at(a, b) - c.at(b, a)).max(0.0)
    }
}

/// An Elo value whose natural strength has this variance.
fn estimate(value: f64, variance: f64) -> Estimate {
    let margin = Z95 * libm::sqrt(variance.max(0.0)) * ELO_SCALE;
    Estimate {
        value,
        interval: Interval {
            low: value - margin,
            high: value + margin,
        },
    }
}

fn add_prior(wins: &mut Matrix, players: usize, prior: f64) {
    let met: Vec<Vec<usize>> = (0..players)
        .map(|i| {
            (0..players)
                .filter(|&j| wins.at(i, j) + wins.at(j, i) > 0.0)
                .collect()
        })
        .collect();
    for (i, others) in met.iter().enumerate() {
        for &j in others {
            let half = prior / others.len() as f64 / 2.0;
            *wins.at_mut(i, j) += half;
            *wins.at_mut(j, i) += half;
        }
    }
}

/// Ratings are finite when everybody is reached from everybody else by steps from a player to
/// one it took points from (Ford 1957).
fn check_connected(wins: &Matrix, players: usize) -> Result<(), FitError> {
    let reached = |step: &dyn Fn(usize, usize) -> bool| {
        let mut seen = vec![false; players];
        let mut queue = vec![0];
        if let Some(first) = seen.first_mut() {
            *first = true;
        }
        while let Some(i) = queue.pop() {
            for j in (0..players).filter(|&j| step(i, j)) {
                if !std::mem::replace(&mut seen[j], true) {
                    queue.push(j);
                }
            }
        }
        seen.iter().position(|&seen| !seen)
    };
    if let Some(lone) = reached(&|i, j| i < players && wins.at(i, j) + wins.at(j, i) > 0.0) {
        return Err(FitError::Unconnected(0, lone));
    }
    if let Some(out) = reached(&|i, j| wins.at(i, j) > 0.0) {
        return Err(FitError::Unbounded(0, out));
    }
    match reached(&|i, j| wins.at(j, i) > 0.0) {
        Some(out) => Err(FitError::Unbounded(out, 0)),
        None => Ok(()),
    }
}

struct Model {
    players: usize,
    /// Points of `i` against `j`.
    wins: Matrix,
}

impl Model {
    fn win_probability(strengths: &[f64], i: usize, j: usize) -> f64 {
        1.0 / (1.0 + libm::exp(strengths[j] - strengths[i]))
    }

    fn likelihood(&self, strengths: &[f64]) -> f64 {
        let pairs = (0..self.players).flat_map(|i| (0..self.players).map(move |j| (i, j)));
        pairs
            .filter(|&(i, j)| self.wins.at(i, j) > 0.0)
            .map(|(i, j)| -self.wins.at(i, j) * libm::log1p(libm::exp(strengths[j] - strengths[i])))
            .sum()
    }

    /// How the likelihood grows with each strength.
    fn gradient(&self, strengths: &[f64]) -> Vec<f64> {
        let of = |i: usize| {
            let surplus = |j: usize| {
                let games = self.wins.at(i, j) + self.wins.at(j, i);
                self.wins.at(i, j) - games * Self::win_probability(strengths, i, j)
            };
            (0..self.players).filter(|&j| j != i).map(surplus).sum()
        };
        (0..self.players).map(of).collect()
    }

    /// The information matrix; adding a constant to all strengths changes nothing, so it is
    /// singular in that direction alone.
    fn information(&self, strengths: &[f64]) -> Matrix {
        let mut information = Matrix::zero(self.players);
        for i in 0..self.players {
            for j in (0..self.players).filter(|&j| j != i) {
                let games = self.wins.at(i, j) + self.wins.at(j, i);
                let p = Self::win_probability(strengths, i, j);
                *information.at_mut(i, j) -= games * p * (1.0 - p);
                *information.at_mut(i, i) += games * p * (1.0 - p);
            }
        }
        information
    }

    /// The inverse of the information with a matrix of equal cells added, which fixes the
    /// mean and disturbs nothing else.
    fn inverse_information(&self, strengths: &[f64]) -> Option<(Matrix, f64)> {
        let mut information = self.information(strengths);
        let trace: f64 = (0..self.players).map(|i| information.at(i, i)).sum();
        let filling = trace / (self.players * self.players).max(1) as f64;
        for i in 0..self.players {
            for j in 0..self.players {
                *information.at_mut(i, j) += filling;
            }
        }
        Some((information.inverse()?, filling))
    }

    fn maximum(&self) -> Vec<f64> {
        const STEPS: usize = 200;
        const STILL: f64 = 1e-12;
        let mut strengths = vec![0.0; self.players];
        for _ in 0..STEPS {
            let Some((inverse, _)) = self.inverse_information(&strengths) else {
                break;
            };
            let step = inverse.times(&self.gradient(&strengths));
            let before = self.likelihood(&strengths);
            let mut share = 1.0;
            let next = loop {
                let next: Vec<f64> = strengths
                    .iter()
                    .zip(&step)
                    .map(|(x, dx)| x + share * dx)
                    .collect();
                if self.likelihood(&next) >= before || share < 1e-9 {
                    break next;
                }
                share /= 2.0;
            };
            strengths = next;
            if step.iter().all(|dx| dx.abs() < STILL) {
                break;
            }
        }
        strengths
    }

    fn covariance(&self, strengths: &[f64], anchor: Anchor) -> Matrix {
        let n = self.players;
        let mut covariance = Matrix::zero(n);
        let Some((inverse, filling)) = self.inverse_information(strengths) else {
            return covariance;
        };
        // The filling is an eigenvector of its own: taking its part away leaves the covariance
        // of the strengths relative to their mean.
        let own = 1.0 / (filling * (n * n) as f64);
        let relative = |i: usize, j: usize| inverse.at(i, j) - own;
        for i in 0..n {
            for j in 0..n {
                *covariance.at_mut(i, j) = match anchor {
                    Anchor::Mean(_) => relative(i, j),
                    Anchor::Player(a, _) => {
                        relative(i, j) - relative(i, a) - relative(a, j) + relative(a, a)
                    }
                };
            }
        }
        covariance
    }
}

#[cfg(test)]
mod tests;
