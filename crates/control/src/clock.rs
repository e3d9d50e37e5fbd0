//! The clock of one player, whoever keeps it.
//!
//! The same type serves the one who runs a game and must say when a flag has fallen, and the
//! engine that keeps its own count because nobody tells it. A clock does not run: whoever has
//! measured what a move took (by whatever [time source](crate::source)) tells it with
//! [`Clock::spend`]. A move may take exactly what is left.
//!
//! ```
//! use std::time::Duration;
//! use tewari_control::{Clock, TimeLeft};
//! let mut clock = Clock::new("1m+2x30s".parse().unwrap());
//! clock.spend(Duration::from_secs(50)).unwrap();
//! assert_eq!(clock.left(), TimeLeft { time: Duration::from_secs(10), count: 0 });
//! clock.spend(Duration::from_secs(55)).unwrap(); // ten of main time, a period, half another
//! assert_eq!(clock.left(), TimeLeft { time: Duration::from_secs(30), count: 1 });
//! assert!(clock.spend(Duration::from_secs(31)).is_err());
//! ```

use std::fmt;
use std::time::Duration;

use crate::span::LONGEST;
use crate::terms::{MOST_COUNTED, TimeControl};

/// A player has used more time than there was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlagFell;

impl fmt::Display for FlagFell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the time is over")
    }
}

impl std::error::Error for FlagFell {}

/// What a clock shows, in the form in which GTP tells it (`time_left`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// The time of the phase that the clock is in: main time, or the present period.
    pub time: Duration,
    /// 0 in main time; in Canadian overtime the moves still to be made in this period, in
    /// byo-yomi the periods left.
    pub count: u32,
}

/// The clock of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Main time left. A time per move is all main time.
    main: Duration,
    /// What is left of the present period of overtime.
    period: Duration,
    /// Canadian: moves to be made in the period. Byo-yomi: periods left.
    count: u32,
    fallen: bool,
}

impl Clock {
    /// A clock at the beginning of a game.
    #[must_use]
    pub const fn new(control: TimeControl) -> Self {
        let (period, count) = match control {
            TimeControl::Canadian { period, stones, .. } => (period, stones),
            TimeControl::ByoYomi {
                period, periods, ..
            } => (period, periods),
            _ => (Duration::ZERO, 0),
        };
        Self {
            control,
            main: control.main(),
            period,
            count,
            fallen: false,
        }
    }

    /// What was agreed.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Whether the time is over.
    #[must_use]
    pub const fn has_fallen(&self) -> bool {
        self.fallen
    }

    /// Main time left; of a time per move, that of the next move.
    #[must_use]
    pub const fn main(&self) -> Duration {
        self.main
    }

    /// The overtime that the clock is in or will come to: what is left of the period, and the
    /// moves to be made in it (Canadian) or the periods left (byo-yomi).
    #[must_use]
    pub const fn overtime(&self) -> (Duration, u32) {
        (self.period, self.count)
    }

    /// What the clock shows. Without any limit it shows nought.
    #[must_use]
    pub const fn left(&self) -> TimeLeft {
        let overtime = self.main.is_zero() && self.count > 0;
        TimeLeft {
            time: if overtime { self.period } else { self.main },
            count: if overtime { self.count } else { 0 },
        }
    }

    /// The longest that the next move may take before the flag falls; `None` without a limit.
    /// In byo-yomi such a move uses up all periods but one.
    #[must_use]
    pub fn longest(&self) -> Option<Duration> {
        if self.fallen {
            return Some(Duration::ZERO);
        }
        Some(match self.control {
            TimeControl::None => return None,
            TimeControl::SuddenDeath { .. } | TimeControl::PerMove { .. } => self.main,
            TimeControl::Canadian { .. } => self.main + self.period,
            TimeControl::ByoYomi { period, .. } => {
                self.main + self.period + period * self.count.saturating_sub(1)
            }
            TimeControl::Fischer { longest_move, .. } => {
                longest_move.map_or(self.main, |longest| self.main.min(longest))
            }
        })
    }

    /// A move was made and took `time`.
    ///
    /// # Errors
    /// When that is more than there was: the flag has fallen and stays so.
    pub fn spend(&mut self, time: Duration) -> Result<(), FlagFell> {
        if self.longest().is_some_and(|longest| time > longest) {
            self.fallen = true;
            (self.main, self.period, self.count) = (Duration::ZERO, Duration::ZERO, 0);
        }
        if self.fallen {
            return Err(FlagFell);
        }
        let over = time.saturating_sub(self.main);
        match self.control {
            TimeControl::None | TimeControl::PerMove { .. } => {}
            TimeControl::SuddenDeath { .. } => self.main -= time,
            TimeControl::Fischer { increment, cap, .. } => {
                self.main = (self.main - time + increment).min(cap.unwrap_or(LONGEST));
            }
            TimeControl::Canadian { period, stones, .. } => {
                let in_overtime = self.main.is_zero() || !over.is_zero();
                self.main = self.main.saturating_sub(time);
                if in_overtime {
                    self.period -= over;
                    self.count -= 1;
                    if self.count == 0 {
                        (self.period, self.count) = (period, stones);
                    }
                }
            }
            TimeControl::ByoYomi { period, .. } => {
                self.main = self.main.saturating_sub(time);
                let mut over = over;
                while over > self.period {
                    over -= self.period;
                    self.period = period;
                    self.count -= 1;
                }
                self.period = period;
            }
        }
        Ok(())
    }

