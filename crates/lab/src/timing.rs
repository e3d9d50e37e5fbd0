//! Clocks in matches: what was agreed, who measures, and what it means for a player.
//!
//! The one who runs the game keeps the clocks; a player is shown its own before every move and
//! may think what it likes about it. On the *wall* a second is a second, with a margin for the
//! time that messages take; a move that comes later than that loses the game. On a *virtual*
//! clock a second is a declared number of simulations: our own engine pays for what it searches
//! and nothing else, so that games are repeatable and a slow or busy machine plays the same ones.
//! Programs cannot be measured in simulations; on a virtual clock they play without one.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tewari_control::{Clock, Ended, FlagFell, SourceKind, TimeControl, TimeParams, TimeRecord};

/// What a program may exceed its time by on the wall, if nothing is said: seconds.
pub(crate) const DEFAULT_MARGIN: f64 = 0.1;

/// A time control as files write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Control(pub TimeControl);

impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse()
            .map(Self)
            .map_err(|error: tewari_control::TermsError| error.to_string())
    }
}

impl TryFrom<String> for Control {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Control> for String {
    fn from(control: Control) -> Self {
        control.0.to_string()
    }
}

/// Who measures: `wall`, or `virtual:SPEED` with simulations for a second.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Measure {
    /// The clock on the wall.
    #[default]
    Wall,
    /// Simulations, so many for a second.
    Virtual(f64),
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "wall" {
            return Ok(Self::Wall);
        }
        let speed = text
            .strip_prefix("virtual:")
            .and_then(|speed| speed.parse().ok());
        match speed.filter(|speed: &f64| *speed >= 0.001 && *speed <= 1e9) {
            Some(speed) => Ok(Self::Virtual(speed)),
            None => Err(format!(
                "{text:?} is no clock: write wall, or virtual:1000 for 1000 simulations a second"
            )),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wall => f.write_str("wall"),
            Self::Virtual(speed) => write!(f, "virtual:{speed}"),
        }
    }
}

impl TryFrom<String> for Measure {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Measure> for String {
    fn from(measure: Measure) -> Self {
        measure.to_string()
    }
}

/// The clocks of a match.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Timing {
    /// What was agreed, for players that have no agreement of their own.
    pub control: Control,
    /// Who measures.
    #[serde(default)]
    pub clock: Measure,
    /// Seconds that a move on the wall may come late.
    pub margin: f64,
}

impl Timing {
    /// Multiplies what players may spend: the time on the wall, the speed of a virtual clock.
    pub(crate) fn scale(&mut self, factor: f64) {
        match &mut self.clock {
            Measure::Virtual(speed) => *speed = (*speed * factor).clamp(0.001, 1e9),
            Measure::Wall => self.control = scaled(self.control, factor),
        }
    }

    /// Tells our own engine what was agreed and who measures.
    pub(crate) const fn tell(&self, control: Control, params: &mut TimeParams) {
        params.control = control.0;
        match self.clock {
            Measure::Wall => params.source = SourceKind::Wall,
            Measure::Virtual(speed) => {
                params.source = SourceKind::Virtual;
                params.speed = speed;
            }
        }
    }

    /// Takes the time of a move from a clock.
    ///
    /// # Errors
    /// When it was more than there was, the margin included.
    pub(crate) fn spend(&self, clock: &mut Clock, spent: Spent) -> Result<Duration, FlagFell> {
        let used = match self.clock {
            Measure::Wall => {
                let margin = Duration::from_secs_f64(self.margin);
                match clock.longest() {
                    Some(longest) if spent.wall > longest && spent.wall <= longest + margin => {
                        longest
                    }
                    _ => spent.wall,
                }
            }
            Measure::Virtual(speed) => {
                tewari_control::seconds(spent.simulations.unwrap_or(0) as f64 / speed)
            }
        };
        clock.spend(used).map(|()| used)
    }
}

