//! The drivers against the plain search and against their own accounts.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use tewari_base::Rng;
use tewari_game::{Game, GameState, Move, Outcome};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_mcts::config::{Config, Driver, FinalMove, FirstPlay, Formula, InFlight, KeyKind};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::observe::Lengths;
use tewari_mcts::tree::{Counts, Table};
use tewari_mcts::{Budget, Bundle, Playout, Record, Report, Search, Uniform};

type Plain<G> = Bundle<G, Uniform<G>, Ignorance, Lengths>;

const BYTES: usize = 16 << 20;

fn search<G: Game>(game: &G, config: Config, threads: usize) -> Search<Plain<G>> {
    let playout = Uniform::new(game);
    Search::new(game.clone(), playout, Ignorance, config, BYTES, threads)
        .expect("the configuration is sound")
}

fn run<G: Game>(
    search: &mut Search<Plain<G>>,
    state: &G::State,
    simulations: u64,
    threads: usize,
) -> Report<Lengths> {
    let budget = Budget {
        threads,
        ..Budget::simulations(simulations)
    };
    search.run(state, &budget, 7, 0, &AtomicBool::new(false), &mut ())
}

/// Everything that a table has counted, by key and move.
type Contents = BTreeMap<u64, Vec<(Move, Counts)>>;

fn contents(table: &Table) -> Contents {
    let row = |entry: tewari_mcts::tree::Entry<'_>| {
        (0..entry.count())
            .map(|i| (entry.mv(i), entry.counts(i)))
            .collect()
    };
    table
        .live()
        .map(|(_, entry)| (entry.key(), row(entry)))
        .collect()
}

/// Σ visits of the root's moves = simulations + what was there before; nothing is under way.
/// Where positions may repeat, a simulation may come back to the root and visit it again.
fn check_accounts<G: Game>(search: &Search<Plain<G>>, report: &Report<Lengths>) {
    let visits: u64 = report
        .snapshot
        .moves
        .iter()
        .map(|m| u64::from(m.tally.visits))
        .sum();
    let snapshot = &report.snapshot;
    let expected = snapshot.simulations + snapshot.inherited;
    assert!(visits == expected || (search.game().history_dependent() && visits > expected));
    for (_, entry) in search.tables().iter().flat_map(Table::live) {
        for i in 0..entry.count() {
            assert_eq!(entry.in_flight(i), 0);
            let tally = entry.tally(i);
            assert!(tally.half_wins <= 2 * u64::from(tally.visits));
        }
    }
}

fn leaf(leaves: u32, playouts: u32) -> Config {
    let mut config = Config::default();
    config.parallel.driver = Driver::Leaf;
    config.parallel.leaves = leaves;
    config.parallel.playouts = playouts;
    config
}

fn root(merge_every: u64) -> Config {
    let mut config = Config::default();
    config.parallel.driver = Driver::Root;
    config.parallel.merge_every = merge_every;
    config
}

fn with_rave(mut config: Config) -> Config {
    config.rave.on = true;
    config.rave.distance = 0.002;
    config
}

/// Some position in the middle of a game.
fn middle<G: Game>(game: &G, plies: usize) -> G::State {
    let mut state = game.initial();
    let (mut rng, mut moves) = (Rng::new(5), Vec::new());
    for _ in 0..plies {
        let mv = state.random_move(&mut rng, &mut moves);
        state.play(mv.expect("the game is still going on"));
    }
    state
}

/// Both drivers at their smallest are the plain search.
fn smallest_is_plain<G: Game>(game: &G, base: Config) {
    let state = middle(game, 4);
    let mut plain = search(game, base, 1);
    let expected = run(&mut plain, &state, 1500, 1);
    let expected = (contents(plain.table()), expected.snapshot, expected.line);
    for (driver, threads) in [(Driver::Leaf, 1), (Driver::Leaf, 3), (Driver::Root, 1)] {
        let mut config = base;
        config.parallel.driver = driver;
        config.parallel.playouts = 1;
        let mut other = search(game, config, threads);
        let report = run(&mut other, &state, 1500, threads);
        let found = (contents(other.table()), report.snapshot, report.line);
        assert!(expected == found, "{driver:?} with {threads} workers");
    }
}

