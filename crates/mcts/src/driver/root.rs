//! Root parallelisation: every worker has a tree of its own.
//!
//! Introduced as *single-run parallelisation* by Cazenave and Jouandeau (*On the
//! Parallelization of UCT*, 2007), named by Chaslot, Winands and van den Herik (2008): the
//! trees grow independently, and the visits of the root's moves are added up at the end. It
//! needs no communication at all, but every tree finds out the same things again. Adding up
//! what the trees know near their roots from time to time, and letting each of them go on
//! from the sums, repairs much of that (their *multiple-runs parallelisation*; Gelly, Hoock,
//! Rimmel, Teytaud and Kalemkarian, *The Parallelization of Monte-Carlo Planning*, 2008,
//! share the first levels of the tree); it is also what makes it worth while that trees
//! differ, for which there are virtual wins (`parallel.virtual_wins`): imagined wins on some
//! of the root's moves, others for every tree, that never enter any statistic.
//!
//! # Merging
//!
//! An entry of tree `i` holds `own_i + lent_i`: what the tree has counted itself, and what it
//! was lent by the others. A merge computes `total = Σ own_i` over the trees that have the
//! position and adds to each of them what it lacks, so that all hold the total, and
//! `lent_i = total − own_i`. All counts are merged: visits and rewards, AMAF, squares; and
//! proofs, which are facts. Statistics are words that add up, so this is integer arithmetic
//! and exact, and a position that a tree gets late receives everything at the next merge.
//!
//! When the next search begins, all that was lent is given back, and a merge around the new
//! root lends what is of use there; so nothing has to be remembered about positions that were
//! near the root once, and nothing is ever counted twice.
//!
//! # Rounds
//!
//! Each tree makes `parallel.merge_every` simulations, all wait for each other, the trees are
//! merged. Simulation `j` of tree `i` of `n` has the number `i + n·j`, and so its own random
//! stream: the result depends on seed, trees and simulations, not on the timing of threads.

use std::collections::{BTreeMap, BTreeSet};

use tewari_game::{Game, Move};

use super::{Meter, Pause, Run, Tree};
use crate::config::ParallelParams;
use crate::observe::Stand;
use crate::report::Snapshot;
use crate::search::Watcher;
use crate::setup::Setup;
use crate::store::Local;
use crate::tree::{Counts, Entry, Proof, Slot, Table};
use crate::walk::Worker;

/// What each tree was lent by the others: by tree and key, in the order of the entry's moves.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lent {
    by_tree: Vec<BTreeMap<u64, Vec<Counts>>>,
}

impl Lent {
    /// Gives everything back. Entries that were lent something were touched by the last search
    /// and nothing was inserted since, so those that are still live are still the same.
    pub(crate) fn give_back(&mut self, tables: &[Table]) {
        for (lent, table) in self.by_tree.drain(..).zip(tables) {
            for (key, counts) in lent {
                if let Some(slot) = table.find(key).found() {
                    let entry = table.entry(slot);
                    for (i, counts) in counts.into_iter().enumerate() {
                        entry.take_counts(i, counts);
                    }
                }
            }
        }
    }
}

