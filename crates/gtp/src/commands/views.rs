//! What else GoGui's board can show of the search: beliefs, owners, lines, playouts.
//!
//! Boards are of numbers from -1 to 1, row by row from the top: what is good for Black is
//! positive. Points that the last search did not consider have 0.

use std::fmt::Write as _;
use std::time::Duration;

use tewari_engine::{Belief, Candidate, Request, Trace, Watch};
use tewari_go::{Color, coord};

use super::Table;
use super::gogui::board;
use crate::analysis::from_the_top;
use crate::args::{Args, whole_number};
use crate::response::{Answer, Failure};
use crate::session::Session;

pub(super) const COMMANDS: Table = &[
    ("tewari-priors", priors),
    ("tewari-rave", rave),
    ("tewari-ownership", ownership),
    ("tewari-pv", principal_variation),
    ("tewari-playout", playout),
    ("tewari-playout_trace", playout_trace),
];

/// What was believed of moves before they were tried.
fn priors(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(beliefs(session, |candidate| candidate.prior))
}

/// How simulations went in which a move was made at any time.
fn rave(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(beliefs(session, |candidate| candidate.rave))
}

fn beliefs(session: &Session, which: impl Fn(&Candidate) -> Belief) -> String {
    board(session, |found| {
        let value = found.map_or(0.0, |(color, candidate)| {
            let belief = which(candidate);
            if belief.visits > 0.0 {
                for_black(color, belief.mean)
            } else {
                0.0
            }
        });
        format!("{value:.3}")
    })
}

/// A share of wins of `color` as a number from -1 to 1, positive if it is good for Black.
pub(super) fn for_black(color: Color, share: f64) -> f64 {
    let value = 2.0 * share - 1.0;
    match color {
        Color::Black => value,
        Color::White => -value,
    }
}

/// The mean owner of every point at the end of playouts: 1 is Black's, -1 White's. If the last
/// search has not counted owners, or was for another position, one is made that does, as long
/// as for a move.
fn ownership(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    let is_counted = |session: &Session| {
        let search = session.state.present_search();
        search.is_some_and(|search| search.thought.survey.is_some())
    };
    if !is_counted(session) {
        let color = session.position().turn();
        session.search(Request {
            in_game: false,
            watch: Some(Watch {
                every: Duration::MAX,
                variations: 0,
                owners_by_move: false,
                begin: &mut || (),
                see: &mut |_| (),
            }),
            ..Request::to_play(color)
        })?;
    }
    let search = session.state.search.as_ref();
    let survey = search.and_then(|search| search.thought.survey.as_ref());
    let survey = survey.ok_or("there were no playouts")?;
    let size = session.position().size();
    let numbers: Vec<String> = from_the_top(size)
        .map(|point| {
            let place = usize::from(point.to_move().0);
            format!("{:.3}", survey.owned.balance(place, Color::Black.player()))
        })
        .collect();
    let rows: Vec<String> = numbers
        .chunks(usize::from(size.get()))
        .map(|row| row.join(" "))
        .collect();
    Ok(format!("\n{}", rows.join("\n")))
}

/// The line that the last search expects, as graphics of GoGui: those name the colours, which
/// matters because after `genmove` the line begins with a move that has been made.
fn principal_variation(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    let size = session.position().size();
    let Some(search) = &session.state.search else {
        return Ok("TEXT no search yet".to_owned());
    };
    let mut text = String::from("VAR");
    let mut color = search.color;
    for &mv in &search.thought.line {
        // Writing to a string cannot fail.
        let _ = write!(text, " {} {}", letter(color), coord::format_move(size, mv));
        color = color.other();
    }
    let _ = write!(text, "\nTEXT {}", search.explain(size));
    Ok(text)
}

/// `tewari-playout C [N]`: the moves of a playout in which C begins; another N, another playout.
fn playout(session: &mut Session, args: Args<'_>) -> Answer {
    let trace = trace(session, args)?;
    let size = session.position().size();
    let moves = trace.moves.iter();
    let names: Vec<String> = moves
        .map(|&(_, mv, _)| coord::format_move(size, mv))
        .collect();
    Ok(names.join(" "))
}

/// The playout that `tewari-playout` shows, each move with the rule that made it.
fn playout_trace(session: &mut Session, args: Args<'_>) -> Answer {
    let trace = trace(session, args)?;
    let size = session.position().size();
    let mut text = String::new();
    for (i, &(color, mv, rule)) in trace.moves.iter().enumerate() {
        let name = coord::format_move(size, mv);
        let _ = writeln!(text, "{} {} {name} {}", i + 1, letter(color), rule.name());
    }
    let points = f64::from(trace.margin.abs()) / 2.0;
    let _ = match trace.margin {
        0 => write!(text, "draw"),
        1.. => write!(text, "B+{points}"),
        _ => write!(text, "W+{points}"),
    };
    Ok(text)
}

fn trace(session: &Session, args: Args<'_>) -> Result<Trace, Failure> {
    let words = args.words();
    let (color, number) = match *words {
        [color] => (color, Some(1)),
        [color, number] => (color, whole_number(number)),
        _ => return Err("expected a color and perhaps a number".into()),
    };
    let color = coord::parse_color(color).map_err(|_| "invalid color")?;
    let number = number.ok_or("expected a whole number")?;
    let state = &session.state;
    Ok(state.table.trace(color, &state.params, number))
}

/// A colour as GoGui's graphics name it.
pub(super) const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}