/// A search that asks for a depth that no game reaches is not lean; nothing else differs.
#[test]
fn lean_simulations_do_what_others_do() {
    for (formula, key, expand_at, first_play) in [
        (
            Formula::Ucb1,
            KeyKind::Position,
            2,
            FirstPlay::UnvisitedFirst,
        ),
        (Formula::Ucb1, KeyKind::Path, 1, FirstPlay::Urgency),
        (Formula::Ucb1Doubled, KeyKind::Path, 2, FirstPlay::Urgency),
        (
            Formula::Ucb1Doubled,
            KeyKind::Position,
            1,
            FirstPlay::UnvisitedFirst,
        ),
        (
            Formula::Ucb1Tuned,
            KeyKind::Position,
            1,
            FirstPlay::UnvisitedFirst,
        ),
        (Formula::Ucb1Tuned, KeyKind::Path, 2, FirstPlay::Urgency),
    ] {
        let mut config = Config::default();
        config.search.formula = formula;
        config.search.key = key;
        config.search.expand_at = expand_at;
        config.search.first_play = first_play;
        let [lean, other] = [0, 1000].map(|depth| {
            config.search.depth = depth;
            let mut search = search(&Connect4, config, 1);
            let report = run(&mut search, &Connect4.initial(), 20_000, 1);
            check_accounts(&search, &report);
            (contents(search.table()), report.observed, report.line)
        });
        assert!(lean.0.len() > 1000);
        assert!(lean.0 == other.0, "{formula:?} {key:?} {expand_at}");
        assert_eq!(lean.1, other.1);
        assert_eq!(lean.2, other.2);
    }
}

#[test]
fn the_smallest_form_of_each_driver_is_the_plain_search() {
    let mut tuned = Config::default();
    tuned.search.formula = Formula::Ucb1Tuned;
    smallest_is_plain(&Connect4, tuned);
    smallest_is_plain(&Othello, with_rave(Config::default()));
    let mut solver = Config::default();
    solver.search.solver = true;
    smallest_is_plain(&CatchTheLion, solver);
    let mut robust = Config::default();
    robust.search.final_move = FinalMove::MaxRobust;
    smallest_is_plain(&Breakthrough, robust);
}

#[test]
fn a_leaf_with_many_playouts_is_visited_as_often() {
    let game = Othello;
    let mut search = search(&game, leaf(1, 8), 2);
    let report = run(&mut search, &game.initial(), 2000, 2);
    check_accounts(&search, &report);
    assert_eq!(report.snapshot.simulations, 2000);
    assert_eq!(report.observed.playouts, 2000);
    for (_, entry) in search.table().live() {
        for i in 0..entry.count() {
            assert_eq!(entry.tally(i).visits % 8, 0);
        }
    }
}

#[test]
fn the_last_leaf_gets_the_playouts_that_are_left() {
    for (leaves, playouts) in [(1, 8), (5, 3), (16, 1)] {
        let game = Connect4;
        let mut search = search(&game, leaf(leaves, playouts), 1);
        let report = run(&mut search, &game.initial(), 1001, 1);
        check_accounts(&search, &report);
        assert_eq!(report.snapshot.simulations, 1001);
    }
}

/// Leaf-parallel searches find the same tree with any number of threads.
fn threads_do_not_matter<G: Game>(game: &G, config: Config) {
    let state = middle(game, 3);
    let mut first = None;
    for threads in [1, 2, 3] {
        let mut search = search(game, config, threads);
        let report = run(&mut search, &state, 1000, threads);
        check_accounts(&search, &report);
        let found = (contents(search.table()), report.observed);
        let expected = first.get_or_insert_with(|| found.clone());
        assert!(*expected == found, "{threads} threads");
    }
}

#[test]
fn leaf_parallel_results_do_not_depend_on_threads() {
    for (leaves, playouts) in [(1, 6), (12, 1), (4, 4)] {
        threads_do_not_matter(&Connect4, leaf(leaves, playouts));
        threads_do_not_matter(&Breakthrough, with_rave(leaf(leaves, playouts)));
        let mut unobserved = leaf(leaves, playouts);
        unobserved.parallel.in_flight = InFlight::Unobserved;
        unobserved.search.solver = true;
        threads_do_not_matter(&CatchTheLion, unobserved);
    }
}

#[test]
fn many_leaves_spread_over_the_moves() {
    // Seven leaves under way at once: virtual loss sends them to seven different moves.
    let game = Connect4;
    let mut search = search(&game, leaf(7, 1), 1);
    let report = run(&mut search, &game.initial(), 7, 1);
    assert!(report.snapshot.moves.iter().all(|m| m.tally.visits == 1));
}

