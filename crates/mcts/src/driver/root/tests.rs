//! Merging against sums made by hand.

use tewari_games::Othello;

use super::*;
use crate::config::Config;
use crate::knowledge::Ignorance;
use crate::plant::columns;
use crate::playout::Uniform;
use crate::setup::Bundle;
use crate::walk::Ground;

type Set = Bundle<Othello, Uniform<Othello>, Ignorance>;
type Contents = BTreeMap<u64, Vec<Counts>>;

const SIMULATIONS: u64 = 400;

fn config() -> Config {
    let mut config = Config::default();
    config.rave.on = true;
    config.parallel.merge_share = 0.02;
    config
}

fn tables() -> Vec<Table> {
    let columns = columns::<Set>(&config(), false);
    let mut tables: Vec<Table> = (0..3)
        .map(|_| Table::new(1 << 20, Othello.max_moves(), columns).unwrap())
        .collect();
    for table in &mut tables {
        table.begin_search(true);
    }
    tables
}

fn trees(tables: &[Table]) -> Vec<Tree<'_, Othello>> {
    let plant = |table| {
        let mut ground = Ground::new(&Othello, &Othello.initial(), &config(), 1, 0, 0);
        let root = ground
            .plant(&Othello.initial(), table, &Ignorance, &[])
            .expect("there are moves");
        Tree {
            ground,
            table,
            root,
            inherited: 0,
        }
    };
    tables.iter().map(plant).collect()
}

/// Simulations in every tree, with streams of its own from `round` on.
fn grow_all(trees: &[Tree<'_, Othello>], round: u64) {
    for (number, tree) in trees.iter().enumerate() {
        let mut worker: Worker<Set> =
            Worker::new(&tree.ground, &Uniform::new(&Othello), &Ignorance);
        for i in 0..SIMULATIONS {
            let index = (round * SIMULATIONS + i) * 3 + number as u64;
            worker.simulate(&tree.ground, &Local::<false>(tree.table), index, tree.root);
        }
    }
}

fn merge_all(trees: &[Tree<'_, Othello>], lent: &mut Lent) {
    let mut guide: Worker<Set> = Worker::new(&trees[0].ground, &Uniform::new(&Othello), &Ignorance);
    merge(trees, &mut guide, &config().parallel, lent);
}

fn contents(table: &Table) -> Contents {
    let row = |entry: Entry<'_>| (0..entry.count()).map(|i| entry.counts(i)).collect();
    table.live().map(|(_, e)| (e.key(), row(e))).collect()
}

fn all(tables: &[Table]) -> Vec<Contents> {
    tables.iter().map(contents).collect()
}

/// What all trees together know of a position.
fn sum(trees: &[Contents], key: u64) -> Vec<Counts> {
    let rows = trees.iter().filter_map(|tree| tree.get(&key));
    rows.fold(Vec::new(), |sum, row| {
        if sum.is_empty() {
            return row.clone();
        }
        sum.iter().zip(row).map(|(a, b)| a.plus(*b)).collect()
    })
}

#[test]
fn merged_entries_are_sums_and_can_be_taken_apart() {
    let tables = tables();
    let trees = trees(&tables);
    let mut lent = Lent::default();
    grow_all(&trees, 0);
    let before = all(&tables);
    merge_all(&trees, &mut lent);
    let after = all(&tables);

    let merged: BTreeSet<u64> = lent
        .by_tree
        .iter()
        .flat_map(BTreeMap::keys)
        .copied()
        .collect();
    assert!(merged.len() > 5, "only {} entries", merged.len());
    for (own, after) in before.iter().zip(&after) {
        for (key, row) in after {
            if merged.contains(key) {
                assert_eq!(row, &sum(&before, *key));
            } else {
                assert_eq!(row, &own[key], "not near the root");
            }
        }
    }
    merge_all(&trees, &mut lent);
    assert!(after == all(&tables), "merging twice changes nothing");

    lent.give_back(&tables);
    assert!(before == all(&tables), "what is left is what each counted");
}

/// Visits near the root, summed over what each tree counted itself, are the simulations made,
/// however often the trees were merged on the way.
#[test]
fn own_counts_stay_apart_from_lent_ones() {
    let tables = tables();
    let trees = trees(&tables);
    let mut lent = Lent::default();
    for round in 0..4 {
        grow_all(&trees, round);
        merge_all(&trees, &mut lent);
        for tree in &trees {
            let visits = tree.table.entry(tree.root).total_visits();
            assert_eq!(visits, 3 * SIMULATIONS * (round + 1));
        }
    }
    lent.give_back(&tables);
    for tree in &trees {
        let visits = tree.table.entry(tree.root).total_visits();
        assert_eq!(visits, 4 * SIMULATIONS);
    }
}
