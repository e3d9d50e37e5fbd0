//! One word for each main setup of the search, over all games.
//!
//! The words of the games show what the presets do; these show what everything else does that
//! can be configured: formulas, first play, RAVE in its forms, what is carried over, bias and
//! widening, the drivers, a cluster. A setup searches one position of every game, makes the
//! two most visited moves of the line and searches again, so that reuse is in it too. The
//! drivers are those whose result does not depend on the timing of threads.

use std::sync::atomic::AtomicBool;

use tewari_base::{Rng, mix};
use tewari_cluster::virtual_time::{Virtual, Weather};
use tewari_cluster::{Cluster, Options};
use tewari_game::{Game, GameState, Move, MoveList};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_go::{Go, Size};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::config::{
    BiasKind, Config, DrawReward, Driver, FinalMove, FirstPlay, Formula, InFlight, KeyKind,
    Placement, Schedule,
};
use tewari_mcts::knowledge::{Ignorance, Knowledge, Opinion};
use tewari_mcts::prior::Prior;
use tewari_mcts::{Budget, Bundle, Playout, Report, Search, Uniform};

use super::signature::{SEED, absorb};

/// Simulations per search: enough for a tree of several plies, few enough for twenty setups
/// on five games.
const SIMULATIONS: u64 = 400;
/// Random moves before the position searched.
const PLIES: usize = 6;
const BYTES: usize = 4 << 20;

type Change = fn(&mut Config);

/// Name, workers, and what differs from the defaults.
const PLAIN: &[(&str, usize, Change)] = &[
    ("monte-carlo", 1, |c| {
        c.search.formula = Formula::MonteCarlo;
        c.search.depth = 1;
        c.search.final_move = FinalMove::BestMean;
    }),
    ("ucb1-root", 1, |c| c.search.depth = 1),
    ("uct", 1, |_| {}),
    ("uct-doubled", 1, |c| {
        c.search.formula = Formula::Ucb1Doubled;
        c.search.draws = DrawReward::Sampled;
        c.search.expand_at = 5;
    }),
    ("urgency", 1, |c| {
        c.search.first_play = FirstPlay::Urgency;
        c.search.final_move = FinalMove::MaxRobust;
    }),
    ("tuned-solver", 1, |c| {
        c.search.formula = Formula::Ucb1Tuned;
        c.search.exploration = 1.0;
        c.search.solver = true;
    }),
    ("rave-silver", 1, |c| {
        c.rave.on = true;
        c.rave.distance = 0.001;
        c.rave.ko_threats = true;
    }),
    ("rave-gelly", 1, |c| {
        c.rave.on = true;
        c.rave.schedule = Schedule::Gelly;
        c.rave.placement = Placement::Outside;
    }),
    ("rave-parent", 1, |c| {
        c.rave.on = true;
        c.rave.schedule = Schedule::GellyParent;
        c.rave.equivalence = 500.0;
        c.rave.exploration = 0.1;
    }),
    ("paths", 1, |c| c.search.key = KeyKind::Path),
    ("fresh", 1, |c| c.search.reuse = false),
    ("psr", 1, |c| {
        c.search.reuse = false;
        c.search.psr = 0.5;
    }),
    ("grandfather", 1, |c| c.search.grandfather = 0.3),
    ("leaf-parallel", 2, |c| {
        c.parallel.driver = Driver::Leaf;
        c.parallel.leaves = 3;
        c.parallel.playouts = 2;
    }),
    ("leaf-unobserved", 1, |c| {
        c.parallel.driver = Driver::Leaf;
        c.parallel.leaves = 4;
        c.parallel.playouts = 1;
        c.parallel.in_flight = InFlight::Unobserved;
        c.rave.on = true;
    }),
    ("root-parallel", 2, |c| {
        c.parallel.driver = Driver::Root;
        c.parallel.merge_every = 50;
        c.parallel.virtual_wins = 5.0;
    }),
];

/// The same with a predictor of moves.
const PREDICTED: &[(&str, usize, Change)] = &[
    ("priors", 1, |_| {}),
    ("bias", 1, |c| {
        c.predictor.bias = BiasKind::Weighted;
        c.predictor.weight = 5.0;
    }),
    ("widening", 1, |c| {
        c.predictor.bias = BiasKind::Chaslot;
        c.predictor.widening = true;
        c.predictor.widening_first = 10.0;
    }),
];

/// All setups with their words.
pub(super) fn words() -> Vec<(String, u64)> {
    let plain = PLAIN.iter().map(|&(name, threads, change)| {
        let config = changed(change);
        (name, over_games(&Searched { config, threads }))
    });
    let predicted = PREDICTED.iter().map(|&(name, threads, change)| {
        let config = changed(change);
        (name, over_games(&Predicted { config, threads }))
    });
    let cluster = [1, 8].map(|in_flight| {
        let name = if in_flight == 1 {
            "cluster"
        } else {
            "cluster-8"
        };
        (name, over_games(&Clustered { in_flight }))
    });
    let all = plain.chain(predicted).chain(cluster);
    all.map(|(name, word)| (name.to_owned(), word)).collect()
}

