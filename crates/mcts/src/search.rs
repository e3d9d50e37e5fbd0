//! A search and what it keeps from move to move.
//!
//! A [`Search`] owns its table. [`Search::run`] searches one position within a [`Budget`]; the
//! workers share the tree, and with one worker the result is a function of position,
//! configuration and seed. The tree stays for the next search: positions that come up again
//! are found by their keys, whatever was played in between.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tewari_game::{Game, GameState, Move, MoveList};

use crate::config::{Config, FinalMove, Formula};
use crate::credit::AmafRule;
use crate::knowledge::{Knowledge, Opinion};
use crate::observe::Observer;
use crate::playout::Playout;
use crate::prior::Prior;
use crate::repetition::Past;
use crate::report::{Snapshot, principal_variation};
use crate::select::Rule;
use crate::setup::Setup;
use crate::statistic::AmafTally;
use crate::store::Local;
use crate::tree::{Columns, Lookup, MAX_MOVE_SPACE, Proof, Slot, Table};
use crate::walk::{Ground, Worker};

/// What a search may spend.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// Simulations.
    pub simulations: u64,
    /// Entries that may be made; the search ends when they are.
    pub entries: u64,
    /// Worker threads, at least one.
    pub threads: usize,
}

impl Budget {
    /// One worker and nothing but a number of simulations.
    #[must_use]
    pub const fn simulations(simulations: u64) -> Self {
        Self {
            simulations,
            entries: u64::MAX,
            threads: 1,
        }
    }
}

/// Somebody who looks at a search while it runs, on the thread of its first worker.
pub trait Watcher {
    /// Asked after every [`stride`](Self::stride) simulations of the first worker: whether it
    /// wants to look now.
    fn is_due(&mut self, simulations: u64) -> bool;

    /// How many simulations lie between two questions, at least one.
    fn stride(&self) -> u64;

    /// Looks; `false` ends the search.
    fn look(&mut self, snapshot: &Snapshot) -> bool;
}

/// Nobody watches.
impl Watcher for () {
    fn is_due(&mut self, _: u64) -> bool {
        false
    }

    fn stride(&self) -> u64 {
        u64::MAX
    }

