//! The checks have teeth: a frame that is lost or comes twice is noticed, whichever it is, and
//! a garbled one never makes a rank panic. After a failure the cluster can be used again.

mod support;

use std::sync::atomic::{AtomicU64, Ordering};

use support::{Parts, Plain, cluster, configs, contents, run};
use tewari_base::Rng;
use tewari_cluster::books::Counters;
use tewari_cluster::{Cluster, Error, Fault, Options, Threads, Virtual, Weather};
use tewari_game::{Game, Move, Outcome};
use tewari_games::{CatchTheLion, Connect4};
use tewari_mcts::config::{Config, Driver};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::observe::Lengths;
use tewari_mcts::{Bundle, Playout, Record, Setup, Uniform};

const SIMULATIONS: u64 = 120;

fn stormy<S: Parts>(game: &S::Game, config: Config, seed: u64) -> Cluster<S, Virtual> {
    let (playout, knowledge) = S::parts(game);
    let options = Options {
        bytes: 64 << 10,
        in_flight: 6,
    };
    let network = Virtual::new(3, Weather { seed, delay: 6 });
    Cluster::new(game.clone(), playout, knowledge, config, &options, network)
        .expect("the configuration is sound")
}

/// Runs a search with a fault and answers what came of it; then one without, which must be in
/// order and must not build on a tree that was lost.
fn survive<S: Parts>(
    spread: &mut Cluster<S, Virtual>,
    game: &S::Game,
    fault: Fault,
) -> Result<(), Error> {
    spread.network_mut().set_fault(Some(fault));
    let state = game.initial();
    let result = run(spread, &state, SIMULATIONS, 1).and_then(|_| spread.check_entries());
    spread.network_mut().set_fault(None);
    let again = run(spread, &state, SIMULATIONS, 1).expect("the cluster works again");
    assert_eq!(again.report.snapshot.simulations, SIMULATIONS);
    if result.is_err() {
        assert_eq!(
            again.report.snapshot.inherited, 0,
            "a lost tree is not used"
        );
    }
    spread.check_entries().expect("entries are in order");
    result
}

#[test]
fn every_lost_or_doubled_frame_is_noticed() {
    let game = Connect4;
    for seed in 0..4 {
        let frames = {
            let mut spread = stormy::<Plain<Connect4>>(&game, Config::default(), seed);
            run(&mut spread, &game.initial(), SIMULATIONS, 1).expect("all is well");
            spread.network_mut().sent()
        };
        assert!(frames > 100, "{frames} frames");
        for frame in 0..frames {
            for fault in [Fault::Drop(frame), Fault::Double(frame)] {
                let mut spread = stormy::<Plain<Connect4>>(&game, Config::default(), seed);
                let result = survive(&mut spread, &game, fault);
                assert!(result.is_err(), "{fault:?} of {frames} was not noticed");
            }
        }
    }
}

/// A lost frame shows as a standstill, a doubled one as an impossible report or as books that
/// do not balance.
#[test]
fn failures_are_named_on_one_line() {
    let game = Connect4;
    let mut seen = std::collections::BTreeSet::new();
    for frame in 0..60 {
        for fault in [Fault::Drop(frame), Fault::Double(frame)] {
            let mut spread = stormy::<Plain<Connect4>>(&game, Config::default(), 5);
            let error = survive(&mut spread, &game, fault).expect_err("it is noticed");
            assert!(!error.to_string().contains('\n'));
            seen.insert(match error {
                Error::Stalled { .. } => "stalled",
                Error::Unfitting { .. } => "unfitting",
                Error::Books(_) => "books",
                other => panic!("{other}"),
            });
        }
    }
    assert!(
        seen.contains("stalled") && seen.contains("unfitting"),
        "{seen:?}"
    );
}

/// Garbled frames lead to errors or, where the change is a possible one, to other statistics:
/// never to a panic.
#[test]
fn garbled_frames_do_no_harm() {
    let game = CatchTheLion;
    let (_, rave) = configs()[2];
    let mut rng = Rng::new(1);
    let mut refused = 0;
    for round in 0..400 {
        let mut spread = stormy::<Plain<CatchTheLion>>(&game, rave, round);
        let fault = Fault::Garble {
            frame: u64::from(rng.below(60)),
            byte: rng.below(60) as usize,
            bits: 1 << rng.below(8),
        };
        let result = survive(&mut spread, &game, fault);
        refused += u32::from(result.is_err());
    }
    assert!(refused > 200, "only {refused} of 400 were noticed");
}

/// Frames that a failed search left on the way are dropped by the next one.
#[test]
fn stale_frames_are_counted_and_dropped() {
    let game = Connect4;
    let mut stale = 0;
    for seed in 0..20 {
        let network = Virtual::new(4, Weather { seed, delay: 40 });
        let mut spread = cluster::<Plain<Connect4>, _>(&game, Config::default(), 20, network);
        spread.network_mut().set_fault(Some(Fault::Double(30)));
        let state = game.initial();
        assert!(run(&mut spread, &state, 200, 1).is_err());
        let found = run(&mut spread, &state, 200, 1).expect("the next search is sound");
        stale += Counters::total(&found.ranks).stale;
        spread.check_entries().expect("entries are in order");
    }
    assert!(stale > 0, "no search was left with frames on the way");
}

