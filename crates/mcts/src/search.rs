//! A search and what it keeps from move to move.
//!
//! A [`Search`] owns its table. [`Search::run`] searches one position within a [`Budget`]; how
//! the workers divide the work is `parallel.driver`'s choice, and with one worker the result is
//! a function of position, configuration and seed. The tree stays for the next search:
//! positions that come up again are found by their keys, whatever was played in between.

use std::sync::atomic::AtomicBool;

use tewari_game::{Game, Move};

use crate::config::{Config, Driver, FinalMove};
use crate::credit::AmafRule;
use crate::driver::root::Lent;
use crate::driver::{Run, Tree, leaf, root, shared};
use crate::knowledge::Knowledge as _;
use crate::observe::Observer;
use crate::plant::{Previous, columns};
use crate::playout::Playout;
use crate::report::Snapshot;
use crate::restriction::Restrictions;
use crate::select::Row;
use crate::setup::Setup;
use crate::trail::Trail;
use crate::tree::{MAX_MOVE_SPACE, Table};
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

    /// What else the snapshots are to have; so also the one at the end.
    fn wish(&self) -> Wish {
        Wish::default()
    }
}

/// What snapshots have only if somebody wants to see it, because finding it out takes time.
/// Watchers of a cluster do not get it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wish {
    /// After how many of the root's moves the [variations](Snapshot::variations) go on.
    pub variations: usize,
    /// Whether the [survey](Snapshot::survey) is made.
    pub survey: bool,
    /// Whether the survey also says it for each of the root's moves.
    pub survey_by_move: bool,
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
    /// The line of most visited moves, which is also that of the snapshot.
    pub line: Vec<Move>,
    /// What the observers saw.
    pub observed: O,
    /// Entries made.
    pub entries_made: u64,
    /// Leaves that would have got an entry if there had been room.
    pub refused_full: u64,
}

impl<O: Default> Report<O> {
    /// The report of a search that ended with `snapshot`. What the workers did is
    /// [added](Self::add).
    #[must_use]
    pub fn new(mut snapshot: Snapshot, final_move: FinalMove, line: Vec<Move>) -> Self {
        snapshot.line.clone_from(&line);
        Self {
            best: snapshot.best(final_move).map(|m| m.mv),
            line,
            snapshot,
            observed: O::default(),
            entries_made: 0,
            refused_full: 0,
        }
    }

    /// Adds what a worker saw and did.
    pub fn add<S: Setup<Observer = O>>(&mut self, worker: &Worker<S>)
    where
        O: Observer<<S::Playout as Playout<S::Game>>::End>,
    {
        self.observed.merge(&worker.observer);
        self.snapshot.insight = self.observed.insight();
        self.entries_made += worker.entries_made;
        self.refused_full += worker.refused_full;
    }
}

/// A search with its tree.
pub struct Search<S: Setup> {
    game: S::Game,
    playout: S::Playout,
    knowledge: S::Knowledge,
    config: Config,
    /// One table, or as many as there are workers with trees of their own.
    tables: Vec<Table>,
    /// What trees of several were lent by each other.
    lent: Lent,
    /// Simulations since the floor of the tables was raised.
    since_floor: u64,
    /// The root's moves at the end of the last search, for PSR.
    previous: Previous,
    /// What the next search is not to try.
    restrictions: Restrictions,
    /// Where the last search stood, for path keys.
    trail: Trail<S::Game>,
    /// By how many half points the margin of a win is shifted.
    shift: i32,
}

impl<S: Setup> Search<S> {
    /// A search whose tree takes at most `bytes`; with the root driver that is all trees
    /// together. `threads` is the largest number of workers that will ever be asked for.
    ///
    /// # Errors
    /// When the configuration contradicts itself, or there is no room for the tree.
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
        config.check_with(S::Knowledge::BIAS)?;
        assert!(game.move_space() <= MAX_MOVE_SPACE, "too many move numbers");
        let parallel = &config.parallel;
        if parallel.driver == Driver::Leaf && S::Playout::LEARNS && threads > 1 {
            return Err("parallel.driver = leaf needs one thread with playouts that learn".into());
        }
        let (trees, in_flight) = match parallel.driver {
            Driver::SharedTree => (1, threads > 1),
            Driver::Leaf => (1, parallel.leaves > 1),
            Driver::Root => (threads.max(1), false),
        };
        let columns = columns::<S>(&config, in_flight);
        let tables = (0..trees)
            .map(|_| Table::new(bytes / trees, game.max_moves(), columns))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            game,
            playout,
            knowledge,
            config,
            tables,
            lent: Lent::default(),
            since_floor: 0,
            previous: Previous::new(),
            restrictions: Restrictions::default(),
            trail: Trail::default(),
            shift: 0,
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

    /// The table, for statistics and checks; of several the first.
    pub fn table(&self) -> &Table {
        &self.tables[0]
    }

    /// All tables: one for each tree.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Forgets everything, as a new game or other rules demand. Costs nothing: the floor of
    /// the table is raised.
    pub fn forget(&mut self) {
        self.begin(false);
        self.previous.clear();
        self.playout.forget();
    }

    /// From now on searches as if the second player had `by` half points more than the rules
    /// give him, until another shift is set. That is what dynamic komi needs: where one side
    /// is far ahead all moves win or all lose, and a search learns more from asking who wins
    /// by more, or loses by less, than expected. Statistics of another shift are about another
    /// question: a change forgets the tree. Answers whether the game has a score at all.
    pub fn set_shift(&mut self, by: i32) -> bool {
        if by != self.shift {
            self.shift = by;
            self.begin(false);
            self.previous.clear();
        }
        self.game.shift_margin(&mut self.game.new_sim(), by)
    }

