//! What the tests of the cluster share.

#![allow(dead_code)]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use tewari_base::Rng;
use tewari_cluster::transport::Network;
use tewari_cluster::{Cluster, ClusterReport, Error, Options};
use tewari_game::{Game, GameState, Move};
use tewari_go::{Go, Size};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::config::{Config, FirstPlay, Formula, KeyKind, Placement, Schedule};
use tewari_mcts::knowledge::{EvenGame, Ignorance};
use tewari_mcts::observe::Lengths;
use tewari_mcts::prior::Prior;
use tewari_mcts::tree::{Columns, Counts, Layout, Table};
use tewari_mcts::{Budget, Bundle, Setup, Uniform};

/// Bytes of a table with room for 16,000 entries at least: so much that no window of slots is
/// ever full, for then old entries would be replaced, and other ones in a shard than in a whole
/// table. (A window of ten slots is first full when such a table is about a third full.)
pub fn bytes<G: Game>(game: &G) -> usize {
    let columns = Columns {
        amaf: true,
        squares: true,
        prior: true,
        bias: true,
        in_flight: true,
    };
    16_000 * Layout::new(game.max_moves(), columns).bytes()
}

/// A game with the parts that searching it takes.
pub trait Parts: Setup<Observer = Lengths> {
    /// Makes them.
    fn parts(game: &Self::Game) -> (Self::Playout, Self::Knowledge);
}

/// Any game, with uniform playouts.
pub type Plain<G> = Bundle<G, Uniform<G>, Ignorance, Lengths>;

impl<G: Game> Parts for Plain<G> {
    fn parts(game: &G) -> (Uniform<G>, Ignorance) {
        (Uniform::new(game), Ignorance)
    }
}

/// Any game, with an even-game prior.
pub type WithPriors<G> = Bundle<G, Uniform<G>, EvenGame, Lengths>;

impl<G: Game> Parts for WithPriors<G> {
    fn parts(game: &G) -> (Uniform<G>, EvenGame) {
        let prior = Prior {
            visits: 5.0,
            mean: 0.5,
        };
        (Uniform::new(game), EvenGame(prior))
    }
}

/// Go as the engine searches it.
pub type GoSetup = Bundle<Go, UniformGo, KeepEyes, Lengths>;

impl Parts for GoSetup {
    fn parts(game: &Go) -> (UniformGo, KeepEyes) {
        (UniformGo::new(game), KeepEyes)
    }
}

/// Go on a board of size `n`.
pub fn go(n: u8) -> Go {
    Go::new(Size::new(n).expect("a size of boards"))
}

/// A cluster on `network`.
pub fn cluster<S: Parts, N: Network>(
    game: &S::Game,
    config: Config,
    in_flight: u32,
    network: N,
) -> Cluster<S, N> {
    let (playout, knowledge) = S::parts(game);
    let options = Options {
        bytes: bytes(game),
        in_flight,
    };
    Cluster::new(game.clone(), playout, knowledge, config, &options, network)
        .expect("the configuration is sound")
}

/// A search with nobody watching.
pub fn run<S: Parts, N: Network>(
    cluster: &mut Cluster<S, N>,
    state: &<S::Game as Game>::State,
    simulations: u64,
    seed: u64,
) -> Result<ClusterReport<Lengths>, Error> {
    let budget = Budget::simulations(simulations);
    cluster.run(state, &budget, seed, 0, &AtomicBool::new(false), &mut ())
}

/// The position after random moves.
pub fn after<G: Game>(game: &G, plies: usize, seed: u64) -> G::State {
    let mut state = game.initial();
    let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
    for _ in 0..plies {
        match state.random_move(&mut rng, &mut moves) {
            Some(mv) => state.play(mv),
            None => break,
        }
    }
    state
}

/// One move of an entry: everything that is known of it.
pub type Row = (Move, Counts, Prior, u32);

/// All entries of some tables by key; no key may be there twice.
pub fn contents(tables: &[Table]) -> BTreeMap<u64, Vec<Row>> {
    let mut all = BTreeMap::new();
    for (_, entry) in tables.iter().flat_map(Table::live) {
        let row = |i| {
            let bias = entry.bias(i).to_bits();
            (entry.mv(i), entry.counts(i), entry.prior(i), bias)
        };
        let before = all.insert(entry.key(), (0..entry.count()).map(row).collect());
        assert!(before.is_none(), "a position lives at two ranks");
    }
    all
}

/// The configurations that the exact tests go through, with their names.
pub fn configs() -> Vec<(&'static str, Config)> {
    let make = |change: &dyn Fn(&mut Config)| {
        let mut config = Config::default();
        change(&mut config);
        config
    };
    vec![
        ("plain", make(&|_| {})),
        (
            "tuned",
            make(&|c| {
                c.search.formula = Formula::Ucb1Tuned;
                c.search.expand_at = 1;
            }),
        ),
        (
            "rave",
            make(&|c| {
                c.rave.on = true;
                c.rave.distance = 0.003;
                c.rave.ko_threats = true;
            }),
        ),
        (
            "rave of Gomorra",
            make(&|c| {
                c.rave.on = true;
                c.rave.schedule = Schedule::Gelly;
                c.rave.placement = Placement::Outside;
                c.search.formula = Formula::Ucb1Doubled;
                c.search.reuse = false;
                c.search.psr = 0.5;
            }),
        ),
        ("path keys", make(&|c| c.search.key = KeyKind::Path)),
        (
            "urgency",
            make(&|c| {
                c.search.first_play = FirstPlay::Urgency;
                c.search.expand_at = 3;
            }),
        ),
    ]
}
