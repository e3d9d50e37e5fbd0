//! The line that tells how a match is getting on.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::text::{percent, signed};
use super::{PairingReport, SprtReport};
use crate::watch::{Observer, Progress};

/// On a terminal the line is drawn anew so often,
const REDRAW: Duration = Duration::from_millis(250);
/// and into a file a new line is written so often at first;
const FIRST_LINE: Duration = Duration::from_secs(10);
/// the time between two lines doubles up to this.
const LAST_LINE: Duration = Duration::from_secs(600);

/// Writes progress: one changing line on a terminal, now and then a line elsewhere.
pub struct Ticker<W: Write> {
    out: W,
    terminal: bool,
    written: Option<Instant>,
    pause: Duration,
    width: usize,
}

impl Ticker<io::Stderr> {
    /// Progress on standard error.
    #[must_use]
    pub fn stderr() -> Self {
        let terminal = io::stderr().is_terminal();
        Self::new(io::stderr(), terminal)
    }
}

impl<W: Write> Ticker<W> {
    /// Progress written to `out`, which is a terminal or not.
    pub const fn new(out: W, terminal: bool) -> Self {
        let pause = if terminal { REDRAW } else { FIRST_LINE };
        Self {
            out,
            terminal,
            written: None,
            pause,
            width: 0,
        }
    }

    /// Leaves the changing line as it is and goes on below it.
    pub fn finish(&mut self) {
        if self.terminal && self.width > 0 {
            // Nobody needs to know that nobody can read this.
            let _ = writeln!(self.out);
            self.width = 0;
        }
    }
}

impl<W: Write> Observer for Ticker<W> {
    fn note(&mut self, text: &str) {
        self.finish();
        let _ = writeln!(self.out, "note: {text}");
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        self.show(progress.done >= progress.total, || line(progress));
    }
}

impl<W: Write> Ticker<W> {
    /// Shows a line if it is time for one; the last one is always shown.
    pub fn show(&mut self, last: bool, line: impl FnOnce() -> String) {
        if !last
            && self
                .written
                .is_some_and(|written| written.elapsed() < self.pause)
        {
            return;
        }
        let line = line();
        if self.terminal {
            let width = line.chars().count();
            let gap = " ".repeat(self.width.saturating_sub(width));
            let _ = write!(self.out, "\r{line}{gap}");
            self.width = width;
        } else {
            if self.written.is_some() {
                self.pause = (self.pause * 2).min(LAST_LINE);
            }
            let _ = writeln!(self.out, "{line}");
        }
        let _ = self.out.flush();
        self.written = Some(Instant::now());
    }
}

/// Games, score, Elo, LLR, and how long it will take.
fn line(progress: &Progress<'_>) -> String {
    let Progress {
        config,
        tally,
        done,
        total,
        here,
        elapsed,
    } = *progress;
    let mut parts = vec![format!("{done}/{total} games")];
    if let [pairing] = tally.pairings.as_slice() {
        let report = PairingReport::new(config, pairing);
        parts.push(format!("{} {}", report.a, percent(report.score.value)));
        let elo = report.elo;
        parts.push(format!(
            "Elo {} [{}, {}]",
            signed(elo.value),
            signed(elo.low),
            signed(elo.high)
        ));
    }
    if let Some((test, state)) = config.sprt.zip(tally.sprt) {
        let sprt = SprtReport::new(test, &state);
        parts.push(format!(
            "LLR {:.2} [{:.2}, {:.2}]",
            sprt.llr, sprt.low, sprt.high
        ));
    }
    let failures: u64 = tally
        .failures
        .iter()
        .flat_map(|failures| failures.values())
        .sum();
    if failures > 0 {
        parts.push(format!("{failures} failures"));
    }
    if here > 0 && done < total {
        let left = elapsed.as_secs_f64() / here as f64 * (total - done) as f64;
        parts.push(format!("{} left", duration(left)));
    }
    parts.join("  ")
}

/// A time as people say it.
pub(crate) fn duration(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes} min {:02} s", seconds % 60),
        (1..48, _) => format!("{hours} h {minutes:02} min"),
        _ => format!("{} d {:02} h", hours / 24, hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{MatchConfig, MatchFile};
    use crate::tally::Tally;

    fn config() -> MatchConfig {
        let text = "[match]\ngame='othello'\n[sprt]\nelo0=0\nelo1=10\n\
                    [[player]]\nname='a'\n[[player]]\n";
        MatchFile::parse(text)
            .unwrap()
            .resolve("".as_ref())
            .unwrap()
    }

    fn shown(terminal: bool, dones: &[u64]) -> String {
        let config = config();
        let tally = Tally::new(&config, &[]);
        let mut out = Vec::new();
        let mut ticker = Ticker::new(&mut out, terminal);
        for &done in dones {
            let elapsed = Duration::from_secs(done * 2);
            let (config, tally) = (&config, &tally);
            ticker.progress(&Progress {
                config,
                tally,
                done,
                total: 100,
                here: done,
                elapsed,
            });
        }
        ticker.finish();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_file_gets_few_lines() {
        let text = shown(false, &[1, 2, 3, 4]);
        assert_eq!(
            text,
            "1/100 games  a -  Elo - [-inf, +inf]  LLR 0.00 [-2.94, 2.94]  3 min 18 s left\n"
        );
        assert_eq!(
            shown(false, &[1, 100]).lines().count(),
            2,
            "the last one is always told"
        );
    }

    #[test]
    fn a_terminal_gets_one_changing_line() {
        let text = shown(true, &[1, 100]);
        assert_eq!(text.matches('\r').count(), 2);
        assert!(text.ends_with('\n') && text.matches('\n').count() == 1);
    }

    #[test]
    fn durations() {
        for (seconds, text) in [
            (3.2, "4 s"),
            (61.0, "1 min 01 s"),
            (3_700.0, "1 h 01 min"),
            (200_000.0, "2 d 07 h"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }
}
