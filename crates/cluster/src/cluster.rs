//! A search spread over ranks.

use std::sync::atomic::AtomicBool;

use tewari_game::{Game, Move};
use tewari_mcts::config::{Config, Driver};
use tewari_mcts::credit::AmafRule;
use tewari_mcts::knowledge::Knowledge as _;
use tewari_mcts::plant::{Previous, columns};
use tewari_mcts::trail::Trail;
use tewari_mcts::tree::{MAX_MOVE_SPACE, Table};
use tewari_mcts::walk::{Ground, Worker};
use tewari_mcts::{Budget, Playout, Report, Setup, Snapshot, Watcher, principal_variation};

use crate::books::{Counters, check_counters, check_entries};
use crate::error::Error;
use crate::home::{Home, Root};
use crate::rank::Rank;
use crate::shard::{Shard, owner};
use crate::transport::Network;

/// How large a cluster is, apart from the number of its ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Bytes of the table of each rank.
    pub bytes: usize,
    /// Simulations under way at the same time. One is the exact mode.
    pub in_flight: u32,
}

/// The most simulations that may be under way: an entry counts them in 16 bits, and one
/// simulation may pass an entry three times before a repetition ends it.
pub const MAX_IN_FLIGHT: u32 = 1 << 14;

/// The result of a search on a cluster.
#[derive(Clone, Debug)]
pub struct ClusterReport<O> {
    /// What a search on one machine would report.
    pub report: Report<O>,
    /// What each rank did.
    pub ranks: Vec<Counters>,
}

/// A search whose tree is spread over the ranks of a network.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tewari_cluster::{Cluster, Options, Threads};
/// use tewari_game::Game;
/// use tewari_games::Connect4;
/// use tewari_mcts::knowledge::Ignorance;
/// use tewari_mcts::{Budget, Bundle, Config, Uniform};
///
/// type Setup = Bundle<Connect4, Uniform<Connect4>, Ignorance>;
/// let options = Options { bytes: 1 << 20, in_flight: 10 };
/// let (playout, config) = (Uniform::new(&Connect4), Config::default());
/// let network = Threads::new(2);
/// let mut cluster: Cluster<Setup, _> =
///     Cluster::new(Connect4, playout, Ignorance, config, &options, network)?;
/// let (budget, stop) = (Budget::simulations(1000), AtomicBool::new(false));
/// let found = cluster.run(&Connect4.initial(), &budget, 1, 0, &stop, &mut ())?;
/// assert_eq!(found.report.snapshot.simulations, 1000);
/// # Ok::<(), tewari_cluster::Error>(())
/// ```
pub struct Cluster<S: Setup, N: Network> {
    game: S::Game,
    playout: S::Playout,
    knowledge: S::Knowledge,
    config: Config,
    in_flight: u32,
    network: N,
    tables: Vec<Table>,
    /// The number of the last search.
    epoch: u32,
    /// Whether the last search failed and left its tree in disorder.
    spoiled: bool,
    /// Simulations since the floor of the tables was raised.
    since_floor: u64,
    previous: Previous,
    trail: Trail<S::Game>,
}

impl<S: Setup, N: Network> Cluster<S, N> {
    /// A cluster on `network`.
    ///
    /// # Errors
    /// When the parameters contradict each other or cannot be had on a cluster.
    pub fn new(
        game: S::Game,
        playout: S::Playout,
        knowledge: S::Knowledge,
        config: Config,
        options: &Options,
        network: N,
    ) -> Result<Self, Error> {
        refuse::<S>(&game, &config, options, network.size())?;
        let columns = columns::<S>(&config, options.in_flight > 1);
        let tables = (0..network.size())
            .map(|_| Table::new(options.bytes, game.max_moves(), columns))
            .collect::<Result<_, _>>()
            .map_err(Error::Refused)?;
        Ok(Self {
            game,
            playout,
            knowledge,
            config,
            in_flight: options.in_flight,
            network,
            tables,
            epoch: 0,
            spoiled: false,
            since_floor: 0,
            previous: Previous::new(),
            trail: Trail::default(),
        })
    }

    /// The tables, by rank.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The network.
    pub const fn network_mut(&mut self) -> &mut N {
        &mut self.network
    }

    /// Forgets everything, as a new game or other rules demand.
    pub fn forget(&mut self) {
        self.begin(false);
        self.previous.clear();
    }

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

