//! What can be read off a position without searching the game: liberties after a move,
//! ataris, eyes, ladders, nakade and unconditional life.
//!
//! | module | answers | exact? |
//! |---|---|---|
//! | [`liberties`] | how many liberties a chain has, or would have after a move | yes |
//! | [`atari`] | what a move captures or puts in atari, what a capture would save | yes |
//! | [`eyes`] | whether a surrounded point is a real or a false eye | *real* is, *false* is not |
//! | [`ladder`] | whether a chain falls to continuous atari | within a budget, ko aside |
//! | [`nakade`] | where one stone takes the eyes of a small space | by shape |
//! | [`life`] | which chains live even if their owner always passes | yes (Benson) |
//!
//! Everything works on a [`Board`](crate::Board) with whatever layers and allocates nothing:
//! sets of points are bit sets on the stack, and the ladder reader owns its boards. The
//! functions trust their arguments as [`Board::play`](crate::Board::play) does: a `point` to
//! move to is empty, a `stone` is one.

pub mod atari;
pub mod eyes;
pub mod ladder;
pub mod liberties;
pub mod life;
pub mod nakade;
mod sets;

pub use sets::{Chains, PointSet};
