//! Models of the table: `loom` runs each of them under the interleavings of its threads that
//! the memory model allows, up to a bound on preemptions.
//!
//! ```sh
//! RUSTFLAGS="--cfg loom" cargo test -p tewari-mcts --test loom --release --target-dir target/loom
//! ```
//!
//! `./test` does the same. `LOOM_MAX_PREEMPTIONS` sets another bound.
//!
//! Under `--cfg loom` a window has two slots (`PROBES`), so that two keys are enough to fill
//! it. Keys are mapped to slots in order, so the upper bits of a key name its home:
//!
//! ```text
//! table of    LOW looks into    MIDDLE      HIGH
//! 2 slots     0, 1              1, 0        1, 0
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
const KEYS: [u64; 6] = [LOW[0], LOW[1], MIDDLE[0], MIDDLE[1], HIGH[0], HIGH[1]];

/// At most so many times a thread is interrupted where it could go on; two are known to be
/// enough for nearly all errors (Musuvathi and Qadeer 2007).
const PREEMPTIONS: usize = 3;

/// What one worker does; the answer is the slot it used.
type Body = fn(&Table) -> Option<Slot>;

/// Lets workers loose on a table and looks at what is left.
///
/// All orders of starting them are tried: `loom` finds the interleavings that differ by
/// swapping an access with the last one before it by another thread, and may miss those in
/// which a thread that reads twice would have to be overtaken before its first look.
fn race<const N: usize>(
    make: fn() -> Table,
    bodies: [Body; N],
    check: fn(&Table, [Option<Slot>; N]),
) {
    for order in permutations(N) {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(builder.preemption_bound.unwrap_or(PREEMPTIONS));
        builder.check(move || {
            let table = Arc::new(make());
            let spawned: Vec<_> = order[1..]
                .iter()
                .map(|&i| {
                    let table = Arc::clone(&table);
                    (i, thread::spawn(move || bodies[i](&table)))
                })
                .collect();
            let mut used = [None; N];
            used[order[0]] = bodies[order[0]](&table);
            for (i, thread) in spawned {
                used[i] = thread.join().unwrap();
            }
            for key in KEYS {
                let slots = slots_of(&table, key);
                assert!(slots.len() <= 1, "key {key:#x} lies in {slots:?}");
            }
            check(&table, used);
        });
    }
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let with_last_at = |at| {
        shorter.iter().map(move |order| {
            let mut order = order.clone();
            order.insert(at, n - 1);
            order
        })
    };
    (0..n).flat_map(with_last_at).collect()
}

/// A table of so many entries with one move, in its first search.
fn table(slots: usize) -> Table {
    let bytes_of_one = Layout::new(1, Columns::default()).bytes();
    let mut table = Table::new(slots * bytes_of_one, 1, Columns::default()).unwrap();
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

/// That the entry is the one that was filled with `mv`.
fn assert_complete(table: &Table, slot: Slot, mv: u16) {
    let entry = table.entry(slot);
    assert_eq!((entry.count(), entry.mv(0)), (1, Move(mv)));
}

const fn tally(visits: u32, half_wins: u64) -> Tally {
    Tally { visits, half_wins }
}

/// Two workers want the same new position: one makes it, and the other finds it or gives way.
#[test]
fn one_key_is_made_once() {
    fn win(table: &Table) -> Option<Slot> {
        let slot = find_or_make(table, LOW[0], 5)?;
        table.entry(slot).add::<true>(0, Reward::WIN);
        Some(slot)
    }
    fn lose(table: &Table) -> Option<Slot> {
        let slot = find_or_make(table, LOW[0], 5)?;
        table.entry(slot).add::<true>(0, Reward::LOSS);
        Some(slot)
    }
    race(
        || table(2),
        [win, lose],
        |table, [won, lost]| {
            let slots = slots_of(table, LOW[0]);
            assert_eq!(slots.len(), 1, "one of two makes it");
            for slot in [won, lost].into_iter().flatten() {
                assert_eq!(slot, slots[0]);
            }
            let (won, lost) = (u32::from(won.is_some()), u32::from(lost.is_some()));
            let expected = tally(won + lost, 2 * u64::from(won));
            assert_eq!(table.entry(slots[0]).tally(0), expected);
        },
    );
}

/// A third worker makes another position whose window is the same, the other way round, or
/// overlaps, so that which slot is the victim changes while the two look for it.
#[test]
fn one_key_is_made_once_while_victims_change() {
    fn check<const KEY: u64>(table: &Table, used: [Option<Slot>; 3]) {
        assert_ne!(used, [None; 3], "somebody is first");
        for (slot, key) in used.into_iter().zip([LOW[0], LOW[0], KEY]) {
            if let Some(slot) = slot {
                assert_eq!(slots_of(table, key), [slot]);
            }
        }
    }
    let make: Body = |table| find_or_make(table, LOW[0], 5);
    let low: Body = |table| find_or_make(table, LOW[1], 6);
    let middle: Body = |table| find_or_make(table, MIDDLE[0], 6);
    let high: Body = |table| find_or_make(table, HIGH[0], 6);
    race(|| table(2), [make, make, low], check::<{ LOW[1] }>);
    race(|| table(2), [make, make, high], check::<{ HIGH[0] }>);
    race(|| table(3), [make, make, middle], check::<{ MIDDLE[0] }>);
    race(|| table(3), [make, make, high], check::<{ HIGH[0] }>);
}

/// Two positions of an earlier search fill the window, each with one win.
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
    fn outdated() -> Table {
        let mut table = used_table();
        table.begin_search(false);
        table
    }
    fn reader(table: &Table) -> Option<Slot> {
        match table.find(LOW[0]) {
            Lookup::Found(slot) => {
                assert_complete(table, slot, 5);
                assert_eq!(table.entry(slot).tally(0), Tally::default());
                Some(slot)
            }
            Lookup::Absent(_) | Lookup::Busy => None,
            Lookup::Full => panic!("an old entry can be replaced"),
        }
    }
    let writer: Body = |table| find_or_make(table, LOW[0], 5);
    race(outdated, [writer, reader], |table, [written, read]| {
        let slot = written.expect("nobody else writes");
        assert_complete(table, slot, 5);
        assert!(read.is_none_or(|read| read == slot));
    });
}