    /// Somebody who should know says what is left; that is believed whatever was counted
    /// here. Where nothing was agreed, what is told becomes the agreement.
    pub fn believe(&mut self, left: TimeLeft) {
        let time = left.time.min(LONGEST);
        let count = left.count.min(MOST_COUNTED);
        self.fallen = time.is_zero() && count == 0;
        match self.control {
            TimeControl::None if count == 0 => {
                self.control = TimeControl::SuddenDeath { main: time };
                self.main = time;
            }
            TimeControl::None => {
                self.control = TimeControl::Canadian {
                    main: Duration::ZERO,
                    period: time,
                    stones: count,
                };
                (self.main, self.period, self.count) = (Duration::ZERO, time, count);
            }
            TimeControl::SuddenDeath { .. }
            | TimeControl::PerMove { .. }
            | TimeControl::Fischer { .. } => {
                self.main = time;
            }
            TimeControl::Canadian {
                main,
                period,
                stones,
            }
            | TimeControl::ByoYomi {
                main,
                period,
                periods: stones,
            } => {
                if count > 0 {
                    (self.main, self.period, self.count) = (Duration::ZERO, time, count);
                } else if main.is_zero() && !time.is_zero() {
                    // Where there is no main time it must be the overtime that was meant.
                    (self.main, self.period, self.count) = (Duration::ZERO, time, stones);
                } else {
                    (self.main, self.period, self.count) = (time, period, stones);
                    // Main time is over, and the overtime is still whole.
                    self.fallen = false;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse().unwrap())
    }

    fn s(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// What the clock shows after each move; -1 when the flag falls.
    fn shown(clock: &mut Clock, moves: &[f64]) -> Vec<(f64, u32)> {
        let after = |&time: &f64| match clock.spend(s(time)) {
            Ok(()) => (clock.left().time.as_secs_f64(), clock.left().count),
            Err(FlagFell) => (-1.0, 0),
        };
        moves.iter().map(after).collect()
    }

    #[test]
    fn sudden_death() {
        let moves = [10.0, 20.0, 0.0, 0.5, 0.0];
        let expected = [(20.0, 0), (0.0, 0), (0.0, 0), (-1.0, 0), (-1.0, 0)];
        assert_eq!(shown(&mut clock("30s"), &moves), expected);
    }

    #[test]
    fn per_move() {
        let mut clock = clock("5s/move");
        assert_eq!(
            shown(&mut clock, &[5.0, 0.1, 5.1]),
            [(5.0, 0), (5.0, 0), (-1.0, 0)]
        );
        assert_eq!(clock.longest(), Some(Duration::ZERO));
    }

    #[test]
    fn no_limit() {
        let mut clock = clock("none");
        assert_eq!(shown(&mut clock, &[1e6]), [(0.0, 0)]);
        assert_eq!(clock.longest(), None);
    }

    #[test]
    fn canadian() {
        let mut clock = clock("10s+3/6s");
        // The second move goes over the main time and is the first of three.
        assert_eq!(
            shown(&mut clock, &[8.0, 4.0, 1.0, 3.0, 6.0, 0.0, 1.0]),
            [
                (2.0, 0),
                (4.0, 2),
                (3.0, 1),
                (6.0, 3),
                (0.0, 2),
                (0.0, 1),
                (-1.0, 0)
            ]
        );
        // Main time used to the last moment is still main time.
        let mut clock = self::clock("10s+3/6s");
        assert_eq!(shown(&mut clock, &[10.0, 1.0]), [(6.0, 3), (5.0, 2)]);
    }

    #[test]
    fn byo_yomi() {
        let mut clock = clock("10s+3x5s");
        assert_eq!(clock.longest(), Some(s(25.0)));
        assert_eq!(
            shown(&mut clock, &[9.0, 6.0, 5.0, 5.1, 10.1]),
            [(1.0, 0), (5.0, 3), (5.0, 3), (5.0, 2), (-1.0, 0)]
        );
    }

    #[test]
    fn fischer() {
        let mut clock = clock("10s+5s,cap=12s,move=11s");
        assert_eq!(
            shown(&mut clock, &[4.0, 1.0, 0.0, 11.0, 6.0, 5.1]),
            [
                (11.0, 0),
                (12.0, 0),
                (12.0, 0),
                (6.0, 0),
                (5.0, 0),
                (-1.0, 0)
            ]
        );
        assert_eq!(self::clock("20s+5s,move=11s").longest(), Some(s(11.0)));
    }

    #[test]
    fn what_is_told_is_believed() {
        let told = |text: &str, time: f64, count: u32| {
            let mut clock = clock(text);
            clock.believe(TimeLeft {
                time: s(time),
                count,
            });
            clock
        };
        let left = |time: f64, count| TimeLeft {
            time: s(time),
            count,
        };
        assert_eq!(told("30s", 7.0, 0).left(), left(7.0, 0));
        assert_eq!(told("10s+3/6s", 2.0, 1).left(), left(2.0, 1));
        assert_eq!(told("10s+3x5s", 5.0, 2).left(), left(5.0, 2));
        assert_eq!(told("10s+3x5s", 5.0, 2).longest(), Some(s(10.0)));
        assert_eq!(told("0s+1/6s", 6.0, 0).left(), left(6.0, 1));
        assert_eq!(told("0s+1/6s", 6.0, 0).longest(), Some(s(6.0)));
        assert_eq!(told("10s+5s", 3.0, 0).left(), left(3.0, 0));
        assert_eq!(told("none", 9.0, 0).longest(), Some(s(9.0)));
        assert_eq!(told("none", 9.0, 4).left(), left(9.0, 4));
        assert!(told("30s", 0.0, 0).has_fallen());
        assert!(!told("10s+3x5s", 0.0, 0).has_fallen());
        let mut late = told("30s", 0.0, 0);
        late.believe(left(1.0, 0));
        assert!(!late.has_fallen());
    }
}
