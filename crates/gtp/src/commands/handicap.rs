//! Handicap stones.

use tewari_go::{Color, Illegal, Point, coord, handicap};

use super::{Table, done};
use crate::args::Args;
use crate::response::{Answer, Failure};
use crate::session::Session;

pub(super) const COMMANDS: Table = &[
    ("fixed_handicap", fixed_handicap),
    ("place_free_handicap", place_free_handicap),
    ("set_free_handicap", set_free_handicap),
];

const BAD_COUNT: &str = "invalid number of stones";
const NOT_EMPTY: &str = "board not empty";
const BAD_LIST: &str = "bad vertex list";

/// Stones on the traditional points; answers where.
fn fixed_handicap(session: &mut Session, args: Args<'_>) -> Answer {
    let stones = count(args)?;
    let size = session.state.table.position.size();
    place(session, &handicap::fixed(size, stones).ok_or(BAD_COUNT)?)
}

/// Stones where the engine likes them, fewer if the board is too small; answers where.
fn place_free_handicap(session: &mut Session, args: Args<'_>) -> Answer {
    let size = session.state.table.position.size();
    let stones = count(args)?;
    if stones < 2 {
        return Err(BAD_COUNT.into());
    }
    place(
        session,
        &handicap::free(size, stones.min(size.points_count() - 1)),
    )
}

/// Stones where the front end wants them.
///
/// One stone is no handicap, and by the letter of GTP `bad vertex list`. But LizGoban asks
/// with `set_free_handicap A1` whether the command exists, and KataGo says yes. One stone is
/// therefore taken for what it is: Black's first move.
fn set_free_handicap(session: &mut Session, args: Args<'_>) -> Answer {
    let untouched = session.state.is_untouched();
    let position = &mut session.state.table.position;
    let size = position.size();
    let parse = |word: &str| coord::parse_point(size, word).map_err(|_| Failure::from(BAD_LIST));
    let points: Vec<Point> = args
        .words()
        .into_iter()
        .map(parse)
        .collect::<Result<_, _>>()?;
    match *points {
        [] => Err(BAD_LIST.into()),
        [_] if !untouched => Err(NOT_EMPTY.into()),
        [point] => {
            position
                .play(Color::Black, point.to_move())
                .map_err(|_| BAD_LIST)?;
            done()
        }
        _ => {
            position.place_handicap(&points).map_err(reason)?;
            done()
        }
    }
}

fn count(args: Args<'_>) -> Result<usize, Failure> {
    args.number()
        .ok()
        .and_then(|n| usize::try_from(n).ok())
        .ok_or_else(|| BAD_COUNT.into())
}

fn place(session: &mut Session, points: &[Point]) -> Answer {
    let position = &mut session.state.table.position;
    position.place_handicap(points).map_err(reason)?;
    let names: Vec<_> = points
        .iter()
        .map(|&point| coord::format_point(position.size(), point))
        .collect();
    Ok(names.join(" "))
}

fn reason(why: Illegal) -> Failure {
    match why {
        Illegal::NotEmpty => NOT_EMPTY.into(),
        _ => BAD_LIST.into(),
    }
}
