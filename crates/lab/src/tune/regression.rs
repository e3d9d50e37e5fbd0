//! Local quadratic regression of winning rates, after Coulom's CLOP (*Advances in Computer
//! Games* 2011).
//!
//! The logit of the winning rate is taken for a quadratic function of the parameters,
//! `q(x) = b·φ(x)` with `φ = (1, x_i, x_i·x_j)`, and fitted to the results by the largest
//! posterior probability: Newton's method, with a weak normal prior (variance 25) that keeps
//! coefficients finite while there is little to fit.
//!
//! A quadratic function fits only near the optimum. So results count with weights that shut out
//! what is clearly worse than the average: with the mean `m` of all weighted results as a logit
//! and its standard error `σ`,
//!
//! ```text
//!   w(x) = min over rounds of exp((q(x) − m) / (H·σ)), at most 1          H = 3
//! ```
//!
//! round after round until nothing changes. As results come in σ shrinks and the weights
//! concentrate; the neighbourhood shrinks no faster than it can be known to be worse outside.
//! The next candidate is drawn with a probability proportional to `w`, and what is taken for
//! the best is the mean of all candidates, weighted.
//!
//! Deliberately simple: candidates are drawn from a few hundred uniform points rather than by a
//! Markov chain, which is good enough for the few dimensions this is meant for.

use tewari_base::Rng;
use tewari_base::stats::{Estimate, Interval, Z95};

use super::{Best, Proposal, STREAM, Space, Trial};

/// CLOP's H.
const HEIGHT: f64 = 3.0;
/// The variance of coefficients before anything is known.
const PRIOR: f64 = 25.0;
/// Weighting stops at the latest after so many rounds.
const ROUNDS: usize = 12;
/// Candidates that the next one is drawn from.
const DRAWS: usize = 300;

/// The next candidate.
#[must_use]
pub fn propose(space: &Space, trials: &[Trial], seed: u64) -> Proposal {
    let mut random = Rng::stream(seed, &[STREAM, trials.len() as u64]);
    let dimensions = space.dimensions();
    let mut anywhere = || -> Vec<f64> { (0..dimensions).map(|_| unit(&mut random)).collect() };
    // As many points as twice the coefficients: before that a fit says nothing.
    if trials.len() < 2 * coefficients(dimensions) {
        return Proposal {
            candidate: anywhere(),
            opponent: None,
        };
    }
    let local = Local::of(trials, dimensions);
    let drawn: Vec<(Vec<f64>, f64)> = (0..DRAWS)
        .map(|_| {
            let point = anywhere();
            let weight = local.weight(&point);
            (point, weight)
        })
        .collect();
    let total: f64 = drawn.iter().map(|(_, weight)| weight).sum();
    let mut left = unit(&mut random) * total;
    let chosen = drawn.iter().find(|(_, weight)| {
        left -= weight;
        left <= 0.0
    });
    let candidate = chosen.or(drawn.last()).map(|(point, _)| point.clone());
    Proposal {
        candidate: candidate.unwrap_or_else(|| space.start()),
        opponent: None,
    }
}

/// The best values, and how good they are.
#[must_use]
pub fn best(space: &Space, trials: &[Trial]) -> Best {
    let dimensions = space.dimensions();
    if trials.is_empty() {
        return Best {
            point: space.start(),
            score: None,
        };
    }
    let local = Local::of(trials, dimensions);
    let weights: Vec<f64> = trials
        .iter()
        .map(|trial| local.weight(&trial.candidate))
        .collect();
    let total: f64 = weights.iter().sum();
    let point: Vec<f64> = (0..dimensions)
        .map(|i| {
            let sum: f64 = trials
                .iter()
                .zip(&weights)
                .map(|(trial, w)| w * trial.candidate[i])
                .sum();
            sum / total
        })
        .collect();
    let score = Some(local.score(&point));
    Best { point, score }
}

