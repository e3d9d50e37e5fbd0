//! Running a search within its limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tewari_game::{Game, Move};
use tewari_mcts::bandit::{self, Plan, Report};
use tewari_mcts::{Playout, Tally};

use crate::settings::Params;
use crate::stop::Stop;

/// What a search says about one move, for the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Simulations that tried it.
    pub visits: u32,
    /// Their mean reward in `[0, 1]`.
    pub value: f64,
}

impl Candidate {
    fn new((mv, tally): (Move, Tally)) -> Self {
        Self { mv, visits: tally.visits, value: tally.mean() }
    }
}

/// The outcome of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move to play.
    pub best: Candidate,
    /// All moves considered, the most visited first.
    pub candidates: Vec<Candidate>,
    /// Simulations run.
    pub simulations: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Searches `moves` from `root`; `None` when there are no moves. `search` numbers the
/// searches of a game, so that each has random streams of its own.
pub(crate) fn think<G: Game, P: Playout<G>>(
    game: &G,
    root: &G::State,
    moves: &[Move],
    playout: &P,
    params: &Params,
    search: u64,
    stop: &Stop,
) -> Option<Thought> {
    let started = Instant::now();
    let limits = params.engine.limits();
    let plan = Plan {
        simulations: limits.simulations.unwrap_or(u64::MAX),
        threads: params.engine.worker_count(),
        seed: params.engine.seed,
        search,
        exploration: params.search.exploration,
    };
    let flag = stop.flag();
    let report = with_timer(limits.time, &flag, || {
        bandit::search(game, root, moves, playout, &plan, &flag)
    });
    let best = report.best().map(Candidate::new)?;
    let Report { moves, simulations } = report;
    let mut candidates: Vec<Candidate> = moves.into_iter().map(Candidate::new).collect();
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    Some(Thought { best, candidates, simulations, elapsed: started.elapsed() })
}

/// Runs `work`, raising `flag` when `time` is over first.
fn with_timer<T>(time: Option<Duration>, flag: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let Some(time) = time else { return work() };
    let (done, wake) = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let done = done.lock().unwrap_or_else(PoisonError::into_inner);
            // Only the flag matters; a poisoned lock means that the search has ended.
            let _ = wake.wait_timeout_while(done, time, |done| !*done);
            flag.store(true, Ordering::Relaxed);
        });
        let result = work();
        *done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        wake.notify_all();
        result
    })
}
