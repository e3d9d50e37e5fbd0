//! Board games over GTP, with GoGui as their board.
//!
//! GoGui can show any game of two colours whose moves are single points, if a program tells it
//! the rules by `gogui-rules_…`: it asks for the position and the legal moves after every move,
//! and no legal moves are the end of the game. Othello is such a game. Connect-4 is one too
//! when a move is the point where the disc comes to rest. The moves of Breakthrough and Catch
//! the Lion lead from one square to another, so those two cannot be played this way.
//!
//! Unlike Go's, these rules know whose turn it is: a move for the other colour is illegal.

mod commands;
mod ruler;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tewari_control::{PonderKind, SourceKind};
use tewari_engine::{GameKind, Params, Player, Stop, Table, Thought};

use crate::args::Args;
use crate::host::Host;
use crate::line::Command;
use crate::log::Log;
use crate::response::{self, Answer, Failure};
use crate::session::{NINETEEN, panic_words};

pub use commands::board_command_names;
pub(crate) use ruler::Ruler;

/// A GTP connection for a board game, without the connection: text in, text out.
///
/// ```
/// use tewari_engine::{Domain, GameKind, Params};
/// use tewari_gtp::BoardSession;
/// let params = Params::preset(Domain::Othello);
/// let mut session = BoardSession::new(GameKind::Othello, params, std::io::sink()).unwrap();
/// let response = session.respond(b"gogui-rules_legal_moves").unwrap();
/// assert_eq!(response, "= D3 C4 F5 E6\n\n");
/// ```
pub struct BoardSession {
    ruler: Ruler,
    table: Box<dyn Table>,
    params: Params,
    thought: Option<Thought>,
    /// The sides for which the engine has chosen moves in this game.
    played: [bool; 2],
    log: Log,
    stop: Stop,
    over: bool,
}

impl BoardSession {
    /// A session for a game of `kind`. A seed of 0 in `params` is replaced by one from the
    /// clock. Remarks go to `log`.
    ///
    /// # Errors
    /// When the game cannot be played over GTP, in words.
    pub fn new(
        kind: GameKind,
        params: Params,
        log: impl Write + Send + 'static,
    ) -> Result<Self, String> {
        let ruler = Ruler::of(kind).ok_or_else(|| {
            format!(
                "{kind} cannot be played over GTP: its moves are no single points, as those of \
                 go, othello and connect4 are"
            )
        })?;
        let mut session = Self {
            ruler,
            table: first_table(kind),
            params,
            thought: None,
            played: [false; 2],
            log: Log::new(log),
            stop: Stop::default(),
            over: false,
        };
        session.set_seed(params.engine.seed);
        Ok(session)
    }

    /// Answers a line of input; `None` when there is nothing to answer.
    pub fn respond(&mut self, line: &[u8]) -> Option<String> {
        self.answer(line)
    }

    /// Begins a new game. Parameters stay.
    fn restart(&mut self) {
        self.table = first_table(self.table.kind());
        self.thought = None;
        self.played = [false; 2];
    }

    /// Searches for `side`, which must be to move, and remembers what was found. Answers the
    /// move as the game writes it.
    fn search(&mut self, side: Player) -> Result<String, Failure> {
        if self.table.ending().is_some() {
            return Err("the game is over".into());
        }
        if self.table.to_move() != side {
            return Err("it is the other side's turn".into());
        }
        let thought = self.table.think(&self.params, &self.stop);
        let thought = thought.map_err(|error| error.to_string())?;
        let thought = thought.ok_or("the game is over")?;
        let mv = self.table.format_move(thought.best.mv);
        self.thought = Some(thought);
        Ok(mv)
    }

    /// Runs a command. If it panics, that becomes a failure and the game before returns.
    fn guarded(&mut self, command: impl FnOnce(&mut Self) -> Answer) -> Answer {
        let (moves, params) = (self.table.moves(), self.params);
        catch_unwind(AssertUnwindSafe(|| command(self))).unwrap_or_else(|panic| {
            self.params = params;
            self.table = first_table(self.table.kind());
            for mv in moves {
                // They were legal before.
                let _ = self.table.play(&mv);
            }
            Err(Failure::from(format!(
                "internal error: {}",
                panic_words(&*panic)
            )))
        })
    }
}