fn changed(change: Change) -> Config {
    let mut config = Config::default();
    change(&mut config);
    config
}

/// Something that can be tried on any game: searches a position, and again two moves later.
trait Trial {
    fn run<G: Game, P: Playout<G> + 'static, K: Knowledge<G> + 'static>(
        &self,
        game: &G,
        playout: P,
        knowledge: K,
    ) -> u64;
}

fn over_games(trial: &impl Trial) -> u64 {
    let go = Go::new(Size::new(7).expect("a size of boards"));
    [
        trial.run(&go, UniformGo::new(&go), KeepEyes),
        trial.run(&Connect4, Uniform::new(&Connect4), Ignorance),
        trial.run(&Breakthrough, Uniform::new(&Breakthrough), Ignorance),
        trial.run(&Othello, Uniform::new(&Othello), Ignorance),
        trial.run(&CatchTheLion, Uniform::new(&CatchTheLion), Ignorance),
    ]
    .into_iter()
    .fold(0, absorb)
}

/// Searches with `think`, which gets a position and the search's number.
fn two_searches<G: Game>(game: &G, mut think: impl FnMut(&G::State, u64) -> Report<()>) -> u64 {
    let mut state = game.initial();
    let mut rng = Rng::stream(SEED, &[PLIES as u64]);
    for _ in 0..PLIES {
        if let Some(mv) = state.random_move(&mut rng, &mut MoveList::new()) {
            state.play(mv);
        }
    }
    let mut hash = 0;
    for number in 0..2 {
        let report = think(&state, number);
        hash = absorb(hash, report.snapshot.simulations);
        hash = absorb(hash, report.entries_made);
        hash = absorb(hash, report.best.map_or(u64::MAX, |mv| u64::from(mv.0)));
        for m in &report.snapshot.moves {
            hash = absorb(hash, u64::from(m.mv.0) << 32 | u64::from(m.tally.visits));
            hash = absorb(hash, m.tally.half_wins);
        }
        for mv in report.line.into_iter().take(2) {
            if state.try_play(mv).is_err() {
                break;
            }
        }
    }
    hash
}

struct Searched {
    config: Config,
    threads: usize,
}

impl Trial for Searched {
    fn run<G: Game, P: Playout<G> + 'static, K: Knowledge<G> + 'static>(
        &self,
        game: &G,
        playout: P,
        knowledge: K,
    ) -> u64 {
        let threads = self.threads;
        let mut search: Search<Bundle<G, P, K>> = Search::new(
            game.clone(),
            playout,
            knowledge,
            self.config,
            BYTES,
            threads,
        )
        .expect("the setups are consistent");
        let budget = Budget {
            threads,
            ..Budget::simulations(SIMULATIONS)
        };
        two_searches(game, |state, number| {
            search.run(
                state,
                &budget,
                SEED,
                number,
                &AtomicBool::new(false),
                &mut (),
            )
        })
    }
}

struct Predicted {
    config: Config,
    threads: usize,
}

impl Trial for Predicted {
    fn run<G: Game, P: Playout<G> + 'static, K: Knowledge<G> + 'static>(
        &self,
        game: &G,
        playout: P,
        knowledge: K,
    ) -> u64 {
        let (config, threads) = (self.config, self.threads);
        Searched { config, threads }.run(game, playout, Whimsical(knowledge))
    }
}

/// A predictor for any game: likes moves by a hash of their numbers.
#[derive(Clone)]
struct Whimsical<K>(K);

impl<G: Game, K: Knowledge<G>> Knowledge<G> for Whimsical<K> {
    const PRIORS: bool = true;
    const BIAS: bool = true;

    fn propose(&mut self, game: &G, sim: &G::Sim, moves: &mut MoveList) {
        self.0.propose(game, sim, moves);
    }

    fn judge(&mut self, _: &G, _: &G::Sim, _: &[Move], moves: &[Move], opinions: &mut [Opinion]) {
        for (mv, opinion) in moves.iter().zip(opinions) {
            let liking = (mix(u64::from(mv.0)) % 1000) as f32 / 1000.0;
            opinion.bias = liking;
            opinion.prior = Prior {
                visits: 7.0,
                mean: 0.25 + 0.5 * liking,
            };
        }
    }
}

struct Clustered {
    in_flight: u32,
}

impl Trial for Clustered {
    fn run<G: Game, P: Playout<G> + 'static, K: Knowledge<G> + 'static>(
        &self,
        game: &G,
        playout: P,
        knowledge: K,
    ) -> u64 {
        let options = Options {
            bytes: BYTES,
            in_flight: self.in_flight,
        };
        let network = Virtual::new(2, Weather::CALM);
        let config = Config::default();
        let mut cluster: Cluster<Bundle<G, P, K>, Virtual> =
            Cluster::new(game.clone(), playout, knowledge, config, &options, network)
                .expect("the defaults can be had on a cluster");
        let budget = Budget::simulations(SIMULATIONS);
        two_searches(game, |state, number| {
            cluster
                .run(
                    state,
                    &budget,
                    SEED,
                    number,
                    &AtomicBool::new(false),
                    &mut (),
                )
                .expect("nothing is lost in fair weather")
                .report
        })
    }
}
