//! How frames look.
//!
//! All numbers are little-endian. A frame begins with a header of 16 bytes:
//!
//! ```text
//!   at  size
//!    0   1   kind: 1 MOVE, 2 UPDATE, 3 DONE, 4 STOP, 5 FAIL
//!    1   1   version of this format: 1
//!    2   2   home: the rank that started the simulation
//!    4   4   epoch: the number of the search within the life of the cluster
//!    8   8   index: the number of the simulation within the search
//! ```
//!
//! then, by kind:
//!
//! ```text
//!   MOVE     a simulation goes on at the receiver
//!        1   flags: bit 0, it has made an entry already
//!        2   n, the moves made so far; then n times, from the root on:
//!        2     place: the rank where the entry lies
//!        4     slot of the entry in the table there
//!        2     edge: which of its moves was taken
//!        2     the move; bit 15, it took a ko
//!
//!   UPDATE   a simulation is over; the receiver credits its own entries
//!        1   flags: bit 0, it has made an entry
//!        1   outcome: 0 the first player won, 1 the second one, 2 a draw
//!        2   parts: how many ranks are on its path
//!        2   t, moves in the tree     2   p, moves of the playout     2   s, steps
//!      2·t   the tree's moves, as above
//!      2·p   the playout's moves, as above; p = 0 where nobody wants them (no AMAF)
//!      8·s   the receiver's steps, the deepest first: depth 2, slot 4, edge 2
//!
//!   DONE     the sender has credited its part of a simulation
//!        1   flags: bit 0, it has made an entry
//!        2   parts
//!
//!   STOP, FAIL   nothing more: all simulations are finished; the sender has failed
//! ```
//!
//! The moves of a MOVE are replayed by the receiver, which is cheaper than sending boards. An
//! entry is named by its slot, not its key: what the present search has touched stays where it
//! is, so there is nothing to look up again. A MOVE of depth `d` takes `19 + 10·d` bytes, an
//! UPDATE `26 + 2·d + 8·s`, and twice the length of the playout with AMAF: about 600 bytes on
//! 19×19. (A bitmap would do for AMAF without distance bias; the full list is exact for all.)
//!
//! Decoding trusts nothing: lengths, ranks, moves, flags and order are checked here, slots and
//! moves against the tables and the rules where they are used. A bad frame is an error with
//! one line, never a panic.

use std::fmt;

use tewari_game::Outcome;
use tewari_mcts::RecordedMove;
use tewari_mcts::credit::LineMove;
use tewari_mcts::tree::Slot;

mod bytes;
mod read;
mod write;

pub use read::Frame;

/// The version of the format.
pub const VERSION: u8 = 1;
/// Bytes of a header.
pub const HEADER: usize = 16;
/// Marks a move that took a ko.
const TOOK_KO: u16 = 1 << 15;
/// The only flag: the simulation has made an entry.
const GROWN: u8 = 1;

/// What a frame is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A simulation goes on elsewhere.
    Move,
    /// A simulation is to be credited.
    Update,
    /// A part of a simulation was credited.
    Done,
    /// All simulations are finished.
    Stop,
    /// A rank has failed.
    Fail,
}

impl Kind {
    const fn code(self) -> u8 {
        match self {
            Self::Move => 1,
            Self::Update => 2,
            Self::Done => 3,
            Self::Stop => 4,
            Self::Fail => 5,
        }
    }

    const fn from_code(code: u8) -> Result<Self, WireError> {
        Ok(match code {
            1 => Self::Move,
            2 => Self::Update,
            3 => Self::Done,
            4 => Self::Stop,
            5 => Self::Fail,
            _ => return Err(WireError::Value("kind", code as u64)),
        })
    }
}

/// How every frame begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// What the frame is about.
    pub kind: Kind,
    /// The rank that started the simulation.
    pub home: u16,
    /// The search.
    pub epoch: u32,
    /// The simulation.
    pub index: u64,
}

/// What is wrong with a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WireError {
    /// It ends too early.
    Short,
    /// It goes on behind its end by so many bytes.
    Long(usize),
    /// A field has a value that it cannot have.
    Value(&'static str, u64),
    /// A list is too long to be sent.
    TooLong(&'static str, usize),
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => write!(f, "the frame is too short"),
            Self::Long(extra) => write!(f, "the frame is {extra} bytes too long"),
            Self::Value(field, value) => write!(f, "the frame's {field} cannot be {value}"),
            Self::TooLong(list, length) => write!(f, "{length} {list} do not fit a frame"),
        }
    }
}

impl std::error::Error for WireError {}

/// What the receiver knows about every sound frame.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Ranks lie below this.
    pub ranks: u16,
    /// Moves lie below this.
    pub move_space: usize,
    /// Edges lie below this.
    pub max_moves: usize,
}

/// The end of a simulation, as it travels to a rank of its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Update {
    /// Whether the simulation has made an entry.
    pub grown: bool,
    /// How it ended.
    pub outcome: Outcome,
    /// How many ranks are on its path.
    pub parts: u16,
    /// The moves made in the tree.
    pub line: Vec<LineMove>,
    /// The moves of the playout, if anybody wants them.
    pub playout: Vec<RecordedMove>,
    /// The steps that lie at the receiver, the deepest first.
    pub steps: Vec<CreditStep>,
}

impl Default for Update {
    fn default() -> Self {
        Self {
            grown: false,
            outcome: Outcome::Draw,
            parts: 0,
            line: Vec::new(),
            playout: Vec::new(),
            steps: Vec::new(),
        }
    }
}

/// An entry to be credited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CreditStep {
    /// How deep in the tree it was passed.
    pub depth: u16,
    /// Where it lies.
    pub slot: Slot,
    /// Which of its moves was taken.
    pub edge: u16,
}

/// A part of a simulation was credited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// Whether the simulation has made an entry.
    pub grown: bool,
    /// How many ranks are on its path.
    pub parts: u16,
}

/// A reference to what an UPDATE says, for writing it without copying.
#[derive(Clone, Copy, Debug)]
pub struct UpdateRef<'a> {
    /// Whether the simulation has made an entry.
    pub grown: bool,
    /// How it ended.
    pub outcome: Outcome,
    /// How many ranks are on its path.
    pub parts: u16,
    /// The moves made in the tree.
    pub line: &'a [LineMove],
    /// The moves of the playout, if anybody wants them.
    pub playout: &'a [RecordedMove],
    /// The steps that lie at the receiver, the deepest first.
    pub steps: &'a [CreditStep],
}

#[cfg(test)]
mod tests;
