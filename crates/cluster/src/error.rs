//! What can go wrong.

use std::fmt;

use crate::books::Discrepancy;
use crate::wire::WireError;

/// Why a cluster did not search, or did not finish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The parameters cannot be had on a cluster, or there is no room for its tables.
    Refused(String),
    /// A frame that is none.
    Wire {
        /// The rank that received it.
        rank: u16,
        /// The rank that sent it.
        from: u16,
        /// What is wrong with it.
        error: WireError,
    },
    /// A frame that is sound but does not fit the search.
    Unfitting {
        /// The rank that received it.
        rank: u16,
        /// The rank that sent it.
        from: u16,
        /// The simulation it is about.
        index: u64,
        /// What does not fit.
        what: &'static str,
    },
    /// A rank cannot be reached any more.
    Lost {
        /// Its number.
        rank: u16,
    },
    /// Another rank has said that it failed.
    Told {
        /// The rank that said so.
        by: u16,
    },
    /// The worker of a rank has panicked.
    Panicked {
        /// The rank.
        rank: u16,
    },
    /// Nothing happens any more, and not all simulations are finished.
    Stalled {
        /// Simulations started.
        started: u64,
        /// Simulations finished.
        finished: u64,
    },
    /// The search has ended and its books do not balance.
    Books(Discrepancy),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => f.write_str(why),
            Self::Wire { rank, from, error } => {
                write!(f, "rank {rank} got a bad frame from rank {from}: {error}")
            }
            Self::Unfitting {
                rank,
                from,
                index,
                what,
            } => write!(
                f,
                "rank {rank} got a frame about simulation {index} from rank {from}: {what}"
            ),
            Self::Lost { rank } => write!(f, "rank {rank} cannot be reached"),
            Self::Told { by } => write!(f, "rank {by} has failed"),
            Self::Panicked { rank } => write!(f, "the worker of rank {rank} has panicked"),
            Self::Stalled { started, finished } => write!(
                f,
                "nothing happens any more: {started} simulations started, {finished} finished"
            ),
            Self::Books(discrepancy) => write!(f, "the books do not balance: {discrepancy}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Discrepancy> for Error {
    fn from(discrepancy: Discrepancy) -> Self {
        Self::Books(discrepancy)
    }
}
