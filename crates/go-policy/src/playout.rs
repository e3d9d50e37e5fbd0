//! Playout policies for Go.
//!
//! Every policy plays until neither player has an acceptable move, never fills a one-point
//! eye of its own, obeys simple ko and stops at the game's length limit.

mod uniform;

pub use uniform::UniformGo;
