//! Simultaneous perturbation stochastic approximation (Spall, *IEEE TAC* 37, 1992).
//!
//! In iteration `k` (from 1) all parameters are shaken at once by `c_k` in random directions
//! `δ = ±1`; the two points play each other, and with the score `p` of the first
//!
//! ```text
//!   u ← u + a_k · (2p − 1) / (2 c_k) · δ        c_k = c / k^0.101
//!                                               a_k = a / (A + k)^0.602
//! ```
//!
//! The exponents are Spall's, `A` is a tenth of the iterations as he advises. Numbers are those
//! of the unit cube, so `c` ([`SHAKE`]) is a share of each range; `a` is chosen such that a won
//! first pair moves the values by [`FIRST_STEP`] of their ranges. What is taken for the best is
//! the mean of the second half of the path (Polyak and Juditsky 1992), which is less noisy than
//! its end.

use tewari_base::Rng;

use super::{Proposal, STREAM, Space, Trial};

/// The shake of the first iteration.
pub const SHAKE: f64 = 0.12;
/// How far the first pair moves the values if it is won.
pub const FIRST_STEP: f64 = 0.08;

/// The opponents of the next iteration.
#[must_use]
pub fn propose(space: &Space, trials: &[Trial], total: u64, seed: u64) -> Proposal {
    let path = path(space, trials, total);
    let point = path.last().cloned().unwrap_or_else(|| space.start());
    let k = trials.len() as f64 + 1.0;
    let mut random = Rng::stream(seed, &[STREAM, trials.len() as u64]);
    let shake = shake(k);
    let directions: Vec<f64> = point
        .iter()
        .map(|_| {
            if random.next_u64() >> 63 == 0 {
                1.0
            } else {
                -1.0
            }
        })
        .collect();
    // Within the cube; at its sides the shake is one-sided.
    let shaken = |sign: f64| {
        let moved = point.iter().zip(&directions);
        moved
            .map(|(u, direction)| (u + sign * shake * direction).clamp(0.0, 1.0))
            .collect::<Vec<f64>>()
    };
    Proposal {
        candidate: shaken(1.0),
        opponent: Some(shaken(-1.0)),
    }
}

/// The values after each trial, beginning with the start.
#[must_use]
pub fn path(space: &Space, trials: &[Trial], total: u64) -> Vec<Vec<f64>> {
    let stability = total as f64 / 10.0;
    let first = FIRST_STEP * 2.0 * SHAKE * libm::pow(stability + 1.0, 0.602);
    let mut point = space.start();
    let mut path = vec![point.clone()];
    for (trial, k) in trials.iter().zip(1u32..) {
        let (Some(opponent), Some(score)) = (&trial.opponent, trial.score()) else {
            path.push(point.clone());
            continue;
        };
        let k = f64::from(k);
        let gain = first / libm::pow(stability + k, 0.602);
        let slope = (2.0 * score - 1.0) / (2.0 * shake(k));
        for (u, (plus, minus)) in point.iter_mut().zip(trial.candidate.iter().zip(opponent)) {
            let direction = (plus - minus).signum() * f64::from(u8::from(plus != minus));
            *u = (*u + gain * slope * direction).clamp(0.0, 1.0);
        }
        path.push(point.clone());
    }
    path
}

/// The mean of the second half of the path.
#[must_use]
pub fn best(space: &Space, trials: &[Trial], total: u64) -> Vec<f64> {
    let path = path(space, trials, total);
    let half = &path[path.len() / 2..];
    (0..space.dimensions())
        .map(|i| half.iter().map(|point| point[i]).sum::<f64>() / half.len() as f64)
        .collect()
}

fn shake(k: f64) -> f64 {
    SHAKE / libm::pow(k, 0.101)
}
