//! Clocks and time management.
//!
//! [`TimeControl`] is what was agreed, [`Clock`] what one player has left of it, and a
//! [`TimeSource`] says how much a move took: by the clock on the wall, in simulations, or as a
//! test likes it.

mod clock;
pub mod source;
mod span;
mod terms;

pub use clock::{Clock, FlagFell, TimeLeft};
pub use source::TimeSource;
pub use span::seconds;
pub use terms::{TermsError, TimeControl};
