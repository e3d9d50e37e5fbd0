//! Tree parallelisation: all workers walk in one tree.
//!
//! The workers take the numbers of their simulations from one counter and share nothing else
//! but the table, which needs no locks. What keeps them from all walking the same way is what
//! simulations under way do to the moves they took (`parallel.in_flight`). With one worker
//! this is the plain, sequential search.

use super::{Meter, Pause, Run, Tree};
use crate::observe::Stand;
use crate::report::Snapshot;
use crate::search::Watcher;
use crate::setup::Setup;
use crate::store::Local;
use crate::walk::Worker;

/// Searches `tree` with all workers of the budget. `SHARED` says whether there may be more
/// than one.
pub(crate) fn run<S: Setup, const SHARED: bool>(
    run: &Run<'_, S>,
    tree: &Tree<'_, S::Game>,
    watcher: &mut dyn Watcher,
) -> (Snapshot, Vec<Worker<S>>) {
    let store = Local::<SHARED>(tree.table);
    let threads = if SHARED { run.budget.threads.max(1) } else { 1 };
    let stand = Stand::new(threads, watcher);
    let work = |number, worker: &mut Worker<S>, meter: &Meter<'_>, watcher: &mut dyn Watcher| {
        let mut pause = Pause::<S, SHARED>::new(meter, &stand, number, watcher);
        while let Some(one) = meter.claim::<SHARED>(1) {
            worker.simulate(&tree.ground, &store, one.start, tree.root);
            pause.after(worker, tree, 1);
        }
        worker.settle(tree.table, tree.root);
    };
    let mut workers: Vec<Worker<S>> = (0..threads).map(|i| run.worker(tree, i)).collect();
    let mut meter = Meter::new(run);
    run.spend(
        &mut meter,
        tree.ground.config.search.final_move,
        || tree.snapshot(0).is_robust(),
        |meter| {
            std::thread::scope(|scope| {
                let mut rest = workers.iter_mut().enumerate();
                let first = rest.next();
                for (number, worker) in rest {
                    let work = &work;
                    scope.spawn(move || work(number, worker, meter, &mut ()));
                }
                if let Some((number, first)) = first {
                    work(number, first, meter, watcher);
                }
            });
        },
    );
    (tree.snapshot(meter.done()), workers)
}
