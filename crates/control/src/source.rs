//! Where time comes from.
//!
//! | source | what a second is |
//! |---|---|
//! | [`Wall`] | a second |
//! | [`Virtual`] | so many simulations: time is the number of simulations divided by a declared speed |
//! | [`Manual`] | what a test says |
//!
//! On the virtual clock a game is a function of its seeds: neither the load of the machine nor
//! the speed of the processor has any influence, and a player of 1,850 simulations a second
//! can be studied on a machine that makes 20,000. All strategies run on all sources unchanged.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::span::{self, LONGEST};

/// A source of time, which measures one move after the other.
pub trait TimeSource: Send + Sync {
    /// A move begins: time is counted from here.
    fn start(&mut self);

    /// The time since the [start](Self::start), of which so many simulations were made.
    fn elapsed(&self, simulations: u64) -> Duration;

    /// How many simulations are at most made within `time`, where time is simulations; `None`
    /// where it is not.
    fn simulations_within(&self, time: Duration) -> Option<u64>;

    /// Whether time is nothing but simulations.
    fn is_virtual(&self) -> bool {
        self.simulations_within(Duration::ZERO).is_some()
    }
}

/// The clock on the wall.
#[derive(Clone, Copy, Debug)]
pub struct Wall {
    started: Instant,
}

impl Default for Wall {
    fn default() -> Self {
        Self {
            started: Instant::now(),
        }
    }
}

impl Wall {
    /// A clock that has been running since `started`: since a command came in, for example,
    /// and not only since somebody found time to look at it.
    #[must_use]
    pub const fn since(started: Instant) -> Self {
        Self { started }
    }
}

impl TimeSource for Wall {
    fn start(&mut self) {
        self.started = Instant::now();
    }

    fn elapsed(&self, _: u64) -> Duration {
        self.started.elapsed()
    }

    fn simulations_within(&self, _: Duration) -> Option<u64> {
        None
    }
}

/// Simulations as time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Virtual {
    speed: f64,
}

impl Virtual {
    /// So many simulations make a second.
    ///
    /// # Panics
    /// If that is no positive number.
    #[must_use]
    pub fn new(speed: f64) -> Self {
        assert!(speed.is_finite() && speed > 0.0, "speed {speed}");
        Self { speed }
    }
}

impl TimeSource for Virtual {
    fn start(&mut self) {}

    fn elapsed(&self, simulations: u64) -> Duration {
        span::seconds(simulations as f64 / self.speed)
    }

    fn simulations_within(&self, time: Duration) -> Option<u64> {
        let guess = (time.as_secs_f64() * self.speed) as u64;
        // The product is rounded, and so is the quotient: what is answered is exactly the
        // last number whose time is not too long.
        let fits = |n: &u64| self.elapsed(*n) <= time;
        (guess.saturating_sub(1)..=guess + 1).rev().find(fits)
    }
}

/// A clock that moves when it is told to. Clones show the same time.
#[derive(Clone, Default, Debug)]
pub struct Manual {
    nanoseconds: Arc<AtomicU64>,
    started: u64,
}

impl Manual {
    /// Lets time go by.
    pub fn advance(&self, time: Duration) {
        let nanoseconds = time.min(LONGEST).as_nanos() as u64;
        self.nanoseconds.fetch_add(nanoseconds, Ordering::SeqCst);
    }
}

impl TimeSource for Manual {
    fn start(&mut self) {
        self.started = self.nanoseconds.load(Ordering::SeqCst);
    }

    fn elapsed(&self, _: u64) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::SeqCst) - self.started)
    }

    fn simulations_within(&self, _: Duration) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_virtual_second_is_so_many_simulations() {
        let source = Virtual::new(1850.0);
        assert_eq!(source.elapsed(0), Duration::ZERO);
        assert_eq!(source.elapsed(1850), Duration::from_secs(1));
        assert_eq!(
            source.simulations_within(Duration::from_millis(100)),
            Some(185)
        );
        assert!(source.is_virtual());
    }

    /// A search of as many simulations as fit is never too long, and one more would be.
    #[test]
    fn simulations_fit_exactly() {
        for speed in [0.3, 7.0, 960.0, 1850.0, 64_500.0, 1e7 / 3.0] {
            let source = Virtual::new(speed);
            for nanos in (0..2_000_000_000).step_by(9_999_991) {
                let time = Duration::from_nanos(nanos);
                let n = source.simulations_within(time).unwrap();
                assert!(source.elapsed(n) <= time, "{speed} {nanos}");
                assert!(source.elapsed(n + 1) > time, "{speed} {nanos}");
            }
        }
    }

    #[test]
    fn a_manual_clock_obeys() {
        let hand = Manual::default();
        let mut source = hand.clone();
        hand.advance(Duration::from_secs(5));
        source.start();
        assert_eq!(source.elapsed(7), Duration::ZERO);
        hand.advance(Duration::from_millis(20));
        assert_eq!(source.elapsed(7), Duration::from_millis(20));
        assert!(!source.is_virtual());
    }

    #[test]
    fn the_wall_clock_runs() {
        let mut source = Wall::since(Instant::now());
        source.start();
        let first = source.elapsed(0);
        assert!(source.elapsed(0) >= first);
        assert!(!source.is_virtual());
    }
}
