//! What was agreed about time, and how it is written.
//!
//! | text | meaning |
//! |---|---|
//! | `none` | no limit |
//! | `30s` | sudden death: so long for all moves together |
//! | `5s/move` | so long for every move; what is left over is lost |
//! | `10m+25/5m` | Canadian overtime: after ten minutes, 25 moves in every five minutes |
//! | `10m+5x30s` | Japanese byo-yomi: after ten minutes, thirty seconds a move, five times to be exceeded at most |
//! | `10m+5s` | Fischer: every move adds five seconds |
//! | `10m+5s,cap=15m,move=1m` | the same, never more than fifteen minutes on the clock, never more than one for a move |
//!
//! Lengths of time are numbers with `h`, `m`, `s` or `ms`, put together as in `1h30m`; a bare
//! number is seconds. Overtime alone is written with `0s+` before it.
//!
//! ```
//! use tewari_control::TimeControl;
//! let control: TimeControl = "10m+5x30s".parse().unwrap();
//! assert_eq!(control.to_string(), "10m+5x30s");
//! let error = "10m+5y30s".parse::<TimeControl>().unwrap_err();
//! assert!(error.to_string().starts_with("\"10m+5y30s\" is no time control: "));
//! ```

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::span;

/// The most moves or periods that overtime may have.
pub(crate) const MOST_COUNTED: u32 = 100_000;

/// What was agreed about time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TimeControl {
    /// No limit.
    #[default]
    None,
    /// One time for the whole game.
    SuddenDeath {
        /// How long.
        main: Duration,
    },
    /// The same time for every move; what is left over is lost.
    PerMove {
        /// How long.
        time: Duration,
    },
    /// After the main time, `stones` moves within every `period`.
    Canadian {
        /// The main time.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The moves to be made in it, at least one.
        stones: u32,
    },
    /// After the main time, every move within a `period`. A move that takes longer uses up as
    /// many periods as it exceeds; the last one cannot be exceeded.
    ByoYomi {
        /// The main time.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// How many there are, at least one.
        periods: u32,
    },
    /// Every move made adds to the time left.
    Fischer {
        /// The time at the beginning.
        main: Duration,
        /// What a move adds.
        increment: Duration,
        /// No more than this is ever on the clock, if there is a bound.
        cap: Option<Duration>,
        /// No move may take longer than this, if there is a bound.
        longest_move: Option<Duration>,
    },
}

impl TimeControl {
    /// The time before any overtime; of a time per move, that of one move.
    #[must_use]
    pub const fn main(&self) -> Duration {
        match *self {
            Self::None => Duration::ZERO,
            Self::PerMove { time } => time,
            Self::SuddenDeath { main }
            | Self::Canadian { main, .. }
            | Self::ByoYomi { main, .. }
            | Self::Fischer { main, .. } => main,
        }
    }

    /// Whether there is no limit.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// Why a text is no time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermsError {
    text: String,
    what: &'static str,
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, what) = (&self.text, self.what);
        write!(f, "{text:?} is no time control: {what}")
    }
}

impl std::error::Error for TermsError {}

const FORMS: &str = "try none, 30s, 5s/move, 10m+25/5m, 10m+5x30s or 10m+5s";

impl FromStr for TimeControl {
    type Err = TermsError;

    fn from_str(text: &str) -> Result<Self, TermsError> {
        parse(text.trim()).map_err(|what| TermsError {
            text: text.to_owned(),
            what,
        })
    }
}

