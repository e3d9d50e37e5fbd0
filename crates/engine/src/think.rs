//! Running a search within its limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tewari_game::{Game, Move};
use tewari_go_policy::playout::PlayoutParams;
use tewari_go_policy::priors::PriorParams;
use tewari_mcts::{Budget, Config, MoveReport, Search, Setup};

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

impl From<&MoveReport> for Candidate {
    fn from(report: &MoveReport) -> Self {
        Self {
            mv: report.mv,
            visits: report.tally.visits,
            value: report.value(),
        }
    }
}

/// The outcome of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move to play.
    pub best: Candidate,
    /// All moves considered, the most visited first.
    pub candidates: Vec<Candidate>,
    /// The line of most visited moves.
    pub line: Vec<Move>,
    /// Simulations run.
    pub simulations: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// A search that is made when it is first needed and made anew when the game, its parameters
/// or the memory it may take have changed.
pub(crate) struct Thinker<S: Setup> {
    search: Option<(Conditions, Search<S>)>,
}

#[derive(Clone, Copy, PartialEq)]
struct Conditions {
    config: Config,
    playout: PlayoutParams,
    prior: PriorParams,
    memory: u64,
    threads: usize,
    terms: i64,
}

impl<S: Setup> Default for Thinker<S> {
    fn default() -> Self {
        Self { search: None }
    }
}

/// A copy has no tree yet: trees are large, and what they know can be found again.
impl<S: Setup> Clone for Thinker<S> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<S: Setup> Thinker<S>
where
    S::Game: PartialEq,
{
    /// Searches `root`; `None` when there is no move. `number` is that of the search within
    /// its game, so that each has random streams of its own. `terms` are whatever else decides
    /// who wins, and no key knows of: a tree grown under other terms is not used.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn think(
        &mut self,
        parts: impl FnOnce() -> (S::Game, S::Playout, S::Knowledge),
        root: &<S::Game as Game>::State,
        terms: i64,
        params: &Params,
        number: u64,
        stop: &Stop,
    ) -> Result<Option<Thought>, String> {
        let started = Instant::now();
        let limits = params.engine.limits();
        let search = self.prepare(parts, terms, params)?;
        let budget = Budget {
            simulations: limits.simulations.unwrap_or(u64::MAX),
            entries: u64::MAX,
            threads: params.engine.worker_count(),
        };
        let flag = stop.flag();
        let report = with_timer(limits.time, &flag, || {
            search.run(root, &budget, params.engine.seed, number, &flag, &mut ())
        });
        let ranked = report.snapshot.ranked();
        let chosen = ranked
            .iter()
            .find(|candidate| Some(candidate.mv) == report.best);
        Ok(chosen.map(|best| Thought {
            best: best.into(),
            candidates: ranked.iter().map(Candidate::from).collect(),
            line: report.line,
            simulations: report.snapshot.simulations,
            elapsed: started.elapsed(),
        }))
    }

    fn prepare(
        &mut self,
        parts: impl FnOnce() -> (S::Game, S::Playout, S::Knowledge),
        terms: i64,
        params: &Params,
    ) -> Result<&mut Search<S>, String> {
        let conditions = Conditions {
            config: params.config(),
            playout: params.playout,
            prior: params.prior,
            memory: params.engine.memory,
            threads: params.engine.worker_count(),
            terms,
        };
        let (game, playout, knowledge) = parts();
        let kept = self
            .search
            .take()
            .filter(|(made, search)| *made == conditions && *search.game() == game);
        let kept = match kept {
            Some(kept) => kept,
            None => {
                let bytes = usize::try_from(conditions.memory << 20).unwrap_or(usize::MAX);
                let threads = conditions.threads;
                let search =
                    Search::new(game, playout, knowledge, conditions.config, bytes, threads)?;
                (conditions, search)
            }
        };
        Ok(&mut self.search.insert(kept).1)
    }
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
