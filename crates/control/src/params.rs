//! The parameters of time management, each declared once.

use tewari_base::{choice, params};

use crate::strategy::Strategy;
use crate::terms::TimeControl;

choice! {
    /// What time is measured by.
    pub enum SourceKind {
        /// The clock on the wall.
        Wall,
        /// Simulations: a second is `time.speed` of them. Exactly repeatable; one thread.
        Virtual,
    }
}

choice! {
    /// What the factor of a rule that prolongs a search multiplies.
    pub enum Unit {
        /// The time used so far (Orego).
        Used,
        /// The time planned for the move, whatever was added before (Erica).
        Planned,
    }
}

choice! {
    /// Which value BEHIND looks at.
    pub enum BehindOf {
        /// The mean of the best move (Orego).
        Best,
        /// The mean of the root (Erica).
        Root,
    }
}

choice! {
    /// What UNST compares the most visited move by.
    pub enum UnstableBy {
        /// The mean (Orego).
        Mean,
        /// The score by which the search selects moves (Erica).
        Score,
    }
}

params! {
    /// The clock, and how its time is spent.
    pub struct TimeParams = "time" {
        /// What was agreed: `none`, `30s` for all moves, `5s/move`, `10m+25/5m` (Canadian),
        /// `10m+5x30s` (Japanese), `10m+5s` (Fischer). A protocol or match overrides it.
        control: TimeControl = TimeControl::None;
        /// How the time of a clock is spent: an allocation and rules, by the names of their
        /// papers, joined by `+`. Numbers are the published ones for the game and board unless
        /// given, as in `exp-moves+stop(f=2,p=0.5)`.
        strategy: Strategy = Strategy::EXP_MOVES_STOP;
        /// What time is measured by.
        source: SourceKind = SourceKind::Wall;
        /// Simulations that make a second on the virtual clock.
        speed: f64 = 1000.0, range 0.001..=1_000_000_000.0;
        /// Seconds between two looks of the rules at the search.
        interval: f64 = 0.01, range 0.0001..=10.0;
        /// Simulations between two looks of STOP, at least.
        stop_every: u64 = 50, range 1..=1_000_000_000;
        /// Seconds kept back from what a move may take at most: for the way to whoever keeps
        /// the clock, and for a busy machine. The virtual clock has no need of it.
        margin: f64 = 0.1, range 0.0..=60.0;
        /// Seconds of a clock without overtime that are never planned with, so that a long game
        /// can be finished at once move by move; never more than a fiftieth of the main time.
        /// On the virtual clock it is as many simulations as a game can have moves.
        reserve: f64 = 0.5, range 0.0..=600.0;
        /// The largest share of the time left that a move may take, unless it is expected to
        /// be the last.
        most: f64 = 0.5, range 0.01..=1.0;
        /// Whether a move without alternative is made at once.
        forced: bool = true;
        /// What the factor of a rule that prolongs a search multiplies.
        unit: Unit = Unit::Used;
        /// Which value BEHIND looks at.
        behind_of: BehindOf = BehindOf::Best;
        /// What UNST compares the most visited move by.
        unstable_by: UnstableBy = UnstableBy::Mean;
    }
}

impl TimeParams {
    /// How many simulations make a second of the agreed time; `None` on the wall, and where
    /// nothing was agreed.
    #[must_use]
    pub const fn simulations_a_second(&self) -> Option<f64> {
        match self.source {
            SourceKind::Virtual if !self.control.is_none() => Some(self.speed),
            _ => None,
        }
    }
}

choice! {
    /// What is searched while the opponent thinks.
    pub enum PonderKind {
        /// Nothing.
        Off,
        /// The position, as if it were our turn; what is found below the move that is played
        /// stays (standard pondering).
        Standard,
        /// Only the replies that seem best, `ponder.replies` of them (focused pondering).
        Focused,
    }
}

params! {
    /// Searching on the opponent's time. With the virtual clock it is for matches, whose
    /// referee knows how many simulations that time is worth.
    pub struct PonderParams = "ponder" {
        /// What is searched while the opponent thinks.
        kind: PonderKind = PonderKind::Off;
        /// With focused pondering: how many replies are searched, those with the highest
        /// scores in the selection.
        replies: usize = 5, range 1..=1000, step 1;
        /// Whether the next move is planned shorter by `t·s`: t the time pondered, s the share
        /// of its simulations that went to the reply that was played.
        reduce: bool = false;
    }
}
