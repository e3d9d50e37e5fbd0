//! Positions in which places belong to players.

use crate::Player;

/// A position, usually the end of a game, in which places belong to somebody: points of a Go
/// board, discs in Othello. Whoever counts owners over many playouts asks this of their ends.
///
/// A place has the number of the move that plays there, so that what is counted can be shown
/// beside the moves, and all numbers lie below [`Game::move_space`](crate::Game::move_space).
pub trait Owned {
    /// Shows every place that somebody owns, each once, with its owner.
    fn owners(&self, see: impl FnMut(usize, Player));
}
