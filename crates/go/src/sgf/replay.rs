//! From a line of a record to a position.
//!
//! # What a node does
//!
//! First its set-up (`AB`, `AW`, `AE`), then `PL`, then its moves. The standard forbids to
//! mix set-up and moves in one node, but the root of many files does.
//!
//! Black stones in the first set-up are handicap stones if `HA` says how many and nothing
//! else is set up: White is then to move, and receives compensation where the rules give it.
//!
//! # Illegal moves
//!
//! By the standard, a move is executed even if it is illegal: the stone is put down whatever
//! stood there, then what has no liberty is removed, the enemy's stones first. In
//! [`Mode::Lenient`] that is done, with a warning, so that the record stays a game: ko and
//! superko are ignored, suicide removes the stones, and an occupied point is cleared by a
//! set-up before the move. Two things cannot be done: a move outside of the board counts as
//! a pass that nobody made, and set-up stones without liberty are left out.

mod player;

use std::fmt;

use tewari_game::Move;

use self::player::Player;
use super::error::SgfError;
use super::tree::{GameTree, NodeId};
use crate::point::Color;
use crate::position::Position;
use crate::rules::{Komi, Rules};

/// Moves and set-ups in one line. The longest games known have some 600 moves. Superko
/// compares each position with all before it: 10,000 moves are 50 million comparisons, a
/// twentieth of a second; a million moves would be an hour.
pub const MAX_STEPS: usize = 10_000;

/// Warnings kept of one line: more than any game has moves, and little memory.
const MAX_WARNINGS: usize = 1000;

/// What to do about moves and set-ups that the rules do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Stop with an error that names game, move and reason.
    #[default]
    Strict,
    /// Execute them as the standard demands, and warn.
    Lenient,
}

/// How to replay a line of a game.
///
/// ```
/// use tewari_go::sgf::{Collection, Mode, Replay};
/// let games = Collection::read(b"(;SZ[9];B[ee];W[ee])").unwrap();
/// let replay = Replay::new(&games.games[0]);
/// let error = replay.run().unwrap_err();
/// assert_eq!(error.to_string(), "game 1, move 2: W[ee] (E5): there is a stone already");
/// let replayed = replay.mode(Mode::Lenient).run().unwrap();
/// assert_eq!(replayed.warnings, [error]);
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Replay<'a> {
    tree: &'a GameTree,
    last: Option<NodeId>,
    before: Option<usize>,
    mode: Mode,
    rules: Rules,
    komi: Komi,
}

impl<'a> Replay<'a> {
    /// The main line of a game, strictly; Chinese rules and komi 7.5 where the record does
    /// not say.
    pub const fn new(tree: &'a GameTree) -> Self {
        let (rules, komi) = (Rules::CHINESE, Komi::DEFAULT);
        Self {
            tree,
            last: None,
            before: None,
            mode: Mode::Strict,
            rules,
            komi,
        }
    }

    /// What to do about illegal moves.
    pub const fn mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// Goes from the root to this node instead of along the main line.
    pub const fn to_node(self, node: NodeId) -> Self {
        Self {
            last: Some(node),
            ..self
        }
    }

    /// Stops before the `number`-th move, counted from 1: its player is then to move. A line
    /// of fewer moves is replayed to its end. This is what `loadsgf FILE MOVE` of GTP wants.
    pub const fn before_move(self, number: usize) -> Self {
        Self {
            before: Some(number),
            ..self
        }
    }

    /// The rules, unless the record names some that are known.
    pub const fn default_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// Komi, unless the record has it.
    pub const fn default_komi(self, komi: Komi) -> Self {
        Self { komi, ..self }
    }

    /// Replays the line.
    ///
    /// # Errors
    /// When the record is not of Go or of a board that is not served, when the line is longer
    /// than [`MAX_STEPS`], and in strict mode at the first move or set-up that is not
    /// possible. Rules, komi or handicap that cannot be understood are warnings only.
    pub fn run(self) -> Result<Replayed, SgfError> {
        self.run_with(|_, _, _| {})
    }

    /// Replays the line and shows each legal move, with the position before it, to `visit`.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_with(self, visit: impl FnMut(&Position, Color, Move)) -> Result<Replayed, SgfError> {
        let mut player = Player::new(&self, visit)?;
        match self.last {
            Some(node) => player.line(self.tree.path_to(node).into_iter()),
            None => player.line(self.tree.main_line()),
        }?;
        player.check_handicap();
        Ok(player.done)
    }
}

/// What came of replaying a line.
#[derive(Clone)]
pub struct Replayed {
    /// The position reached, with its record.
    pub position: Position,
    /// The last node that was replayed to its end.
    pub node: NodeId,
    /// How many moves were made, passes included.
    pub moves: usize,
    /// What was odd; the first thousand.
    pub warnings: Vec<SgfError>,
}

impl fmt::Debug for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replayed")
            .field("record", &self.position.record())
            .field("node", &self.node)
            .field("moves", &self.moves)
            .field("warnings", &self.warnings)
            .finish()
    }
}