/// The present search reuses old entries: one worker finds an old one while another needs a
/// slot. Either the first was faster and its entry stays for good, or it finds nothing.
#[test]
fn a_touched_entry_is_not_replaced() {
    fn reused() -> Table {
        let mut table = used_table();
        table.begin_search(true);
        table
    }
    /// The entry that the writer would replace.
    fn toucher(table: &Table) -> Option<Slot> {
        match table.find(LOW[1]) {
            Lookup::Found(slot) => {
                assert_complete(table, slot, 7);
                table.entry(slot).add::<true>(0, Reward::LOSS);
                Some(slot)
            }
            Lookup::Absent(_) | Lookup::Busy => None,
            Lookup::Full => panic!("only one entry is touched"),
        }
    }
    let writer: Body = |table| find_or_make(table, LOW[0], 5);
    race(reused, [toucher, writer], |table, [touched, written]| {
        if let Some(slot) = touched {
            assert_ne!(written, touched);
            let entry = table.entry(slot);
            assert_eq!((entry.key(), entry.tally(0)), (LOW[1], tally(2, 2)));
        } else {
            assert!(written.is_some(), "somebody gets the slot");
        }
        if let Some(slot) = written {
            let entry = table.entry(slot);
            assert_eq!((entry.key(), entry.tally(0)), (LOW[0], tally(0, 0)));
        }
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
fn replace_beside(third: Body) {
    let replace: Body = |table| find_or_make(table, LOW[0], 5);
    race(
        table_of_three_ages,
        [replace, replace, third],
        |table, [first, second, _]| {
            for slot in [first, second].into_iter().flatten() {
                assert_complete(table, slot, 5);
                assert_eq!(slots_of(table, LOW[0]), [slot]);
            }
            let present = slots_of(table, HIGH[1]);
            assert_eq!(present.len(), 1, "an entry of the present search stays");
            assert_complete(table, present[0], 9);
        },
    );
}

/// The third touches the entry that the two would replace, or replaces another one of their
/// window, so that their victim changes.
#[test]
fn one_key_replaces_once() {
    replace_beside(|table| {
        let Lookup::Found(slot) = table.find(LOW[1]) else {
            return None;
        };
        assert_complete(table, slot, 7);
        assert_eq!(slots_of(table, LOW[1]), [slot], "touched is not replaced");
        Some(slot)
    });
    replace_beside(|table| {
        let slot = find_or_make(table, MIDDLE[0], 6)?;
        assert_complete(table, slot, 6);
        Some(slot)
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
        None
    });
}

/// Additions to one entry from two workers: none is lost, and simulations under way return to
/// zero although two moves share a word.
#[test]
fn nothing_added_is_lost() {
    fn with_entry() -> Table {
        let columns = Columns {
            in_flight: true,
            ..Columns::default()
        };
        let mut table = Table::new(0, 2, columns).unwrap();
        table.begin_search(false);
        let Lookup::Absent(victim) = table.find(LOW[0]) else {
            panic!("the table is empty");
        };
        let claim = victim.claim().unwrap();
        claim.entry().fill(&[Move(0), Move(1)]);
        claim.publish(LOW[0]);
        table
    }
    fn simulate<const EDGE: usize>(table: &Table) -> Option<Slot> {
        let slot = slots_of(table, LOW[0])[0];
        let entry = table.entry(slot);
        entry.depart(EDGE);
        entry.add::<true>(0, Reward::DRAW);
        entry.arrive(EDGE);
        Some(slot)
    }
    race(
        with_entry,
        [simulate::<0>, simulate::<1>],
        |table, [slot, _]| {
            let entry = table.entry(slot.unwrap());
            assert_eq!(entry.tally(0), tally(2, 2));
            assert_eq!((entry.in_flight(0), entry.in_flight(1)), (0, 0));
        },
    );
}