    /// Searches `state`, as [`Search::run`](tewari_mcts::Search::run) does; the threads of the
    /// budget are of no interest here. The books are checked afterwards, but for the entries
    /// themselves: see [`check_entries`](Self::check_entries).
    ///
    /// # Errors
    /// When a rank fails or the books do not balance. The tree is lost then; the next search
    /// starts with an empty one.
    pub fn run(
        &mut self,
        state: &<S::Game as Game>::State,
        budget: &Budget,
        seed: u64,
        search: u64,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<ClusterReport<S::Observer>, Error> {
        self.begin(self.config.search.reuse && !self.spoiled);
        self.epoch = self.epoch.wrapping_add(1);
        self.spoiled = true;
        let (game, final_move) = (self.game.clone(), self.config.search.final_move);
        let ranks = self.network.size();
        let mut ground = Ground::new(&game, state, &self.config, seed, search, self.since_floor);
        self.trail.continue_to(&mut ground);
        let home_rank = owner(ground.root_key, ranks);
        let table = &self.tables[usize::from(home_rank)];
        let Some(slot) = ground.plant(state, table, &self.knowledge, &self.previous) else {
            self.spoiled = false;
            return Ok(ClusterReport {
                report: Report::new(Snapshot::EMPTY, final_move, Vec::new()),
                ranks: vec![Counters::default(); usize::from(ranks)],
            });
        };
        let ground = &ground;
        let root = Root {
            rank: home_rank,
            slot,
            entry: table.entry(slot),
            excluded: &ground.excluded,
        };
        let mut home = Home::new(root, final_move, budget, self.in_flight, stop, watcher);
        let mut crew: Vec<Rank<'_, S>> = (0..ranks)
            .zip(&self.tables)
            .map(|(number, table)| {
                let worker = Worker::new(ground, &self.playout, &self.knowledge);
                let shard = Shard::new(table, number, ranks);
                Rank::new(ground, shard, ranks, worker, self.epoch)
            })
            .collect();
        self.network.drive(&mut crew, &mut home)?;
        let counters: Vec<Counters> = crew.iter().map(|rank| *rank.counters()).collect();
        check_counters(&counters, root.entry.total_visits(), home.inherited())?;
        let mut snapshot = home.snapshot();
        let mut guide = Worker::new(ground, &self.playout, &self.knowledge);
        snapshot.favourite = guide.favourite(ground, root.entry);
        self.since_floor += snapshot.simulations;
        self.previous = snapshot.as_priors();
        self.spoiled = false;
        let line = self.line(ground, &root, &mut guide);
        let mut report = Report::new(snapshot, final_move, line);
        for rank in &crew {
            report.add(rank.worker());
        }
        Ok(ClusterReport {
            report,
            ranks: counters,
        })
    }

    /// The line of most visited moves.
    fn line(
        &self,
        ground: &Ground<'_, S::Game>,
        root: &Root<'_>,
        guide: &mut Worker<S>,
    ) -> Vec<Move> {
        guide.depart(ground, 0);
        principal_variation(root.entry, root.excluded, |mv| {
            let key = guide.follow(ground, mv)?;
            Ok(key.and_then(|key| {
                let table = &self.tables[usize::from(owner(key, self.network.size()))];
                table.find(key).found().map(|slot| table.entry(slot))
            }))
        })
    }

    /// Checks every entry of every rank: nothing is under way, no move has won more often than
    /// it was tried, and each lives where it should. Reads all of memory.
    ///
    /// # Errors
    /// With the first thing that is wrong.
    pub fn check_entries(&self) -> Result<(), Error> {
        for (rank, table) in (0..self.network.size()).zip(&self.tables) {
            check_entries(table)?;
            let strayed = table
                .live()
                .find(|(_, entry)| owner(entry.key(), self.network.size()) != rank);
            if let Some((_, entry)) = strayed {
                return Err(Error::Unfitting {
                    rank,
                    from: owner(entry.key(), self.network.size()),
                    index: 0,
                    what: "an entry lies at the wrong rank",
                });
            }
        }
        Ok(())
    }
}

/// Refuses what a cluster cannot do.
fn refuse<S: Setup>(
    game: &S::Game,
    config: &Config,
    options: &Options,
    ranks: u16,
) -> Result<(), Error> {
    config
        .check_with(S::Knowledge::BIAS)
        .map_err(Error::Refused)?;
    let refused = |why: String| Err(Error::Refused(why));
    if ranks == 0 {
        return refused("a cluster needs at least one rank".into());
    }
    if !(1..=MAX_IN_FLIGHT).contains(&options.in_flight) {
        return refused(format!(
            "{} simulations under way are outside 1..={MAX_IN_FLIGHT}",
            options.in_flight
        ));
    }
    if game.move_space() > MAX_MOVE_SPACE {
        return refused(format!("a cluster knows {MAX_MOVE_SPACE} moves at most"));
    }
    for (asked, why) in [
        (
            config.search.solver,
            "search.solver needs a tree in one place: proofs do not travel yet",
        ),
        (
            config.search.grandfather > 0.0,
            "search.grandfather needs a tree in one place: the grandfather lives elsewhere",
        ),
        (
            config.parallel.virtual_wins > 0.0,
            "parallel.virtual_wins has no meaning on a cluster: one rank selects at the root",
        ),
        (
            config.parallel.driver != Driver::SharedTree,
            "parallel.driver must be shared-tree on a cluster",
        ),
        (
            S::Playout::LEARNS,
            "playouts that learn need a search in one place: their memory does not travel",
        ),
    ] {
        if asked {
            return refused(why.into());
        }
    }
    Ok(())
}