/// Plays out like any other policy until it breaks down.
struct Breaking<G: Game> {
    inner: Uniform<G>,
    left: std::sync::Arc<AtomicU64>,
}

impl<G: Game> Clone for Breaking<G> {
    fn clone(&self) -> Self {
        Self {
            inner: self.inner.clone(),
            left: self.left.clone(),
        }
    }
}

impl<G: Game> Playout<G> for Breaking<G> {
    type End = G::Sim;

    fn run(&mut self, start: &G::Sim, rng: &mut Rng, record: &mut Record) -> Outcome {
        let left = self.left.fetch_sub(1, Ordering::Relaxed);
        assert!(left != 1, "a playout breaks down, as this test wants");
        self.inner.run(start, rng, record)
    }

    fn end(&self) -> &G::Sim {
        self.inner.end()
    }
}

/// A rank that panics ends the search with an error that names it; nobody waits for ever.
#[test]
fn a_panic_ends_the_search() {
    type Set = Bundle<Connect4, Breaking<Connect4>, Ignorance, Lengths>;
    for after in [1, 50, 100, 333] {
        let left = std::sync::Arc::new(AtomicU64::new(after));
        let playout = Breaking {
            inner: Uniform::new(&Connect4),
            left,
        };
        let options = Options {
            bytes: 1 << 20,
            in_flight: 8,
        };
        let mut spread: Cluster<Set, _> = Cluster::new(
            Connect4,
            playout,
            Ignorance,
            Config::default(),
            &options,
            Threads::new(3),
        )
        .expect("sound");
        let stop = std::sync::atomic::AtomicBool::new(false);
        let budget = tewari_mcts::Budget::simulations(1000);
        let first = spread.run(&Connect4.initial(), &budget, 1, 0, &stop, &mut ());
        let error = first.map(|_| ()).expect_err("a playout broke down");
        assert!(matches!(error, Error::Panicked { .. }), "{error}");
        let second = spread
            .run(&Connect4.initial(), &budget, 1, 0, &stop, &mut ())
            .expect("the next search is sound");
        assert_eq!(second.report.snapshot.simulations, 1000);
        spread.check_entries().expect("entries are in order");
    }
}

/// A policy with a memory.
#[derive(Clone)]
struct Learning(Uniform<Connect4>);

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

    fn learn(&mut self, _: &[Move], _: &Record, _: Outcome) {}
}

fn refusal<S: Setup<Game = Connect4, Knowledge = Ignorance>>(
    playout: S::Playout,
    config: Config,
    in_flight: u32,
    ranks: u16,
) -> String {
    let options = Options {
        bytes: 1 << 20,
        in_flight,
    };
    let network = Virtual::new(ranks, Weather::CALM);
    match Cluster::<S, _>::new(Connect4, playout, Ignorance, config, &options, network) {
        Ok(_) => "nothing".into(),
        Err(Error::Refused(why)) => why,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn what_a_cluster_cannot_do_is_refused_on_one_line() {
    let refused = |change: fn(&mut Config)| {
        let mut config = Config::default();
        change(&mut config);
        refusal::<Plain<Connect4>>(Uniform::new(&Connect4), config, 4, 2)
    };
    assert_eq!(refused(|_| {}), "nothing");
    for (change, expected) in [
        (
            (|c| c.search.solver = true) as fn(&mut Config),
            "search.solver",
        ),
        (|c| c.search.grandfather = 0.5, "search.grandfather"),
        (|c| c.parallel.virtual_wins = 1.0, "parallel.virtual_wins"),
        (|c| c.parallel.driver = Driver::Root, "parallel.driver"),
        (|c| c.search.psr = 0.5, "search.psr"),
    ] {
        let why = refused(change);
        assert!(why.starts_with(expected) && !why.contains('\n'), "{why}");
    }
    let plain = |in_flight, ranks| {
        let playout = Uniform::new(&Connect4);
        refusal::<Plain<Connect4>>(playout, Config::default(), in_flight, ranks)
    };
    assert_eq!(plain(4, 0), "a cluster needs at least one rank");
    assert_eq!(plain(0, 2), "0 simulations under way are outside 1..=16384");
    assert_eq!(plain(1 << 14, 2), "nothing");
    type Memory = Bundle<Connect4, Learning, Ignorance>;
    let learning = Learning(Uniform::new(&Connect4));
    let why = refusal::<Memory>(learning, Config::default(), 4, 2);
    assert!(why.starts_with("playouts that learn"), "{why}");
}

/// Nothing is there before the first search.
#[test]
fn a_new_cluster_is_empty() {
    let mut spread = stormy::<Plain<Connect4>>(&Connect4, Config::default(), 1);
    assert!(contents(spread.tables()).is_empty());
    run(&mut spread, &Connect4.initial(), 10, 1).expect("all is well");
    assert!(!contents(spread.tables()).is_empty());
    spread.forget();
    assert!(contents(spread.tables()).is_empty());
}
