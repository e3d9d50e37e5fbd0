//! Simulations must not allocate: an allocator that counts is the witness.

use std::sync::atomic::AtomicBool;

use tewari_game::{Game, Move};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_mcts::config::{BiasKind, Config, Formula, InFlight, KeyKind};
use tewari_mcts::knowledge::{Knowledge, Opinion};
use tewari_mcts::observe::Lengths;
use tewari_mcts::prior::Prior;
use tewari_mcts::{Budget, Bundle, Search, Snapshot, Uniform, Watcher};
use tewari_witness::{Counting, allocations};

#[global_allocator]
static COUNTING: Counting = Counting;

/// Opinions on every move, so that all columns are written.
#[derive(Clone)]
struct Opinionated;

impl<G: Game> Knowledge<G> for Opinionated {
    const PRIORS: bool = true;
    const BIAS: bool = true;

    fn judge(&mut self, _: &G, _: &G::Sim, _: &[Move], moves: &[Move], opinions: &mut [Opinion]) {
        for (mv, opinion) in moves.iter().zip(opinions) {
            opinion.bias = f32::from(mv.0 % 7) / 7.0;
            opinion.prior = Prior {
                visits: 3.0,
                mean: 0.5,
            };
        }
    }
}

/// The number of allocations after each simulation.
struct Witness {
    counts: Vec<usize>,
}

impl Watcher for Witness {
    fn is_due(&mut self, _: u64) -> bool {
        // There is room for the counts.
        self.counts.push(allocations());
        false
    }

    fn stride(&self) -> u64 {
        1
    }

    fn look(&mut self, _: &Snapshot) -> bool {
        unreachable!("a look would allocate a snapshot");
    }
}

const SIMULATIONS: u64 = 4000;

fn check<G: Game>(game: &G, config: &Config, bytes: usize, name: &str) {
    type Rich<G> = Bundle<G, Uniform<G>, Opinionated, Lengths>;
    let playout = Uniform::new(game);
    let mut search: Search<Rich<G>> =
        Search::new(game.clone(), playout, Opinionated, *config, bytes, 2)
            .expect("the configuration is sound");
    let mut witness = Witness {
        counts: Vec::with_capacity(SIMULATIONS as usize),
    };
    let budget = Budget::simulations(SIMULATIONS);
    let stop = AtomicBool::new(false);
    search.run(&game.initial(), &budget, 7, 0, &stop, &mut witness);
    let counts = witness.counts;
    assert_eq!(counts.len(), SIMULATIONS as usize);
    assert_eq!(counts.first(), counts.last(), "{}, {name}", game.name());
}

fn configurations() -> [(&'static str, Config); 4] {
    let everything = {
        let mut config = Config::default();
        config.rave.on = true;
        config.rave.distance = 0.01;
        config.rave.ko_threats = true;
        config.search.formula = Formula::Ucb1Tuned;
        config.search.grandfather = 0.1;
        config.predictor.bias = BiasKind::Weighted;
        config.predictor.widening = true;
        config.parallel.in_flight = InFlight::Unobserved;
        config
    };
    let mut deep = Config::default();
    deep.search.exploration = 0.0;
    deep.search.expand_at = 1;
    let mut paths = Config::default();
    paths.search.key = KeyKind::Path;
    paths.rave.on = true;
    [
        ("plain", Config::default()),
        ("everything", everything),
        ("deep", deep),
        ("paths", paths),
    ]
}

#[test]
fn simulations_do_not_allocate() {
    let before = allocations();
    drop(std::hint::black_box(vec![0u8; 100]));
    assert!(allocations() > before, "the witness sees allocations");
    for (name, config) in configurations() {
        // With room for the tree, and full.
        for bytes in [32 << 20, 64 << 10] {
            check(&Connect4, &config, bytes, name);
            check(&Breakthrough, &config, bytes, name);
            check(&Othello, &config, bytes, name);
            check(&CatchTheLion, &config, bytes, name);
        }
    }
}
