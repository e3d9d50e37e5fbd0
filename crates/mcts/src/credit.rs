//! Taking a result back to the positions a simulation passed.
//!
//! Credit has two halves. The worker that played out *packs* the simulation into an
//! [`Account`]: the line of moves and the outcome. Wherever an entry of the path lives, the
//! account is *applied* to it. On one machine both happen in one place; in a cluster the
//! account is the message.
//!
//! # All moves as first
//!
//! A position at depth `d` credits each of its moves that its player made at some later time
//! `t ≥ d` of the simulation, if that was the first time anybody made it after `d`. Going from
//! the leaf to the root, one table of first times serves all depths: the move made at depth
//! `d` is entered before the position at `d` is credited, overwriting later occurrences.
//!
//! The sample is the reward, moved towards one half of the range by the *distance bias*: a
//! win counts `1 − w·(t − d)` and a loss `w·(t − d)`, clamped to `[0, 1]` (Erica). With the
//! *ko-threat fix* the answer to a taken ko is struck from the table once the walk has come
//! above the taking move: there it was a threat, not a move for its own sake.

use tewari_game::{Game, Move, Outcome, Player, Reward};

use crate::config::RaveParams;
use crate::playout::Record;
use crate::statistic::AmafTally;
use crate::tree::Entry;

/// One move of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineMove {
    /// The move.
    pub mv: Move,
    /// Whether it took a ko.
    pub took_ko: bool,
}

/// A finished simulation: the tree's moves, then the playout's, and how it ended.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// All moves from the root on.
    pub line: Vec<LineMove>,
    /// How many of them were made inside the tree.
    pub depth: usize,
}

impl Account {
    /// Replaces the content by a simulation's.
    pub fn pack(&mut self, tree: &[LineMove], record: &Record) {
        self.line.clear();
        self.line.extend_from_slice(tree);
        self.depth = tree.len();
        let playout = record.moves().iter();
        self.line.extend(playout.map(|step| LineMove { mv: step.mv, took_ko: step.took_ko }));
    }
}

/// The AMAF settings as crediting wants them.
#[derive(Clone, Copy, Debug)]
pub struct AmafRule {
    on: bool,
    /// The distance bias in units of 1/4096 of a win per move.
    distance: f64,
    ko_threats: bool,
}

impl AmafRule {
    /// From the parameters; `room` says whether counts may still grow.
    #[must_use]
    pub fn new(params: &RaveParams, room: bool) -> Self {
        let distance = params.distance * f64::from(AmafTally::WIN);
        Self { on: params.on && room, distance, ko_threats: params.ko_threats }
    }

    /// Whether anything is to be credited.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.on
    }

    /// What a sample `apart` moves away adds, in units.
    #[must_use]
    pub fn sample(&self, half_wins: u8, apart: usize) -> u32 {
        let shift = (self.distance * apart as f64 + 0.5) as u32;
        match half_wins {
            2 => AmafTally::WIN.saturating_sub(shift),
            0 => shift.min(AmafTally::WIN),
            _ => AmafTally::WIN / 2,
        }
    }
}

/// When and by whom each move was first made, owned by whoever applies accounts.
///
/// Without distance bias a sample is the same at every depth, so what is kept for a move is
/// the very word that is added to its statistic: one for each parity of depth, zero where
/// there is nothing to add.
#[derive(Clone, Debug)]
pub struct FirstTimes {
    /// By move: the time plus one, zero for never.
    times: Vec<u16>,
    /// By move and parity of depth: the sample at distance zero, packed.
    samples: [Vec<u64>; 2],
    transferable: Vec<bool>,
}

impl FirstTimes {
    /// The table for `game`.
    pub fn new<G: Game>(game: &G) -> Self {
        let space = game.move_space();
        let transferable = (0..space).map(|mv| game.is_transferable(Move(mv as u16))).collect();
        Self { times: vec![0; space], samples: [vec![0; space], vec![0; space]], transferable }
    }

    #[inline(always)]
    fn enter(&mut self, mv: Move, time: usize, packed: [u64; 2]) {
        let i = mv.index();
        if self.transferable[i] {
            self.times[i] = time as u16 + 1;
            let own = time % 2;
            self.samples[own][i] = packed[own];
            self.samples[1 - own][i] = 0;
        }
    }

