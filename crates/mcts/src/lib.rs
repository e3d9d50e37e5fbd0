//! Monte-Carlo search for any game of the [`tewari_game`] contract.
//!
//! At this stage the crate holds the cut between search and playout ([`Playout`]) and the
//! oldest of the searches, a bandit over the moves of the root ([`bandit`]). Trees come next.
//!
//! The crate reads no clock and does no input or output: a search runs until its simulations
//! are spent or somebody raises its stop flag.

pub mod bandit;
pub mod config;
pub mod credit;
pub mod knowledge;
pub mod observe;
mod playout;
pub mod prior;
mod repetition;
mod report;
mod search;
mod select;
mod setup;
mod solver;
mod statistic;
pub mod store;
mod sync;
pub mod tree;
pub mod walk;

pub use config::Config;
pub use playout::{Playout, Record, RecordedMove, Uniform};
pub use repetition::Past;
pub use report::{MoveReport, Snapshot};
pub use search::{Budget, Report, Search, Watcher};
pub use select::{Row, Rule};
pub use setup::{Bundle, Setup};
pub use statistic::{AmafTally, Tally};
