//! The end of a game: dead stones, cleaning up, the score.
//!
//! All of it goes by the judgement that the choice of the last moves went by, so the answers
//! agree with each other and with what the engine did, and do not depend on who has passed.

use std::fmt::Write as _;

use tewari_engine::{Judgement, Status};
use tewari_go::{Color, Point, coord};

use super::Table;
use crate::args::{Args, BAD_MOVE};
use crate::host::Host;
use crate::response::{Answer, Failure};
use crate::session::Session;

pub(super) const COMMANDS: Table = &[
    ("final_score", final_score),
    ("final_status", final_status),
    ("final_status_list", final_status_list),
    ("kgs-genmove_cleanup", genmove_cleanup),
];

/// The score with dead stones taken off.
fn final_score(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    let judgement = judge(session)?;
    Ok(judgement.score(&session.state.table.position).to_string())
}

/// `alive`, `dead` or `seki` for a stone; `black_territory`, `white_territory` or `dame` for an
/// empty point.
fn final_status(session: &mut Session, args: Args<'_>) -> Answer {
    let [vertex] = args.exactly()?;
    let size = session.state.table.position.size();
    let point = coord::parse_point(size, vertex).map_err(|_| BAD_MOVE)?;
    let judgement = judge(session)?;
    let word = match (judgement.status(point), judgement.owner(point)) {
        (Some(Status::Alive), _) => "alive",
        (Some(Status::Dead), _) => "dead",
        (Some(Status::Seki), _) => "seki",
        (None, Some(Color::Black)) => "black_territory",
        (None, Some(Color::White)) => "white_territory",
        (None, None) => "dame",
    };
    Ok(word.to_owned())
}

/// The stones of a status, one chain per line, or the points of a territory in one line, those
/// under dead stones included.
fn final_status_list(session: &mut Session, args: Args<'_>) -> Answer {
    let [word] = args.exactly()?;
    let status = match word {
        "alive" => Ok(Status::Alive),
        "dead" => Ok(Status::Dead),
        "seki" => Ok(Status::Seki),
        "black_territory" => Err(Some(Color::Black)),
        "white_territory" => Err(Some(Color::White)),
        "dame" => Err(None),
        _ => return Err(format!("unknown status {word:?}").into()),
    };
    let judgement = judge(session)?;
    let board = session.state.table.position.board();
    let line = |points: &mut dyn Iterator<Item = Point>| {
        let mut names = String::new();
        for point in points {
            let blank = if names.is_empty() { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(names, "{blank}{}", coord::format_point(board.size(), point));
        }
        names
    };
    let dame = |point: &Point| judgement.owner(*point).is_none();
    Ok(match status {
        Err(Some(color)) => line(&mut judgement.territory(color)),
        Err(None) => line(&mut board.size().points().filter(dame)),
        Ok(status) => {
            let heads = judgement
                .stones(status)
                .filter(|&stone| board.head(stone) == stone);
            let chains = heads.map(|stone| line(&mut board.chain(stone)));
            chains.collect::<Vec<_>>().join("\n")
        }
    })
}

/// As `genmove`, but does not pass while dead stones of the opponent stand, and never resigns.
fn genmove_cleanup(session: &mut Session, args: Args<'_>) -> Answer {
    let color = args.color()?;
    let (params, stop) = (session.bounded_params(), session.stop());
    let mv = session
        .state
        .table
        .clean_up_as(color, &params, &stop)
        .map_err(|error| Failure::from(error.to_string()))?;
    session.state.played[color.index()] = true;
    let position = &mut session.state.table.position;
    position.play(color, mv).map_err(|_| "illegal move")?;
    Ok(coord::format_move(position.size(), mv))
}

fn judge(session: &mut Session) -> Result<Judgement, Failure> {
    let (params, stop) = (session.bounded_params(), session.stop());
    let judged = session.state.table.judge(&params, &stop);
    judged
        .cloned()
        .map_err(|error| Failure::from(error.to_string()))
}
