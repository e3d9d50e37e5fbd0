//! Searches on real games.

use std::sync::atomic::AtomicBool;

use tewari_game::Game;
use tewari_mcts::config::{DrawReward, Formula, InFlight, KeyKind, Placement, Schedule};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::{Budget, Bundle, Config, Report, Search, Uniform};

pub type Plain<G> = Bundle<G, Uniform<G>, Ignorance>;

pub const ROOM: usize = 8 << 20;

pub fn searcher<G: Game>(
    game: &G,
    config: &Config,
    bytes: usize,
    threads: usize,
) -> Search<Plain<G>> {
    let playout = Uniform::new(game);
    Search::new(game.clone(), playout, Ignorance, *config, bytes, threads)
        .expect("the configuration is sound")
}

/// Search number `number` of the game, with seed 7.
pub fn run<G: Game>(
    searcher: &mut Search<Plain<G>>,
    state: &G::State,
    simulations: u64,
    threads: usize,
    number: u64,
) -> Report<()> {
    let budget = Budget {
        threads,
        ..Budget::simulations(simulations)
    };
    let stop = AtomicBool::new(false);
    searcher.run(state, &budget, 7, number, &stop, &mut ())
}

fn changed(change: impl FnOnce(&mut Config)) -> Config {
    let mut config = Config::default();
    change(&mut config);
    config
}

/// Configurations that between them use every column and most switches.
pub fn configurations() -> Vec<(&'static str, Config)> {
    vec![
        ("uct", Config::default()),
        ("doubled, sampled draws", {
            changed(|c| {
                c.search.formula = Formula::Ucb1Doubled;
                c.search.draws = DrawReward::Sampled;
                c.search.expand_at = 1;
            })
        }),
        ("tuned, unobserved", {
            changed(|c| {
                c.search.formula = Formula::Ucb1Tuned;
                c.parallel.in_flight = InFlight::Unobserved;
                c.search.expand_at = 3;
            })
        }),
        ("rave", {
            changed(|c| {
                c.rave.on = true;
                c.search.expand_at = 5;
            })
        }),
        ("rave with everything", {
            changed(|c| {
                c.rave.on = true;
                c.rave.schedule = Schedule::Gelly;
                c.rave.placement = Placement::Outside;
                c.rave.distance = 0.01;
                c.rave.exploration = 0.1;
                c.search.formula = Formula::Ucb1Tuned;
                c.search.grandfather = 0.2;
                c.parallel.virtual_wins = 5.0;
            })
        }),
        ("paths", changed(|c| c.search.key = KeyKind::Path)),
        ("solver", changed(|c| c.search.solver = true)),
        ("fresh", changed(|c| c.search.reuse = false)),
        ("psr", {
            changed(|c| {
                c.search.reuse = false;
                c.search.psr = 0.5;
            })
        }),
        ("monte carlo", {
            changed(|c| {
                c.search.formula = Formula::MonteCarlo;
                c.search.depth = 1;
            })
        }),
    ]
}
