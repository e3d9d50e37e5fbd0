//! The tree is spread evenly, and the memory of the ranks adds up.

mod support;

use std::sync::atomic::AtomicBool;

use support::{GoSetup, Parts, Plain, after, contents, go};
use tewari_cluster::{Cluster, Options, Virtual, Weather};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_mcts::config::Config;
use tewari_mcts::observe::Lengths;
use tewari_mcts::tree::Table;
use tewari_mcts::{Budget, Report};

fn grow<S: Parts>(
    game: &S::Game,
    ranks: u16,
    bytes: usize,
    simulations: u64,
) -> (Cluster<S, Virtual>, Report<Lengths>) {
    let (playout, knowledge) = S::parts(game);
    let mut config = Config::default();
    config.search.expand_at = 1;
    let options = Options {
        bytes,
        in_flight: 8,
    };
    let network = Virtual::new(ranks, Weather::CALM);
    let mut spread = Cluster::new(game.clone(), playout, knowledge, config, &options, network)
        .expect("the configuration is sound");
    let (budget, stop) = (Budget::simulations(simulations), AtomicBool::new(false));
    let found = spread
        .run(&after(game, 4, 9), &budget, 3, 0, &stop, &mut ())
        .expect("nothing goes wrong");
    (spread, found.report)
}

/// No rank holds more than one and a half times its share.
fn is_even<S: Parts>(game: &S::Game) {
    for ranks in [2, 3, 7, 16] {
        let (spread, report) = grow::<S>(game, ranks, 8 << 20, 4000);
        let held: Vec<usize> = spread.tables().iter().map(|t| t.live().count()).collect();
        let all: usize = held.iter().sum();
        assert_eq!(all as u64, report.entries_made + 1, "and the root");
        assert_eq!(all, contents(spread.tables()).len());
        let most = *held.iter().max().expect("there are ranks");
        let share = all as f64 / f64::from(ranks);
        assert!(most as f64 <= 1.5 * share, "{held:?}");
    }
}

#[test]
fn no_rank_holds_more_than_its_share() {
    is_even::<Plain<Connect4>>(&Connect4);
    is_even::<Plain<Breakthrough>>(&Breakthrough);
    is_even::<Plain<Othello>>(&Othello);
    is_even::<Plain<CatchTheLion>>(&CatchTheLion);
    is_even::<GoSetup>(&go(9));
}

/// A tree that does not fit one table fits four of the same size.
#[test]
fn the_memory_of_all_ranks_adds_up() {
    let simulations = 6000;
    let bytes = 256 << 10;
    let (one, crowded) = grow::<Plain<Connect4>>(&Connect4, 1, bytes, simulations);
    assert!(crowded.refused_full > 0, "one table must be too small");
    let slots = one.tables()[0].slots();
    assert!(one.tables()[0].live().count() <= slots);

    let (many, roomy) = grow::<Plain<Connect4>>(&Connect4, 16, bytes, simulations);
    assert_eq!(roomy.refused_full, 0);
    let all: usize = many.tables().iter().map(|t| t.live().count()).sum();
    assert!(all > slots, "{all} entries, one table has {slots} slots");
    let memory: usize = many.tables().iter().map(Table::bytes).sum();
    assert_eq!(memory, 16 * one.tables()[0].bytes());
}

/// A full cluster goes on without growing.
#[test]
fn full_tables_end_nothing() {
    let (full, report) = grow::<Plain<Connect4>>(&Connect4, 3, 4 << 10, 3000);
    assert!(report.refused_full > 0);
    assert_eq!(report.snapshot.simulations, 3000);
    full.check_entries().expect("entries are in order");
}
