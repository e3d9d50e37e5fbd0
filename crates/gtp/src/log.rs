//! Where remarks go.
//!
//! A front end that does not read the standard error stream of its engine lets the pipe fill up,
//! and then whoever writes to it waits for ever (leela-zero issue 2464 is a case of it). So a thread
//! of its own does the writing. A line is normally on its way before [`Log::line`] returns; once
//! one is not within [`PATIENCE`], nobody is waited for any more until the reader has caught up
//! with all of them, and what does not fit in the queue is lost.

use std::io::Write;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a line may take before the reader counts as gone. Any reader is faster, however busy
/// its machine is, and a game survives losing so much once.
const PATIENCE: Duration = Duration::from_millis(500);

/// Lines that wait for a reader.
const QUEUE: usize = 64;

/// The log of a session, normally the standard error stream. Clones write to the same place,
/// so that a search can be told of while the session is busy with it.
#[derive(Clone)]
pub(crate) struct Log {
    lines: SyncSender<String>,
    progress: Arc<Progress>,
}

#[derive(Default)]
struct Progress {
    counts: Mutex<Counts>,
    written: Condvar,
}

#[derive(Default)]
struct Counts {
    queued: u64,
    written: u64,
    /// Whether the last line that was waited for took too long.
    is_stuck: bool,
}

impl Progress {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log {
    pub(crate) fn new(to: impl Write + Send + 'static) -> Self {
        let (lines, queue) = sync_channel(QUEUE);
        let progress = Arc::new(Progress::default());
        let shared = progress.clone();
        // Not joined: it may be waiting for a reader who never comes. Without it the queue is
        // closed and every line lost, which is no reason to fail.
        let _ = thread::Builder::new()
            .name("gtp-log".to_owned())
            .spawn(move || write(to, &queue, &shared));
        Self { lines, progress }
    }

    /// Writes a line, or several.
    pub(crate) fn line(&self, text: &str) {
        let mut counts = self.progress.lock();
        if self.lines.try_send(format!("{text}\n")).is_err() {
            return;
        }
        counts.queued += 1;
        if counts.is_stuck {
            return;
        }
        let mine = counts.queued;
        let waited = self
            .progress
            .written
            .wait_timeout_while(counts, PATIENCE, |counts| counts.written < mine);
        let (mut counts, _) = waited.unwrap_or_else(PoisonError::into_inner);
        counts.is_stuck = counts.written < mine;
    }
}

/// Writes what comes until there are no more logs.
fn write(mut to: impl Write, queue: &Receiver<String>, progress: &Progress) {
    for line in queue {
        let _ = to.write_all(line.as_bytes()).and_then(|()| to.flush());
        let mut counts = progress.lock();
        counts.written += 1;
        counts.is_stuck &= counts.written < counts.queued;
        progress.written.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// Writes only while it is let to.
    struct Gate {
        open: Receiver<()>,
        through: Sender<String>,
    }

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.open.recv();
            let _ = self
                .through
                .send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_nobody_reads_are_lost_and_nobody_waits_for_them() {
        let (open, gate) = channel();
        let (through, read) = channel();
        let log = Log::new(Gate {
            open: gate,
            through,
        });
        // Were each of them waited for, this would take hours.
        for i in 0..100_000 {
            log.line(&i.to_string());
        }
        drop(open);
        let lines: Vec<String> = read.iter().take(QUEUE).collect();
        assert_eq!(lines.first().map(String::as_str), Some("0\n"));
        log.line("again");
        drop(log);
        let rest: Vec<String> = read.iter().collect();
        assert!(rest.len() < QUEUE, "the queue is bounded: {}", rest.len());
        assert_eq!(rest.last().map(String::as_str), Some("again\n"));
    }

    /// A slow reader is waited for once, not at every line it has read.
    #[test]
    fn nobody_waits_again_before_the_reader_has_caught_up() {
        let (open, gate) = channel();
        let (through, read) = channel();
        let log = Log::new(Gate {
            open: gate,
            through,
        });
        for line in ["one", "two", "three"] {
            log.line(line);
        }
        let is_stuck_after = |count| {
            open.send(()).unwrap();
            read.recv().unwrap();
            let counts = log.progress.lock();
            let written = &log.progress.written;
            let counts = written.wait_while(counts, |counts| counts.written < count);
            counts.unwrap().is_stuck
        };
        assert_eq!([1, 2, 3].map(is_stuck_after), [true, true, false]);
    }

    #[test]
    fn a_line_is_written_when_the_call_returns() {
        let (through, read) = channel();
        let (open, gate) = channel();
        let log = Log::new(Gate {
            open: gate,
            through,
        });
        for line in ["one", "two"] {
            open.send(()).unwrap();
            log.line(line);
            assert_eq!(read.try_recv(), Ok(format!("{line}\n")));
        }
    }
}
