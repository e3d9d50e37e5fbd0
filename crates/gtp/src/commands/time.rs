//! Clocks: what was agreed and what is left, in the words of GTP, of KGS and of KataGo.
//!
//! New settings replace old ones and start both clocks anew; `clear_board` starts the clocks
//! of the same agreement anew. Some front ends never send `time_left`: then the engine's own
//! count holds. Where it is sent it is believed.

use serde_json::json;
use tewari_control::{TimeControl, TimeLeft, seconds};

use super::{Table, done};
use crate::args::Args;
use crate::host::Host;
use crate::response::{Answer, Failure};

pub(super) const fn commands<H: Host>() -> Table<H> {
    &[
        ("time_settings", time_settings),
        ("time_left", time_left),
        ("kgs-time_settings", kgs_time_settings),
        ("kata-time_settings", kata_time_settings),
        ("kata-list_time_settings", kata_list_time_settings),
        ("tewari-time", report),
    ]
}

const NO_NUMBER: &str = "a time is a number of seconds";

/// `time_settings MAIN PERIOD STONES`: Canadian; without a period sudden death, with a period
/// but no stones no limit. A clock with nothing on it cannot be played by: all noughts mean no
/// limit as well.
fn time_settings<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    let [main, period, stones] = args.exactly()?;
    agree(session, canadian(main, period, stones)?)
}

/// `kgs-time_settings none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS` or `canadian MAIN
/// PERIOD STONES`.
fn kgs_time_settings<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    let control = match &*args.words() {
        ["none"] => TimeControl::None,
        ["absolute", main] => absolute(main)?,
        ["byoyomi", main, period, periods] => TimeControl::ByoYomi {
            main: seconds(number(main)?),
            period: seconds(positive(number(period)?)?),
            periods: count(periods)?.max(1),
        },
        ["canadian", main, period, stones] => canadian(main, period, stones)?,
        _ => {
            return Err("expected none, absolute M, byoyomi M B P or canadian M B S".into());
        }
    };
    agree(session, control)
}

/// KataGo's: those of KGS, and `fischer MAIN INCREMENT` or `fischer-capped MAIN INCREMENT CAP
/// LONGEST_MOVE`, where a negative bound is none.
fn kata_time_settings<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    let fischer = |main, increment, cap, longest_move| -> Result<TimeControl, Failure> {
        let (main, increment) = (number(main)?, number(increment)?);
        positive(main + increment)?;
        Ok(TimeControl::Fischer {
            main: seconds(main),
            increment: seconds(increment),
            cap,
            longest_move,
        })
    };
    let bound = |word| -> Result<_, Failure> {
        let bound = number(word)?;
        Ok((bound > 0.0).then(|| seconds(bound)))
    };
    let control = match &*args.words() {
        ["fischer", main, increment] => fischer(main, increment, None, None)?,
        ["fischer-capped", main, increment, cap, longest_move] => {
            fischer(main, increment, bound(cap)?, bound(longest_move)?)?
        }
        ["fischer" | "fischer-capped", ..] => {
            return Err("expected fischer M I or fischer-capped M I CAP LONGEST_MOVE".into());
        }
        _ => return kgs_time_settings(session, args),
    };
    agree(session, control)
}

fn kata_list_time_settings<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    Ok("none absolute byoyomi canadian fischer fischer-capped".to_owned())
}

/// `time_left COLOUR TIME COUNT`; COUNT is 0 in main time, else the stones of the Canadian
/// period or the periods of byo-yomi.
fn time_left<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    let [who, time, count] = args.exactly()?;
    let left = TimeLeft {
        time: seconds(number(time)?),
        count: self::count(count)?,
    };
    let side = Args::new(who).color()?.player();
    let params = session.params().time;
    let table = session.table();
    let domain = table.domain();
    table.clocks().believe(side, left, &params, domain)?;
    done()
}

/// The clocks, how the time of the last search was planned and used, and what pondering has
/// come to in this game, as JSON.
fn report<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    let last = session.last_thought();
    let last = last.and_then(|thought| thought.time.clone());
    let ponder = *session.table().pondering();
    let clocks = session.table().clocks();
    let shown = |color: tewari_go::Color| {
        clocks.get(color.player()).map(|keeper| {
            let left = keeper.clock().left();
            json!({
                "control": keeper.clock().control().to_string(),
                "left": left.time.as_secs_f64(),
                "count": left.count,
            })
        })
    };
    let [black, white] = tewari_go::Color::BOTH.map(shown);
    let mut report = json!({ "black": black, "white": white, "last": last });
    if let Some(rate) = ponder.prediction_rate() {
        report["ponder"] = json!(ponder);
        report["ponder"]["prediction_rate"] = json!(rate);
    }
    Ok(report.to_string())
}

fn agree<H: Host>(session: &mut H, control: TimeControl) -> Answer {
    session.params().time.control = control;
    session.table().clocks().agree(control);
    done()
}

fn canadian(main: &str, period: &str, stones: &str) -> Result<TimeControl, Failure> {
    let (period, stones) = (number(period)?, count(stones)?);
    match (period > 0.0, stones) {
        (true, 0) => Ok(TimeControl::None),
        (true, stones) => Ok(TimeControl::Canadian {
            main: seconds(number(main)?),
            period: seconds(period),
            stones,
        }),
        (false, _) => absolute(main),
    }
}

fn absolute(main: &str) -> Result<TimeControl, Failure> {
    let main = number(main)?;
    Ok(if main > 0.0 {
        TimeControl::SuddenDeath {
            main: seconds(main),
        }
    } else {
        TimeControl::None
    })
}

fn number(word: &str) -> Result<f64, Failure> {
    let number: f64 = word.parse().map_err(|_| NO_NUMBER)?;
    if number.is_finite() {
        Ok(number)
    } else {
        Err(NO_NUMBER.into())
    }
}

fn positive(number: f64) -> Result<f64, Failure> {
    if number > 0.0 {
        Ok(number)
    } else {
        Err("there must be some time".into())
    }
}

/// Stones or periods, never more than a clock can count.
fn count(word: &str) -> Result<u32, Failure> {
    let number = crate::args::whole_number(word).ok_or("stones and periods are whole numbers")?;
    Ok(number.min(100_000) as u32)
}
