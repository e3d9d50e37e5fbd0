//! One search tree over the memories of many ranks.
//!
//! A *rank* is a place with a table and a worker: here a thread, or one of several virtual
//! ranks that take turns on one thread. A position lives at the rank its key names, and work
//! goes to the data (distributed tree parallelisation; Schäfers and Platzner, *Distributed
//! Monte-Carlo Tree Search*, 2015): a simulation descends in one rank's table until the next
//! position lives elsewhere, and then the simulation itself, the moves made and the entries
//! passed, is sent there.
//!
//! ```text
//!   rank 0 (home: owns the root)        rank 1                   rank 2
//!   ────────────────────────────        ──────                   ──────
//!   start simulation 17
//!   root, move a           ──MOVE──▶    entry, move b
//!                                       entry, move c ──MOVE──▶  new entry, move d
//!                                                                playout, credit own entry
//!   credit root          ◀─UPDATE─────────────────────────────── (one to each rank
//!                                       credit both ◀──UPDATE───  of the path)
//!   17 done by 0, 1 and 2  ◀──DONE──    ┘
//!                          ◀──DONE────────────────────────────── ┘
//!   17 is finished: start the next
//! ```
//!
//! What holds, and what tests hold it:
//!
//! - With one simulation under way the tree is, number by number, that of the single-threaded
//!   [`Search`](tewari_mcts::Search), on any number of ranks (`tests/exact.rs`).
//! - With many under way nothing is lost and nothing is counted twice, whatever the network
//!   does to the order of frames (`tests/chaos.rs`); a frame that is lost or doubled is
//!   noticed (`tests/faults.rs`). See [`books`].
//!
//! | room | what is in it |
//! |---|---|
//! | [`transport`] | what a rank wants of a network |
//! | [`threads`], [`virtual_time`] | the two networks of one process |
//! | [`wire`] | how frames look |
//! | [`shard`] | which rank a position lives at |
//! | [`rank`] | the work of a rank |
//! | [`home`] | starting and ending simulations |
//! | [`books`] | the accounts, and the checks on them |
//!
//! [`Cluster`] puts them together.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod books;
mod cluster;
mod error;
pub mod home;
pub mod rank;
pub mod shard;
pub mod threads;
pub mod transport;
pub mod virtual_time;
pub mod wire;

pub use cluster::{Cluster, ClusterReport, Options};
pub use error::Error;
pub use threads::Threads;
pub use virtual_time::{Fault, Virtual, Weather};