    fn look(&mut self, _: &Snapshot) -> bool {
        true
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report<O> {
    /// The root at the end.
    pub snapshot: Snapshot,
    /// The move to play; `None` if there was none to consider.
    pub best: Option<Move>,
    /// The line of most visited moves.
    pub line: Vec<Move>,
    /// What the observers saw.
    pub observed: O,
    /// Entries made.
    pub entries_made: u64,
    /// Leaves that would have got an entry if there had been room.
    pub refused_full: u64,
}

/// A search with its tree.
pub struct Search<S: Setup> {
    game: S::Game,
    playout: S::Playout,
    knowledge: S::Knowledge,
    config: Config,
    table: Table,
    /// Simulations since the floor of the table was raised.
    since_floor: u64,
    /// The root's moves at the end of the last search, for PSR.
    previous: Vec<(Move, Prior)>,
}

impl<S: Setup> Search<S> {
    /// A search whose table takes at most `bytes`. `threads` is the largest number of workers
    /// that will ever be asked for.
    ///
    /// # Errors
    /// When the configuration contradicts itself.
    ///
    /// # Panics
    /// If the game has more move numbers than an entry can hold.
    pub fn new(
        game: S::Game,
        playout: S::Playout,
        knowledge: S::Knowledge,
        config: Config,
        bytes: usize,
        threads: usize,
    ) -> Result<Self, String> {
        config.check()?;
        assert!(game.move_space() <= MAX_MOVE_SPACE, "too many move numbers");
        let columns = Columns {
            amaf: config.rave.on,
            squares: config.search.formula == Formula::Ucb1Tuned,
            prior: S::Knowledge::PRIORS
                || config.search.psr > 0.0
                || config.search.grandfather > 0.0,
            bias: S::Knowledge::BIAS,
            in_flight: threads > 1,
        };
        let table = Table::new(bytes, game.max_moves(), columns);
        Ok(Self {
            game,
            playout,
            knowledge,
            config,
            table,
            since_floor: 0,
            previous: Vec::new(),
        })
    }

    /// The game.
    pub const fn game(&self) -> &S::Game {
        &self.game
    }

    /// The parameters.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The table, for statistics and checks.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Forgets everything, as a new game or other rules demand. Costs nothing: the floor of
    /// the table is raised.
    pub fn forget(&mut self) {
        self.table.begin_search(false);
        self.since_floor = 0;
        self.previous.clear();
        self.playout.forget();
    }

    /// Searches `state`. `seed` and `search` name the random streams; `stop` ends the search
    /// early, after at least one simulation.
    pub fn run(
        &mut self,
        state: &<S::Game as Game>::State,
        budget: &Budget,
        seed: u64,
        search: u64,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Report<S::Observer> {
        self.table.begin_search(self.config.search.reuse);
        if !self.config.search.reuse {
            self.since_floor = 0;
        }
        let game = self.game.clone();
        let mut ground = self.ground(&game, state, seed, search);
        let Some(root) = self.plant(state, &mut ground) else {
            return Report {
                snapshot: Snapshot {
                    simulations: 0,
                    inherited: 0,
                    moves: Vec::new(),
                    proof: Proof::Open,
                },
                best: None,
                line: Vec::new(),
                observed: S::Observer::default(),
                entries_made: 0,
                refused_full: 0,
            };
        };
        let run = Run {
            search: self,
            ground: &ground,
            root,
            stop,
        };
        let (snapshot, workers) = if self.table.layout().columns.in_flight {
            run.go::<true>(budget, watcher)
        } else {
            run.go::<false>(
                &Budget {
                    threads: 1,
                    ..*budget
                },
                watcher,
            )
        };
        self.since_floor += snapshot.simulations;
        self.previous = snapshot
            .moves
            .iter()
            .map(|m| {
                (
                    m.mv,
                    Prior {
                        visits: m.weight() as f32,
                        mean: m.value() as f32,
                    },
                )
            })
            .collect();
        let mut report = Report {
            best: snapshot.best(self.config.search.final_move).map(|m| m.mv),
            line: self.line(&ground, root),
            snapshot,
            observed: S::Observer::default(),
            entries_made: 0,
            refused_full: 0,
        };
        for worker in &workers {
            report.observed.merge(&worker.observer);
            report.entries_made += worker.entries_made;
            report.refused_full += worker.refused_full;
        }
        if let Some(first) = workers.into_iter().next() {
            self.playout.clone_from(first.playout());
        }
        report
    }

    fn ground<'g>(
        &self,
        game: &'g S::Game,
        state: &<S::Game as Game>::State,
        seed: u64,
        search: u64,
    ) -> Ground<'g, S::Game> {
        let mut root = game.new_sim();
        game.load(state, &mut root);
        Ground {
            game,
            root_key: root.key(),
            player: root.to_move(),
            past: Past::of(game, state),
            config: self.config,
            rule: Rule::new(&self.config, game.max_moves(), search as usize),
            amaf: AmafRule::new(&self.config.rave, self.since_floor < AmafTally::LIMIT),
            excluded: Vec::new(),
            root,
            seed,
            search,
        }
    }

    /// Finds or makes the entry of the root. Moves that the record of the game forbids are
    /// left out of a new entry, and excluded in an old one.
    fn plant(
        &self,
        state: &<S::Game as Game>::State,
        ground: &mut Ground<'_, S::Game>,
    ) -> Option<Slot> {
        match self.table.find(ground.root_key) {
            Lookup::Found(slot) => {
                let entry = self.table.entry(slot);
                ground.excluded = (0..entry.count())
                    .filter(|&i| !state.is_legal(entry.mv(i)))
                    .collect();
                (ground.excluded.len() < entry.count()).then_some(slot)
            }
            Lookup::Absent(victim) => {
                let mut knowledge = self.knowledge.clone();
                let mut moves = MoveList::new();
                knowledge.propose(&self.game, &ground.root, &mut moves);
                moves.retain(|&mv| state.is_legal(mv));
                if moves.is_empty() {
                    return None;
                }
                let mut opinions = vec![Opinion::NONE; moves.len()];
                knowledge.judge(&self.game, &ground.root, &[], &moves, &mut opinions);
                let share = self.config.search.psr as f32;
                let inherited = |mv: Move| {
                    self.previous
                        .iter()
                        .find(|(previous, _)| *previous == mv)
                        .map_or(Prior::NONE, |(_, p)| Prior {
                            visits: share * p.visits,
                            mean: p.mean,
                        })
                };
                let mut rows: Vec<(Move, Opinion)> = moves.into_iter().zip(opinions).collect();
                if self.config.predictor.widening {
                    rows.sort_by(|(a, x), (b, y)| y.bias.total_cmp(&x.bias).then(a.cmp(b)));
                }
                let claim = victim.claim()?;
                let entry = claim.entry();
                entry.fill(&rows.iter().map(|&(mv, _)| mv).collect::<Vec<_>>());
                for (i, &(mv, opinion)) in rows.iter().enumerate() {
                    let prior = opinion.prior.plus(inherited(mv));
                    if entry.columns().prior && prior.visits > 0.0 {
                        entry.set_prior(i, prior);
                    }
                    if entry.columns().bias {
                        entry.set_bias(i, opinion.bias);
                    }
                }
                Some(claim.publish(ground.root_key))
            }
            // A search begins alone, so nobody is writing; and it has touched nothing yet.
            Lookup::Busy | Lookup::Full => None,
        }
    }

    fn line(&self, ground: &Ground<'_, S::Game>, root: Slot) -> Vec<Move> {
        let mut worker: Worker<S> = Worker::new(ground, &self.playout, &self.knowledge);
        worker.depart(ground, 0);
        principal_variation(&self.table, root, &ground.excluded, 64, |mv| {
            worker.follow(ground, mv)
        })
    }
}

/// One call of [`Search::run`].
struct Run<'a, S: Setup> {
    search: &'a Search<S>,
    ground: &'a Ground<'a, S::Game>,
    root: Slot,
    stop: &'a AtomicBool,
}

