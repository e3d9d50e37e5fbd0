//! What the benches measure with: processor time and instructions.

mod callgrind;

use std::time::Instant;

pub use callgrind::instructions;

/// Seconds of processor time this process has had, all threads included, or of wall time
/// where the system does not say.
pub fn cpu_seconds(since: Instant) -> f64 {
    process_cpu().unwrap_or_else(|| since.elapsed().as_secs_f64())
}

/// Linux counts ticks of 1/100 s per process, and nanoseconds per thread; those of threads
/// that have ended are only in the former. The benches keep their threads, so nanoseconds of
/// all threads are summed.
fn process_cpu() -> Option<f64> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let nanoseconds = |task: std::fs::DirEntry| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    };
    let total: f64 = tasks.flatten().filter_map(nanoseconds).sum();
    (total > 0.0).then_some(total / 1e9)
}

/// The middle of several figures.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