fn parse(text: &str) -> Result<TimeControl, &'static str> {
    if text == "none" {
        return Ok(TimeControl::None);
    }
    let time = |text: &str| span::parse(text).ok_or(FORMS);
    if let Some(text) = text.strip_suffix("/move") {
        let time = positive(time(text)?, "a move needs some time")?;
        return Ok(TimeControl::PerMove { time });
    }
    let Some((main, overtime)) = text.split_once('+') else {
        let main = positive(time(text)?, "there must be some time")?;
        return Ok(TimeControl::SuddenDeath { main });
    };
    let main = time(main)?;
    if let Some((stones, period)) = overtime.split_once('/') {
        return Ok(TimeControl::Canadian {
            main,
            period: positive(time(period)?, "a period needs some time")?,
            stones: counted(stones)?,
        });
    }
    if let Some((periods, period)) = overtime.split_once('x') {
        return Ok(TimeControl::ByoYomi {
            main,
            period: positive(time(period)?, "a period needs some time")?,
            periods: counted(periods)?,
        });
    }
    let mut parts = overtime.split(',');
    let increment = time(parts.next().unwrap_or_default())?;
    let (mut cap, mut longest_move) = (None, None);
    for part in parts {
        let bound = match part.split_once('=') {
            Some(("cap", bound)) => cap.insert(time(bound)?),
            Some(("move", bound)) => longest_move.insert(time(bound)?),
            _ => return Err("behind a comma stand cap=TIME or move=TIME"),
        };
        positive(*bound, "a bound must leave some time")?;
    }
    positive(main + increment, "there must be some time")?;
    Ok(TimeControl::Fischer {
        main,
        increment,
        cap,
        longest_move,
    })
}

fn positive(time: Duration, otherwise: &'static str) -> Result<Duration, &'static str> {
    if time.is_zero() {
        return Err(otherwise);
    }
    Ok(time)
}

fn counted(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Ok(count @ 1..=MOST_COUNTED) => Ok(count),
        Ok(_) => Err("overtime has 1 to 100000 moves or periods"),
        Err(_) => Err(FORMS),
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = span::format;
        match *self {
            Self::None => f.write_str("none"),
            Self::SuddenDeath { main } => f.write_str(&span(main)),
            Self::PerMove { time } => write!(f, "{}/move", span(time)),
            Self::Canadian {
                main,
                period,
                stones,
            } => write!(f, "{}+{stones}/{}", span(main), span(period)),
            Self::ByoYomi {
                main,
                period,
                periods,
            } => write!(f, "{}+{periods}x{}", span(main), span(period)),
            Self::Fischer {
                main,
                increment,
                cap,
                longest_move,
            } => {
                write!(f, "{}+{}", span(main), span(increment))?;
                if let Some(cap) = cap {
                    write!(f, ",cap={}", span(cap))?;
                }
                if let Some(longest) = longest_move {
                    write!(f, ",move={}", span(longest))?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn minutes(minutes: u64) -> Duration {
        Duration::from_secs(60 * minutes)
    }

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn every_kind_is_read_and_written() {
        for (text, control) in [
            ("none", TimeControl::None),
            ("30s", TimeControl::SuddenDeath { main: seconds(30) }),
            ("5s/move", TimeControl::PerMove { time: seconds(5) }),
            (
                "10m+25/5m",
                TimeControl::Canadian {
                    main: minutes(10),
                    period: minutes(5),
                    stones: 25,
                },
            ),
            (
                "10m+5x30s",
                TimeControl::ByoYomi {
                    main: minutes(10),
                    period: seconds(30),
                    periods: 5,
                },
            ),
            (
                "10m+5s",
                TimeControl::Fischer {
                    main: minutes(10),
                    increment: seconds(5),
                    cap: None,
                    longest_move: None,
                },
            ),
            (
                "10m+5s,cap=15m,move=1m",
                TimeControl::Fischer {
                    main: minutes(10),
                    increment: seconds(5),
                    cap: Some(minutes(15)),
                    longest_move: Some(minutes(1)),
                },
            ),
            (
                "0s+1x10s",
                TimeControl::ByoYomi {
                    main: seconds(0),
                    period: seconds(10),
                    periods: 1,
                },
            ),
        ] {
            assert_eq!(text.parse(), Ok(control), "{text}");
            assert_eq!(control.to_string(), text);
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused_in_one_line() {
        for text in [
            "",
            "0s",
            "0s/move",
            "x",
            "10m+",
            "10m+0x30s",
            "10m+5x0s",
            "10m+0/5m",
            "10m+5/0s",
            "10m+-5x30s",
            "0s+0s",
            "10m+5s,cup=3s",
            "10m+5s,cap=0s",
            "10m+100001x1s",
            "-5s",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(
                error.contains("is no time control: ") && !error.contains('\n'),
                "{error}"
            );
        }
    }
}
