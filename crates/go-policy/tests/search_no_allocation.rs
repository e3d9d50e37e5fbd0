//! A search of Go must not allocate after its first simulation, superko and all: an allocator
//! that counts is the witness.

use std::sync::atomic::AtomicBool;

use tewari_game::{Game, Move, Player};
use tewari_go::{Go, Size};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::{GoPlayout, PlayoutParams, UniformGo};
use tewari_go_policy::priors::{GoPriors, PriorParams};
use tewari_mcts::restriction::{Restriction, RestrictionKind, Restrictions};
use tewari_mcts::{Budget, Bundle, Config, Search, Setup, Snapshot, Watcher};
use tewari_witness::{Counting, allocations};

#[global_allocator]
static COUNTING: Counting = Counting;

const SIMULATIONS: u64 = 1000;

/// The number of allocations after each simulation.
struct Witness(Vec<usize>);

impl Watcher for Witness {
    fn is_due(&mut self, _: u64) -> bool {
        // There is room for it.
        self.0.push(allocations());
        false
    }

    fn stride(&self) -> u64 {
        1
    }

    fn look(&mut self, _: &Snapshot) -> bool {
        unreachable!("a look would allocate a snapshot");
    }
}

#[test]
fn simulations_do_not_allocate() {
    let mut rave = Config::default();
    rave.rave.on = true;
    rave.rave.ko_threats = true;
    rave.rave.distance = 0.001;
    let mut deep = Config::default();
    deep.search.exploration = 0.0;
    deep.search.expand_at = 1;
    for config in [Config::default(), rave, deep] {
        for size in [3, 9] {
            let game = Go::new(Size::new(size).unwrap());
            let playout = UniformGo::new(&game);
            let search: Search<Bundle<Go, UniformGo, KeepEyes>> =
                Search::new(game, playout, KeepEyes, config, 8 << 20, 1).unwrap();
            check(game, search);
            let playout = GoPlayout::new(&game, &PlayoutParams::default());
            let priors = GoPriors::new(&game, &PriorParams::default());
            let search: Search<Bundle<Go, GoPlayout<false>, GoPriors>> =
                Search::new(game, playout, priors, config, 8 << 20, 1).unwrap();
            check(game, search);
        }
    }
}

fn check<S: Setup<Game = Go>>(game: Go, mut search: Search<S>) {
    let mut witness = Witness(Vec::with_capacity(SIMULATIONS as usize));
    let (budget, stop) = (Budget::simulations(SIMULATIONS), AtomicBool::new(false));
    // What is ruled out is looked up anew at every step.
    search.restrict(Restrictions::new(vec![Restriction {
        player: Player::First,
        plies: 4,
        kind: RestrictionKind::Avoid,
        moves: vec![Move(0), Move(4)],
    }]));
    search.run(&game.initial(), &budget, 1, 0, &stop, &mut witness);
    assert_eq!(witness.0.len(), SIMULATIONS as usize);
    assert_eq!(witness.0.first(), witness.0.last(), "{}", game.size.get());
}