fn unit(random: &mut Rng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// How many coefficients a quadratic function has.
const fn coefficients(dimensions: usize) -> usize {
    (dimensions + 1) * (dimensions + 2) / 2
}

/// `φ` of a point of the unit cube, with coordinates from −1 to 1.
fn features(point: &[f64]) -> Vec<f64> {
    let x: Vec<f64> = point.iter().map(|u| 2.0 * u - 1.0).collect();
    let mut features = vec![1.0];
    features.extend(&x);
    for (i, a) in x.iter().enumerate() {
        features.extend(x[i..].iter().map(|b| a * b));
    }
    features
}

/// A fitted function.
#[derive(Clone, Debug)]
struct Fit {
    b: Vec<f64>,
    /// The inverse of the information, by rows.
    covariance: Vec<Vec<f64>>,
}

impl Fit {
    fn at(&self, features: &[f64]) -> f64 {
        self.b.iter().zip(features).map(|(b, x)| b * x).sum()
    }
}

/// The weighting of a neighbourhood: the fit of each round, its mean and its scale.
#[derive(Clone, Debug)]
pub struct Local {
    rounds: Vec<(Fit, f64, f64)>,
}

impl Local {
    /// The neighbourhood that these trials leave.
    #[must_use]
    pub fn of(trials: &[Trial], dimensions: usize) -> Self {
        let seen: Vec<(Vec<f64>, f64, f64)> = trials
            .iter()
            .filter_map(|trial| {
                let games = trial.games() as f64;
                let points = trial.score()? * games;
                Some((features(&trial.candidate), points, games))
            })
            .collect();
        let mut weights = vec![1.0; seen.len()];
        let mut rounds: Vec<(Fit, f64, f64)> = Vec::new();
        for _ in 0..ROUNDS {
            // The next round is not far from the one before.
            let before = rounds.last().map(|(fit, ..)| fit.b.clone());
            let begin = before.unwrap_or_else(|| vec![0.0; coefficients(dimensions)]);
            let fit = fitted(&seen, &weights, begin);
            let (mut points, mut games) = (0.5, 1.0);
            for ((_, p, n), w) in seen.iter().zip(&weights) {
                points += w * p;
                games += w * n;
            }
            let mean = points / games;
            let logit = libm::log(mean) - libm::log1p(-mean);
            let scale = HEIGHT / libm::sqrt(games * mean * (1.0 - mean));
            let mut change = 0.0;
            for ((x, ..), w) in seen.iter().zip(&mut weights) {
                let new = libm::exp((fit.at(x) - logit) / scale).min(*w);
                change += *w - new;
                *w = new;
            }
            rounds.push((fit, logit, scale));
            if change < 1e-3 * seen.len() as f64 {
                break;
            }
        }
        Self { rounds }
    }

    /// How much a point counts, from 0 to 1.
    #[must_use]
    pub fn weight(&self, point: &[f64]) -> f64 {
        let x = features(point);
        let of_round =
            |(fit, mean, scale): &(Fit, f64, f64)| libm::exp((fit.at(&x) - mean) / scale);
        self.rounds.iter().map(of_round).fold(1.0, f64::min)
    }

    /// The winning rate expected at a point, with its 95% interval as the last fit has it.
    #[must_use]
    pub fn score(&self, point: &[f64]) -> Estimate {
        let x = features(point);
        let unknown = Estimate {
            value: f64::NAN,
            interval: Interval {
                low: 0.0,
                high: 1.0,
            },
        };
        self.rounds.last().map_or(unknown, |(fit, ..)| {
            let logit = fit.at(&x);
            let variance: f64 = fit
                .covariance
                .iter()
                .zip(&x)
                .map(|(row, a)| a * row.iter().zip(&x).map(|(c, b)| c * b).sum::<f64>())
                .sum();
            let half = Z95 * libm::sqrt(variance.max(0.0));
            let share = |logit: f64| 1.0 / (1.0 + libm::exp(-logit));
            Estimate {
                value: share(logit),
                interval: Interval {
                    low: share(logit - half),
                    high: share(logit + half),
                },
            }
        })
    }
}

/// The coefficients with the largest posterior probability, by Newton's method.
fn fitted(seen: &[(Vec<f64>, f64, f64)], weights: &[f64], mut b: Vec<f64>) -> Fit {
    let count = b.len();
    let mut covariance = identity(count);
    for _ in 0..30 {
        let mut gradient: Vec<f64> = b.iter().map(|b| -b / PRIOR).collect();
        let mut information = identity(count);
        for row in &mut information {
            row.iter_mut().for_each(|cell| *cell /= PRIOR);
        }
        for ((x, points, games), w) in seen.iter().zip(weights) {
            let logit: f64 = b.iter().zip(x).map(|(b, x)| b * x).sum();
            let p = 1.0 / (1.0 + libm::exp(-logit));
            let residual = w * (points - games * p);
            let curvature = w * games * p * (1.0 - p);
            for (i, xi) in x.iter().enumerate() {
                gradient[i] += residual * xi;
                for (j, xj) in x.iter().enumerate() {
                    information[i][j] += curvature * xi * xj;
                }
            }
        }
        covariance = inverse(information);
        let step: Vec<f64> = covariance
            .iter()
            .map(|row| row.iter().zip(&gradient).map(|(c, g)| c * g).sum())
            .collect();
        // A long step can overshoot where the curve is flat; the posterior is concave, so
        // shorter ones arrive as well.
        let length = step.iter().map(|s| s * s).sum::<f64>().sqrt();
        let shorter = if length > 2.0 { 2.0 / length } else { 1.0 };
        for (b, s) in b.iter_mut().zip(&step) {
            *b += shorter * s;
        }
        if length < 1e-6 {
            break;
        }
    }
    Fit { b, covariance }
}

fn identity(n: usize) -> Vec<Vec<f64>> {
    (0..n)
        .map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect())
        .collect()
}

/// The inverse of a symmetric positive definite matrix, by elimination; the prior keeps the
/// diagonal away from 0, so no exchange of rows is needed.
fn inverse(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut out = identity(n);
    for i in 0..n {
        let pivot = a[i][i];
        for j in 0..n {
            a[i][j] /= pivot;
            out[i][j] /= pivot;
        }
        let (row, out_row) = (a[i].clone(), out[i].clone());
        for k in (0..n).filter(|&k| k != i) {
            let factor = a[k][i];
            for j in 0..n {
                a[k][j] -= factor * row[j];
                out[k][j] -= factor * out_row[j];
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_is_an_inverse() {
        let a = vec![
            vec![4.0, 1.0, 0.5],
            vec![1.0, 3.0, -0.2],
            vec![0.5, -0.2, 2.0],
        ];
        let b = inverse(a.clone());
        for (i, row) in a.iter().enumerate() {
            let product = |j: usize| -> f64 { row.iter().zip(&b).map(|(x, y)| x * y[j]).sum() };
            for j in 0..a.len() {
                assert!((product(j) - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn features_of_two_dimensions() {
        assert_eq!(features(&[1.0, 0.25]), [1.0, 1.0, -0.5, 1.0, -0.5, 0.25]);
        assert_eq!(coefficients(2), 6);
    }
}
