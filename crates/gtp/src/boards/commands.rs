//! The commands of a board game: those of every host, and those about its board.

use tewari_engine::{Glyphs, Player};
use tewari_go::{Color, Komi};

use super::BoardSession;
use crate::args::{Args, BAD_MOVE, whole_number};
use crate::commands::{Handler, Table, dialogs, done, shared};
use crate::response::{Answer, Failure};

const COMMANDS: Table<BoardSession> = &[
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("komi", komi),
    ("play", play),
    ("gogui-play_sequence", play_sequence),
    ("genmove", genmove),
    ("reg_genmove", reg_genmove),
    ("undo", undo),
    ("gg-undo", gg_undo),
    ("showboard", showboard),
    ("final_score", final_score),
    ("gogui-analyze_commands", analyze_commands),
    ("gogui-rules_game_id", game_id),
    ("gogui-rules_board", board),
    ("gogui-rules_board_gfx", board_gfx),
    ("gogui-rules_captured_count", captured_count),
    ("gogui-rules_board_size", board_size),
    ("gogui-rules_legal_moves", legal_moves),
    ("gogui-rules_side_to_move", side_to_move),
    ("gogui-rules_final_result", final_result),
];

/// What GoGui offers in its analyze dialog.
const VIEWS: [&str; 4] = [
    "varc/Suggest Move/reg_genmove %c",
    "plist/Legal Moves/gogui-rules_legal_moves",
    "hstring/Show Board/showboard",
    "hstring/Describe Engine/gomill-describe_engine",
];

fn entries() -> impl Iterator<Item = &'static (&'static str, Handler<BoardSession>)> {
    let tables = shared().into_iter().chain([COMMANDS]);
    tables.flatten()
}

/// The command called `name`.
pub(super) fn find(name: &str) -> Option<Handler<BoardSession>> {
    entries()
        .find(|(known, _)| *known == name)
        .map(|&(_, handler)| handler)
}

/// The names of all commands that a board game understands, sorted.
#[must_use]
pub fn board_command_names() -> Vec<&'static str> {
    let mut names: Vec<_> = entries().map(|&(name, _)| name).collect();
    names.sort_unstable();
    names
}

/// The game has one size. GoGui sends it before `clear_board`; as in Go it begins a new game.
fn boardsize(session: &mut BoardSession, args: Args<'_>) -> Answer {
    let size = session.ruler.size() as u64;
    let words = args.words();
    let fits = matches!(words.len(), 1 | 2);
    if !fits || words.iter().any(|word| whole_number(word) != Some(size)) {
        return Err("unacceptable size".into());
    }
    session.restart();
    done()
}

fn clear_board(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    session.restart();
    done()
}

/// Front ends send it to every program; there is nothing to give points for.
fn komi(_: &mut BoardSession, args: Args<'_>) -> Answer {
    let [word] = args.exactly()?;
    Komi::parse(word).map_err(|error| error.0)?;
    done()
}

fn play(session: &mut BoardSession, args: Args<'_>) -> Answer {
    let pairs = args.pairs()?;
    let &[(color, vertex)] = &*pairs else {
        return Err(BAD_MOVE.into());
    };
    make(session, color, vertex)?;
    done()
}

/// `gogui-play_sequence C V C V …`: all of the moves or none.
fn play_sequence(session: &mut BoardSession, args: Args<'_>) -> Answer {
    for (made, (color, vertex)) in args.pairs()?.into_iter().enumerate() {
        if let Err(failure) = make(session, color, vertex) {
            for _ in 0..made {
                session.table.undo();
            }
            return Err(failure);
        }
    }
    done()
}

fn make(session: &mut BoardSession, color: Color, vertex: &str) -> Result<(), Failure> {
    let table = &mut session.table;
    let mv = session.ruler.parse(&**table, vertex).ok_or(BAD_MOVE)?;
    if table.to_move() != color.player() {
        return Err("illegal move".into());
    }
    table.play(&mv).map_err(|_| "illegal move")?;
    Ok(())
}

fn genmove(session: &mut BoardSession, args: Args<'_>) -> Answer {
    let side = args.color()?.player();
    let mv = session.search(side)?;
    let vertex = session.ruler.vertex(&*session.table, &mv);
    session.table.play(&mv).map_err(|error| error.to_string())?;
    session.played[side.index()] = true;
    Ok(vertex)
}

/// The move that `genmove` would play, without playing it. No clock runs for it.
fn reg_genmove(session: &mut BoardSession, args: Args<'_>) -> Answer {
    let side = args.color()?.player();
    let clocks = session.table.clocks().clone();
    let found = session.search(side);
    *session.table.clocks() = clocks;
    Ok(session.ruler.vertex(&*session.table, &found?))
}

fn undo(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    take_back(session, 1)
}

fn gg_undo(session: &mut BoardSession, args: Args<'_>) -> Answer {
    let count = if args.text().is_empty() {
        1
    } else {
        args.number()?
    };
    take_back(session, count)
}

fn take_back(session: &mut BoardSession, count: u64) -> Answer {
    if count > session.table.moves().len() as u64 {
        return Err("cannot undo".into());
    }
    for _ in 0..count {
        session.table.undo();
    }
    done()
}

fn showboard(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(format!("\n{}", session.table.draw(Glyphs::Ascii)))
}

fn final_score(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    let score = session.ruler.score(&*session.table);
    score.ok_or_else(|| "the game is not over".into())
}

fn analyze_commands(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(format!("{}\n{}", VIEWS.join("\n"), dialogs(session)))
}

fn game_id(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(session.table.kind().name().to_owned())
}

/// The rows from the top: `X` for Black, who begins, `O` for White, `?` for points that the game
/// does not have.
fn board(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    let letter = |piece: &Option<Player>| match piece {
        Some(Player::First) => "X",
        Some(Player::Second) => "O",
        None => ".",
    };
    let mut text = String::new();
    let board = session.ruler.board(&*session.table);
    for (number, row) in board.iter().enumerate().rev() {
        let row: Vec<&str> = match number < session.ruler.rows() {
            true => row.iter().map(letter).collect(),
            false => vec!["?"; row.len()],
        };
        text += "\n";
        text += &row.join(" ");
    }
    Ok(text)
}

/// What GoGui is to draw on the board besides the pieces: where the side to move can play.
fn board_gfx(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    let moves = vertices_of_legal_moves(session);
    let points: Vec<String> = moves
        .into_iter()
        .filter(|vertex| vertex != "pass")
        .collect();
    Ok(match points.is_empty() {
        true => String::new(),
        false => format!("MARK {}", points.join(" ")),
    })
}

/// How many pieces of Black and of White were taken off the board. None ever is in the games
/// that GoGui can show.
fn captured_count(_: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    Ok("0 0".to_owned())
}

fn board_size(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(session.ruler.size().to_string())
}

/// The legal moves of the side to move, `pass` if it has to; none when the game is over.
fn legal_moves(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(vertices_of_legal_moves(session).join(" "))
}

fn vertices_of_legal_moves(session: &BoardSession) -> Vec<String> {
    let table = &*session.table;
    let moves = table.legal_moves();
    let vertices = moves.iter().map(|mv| session.ruler.vertex(table, mv));
    vertices.collect()
}

fn side_to_move(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(match session.table.to_move() {
        Player::First => "black",
        Player::Second => "white",
    }
    .to_owned())
}

/// The result in words, for people; nothing while the game goes on.
fn final_result(session: &mut BoardSession, args: Args<'_>) -> Answer {
    args.none()?;
    let ending = session.table.ending();
    Ok(ending.map_or_else(String::new, |ending| ending.words))
}
