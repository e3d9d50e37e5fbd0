//! Who does the work of a search.
//!
//! The three classical ways to let several workers search one position (the names are those
//! of Chaslot, Winands and van den Herik, *Parallel Monte-Carlo Tree Search*, 2008):
//!
//! | driver | trees | who walks | who plays out | depends on thread timing |
//! |---|---|---|---|---|
//! | [`shared`] | one | everybody | everybody | yes |
//! | [`leaf`] | one | one worker | everybody | no |
//! | [`root`] | one each | everybody in his own | everybody | no |
//!
//! All of them run the simulation of [`walk`](crate::walk); with one worker each of them, at
//! its smallest, is the plain search. The distributed tree of crate `cluster` is a fourth.

pub mod leaf;
pub mod root;
pub mod shared;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tewari_game::{Game, Move};

use crate::config::FinalMove;
use crate::observe::{Observer, Stand};
use crate::report::{Snapshot, principal_variation, proof_without, variation};
use crate::search::{Budget, Watcher, Wish};
use crate::setup::Setup;
use crate::tree::{Entry, Proof, Slot, Table};
use crate::walk::{Ground, Worker};

/// A tree to search in.
pub(crate) struct Tree<'a, G: Game> {
    pub ground: Ground<'a, G>,
    pub table: &'a Table,
    pub root: Slot,
    /// Visits of the root's moves that were there when the search began.
    pub inherited: u64,
}

impl<G: Game> Tree<'_, G> {
    pub(crate) fn snapshot(&self, simulations: u64) -> Snapshot {
        let entry = self.table.entry(self.root);
        Snapshot::take(entry, &self.ground.excluded, simulations, self.inherited)
    }

    fn entry_of(&self, key: u64) -> Option<Entry<'_>> {
        let slot = self.table.find(key).found()?;
        Some(self.table.entry(slot))
    }

    /// The line of most visited moves, followed by a worker that has no simulation under way.
    pub(crate) fn line<S: Setup<Game = G>>(&self, worker: &mut Worker<S>) -> Vec<Move> {
        worker.depart(&self.ground, 0);
        let root = self.table.entry(self.root);
        principal_variation(root, &self.ground.excluded, |mv| {
            let key = worker.follow(&self.ground, mv)?;
            Ok(key.and_then(|key| self.entry_of(key)))
        })
    }

    /// What is expected after the most visited moves of `snapshot`, as far as it is wished for.
    pub(crate) fn add_variations<S: Setup<Game = G>>(
        &self,
        snapshot: &mut Snapshot,
        wish: Wish,
        worker: &mut Worker<S>,
    ) {
        if wish.variations == 0 {
            return;
        }
        let root = self.table.entry(self.root);
        let ranked = snapshot.ranked();
        let tried = ranked.iter().filter(|m| m.tally.visits > 0);
        for m in tried.take(wish.variations) {
            let Some(first) = (0..root.count()).find(|&i| root.mv(i) == m.mv) else {
                continue;
            };
            worker.depart(&self.ground, 0);
            let line = variation(root, first, |mv| {
                let key = worker.follow(&self.ground, mv)?;
                Ok(key.and_then(|key| self.entry_of(key)))
            });
            snapshot.variations.push(line);
        }
    }

    fn is_proven(&self) -> bool {
        let entry = self.table.entry(self.root);
        proof_without(entry, &self.ground.excluded) != Proof::Open
    }
}

/// One call of [`Search::run`](crate::Search::run).
pub(crate) struct Run<'a, S: Setup> {
    pub playout: &'a S::Playout,
    pub knowledge: &'a S::Knowledge,
    pub budget: &'a Budget,
    pub stop: &'a AtomicBool,
    /// What the watcher wishes to see.
    pub wish: Wish,
}

impl<S: Setup> Run<'_, S> {
    /// Worker `number` for `tree`. With virtual wins each worker but the first imagines wins
    /// on root moves of its own: every eighth move, a different eighth for each of eight
    /// workers.
    fn worker(&self, tree: &Tree<'_, S::Game>, number: usize) -> Worker<S> {
        let mut worker = Worker::new(&tree.ground, self.playout, self.knowledge);
        worker.prepare(self.wish);
        let wins = tree.ground.config.parallel.virtual_wins as f32;
        if wins > 0.0 && number > 0 {
            let moves = tree.table.entry(tree.root).count();
            let favourite = |i: usize| if i % 8 == number % 8 { wins } else { 0.0 };
            worker.set_extra_wins((0..moves).map(favourite).collect());
        }
        worker
    }

    /// Lets `go` spend the budget. Where the final-move rule is max-robust it may go on for up
    /// to half as long again, in eight steps, until `is_robust`.
    fn spend(
        &self,
        meter: &mut Meter<'_>,
        final_move: FinalMove,
        is_robust: impl Fn() -> bool,
        mut go: impl FnMut(&Meter<'_>),
    ) {
        go(meter);
        let asked = self.budget.simulations;
        if final_move != FinalMove::MaxRobust || asked == u64::MAX {
            return;
        }
        for step in 1..=EXTENSIONS {
            if meter.is_halted() || is_robust() {
                break;
            }
            meter.limit = extended(asked, step);
            go(meter);
        }
    }
}

/// How often a max-robust search may go on.
pub const EXTENSIONS: u64 = 8;

/// The simulations of a max-robust search that was asked for `asked` after `step` extensions.
#[must_use]
pub const fn extended(asked: u64, step: u64) -> u64 {
    asked + asked / 16 * step
}