    /// The root's moves as the tree knows them before a search of `state`, and the `count` of
    /// them with the highest scores in the selection, those that were tried before those that
    /// were not. For searches that [consider nothing else](Self::restrict).
    pub fn favourites(
        &mut self,
        state: &<S::Game as Game>::State,
        count: usize,
    ) -> (Snapshot, Vec<Move>) {
        self.begin(self.config.search.reuse);
        let game = self.game.clone();
        let mut ground = Ground::new(&game, state, &self.config, 0, 0, self.since_floor);
        game.shift_margin(&mut ground.root, self.shift);
        self.trail.continue_to(&mut ground);
        let table = &self.tables[0];
        let Some(root) = ground.plant(state, table, &self.knowledge, &self.previous) else {
            return (Snapshot::EMPTY, Vec::new());
        };
        let entry = table.entry(root);
        let untried = (0..entry.count()).filter(|&i| entry.tally(i).visits == 0);
        let mut row = Row::new(game.max_moves());
        let (mut chosen, mut taken) = (Vec::new(), ground.excluded.clone());
        let mut left_out = taken.clone();
        left_out.extend(untried);
        for mut excluded in [left_out, Vec::new()] {
            excluded.extend_from_slice(&taken);
            while chosen.len() < count
                && let Some(edge) = row.select(entry, &ground.rule, true, &excluded)
            {
                chosen.push(entry.mv(edge));
                excluded.push(edge);
                taken.push(edge);
            }
        }
        let inherited = entry.total_visits();
        (
            Snapshot::take(entry, &ground.excluded, 0, inherited),
            chosen,
        )
    }

    /// The next [`run`](Self::run), and only that one, keeps to them. Where they leave no move of
    /// the root there is nothing to search. Those that go deeper than the root's move begin with
    /// a new tree, because what is known of the moves was found without them.
    pub fn restrict(&mut self, restrictions: Restrictions) {
        if restrictions.plies() > 1 {
            self.begin(false);
            self.previous.clear();
        }
        self.restrictions = restrictions;
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
        self.begin(self.config.search.reuse);
        self.lent.give_back(&self.tables);
        let (game, final_move) = (self.game.clone(), self.config.search.final_move);
        let wanted = self.trees(budget);
        let restrictions = std::mem::take(&mut self.restrictions);
        let (trail, shift) = (&mut self.trail, self.shift);
        let trees = self.tables[..wanted].iter().map(|table| {
            let mut ground =
                Ground::new(&game, state, &self.config, seed, search, self.since_floor);
            game.shift_margin(&mut ground.root, shift);
            trail.continue_to(&mut ground);
            let root = ground.plant(state, table, &self.knowledge, &self.previous)?;
            if !restrictions.is_empty() {
                let entry = table.entry(root);
                ground.restrictions.clone_from(&restrictions);
                ground.restricted = restrictions.plies();
                let excluded = restrictions.excluded(entry, 0, ground.player);
                ground.excluded.extend(excluded);
                ground.excluded.sort_unstable();
                ground.excluded.dedup();
                if ground.excluded.len() == entry.count() {
                    return None;
                }
            }
            Some(Tree {
                inherited: table.entry(root).total_visits(),
                ground,
                table,
                root,
            })
        });
        let Some(mut trees) = trees.collect::<Option<Vec<_>>>() else {
            return Report::new(Snapshot::EMPTY, final_move, Vec::new());
        };
        let run = Run::<S> {
            playout: &self.playout,
            knowledge: &self.knowledge,
            budget,
            stop,
            wish: watcher.wish(),
        };
        let (mut snapshot, mut workers) = match self.config.parallel.driver {
            Driver::SharedTree
                if self.tables[0].layout().columns.in_flight && budget.threads > 1 =>
            {
                shared::run::<S, true>(&run, &trees[0], watcher)
            }
            Driver::SharedTree => shared::run::<S, false>(&run, &trees[0], watcher),
            Driver::Leaf => leaf::run(&run, &trees[0], watcher),
            Driver::Root => root::run(&run, &mut trees, &mut self.lent, watcher),
        };
        self.since_floor += snapshot.simulations;
        self.previous = snapshot.as_priors();
        let line = workers
            .first_mut()
            .map_or_else(Vec::new, |worker| trees[0].line(worker));
        if let Some(worker) = workers.first_mut() {
            let root = trees[0].table.entry(trees[0].root);
            snapshot.favourite = worker.favourite(&trees[0].ground, root);
            trees[0].add_variations(&mut snapshot, watcher.wish(), worker);
        }
        let mut report = Report::new(snapshot, final_move, line);
        for worker in &workers {
            report.add(worker);
        }
        if watcher.wish().survey {
            report.snapshot.survey = report.observed.survey();
        }
        if let Some(first) = workers.into_iter().next() {
            self.playout.clone_from(first.playout());
        }
        report
    }

    /// Begins a search in the tree as it is, or in a new one if that is not wanted or the old
    /// one is full of samples.
    fn begin(&mut self, reuse: bool) {
        let reuse = reuse && AmafRule::has_room(&self.config.rave, self.since_floor);
        for table in &mut self.tables {
            table.begin_search(reuse);
        }
        if !reuse {
            self.trail.forget();
            self.since_floor = 0;
        }
    }

    /// How many trees a search within `budget` grows.
    fn trees(&self, budget: &Budget) -> usize {
        budget.threads.clamp(1, self.tables.len())
    }
}
