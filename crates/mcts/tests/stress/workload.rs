//! Many threads on one table, with every addition accounted for.
//!
//! The operations are dealt in rounds, each a search of its own; some searches reuse what the
//! one before left and some raise the floor. There are more positions than slots, so that
//! entries are replaced and refused, and half of all operations go to a few hot positions, so
//! that threads meet. Each thread counts for itself what it added to which position and which
//! positions it made. After a round, with all threads gone:
//!
//! - no position was made twice, and no key lies in the table twice;
//! - a position holds exactly what it held before the round, or nothing if it was made in
//!   it, and what the threads say they added; so nothing was lost, in either of two columns;
//! - no simulation is under way.

use std::collections::HashMap;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use tewari_base::{Rng, mix};
use tewari_game::{Move, Reward};
use tewari_mcts::Tally;
use tewari_mcts::tree::{Columns, Entry, Layout, Lookup, Table};

/// Moves of a position.
const WIDTH: usize = 3;
/// Positions that get half of the operations.
const HOT: usize = 16;

const COLUMNS: Columns = Columns {
    amaf: false,
    squares: true,
    prior: false,
    bias: false,
    in_flight: true,
};

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Operations of all threads together, at least; each looks a key up, makes its entry if
    /// it can, and credits a move.
    pub operations: u64,
    /// Threads.
    pub threads: usize,
    /// Entries that the table has room for.
    pub slots: usize,
    /// Searches.
    pub rounds: u64,
    /// Seed of everything.
    pub seed: u64,
}

/// What became of the operations.
#[derive(Clone, Copy, Default, Debug)]
pub struct Summary {
    /// Lookups that found the entry.
    pub found: u64,
    /// Entries made.
    pub made: u64,
    /// Lookups that met a slot being written, or lost the race for one.
    pub busy: u64,
    /// Lookups that found no room.
    pub full: u64,
    /// Time that the threads ran.
    pub elapsed: Duration,
}

impl Summary {
    /// All operations.
    pub const fn operations(&self) -> u64 {
        self.found + self.made + self.busy + self.full
    }

    fn add(&mut self, other: &Self) {
        self.found += other.found;
        self.made += other.made;
        self.busy += other.busy;
        self.full += other.full;
    }
}

/// What a thread remembers of one position in one round.
#[derive(Clone, Copy, Default)]
struct Memory {
    made: u32,
    added: [Tally; WIDTH],
    squares: [u64; WIDTH],
}

impl Memory {
    fn add(&mut self, other: &Self) {
        self.made += other.made;
        for i in 0..WIDTH {
            self.added[i].visits += other.added[i].visits;
            self.added[i].half_wins += other.added[i].half_wins;
            self.squares[i] += other.squares[i];
        }
    }

    fn read(entry: Entry<'_>) -> Self {
        Self {
            made: 0,
            added: std::array::from_fn(|i| entry.tally(i)),
            squares: std::array::from_fn(|i| entry.squares(i)),
        }
    }
}

/// Carries out the plan.
///
/// # Panics
/// If anything is lost or doubled.
pub fn run(plan: &Plan) -> Summary {
    let bytes = plan.slots * Layout::new(WIDTH, COLUMNS).bytes();
    let mut table = Table::new(bytes, WIDTH, COLUMNS).unwrap();
    let keys: Vec<u64> = (0..plan.slots as u64 * 3 / 2)
        .map(|i| mix(mix(plan.seed) ^ i))
        .collect();
    let mut summary = Summary::default();
    let shares = plan.rounds * plan.threads as u64;
    for round in 0..plan.rounds {
        table.begin_search(round % 4 != 0);
        let before: HashMap<u64, Memory> = table
            .live()
            .map(|(_, entry)| (entry.key(), Memory::read(entry)))
            .collect();
        let start = Instant::now();
        // All at once: at the start of a search everybody wants to make the same entries.
        let ready = Barrier::new(plan.threads);
        let work = |thread: usize| {
            ready.wait();
            let rng = Rng::stream(plan.seed, &[round, thread as u64]);
            operate(&table, &keys, plan.operations.div_ceil(shares), rng)
        };
        let results: Vec<(Summary, Vec<Memory>)> = std::thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = (0..plan.threads)
                .map(|thread| scope.spawn(move || work(thread)))
                .collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        summary.elapsed += start.elapsed();
        let mut memories = vec![Memory::default(); keys.len()];
        for (part, parts) in &results {
            summary.add(part);
            for (memory, part) in memories.iter_mut().zip(parts) {
                memory.add(part);
            }
        }
        check(&table, &keys, &before, &memories);
    }
    summary
}

