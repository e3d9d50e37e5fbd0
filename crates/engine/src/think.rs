//! Running a search within its limits.

use std::time::{Duration, Instant};

use tewari_control::{PonderKind, Pondered, TimeRecord};
use tewari_game::{Game, GameState, Move};
use tewari_go_policy::playout::PlayoutParams;
use tewari_go_policy::priors::PriorParams;
use tewari_mcts::observe::Survey;
use tewari_mcts::restriction::Restrictions;
use tewari_mcts::{Budget, Config, MoveReport, Search, Setup, Snapshot, Variation, Watcher};

use crate::alarm;
use crate::clocks::Timing;
use crate::govern::Governor;
use crate::settings::Params;
use crate::stop::Stop;
use crate::watch::{Both, Teller, Watch};

/// What a search says about one move, for the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Simulations that tried it.
    pub visits: u32,
    /// Their mean reward in `[0, 1]`.
    pub value: f64,
    /// What was believed of it before it was tried, as imagined visits.
    pub prior: Belief,
    /// How simulations went in which it was made at any time (RAVE).
    pub rave: Belief,
}

/// So many visits or samples with such a mean.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Belief {
    /// How many.
    pub visits: f64,
    /// Their mean reward in `[0, 1]`; meaningless without any.
    pub mean: f64,
}

impl Candidate {
    /// A move that nothing is known of.
    #[must_use]
    pub fn unknown(mv: Move) -> Self {
        Self {
            mv,
            visits: 0,
            value: 0.5,
            prior: Belief::default(),
            rave: Belief::default(),
        }
    }
}

impl From<&MoveReport> for Candidate {
    fn from(report: &MoveReport) -> Self {
        Self {
            mv: report.mv,
            visits: report.tally.visits,
            value: report.value(),
            prior: Belief {
                visits: f64::from(report.prior.visits),
                mean: f64::from(report.prior.mean),
            },
            rave: Belief {
                visits: f64::from(report.amaf.samples),
                mean: report.amaf.mean(),
            },
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
    /// The mean over all moves for the player to move, in `[0, 1]`.
    pub value: f64,
    /// What is expected after the most visited moves, if somebody [watches](Watch).
    pub variations: Vec<Variation>,
    /// Who has what at the end of playouts, if somebody watches and owners are counted.
    pub survey: Option<Survey>,
    /// Simulations run.
    pub simulations: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// How many moves simulated games took from here on average.
    pub simulated_length: Option<f64>,
    /// The greatest criticality of any point, where it is measured.
    pub max_criticality: Option<f64>,
    /// How its time was planned and used, if there was a clock.
    pub time: Option<TimeRecord>,
    /// Half points that White had beyond the rules for the time of the search: dynamic komi.
    /// Values are those of that other game.
    pub shift: i32,
    /// Whether the game should be given up instead.
    pub resigns: bool,
}

impl Thought {
    /// What `snapshot` says after `elapsed`, if it has a `best` move.
    pub(crate) fn of(snapshot: &Snapshot, best: Option<Move>, elapsed: Duration) -> Option<Self> {
        let ranked = snapshot.ranked();
        let best = ranked.iter().find(|m| Some(m.mv) == best)?;
        Some(Self {
            best: best.into(),
            candidates: ranked.iter().map(Candidate::from).collect(),
            line: snapshot.line.clone(),
            value: snapshot.value(),
            variations: snapshot.variations.clone(),
            survey: snapshot.survey.clone(),
            simulations: snapshot.simulations,
            elapsed,
            simulated_length: snapshot.insight.game_length,
            max_criticality: snapshot.insight.criticality,
            time: None,
            shift: 0,
            resigns: false,
        })
    }

    /// Nothing but a move, found without a search.
    pub(crate) fn without_search(best: Candidate) -> Self {
        Self {
            best,
            candidates: vec![best],
            line: vec![best.mv],
            value: best.value,
            variations: Vec::new(),
            survey: None,
            simulations: 0,
            elapsed: Duration::ZERO,
            simulated_length: None,
            max_criticality: None,
            time: None,
            shift: 0,
            resigns: false,
        }
    }
}

/// What is asked of a search besides the position.
pub(crate) struct Order<'a> {
    /// Whatever else decides who wins, and no key knows of: a tree grown under other terms is
    /// not used.
    pub(crate) terms: i64,
    /// Half points that the second player is given beyond the rules.
    pub(crate) shift: i32,
    pub(crate) params: &'a Params,
    /// That of the search within its game, so that each has random streams of its own.
    pub(crate) number: u64,
    pub(crate) stop: &'a Stop,
    /// The plan for its time, if there is a clock.
    pub(crate) timing: Option<&'a mut Timing>,
    /// How much a limit of time, where there is no clock, is shortened by.
    pub(crate) kept_back: Duration,
    /// Who is told of it.
    pub(crate) watch: Option<Watch<'a>>,
    /// Moves that are not to be tried.
    pub(crate) restrictions: Restrictions,
}

/// A search that is made when it is first needed and made anew when the game, its parameters
/// or the memory it may take have changed.
pub(crate) struct Thinker<S: Setup> {
    /// Boxed, because a search carries whole boards and tables of games are passed around.
    search: Option<Box<(Conditions, Search<S>)>>,
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
    /// Whether there has been a search.
    pub(crate) const fn has_tree(&self) -> bool {
        self.search.is_some()
    }

