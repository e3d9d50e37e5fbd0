//! Ends searches when their time is over.
//!
//! One thread of the process waits for all of them. A timer of its own for every search would
//! have to be started before it and waited for after it, which on a busy machine takes longer
//! than a short search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, LazyLock, Weak};
use std::time::{Duration, Instant};

/// Raises `flag` when `time` is over, if anybody still holds it then. Without any time it is
/// raised before this returns.
pub(crate) fn raise_after(time: Duration, flag: &Arc<AtomicBool>) {
    static CLOCK: LazyLock<Sender<Bell>> = LazyLock::new(|| {
        let (orders, come) = channel();
        std::thread::spawn(move || ring(&come));
        orders
    });
    match Instant::now().checked_add(time) {
        Some(at) if !time.is_zero() => {
            let flag = Arc::downgrade(flag);
            // The thread lives as long as the process.
            let _ = CLOCK.send(Bell { at, flag });
        }
        Some(_) => flag.store(true, Ordering::Relaxed),
        None => {}
    }
}

struct Bell {
    at: Instant,
    flag: Weak<AtomicBool>,
}

impl PartialEq for Bell {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Bell {}

impl PartialOrd for Bell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.at.cmp(&other.at)
    }
}

/// How long the thread sleeps when there is nothing to wait for.
const LONG: Duration = Duration::from_secs(3600);

fn ring(orders: &Receiver<Bell>) {
    let mut waiting: BinaryHeap<Reverse<Bell>> = BinaryHeap::new();
    loop {
        let now = Instant::now();
        while let Some(next) = waiting.peek_mut().filter(|next| next.0.at <= now) {
            if let Some(flag) = PeekMut::pop(next).0.flag.upgrade() {
                flag.store(true, Ordering::Relaxed);
            }
        }
        let pause = waiting
            .peek()
            .map_or(LONG, |Reverse(next)| next.at.saturating_duration_since(now));
        match orders.recv_timeout(pause) {
            Ok(bell) => waiting.push(Reverse(bell)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_raised(flag: &AtomicBool) -> bool {
        flag.load(Ordering::Relaxed)
    }

    #[test]
    fn flags_are_raised_when_their_time_comes() {
        let flags = [0, 60_000, 30, 10].map(|milliseconds| {
            let flag = Arc::new(AtomicBool::new(false));
            raise_after(Duration::from_millis(milliseconds), &flag);
            flag
        });
        assert!(is_raised(&flags[0]));
        let forgotten = Arc::new(AtomicBool::new(false));
        raise_after(Duration::from_millis(1), &forgotten);
        drop(forgotten);
        raise_after(Duration::MAX, &flags[1]);
        let begun = Instant::now();
        while !is_raised(&flags[2]) {
            assert!(begun.elapsed() < Duration::from_secs(60), "never raised");
            std::thread::yield_now();
        }
        assert!(is_raised(&flags[3]), "the earlier one");
        assert!(!is_raised(&flags[1]), "a minute is longer");
    }
}
