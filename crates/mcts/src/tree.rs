//! Where a search keeps what it has learnt: a bounded table of positions.
//!
//! All moves of a position lie together in one [`Entry`], found by the position's key. The
//! table never grows and is never cleared; see [`table`] for how entries come and go.

mod entry;
mod layout;
mod memory;
pub mod table;

pub(crate) use entry::{AmafAdder, Aside, Straight};
pub use entry::{Counts, Entry, MAX_MOVE_SPACE, Proof};
pub use layout::{Columns, Layout};
pub use table::{Claim, Lookup, Slot, Table, Victim};
pub(crate) use table::{Entries, Small};
