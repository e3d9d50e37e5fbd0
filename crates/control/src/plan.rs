//! The time of one move: planned, then watched over.
//!
//! A plan is made before the search and asked while it runs, at least as often as
//! `time.interval` says and exactly when its time is over. It knows nothing of threads or
//! trees: it is told the time and shown a [`View`], and says whether to go on. So the rules
//! behave the same on the wall clock, on the virtual clock and in tests.
//!
//! The order of things at each question:
//!
//! 1. A search that has reached the longest time ends. So does one with a single move.
//! 2. KAPPA-CM, once its first moments are over, moves the end.
//! 3. STOP ends the search if the second move cannot catch up with the first.
//! 4. At the planned end the rules that prolong a search are asked in their order, each up to
//!    its number of times; when none has anything to add, the search ends.
//!
//! On a busy machine a search ends later than it was told to. What it was late lately is taken
//! off the next ends, so that planned times are kept, and see [`purse`](crate::purse) for what
//! is set aside for the lag of moves to come.

use std::time::Duration;

use crate::params::{TimeParams, Unit};
use crate::purse::Purse;
use crate::recipe::{CurrentMove, EarlyStop, Extension, Recipe};
use crate::record::{Ended, Fired, TimeRecord};
use crate::span;
use crate::view::{Occasion, View};

/// The time of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    planned: Duration,
    /// When the search is to end as things stand.
    deadline: Duration,
    /// When it has to.
    longest: Duration,
    current_move: Option<CurrentMove>,
    stop: Option<EarlyStop>,
    stop_every: u64,
    /// STOP looks again when there are so many simulations.
    stop_at: u64,
    extensions: Vec<Extension>,
    /// The rule to ask next, and how often it has acted.
    turn: (usize, u32),
    forced: bool,
    ended: Ended,
    fired: Vec<Fired>,
    moves_left: f64,
    occasion: Occasion,
    left: Duration,
    /// How late a search is expected to end.
    lag: Duration,
}

impl Plan {
    /// A plan for the next move.
    pub(crate) fn new(
        recipe: &Recipe,
        purse: &Purse,
        occasion: &Occasion,
        game_time: Duration,
        left: Duration,
        lag: Duration,
        params: &TimeParams,
    ) -> Self {
        let expected = recipe.moves_left(occasion);
        let moves_left = purse
            .lasts
            .map_or(expected, |lasts| expected.min(f64::from(lasts.max(1))));
        // A last move may take everything, any other one only a part of what others need too.
        let most = if moves_left > 1.0 { params.most } else { 1.0 };
        let bound = purse.pool.mul_f64(most).max(purse.floor) + purse.gift;
        let longest = purse.longest.min(bound);
        let share = match recipe.percent_of_game(occasion) {
            Some(percent) => game_time.as_secs_f64() * percent / 100.0,
            None => purse.pool.as_secs_f64() * recipe.factor(occasion) / moves_left,
        };
        let planned = span::seconds(share).max(purse.floor) + purse.gift;
        let planned = planned.saturating_sub(occasion.pondered).min(longest);
        Self {
            planned,
            deadline: planned.saturating_sub(lag),
            longest: longest.saturating_sub(lag),
            current_move: recipe.current_move,
            stop: recipe.stop,
            stop_every: params.stop_every,
            stop_at: params.stop_every,
            extensions: recipe.extensions.clone(),
            turn: (0, 0),
            forced: params.forced,
            ended: Ended::Search,
            fired: Vec::new(),
            moves_left,
            occasion: *occasion,
            left,
            lag,
        }
    }

    /// What was planned.
    #[must_use]
    pub const fn planned(&self) -> Duration {
        self.planned
    }

    /// When the search is to end as things stand: the latest moment for the next question.
    #[must_use]
    pub const fn deadline(&self) -> Duration {
        self.deadline
    }

    /// When the search has to end, whatever rules think.
    #[must_use]
    pub const fn longest(&self) -> Duration {
        self.longest
    }

    /// Whether to go on, `now` being the time since the search began and `then` the time at
    /// which the next simulation will have ended where that is known, and else `now` too.
    pub fn ask(&mut self, now: Duration, then: Duration, view: &View) -> bool {
        if self.forced && view.moves == 1 {
            return self.end(Ended::Forced);
        }
        if then > self.longest {
            return self.end(Ended::Longest);
        }
        self.rescale(now, view);
        if self.stops(now, view) {
            return self.end(Ended::Stop);
        }
        while then > self.deadline {
            let Some(rule) = self.extensions.get(self.turn.0).copied() else {
                return self.end(Ended::Planned);
            };
            if self.turn.1 < rule.loops && rule.holds(view) {
                self.turn.1 += 1;
                let base = match rule.unit {
                    Unit::Used => now,
                    Unit::Planned => self.planned,
                };
                let until = (now + base.mul_f64(rule.factor)).saturating_sub(self.lag);
                self.move_end(rule.name.text(), now, until);
            } else {
                self.turn = (self.turn.0 + 1, 0);
            }
        }
        true
    }

    const fn end(&mut self, ended: Ended) -> bool {
        self.ended = ended;
        false
    }

    fn move_end(&mut self, rule: &str, now: Duration, until: Duration) {
        self.deadline = until.min(self.longest);
        self.fired.push(Fired {
            rule: rule.to_owned(),
            at: now.as_secs_f64(),
            until: self.deadline.as_secs_f64(),
        });
    }

    fn rescale(&mut self, now: Duration, view: &View) {
        if let Some(rule) = self.current_move
            && now.as_secs_f64() >= rule.after
            && let Some(criticality) = view.max_criticality
        {
            self.current_move = None;
            let until = self.planned.mul_f64(rule.kappa.factor(criticality));
            self.move_end("kappa-cm", now, until);
        }
    }

    fn stops(&mut self, now: Duration, view: &View) -> bool {
        let Some(stop) = self.stop else {
            return false;
        };
        if view.simulations < self.stop_at || now.is_zero() {
            return false;
        }
        self.stop_at = view.simulations + self.stop_every;
        let left = self.deadline.saturating_sub(now).as_secs_f64();
        let expected = view.simulations as f64 * left / now.as_secs_f64();
        let stops = expected * stop.share < view.most_visits - view.second_visits && left > 0.0;
        if stops {
            self.move_end(stop.name.text(), now, now);
        }
        stops
    }

    /// How much later than it was to end the search did, after `used`.
    fn late(&self, used: Duration) -> Duration {
        used.saturating_sub(self.deadline.min(self.longest))
    }

    /// The record of the move, which took `used`.
    #[must_use]
    pub fn record(&self, used: Duration, simulations: u64) -> TimeRecord {
        TimeRecord {
            ply: self.occasion.ply,
            stones: self.occasion.stones,
            left: self.left.as_secs_f64(),
            moves_left: self.moves_left,
            planned: self.planned.as_secs_f64(),
            used: used.as_secs_f64(),
            simulations,
            fired: self.fired.clone(),
            ended: self.ended,
            late: self.late(used).as_secs_f64(),
            pondered: self.occasion.pondered.as_secs_f64(),
        }
    }
}
