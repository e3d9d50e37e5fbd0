//! What the tree costs: `cargo bench -p tewari-go-policy --bench search`.
//!
//! A full search from the empty board with 20,000 simulations, against as many bare playouts
//! of the same uniform policy: simulations over playouts per second of processor time, the
//! two taken in turn and the median of their ratios; and the same ratio in instructions,
//! which does not depend on what else the machine does. Then two workers on one tree against
//! two searches with one worker each at the same time: simulations per second of processor
//! time. Every search makes 20,000 simulations.

mod measure;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use measure::{cpu_seconds, instructions, median};
use tewari_base::Rng;
use tewari_game::Game;
use tewari_go::{Go, Size};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::{Budget, Bundle, Config, Record, Search};

const SIMULATIONS: u64 = 20_000;
const BYTES: usize = 256 << 20;

fn go(size: u8) -> Go {
    Go::new(Size::new(size).expect("a size that is served"))
}

/// Plain UCT with its default constant, or RAVE with those of the engine's preset for Go.
fn config(rave: bool) -> Config {
    let mut config = Config::default();
    if rave {
        config.rave.on = true;
        config.rave.bias = 0.02;
        config.search.exploration = 0.1;
    }
    config
}

type GoSearch = Search<Bundle<Go, UniformGo, KeepEyes>>;

fn new_search(size: u8, rave: bool, threads: usize) -> GoSearch {
    let game = go(size);
    Search::new(
        game,
        UniformGo::new(&game),
        KeepEyes,
        config(rave),
        BYTES,
        threads,
    )
    .expect("the configuration is consistent")
}

fn search(size: u8, rave: bool, threads: usize, simulations: u64) -> GoSearch {
    let mut search = new_search(size, rave, threads);
    let budget = Budget {
        threads,
        ..Budget::simulations(simulations)
    };
    black_box(search.run(
        &go(size).initial(),
        &budget,
        1,
        0,
        &AtomicBool::new(false),
        &mut (),
    ));
    search
}

fn playouts(size: u8, count: u64) {
    let game = go(size);
    let (start, mut policy, mut record) = (
        game.new_sim(),
        UniformGo::new(&game),
        Record::for_game(&game),
    );
    for i in 0..count {
        black_box(policy.play_out(&start, &mut Rng::stream(1, &[i]), &mut record));
    }
}

/// Seconds of processor time that `work` takes.
fn cost(work: impl FnOnce()) -> f64 {
    let since = Instant::now();
    let before = cpu_seconds(since);
    work();
    cpu_seconds(since) - before
}

fn time_ratio(size: u8, rave: bool) -> f64 {
    let ratio = |_| {
        let bare = cost(|| playouts(size, SIMULATIONS));
        bare / cost(|| drop(search(size, rave, 1, SIMULATIONS)))
    };
    median((0..7).map(ratio).collect())
}

fn instruction_ratio(size: u8, rave: bool) -> Option<f64> {
    let of = |mode: &str, count: u64| {
        instructions(&[mode.to_owned(), size.to_string(), count.to_string()])
    };
    let mode = if rave { "rave" } else { "uct" };
    let bare = of("bare", SIMULATIONS)? - of("bare", 1)?;
    let full = of(mode, SIMULATIONS)? - of(mode, 1)?;
    Some(bare / full)
}

/// Two workers on one tree over two searches side by side: each search makes as many
/// simulations as the others, so that all trees are of one size.
fn sharing_ratio(size: u8, rave: bool) -> f64 {
    let ratio = |_| {
        let apart = cost(|| {
            std::thread::scope(|scope| {
                for _ in 0..2 {
                    scope.spawn(|| drop(search(size, rave, 1, SIMULATIONS)));
                }
            });
        });
        apart / 2.0 / cost(|| drop(search(size, rave, 2, SIMULATIONS)))
    };
    median((0..7).map(ratio).collect())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, size, count] = &arguments[..]
        && let (Ok(size), Ok(count)) = (size.parse(), count.parse())
    {
        match mode.as_str() {
            "bare" => playouts(size, count),
            mode => drop(search(size, mode == "rave", 1, count)),
        }
        return;
    }
    println!("full search over bare playouts, empty board, {SIMULATIONS} simulations");
    println!("board  search  by time  by instructions  2 workers, 1 tree  bytes/entry  entries");
    for size in [9, 19] {
        for rave in [false, true] {
            let by_instructions = instruction_ratio(size, rave)
                .map_or_else(|| "no valgrind".to_owned(), |ratio| format!("{ratio:.3}"));
            let grown = search(size, rave, 1, SIMULATIONS);
            println!(
                "{size:2}x{size:<2}  {:6}  {:7.3}  {by_instructions:>15}  {:17.3}  {:11}  {:7}",
                if rave { "RAVE" } else { "UCT" },
                time_ratio(size, rave),
                sharing_ratio(size, rave),
                grown.table().layout().bytes(),
                grown.table().live().count(),
            );
        }
    }
}
