//! Telling other programs about their clocks.

use std::time::Duration;

use tewari_control::{Clock, TimeControl, TimeLeft};

/// How to speak to a program about time: `knows` says which commands it has.
///
/// KataGo's words say everything, in fractions of seconds too. GTP itself knows sudden death and
/// Canadian overtime in whole seconds; byo-yomi is said in the words of KGS. What a program cannot
/// be told is replaced by something that leaves it no more time than it has, as far as whole
/// seconds can: a time per move is one stone in each period, byo-yomi its last period, and of
/// Fischer's clock the main time.
#[derive(Clone, Copy, Debug)]
pub struct Speech<F> {
    knows: F,
}

impl<F: Fn(&str) -> bool> Speech<F> {
    /// For a program with these commands.
    pub const fn new(knows: F) -> Self {
        Self { knows }
    }

    fn has_fractions(&self) -> bool {
        (self.knows)("kata-time_settings")
    }

    /// The command that says what was agreed.
    pub fn settings(&self, control: &TimeControl) -> String {
        if self.has_fractions() {
            return format!("kata-time_settings {}", in_words_of_katago(control));
        }
        let plain = |main, period, stones| {
            format!("time_settings {} {} {stones}", whole(main), whole(period))
        };
        match *control {
            TimeControl::None if (self.knows)("kgs-time_settings") => {
                "kgs-time_settings none".to_owned()
            }
            TimeControl::None => "time_settings 0 1 0".to_owned(),
            TimeControl::SuddenDeath { main } => plain(main, Duration::ZERO, 0),
            TimeControl::PerMove { time } => plain(Duration::ZERO, time, 1),
            TimeControl::Canadian {
                main,
                period,
                stones,
            } => plain(main, period, stones),
            TimeControl::ByoYomi {
                main,
                period,
                periods,
            } if (self.knows)("kgs-time_settings") => format!(
                "kgs-time_settings byoyomi {} {} {periods}",
                whole(main),
                whole(period)
            ),
            TimeControl::ByoYomi { main, period, .. } => plain(main, period, 1),
            TimeControl::Fischer { main, .. } => plain(main, Duration::ZERO, 0),
        }
    }

    /// The command that says what is left; `color` is `b` or `w`.
    pub fn left(&self, color: &str, clock: &Clock) -> String {
        let TimeLeft { time, count } = clock.left();
        let count = match clock.control() {
            TimeControl::PerMove { .. } => 1,
            _ => count,
        };
        let seconds = time.as_secs();
        if self.has_fractions() {
            let thousandths = time.subsec_millis();
            format!("time_left {color} {seconds}.{thousandths:03} {count}")
        } else {
            format!("time_left {color} {seconds} {count}")
        }
    }
}

fn in_words_of_katago(control: &TimeControl) -> String {
    let seconds = |time: Duration| time.as_secs_f64().to_string();
    let bound = |bound: Option<Duration>| bound.map_or("-1".to_owned(), seconds);
    match *control {
        TimeControl::None => "none".to_owned(),
        TimeControl::SuddenDeath { main } => format!("absolute {}", seconds(main)),
        TimeControl::PerMove { time } => format!("canadian 0 {} 1", seconds(time)),
        TimeControl::Canadian {
            main,
            period,
            stones,
        } => format!("canadian {} {} {stones}", seconds(main), seconds(period)),
        TimeControl::ByoYomi {
            main,
            period,
            periods,
        } => format!("byoyomi {} {} {periods}", seconds(main), seconds(period)),
        TimeControl::Fischer {
            main,
            increment,
            cap: None,
            longest_move: None,
        } => format!("fischer {} {}", seconds(main), seconds(increment)),
        TimeControl::Fischer {
            main,
            increment,
            cap,
            longest_move,
        } => format!(
            "fischer-capped {} {} {} {}",
            seconds(main),
            seconds(increment),
            bound(cap),
            bound(longest_move)
        ),
    }
}

/// Whole seconds, rounded down; of some time never nothing, which would mean something else.
fn whole(time: Duration) -> u64 {
    if time.is_zero() {
        0
    } else {
        time.as_secs().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clock_can_be_told_to_every_program() {
        for (control, katago, kgs, plain) in [
            (
                "none",
                "none",
                "kgs-time_settings none",
                "time_settings 0 1 0",
            ),
            ("90.7s", "absolute 90.7", "", "time_settings 90 0 0"),
            ("0.2s/move", "canadian 0 0.2 1", "", "time_settings 0 1 1"),
            ("1m+9/30s", "canadian 60 30 9", "", "time_settings 60 30 9"),
            (
                "1m+3x5s",
                "byoyomi 60 5 3",
                "kgs-time_settings byoyomi 60 5 3",
                "time_settings 60 5 1",
            ),
            ("1m+2.5s", "fischer 60 2.5", "", "time_settings 60 0 0"),
            (
                "1m+2s,move=9s",
                "fischer-capped 60 2 -1 9",
                "",
                "time_settings 60 0 0",
            ),
        ] {
            let control = control.parse().unwrap();
            let said = |knows: &dyn Fn(&str) -> bool| Speech::new(knows).settings(&control);
            assert_eq!(said(&|_| true), format!("kata-time_settings {katago}"));
            let kgs = if kgs.is_empty() { plain } else { kgs };
            assert_eq!(said(&|name| name.starts_with("kgs-")), kgs);
            assert_eq!(said(&|_| false), plain);
        }
    }

    #[test]
    fn what_is_left_is_rounded_down_and_in_terms_of_what_was_agreed() {
        for (control, used, katago, plain) in [
            ("10s", 2_100_100, "7.899 0", "7 0"),
            ("2.5s/move", 1, "2.500 1", "2 1"),
            ("1s+3/9s", 1_500_000, "8.500 2", "8 2"),
        ] {
            let mut clock = Clock::new(control.parse().unwrap());
            clock.spend(Duration::from_micros(used)).unwrap();
            let said = |knows: &dyn Fn(&str) -> bool| Speech::new(knows).left("b", &clock);
            assert_eq!(said(&|_| true), format!("time_left b {katago}"));
            assert_eq!(said(&|_| false), format!("time_left b {plain}"));
        }
    }
}
