//! Moves: made, searched, taken back.

use tewari_engine::{Request, Table as _};
use tewari_go::{Color, Position, Step, coord};

use super::{Table, done, live};
use crate::args::{Args, BAD_MOVE};
use crate::response::{Answer, Failure};
use crate::session::Session;

pub(super) const COMMANDS: Table = &[
    ("play", play),
    ("gogui-play_sequence", play_sequence),
    ("genmove", genmove),
    ("gomill-genmove_ex", genmove_ex),
    ("reg_genmove", reg_genmove),
    ("undo", undo),
    ("gg-undo", gg_undo),
];

/// `play C V`, whoever's turn it is. `resign` is no vertex here: GTP has it as an answer of
/// `genmove` only, no front end sends it, and a board has nothing to remember it by.
fn play(session: &mut Session, args: Args<'_>) -> Answer {
    let pairs = args.pairs()?;
    let &[(color, vertex)] = &*pairs else {
        return Err(BAD_MOVE.into());
    };
    make(&mut session.state.table.position, color, vertex)?;
    done()
}

/// GoGui's `gogui-play_sequence C V C V …`: all of the moves or none.
fn play_sequence(session: &mut Session, args: Args<'_>) -> Answer {
    let position = &mut session.state.table.position;
    let mut played = position.clone();
    for (color, vertex) in args.pairs()? {
        make(&mut played, color, vertex)?;
    }
    *position = played;
    done()
}

fn make(position: &mut Position, color: Color, vertex: &str) -> Result<(), Failure> {
    let mv = coord::parse_move(position.size(), vertex).map_err(|_| BAD_MOVE)?;
    position.play(color, mv).map_err(|_| "illegal move".into())
}

fn genmove(session: &mut Session, args: Args<'_>) -> Answer {
    choose_and_play(session, Request::to_play(args.color()?))
}

/// gomill's `genmove` with permissions behind the colour, such as `claim`: the engine may
/// claim a won game. It does not have to, and permissions that it does not know it ignores.
fn genmove_ex(session: &mut Session, args: Args<'_>) -> Answer {
    let color = args
        .text()
        .split_ascii_whitespace()
        .next()
        .unwrap_or_default();
    choose_and_play(session, Request::to_play(Args::new(color).color()?))
}

/// Searches as `request` says, makes the move, and answers it.
pub(super) fn choose_and_play(session: &mut Session, request: Request<'_>) -> Answer {
    let color = request.color;
    let mv = live::search(session, request)?.mv;
    session.state.played[color.index()] = true;
    let search = session.state.search.as_ref();
    if search.is_some_and(|search| search.thought.resigns) {
        return Ok("resign".to_owned());
    }
    let position = &mut session.state.table.position;
    position.play(color, mv).map_err(|_| "illegal move")?;
    Ok(coord::format_move(position.size(), mv))
}

/// The move that `genmove` would play, without playing it. No clock runs for it.
fn reg_genmove(session: &mut Session, args: Args<'_>) -> Answer {
    let color = args.color()?;
    let clocks = session.state.table.clocks().clone();
    let found = session.search(Request::to_play(color));
    *session.state.table.clocks() = clocks;
    let mv = found?.mv;
    let size = session.state.table.position.size();
    Ok(coord::format_move(size, mv))
}

fn undo(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    take_back(&mut session.state.table.position, 1)
}

/// GNU Go's `undo` of several moves: all of them or none.
fn gg_undo(session: &mut Session, args: Args<'_>) -> Answer {
    let count = if args.text().is_empty() {
        1
    } else {
        args.number()?
    };
    take_back(&mut session.state.table.position, count)
}

/// Takes moves back, with what was said about the turn since. Stones that were set up are no
/// moves; where they stand, taking back ends.
fn take_back(position: &mut Position, count: u64) -> Answer {
    let mut moves = 0;
    let mut steps = 0;
    for step in position.record().iter().rev() {
        if moves == count {
            break;
        }
        match step {
            Step::Play(..) => moves += 1,
            Step::Turn(_) => {}
            Step::Setup(_) | Step::Handicap(_) => break,
        }
        steps += 1;
    }
    if moves < count {
        return Err("cannot undo".into());
    }
    for _ in 0..steps {
        position.undo();
    }
    done()
}
