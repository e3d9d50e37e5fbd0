//! What moves cost beyond the time that a search was told to take.
//!
//! There are two causes, learned apart. On a busy machine a search ends *late*, which we see
//! ourselves. The way to whoever keeps the clock (a network, a pipe, a referee who is busy) is
//! *unseen*: it shows only when they say what is left, as a difference from our own count.
//!
//! Lateness is remembered as its recent maximum, for a machine that was busy may soon be busy
//! again. What is unseen is averaged over the game, because most referees round to whole
//! seconds: the errors of one report and the next cancel out, and of the sum no more than a
//! second is error, which is not counted while all reports are whole. A single report that
//! differs by more than a second is somebody setting the clock rather than lag, and counts as
//! a second.

use std::time::Duration;

/// What is left of lateness after a search that was not.
const KEPT: f64 = 0.8;

/// What rounding can make of all reports together, and the most that one of them is taken for,
/// in seconds.
const SECOND: f64 = 1.0;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Lag {
    late: Duration,
    /// By how much less was left than we thought, in seconds, over all reports.
    unseen: f64,
    /// Moves between those reports.
    moves: u32,
    /// Moves since the last one.
    unreported: u32,
    /// Whether somebody reports fractions of seconds.
    is_exact: bool,
}

impl Lag {
    /// A search ended so much later than it was told to.
    pub(crate) fn ended_late(&mut self, by: Duration) {
        self.late = by.max(self.late.mul_f64(KEPT));
    }

    /// A move was made and taken from our own count.
    pub(crate) const fn moved(&mut self) {
        self.unreported += 1;
    }

    /// Somebody says what is left, where our own count has `own`. Makes sense in a clock that
    /// only runs down or grows by what both know.
    pub(crate) fn reported(&mut self, own: Duration, left: Duration) {
        self.is_exact |= left.subsec_nanos() != 0;
        if self.unreported > 0 {
            let difference = own.as_secs_f64() - left.as_secs_f64();
            self.unseen += difference.clamp(-SECOND, SECOND);
            self.moves += self.unreported;
            self.unreported = 0;
        }
    }

    /// How late the next search is expected to end.
    pub(crate) const fn late(&self) -> Duration {
        self.late
    }

    /// What a move is expected to cost beyond what was planned for it.
    pub(crate) fn of_a_move(&self) -> Duration {
        let error = if self.is_exact { 0.0 } else { SECOND };
        let unseen = (self.unseen - error).max(0.0) / f64::from(self.moves.max(1));
        self.late + crate::seconds(unseen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// What is thought to be lag after moves that really take `lag` more than we count, told by
    /// a referee who rounds down to multiples of `step`.
    fn learned(lag: f64, step: f64) -> f64 {
        let (mut own, mut really) = (s(100.0), 100.0);
        let mut seen = Lag::default();
        for _ in 0..40 {
            own -= s(0.7);
            really -= 0.7 + lag;
            seen.moved();
            let told = s((really / step).floor() * step);
            seen.reported(own, told);
            own = told;
        }
        seen.of_a_move().as_secs_f64()
    }

    #[test]
    fn the_way_to_the_referee_is_learned_from_reports() {
        assert!((learned(0.03, 0.001) - 0.03).abs() < 0.001);
        assert!((learned(0.3, 1.0) - 0.3).abs() < 0.03);
        assert!(learned(0.0, 1.0) < 1e-9);
        assert!(learned(0.0, 0.001) < 0.001);
    }

    #[test]
    fn without_a_move_of_ours_a_report_teaches_nothing() {
        let mut lag = Lag::default();
        lag.reported(s(100.0), s(50.5));
        assert_eq!(lag.of_a_move(), Duration::ZERO);
        lag.moved();
        lag.reported(s(50.0), s(20.5));
        assert_eq!(lag.of_a_move(), s(1.0));
    }

    #[test]
    fn lateness_fades() {
        let mut lag = Lag::default();
        lag.ended_late(s(0.1));
        assert_eq!(lag.late(), s(0.1));
        lag.ended_late(Duration::ZERO);
        assert_eq!(lag.late(), s(0.08));
        lag.ended_late(s(0.2));
        assert_eq!(lag.of_a_move(), s(0.2));
    }
}
