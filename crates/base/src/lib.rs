//! What every crate of Tewari shares and no game owns: seeded random streams and the
//! declaration of parameters.
//!
//! Nothing here knows a rule, a clock or a file.

pub mod params;
pub mod random;

pub use random::{Rng, mix};
