//! What the distribution of a tree costs: simulations per second of processor time on Go, for
//! one tree in one place and for the same tree over ranks.
//!
//! ```sh
//! cargo run --release -p tewari-cluster --example ranks -- 9 20000
//! ```
//!
//! The arguments are the size of the board, the simulations of each search and, if there is a
//! third one, `rave`. Ranks run as threads of one process, with five simulations under way for
//! each of them; a second line for each number of ranks says what travelled.

use std::sync::atomic::AtomicBool;

use tewari_cluster::books::Counters;
use tewari_cluster::{Cluster, Options, Threads};
use tewari_game::Game;
use tewari_go::{Go, Size};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::{Budget, Bundle, Config, Search};

type Setup = Bundle<Go, UniformGo, KeepEyes>;

const MEMORY: usize = 512 << 20;
/// Searches per line; the best one counts, because others work on this machine too.
const RUNS: u64 = 3;

/// Seconds of processor time that this process has used.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split(' ').collect();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok());
    (ticks(12).unwrap_or(0.0) + ticks(13).unwrap_or(0.0)) / 100.0
}

/// The best rate of some searches.
fn rate(simulations: u64, mut search: impl FnMut(u64)) -> f64 {
    let mut best = 0.0f64;
    for number in 0..RUNS {
        let before = processor_seconds();
        search(number);
        best = best.max(simulations as f64 / (processor_seconds() - before).max(0.01));
    }
    best
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let size = arguments.next().map_or(Ok(9), |text| text.parse())?;
    let simulations = arguments.next().map_or(Ok(20_000), |text| text.parse())?;
    let game = Go::new(Size::new(size).ok_or("no such board")?);
    let mut config = Config::default();
    config.rave.on = arguments.next().is_some_and(|text| text == "rave");
    config.search.reuse = false;
    let (state, stop) = (game.initial(), AtomicBool::new(false));

    for threads in [1, 2] {
        let playout = UniformGo::new(&game);
        let mut alone: Search<Setup> =
            Search::new(game, playout, KeepEyes, config, MEMORY, threads)?;
        let budget = Budget {
            threads,
            ..Budget::simulations(simulations)
        };
        let rate = rate(simulations, |number| {
            alone.run(&state, &budget, 1, number, &stop, &mut ());
        });
        println!("{threads} threads on one tree  {rate:>8.0} simulations per processor second");
    }
    for ranks in [1, 2, 4] {
        let options = Options {
            bytes: MEMORY / usize::from(ranks),
            in_flight: 5 * u32::from(ranks),
        };
        let (playout, network) = (UniformGo::new(&game), Threads::new(ranks));
        let mut spread: Cluster<Setup, _> =
            Cluster::new(game, playout, KeepEyes, config, &options, network)?;
        let mut all = Counters::default();
        let rate = rate(simulations, |number| {
            let budget = Budget::simulations(simulations);
            match spread.run(&state, &budget, 1, number, &stop, &mut ()) {
                Ok(found) => all = Counters::total(&found.ranks),
                Err(error) => println!("{error}"),
            }
        });
        println!("{ranks} ranks                {rate:>8.0} simulations per processor second");
        let each = |count: u64| count as f64 / simulations as f64;
        println!(
            "   each: {:.2} MOVE, {:.2} UPDATE, {:.0} bytes; longest queue {}, {:.0}% busy turns",
            each(all.moves.sent),
            each(all.updates.sent),
            each(all.moves.bytes_sent + all.updates.bytes_sent + all.dones.bytes_sent),
            all.longest_queue,
            100.0 * all.busy_turns as f64 / (all.busy_turns + all.idle_turns) as f64,
        );
    }
    Ok(())
}
