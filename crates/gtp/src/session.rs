//! The state behind a GTP connection, and the execution of one command.

use std::any::Any;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tewari_base::params::{ParamError, ParamSet as _};
use tewari_control::{PonderKind, SourceKind};
use tewari_engine::{Candidate, GoTable, Params, Request, Stop, Table, Thought, Wishes};
use tewari_go::{Color, Komi, Position, Rules, Size};

use crate::args::Args;
use crate::commands::{self, Entry};
use crate::host::Host;
use crate::line::Command;
use crate::log::Log;
use crate::response::{Answer, Failure};
use crate::stream::Stream;

/// How a session starts and what it may do.
#[derive(Clone)]
pub struct Options {
    /// The engine's parameters on the board of `table`. A seed of 0 is replaced by one from the
    /// clock.
    pub params: Params,
    /// What was asked for among them; the others follow the size of the board.
    pub wishes: Wishes,
    /// The game at the start: size, rules and komi, usually on an empty board.
    pub table: GoTable,
    /// Whether commands may read and write files.
    pub files: bool,
    /// `quit` and the end of input stop a running search if its command arrived at least
    /// this long before them. What arrives sooner is part of the same script and lets the
    /// search finish.
    pub script_gap: Duration,
    /// Searches get one thread, a few MiB and at most this many simulations, whatever the
    /// parameters say: a bound on what hostile input can cost. `None` sets no bound.
    pub simulation_cap: Option<u64>,
}

/// An empty board of 19×19 with its preset, files allowed, scripts told apart by a tenth of a
/// second: far longer than a pipe needs to deliver what was written at once, far shorter than
/// anything a person or a front end does in reaction to a search.
impl Default for Options {
    fn default() -> Self {
        let table = GoTable::new(NINETEEN, Rules::default(), Komi::default());
        Self {
            params: Params::preset(table.domain()),
            wishes: Wishes::default(),
            table,
            files: true,
            script_gap: Duration::from_millis(100),
            simulation_cap: None,
        }
    }
}

/// The size of board before anybody has said anything.
pub(crate) const NINETEEN: Size = match Size::new(19) {
    Some(size) => size,
    None => unreachable!(),
};

/// MiB for a search whose simulations are capped: enough for any cap that is one.
const CAPPED_MEMORY: u64 = 16;

/// The simulations of a search that only its interruption ends: at a million a second, twelve
/// days.
const ENDLESS: u64 = 1_000_000_000_000;

/// The level that limits nothing.
const STRONGEST: u32 = 10;

/// A search that was made, for the views that show it.
#[derive(Clone)]
pub(crate) struct Search {
    /// The key of the stones it was made for.
    pub(crate) stones: u64,
    pub(crate) color: Color,
    pub(crate) thought: Thought,
}

/// What commands change. Everything here is put back when a command breaks down.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) table: GoTable,
    pub(crate) params: Params,
    pub(crate) wishes: Wishes,
    /// The last search on a board of the present size.
    pub(crate) search: Option<Search>,
    /// The colours for which the engine has chosen moves in this game.
    pub(crate) played: [bool; 2],
    /// What a server calls the opponent.
    pub(crate) opponent: Option<String>,
}

impl State {
    /// Begins a new game with `table`. Parameters stay as far as the size of the board does not
    /// change them, and so does the opponent's name, which servers send before the board is
    /// cleared.
    pub(crate) fn restart(&mut self, table: GoTable) {
        let (from, to) = (self.table.domain(), table.domain());
        self.wishes.follow(&mut self.params, from, to);
        self.table = table;
        self.search = None;
        self.played = [false; 2];
    }

    /// The last search, if it was made for the present position or for the one before the last
    /// move.
    pub(crate) fn present_search(&self) -> Option<&Search> {
        let latest = self.table.position.past().iter().rev().take(2);
        let is_of = |search: &&Search| latest.clone().any(|&(key, _)| key == search.stones);
        self.search.as_ref().filter(is_of)
    }

    /// The last search, if the last move is what it chose, or if it resigned instead.
    pub(crate) fn search_for_last_move(&self) -> Option<&Search> {
        let chose_it = |search: &&Search| {
            let Search { color, thought, .. } = search;
            thought.resigns || self.table.last_move() == Some((*color, thought.best.mv))
        };
        self.present_search().filter(chose_it)
    }

    /// Whether nothing has happened on the board: no stones, no moves.
    pub(crate) fn is_untouched(&self) -> bool {
        let position = &self.table.position;
        let stones = Color::BOTH
            .iter()
            .any(|&color| position.board().stones(color) > 0);
        !stones && position.moves().next().is_none()
    }
}