/// How far a search has come; shared by its workers.
pub(crate) struct Meter<'a> {
    limit: u64,
    entries: u64,
    stop: &'a AtomicBool,
    next: AtomicU64,
    done: AtomicU64,
    made: AtomicU64,
    over: AtomicBool,
}

/// How many simulations lie between two looks of a worker whether the root is proven or the
/// entries are spent.
pub const CHECK_STRIDE: u64 = 64;

impl<'a> Meter<'a> {
    fn new<S: Setup>(run: &Run<'a, S>) -> Self {
        Self {
            limit: run.budget.simulations.max(1),
            entries: run.budget.entries,
            stop: run.stop,
            next: AtomicU64::new(0),
            done: AtomicU64::new(0),
            made: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    #[inline]
    fn is_halted(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.over.load(Ordering::Relaxed)
    }

    /// The numbers of the next simulations, at most `count`; `None` when the search is over.
    /// The first simulation is always made.
    #[inline]
    fn claim<const SHARED: bool>(&self, count: u64) -> Option<Range<u64>> {
        let first = add_to::<SHARED>(&self.next, count);
        if first >= self.limit || (first > 0 && self.is_halted()) {
            self.next.fetch_sub(count, Ordering::Relaxed);
            return None;
        }
        let end = first.saturating_add(count).min(self.limit);
        if end - first < count {
            // What was claimed beyond the limit is given back, for a search that goes on.
            self.next
                .fetch_sub(count - (end - first), Ordering::Relaxed);
        }
        Some(first..end)
    }

    fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}

/// Adds to a counter and answers what it was. Where no other worker adds, a plain read and
/// write does: a locked one waits for all that the simulation before it wrote.
#[inline(always)]
fn add_to<const SHARED: bool>(counter: &AtomicU64, count: u64) -> u64 {
    if SHARED {
        counter.fetch_add(count, Ordering::Relaxed)
    } else {
        let before = counter.load(Ordering::Relaxed);
        counter.store(before + count, Ordering::Relaxed);
        before
    }
}

/// Counts up to whole strides.
struct Stride {
    length: u64,
    left: u64,
}

impl Stride {
    fn new(length: u64) -> Self {
        let length = length.max(1);
        Self {
            length,
            left: length,
        }
    }

    /// Whether a stride ends within the next `count`.
    #[inline(always)]
    const fn ends_within(&mut self, count: u64) -> bool {
        if count < self.left {
            self.left -= count;
            return false;
        }
        self.left = self.length - (count - self.left) % self.length;
        true
    }
}

/// What a worker does between simulations; `SHARED` says whether there are others.
struct Pause<'a, S: Setup, const SHARED: bool> {
    meter: &'a Meter<'a>,
    stand: &'a Stand<S::Observer>,
    /// The worker's number.
    number: usize,
    watcher: &'a mut dyn Watcher,
    checks: Stride,
    questions: Stride,
}

impl<'a, S: Setup, const SHARED: bool> Pause<'a, S, SHARED> {
    fn new(
        meter: &'a Meter<'a>,
        stand: &'a Stand<S::Observer>,
        number: usize,
        watcher: &'a mut dyn Watcher,
    ) -> Self {
        Self {
            meter,
            stand,
            number,
            checks: Stride::new(CHECK_STRIDE),
            questions: Stride::new(watcher.stride()),
            watcher,
        }
    }

    /// After `count` simulations of `worker` in `tree`.
    #[inline(always)]
    fn after(&mut self, worker: &mut Worker<S>, tree: &Tree<'_, S::Game>, count: u64) {
        add_to::<SHARED>(&self.meter.done, count);
        if self.checks.ends_within(count) {
            self.check(worker, tree);
        }
        if self.questions.ends_within(count) {
            self.ask(worker, tree);
        }
    }

    /// Ends the search if there is nothing more to find out or to spend.
    #[inline(never)]
    fn check(&self, worker: &mut Worker<S>, tree: &Tree<'_, S::Game>) {
        let meter = self.meter;
        let news = worker.entries_made - worker.entries_told;
        worker.entries_told = worker.entries_made;
        let made = meter.made.fetch_add(news, Ordering::Relaxed) + news;
        if made >= meter.entries || tree.is_proven() {
            meter.over.store(true, Ordering::Relaxed);
        }
        self.stand.leave(self.number, &worker.observer);
    }

    /// Lets the watcher look, if it wants to.
    #[inline(never)]
    fn ask(&mut self, worker: &mut Worker<S>, tree: &Tree<'_, S::Game>) {
        let simulations = self.meter.done();
        if !self.watcher.is_due(simulations) {
            return;
        }
        let mut snapshot = tree.snapshot(simulations);
        snapshot.line = tree.line(worker);
        snapshot.favourite = worker.favourite(&tree.ground, tree.table.entry(tree.root));
        let observed = self.stand.together(self.number, &worker.observer);
        snapshot.insight = observed.insight();
        let wish = self.watcher.wish();
        tree.add_variations(&mut snapshot, wish, worker);
        if wish.survey {
            snapshot.survey = observed.survey();
        }
        if !self.watcher.look(&snapshot) {
            self.meter.over.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stride_ends_where_its_multiples_lie() {
        let (mut stride, mut before) = (Stride::new(5), 0);
        for count in [1, 3, 1, 4, 12, 5, 1, 0, 9, 20] {
            let ends = before / 5 < (before + count) / 5;
            assert_eq!(stride.ends_within(count), ends, "{count} after {before}");
            before += count;
        }
    }
}
