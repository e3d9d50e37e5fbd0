//! Uniform playouts per second, one thread.

use std::io;
use std::time::{Duration, Instant};

use tewari_base::Rng;
use tewari_game::Game;
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_go::{Go, Size};
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::{Playout, Record, Uniform};

use crate::output::print;

/// Runs per game; the median is reported, so that two disturbed ones do no harm.
const RUNS: usize = 5;
/// How long a run takes.
const RUN: Duration = Duration::from_millis(100);
/// Playouts between two looks at the clock: below 10 ms even on 19×19.
const BATCH: u64 = 64;

/// The speed on one game.
pub(super) struct Speed {
    pub name: String,
    pub per_second: f64,
}

/// Measures all games; each is printed as soon as it is known, unless `silent`.
pub(super) fn measure(silent: bool) -> io::Result<Vec<Speed>> {
    let mut speeds = Vec::new();
    let mut add = |name: String, per_second: f64| {
        let line = format!("{name:<12} {per_second:>10.0} playouts/s\n");
        speeds.push(Speed { name, per_second });
        if silent { Ok(()) } else { print(&line) }
    };
    for n in [9, 13, 19] {
        let game = Go::new(Size::new(n).expect("a size of boards"));
        add(format!("go{n}"), speed(&game, UniformGo::new(&game)))?;
    }
    add(
        Connect4.name().to_owned(),
        speed(&Connect4, Uniform::new(&Connect4)),
    )?;
    add(
        Breakthrough.name().to_owned(),
        speed(&Breakthrough, Uniform::new(&Breakthrough)),
    )?;
    add(
        Othello.name().to_owned(),
        speed(&Othello, Uniform::new(&Othello)),
    )?;
    add(
        CatchTheLion.name().to_owned(),
        speed(&CatchTheLion, Uniform::new(&CatchTheLion)),
    )?;
    Ok(speeds)
}

/// The median of some runs, in playouts from the first position per second.
fn speed<G: Game>(game: &G, mut playout: impl Playout<G>) -> f64 {
    let mut start = game.new_sim();
    game.load(&game.initial(), &mut start);
    let mut record = Record::for_game(game);
    let mut run = || {
        let started = Instant::now();
        let mut played = 0;
        while started.elapsed() < RUN {
            for _ in 0..BATCH {
                playout.run(&start, &mut Rng::stream(1, &[played]), &mut record);
                played += 1;
            }
        }
        played as f64 / started.elapsed().as_secs_f64()
    };
    let mut runs: Vec<f64> = (0..RUNS).map(|_| run()).collect();
    runs.sort_by(f64::total_cmp);
    runs[RUNS / 2]
}