#[test]
fn merged_trees_hold_the_sums_and_repeat_exactly() {
    for every in [0, 50, 137] {
        for threads in [2, 3] {
            let game = Othello;
            let mut config = with_rave(root(every));
            config.parallel.virtual_wins = 5.0;
            let once = || {
                let mut search = search(&game, config, threads);
                let report = run(&mut search, &game.initial(), 1000, threads);
                check_accounts(&search, &report);
                assert_eq!(report.snapshot.simulations, 1000);
                assert_eq!(report.observed.playouts, 1000);
                let key = game.initial().key();
                let trees: Vec<Contents> = search.tables().iter().map(contents).collect();
                for tree in &trees {
                    assert_eq!(tree[&key], trees[0][&key], "all roots hold the sums");
                }
                trees
            };
            let first = once();
            assert!(first[0] != first[1], "below the root trees differ");
            assert!(first == once(), "every {every}, {threads} trees");
        }
    }
}

#[test]
fn merging_on_the_way_changes_the_trees() {
    let grown = |every| {
        let mut search = search(&Connect4, root(every), 2);
        run(&mut search, &Connect4.initial(), 2000, 2).snapshot
    };
    assert_ne!(grown(0), grown(100));
}

/// Trees are reused from move to move, also when a move is taken back; nothing is counted
/// twice.
#[test]
fn root_parallel_trees_are_reused_without_counting_twice() {
    let game = Connect4;
    let mut search = search(&game, root(100), 3);
    let mut state = game.initial();
    let mut states = Vec::new();
    for step in 0..6 {
        let report = run(&mut search, &state, 900, 3);
        check_accounts(&search, &report);
        let before = report.snapshot.inherited;
        assert_eq!(before > 0, step > 0, "inherited {before}");
        assert!(before <= 900 * step, "inherited {before} in step {step}");
        states.push(state);
        state.play(report.best.expect("there is a move"));
    }
    let report = run(&mut search, &states[0], 300, 3);
    check_accounts(&search, &report);
    assert_eq!(report.snapshot.inherited, 900);
}

#[test]
fn uneven_budgets_are_spent_to_the_last_simulation() {
    for (simulations, threads) in [(1, 3), (2, 3), (100, 3), (1001, 2)] {
        let mut search = search(&Connect4, root(64), threads);
        let report = run(&mut search, &Connect4.initial(), simulations, threads);
        check_accounts(&search, &report);
        assert_eq!(report.snapshot.simulations, simulations);
    }
}

#[test]
fn a_raised_stop_flag_leaves_one_simulation() {
    for config in [leaf(1, 1), leaf(1, 4), leaf(3, 1), root(10)] {
        let mut search = search(&Connect4, config, 2);
        let budget = Budget {
            threads: 2,
            ..Budget::simulations(1000)
        };
        let stop = AtomicBool::new(true);
        let report = search.run(&Connect4.initial(), &budget, 1, 0, &stop, &mut ());
        check_accounts(&search, &report);
        let made = report.snapshot.simulations;
        assert!((1..=4).contains(&made), "{made}");
    }
}

/// A policy with a memory.
#[derive(Clone)]
struct Learning(Uniform<Connect4>, u64);

impl Playout<Connect4> for Learning {
    type End = <Connect4 as Game>::Sim;
    const LEARNS: bool = true;

    fn run(
        &mut self,
        start: &<Connect4 as Game>::Sim,
        rng: &mut Rng,
        record: &mut Record,
    ) -> Outcome {
        self.0.run(start, rng, record)
    }

    fn end(&self) -> &<Connect4 as Game>::Sim {
        self.0.end()
    }

    fn learn(&mut self, tree: &[Move], record: &Record, _: Outcome) {
        self.1 += (tree.len() + record.len()) as u64;
    }
}

#[test]
fn combinations_without_meaning_are_refused() {
    type Set = Bundle<Connect4, Learning, Ignorance>;
    let learning = |config, threads| {
        let playout = Learning(Uniform::new(&Connect4), 0);
        Search::<Set>::new(Connect4, playout, Ignorance, config, BYTES, threads).map(|_| ())
    };
    assert_eq!(
        learning(leaf(1, 4), 2).unwrap_err(),
        "parallel.driver = leaf needs one thread with playouts that learn"
    );
    assert!(learning(leaf(1, 4), 1).is_ok() && learning(root(10), 2).is_ok());
    let mut wins = leaf(1, 4);
    wins.parallel.virtual_wins = 1.0;
    let error = learning(wins, 1).unwrap_err();
    assert!(error.contains("parallel.virtual_wins") && !error.contains('\n'));
}
