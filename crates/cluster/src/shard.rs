//! Which rank a position lives at.
//!
//! A table finds the slot of a key from its upper bits by multiplication and shift. If ranks
//! were named by the same bits, all keys of a rank would lie in one stretch of its table. So
//! the key is scrambled once more before the rank is taken from it: every rank's keys are
//! then spread evenly over its table, and the positions evenly over the ranks.

use tewari_base::mix;
use tewari_mcts::store::Store;
use tewari_mcts::tree::Table;

/// The rank that the position with `key` lives at, of `ranks`.
#[inline]
#[must_use]
pub const fn owner(key: u64, ranks: u16) -> u16 {
    ((mix(key) as u128 * ranks as u128) >> 64) as u16
}

/// The part of the tree that lives at one rank. One worker walks in it.
#[derive(Clone, Copy, Debug)]
pub struct Shard<'a> {
    table: &'a Table,
    rank: u16,
    ranks: u16,
}

impl<'a> Shard<'a> {
    /// The shard of `rank` of `ranks`.
    #[must_use]
    pub const fn new(table: &'a Table, rank: u16, ranks: u16) -> Self {
        Self { table, rank, ranks }
    }
}

impl Store for Shard<'_> {
    const SHARED: bool = false;
    /// The number of the other rank.
    type Elsewhere = u16;

    #[inline]
    fn place(&self) -> u16 {
        self.rank
    }

    #[inline]
    fn table(&self) -> &Table {
        self.table
    }

    #[inline]
    fn elsewhere(&self, key: u64) -> Option<u16> {
        let owner = owner(key, self.ranks);
        (owner != self.rank).then_some(owner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that share their upper bits, as those of one table's window do, still spread.
    #[test]
    fn ranks_do_not_follow_the_bits_that_tables_use() {
        for ranks in [2u16, 3, 7, 64] {
            let mut counts = vec![0u32; usize::from(ranks)];
            for low in 0..64_000u64 {
                counts[usize::from(owner(0xabcd << 48 | low, ranks))] += 1;
            }
            let share = 64_000 / u32::from(ranks);
            for count in counts {
                assert!(count.abs_diff(share) < share / 4, "{count} of {share}");
            }
        }
        assert_eq!(owner(12345, 1), 0);
    }
}
