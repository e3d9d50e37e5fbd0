//! Models of the table: `loom` runs each of them under every interleaving of its threads that
//! the memory model allows, up to a bound on preemptions.
//!
//! ```sh
//! RUSTFLAGS="--cfg loom" cargo test -p tewari-mcts --test loom --release --target-dir target/loom
//! ```
//!
//! Under `--cfg loom` a window has two slots (`PROBES`), so that two keys are enough to fill
//! it. Keys are mapped to slots in order, so the upper bits of a key name its home:
//!
//! ```text
//! table of    LOW looks into    MIDDLE      HIGH
//! 2 slots     0, 1              0, 1        1, 0
//! 3 slots     0, 1              1, 2        2, 0
//! ```

#![cfg(loom)]

use loom::sync::Arc;
use loom::thread;

use tewari_game::{Move, Reward};
use tewari_mcts::Tally;
use tewari_mcts::tree::table::PROBES;
use tewari_mcts::tree::{Columns, Layout, Lookup, Slot, Table};

const LOW: [u64; 2] = [1, 2];
const MIDDLE: [u64; 2] = [1 << 63, 1 << 63 | 1];
const HIGH: [u64; 2] = [3 << 62, 3 << 62 | 1];

/// At most so many times a thread is interrupted where it could go on; two or three are known
/// to be enough for nearly all errors (Musuvathi and Qadeer 2007).
const PREEMPTIONS: usize = 3;

fn model(body: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(builder.preemption_bound.unwrap_or(PREEMPTIONS));
    builder.check(body);
}

/// A table of so many entries with one move, in its first search.
fn table(slots: usize) -> Table {
    let bytes_of_one = Layout::new(1, Columns::default()).bytes();
    let mut table = Table::new(slots * bytes_of_one, 1, Columns::default());
    assert_eq!((table.slots(), PROBES), (slots, 2));
    table.begin_search(false);
    table
}

/// What a simulation does: finds the entry, or makes it with the one move `mv`. `None` where
/// the simulation would play out instead.
fn find_or_make(table: &Table, key: u64, mv: u16) -> Option<Slot> {
    match table.find(key) {
        Lookup::Found(slot) => Some(slot),
        Lookup::Absent(victim) => {
            let claim = victim.claim()?;
            claim.entry().fill(&[Move(mv)]);
            Some(claim.publish(key))
        }
        Lookup::Busy | Lookup::Full => None,
    }
}

/// The slots of the live entries with this key.
fn slots_of(table: &Table, key: u64) -> Vec<Slot> {
    table
        .live()
        .filter(|(_, entry)| entry.key() == key)
        .map(|(slot, _)| slot)
        .collect()
}

/// Every key at most once, whatever happened.
fn assert_unique(table: &Table, keys: &[u64]) {
    for &key in keys {
        let slots = slots_of(table, key);
        assert!(slots.len() <= 1, "key {key:#x} lies in {slots:?}");
    }
}

/// Whether somebody who finds `key` finds the entry as it was filled.
fn assert_complete(table: &Table, slot: Slot, mv: u16) {
    let entry = table.entry(slot);
    assert_eq!((entry.count(), entry.mv(0)), (1, Move(mv)));
}

/// Two workers want the same new position: one makes it, and the other finds it or gives way.
#[test]
fn one_key_is_made_once() {
    model(|| {
        let table = Arc::new(table(2));
        let other = {
            let table = Arc::clone(&table);
            thread::spawn(move || {
                let slot = find_or_make(&table, LOW[0], 5);
                if let Some(slot) = slot {
                    table.entry(slot).add::<true>(0, Reward::WIN);
                }
                slot
            })
        };
        let mine = find_or_make(&table, LOW[0], 5);
        if let Some(slot) = mine {
            table.entry(slot).add::<true>(0, Reward::LOSS);
        }
        let others = other.join().unwrap();
        let slots = slots_of(&table, LOW[0]);
        assert_eq!(slots.len(), 1, "one of two makes it");
        for slot in [mine, others].into_iter().flatten() {
            assert_eq!(slot, slots[0]);
        }
        let expected = Tally {
            visits: u32::from(mine.is_some()) + u32::from(others.is_some()),
            half_wins: if others.is_some() { 2 } else { 0 },
        };
        assert_eq!(table.entry(slots[0]).tally(0), expected);
    });
}

