//! Starting and ending simulations.
//!
//! Simulations begin at the root, and the root lives at one rank, the *home*. It starts a
//! simulation whenever fewer than so many are under way, and strikes it off when every rank on
//! its path has said that its part is credited. Only then is it finished: a simulation that
//! starts afterwards sees all of it. With one under way at a time the order of events is that
//! of a single thread.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use tewari_mcts::config::FinalMove;
use tewari_mcts::driver::{CHECK_STRIDE, EXTENSIONS, extended};
use tewari_mcts::tree::{Entry, Slot};
use tewari_mcts::{Budget, Snapshot, Watcher};

use crate::wire::Done;

/// The book of simulations under way.
pub struct Home<'a> {
    rank: u16,
    slot: Slot,
    root: Entry<'a>,
    excluded: &'a [usize],
    inherited: u64,
    final_move: FinalMove,
    budget: &'a Budget,
    stop: &'a AtomicBool,
    watcher: &'a mut dyn Watcher,
    /// How many may be under way.
    width: u64,
    limit: u64,
    extensions: u64,
    started: u64,
    finished: u64,
    entries_made: u64,
    over: bool,
    under_way: BTreeMap<u64, Ticket>,
    /// Tickets of finished simulations, to be used again.
    spare: Vec<Ticket>,
}

/// Who has credited its part of a simulation.
#[derive(Default)]
struct Ticket {
    parts: u16,
    done: Vec<u16>,
}

/// Where the root of a search is.
#[derive(Clone, Copy)]
pub struct Root<'a> {
    /// The rank it lives at.
    pub rank: u16,
    /// Where it lies there.
    pub slot: Slot,
    /// Its entry.
    pub entry: Entry<'a>,
    /// Its moves that are not to be tried.
    pub excluded: &'a [usize],
}

impl<'a> Home<'a> {
    /// The home of a search from `root` with at most `width` simulations under way.
    pub fn new(
        root: Root<'a>,
        final_move: FinalMove,
        budget: &'a Budget,
        width: u32,
        stop: &'a AtomicBool,
        watcher: &'a mut dyn Watcher,
    ) -> Self {
        Self {
            rank: root.rank,
            slot: root.slot,
            root: root.entry,
            excluded: root.excluded,
            inherited: root.entry.total_visits(),
            final_move,
            budget,
            stop,
            watcher,
            width: u64::from(width),
            limit: budget.simulations.max(1),
            extensions: 0,
            started: 0,
            finished: 0,
            entries_made: 0,
            over: false,
            under_way: BTreeMap::new(),
            spare: Vec::new(),
        }
    }

    /// The rank that this is the home at.
    #[must_use]
    pub const fn rank(&self) -> u16 {
        self.rank
    }

    /// Where the root's entry lies there.
    #[must_use]
    pub const fn slot(&self) -> Slot {
        self.slot
    }

    /// Simulations started and finished so far.
    #[must_use]
    pub const fn progress(&self) -> (u64, u64) {
        (self.started, self.finished)
    }

    /// Visits of the root when the search began.
    #[must_use]
    pub const fn inherited(&self) -> u64 {
        self.inherited
    }

    /// The root now.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::take(self.root, self.excluded, self.finished, self.inherited)
    }

    fn is_halted(&self) -> bool {
        self.over || self.stop.load(Ordering::Relaxed)
    }

    /// Whether a simulation may be started now.
    #[must_use]
    pub fn may_start(&self) -> bool {
        self.started - self.finished < self.width
            && self.started < self.limit
            && (self.started == 0 || !self.is_halted())
    }

    /// The number of the next simulation, if one may be started now.
    pub fn start(&mut self) -> Option<u64> {
        if !self.may_start() {
            return None;
        }
        let index = self.started;
        self.started += 1;
        let ticket = self.spare.pop().unwrap_or_default();
        self.under_way.insert(index, ticket);
        Some(index)
    }

    /// Notes that `rank` has credited its part of a simulation; answers whether the simulation
    /// is finished with that.
    ///
    /// # Errors
    /// When that cannot be.
    pub fn done(&mut self, rank: u16, index: u64, done: Done) -> Result<bool, &'static str> {
        let ticket = self
            .under_way
            .get_mut(&index)
            .ok_or("the simulation is not under way")?;
        if ticket.parts != 0 && ticket.parts != done.parts {
            return Err("its ranks disagree about its path");
        }
        if ticket.done.contains(&rank) {
            return Err("its sender has been done with it before");
        }
        ticket.parts = done.parts;
        ticket.done.push(rank);
        if ticket.done.len() < usize::from(ticket.parts) {
            return Ok(false);
        }
        self.finish(index, done.grown);
        Ok(true)
    }

    /// Strikes a simulation off.
    pub(crate) fn finish(&mut self, index: u64, grown: bool) {
        if let Some(mut ticket) = self.under_way.remove(&index) {
            ticket.parts = 0;
            ticket.done.clear();
            self.spare.push(ticket);
        }
        self.finished += 1;
        self.entries_made += u64::from(grown);
        if self.finished.is_multiple_of(CHECK_STRIDE) && self.entries_made >= self.budget.entries {
            self.over = true;
        }
        if self.finished.is_multiple_of(self.watcher.stride().max(1))
            && self.watcher.is_due(self.finished)
        {
            let snapshot = self.snapshot();
            self.over |= !self.watcher.look(&snapshot);
        }
    }

    /// Ends the search if it is over and nothing is under way; answers whether it is. Where the final-move rule is
    /// max-robust and the best move is not, the search goes on for a while.
    pub fn try_end(&mut self) -> bool {
        if self.started != self.finished || self.may_start() {
            return false;
        }
        let asked = self.budget.simulations;
        if self.final_move == FinalMove::MaxRobust
            && asked < u64::MAX
            && !self.is_halted()
            && self.extensions < EXTENSIONS
            && !self.snapshot().is_robust()
        {
            self.extensions += 1;
            self.limit = extended(asked, self.extensions);
            // With few simulations an extension may be empty.
            return self.try_end();
        }
        true
    }
}
