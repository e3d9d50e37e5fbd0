//! The bounded, lock-free table of positions.
//!
//! # Stamps
//!
//! Each entry carries a stamp: *empty*, *being written*, or the number of the search that
//! touched it last. Searches are numbered upwards; two of the numbers matter:
//!
//! - the *floor*: entries stamped below it count as absent. Tree reuse keeps the floor where
//!   it was; a search that must not see old statistics (new game, other komi, other
//!   parameters) sets it to its own number. Nothing is ever cleared.
//! - the *present search*: an entry it has touched is not replaced before it ends, so a
//!   simulation may keep the slots of its path and add its result without looking again.
//!
//! # Lookup
//!
//! A key names a window of [`PROBES`] slots. Looking up reads each: a live entry with the
//! key is found, and touched. Otherwise the slot whose stamp ranks lowest, the first among
//! equals, is the *victim*; it may be claimed if the present search has not touched it. The
//! claim is a compare-and-swap of the stamp to *being written*, after which the entry belongs
//! to the claimant until it publishes it with the stamp of the present search.
//!
//! Being written ranks below all other stamps, then come empty slots and those below the
//! floor, all alike, then the numbers. So a slot being written *is* the victim of every
//! lookup that passes it and does not find its key: such a lookup answers [`Lookup::Busy`] and
//! the simulation plays out from there. That is not a loss but the point: two workers that
//! want to insert the same key meet on the same slot, because the rank of a slot that is not
//! being written only grows, and one of them gives way. Skipping slots that are being written
//! looks faster and breaks the uniqueness of keys; so does giving a slot back at a lower rank.
//!
//! A lookup may stop at the first free slot, one that is empty or below the floor: an
//! insertion always takes the first of them in its window, and none becomes free before the
//! floor is raised, so nothing behind it has the key. It follows that entries of other eras
//! leave no trace: a used table takes and refuses the same keys as a fresh one.
//!
//! When the present search has touched all slots of the window the answer is
//! [`Lookup::Full`], and the search goes on without growing there.
//!
//! The procedure is the *TableLookup* of the Gomorra thesis (Schäfers 2014, with the two
//! misprints corrected), with the search's number as the time stamp: its global lookup
//! counter would be one contended word for all threads, and its finer order is used for
//! nothing but choosing among entries that are all too old.
//!
//! # Memory order
//!
//! Publishing stores the stamp with release, looking up reads it with acquire: whoever sees
//! the stamp sees the key, the moves and the zeroed statistics. After that all statistics are
//! independent counters and relaxed.

use super::entry::Entry;
use super::layout::{Columns, Layout};
use super::memory::Memory;
use crate::sync::{AtomicU64, Ordering};

/// Slots that a key may lie in, as in the thesis. The model checker gets tables it can finish.
pub const PROBES: usize = if cfg!(loom) { 2 } else { 10 };

/// Stamp while a worker fills the entry. Fresh memory holds 0: a slot that was never used.
const WRITING: u64 = 1;
/// The number before that of the first search.
const BEFORE_FIRST: u64 = 2;

/// Rank of a slot that is being written; see the module.
const RANK_WRITING: u64 = 0;
/// Rank of a slot that is empty or below the floor.
const RANK_FREE: u64 = 1;

/// The place of an entry in its table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot(u32);

impl Slot {
    /// The slot with this number, as it comes over a wire. It need not be one of any table:
    /// see [`Table::is_touched`].
    #[must_use]
    pub const fn from_number(number: u32) -> Self {
        Self(number)
    }

    /// The slot's number, as it goes over a wire.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The slot's number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a lookup found.
#[derive(Debug)]
pub enum Lookup<'a> {
    /// The entry with this key.
    Found(Slot),
    /// No such entry; this slot may be claimed for it.
    Absent(Victim<'a>),
    /// Somebody is writing where the entry would lie.
    Busy,
    /// No such entry and no room.
    Full,
}

impl Lookup<'_> {
    /// Where the entry lies, if there is one.
    #[must_use]
    pub const fn found(&self) -> Option<Slot> {
        match self {
            Self::Found(slot) => Some(*slot),
            _ => None,
        }
    }
}

/// A slot whose entry may be overwritten, if nobody is faster.
#[derive(Debug)]
pub struct Victim<'a> {
    table: &'a Table,
    slot: Slot,
    stamp: u64,
}

