//! Tewari and treant on the same Connect-4; README.md says what is compared and how.

mod counting;
mod ours;
mod theirs;

use nix::time::{ClockId, clock_gettime};

/// What one search did.
struct Sample {
    seconds: f64,
    nodes: usize,
    bytes_per_node: f64,
}

/// The exploration constant of `mean + C·sqrt(ln N / n)`, with means in [0, 1].
const EXPLORATION: f64 = 0.6;

/// Seconds of processor time that this thread has had.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("Linux counts time");
    time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
}

/// Runs `work` and answers what it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = cpu_seconds();
    let result = work();
    (result, cpu_seconds() - before)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|argument| {
        argument.parse::<u64>().unwrap_or_else(|_| {
            eprintln!("usage: tewari-bench-treant [simulations [repetitions]], not {argument:?}");
            std::process::exit(2);
        })
    });
    let simulations = numbers.next().unwrap_or(500_000).max(1);
    let repetitions = numbers.next().unwrap_or(5).max(1);
    type Search = fn(u64, u64) -> Sample;
    let searches: [(&str, Search); 4] = [
        ("treant", theirs::search),
        ("tewari, eager", ours::search_eagerly),
        ("tewari, paths", ours::search_paths),
        ("tewari, positions", ours::search_positions),
    ];
    let mut samples: [Vec<Sample>; 4] = Default::default();
    for repetition in 0..repetitions {
        for ((_, search), samples) in searches.iter().zip(&mut samples) {
            samples.push(search(simulations, repetition));
        }
    }
    println!("Connect-4 from the empty board, {simulations} simulations, median of {repetitions}");
    println!("search              sims/CPU s    over treant    nodes  bytes/node");
    let ratios = |of: &[Sample]| {
        let pairs = of.iter().zip(&samples[0]);
        median(pairs.map(|(a, b)| b.seconds / a.seconds).collect())
    };
    for ((name, _), of) in searches.iter().zip(&samples) {
        let speed = simulations as f64 / median(of.iter().map(|s| s.seconds).collect());
        let last = &of[of.len() - 1];
        println!(
            "{name:<18} {speed:11.0} {:14.2} {:8} {:11.0}",
            ratios(of),
            last.nodes,
            last.bytes_per_node,
        );
    }
}
