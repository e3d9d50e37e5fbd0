//! What the benches measure with: processor time and instructions.

mod callgrind;

use std::time::Instant;

pub use callgrind::instructions;

/// Seconds of processor time this process has had, all threads included, or of wall time
/// where the system does not say.
pub fn cpu_seconds(since: Instant) -> f64 {
    process_cpu().unwrap_or_else(|| since.elapsed().as_secs_f64())
}

#[cfg(target_os = "linux")]
fn process_cpu() -> Option<f64> {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok()?;
    Some(time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9)
}

#[cfg(not(target_os = "linux"))]
fn process_cpu() -> Option<f64> {
    None
}

/// The middle of several figures.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
