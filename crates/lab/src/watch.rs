//! Watching a match.

use std::time::Duration;

use crate::config::MatchConfig;
use crate::tally::Tally;

/// How far a match is, for those who watch.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// What the games come to.
    pub tally: &'a Tally,
    /// Finished games.
    pub done: u64,
    /// Games in all.
    pub total: u64,
    /// Games finished in this run.
    pub here: u64,
    /// How long this run has lasted.
    pub elapsed: Duration,
}

/// Someone who watches a match.
pub trait Observer {
    /// Something worth telling.
    fn note(&mut self, _text: &str) {}

    /// How far the match is: when a game has ended, and a few times a second at most.
    fn progress(&mut self, _progress: &Progress<'_>) {}
}

/// Nobody watches.
impl Observer for () {}
