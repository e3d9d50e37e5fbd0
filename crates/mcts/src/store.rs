//! Where entries live, as a walking simulation sees it.

use std::convert::Infallible;

use crate::tree::Table;

/// A place that holds entries.
pub trait Store: Sync {
    /// Whether several workers add to the same entries.
    const SHARED: bool;
    /// The name of another place. For a store that holds everything this type is empty, so
    /// the compiler knows that no simulation ever leaves.
    type Elsewhere: Copy + std::fmt::Debug;

    /// The number of this place, noted in the steps of a journey.
    fn place(&self) -> u16 {
        0
    }

    /// The table of the entries that live here.
    fn table(&self) -> &Table;

    /// Where the entry with `key` lives, if not here.
    fn elsewhere(&self, key: u64) -> Option<Self::Elsewhere>;
}

/// A store that holds everything: the table of one process.
#[derive(Debug)]
pub struct Local<'a, const SHARED: bool>(pub &'a Table);

impl<const SHARED: bool> Store for Local<'_, SHARED> {
    const SHARED: bool = SHARED;
    type Elsewhere = Infallible;

    #[inline(always)]
    fn table(&self) -> &Table {
        self.0
    }

    #[inline(always)]
    fn elsewhere(&self, _: u64) -> Option<Infallible> {
        None
    }
}