/// Three workers on a fresh table; the first two want the same position.
fn make_among_three(slots: usize, third_key: u64) {
    model(move || {
        let table = Arc::new(table(slots));
        let spawn = |key| {
            let table = Arc::clone(&table);
            thread::spawn(move || find_or_make(&table, key, 5))
        };
        let (second, third) = (spawn(LOW[0]), spawn(third_key));
        let first = find_or_make(&table, LOW[0], 5);
        let (second, third) = (second.join().unwrap(), third.join().unwrap());
        assert_unique(&table, &[LOW[0], third_key]);
        assert!(first.is_some() || second.is_some() || third.is_some());
        for (slot, key) in [(first, LOW[0]), (second, LOW[0]), (third, third_key)] {
            if let Some(slot) = slot {
                assert_eq!(slots_of(&table, key), [slot]);
            }
        }
    });
}

/// The third makes a position whose window is the same, the other way round, or overlaps, so
/// that which slot is the victim changes while the two look for it.
#[test]
fn one_key_is_made_once_while_victims_change() {
    make_among_three(2, LOW[1]);
    make_among_three(2, HIGH[0]);
    make_among_three(3, MIDDLE[0]);
    make_among_three(3, HIGH[0]);
}

/// Two positions of an earlier search fill the window.
fn used_table() -> Table {
    let table = table(2);
    for (key, mv) in [(LOW[1], 7), (HIGH[1], 8)] {
        let slot = find_or_make(&table, key, mv).unwrap();
        table.entry(slot).add::<true>(0, Reward::WIN);
    }
    table
}

/// Whoever finds an entry sees its moves and the statistics it started with, never those of
/// the entry it replaced.
#[test]
fn a_found_entry_is_complete() {
    model(|| {
        let mut table = used_table();
        table.begin_search(false);
        let table = Arc::new(table);
        let writer = {
            let table = Arc::clone(&table);
            thread::spawn(move || find_or_make(&table, LOW[0], 5))
        };
        match table.find(LOW[0]) {
            Lookup::Found(slot) => {
                assert_complete(&table, slot, 5);
                assert_eq!(table.entry(slot).tally(0), Tally::default());
            }
            Lookup::Absent(_) | Lookup::Busy => {}
            Lookup::Full => panic!("an old entry can be replaced"),
        }
        let slot = writer.join().unwrap().expect("nobody else writes");
        assert_complete(&table, slot, 5);
    });
}

/// The present search reuses old entries: one worker finds an old one while another needs a
/// slot. Either the first was faster and its entry stays for good, or it finds nothing.
#[test]
fn a_touched_entry_is_not_replaced() {
    model(|| {
        let mut table = used_table();
        table.begin_search(true);
        let table = Arc::new(table);
        let writer = {
            let table = Arc::clone(&table);
            thread::spawn(move || find_or_make(&table, LOW[0], 5))
        };
        // The victim of the writer is the entry in slot 0, which is this one.
        let found = match table.find(LOW[1]) {
            Lookup::Found(slot) => Some(slot),
            Lookup::Absent(_) | Lookup::Busy => None,
            Lookup::Full => panic!("only one entry is touched"),
        };
        if let Some(slot) = found {
            assert_complete(&table, slot, 7);
            table.entry(slot).add::<true>(0, Reward::LOSS);
        }
        let written = writer.join().unwrap();
        if let Some(slot) = found {
            assert_ne!(written, found);
            let entry = table.entry(slot);
            assert_eq!(entry.key(), LOW[1]);
            let expected = Tally {
                visits: 2,
                half_wins: 2,
            };
            assert_eq!(entry.tally(0), expected);
        }
        assert_unique(&table, &[LOW[0], LOW[1], HIGH[1]]);
    });
}