impl<'a> Victim<'a> {
    /// Takes the slot; `None` if somebody else did, or touched the entry meanwhile.
    #[inline]
    #[must_use]
    pub fn claim(self) -> Option<Claim<'a>> {
        self.table
            .entry(self.slot)
            .stamp()
            .compare_exchange(self.stamp, WRITING, Ordering::AcqRel, Ordering::Relaxed)
            .ok()
            // Only now: dropping a claim frees the slot, so a failure must not make one.
            .map(|_| Claim {
                table: self.table,
                slot: self.slot,
            })
    }
}

/// A slot that belongs to the holder until it is published, or dropped, which leaves an entry
/// without moves until the next search.
#[derive(Debug)]
pub struct Claim<'a> {
    table: &'a Table,
    slot: Slot,
}

impl<'a> Claim<'a> {
    /// The entry to be filled.
    #[inline]
    #[must_use]
    pub fn entry(&self) -> Entry<'a> {
        self.table.entry(self.slot)
    }

    /// Lets everybody see the entry under `key`.
    #[inline]
    pub fn publish(self, key: u64) -> Slot {
        let slot = self.slot;
        let entry = self.entry();
        entry.set_key(key);
        entry.stamp().store(self.table.search, Ordering::Release);
        std::mem::forget(self);
        slot
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let entry = self.entry();
        entry.fill(&[]);
        entry.set_key(0);
        let search = self.table.search;
        entry.stamp().store(search, Ordering::Release);
    }
}

/// The table.
pub struct Table {
    memory: Memory,
    layout: Layout,
    slots: usize,
    search: u64,
    floor: u64,
}

impl Table {
    /// A table of at most `bytes` whose entries have room for `width` moves, but of at least
    /// one window.
    ///
    /// # Errors
    /// When the system has no room for it.
    pub fn new(bytes: usize, width: usize, columns: Columns) -> Result<Self, String> {
        let layout = Layout::new(width, columns);
        let slots = (bytes / layout.bytes()).clamp(PROBES, u32::MAX as usize);
        Ok(Self {
            memory: Memory::new(slots, layout.words)?,
            layout,
            slots,
            search: BEFORE_FIRST,
            floor: BEFORE_FIRST + 1,
        })
    }

    /// How the entries lie in memory.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many entries there is room for.
    #[must_use]
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// Bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.memory.len() * 8
    }

    /// Begins the next search. With `reuse` it sees what the searches before it saw and left;
    /// without, everything older counts as absent.
    pub const fn begin_search(&mut self, reuse: bool) {
        self.search += 1;
        if !reuse {
            self.floor = self.search;
        }
    }

    /// Looks for the entry with `key`, and touches it if it is there.
    #[inline]
    pub fn find(&self, key: u64) -> Lookup<'_> {
        let home = self.home(key);
        if self.entry(home).is_touched(self.search, key) {
            return Lookup::Found(home);
        }
        self.probe(home, key)
    }

    /// Where the window of a key begins.
    #[inline(always)]
    const fn home(&self, key: u64) -> Slot {
        Slot(((key as u128 * self.slots as u128) >> 64) as u32)
    }

    #[inline(never)]
    fn probe(&self, home: Slot, key: u64) -> Lookup<'_> {
        let (mut victim, mut smallest, mut seen) = (Slot(0), u64::MAX, u64::MAX);
        for probe in 0..PROBES {
            let at = home.index() + probe;
            let slot = Slot(if at < self.slots { at } else { at - self.slots } as u32);
            let entry = self.entry(slot);
            // Pairs with the release in `publish`.
            let stamp = entry.stamp().load(Ordering::Acquire);
            if stamp >= self.floor && entry.key() == key && self.touch(slot, stamp, key) {
                return Lookup::Found(slot);
            }
            let rank = self.rank(stamp);
            if rank < smallest {
                (victim, smallest, seen) = (slot, rank, stamp);
            }
            if rank == RANK_FREE {
                break;
            }
        }
        match seen {
            WRITING => Lookup::Busy,
            stamp if stamp < self.search => Lookup::Absent(Victim {
                table: self,
                slot: victim,
                stamp,
            }),
            _ => Lookup::Full,
        }
    }

    /// The order in which stamps are preferred as victims.
    #[inline(always)]
    const fn rank(&self, stamp: u64) -> u64 {
        match stamp {
            WRITING => RANK_WRITING,
            number if number < self.floor => RANK_FREE,
            number => number,
        }
    }

    /// Marks a live entry with this key as used by the present search; `false` if it has been
    /// taken for another key meanwhile.
    #[inline]
    fn touch(&self, slot: Slot, stamp: u64, key: u64) -> bool {
        if stamp == self.search {
            return true;
        }
        let entry = self.entry(slot);
        match entry.stamp().compare_exchange(
            stamp,
            self.search,
            Ordering::AcqRel,
            Ordering::Acquire,
        ) {
            Ok(_) => true,
            // Touched by another worker, or replaced: an entry of this search stays what it is.
            Err(now) => now == self.search && entry.key() == key,
        }
    }

    /// The entry in a slot.
    #[inline(always)]
    #[must_use]
    pub fn entry(&self, slot: Slot) -> Entry<'_> {
        Entry::new(
            self.memory
                .block(slot.index() * self.layout.words, self.layout.words),
            &self.layout,
        )
    }

    /// The same table, if its entries are small ones of so many words, as whoever knows that
    /// sees it.
    #[inline(always)]
    pub(crate) fn small<const WORDS: usize>(&self) -> Option<Small<'_, WORDS>> {
        self.layout.is_small(WORDS).then(|| Small {
            table: self,
            blocks: self.memory.blocks(),
            search: self.search,
        })
    }

    /// Whether the slot is one of this table and the present search has touched its entry, so
    /// that the entry will stay where it is: what must be asked of a slot from elsewhere.
    #[must_use]
    pub fn is_touched(&self, slot: Slot) -> bool {
        slot.index() < self.slots && self.entry(slot).stamp().load(Ordering::Acquire) == self.search
    }

    /// All entries that the present search can see, for checks and statistics.
    pub fn live(&self) -> impl Iterator<Item = (Slot, Entry<'_>)> {
        (0..self.slots as u32)
            .map(Slot)
            .map(|slot| (slot, self.entry(slot)))
            .filter(|(_, entry)| entry.stamp().load(Ordering::Acquire) >= self.floor)
    }
}

