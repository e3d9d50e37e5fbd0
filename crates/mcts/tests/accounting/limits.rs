//! Memory and budgets are kept to, and a search that runs into its limits goes on or ends well.

use std::sync::atomic::{AtomicBool, Ordering};

use tewari_game::{Game, GameState, Move};
use tewari_games::{Breakthrough, Connect4, Othello};
use tewari_mcts::tree::table::PROBES;
use tewari_mcts::{Budget, Config, Snapshot, Watcher};

use crate::tools::{ROOM, run, searcher};

/// A table takes at most what it was given, down to one window of slots, and no entry more
/// than it has room for lives in it.
#[test]
fn memory_is_bounded() {
    for bytes in [0, 1 << 10, 10 << 10, 100 << 10, 1 << 20] {
        let mut searcher = searcher(&Othello, &Config::default(), bytes, 2);
        let least = PROBES * searcher.table().layout().bytes();
        let taken = searcher.table().bytes();
        assert!(taken <= bytes.max(least), "{taken} of {bytes}");
        assert_eq!(
            taken,
            searcher.table().slots() * searcher.table().layout().bytes()
        );
        let mut state = Othello.initial();
        for number in 0..3 {
            let report = run(&mut searcher, &state, 1500, 2, number);
            assert_eq!(report.snapshot.simulations, 1500);
            assert!(searcher.table().live().count() <= searcher.table().slots());
            assert_eq!(searcher.table().bytes(), taken);
            state.play(report.best.unwrap());
        }
    }
}

/// A full table stops growing, says so, and the search still gets its visits and goes on in
/// what it has.
#[test]
fn a_full_table_does_not_end_a_search() {
    let mut searcher = searcher(&Connect4, &Config::default(), 0, 1);
    let report = run(&mut searcher, &Connect4.initial(), 5000, 1, 0);
    assert!(report.refused_full > 1000);
    assert_eq!(report.entries_made + 1, PROBES as u64);
    assert_eq!(report.snapshot.simulations, 5000);
    assert_eq!(report.best, Some(Move(3)), "the middle");
    // The next search takes over the slots of the last one.
    let mut state = Connect4.initial();
    state.play(Move(3));
    let report = run(&mut searcher, &state, 5000, 1, 1);
    assert!(report.entries_made > 0);
}

/// A limit of entries ends the search soon after it is reached.
#[test]
fn entries_are_limited() {
    let mut searcher = searcher(&Breakthrough, &Config::default(), ROOM, 1);
    let budget = Budget {
        entries: 100,
        ..Budget::simulations(1_000_000)
    };
    let stop = AtomicBool::new(false);
    let report = searcher.run(&Breakthrough.initial(), &budget, 7, 0, &stop, &mut ());
    assert!((100..200).contains(&report.entries_made));
    assert!(report.snapshot.simulations < 10_000);
}

/// Looks every hundred simulations, and has seen enough at the third look.
#[derive(Default)]
struct Impatient {
    looks: Vec<u64>,
}

impl Watcher for Impatient {
    fn is_due(&mut self, _: u64) -> bool {
        true
    }

    fn stride(&self) -> u64 {
        100
    }

    fn look(&mut self, snapshot: &Snapshot) -> bool {
        let visits: u32 = snapshot.moves.iter().map(|m| m.tally.visits).sum();
        assert_eq!(u64::from(visits), snapshot.simulations);
        self.looks.push(snapshot.simulations);
        self.looks.len() < 3
    }
}

#[test]
fn a_watcher_ends_a_search() {
    let mut searcher = searcher(&Connect4, &Config::default(), ROOM, 1);
    let mut watcher = Impatient::default();
    let budget = Budget::simulations(1_000_000);
    let stop = AtomicBool::new(false);
    let state = Connect4.initial();
    let report = searcher.run(&state, &budget, 7, 0, &stop, &mut watcher);
    assert_eq!(watcher.looks, [100, 200, 300]);
    assert_eq!(report.snapshot.simulations, 300);
}

/// The stop flag ends a search, but not before one simulation.
#[test]
fn a_flag_ends_a_search() {
    for threads in [1, 4] {
        let mut searcher = searcher(&Connect4, &Config::default(), ROOM, threads);
        let budget = Budget {
            threads,
            ..Budget::simulations(u64::MAX)
        };
        let stop = AtomicBool::new(true);
        let state = Connect4.initial();
        let report = searcher.run(&state, &budget, 7, 0, &stop, &mut ());
        assert_eq!(report.snapshot.simulations, 1);
        assert!(report.best.is_some());

        stop.store(false, Ordering::Relaxed);
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                stop.store(true, Ordering::Relaxed);
            });
            searcher.run(&state, &budget, 7, 1, &stop, &mut ())
        });
        let snapshot = &report.snapshot;
        let visits: u64 = snapshot
            .moves
            .iter()
            .map(|m| u64::from(m.tally.visits))
            .sum();
        assert_eq!(visits, snapshot.simulations + snapshot.inherited);
    }
}

/// A game that is over has no move to search.
#[test]
fn a_finished_game_has_no_best_move() {
    let mut state = Connect4.initial();
    for column in [0, 1, 0, 1, 0, 1, 0] {
        state.play(Move(column));
    }
    let mut searcher = searcher(&Connect4, &Config::default(), ROOM, 1);
    let report = run(&mut searcher, &state, 100, 1, 0);
    assert_eq!((report.best, report.snapshot.simulations), (None, 0));
    assert!(report.snapshot.moves.is_empty() && report.line.is_empty());
}