/// The oldest entry lies in slot 0, a younger one in slot 1, one of the present search in
/// slot 2; all are alive.
fn table_of_three_ages() -> Table {
    let mut table = table(3);
    find_or_make(&table, LOW[1], 7).unwrap();
    table.begin_search(true);
    find_or_make(&table, MIDDLE[1], 8).unwrap();
    table.begin_search(true);
    find_or_make(&table, HIGH[1], 9).unwrap();
    table
}

/// Two workers replace an old entry while the third does something else.
fn replace_beside(third: impl Fn(&Table) + Sync + Send + 'static) {
    model(move || {
        let table = Arc::new(table_of_three_ages());
        let insert = || {
            let table = Arc::clone(&table);
            thread::spawn(move || find_or_make(&table, LOW[0], 5))
        };
        let (first, second) = (insert(), insert());
        third(&table);
        let (first, second) = (first.join().unwrap(), second.join().unwrap());
        assert_unique(&table, &[LOW[0], LOW[1], MIDDLE[0], MIDDLE[1], HIGH[1]]);
        for slot in [first, second].into_iter().flatten() {
            assert_complete(&table, slot, 5);
            assert_eq!(slots_of(&table, LOW[0]), [slot]);
        }
        let untouched = slots_of(&table, HIGH[1]);
        assert_eq!(untouched.len(), 1, "an entry of the present search stays");
        assert_complete(&table, untouched[0], 9);
    });
}

/// The third touches the entry that the two would replace, or replaces another one of their
/// window, so that their victim changes.
#[test]
fn one_key_replaces_once() {
    replace_beside(|table| {
        if let Lookup::Found(slot) = table.find(LOW[1]) {
            assert_complete(table, slot, 7);
            assert_eq!(slots_of(table, LOW[1]), [slot], "touched is not replaced");
        }
    });
    replace_beside(|table| {
        if let Some(slot) = find_or_make(table, MIDDLE[0], 6) {
            assert_complete(table, slot, 6);
        }
    });
}

/// The third gives its claim up again, as a worker that panics does: the slot must not come
/// back ranking lower than before, or the two could disagree about the victim.
#[test]
fn a_dropped_claim_keeps_keys_unique() {
    replace_beside(|table| {
        if let Lookup::Absent(victim) = table.find(MIDDLE[0]) {
            drop(victim.claim());
        }
    });
}

/// Additions to one entry from two workers: none is lost, and simulations under way return to
/// zero although two moves share a word.
#[test]
fn nothing_added_is_lost() {
    model(|| {
        let columns = Columns {
            in_flight: true,
            ..Columns::default()
        };
        let mut table = Table::new(0, 2, columns);
        table.begin_search(false);
        let Lookup::Absent(victim) = table.find(LOW[0]) else {
            panic!("the table is empty");
        };
        let claim = victim.claim().unwrap();
        claim.entry().fill(&[Move(0), Move(1)]);
        let slot = claim.publish(LOW[0]);
        let table = Arc::new(table);
        let simulate = move |table: &Table, edge| {
            let entry = table.entry(slot);
            entry.depart(edge);
            entry.add::<true>(0, Reward::DRAW);
            entry.arrive(edge);
        };
        let other = {
            let table = Arc::clone(&table);
            thread::spawn(move || simulate(&table, 1))
        };
        simulate(&table, 0);
        other.join().unwrap();
        let entry = table.entry(slot);
        let expected = Tally {
            visits: 2,
            half_wins: 2,
        };
        assert_eq!(entry.tally(0), expected);
        assert_eq!((entry.in_flight(0), entry.in_flight(1)), (0, 0));
    });
}