/// What a move took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spent {
    /// On the wall.
    pub(crate) wall: Duration,
    /// In simulations, where they are known.
    pub(crate) simulations: Option<u64>,
}

/// A control with all its times multiplied.
pub(crate) fn scaled(control: Control, factor: f64) -> Control {
    let times = |time: Duration| time.mul_f64(factor);
    Control(match control.0 {
        TimeControl::None => TimeControl::None,
        TimeControl::SuddenDeath { main } => TimeControl::SuddenDeath { main: times(main) },
        TimeControl::PerMove { time } => TimeControl::PerMove { time: times(time) },
        TimeControl::Canadian {
            main,
            period,
            stones,
        } => TimeControl::Canadian {
            main: times(main),
            period: times(period),
            stones,
        },
        TimeControl::ByoYomi {
            main,
            period,
            periods,
        } => TimeControl::ByoYomi {
            main: times(main),
            period: times(period),
            periods,
        },
        TimeControl::Fischer {
            main,
            increment,
            cap,
            longest_move,
        } => TimeControl::Fischer {
            main: times(main),
            increment: times(increment),
            cap: cap.map(times),
            longest_move: longest_move.map(times),
        },
    })
}

/// The time of a move, as a record keeps it: what was left, planned and used in seconds of the
/// match's clock, the simulations, what ended the search, and the rules that acted, in order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveTime(
    pub f64,
    pub f64,
    pub f64,
    pub u64,
    pub Ended,
    #[serde(default, skip_serializing_if = "Vec::is_empty")] pub Vec<String>,
);

impl From<&TimeRecord> for MoveTime {
    fn from(record: &TimeRecord) -> Self {
        let rounded = |seconds: f64| (seconds * 1e4).round() / 1e4;
        Self(
            rounded(record.left),
            rounded(record.planned),
            rounded(record.used),
            record.simulations,
            record.ended,
            record
                .fired
                .iter()
                .map(|fired| fired.rule.clone())
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing(clock: &str) -> Timing {
        Timing {
            control: "2s".parse().unwrap(),
            clock: clock.parse().unwrap(),
            margin: 0.5,
        }
    }

    fn spent(milliseconds: u64, simulations: u64) -> Spent {
        Spent {
            wall: Duration::from_millis(milliseconds),
            simulations: Some(simulations),
        }
    }

    #[test]
    fn on_the_wall_a_margin_is_forgiven_once() {
        let timing = timing("wall");
        let mut clock = Clock::new(timing.control.0);
        assert!(timing.spend(&mut clock, spent(1500, 1)).is_ok());
        assert!(
            timing.spend(&mut clock, spent(900, 1)).is_ok(),
            "0.4 s late"
        );
        assert!(timing.spend(&mut clock, spent(501, 1)).is_err());
    }

    #[test]
    fn on_a_virtual_clock_simulations_count() {
        let timing = timing("virtual:100");
        let mut clock = Clock::new(timing.control.0);
        assert!(timing.spend(&mut clock, spent(99_000, 200)).is_ok());
        assert!(timing.spend(&mut clock, spent(0, 1)).is_err(), "no margin");
    }

    #[test]
    fn scales() {
        let mut wall = timing("wall");
        wall.scale(0.5);
        assert_eq!(String::from(wall.control), "1s");
        let mut fast = timing("virtual:100");
        fast.scale(0.1);
        assert_eq!(
            (fast.clock, String::from(fast.control)),
            (Measure::Virtual(10.0), "2s".into())
        );
    }

    #[test]
    fn mistakes_are_named() {
        assert!(
            "10x"
                .parse::<Control>()
                .unwrap_err()
                .contains("no time control")
        );
        for text in ["virtual", "virtual:x", "virtual:0", "sun"] {
            assert!(
                text.parse::<Measure>().unwrap_err().contains("is no clock"),
                "{text}"
            );
        }
    }
}