/// Searches all `trees`, one worker each.
pub(crate) fn run<S: Setup>(
    run: &Run<'_, S>,
    trees: &mut [Tree<'_, S::Game>],
    lent: &mut Lent,
    watcher: &mut dyn Watcher,
) -> (Snapshot, Vec<Worker<S>>) {
    let params = trees[0].ground.config.parallel;
    let mut guide = run.worker(&trees[0], 0);
    merge(trees, &mut guide, &params, lent);
    for tree in &mut *trees {
        tree.inherited = tree.table.entry(tree.root).total_visits();
    }
    let trees = &*trees;
    let workers = trees.iter().enumerate();
    let mut gardens: Vec<Garden<'_, '_, S>> = workers
        .map(|(number, tree)| Garden {
            tree,
            worker: run.worker(tree, number),
            number: number as u64,
            made: 0,
        })
        .collect();
    let stand = Stand::new(gardens.len(), watcher);
    let mut meter = Meter::new(run);
    run.spend(
        &mut meter,
        trees[0].ground.config.search.final_move,
        || trees[0].snapshot(0).is_robust(),
        |meter| {
            while !(is_spent(&gardens, meter) || (meter.is_halted() && meter.done() > 0)) {
                grow(&mut gardens, meter, &stand, params.merge_every, watcher);
                merge(trees, &mut guide, &params, lent);
            }
        },
    );
    let workers = gardens.into_iter().map(|garden| garden.worker).collect();
    (trees[0].snapshot(meter.done()), workers)
}

/// A tree with its worker.
struct Garden<'t, 'g, S: Setup> {
    tree: &'t Tree<'g, S::Game>,
    worker: Worker<S>,
    number: u64,
    /// Simulations made.
    made: u64,
}

impl<S: Setup> Garden<'_, '_, S> {
    /// How many of all simulations up to the limit are this tree's.
    const fn quota(&self, trees: u64, limit: u64) -> u64 {
        limit / trees + (self.number < limit % trees) as u64
    }

    /// Makes simulations until there are `until` of them.
    fn grow(
        &mut self,
        trees: u64,
        until: u64,
        meter: &Meter<'_>,
        stand: &Stand<S::Observer>,
        watcher: &mut dyn Watcher,
    ) {
        let (tree, worker) = (self.tree, &mut self.worker);
        let store = Local::<false>(tree.table);
        let mut pause = Pause::<S, true>::new(meter, stand, self.number as usize, watcher);
        while self.made < until {
            let index = self.number + trees * self.made;
            if index > 0 && meter.is_halted() {
                break;
            }
            worker.simulate(&tree.ground, &store, index, tree.root);
            self.made += 1;
            pause.after(worker, tree, 1);
        }
    }
}

fn is_spent<S: Setup>(gardens: &[Garden<'_, '_, S>], meter: &Meter<'_>) -> bool {
    let trees = gardens.len() as u64;
    gardens
        .iter()
        .all(|garden| garden.made >= garden.quota(trees, meter.limit))
}

/// One round: `every` simulations in each tree, or all that are left.
fn grow<S: Setup>(
    gardens: &mut [Garden<'_, '_, S>],
    meter: &Meter<'_>,
    stand: &Stand<S::Observer>,
    every: u64,
    watcher: &mut dyn Watcher,
) {
    let trees = gardens.len() as u64;
    let until = |garden: &Garden<'_, '_, S>| {
        let quota = garden.quota(trees, meter.limit);
        match every {
            0 => quota,
            every => quota.min(garden.made + every),
        }
    };
    std::thread::scope(|scope| {
        let mut rest = gardens.iter_mut();
        let first = rest.next();
        for garden in rest {
            let until = until(garden);
            scope.spawn(move || garden.grow(trees, until, meter, stand, &mut ()));
        }
        if let Some(first) = first {
            first.grow(trees, until(first), meter, stand, watcher);
        }
    });
}

/// Adds up what the trees know near their roots.
fn merge<S: Setup>(
    trees: &[Tree<'_, S::Game>],
    guide: &mut Worker<S>,
    params: &ParallelParams,
    lent: &mut Lent,
) {
    if trees.len() < 2 {
        return;
    }
    lent.by_tree.resize_with(trees.len(), BTreeMap::new);
    let mut keys = BTreeSet::new();
    for tree in trees {
        let visits = tree.table.entry(tree.root).total_visits() as f64;
        let mut near = Near {
            tree,
            guide,
            depth: params.merge_depth as usize,
            least: ((params.merge_share * visits) as u32).max(1),
            line: Vec::new(),
            keys: &mut keys,
        };
        near.visit(tree.root);
    }
    // Whatever was lent before must be kept even, or its sums would grow stale.
    keys.extend(lent.by_tree.iter().flat_map(BTreeMap::keys));
    for key in keys {
        merge_entries(trees, key, lent);
    }
}

/// A walk over the entries near the root of a tree.
struct Near<'a, 'g, S: Setup> {
    tree: &'a Tree<'g, S::Game>,
    guide: &'a mut Worker<S>,
    depth: usize,
    least: u32,
    line: Vec<Move>,
    keys: &'a mut BTreeSet<u64>,
}

impl<S: Setup> Near<'_, '_, S> {
    fn visit(&mut self, slot: Slot) {
        let entry = self.tree.table.entry(slot);
        self.keys.insert(entry.key());
        if self.line.len() + 1 >= self.depth {
            return;
        }
        for i in 0..entry.count() {
            if entry.tally(i).visits < self.least {
                continue;
            }
            self.line.push(entry.mv(i));
            if let Some(child) = self.child() {
                self.visit(child);
            }
            self.line.pop();
        }
    }

    /// The entry at the end of the line.
    fn child(&mut self) -> Option<Slot> {
        let ground = &self.tree.ground;
        self.guide.depart(ground, 0);
        let mut key = None;
        for &mv in &self.line {
            key = self.guide.follow(ground, mv).ok()?;
        }
        self.tree.table.find(key?).found()
    }
}

/// Brings the entries with `key` to their sums in all trees that have one.
fn merge_entries<G: Game>(trees: &[Tree<'_, G>], key: u64, lent: &mut Lent) {
    let found: Vec<(usize, Entry<'_>)> = trees
        .iter()
        .enumerate()
        .filter_map(|(number, tree)| {
            let slot = tree.table.find(key).found()?;
            Some((number, tree.table.entry(slot)))
        })
        .collect();
    let mut total: BTreeMap<Move, (Counts, Proof)> = BTreeMap::new();
    let mut proof = Proof::Open;
    for &(number, entry) in &found {
        let lent = lent.by_tree[number]
            .entry(key)
            .or_insert_with(|| vec![Counts::default(); entry.count()]);
        for (i, lent) in lent.iter().enumerate() {
            let own = entry.counts(i).minus(*lent);
            let (counts, proof) = total
                .entry(entry.mv(i))
                .or_insert((Counts::default(), Proof::Open));
            *counts = counts.plus(own);
            *proof = either(*proof, entry.move_proof(i));
        }
        proof = either(proof, entry.proof());
    }
    for &(number, entry) in &found {
        for (i, lent) in lent.by_tree[number]
            .entry(key)
            .or_default()
            .iter_mut()
            .enumerate()
        {
            let (total, proof) = total[&entry.mv(i)];
            let added = entry.add_counts(i, total.minus(entry.counts(i)));
            *lent = lent.plus(added);
            entry.prove_move(i, proof);
        }
        entry.prove(proof);
    }
}

/// What is proven by either; both never contradict each other.
const fn either(a: Proof, b: Proof) -> Proof {
    match a {
        Proof::Open => b,
        proven => proven,
    }
}

#[cfg(test)]
mod tests;