/// Where a walk looks entries up.
pub(crate) trait Entries<'a>: Copy {
    /// The entry in a slot.
    fn entry(self, slot: Slot) -> Entry<'a>;
    /// Looks for the entry with `key`, and touches it if it is there.
    fn find(self, key: u64) -> Lookup<'a>;
    /// The table that all of this is about.
    fn table(self) -> &'a Table;
}

impl<'a> Entries<'a> for &'a Table {
    #[inline(always)]
    fn entry(self, slot: Slot) -> Entry<'a> {
        self.entry(slot)
    }

    #[inline(always)]
    fn find(self, key: u64) -> Lookup<'a> {
        self.find(key)
    }

    #[inline(always)]
    fn table(self) -> &'a Table {
        self
    }
}

/// A table whose entries lie in one of the [ways](Layout::small) that are known when the program
/// is compiled, so that none of their offsets has to be read.
#[derive(Clone, Copy)]
pub(crate) struct Small<'a, const WORDS: usize> {
    table: &'a Table,
    blocks: &'a [[AtomicU64; WORDS]],
    search: u64,
}

impl<'a, const WORDS: usize> Entries<'a> for Small<'a, WORDS> {
    #[inline(always)]
    fn entry(self, slot: Slot) -> Entry<'a> {
        Entry::new(
            &self.blocks[slot.index()],
            const { &Layout::small(WORDS == Layout::SQUARES_WORDS) },
        )
    }

    #[inline(always)]
    fn find(self, key: u64) -> Lookup<'a> {
        let home = self.table.home(key);
        if self.entry(home).is_touched(self.search, key) {
            return Lookup::Found(home);
        }
        self.table.probe(home, key)
    }

    #[inline(always)]
    fn table(self) -> &'a Table {
        self.table
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("slots", &self.slots)
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use tewari_base::mix;
    use tewari_game::Move;

    use super::*;

    /// One window, so that every key may lie in every slot.
    fn window() -> Table {
        let mut table = Table::new(0, 1, Columns::default()).unwrap();
        assert_eq!(table.slots(), PROBES);
        table.begin_search(false);
        table
    }

    fn claim(table: &Table, key: u64) -> Option<Claim<'_>> {
        match table.find(key) {
            Lookup::Absent(victim) => victim.claim(),
            _ => None,
        }
    }

    fn make(table: &Table, key: u64) -> Option<Slot> {
        claim(table, key).map(|claim| {
            claim.entry().fill(&[Move(key as u16)]);
            claim.publish(key)
        })
    }

    /// The slot if the key is found, without touching the entry.
    fn lies(table: &Table, key: u64) -> Option<Slot> {
        table
            .live()
            .find(|(_, entry)| entry.key() == key)
            .map(|(slot, _)| slot)
    }

    #[test]
    fn a_slot_being_written_makes_others_give_way() {
        let table = window();
        let first = make(&table, 1).unwrap();
        let claim = claim(&table, 2).unwrap();
        assert!(matches!(table.find(2), Lookup::Busy));
        assert!(matches!(table.find(3), Lookup::Busy));
        assert!(matches!(table.find(1), Lookup::Found(slot) if slot == first));
        claim.entry().fill(&[]);
        let second = claim.publish(2);
        assert!(matches!(table.find(2), Lookup::Found(slot) if slot == second));
        assert!(matches!(table.find(3), Lookup::Absent(_)));
    }

    #[test]
    fn of_two_who_saw_the_same_slot_one_gets_it() {
        let table = window();
        let (Lookup::Absent(first), Lookup::Absent(second)) = (table.find(1), table.find(2)) else {
            panic!("the table is empty");
        };
        let claim = first.claim().unwrap();
        assert!(second.claim().is_none());
        // The loser must not have given away what is not its own.
        assert!(matches!(table.find(2), Lookup::Busy));
        claim.entry().fill(&[]);
        claim.publish(1);
        assert!(matches!(table.find(1), Lookup::Found(_)));
    }

    #[test]
    fn a_dropped_claim_is_used_up_until_the_next_search() {
        let mut table = window();
        let dropped = claim(&table, 1).unwrap();
        dropped.entry().fill(&[Move(7)]);
        drop(dropped);
        assert_eq!(lies(&table, 1), None);
        let made = (2..).map_while(|key| make(&table, key)).count();
        assert_eq!(made, PROBES - 1);
        table.begin_search(true);
        assert!(make(&table, 1).is_some());
    }

    #[test]
    fn a_full_window_takes_nothing_until_the_next_search() {
        let mut table = window();
        for key in 0..PROBES as u64 {
            assert!(make(&table, key).is_some());
        }
        assert!(matches!(table.find(99), Lookup::Full));
        table.begin_search(true);
        // Whoever is touched stays; the others are replaced, the first in the window first.
        let spared = table.find(0);
        assert!(matches!(spared, Lookup::Found(Slot(0))));
        assert_eq!(make(&table, 99), Some(Slot(1)));
        assert_eq!(lies(&table, 1), None);
        assert_eq!(lies(&table, 0), Some(Slot(0)));
    }

    #[test]
    fn the_oldest_entry_is_replaced_first() {
        let mut table = window();
        for key in 0..PROBES as u64 {
            assert!(make(&table, key).is_some());
        }
        table.begin_search(true);
        for key in (0..PROBES as u64).filter(|&key| key != 6) {
            assert!(matches!(table.find(key), Lookup::Found(_)));
        }
        table.begin_search(true);
        assert_eq!(make(&table, 99), Some(Slot(6)));
    }

    #[test]
    fn entries_below_the_floor_are_absent() {
        let mut table = window();
        for key in 0..3 {
            assert!(make(&table, key).is_some());
        }
        table.begin_search(true);
        assert_eq!(table.live().count(), 3);
        table.begin_search(false);
        assert_eq!(table.live().count(), 0);
        assert!(matches!(table.find(2), Lookup::Absent(_)));
        assert_eq!(make(&table, 2), Some(Slot(0)));
        assert_eq!(table.live().count(), 1);
    }

    /// What becomes of a thousand lookups: found, made, or refused.
    fn use_up(table: &Table, seed: u64) -> Vec<(bool, Option<Slot>)> {
        (0..1000)
            .map(|i| mix(seed ^ mix(i % 60)))
            .map(|key| match table.find(key) {
                Lookup::Found(slot) => (true, Some(slot)),
                _ => (false, make(table, key)),
            })
            .collect()
    }

    #[test]
    fn a_used_table_behaves_like_a_fresh_one() {
        let bytes = 32 * Layout::new(1, Columns::default()).bytes();
        let table = || {
            let mut table = Table::new(bytes, 1, Columns::default()).unwrap();
            table.begin_search(false);
            table
        };
        let fresh = table();
        let mut used = table();
        for seed in 0..3 {
            use_up(&used, seed);
            used.begin_search(seed % 2 == 0);
        }
        used.begin_search(false);
        let expected = use_up(&fresh, 9);
        assert!(expected.iter().any(|(_, slot)| slot.is_none()), "full");
        assert_eq!(use_up(&used, 9), expected);
    }

    #[test]
    fn windows_wrap_around_the_end() {
        let table = window();
        assert_eq!(make(&table, u64::MAX), Some(Slot(PROBES as u32 - 1)));
        assert_eq!(make(&table, u64::MAX - 1), Some(Slot(0)));
        assert!(matches!(table.find(u64::MAX - 1), Lookup::Found(Slot(0))));
    }
}