/// How often a worker looks whether the root is proven or the entries are spent.
const CHECK_STRIDE: u64 = 64;

impl<S: Setup> Run<'_, S> {
    fn go<const SHARED: bool>(
        &self,
        budget: &Budget,
        watcher: &mut dyn Watcher,
    ) -> (Snapshot, Vec<Worker<S>>) {
        let table = &self.search.table;
        let entry = table.entry(self.root);
        let inherited = entry.total_visits();
        let (next, done, made) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let over = AtomicBool::new(false);
        let mut limit = AtomicU64::new(budget.simulations.max(1));
        let store = Local::<SHARED>(table);
        let snapshot =
            |simulations| Snapshot::take(entry, &self.ground.excluded, simulations, inherited);

        let work = |worker: &mut Worker<S>, limit: &AtomicU64, watcher: &mut dyn Watcher| {
            let stride = watcher.stride().max(1);
            let mut own = 0u64;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let halted = self.stop.load(Ordering::Relaxed) || over.load(Ordering::Relaxed);
                if index >= limit.load(Ordering::Relaxed) || (index > 0 && halted) {
                    next.fetch_sub(1, Ordering::Relaxed);
                    break;
                }
                worker.simulate(self.ground, &store, index, self.root);
                done.fetch_add(1, Ordering::Relaxed);
                own += 1;
                if own.is_multiple_of(CHECK_STRIDE) {
                    made.fetch_add(worker.entries_made - worker.entries_told, Ordering::Relaxed);
                    worker.entries_told = worker.entries_made;
                    if entry.proof() != Proof::Open
                        || made.load(Ordering::Relaxed) >= budget.entries
                    {
                        over.store(true, Ordering::Relaxed);
                    }
                }
                if own.is_multiple_of(stride) {
                    let simulations = done.load(Ordering::Relaxed);
                    if watcher.is_due(simulations) && !watcher.look(&snapshot(simulations)) {
                        over.store(true, Ordering::Relaxed);
                    }
                }
            }
        };
        let mut workers: Vec<Worker<S>> = (0..budget.threads.max(1))
            .map(|number| self.worker(number, entry.count()))
            .collect();
        let all = |workers: &mut [Worker<S>], limit: &AtomicU64, watcher: &mut dyn Watcher| {
            std::thread::scope(|scope| {
                let mut rest = workers.iter_mut();
                let first = rest.next();
                for worker in rest {
                    scope.spawn(|| work(worker, limit, &mut ()));
                }
                if let Some(first) = first {
                    work(first, limit, watcher);
                }
            });
        };
        all(&mut workers, &limit, watcher);
        if self.ground.config.search.final_move == FinalMove::MaxRobust {
            // Up to half as long again, in eight steps, until both rules agree.
            let asked = budget.simulations;
            for step in 1..=8u64 {
                let ended = over.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed);
                if ended || snapshot(0).is_robust() || asked == u64::MAX {
                    break;
                }
                *limit.get_mut() = asked + asked / 16 * step;
                all(&mut workers, &limit, watcher);
            }
        }
        (snapshot(done.load(Ordering::Relaxed)), workers)
    }

    /// Worker `number`. With virtual wins each worker imagines wins on root moves of its own:
    /// the moves whose index is its number modulo the number of workers' stride.
    fn worker(&self, number: usize, moves: usize) -> Worker<S> {
        let mut worker = Worker::new(self.ground, &self.search.playout, &self.search.knowledge);
        let wins = self.ground.config.parallel.virtual_wins as f32;
        if wins > 0.0 && number > 0 {
            let favourite = |i: usize| if i % 8 == number % 8 { wins } else { 0.0 };
            worker.set_extra_wins((0..moves).map(favourite).collect());
        }
        worker
    }
}
