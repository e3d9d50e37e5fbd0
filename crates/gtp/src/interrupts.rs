//! Ending commands before their time.
//!
//! The thread that reads input numbers the commands from 1 on. When something arrives that
//! ends searches (`# interrupt`, `quit`, the end of input), it says up to which number; the
//! thread that executes commands says which one it is at. Between them stands one lock, so a
//! command that came before the interruption is stopped whether it is running or still
//! waiting, and one that came after it never is.
//!
//! Commands that *yield*, as analysis does, are stopped by any line that comes after them.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tewari_engine::Stop;

/// Where execution and interruption stand.
#[derive(Default)]
struct Progress {
    /// The command that is being executed; 0 for none.
    running: u64,
    /// The last command whose search is not to go on.
    stopped: u64,
    /// The last command after which another line has come.
    followed: u64,
    /// Whether the running command is stopped by any line.
    yields: bool,
}

/// What the two threads share.
pub(crate) struct Interrupts {
    stop: Stop,
    progress: Mutex<Progress>,
    line_came: Condvar,
}

impl Interrupts {
    /// Interruptions of the searches that `stop` ends.
    pub(crate) fn new(stop: Stop) -> Self {
        Self {
            stop,
            progress: Mutex::default(),
            line_came: Condvar::new(),
        }
    }

    /// Execution of a command begins; says whether it yields to any line after it.
    pub(crate) fn begin(&self, command: u64, yields: bool) {
        let mut progress = self.lock();
        progress.running = command;
        progress.yields = yields;
        if command <= progress.stopped || yields && command <= progress.followed {
            self.stop.raise();
        } else {
            self.stop.lower();
        }
    }

    /// Execution of a command has ended.
    pub(crate) fn end(&self) {
        self.lock().running = 0;
    }

    /// No search of the commands up to `last` is to go on.
    pub(crate) fn stop_through(&self, last: u64) {
        let mut progress = self.lock();
        progress.stopped = progress.stopped.max(last);
        if (1..=progress.stopped).contains(&progress.running) {
            self.stop.raise();
        }
    }

    /// Another line has come after the commands up to `last`, or no line will ever come.
    pub(crate) fn follow(&self, last: u64) {
        let mut progress = self.lock();
        progress.followed = progress.followed.max(last);
        if progress.yields && (1..=progress.followed).contains(&progress.running) {
            self.stop.raise();
        }
        self.line_came.notify_all();
    }

    /// Waits until another line has come after `command`.
    pub(crate) fn wait_for_line_after(&self, command: u64) {
        let progress = self.lock();
        let is_last = |progress: &mut Progress| progress.followed < command;
        drop(self.line_came.wait_while(progress, is_last));
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When commands arrived, as far as it matters: telling a script from a conversation.
///
/// `printf 'genmove b\nquit\n' | tewari gtp` wants a move worth having, although `quit` and
/// the end of input are there before the search has begun. A front end that closes while the
/// engine thinks wants it to be gone. The difference is time: what arrives within a moment of
/// a command belongs to the same script and does not end it.
pub(crate) struct Arrivals {
    moment: Duration,
    last: u64,
    /// The last command known to be older than a moment.
    settled: u64,
    /// The arrivals since.
    recent: VecDeque<(u64, Instant)>,
}

impl Arrivals {
    /// Nothing has arrived.
    pub(crate) const fn new(moment: Duration) -> Self {
        Self {
            moment,
            last: 0,
            settled: 0,
            recent: VecDeque::new(),
        }
    }

    /// A command arrives; answers its number.
    pub(crate) fn next(&mut self, now: Instant) -> u64 {
        self.settled(now);
        self.last += 1;
        self.recent.push_back((self.last, now));
        self.last
    }

    /// The number of the last command.
    pub(crate) const fn last(&self) -> u64 {
        self.last
    }

    /// The number of the last command that is older than a moment.
    pub(crate) fn settled(&mut self, now: Instant) -> u64 {
        while let Some(&(number, arrival)) = self.recent.front()
            && now.saturating_duration_since(arrival) >= self.moment
        {
            self.settled = number;
            self.recent.pop_front();
        }
        self.settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_earlier_commands_are_stopped() {
        let stop = Stop::default();
        let interrupts = Interrupts::new(stop.clone());
        interrupts.begin(1, false);
        assert!(!stop.is_raised());
        interrupts.stop_through(2);
        assert!(stop.is_raised(), "the running one");
        interrupts.end();
        interrupts.begin(2, false);
        assert!(stop.is_raised(), "the waiting one");
        interrupts.end();
        interrupts.begin(3, false);
        assert!(!stop.is_raised(), "not the one after");
        interrupts.stop_through(1);
        assert!(!stop.is_raised(), "an old interruption changes nothing");
        interrupts.end();
        interrupts.stop_through(3);
        assert!(!stop.is_raised(), "nothing runs");
    }

    #[test]
    fn commands_that_yield_do_so_to_any_line() {
        let stop = Stop::default();
        let interrupts = Interrupts::new(stop.clone());
        interrupts.begin(1, true);
        interrupts.follow(0);
        assert!(!stop.is_raised(), "a line before it");
        interrupts.follow(1);
        assert!(stop.is_raised(), "a line after it");
        interrupts.wait_for_line_after(1);
        interrupts.end();
        interrupts.follow(2);
        interrupts.begin(2, true);
        assert!(stop.is_raised(), "a line that came while it waited");
        interrupts.end();
        interrupts.begin(3, false);
        interrupts.follow(3);
        assert!(!stop.is_raised(), "other commands do not yield");
    }

    #[test]
    fn a_moment_tells_scripts_from_conversations() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut arrivals = Arrivals::new(Duration::from_millis(100));
        assert_eq!(arrivals.settled(at(0)), 0);
        assert_eq!(arrivals.next(at(0)), 1);
        assert_eq!(arrivals.next(at(90)), 2);
        assert_eq!(arrivals.settled(at(99)), 0);
        assert_eq!(arrivals.settled(at(100)), 1);
        assert_eq!(arrivals.settled(at(5000)), 2);
        assert_eq!(arrivals.last(), 2);
        assert_eq!(Arrivals::new(Duration::ZERO).settled(at(0)), 0);
    }
}
