//! The accounts of a search, and the checks on them.
//!
//! Each rank counts what it does. When a search has ended, and nothing is under way any more,
//! these must agree; a frame that was lost or came twice makes at least one of them fail:
//!
//! 1. every simulation that was started has finished, once;
//! 2. frames of every kind: sent = received, and UPDATE also = applied;
//! 3. moves taken on the way down = moves credited on the way back;
//! 4. the visits of the root's moves = simulations finished + what was there before (and, in
//!    games where positions repeat, the times that a line came back to the root);
//! 5. in every entry: nothing is under way, and no move has won more often than it was tried.
//!
//! The first four cost nothing and are checked after every search. The last one reads all
//! tables; [`check_entries`] is for whoever wants to know.

use std::fmt;

use tewari_mcts::tree::Table;

use crate::wire::Kind;

/// Frames of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flow {
    /// Frames sent.
    pub sent: u64,
    /// Their bytes.
    pub bytes_sent: u64,
    /// Frames received.
    pub received: u64,
    /// Their bytes.
    pub bytes_received: u64,
}

impl Flow {
    pub(crate) const fn send(&mut self, bytes: usize) {
        self.sent += 1;
        self.bytes_sent += bytes as u64;
    }

    pub(crate) const fn receive(&mut self, bytes: usize) {
        self.received += 1;
        self.bytes_received += bytes as u64;
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            sent: self.sent + other.sent,
            bytes_sent: self.bytes_sent + other.bytes_sent,
            received: self.received + other.received,
            bytes_received: self.bytes_received + other.bytes_received,
        }
    }
}

/// What one rank did in one search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Simulations started here.
    pub started: u64,
    /// Simulations started here that have finished.
    pub finished: u64,
    /// Those of them that ended at the root itself, because it had no move to take.
    pub pathless: u64,
    /// Times a simulation came back to the root and took a move there once more: where
    /// positions may repeat, a line may pass the same entry twice.
    pub returns: u64,
    /// MOVE frames.
    pub moves: Flow,
    /// UPDATE frames.
    pub updates: Flow,
    /// DONE frames.
    pub dones: Flow,
    /// STOP and FAIL frames.
    pub control: Flow,
    /// Updates of other ranks that were applied here.
    pub updates_applied: u64,
    /// Updates of simulations that ended here, applied without a frame.
    pub updates_local: u64,
    /// Moves taken here on the way down.
    pub steps_taken: u64,
    /// Moves credited here on the way back.
    pub steps_credited: u64,
    /// Playouts made here.
    pub playouts: u64,
    /// Frames of earlier searches, dropped.
    pub stale: u64,
    /// The most simulations that ever waited here to be continued.
    pub longest_queue: usize,
    /// Turns in which there was something to do.
    pub busy_turns: u64,
    /// Turns in which there was nothing to do.
    pub idle_turns: u64,
}

impl Counters {
    pub(crate) const fn flow(&mut self, kind: Kind) -> &mut Flow {
        match kind {
            Kind::Move => &mut self.moves,
            Kind::Update => &mut self.updates,
            Kind::Done => &mut self.dones,
            Kind::Stop | Kind::Fail => &mut self.control,
        }
    }

    /// The sum of several ranks; of queues the longest.
    #[must_use]
    pub fn total(ranks: &[Self]) -> Self {
        ranks.iter().fold(Self::default(), |sum, rank| Self {
            started: sum.started + rank.started,
            finished: sum.finished + rank.finished,
            pathless: sum.pathless + rank.pathless,
            returns: sum.returns + rank.returns,
            moves: sum.moves.plus(rank.moves),
            updates: sum.updates.plus(rank.updates),
            dones: sum.dones.plus(rank.dones),
            control: sum.control.plus(rank.control),
            updates_applied: sum.updates_applied + rank.updates_applied,
            updates_local: sum.updates_local + rank.updates_local,
            steps_taken: sum.steps_taken + rank.steps_taken,
            steps_credited: sum.steps_credited + rank.steps_credited,
            playouts: sum.playouts + rank.playouts,
            stale: sum.stale + rank.stale,
            longest_queue: sum.longest_queue.max(rank.longest_queue),
            busy_turns: sum.busy_turns + rank.busy_turns,
            idle_turns: sum.idle_turns + rank.idle_turns,
        })
    }
}

/// Two numbers that should be the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discrepancy {
    /// What the first one counts.
    pub what: &'static str,
    /// The first number.
    pub found: u64,
    /// What the second one counts.
    pub other: &'static str,
    /// The second number.
    pub expected: u64,
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            what,
            found,
            other,
            expected,
        } = self;
        write!(f, "{found} {what}, {expected} {other}")
    }
}

const fn same(
    what: &'static str,
    found: u64,
    other: &'static str,
    expected: u64,
) -> Result<(), Discrepancy> {
    if found == expected {
        return Ok(());
    }
    Err(Discrepancy {
        what,
        found,
        other,
        expected,
    })
}

/// Checks 1 to 4 after a search: `root_visits` are those of the root's moves now, `inherited`
/// those at its beginning.
///
/// # Errors
/// With the first two numbers that differ.
pub fn check_counters(
    ranks: &[Counters],
    root_visits: u64,
    inherited: u64,
) -> Result<(), Discrepancy> {
    let all = Counters::total(ranks);
    let (sent, received) = ("sent", "received");
    same("simulations finished", all.finished, "started", all.started)?;
    same("MOVE received", all.moves.received, sent, all.moves.sent)?;
    same(
        "UPDATE received",
        all.updates.received,
        sent,
        all.updates.sent,
    )?;
    same(
        "UPDATE applied",
        all.updates_applied,
        received,
        all.updates.received,
    )?;
    same("DONE received", all.dones.received, sent, all.dones.sent)?;
    same(
        "control frames received",
        all.control.received,
        sent,
        all.control.sent,
    )?;
    same(
        "moves credited",
        all.steps_credited,
        "taken",
        all.steps_taken,
    )?;
    same(
        "visits of the root",
        root_visits,
        "simulations, returns to it and visits before",
        inherited + all.finished - all.pathless + all.returns,
    )
}

/// Check 5, over all live entries of a table.
///
/// # Errors
/// With the first entry that is wrong.
pub fn check_entries(table: &Table) -> Result<(), Discrepancy> {
    for (_, entry) in table.live() {
        for i in 0..entry.count() {
            let under_way = u64::from(entry.in_flight(i));
            same("simulations under way in a move", under_way, "expected", 0)?;
            let tally = entry.tally(i);
            let most = 2 * u64::from(tally.visits);
            let beyond = tally.half_wins.saturating_sub(most);
            same("half-wins more than visits allow", beyond, "expected", 0)?;
        }
    }
    Ok(())
}
