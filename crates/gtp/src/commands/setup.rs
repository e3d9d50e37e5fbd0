//! The board: its size, komi, and positions put on it outside of play.

use tewari_engine::{Glyphs, GoTable, Table as _};
use tewari_go::{Color, Komi, Size, coord};

use super::{Table, done};
use crate::args::{Args, whole_number};
use crate::response::{Answer, Failure};
use crate::session::Session;

pub(super) const COMMANDS: Table = &[
    ("boardsize", boardsize),
    ("rectangular_boardsize", boardsize),
    ("clear_board", clear_board),
    ("clear_cache", clear_cache),
    ("komi", komi),
    ("get_komi", get_komi),
    ("set_position", set_position),
    ("gogui-setup", gogui_setup),
    ("gogui-setup_player", gogui_setup_player),
    ("showboard", showboard),
];

/// `boardsize N`, or `boardsize W H` as some front ends ask for rectangles, which we do not
/// have. Whatever is wrong, the text of the failure is the one that GTP prescribes.
fn boardsize(session: &mut Session, args: Args<'_>) -> Answer {
    let size = match *args.words() {
        [n] => size_of(n),
        [width, height] => size_of(width).filter(|&size| size_of(height) == Some(size)),
        _ => None,
    };
    let size = size.ok_or("unacceptable size")?;
    let position = &session.state.table.position;
    let table = GoTable::new(size, position.rules(), position.komi());
    session.state.restart(table);
    done()
}

fn size_of(word: &str) -> Option<Size> {
    whole_number(word)
        .and_then(|n| u8::try_from(n).ok())
        .and_then(Size::new)
}

/// Starts a new game: no stones, no captures, no history. Size, rules, komi and parameters
/// stay.
fn clear_board(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    session.state.restart(empty_table(session));
    done()
}

fn empty_table(session: &Session) -> GoTable {
    let mut table = session.state.table.clone();
    table.clear();
    table
}

/// Forgets what searches have learnt.
fn clear_cache(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    session.state.search = None;
    session.state.table.forget();
    done()
}

fn komi(session: &mut Session, args: Args<'_>) -> Answer {
    let [word] = args.exactly()?;
    let komi = Komi::parse(word).map_err(|error| error.0)?;
    session.state.table.position.set_komi(komi);
    done()
}

fn get_komi(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(session.state.table.position.komi().to_string())
}

/// KataGo's `set_position C V C V …`: exactly these stones, no history, Black to move.
fn set_position(session: &mut Session, args: Args<'_>) -> Answer {
    let mut table = empty_table(session);
    put(&mut table, args)?;
    session.state.restart(table);
    done()
}

/// GoGui's `gogui-setup C V C V …`, sent after `clear_board`.
fn gogui_setup(session: &mut Session, args: Args<'_>) -> Answer {
    if !session.state.is_untouched() {
        return Err("board not empty".into());
    }
    put(&mut session.state.table, args)?;
    done()
}

/// Puts stones on a table, all or none.
fn put(table: &mut GoTable, args: Args<'_>) -> Result<(), Failure> {
    let stones = args.stones(table.position.size())?;
    let stones: Vec<_> = stones
        .into_iter()
        .map(|(color, point)| (point, Some(color)))
        .collect();
    if stones.is_empty() {
        return Ok(());
    }
    table
        .position
        .setup(&stones)
        .map_err(|why| why.to_string().into())
}

fn gogui_setup_player(session: &mut Session, args: Args<'_>) -> Answer {
    session.state.table.position.set_turn(args.color()?);
    done()
}

/// The board with what a person wants to know beside it. The empty first line keeps the
/// columns in place behind the `= ` of the response.
fn showboard(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    let table = &session.state.table;
    let position = &table.position;
    let last = table.last_move().map_or_else(
        || "none".to_owned(),
        |(color, mv)| format!("{color} {}", coord::format_move(position.size(), mv)),
    );
    Ok(format!(
        "\n{}\nRules: {}, komi {}, handicap {}\nCaptured: {} black, {} white\n\
         Moves: {}, last {last}\nTo move: {}",
        table.draw(Glyphs::Ascii),
        position.rules().name(),
        position.komi(),
        position.handicap(),
        position.lost(Color::Black),
        position.lost(Color::White),
        position.moves().count(),
        position.turn(),
    ))
}
