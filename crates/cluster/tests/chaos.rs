//! Many simulations under way and a network that delays and reorders: nothing is lost and
//! nothing is counted twice, in hundreds of weathers.

mod support;

use std::sync::atomic::AtomicBool;

use support::{GoSetup, Parts, Plain, after, cluster, configs, contents, go, run};
use tewari_base::Rng;
use tewari_cluster::books::Counters;
use tewari_cluster::{ClusterReport, Threads, Virtual, Weather};
use tewari_game::{Game, GameState};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_mcts::Budget;
use tewari_mcts::config::{Config, InFlight};
use tewari_mcts::observe::Lengths;

const SIMULATIONS: u64 = 150;

/// What must hold beyond the books, which the cluster checks itself.
fn check(found: &ClusterReport<Lengths>, simulations: u64, history: bool) {
    let all = Counters::total(&found.ranks);
    assert_eq!(all.started, simulations);
    assert_eq!(all.finished, simulations);
    assert_eq!(all.stale, 0);
    assert_eq!(all.updates.sent, all.updates.received);
    assert_eq!(all.updates.sent, all.updates_applied);
    assert_eq!(all.updates.bytes_sent, all.updates.bytes_received);
    assert_eq!(all.playouts, found.report.observed.playouts);
    let snapshot = &found.report.snapshot;
    let visits: u64 = snapshot
        .moves
        .iter()
        .map(|m| u64::from(m.tally.visits))
        .sum();
    let returns = if history { all.returns } else { 0 };
    assert_eq!(visits, snapshot.inherited + simulations + returns);
}

/// Two searches on each of many weathers, each with other numbers of ranks, of simulations
/// under way and with another configuration.
fn stormy<S: Parts>(game: &S::Game, seeds: u64) {
    let configs = configs();
    for seed in 0..seeds {
        let mut rng = Rng::stream(seed, &[1]);
        let mut below = |n: u32| rng.below(n);
        let (name, mut config) = configs[below(configs.len() as u32) as usize];
        config.parallel.in_flight = match below(3) {
            0 => InFlight::Ignored,
            1 => InFlight::VirtualLoss,
            _ => InFlight::Unobserved,
        };
        let ranks = [1, 2, 3, 4, 8][below(5) as usize];
        let in_flight = 2 + below(40);
        let delay = [0, 1, 5, 30][below(4) as usize];
        let network = Virtual::new(ranks, Weather { seed, delay });
        let mut spread = cluster::<S, _>(game, config, in_flight, network);
        for plies in [below(4) as usize, 4] {
            let state = after(game, plies, seed);
            if state.outcome().is_some() {
                continue;
            }
            let found = run(&mut spread, &state, SIMULATIONS, seed)
                .unwrap_or_else(|error| panic!("{name}, {ranks} ranks, seed {seed}: {error}"));
            check(&found, SIMULATIONS, game.history_dependent());
            spread.check_entries().expect("entries are in order");
        }
    }
}

#[test]
fn connect4() {
    stormy::<Plain<Connect4>>(&Connect4, 120);
}

#[test]
fn breakthrough() {
    stormy::<Plain<Breakthrough>>(&Breakthrough, 40);
}

#[test]
fn othello() {
    stormy::<Plain<Othello>>(&Othello, 40);
}

#[test]
fn catch_the_lion() {
    stormy::<Plain<CatchTheLion>>(&CatchTheLion, 120);
}

#[test]
fn go_5() {
    stormy::<GoSetup>(&go(5), 60);
}

/// The same weather gives the same tree, another weather another one.
#[test]
fn weather_decides_everything() {
    let grown = |seed| {
        let network = Virtual::new(4, Weather { seed, delay: 10 });
        let mut spread = cluster::<Plain<Connect4>, _>(&Connect4, Config::default(), 16, network);
        run(&mut spread, &Connect4.initial(), 500, 1).expect("nothing goes wrong");
        contents(spread.tables())
    };
    assert!(grown(1) == grown(1));
    assert!(grown(1) != grown(2));
}

/// Real threads, where the scheduler of the machine is the weather.
#[test]
fn threads() {
    for ranks in [1, 2, 3, 4] {
        for (name, config) in configs() {
            let mut spread = cluster::<GoSetup, _>(&go(5), config, 12, Threads::new(ranks));
            for plies in [0, 2, 3] {
                let state = after(&go(5), plies, 3);
                let found = run(&mut spread, &state, 400, 5)
                    .unwrap_or_else(|error| panic!("{name}, {ranks} ranks: {error}"));
                check(&found, 400, false);
                spread.check_entries().expect("entries are in order");
            }
        }
    }
}

/// A raised flag ends the search after what is under way; at least one simulation is made.
#[test]
fn stopping_drains() {
    let budget = Budget::simulations(u64::MAX);
    for in_flight in [1, 8] {
        let mut spread =
            cluster::<Plain<Othello>, _>(&Othello, Config::default(), in_flight, Threads::new(3));
        let stop = AtomicBool::new(true);
        let found = spread
            .run(&Othello.initial(), &budget, 1, 0, &stop, &mut ())
            .expect("stopping is no failure");
        assert_eq!(found.report.snapshot.simulations, 1);

        let stop = AtomicBool::new(false);
        let found = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(50));
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            spread.run(&Othello.initial(), &budget, 1, 1, &stop, &mut ())
        });
        let simulations = found.expect("nor is this").report.snapshot.simulations;
        assert!(simulations >= 1, "{simulations}");
        spread.check_entries().expect("entries are in order");
    }
}
