//! Hammers the table from several threads and accounts for every addition:
//! `cargo run --release -p tewari-mcts --example table_stress [operations] [threads] [slots]`.
//!
//! Ends with a panic if a key lies in the table twice or an addition is lost; see the workload
//! for what exactly is done and checked. By default 10^8 operations on four threads.

#[path = "../tests/stress/workload.rs"]
mod workload;

use workload::{Plan, run};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| {
        let number: u64 = text.replace('_', "").parse().expect("a whole number");
        number
    });
    let mut next = |default| arguments.next().unwrap_or(default);
    let operations = next(100_000_000);
    let threads = next(4) as usize;
    let slots = next(10_000) as usize;
    // Few operations a search, so that a good part of them makes entries.
    let rounds = (operations / (20 * slots as u64)).max(4);
    let summary = run(&Plan {
        operations,
        threads,
        slots,
        rounds,
        seed: 1,
    });
    let done = summary.operations();
    let percent = |count: u64| 100.0 * count as f64 / done as f64;
    println!("{done} operations in {rounds} searches, {threads} threads, {slots} slots");
    println!(
        "found {:.2}%  made {:.2}%  busy {:.4}%  full {:.2}%",
        percent(summary.found),
        percent(summary.made),
        percent(summary.busy),
        percent(summary.full),
    );
    let nanoseconds = summary.elapsed.as_nanos() as f64 / done as f64;
    println!("{nanoseconds:.1} ns an operation (wall clock); no key twice, nothing lost");
}