/// The size matters to Go alone.
fn first_table(kind: GameKind) -> Box<dyn Table> {
    kind.table(NINETEEN)
}

impl Host for BoardSession {
    fn names() -> Vec<&'static str> {
        board_command_names()
    }

    fn is_open(_: &str) -> bool {
        false
    }

    fn execute_to(&mut self, command: &Command, out: &mut dyn FnMut(&str)) -> bool {
        let args = Args::new(&command.rest);
        let answer = match commands::find(&command.name) {
            Some(handler) => self.guarded(|session| handler(session, args)),
            None if command.name.is_empty() => Err("missing command".into()),
            None => Err("unknown command".into()),
        };
        out(&response::format(command.id.as_deref(), &answer));
        false
    }

    fn ponder(&mut self, stop: &Stop) {
        let ours = self.table.to_move().other();
        let wanted = self.params.ponder.kind != PonderKind::Off
            && self.params.time.source == SourceKind::Wall
            && self.played[ours.index()]
            && !self.played[ours.other().index()];
        if !wanted {
            return;
        }
        let stop = stop.clone();
        let pondered = self.guarded(move |session| {
            let ponder = session.table.ponder(&session.params, None, &stop);
            ponder.map_err(|error| error.to_string())?;
            Ok(String::new())
        });
        if let Err(failure) = pondered {
            self.remark(&format!("no pondering: {}", failure.message()));
        }
    }

    /// There are no analyses.
    fn attend(&mut self) {}

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
        &mut self.params
    }

    fn table(&mut self) -> &mut dyn Table {
        &mut *self.table
    }

    fn last_thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(kind: GameKind) -> BoardSession {
        let mut params = Params::preset(first_table(kind).domain());
        (params.engine.seed, params.engine.threads) = (1, 1);
        params.engine.simulations = 20;
        BoardSession::new(kind, params, std::io::sink()).unwrap()
    }

    #[test]
    fn games_of_moves_from_square_to_square_are_refused() {
        for kind in [GameKind::Breakthrough, GameKind::CatchTheLion] {
            let refused = BoardSession::new(
                kind,
                Params::preset(first_table(kind).domain()),
                std::io::sink(),
            );
            let error = refused.err().unwrap();
            assert!(error.contains("cannot be played over GTP"), "{error}");
        }
    }

    #[test]
    fn a_broken_command_is_answered_and_undone() {
        let mut session = session(GameKind::Othello);
        session.respond(b"play b d3");
        let answer = session.guarded(|session| {
            session.respond(b"play w c3");
            session.params.engine.seed = 7;
            panic!("two\nlines {}", 7)
        });
        assert_eq!(
            response::format(None, &answer),
            "? internal error: two lines 7\n\n"
        );
        assert_eq!(session.table.moves(), ["d3"]);
        assert_eq!(session.params.engine.seed, 1);
    }

    /// GoGui asks for the legal moves after every move and ends the game when there are none.
    #[test]
    fn whole_games_can_be_played_by_what_the_rules_say() {
        for kind in [GameKind::Othello, GameKind::Connect4] {
            let mut session = session(kind);
            let mut ask = |line: &str| {
                let response = session.respond(line.as_bytes()).unwrap();
                let text = response.strip_prefix("= ").expect(&response);
                text.trim_end().to_owned()
            };
            let mut moves = 0;
            while !ask("gogui-rules_legal_moves").is_empty() {
                let side = ask("gogui-rules_side_to_move");
                let legal = ask("gogui-rules_legal_moves");
                let mv = ask(&format!("genmove {side}"));
                assert!(legal.split(' ').any(|known| known == mv), "{mv} of {legal}");
                let board = ask("gogui-rules_board");
                let mark = if side == "black" { 'X' } else { 'O' };
                assert!(board.contains(mark));
                moves += 1;
            }
            assert!(moves > 6);
            assert!(!ask("gogui-rules_final_result").is_empty());
            ask(&format!("gg-undo {moves}"));
            assert_eq!(ask("gogui-rules_side_to_move"), "black");
        }
    }
}