    /// Searches `root`; `None` when there is no move.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn think(
        &mut self,
        parts: impl FnOnce() -> (S::Game, S::Playout, S::Knowledge),
        root: &<S::Game as Game>::State,
        order: Order<'_>,
    ) -> Result<Option<Thought>, String> {
        let started = Instant::now();
        let Order {
            terms,
            shift,
            params,
            number,
            stop,
            timing,
            kept_back,
            mut watch,
            restrictions,
        } = order;
        let limits = params.engine.limits();
        // Where time is simulations, a search has one thread, or it would depend on the
        // machine.
        let most = timing
            .as_deref()
            .and_then(|timing| Governor::most_simulations(&timing.plan, &*timing.source));
        let threads = match most {
            Some(_) => 1,
            None => params.engine.worker_count(),
        };
        let search = self.prepare(parts, terms, params, threads)?;
        search.set_shift(shift);
        let time = match &timing {
            Some(timing) => {
                let left = timing.left_on_the_wall();
                params.engine.asked_time().into_iter().chain(left).min()
            }
            None => limits.time.map(|time| time.saturating_sub(kept_back)),
        };
        let asked = limits.simulations.unwrap_or(u64::MAX);
        let budget = Budget {
            simulations: most.map_or(asked, |most| most.min(asked)),
            entries: u64::MAX,
            threads: threads.min(params.engine.workers_within(time)),
        };
        search.restrict(restrictions);
        let flag = stop.flag();
        let seed = params.engine.seed;
        let mut nobody = ();
        if let Some(watch) = &mut watch {
            (watch.begin)();
        }
        let mut teller = watch
            .as_mut()
            .map(|watch| Teller::new(watch, params.search.final_move, started));
        let teller: &mut dyn Watcher = match &mut teller {
            Some(teller) => teller,
            None => &mut nobody,
        };
        if let Some(time) = time {
            alarm::raise_after(time, &flag);
        }
        let report = if let Some(Timing { plan, source }) = timing {
            let mut governor = Governor::new(plan, &**source, &params.time);
            let mut both = Both::new(&mut governor, teller);
            search.run(root, &budget, seed, number, &flag, &mut both)
        } else {
            search.run(root, &budget, seed, number, &flag, teller)
        };
        let thought = Thought::of(&report.snapshot, report.best, started.elapsed());
        Ok(thought.map(|thought| Thought { shift, ..thought }))
    }

    /// Searches `root`, where the opponent is to move, until it is stopped or has made `most`
    /// simulations. What is found stays in the tree. `known` are the replies that were chosen
    /// before at this position.
    ///
    /// Where time is simulations the search has one thread, as for a move, and took the time
    /// that its simulations are worth.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn ponder(
        &mut self,
        parts: impl FnOnce() -> (S::Game, S::Playout, S::Knowledge),
        root: &<S::Game as Game>::State,
        order: &Order<'_>,
        most: Option<u64>,
        known: Option<&[u16]>,
    ) -> Result<Pondered, String> {
        let started = Instant::now();
        let params = order.params;
        if !params.search.reuse {
            return Err("ponder.kind needs search.reuse = true".to_owned());
        }
        let speed = params.time.simulations_a_second();
        let threads = match speed {
            Some(_) => 1,
            None => params.engine.worker_count(),
        };
        let search = self.prepare(parts, order.terms, params, threads)?;
        search.set_shift(order.shift);
        let focused = params.ponder.kind == PonderKind::Focused;
        let replies = if focused { params.ponder.replies } else { 0 };
        let (before, favourites) = search.favourites(root, replies);
        let chosen = match known {
            Some(known) if focused => known.iter().map(|&mv| Move(mv)).collect(),
            _ => favourites,
        };
        if before.moves.is_empty() {
            return Ok(Pondered::default());
        }
        search.restrict(Restrictions::to_next(root.to_move(), chosen.clone()));
        let budget = Budget {
            simulations: most.unwrap_or(u64::MAX),
            entries: u64::MAX,
            threads,
        };
        let flag = order.stop.flag();
        let seed = params.engine.seed;
        let report = search.run(root, &budget, seed, order.number, &flag, &mut ());
        let visits_before = |mv: Move| {
            let same = before.moves.iter().find(|m| m.mv == mv);
            same.map_or(0, |m| m.tally.visits)
        };
        let gained = report.snapshot.moves.iter().filter_map(|m| {
            let gained = m.tally.visits.saturating_sub(visits_before(m.mv));
            (gained > 0).then_some((m.mv.0, u64::from(gained)))
        });
        let simulations = report.snapshot.simulations;
        Ok(Pondered {
            elapsed: speed.map_or_else(
                || started.elapsed(),
                |speed| tewari_control::seconds(simulations as f64 / speed),
            ),
            simulations,
            gained: gained.collect(),
            chosen: focused.then(|| chosen.iter().map(|mv| mv.0).collect()),
            expected: report.best.map(|mv| mv.0),
        })
    }

    fn prepare(
        &mut self,
        parts: impl FnOnce() -> (S::Game, S::Playout, S::Knowledge),
        terms: i64,
        params: &Params,
        threads: usize,
    ) -> Result<&mut Search<S>, String> {
        let conditions = Conditions {
            config: params.config(),
            playout: params.playout,
            prior: params.prior,
            memory: params.engine.memory,
            threads,
            terms,
        };
        let (game, playout, knowledge) = parts();
        let kept = self
            .search
            .take()
            .filter(|kept| kept.0 == conditions && *kept.1.game() == game);
        let kept = match kept {
            Some(kept) => kept,
            None => {
                let bytes = usize::try_from(conditions.memory << 20).unwrap_or(usize::MAX);
                let threads = conditions.threads;
                let search =
                    Search::new(game, playout, knowledge, conditions.config, bytes, threads)?;
                Box::new((conditions, search))
            }
        };
        Ok(&mut self.search.insert(kept).1)
    }
}
