//! Every parameter of the engine, each declared once.

use std::time::Duration;

use tewari_base::{param_set, params};
use tewari_control::{Domain, PonderParams, Strategy, TimeParams};
use tewari_go_policy::playout::PlayoutParams;
use tewari_go_policy::priors::PriorParams;
use tewari_mcts::Config;
use tewari_mcts::config::{Formula, ParallelParams, PredictorParams, RaveParams, SearchParams};

use crate::judged::EndParams;
use crate::level;
use crate::resign::ResignParams;
use crate::shift::KomiParams;

params! {
    /// What a search may spend, and how well it plays.
    pub struct EngineParams = "engine" {
        /// Worker threads; 0 takes all cores that the process may use.
        threads: usize = 0, range 0..=1024;
        /// Memory for the search tree in MiB. When it is full the search goes on without
        /// growing the tree.
        memory: u64 = 512, range 1..=16_777_216;
        /// Seed of all random streams; 0 draws one from the clock and reports it. With one
        /// thread and fixed simulations the same seed gives the same game.
        seed: u64 = 0, range 0..=u64::MAX;
        /// Simulations per move; 0 sets no limit.
        simulations: u64 = 0, range 0..=1_000_000_000_000;
        /// Seconds per move; 0 sets no limit. With a limit on simulations too, whichever is
        /// reached first ends the search.
        time: f64 = 0.0, range 0.0..=1_000_000.0;
        /// Strength from 1 (beginner) to 10 (all that the limits allow): fewer simulations, and
        /// in Go less knowledge.
        level: u32 = level::HIGHEST, range 1..=level::HIGHEST;
        /// Whether searches of Go count who owns which point in the end, from which their
        /// criticality follows. Strategies of time that need it do so anyway.
        owners: bool = false;
    }
}

param_set! {
    /// Everything that a configuration file or `--set` can change.
    pub struct Params {
        engine: EngineParams,
        search: SearchParams,
        rave: RaveParams,
        predictor: PredictorParams,
        parallel: ParallelParams,
        time: TimeParams,
        ponder: PonderParams,
        playout: PlayoutParams,
        prior: PriorParams,
        end: EndParams,
        resign: ResignParams,
        komi: KomiParams,
    }
}

/// From this size on Go has a preset of its own. It scored 65% on 19×19 and 42% on 13×13
/// (docs/results/player.md); between the two nothing was played.
pub const LARGE_BOARD: u8 = 16;

impl Params {
    /// Refuses what contradicts itself, or asks for what no game here has.
    ///
    /// # Errors
    /// With one line that names the parameters.
    pub fn check(&self) -> Result<(), String> {
        // No game has a predictor of moves yet.
        self.config().check_with(false)
    }

    /// The defaults for a game and its board.
    ///
    /// Go searches with RAVE, and makes an entry for every leaf, because the priors of its moves
    /// are worth more than the playout. On large boards each move has so few AMAF samples that
    /// priors must count among them to be heard, and the best move is more often near the last
    /// ones (docs/results/player.md).
    ///
    /// The settings of the small games are
    /// those of Baier and Winands ("Time Management for Monte Carlo Tree Search", 2015),
    /// UCB1-TUNED with a constant tuned for each, to which the solver is added.
    #[must_use]
    pub fn preset(domain: Domain) -> Self {
        let mut params = Self::default();
        let tuned = match domain {
            Domain::Go(size) => {
                params.rave.on = true;
                params.rave.bias = 0.02;
                params.search.exploration = 0.1;
                params.time.strategy = Strategy::EXP_STONES_STOP;
                params.search.expand_at = 1;
                if size >= LARGE_BOARD {
                    params.rave.prior = 2.0;
                    params.prior.last = 4.0;
                    params.prior.previous = 2.0;
                }
                return params;
            }
            Domain::Connect4 => 1.3,
            Domain::Breakthrough => 0.8,
            Domain::Othello | Domain::CatchTheLion => 0.7,
        };
        params.search.formula = Formula::Ucb1Tuned;
        params.search.exploration = tuned;
        params.search.solver = true;
        params
    }

    /// What the search core wants to know.
    #[must_use]
    pub const fn config(&self) -> Config {
        Config {
            search: self.search,
            rave: self.rave,
            predictor: self.predictor,
            parallel: self.parallel,
        }
    }
}

/// Seconds for a move when neither simulations nor time nor a level limit the search.
const DEFAULT_SECONDS: f64 = 5.0;

/// When a search ends. At least one of the two is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// After this many simulations.
    pub simulations: Option<u64>,
    /// After this long.
    pub time: Option<Duration>,
}

impl EngineParams {
    /// The limits that follow from simulations, time and level.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let asked = (self.simulations > 0).then_some(self.simulations);
        let simulations = match (asked, level::simulations(self.level)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let seconds = match (self.time > 0.0, simulations) {
            (true, _) => Some(self.time),
            (false, None) => Some(DEFAULT_SECONDS),
            (false, Some(_)) => None,
        };
        Limits {
            simulations,
            time: seconds.map(Duration::from_secs_f64),
        }
    }

    /// The time for a move that was asked for, and not only taken for want of any limit.
    #[must_use]
    pub fn asked_time(&self) -> Option<Duration> {
        (self.time > 0.0).then(|| Duration::from_secs_f64(self.time))
    }

    /// How many workers to start.
    #[must_use]
    pub fn worker_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            n => n,
        }
    }

    /// How many workers to start for so much time: one when others would hardly have begun
    /// before it is over.
    pub(crate) fn workers_within(&self, time: Option<Duration>) -> usize {
        match time {
            Some(time) if time < HASTE => 1,
            _ => self.worker_count(),
        }
    }
}

/// On a busy machine a thread takes up to ten milliseconds to start, and as long to end.
const HASTE: Duration = Duration::from_millis(20);

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(simulations: u64, time: f64, level: u32) -> (Option<u64>, Option<f64>) {
        let limits = EngineParams {
            simulations,
            time,
            level,
            ..Default::default()
        }
        .limits();
        (
            limits.simulations,
            limits.time.map(|time| time.as_secs_f64()),
        )
    }

    #[test]
    fn some_limit_always_holds() {
        assert_eq!(limits(0, 0.0, 10), (None, Some(DEFAULT_SECONDS)));
        assert_eq!(limits(0, 2.0, 10), (None, Some(2.0)));
        assert_eq!(limits(100, 0.0, 10), (Some(100), None));
        assert_eq!(limits(100, 2.0, 10), (Some(100), Some(2.0)));
        assert_eq!(limits(0, 0.0, 1), (level::simulations(1), None));
        assert_eq!(limits(1, 0.0, 5), (Some(1), None));
    }
}
