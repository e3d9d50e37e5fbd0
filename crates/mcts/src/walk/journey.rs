//! A simulation under way, as it may travel from worker to worker.

use tewari_game::Outcome;

use crate::credit::LineMove;
use crate::tree::Slot;

/// An entry on the way and the move taken in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where the entry lies in the table of its place.
    pub slot: Slot,
    /// Which of its moves was taken.
    pub edge: u16,
    /// Where the table is, see [`Store::place`](crate::store::Store::place).
    pub place: u16,
}

/// A simulation under way.
#[derive(Clone, Debug, Default)]
pub struct Journey {
    /// The simulation's number, which names its random stream.
    pub index: u64,
    /// The entries passed, from the root on.
    pub path: Vec<Step>,
    /// The moves made, one for each step.
    pub line: Vec<LineMove>,
    /// Whether it has made an entry already.
    pub grown: bool,
}

impl Journey {
    pub(super) fn with_room(moves: usize) -> Self {
        Self {
            path: Vec::with_capacity(moves),
            line: Vec::with_capacity(moves),
            ..Self::default()
        }
    }
}

/// Where a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// At a position to be played out.
    Open,
    /// At the end of a game, or at a position whose result is proven.
    Ended {
        /// How the game ends.
        outcome: Outcome,
        /// Whether that holds whatever came before.
        proven: bool,
    },
}

/// How far a descent came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress<E> {
    /// To a leaf.
    Leaf(Leaf),
    /// To a position whose entry lives elsewhere.
    Elsewhere(E),
}