    #[inline(always)]
    fn strike(&mut self, mv: Move, time: usize) {
        if usize::from(self.times[mv.index()]) == time + 1 {
            self.clear(mv);
        }
    }

    #[inline(always)]
    fn clear(&mut self, mv: Move) {
        let i = mv.index();
        self.times[i] = 0;
        self.samples[0][i] = 0;
        self.samples[1][i] = 0;
    }
}

/// Credits positions of one account, deepest first.
pub struct Crediting<'a> {
    account: &'a Account,
    rule: &'a AmafRule,
    times: &'a mut FirstTimes,
    rewards: [Reward; 2],
    packed: [u64; 2],
    /// Moves at this depth and below are in the table.
    entered: usize,
}

impl<'a> Crediting<'a> {
    /// Prepares to credit the positions of `account`. `rewards` are those of the players to
    /// move at even and at odd depths.
    #[inline]
    pub fn new(
        account: &'a Account,
        rule: &'a AmafRule,
        times: &'a mut FirstTimes,
        rewards: [Reward; 2],
    ) -> Self {
        let packed = rewards.map(|reward| AmafTally::packed(rule.sample(reward.half_wins(), 0)));
        let mut crediting = Self { account, rule, times, rewards, packed, entered: account.depth };
        if rule.on {
            crediting.enter_playout();
        }
        crediting
    }

    #[inline]
    fn enter_playout(&mut self) {
        let line = &self.account.line;
        for t in (self.account.depth..line.len()).rev() {
            let threat = self.rule.ko_threats && t > 0 && line[t - 1].took_ko;
            if !threat {
                self.times.enter(line[t].mv, t, self.packed);
            }
        }
    }

    /// Adds the simulation to the entry at `depth`, where move number `edge` was taken.
    /// Depths must come in descending order; some may be left out.
    #[inline]
    pub fn credit<const SHARED: bool>(&mut self, entry: Entry<'_>, depth: usize, edge: usize) {
        let reward = self.rewards[depth % 2];
        entry.add::<SHARED>(edge, reward);
        if entry.columns().squares {
            entry.add_square::<SHARED>(edge, reward);
        }
        if self.rule.on {
            self.enter_tree(depth);
            if self.rule.distance > 0.0 {
                self.add_with_distance::<SHARED>(entry, depth, reward.half_wins());
            } else {
                let samples = &self.times.samples[depth % 2];
                entry.add_amaf::<SHARED>(|mv| samples[mv.index()]);
            }
        }
    }

    /// Enters the moves made in the tree down to `depth`.
    #[inline]
    fn enter_tree(&mut self, depth: usize) {
        while self.entered > depth {
            self.entered -= 1;
            let step = self.account.line[self.entered];
            if self.rule.ko_threats
                && step.took_ko
                && let Some(answer) = self.account.line.get(self.entered + 1)
            {
                self.times.strike(answer.mv, self.entered + 1);
            }
            self.times.enter(step.mv, self.entered, self.packed);
        }
    }

    #[inline]
    fn add_with_distance<const SHARED: bool>(&self, entry: Entry<'_>, depth: usize, half_wins: u8) {
        entry.add_amaf::<SHARED>(|mv| match usize::from(self.times.times[mv.index()]) {
            0 => 0,
            // Players alternate: times of the same parity are moves of the same player.
            later if (later - 1 - depth).is_multiple_of(2) => {
                AmafTally::packed(self.rule.sample(half_wins, later - 1 - depth))
            }
            _ => 0,
        });
    }
}

/// Leaves the table empty for the next account.
impl Drop for Crediting<'_> {
    fn drop(&mut self) {
        if self.rule.on {
            for step in &self.account.line {
                self.times.clear(step.mv);
            }
        }
    }
}

/// The player to move at `depth` when `root` is to move at the root.
#[inline(always)]
#[must_use]
pub const fn player_at(root: Player, depth: usize) -> Player {
    if depth.is_multiple_of(2) { root } else { root.other() }
}

/// A draw as a win or a loss by the toss of a coin.
#[must_use]
pub fn toss(outcome: Outcome, rng: &mut tewari_base::Rng) -> Outcome {
    match outcome {
        Outcome::Draw => Outcome::Win(Player::BOTH[rng.below(2) as usize]),
        win @ Outcome::Win(_) => win,
    }
}
