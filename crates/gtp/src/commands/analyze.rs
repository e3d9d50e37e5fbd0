//! Searches that tell what they find while they run; [`analysis`](crate::analysis) says how.
//!
//! Sabaki's own names `analyze` and `genmove_analyze` are not among the commands: its versions
//! disagree on what numbers mean there.

use std::cell::RefCell;

use tewari_engine::{Request, Watch};

use super::play::choose_and_play;
use super::{Streams, done};
use crate::analysis::{self, Dialect, Query, Terms};
use crate::args::Args;
use crate::response::{Answer, Failure};
use crate::session::Session;
use crate::stream::Stream;

/// Commands that go on until another line of input has come.
pub(super) const OPEN: Streams = &[
    ("lz-analyze", |session, args, stream| {
        analyze(Dialect::Lz, session, args, stream)
    }),
    ("kata-analyze", |session, args, stream| {
        analyze(Dialect::Kata, session, args, stream)
    }),
];

/// Commands that end with a move.
pub(super) const MOVING: Streams = &[
    ("lz-genmove_analyze", |session, args, stream| {
        genmove(Dialect::Lz, session, args, stream)
    }),
    ("kata-genmove_analyze", |session, args, stream| {
        genmove(Dialect::Kata, session, args, stream)
    }),
];

fn analyze(
    dialect: Dialect,
    session: &mut Session,
    args: Args<'_>,
    stream: &mut Stream<'_>,
) -> Answer {
    let query = Query::parse(dialect, &args.words(), session.position(), false)?;
    let terms = Terms::of(session.position());
    told(&query, &terms, stream, false, |request| {
        session.analyse(request)
    })?;
    if let Some(search) = &session.state.search {
        stream.line(&analysis::line(&query, &terms, &search.thought));
    }
    done()
}

/// As `genmove`, clock and all; the last line is `play` and the move.
fn genmove(
    dialect: Dialect,
    session: &mut Session,
    args: Args<'_>,
    stream: &mut Stream<'_>,
) -> Answer {
    let query = Query::parse(dialect, &args.words(), session.position(), true)?;
    let terms = Terms::of(session.position());
    let choice = told(&query, &terms, stream, true, |request| {
        choose_and_play(session, request)
    })?;
    if let Some(search) = session.state.search.as_ref()
        && search.thought.simulations > 0
    {
        stream.line(&analysis::line(&query, &terms, &search.thought));
    }
    Ok(format!("play {choice}"))
}

/// Lets `search` answer `query` and tells `stream` of it. What is wrong with the parameters is
/// known before the response begins.
fn told<T>(
    query: &Query,
    terms: &Terms,
    stream: &mut Stream<'_>,
    in_game: bool,
    search: impl FnOnce(Request<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let told = RefCell::new(&mut *stream);
    let mut begin = || told.borrow_mut().begin();
    let mut see = |thought: &_| {
        let line = analysis::line(query, terms, thought);
        told.borrow_mut().line(&line);
    };
    let found = search(Request {
        color: query.color,
        in_game,
        restrictions: query.restrictions.clone(),
        watch: Some(Watch {
            every: query.every,
            variations: query.max_moves,
            owners_by_move: query.moves_ownership || query.moves_ownership_deviation,
            begin: &mut begin,
            see: &mut see,
        }),
    })?;
    stream.begin();
    Ok(found)
}
