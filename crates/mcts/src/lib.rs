//! Monte-Carlo tree search for any game of the [`tewari_game`] contract.
//!
//! | room | what is in it |
//! |---|---|
//! | [`tree`] | the bounded, lock-free table of positions |
//! | [`walk`] | one simulation: descend, simulate, credit |
//! | [`config`] | every parameter, declared once |
//! | [`knowledge`], [`prior`] | what is believed of moves before they are tried |
//! | [`credit`] | taking a result back, all moves as first |
//! | [`store`] | where entries live |
//! | [`observe`] | watching playouts end |
//!
//! [`Search`] puts them together; [`Setup`] is the bundle of types it is made for.
//!
//! The crate reads no clock and does no input or output: a search runs until its budget is
//! spent or somebody raises its stop flag.

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
