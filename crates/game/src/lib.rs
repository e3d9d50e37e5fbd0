//! The contract between rules and search.
//!
//! A two-player game with alternating moves, perfect information and no chance is described
//! by two types: a [`Game`], which knows what never changes during a game (the board's size,
//! how a move is written), and its [`GameState`]s. Points of view are kept in types: an
//! [`Outcome`] is absolute ("the first player won"), a [`Reward`] belongs to one player.
//!
//! Moves are small integers ([`Move`]); each game documents its own numbering and promises
//! to stay below [`Game::move_space`]. That lets a search keep statistics in plain tables.
//!
//! Beside the contract stand the tools that hold a game to it: [`perft`](fn@perft) counts
//! leaf nodes, [`conformance`] checks every clause of the contract on random games,
//! [`transcript`] records a game step by step so that a later change of behaviour is seen,
//! and [`scripted`] builds tiny games from a drawn tree for testing a search.

pub mod conformance;
mod contract;
mod perft;
pub mod scripted;
pub mod transcript;

pub use contract::{
    Game, GameState, IllegalMove, Move, MoveList, Outcome, ParseError, Player, Reward,
};
pub use perft::perft;