/// The operations of one thread in one round.
fn operate(table: &Table, keys: &[u64], operations: u64, mut rng: Rng) -> (Summary, Vec<Memory>) {
    const REWARDS: [Reward; 3] = [Reward::LOSS, Reward::DRAW, Reward::WIN];
    let mut summary = Summary::default();
    let mut memories = vec![Memory::default(); keys.len()];
    for _ in 0..operations {
        let among = if rng.below(2) == 0 { HOT } else { keys.len() };
        let number = rng.below(among as u32) as usize;
        let (key, memory) = (keys[number], &mut memories[number]);
        let slot = match table.find(key) {
            Lookup::Found(slot) => {
                summary.found += 1;
                slot
            }
            Lookup::Absent(victim) => {
                let Some(claim) = victim.claim() else {
                    summary.busy += 1;
                    continue;
                };
                claim.entry().fill(&moves(number));
                summary.made += 1;
                memory.made += 1;
                claim.publish(key)
            }
            Lookup::Busy => {
                summary.busy += 1;
                continue;
            }
            Lookup::Full => {
                summary.full += 1;
                continue;
            }
        };
        let entry = table.entry(slot);
        let edge = rng.below(WIDTH as u32) as usize;
        assert_eq!(entry.mv(edge), moves(number)[edge], "an entry is complete");
        entry.depart(edge);
        let reward = REWARDS[rng.below(3) as usize];
        entry.add::<true>(edge, reward);
        entry.add_square::<true>(edge, reward);
        entry.arrive(edge);
        let half_wins = u64::from(reward.half_wins());
        memory.added[edge].visits += 1;
        memory.added[edge].half_wins += half_wins;
        memory.squares[edge] += half_wins * half_wins;
    }
    (summary, memories)
}

/// The moves of position `number`: no two positions have the same first move.
fn moves(number: usize) -> [Move; WIDTH] {
    std::array::from_fn(|i| Move(((number + i * 101) % tewari_mcts::tree::MAX_MOVE_SPACE) as u16))
}

fn check(table: &Table, keys: &[u64], before: &HashMap<u64, Memory>, memories: &[Memory]) {
    let mut after: HashMap<u64, Entry<'_>> = HashMap::new();
    for (slot, entry) in table.live() {
        let twin = after.insert(entry.key(), entry);
        assert!(
            twin.is_none(),
            "the key in {slot:?} lies in the table twice"
        );
        for i in 0..WIDTH {
            assert_eq!(entry.in_flight(i), 0, "somebody is still under way");
        }
    }
    for (key, memory) in keys.iter().zip(memories) {
        assert!(memory.made <= 1, "a position was made twice");
        let used = memory.made > 0 || memory.added.iter().any(|tally| tally.visits > 0);
        let Some(&entry) = after.get(key) else {
            assert!(!used, "an entry that was used is gone");
            continue;
        };
        let mut expected = if memory.made > 0 {
            Memory::default()
        } else {
            before.get(key).copied().unwrap_or_default()
        };
        expected.add(memory);
        let held = Memory::read(entry);
        assert_eq!(held.added, expected.added, "an addition was lost");
        assert_eq!(held.squares, expected.squares, "a square was lost");
    }
}
