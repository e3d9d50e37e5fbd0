//! Playout policies for Go.
//!
//! Every policy plays until neither player has an acceptable move, never fills a one-point
//! eye of its own, obeys simple ko and stops at the game's length limit.
//!
//! | policy | chooses |
//! |---|---|
//! | [`UniformGo`] | uniformly; the reference for speed |
//! | [`GoPlayout`] | as [`PlayoutParams`] say: uniformly, by weights, or by rules in sequence; remembered replies on top |
//!
//! Each move of a record names the [`PlayoutRule`] that made it.

mod ataris;
mod board;
mod candidates;
mod draw;
mod params;
mod player;
mod replies;
mod rule;
mod rulebook;
mod sequence;
mod uniform;

pub use board::{Patterned, PlayoutBoard};
pub use params::{Ladders, PlayoutParams, Policy, Replies, Rest};
pub use player::GoPlayout;
pub use rule::PlayoutRule;
pub(crate) use rulebook::Rulebook;
pub use uniform::UniformGo;
