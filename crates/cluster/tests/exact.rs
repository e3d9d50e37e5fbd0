//! The test that stays for ever: with one simulation under way the tree of a cluster is,
//! number by number, that of the single-threaded search, on any number of ranks.
//!
//! Every entry is compared: its moves, visits and rewards, squares, AMAF, priors. Three
//! searches follow each other on the same tables, with the best move played in between, so
//! that tree reuse and PSR are compared too.

mod support;

use std::sync::atomic::AtomicBool;

use support::{GoSetup, Parts, Plain, WithPriors, after, bytes, cluster, configs, contents, go};
use tewari_cluster::books::Counters;
use tewari_cluster::{Threads, Virtual, Weather};
use tewari_game::{Game, GameState};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_mcts::config::{Config, DrawReward, FinalMove, InFlight};
use tewari_mcts::observe::Insight;
use tewari_mcts::{Budget, Search, Snapshot, Watcher};

/// Searches that follow each other.
const SEARCHES: u64 = 3;
const SEED: u64 = 11;

/// A cluster of any network against the plain search; answers how often a simulation moved
/// from one rank to another.
fn compare<S: Parts, N: tewari_cluster::transport::Network>(
    name: &str,
    game: &S::Game,
    config: Config,
    plies: usize,
    budget: &Budget,
    network: N,
) -> u64 {
    let ranks = network.size();
    let (playout, knowledge) = S::parts(game);
    let mut alone: Search<S> =
        Search::new(game.clone(), playout, knowledge, config, bytes(game), 1).expect("sound");
    let mut spread = cluster::<S, _>(game, config, 1, network);
    let mut state = after(game, plies, SEED);
    let mut moved = 0;
    for search in 0..SEARCHES {
        let stop = AtomicBool::new(false);
        let expected = alone.run(&state, budget, SEED, search, &stop, &mut ());
        let found = spread
            .run(&state, budget, SEED, search, &stop, &mut ())
            .unwrap_or_else(|error| panic!("{name}, {ranks} ranks: {error}"));
        moved += Counters::total(&found.ranks).moves.sent;
        let found = &found.report;
        assert_eq!(expected.refused_full, 0, "{name}: the table is too small");
        assert_eq!(expected.snapshot, found.snapshot, "{name}, {ranks} ranks");
        assert_eq!(expected.best, found.best);
        assert_eq!(expected.line, found.line);
        assert_eq!(expected.observed, found.observed);
        assert_eq!(expected.entries_made, found.entries_made);
        let one = contents(std::slice::from_ref(alone.table()));
        assert!(
            one == contents(spread.tables()),
            "{name}, {ranks} ranks: entries differ in search {search}"
        );
        spread.check_entries().expect("entries are in order");
        match found.best {
            Some(best) if search + 1 < SEARCHES => {
                state.try_play(best).expect("the best move is legal");
            }
            _ => break,
        }
    }
    moved
}

fn exact<S: Parts>(game: &S::Game, simulations: u64, plies: usize) {
    for (name, config) in configs() {
        let budget = Budget::simulations(simulations);
        for ranks in [1, 2, 3, 7] {
            let network = Virtual::new(ranks, Weather::CALM);
            let moved = compare::<S, _>(name, game, config, plies, &budget, network);
            assert_eq!(moved > 0, ranks > 1, "{name}, {ranks} ranks: {moved} moves");
        }
    }
}

#[test]
fn connect4() {
    exact::<Plain<Connect4>>(&Connect4, 1000, 2);
}

#[test]
fn breakthrough() {
    exact::<Plain<Breakthrough>>(&Breakthrough, 700, 6);
}

#[test]
fn othello() {
    exact::<Plain<Othello>>(&Othello, 600, 10);
}

/// Repetitions are draws: lines come back to positions they have passed.
#[test]
fn catch_the_lion() {
    exact::<Plain<CatchTheLion>>(&CatchTheLion, 1000, 4);
}

/// Small boards with kos, superko and passes.
#[test]
fn go_5() {
    exact::<GoSetup>(&go(5), 800, 12);
}

#[test]
fn go_7() {
    exact::<GoSetup>(&go(7), 500, 20);
}

#[test]
fn go_9() {
    exact::<GoSetup>(&go(9), 400, 0);
}

