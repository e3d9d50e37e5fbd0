//! Tuning: which values of parameters win the most games.
//!
//! A game is a coin thrown once, so the function to be maximised, the winning rate, is never
//! seen but through noise. Two methods are at hand; both see parameters as numbers from 0 to 1
//! within their ranges, and both are functions of what has been recorded alone: a run that is
//! interrupted goes on as if it had not been.
//!
//! * [`spsa`]: two opponents a little to either side of the present values, in all parameters
//!   at once, play each other; the values move towards the winner. For many parameters and many
//!   games.
//! * [`regression`]: candidates play a fixed opponent; a quadratic curve is laid through the
//!   logits of the results, and later candidates are drawn where it does not say that they are
//!   bad. For few parameters; it also says how good the best values are, and how sure that is.
//!
//! ```text
//!   FOLDER/tune.jsonl       the record: a header, then one line per trial
//!   FOLDER/tune.txt         what came out,
//!   FOLDER/tune.html        and with plots
//! ```

mod config;
mod page;
mod record;
pub mod regression;
mod run;
mod space;
pub mod spsa;

pub use config::{Method, TuneConfig, TuneFile};
pub use record::Trial;
pub use run::{RECORD, TuneLedger, Tuner};
pub use space::{Parameter, Space};

use tewari_base::stats::Estimate;

/// What a method wants to be played: points of the space, each number from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The candidate.
    pub candidate: Vec<f64>,
    /// Its opponent; `None` for the fixed one.
    pub opponent: Option<Vec<f64>>,
}

/// What a method takes for the best values, from the trials so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// The point.
    pub point: Vec<f64>,
    /// The winning rate that it is expected to have against the fixed opponent, where the
    /// method says so.
    pub score: Option<Estimate>,
}

/// The number of the stream of random numbers for trials.
pub(crate) const STREAM: u64 = 4;

/// What is to be played as trial `trials.len()`.
#[must_use]
pub fn propose(method: Method, space: &Space, trials: &[Trial], total: u64, seed: u64) -> Proposal {
    match method {
        Method::Spsa => spsa::propose(space, trials, total, seed),
        Method::Regression => regression::propose(space, trials, seed),
    }
}

/// The best values, from the trials so far.
#[must_use]
pub fn best(method: Method, space: &Space, trials: &[Trial], total: u64) -> Best {
    match method {
        Method::Spsa => Best {
            point: spsa::best(space, trials, total),
            score: None,
        },
        Method::Regression => regression::best(space, trials),
    }
}

#[cfg(test)]
mod tests;