/// A GTP connection, without the connection: text in, text out.
pub struct Session {
    pub(crate) state: State,
    pub(crate) files: bool,
    pub(crate) log: Log,
    /// Whether searches are shown on the log; see [`live`](crate::commands).
    pub(crate) is_live: bool,
    simulation_cap: Option<u64>,
    stop: Stop,
    /// Whether somebody ends analyses.
    pub(crate) is_attended: bool,
    over: bool,
}

impl Session {
    /// A session as `options` say. Remarks go to `log`, normally the standard error stream.
    #[must_use]
    pub fn new(options: Options, log: impl Write + Send + 'static) -> Self {
        let Options {
            params,
            wishes,
            table,
            files,
            simulation_cap,
            script_gap: _,
        } = options;
        let state = State {
            table,
            params,
            wishes,
            search: None,
            played: [false; 2],
            opponent: None,
        };
        let mut session = Self {
            state,
            files,
            log: Log::new(log),
            is_live: false,
            simulation_cap,
            stop: Stop::default(),
            is_attended: false,
            over: false,
        };
        session.set_seed(params.engine.seed);
        session
    }

    /// Answers a line of input; `None` when there is nothing to answer.
    pub fn respond(&mut self, line: &[u8]) -> Option<String> {
        self.answer(line)
    }

    /// Whether `quit` has been answered.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Runs a command. If it panics, that becomes a failure and the state before returns:
    /// a bug must not cost anybody a game, let alone a connection.
    fn guarded(&mut self, command: impl FnOnce(&mut Self) -> Answer) -> Answer {
        let before = self.state.clone();
        catch_unwind(AssertUnwindSafe(|| command(self))).unwrap_or_else(|panic| {
            self.state = before;
            Err(Failure::from(format!(
                "internal error: {}",
                panic_words(&*panic)
            )))
        })
    }

    /// The game so far.
    pub(crate) const fn position(&self) -> &Position {
        &self.state.table.position
    }

    /// Searches as `request` says and remembers what was found.
    pub(crate) fn search(&mut self, request: Request<'_>) -> Result<Candidate, Failure> {
        self.consult(request, &self.bounded_params())
    }

    /// Searches as `request` says until it is stopped, whatever limits moves have; where nobody
    /// would stop it, as long as for a move.
    pub(crate) fn analyse(&mut self, request: Request<'_>) -> Result<Candidate, Failure> {
        let mut params = self.state.params;
        if self.is_attended {
            params.engine.simulations = ENDLESS;
            params.engine.time = 0.0;
            params.engine.level = STRONGEST;
        }
        self.consult(request, &self.capped(params))
    }

    /// The parameters, within the bounds that the session sets.
    pub(crate) fn bounded_params(&self) -> Params {
        self.capped(self.state.params)
    }

    fn capped(&self, mut params: Params) -> Params {
        if let Some(cap) = self.simulation_cap {
            let asked = params.engine.simulations;
            params.engine.simulations = if asked == 0 { cap } else { asked.min(cap) };
            params.end.simulations = params.end.simulations.min(cap);
            params.engine.threads = 1;
            params.engine.memory = params.engine.memory.min(CAPPED_MEMORY);
        }
        params
    }

    fn consult(&mut self, request: Request<'_>, params: &Params) -> Result<Candidate, Failure> {
        let color = request.color;
        let table = &mut self.state.table;
        let stones = table.position.board().stones_key();
        let thought = table
            .consult(request, params, &self.stop)
            .map_err(|error| Failure::from(error.to_string()))?;
        let best = thought.best;
        self.state.search = Some(Search {
            stones,
            color,
            thought,
        });
        Ok(best)
    }
}

