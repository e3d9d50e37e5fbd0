//! What every crate of Tewari shares and no game owns: seeded random streams, the
//! declaration of parameters, and the statistics of matches.
//!
//! Nothing here knows a rule, a clock or a file.

pub mod params;
pub mod random;
pub mod stats;

pub use random::{Rng, mix};
