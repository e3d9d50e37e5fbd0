//! Game records on disk.

use std::fs::{self, File};
use std::io::Read;

use tewari_go::{Color, sgf};

use super::{NAME, Table, done};
use crate::args::Args;
use crate::host::Host;
use crate::response::{Answer, Failure};
use crate::session::Session;

pub(super) const COMMANDS: Table = &[
    ("loadsgf", loadsgf),
    ("printsgf", printsgf),
    ("savesgf", savesgf),
];

/// Oddities of a record that are put to the log; the rest would only fill it.
const WARNINGS: usize = 5;

/// `loadsgf FILE [MOVE]`: the main line of the first game, up to the position before move
/// number MOVE. Size comes from the record; rules and komi too, if it has them. Moves that
/// the rules forbid are executed all the same, as the SGF standard demands.
fn loadsgf(session: &mut Session, args: Args<'_>) -> Answer {
    let (name, number) = args.file(true)?;
    let file = permitted(session, &name)?;
    let fail = |why: &dyn std::fmt::Display| Failure::from(format!("cannot load {name}: {why}"));
    let mut bytes = Vec::new();
    // One byte more than a record may have is enough to be refused.
    let limit = sgf::Limits::DEFAULT.bytes as u64 + 1;
    File::open(file)
        .and_then(|file| file.take(limit).read_to_end(&mut bytes))
        .map_err(|error| fail(&error))?;
    let mut games = sgf::Games::new(&bytes).map_err(|error| fail(&error))?;
    let game = games
        .next()
        .ok_or_else(|| fail(&"there is no game in it"))?;
    let game = game.map_err(|error| fail(&error))?;
    let position = &session.state.table.position;
    let replay = sgf::Replay::new(&game)
        .mode(sgf::Mode::Lenient)
        .default_rules(position.rules())
        .default_komi(position.komi());
    let replay = match number {
        Some(number) => replay.before_move(usize::try_from(number).unwrap_or(usize::MAX).max(1)),
        None => replay,
    };
    let replayed = replay.run().map_err(|error| fail(&error))?;
    let mut table = session.state.table.clone();
    table.take_up(replayed.position);
    session.state.restart(table);
    for warning in games
        .warnings()
        .iter()
        .chain(&replayed.warnings)
        .take(WARNINGS)
    {
        session.remark(&format!("{name}: {warning}"));
    }
    done()
}

/// `printsgf [FILE]`: without a file (or with `-`) the record is the answer.
fn printsgf(session: &mut Session, args: Args<'_>) -> Answer {
    match args.text() {
        "" | "-" => Ok(record(session)),
        _ => savesgf(session, args),
    }
}

fn savesgf(session: &mut Session, args: Args<'_>) -> Answer {
    let (name, _) = args.file(false)?;
    let file = permitted(session, &name)?;
    fs::write(file, record(session) + "\n").map_err(|why| format!("cannot write file: {why}"))?;
    done()
}

/// The name of a file, if there is one and files are allowed.
fn permitted<'a>(session: &Session, name: &'a str) -> Result<&'a str, Failure> {
    match (session.files, name) {
        (_, "") => Err("expected the name of a file".into()),
        (false, _) => Err("files are not allowed here".into()),
        (true, name) => Ok(name),
    }
}

/// The game so far, with the names of those players that are known.
fn record(session: &Session) -> String {
    let state = &session.state;
    let name = |color: Color| match (
        state.played[color.index()],
        state.played[color.other().index()],
    ) {
        (true, _) => Some(NAME.to_owned()),
        (false, true) => state.opponent.clone(),
        (false, false) => None,
    };
    let header = sgf::Header {
        black: name(Color::Black),
        white: name(Color::White),
        ..sgf::Header::default()
    };
    sgf::GameTree::from_position(&state.table.position, &header).to_string()
}