impl Host for Session {
    fn names() -> Vec<&'static str> {
        commands::command_names()
    }

    fn is_open(name: &str) -> bool {
        matches!(commands::find(name), Some(Entry::Open(_)))
    }

    fn execute_to(&mut self, command: &Command, out: &mut dyn FnMut(&str)) -> bool {
        let mut stream = Stream::new(command.id.as_deref(), out);
        let entry = commands::find(&command.name);
        let args = Args::new(&command.rest);
        let answer = match entry {
            Some(Entry::Whole(handler)) => self.guarded(|session| handler(session, args)),
            Some(Entry::Stream(handler) | Entry::Open(handler)) => {
                self.guarded(|session| handler(session, args, &mut stream))
            }
            None if command.name.is_empty() => Err("missing command".into()),
            None => Err("unknown command".into()),
        };
        if stream.has_begun()
            && let Err(failure) = &answer
        {
            self.remark(&format!("{}: {}", command.name, failure.message()));
        }
        stream.finish(&answer, matches!(entry, Some(Entry::Open(_))))
    }

    fn ponder(&mut self, stop: &Stop) {
        let State {
            table,
            params,
            played,
            ..
        } = &self.state;
        let ours = table.position.turn().other();
        let wanted = params.ponder.kind != PonderKind::Off
            && params.time.source == SourceKind::Wall
            && self.simulation_cap.is_none()
            && played[ours.index()]
            && !played[ours.other().index()];
        if !wanted {
            return;
        }
        let stop = stop.clone();
        let pondered = self.guarded(move |session| {
            let State { table, params, .. } = &mut session.state;
            table
                .ponder(params, None, &stop)
                .map_err(|error| error.to_string())?;
            Ok(String::new())
        });
        if let Err(failure) = pondered {
            self.remark(&format!("no pondering: {}", failure.message()));
        }
    }

    fn attend(&mut self) {
        self.is_attended = true;
    }

    fn end(&mut self) {
        self.over = true;
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn remark(&mut self, text: &str) {
        self.log.line(text);
    }

    fn params(&mut self) -> &mut Params {
        &mut self.state.params
    }

    fn ask(&mut self, key: &str, value: &str) -> Result<(), ParamError> {
        self.state.wishes.add(key, value)?;
        self.state.params.set(key, value)
    }

    fn table(&mut self) -> &mut dyn Table {
        &mut self.state.table
    }

    fn last_thought(&self) -> Option<&Thought> {
        let search = self.state.search.as_ref();
        search.map(|search| &search.thought)
    }
}

/// What a panic said.
pub(crate) fn panic_words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_command_is_answered_and_undone() {
        let mut session = Session::new(Options::default(), std::io::sink());
        let seed = session.state.params.engine.seed;
        let answer = session.guarded(|session| {
            session.state.params.engine.seed = 0;
            session.respond(b"play b D4");
            panic!("two\nlines {}", 7)
        });
        assert_eq!(
            crate::response::format(None, &answer),
            "? internal error: two lines 7\n\n"
        );
        assert_eq!(session.state.params.engine.seed, seed);
        assert_eq!(session.state.table.position.moves().count(), 0);
        assert_eq!(session.respond(b"name").as_deref(), Some("= Tewari\n\n"));
    }

    #[test]
    fn files_can_be_forbidden() {
        let options = Options {
            files: false,
            ..Options::default()
        };
        let mut session = Session::new(options, std::io::sink());
        for command in [
            "loadsgf a.sgf",
            "loadsgf a.sgf 3",
            "printsgf a.sgf",
            "savesgf a.sgf",
        ] {
            let response = session.respond(command.as_bytes()).unwrap();
            assert_eq!(response, "? files are not allowed here\n\n", "{command}");
        }
        assert!(session.respond(b"printsgf").unwrap().starts_with("= (;"));
    }

    #[test]
    fn a_capped_search_ignores_what_was_asked_for() {
        let options = Options {
            simulation_cap: Some(3),
            ..Options::default()
        };
        let mut session = Session::new(options, std::io::sink());
        for simulations in [0, 1_000_000_000_000] {
            session.state.params.engine.simulations = simulations;
            session.search(Request::to_play(Color::Black)).unwrap();
            let search = session.state.search.as_ref().unwrap();
            assert_eq!(search.thought.simulations, 3);
        }
    }

    /// Pondering happens after a move of the engine, and not when it plays both colours.
    #[test]
    fn it_ponders_on_the_opponents_time_alone() {
        let mut session = Session::new(Options::default(), std::io::sink());
        session.set_seed(1);
        let params = &mut session.state.params;
        (params.engine.simulations, params.engine.threads) = (10, 1);
        params.ponder.kind = PonderKind::Standard;
        let once = Stop::default();
        once.raise();
        let mut pondered = |commands: &[&str]| {
            session.ponder(&once);
            for command in commands {
                let response = session.respond(command.as_bytes()).unwrap();
                assert!(response.starts_with('='), "{command}: {response}");
            }
            session.state.table.pondering().hits
        };
        assert_eq!(pondered(&["boardsize 5", "genmove b"]), 0);
        assert_eq!(pondered(&["play w A1", "genmove b"]), 1);
        assert_eq!(pondered(&["genmove w", "genmove b"]), 1);
        assert_eq!(pondered(&["genmove w", "genmove b"]), 1);
    }

    #[test]
    fn a_seed_of_nought_is_drawn() {
        let mut session = Session::new(Options::default(), std::io::sink());
        assert_ne!(session.state.params.engine.seed, 0);
        session.set_seed(7);
        assert_eq!(session.state.params.engine.seed, 7);
    }
}
