//! What goes into an entry is what its parents sent, visit by visit.
//!
//! With `expand_at` = e ≥ 2, one thread and room for everything, the first e − 1 visits of a
//! move end behind it and every later one passes the entry there. So the visits of an entry
//! are the sum, over all moves that lead to it, of their visits less e − 1. With path keys
//! there is one such move.

use std::collections::HashMap;

use tewari_game::{Game, GameState, Move};
use tewari_games::{Breakthrough, Connect4, Othello};
use tewari_mcts::Uniform;
use tewari_mcts::config::{Config, KeyKind};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::tree::{Entry, Lookup, Table};
use tewari_mcts::walk::{Ground, Worker};

use crate::tools::{Plain, ROOM, run, searcher};

fn entry_of(table: &Table, key: u64) -> Option<Entry<'_>> {
    match table.find(key) {
        Lookup::Found(slot) => Some(table.entry(slot)),
        _ => None,
    }
}

fn check<G: Game>(game: &G, key: KeyKind, expand_at: u32) {
    let mut config = Config::default();
    config.search.key = key;
    config.search.expand_at = expand_at;
    let mut searcher = searcher(game, &config, ROOM, 1);
    let state = game.initial();
    let report = run(&mut searcher, &state, 3000, 1, 0);
    assert_eq!(report.refused_full, 0);

    // Goes through the tree by replaying lines, and notes what each entry was sent.
    let ground = Ground::new(game, &state, &config, 7, 0, 0);
    let mut worker: Worker<Plain<G>> = Worker::new(&ground, &Uniform::new(game), &Ignorance);
    let mut sent: HashMap<u64, u64> = HashMap::from([(state.key(), 3000)]);
    let mut lines: Vec<(u64, Vec<Move>)> = vec![(state.key(), Vec::new())];
    let mut seen = 0;
    while let Some((key, line)) = lines.pop() {
        let entry = entry_of(searcher.table(), key).expect("only entries are on the list");
        seen += 1;
        for i in 0..entry.count() {
            let visits = u64::from(entry.tally(i).visits);
            worker.depart(&ground, 0);
            for &mv in &line {
                let after = worker.follow(&ground, mv);
                after.unwrap().expect("the game goes on");
            }
            let Ok(Some(child)) = worker.follow(&ground, entry.mv(i)) else {
                continue;
            };
            let passed = visits.saturating_sub(u64::from(expand_at) - 1);
            if passed > 0 && !sent.contains_key(&child) {
                let mut longer = line.clone();
                longer.push(entry.mv(i));
                lines.push((child, longer));
            }
            if passed > 0 {
                *sent.entry(child).or_default() += passed;
            }
        }
    }
    assert_eq!(seen, searcher.table().live().count(), "all are reached");
    assert_eq!(seen as u64, report.entries_made + 1);
    for (key, sent) in sent {
        let entry = entry_of(searcher.table(), key).expect("whoever is sent a visit exists");
        assert_eq!(entry.total_visits(), sent);
    }
}

#[test]
fn entries_get_what_their_parents_send() {
    for key in [KeyKind::Position, KeyKind::Path] {
        for expand_at in [2, 3, 7] {
            check(&Connect4, key, expand_at);
            check(&Breakthrough, key, expand_at);
            check(&Othello, key, expand_at);
        }
    }
}

/// Transpositions really occur in what the test above looks at.
#[test]
fn positions_merge_where_paths_do_not() {
    let mut config = Config::default();
    let entries = [KeyKind::Position, KeyKind::Path].map(|key| {
        config.search.key = key;
        let mut searcher = searcher(&Connect4, &config, ROOM, 1);
        run(&mut searcher, &Connect4.initial(), 3000, 1, 0);
        searcher
            .table()
            .live()
            .map(|(_, entry)| entry.total_visits())
            .sum::<u64>()
    });
    assert!(
        entries[0] > entries[1],
        "{entries:?}: merged trees are deeper"
    );
}
