//! Telling other programs about their clocks.

use std::time::Duration;

use tewari_control::{TimeControl, TimeLeft};

/// The command that tells a program what was agreed. `knows` says which commands it has.
///
/// GTP itself knows sudden death and Canadian overtime in whole seconds. What it cannot say is
/// said in the words of KGS or KataGo where the program knows them, and else by something that
/// never leaves it more time than it has: a time per move is one stone in each period, byo-yomi
/// its last period, and of Fischer's clock the main time.
pub fn settings_command(control: &TimeControl, knows: impl Fn(&str) -> bool) -> String {
    let plain =
        |main, period, stones| format!("time_settings {} {} {stones}", whole(main), whole(period));
    match *control {
        TimeControl::None if knows("kgs-time_settings") => "kgs-time_settings none".to_owned(),
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
        } if knows("kgs-time_settings") => format!(
            "kgs-time_settings byoyomi {} {} {periods}",
            whole(main),
            whole(period)
        ),
        TimeControl::ByoYomi { main, period, .. } => plain(main, period, 1),
        TimeControl::Fischer {
            main,
            increment,
            cap,
            longest_move,
        } if knows("kata-time_settings") => {
            let seconds = |time: Duration| time.as_secs_f64().to_string();
            let bound = |bound: Option<Duration>| bound.map_or("-1".to_owned(), seconds);
            let (main, increment) = (seconds(main), seconds(increment));
            if cap.is_none() && longest_move.is_none() {
                format!("kata-time_settings fischer {main} {increment}")
            } else {
                let (cap, longest) = (bound(cap), bound(longest_move));
                format!("kata-time_settings fischer-capped {main} {increment} {cap} {longest}")
            }
        }
        TimeControl::Fischer { main, .. } => plain(main, Duration::ZERO, 0),
    }
}

/// The command that tells a program what is left; `color` is `b` or `w`.
#[must_use]
pub fn left_command(color: &str, left: TimeLeft) -> String {
    let (time, count) = (left.time.as_secs(), left.count);
    format!("time_left {color} {time} {count}")
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
        for (control, polite, plain) in [
            ("none", "kgs-time_settings none", "time_settings 0 1 0"),
            ("90.7s", "time_settings 90 0 0", "time_settings 90 0 0"),
            ("5s/move", "time_settings 0 5 1", "time_settings 0 5 1"),
            ("1m+9/30s", "time_settings 60 30 9", "time_settings 60 30 9"),
            (
                "1m+3x0.5s",
                "kgs-time_settings byoyomi 60 1 3",
                "time_settings 60 1 1",
            ),
            (
                "1m+2.5s",
                "kata-time_settings fischer 60 2.5",
                "time_settings 60 0 0",
            ),
            (
                "1m+2s,move=9s",
                "kata-time_settings fischer-capped 60 2 -1 9",
                "time_settings 60 0 0",
            ),
        ] {
            let control = control.parse().unwrap();
            assert_eq!(settings_command(&control, |_| true), polite);
            assert_eq!(settings_command(&control, |_| false), plain);
        }
        let left = TimeLeft {
            time: Duration::from_millis(7900),
            count: 2,
        };
        assert_eq!(left_command("b", left), "time_left b 7 2");
    }
}