#[test]
fn priors() {
    let config = Config::default();
    for ranks in [1, 3] {
        let network = Virtual::new(ranks, Weather::CALM);
        let budget = Budget::simulations(800);
        compare::<WithPriors<Othello>, _>("priors", &Othello, config, 4, &budget, network);
    }
}

/// Weather makes no difference: with one simulation under way there is nothing to overtake.
#[test]
fn weather() {
    for seed in 0..10 {
        let network = Virtual::new(5, Weather { seed, delay: 20 });
        let budget = Budget::simulations(200);
        let (_, rave) = configs()[2];
        let (game, name) = (CatchTheLion, "weather");
        let moved = compare::<Plain<CatchTheLion>, _>(name, &game, rave, 0, &budget, network);
        assert!(moved > 0);
    }
}

/// Nor do threads.
#[test]
fn threads() {
    for ranks in [1, 2, 3, 7] {
        for (name, config) in configs() {
            let budget = Budget::simulations(300);
            compare::<GoSetup, _>(name, &go(5), config, 8, &budget, Threads::new(ranks));
        }
    }
}

/// All ways to end a search: the rule that asks for more, entries, draws by the coin.
#[test]
fn budgets_and_rules() {
    let mut robust = Config::default();
    robust.search.final_move = FinalMove::MaxRobust;
    let mut sampled = Config::default();
    sampled.search.draws = DrawReward::Sampled;
    sampled.parallel.in_flight = InFlight::Unobserved;
    let entries = Budget {
        entries: 100,
        ..Budget::simulations(5000)
    };
    for ranks in [2, 7] {
        for simulations in [1, 10, 333] {
            let network = Virtual::new(ranks, Weather::CALM);
            let budget = Budget::simulations(simulations);
            compare::<Plain<Connect4>, _>("robust", &Connect4, robust, 0, &budget, network);
        }
        let network = Virtual::new(ranks, Weather::CALM);
        let budget = Budget::simulations(1000);
        compare::<Plain<CatchTheLion>, _>("coin", &CatchTheLion, sampled, 0, &budget, network);
        let network = Virtual::new(ranks, Weather::CALM);
        compare::<Plain<Othello>, _>("entries", &Othello, sampled, 0, &entries, network);
    }
}

/// A finished game has nothing to search.
#[test]
fn the_end_of_a_game() {
    let game = Connect4;
    let state = after(&game, 100, 1);
    assert!(state.outcome().is_some());
    let network = Virtual::new(3, Weather::CALM);
    let mut spread = cluster::<Plain<Connect4>, _>(&game, Config::default(), 4, network);
    let found = support::run(&mut spread, &state, 100, 1).expect("that is no failure");
    assert_eq!(found.report.best, None);
    assert_eq!(found.report.snapshot.simulations, 0);
}

/// Looks every 50 simulations and ends the search at the fourth look.
struct Looks(Vec<Snapshot>);

impl Watcher for Looks {
    fn is_due(&mut self, _: u64) -> bool {
        true
    }

    fn stride(&self) -> u64 {
        50
    }

    fn look(&mut self, snapshot: &Snapshot) -> bool {
        self.0.push(snapshot.clone());
        self.0.len() < 4
    }
}

#[test]
fn watchers_see_the_same() {
    let (game, config) = (Connect4, Config::default());
    let (budget, stop) = (Budget::simulations(10_000), AtomicBool::new(false));
    let (playout, knowledge) = Plain::<Connect4>::parts(&game);
    let mut alone: Search<Plain<Connect4>> =
        Search::new(game, playout, knowledge, config, bytes(&game), 1).expect("sound");
    let mut one = Looks(Vec::new());
    alone.run(&game.initial(), &budget, SEED, 0, &stop, &mut one);
    let network = Virtual::new(4, Weather::CALM);
    let mut spread = cluster::<Plain<Connect4>, _>(&game, config, 1, network);
    let mut other = Looks(Vec::new());
    spread
        .run(&game.initial(), &budget, SEED, 0, &stop, &mut other)
        .expect("nothing goes wrong");
    assert_eq!(one.0.len(), 4);
    // The home has the root at hand, not the line below it nor what the ranks have observed:
    // those come with the report, and no rank is asked for them in between.
    for look in &mut one.0 {
        look.line.clear();
        look.favourite = None;
        look.insight = Insight::NONE;
    }
    assert_eq!(one.0, other.0);
}
