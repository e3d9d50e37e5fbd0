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
//! above the taking move: there it was a threat, not a move for its own sake. What it had
//! overwritten, a later time at which the same move was made, stands there again.

use tewari_game::{Game, Move, Outcome, Player, Reward};

use crate::config::RaveParams;
use crate::playout::RecordedMove;
use crate::statistic::AmafTally;
use crate::tree::{AmafAdder, Aside, Entry, MAX_MOVE_SPACE, Straight};

/// One move of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineMove {
    /// The move.
    pub mv: Move,
    /// Whether it took a ko.
    pub took_ko: bool,
}

/// A finished simulation: the tree's moves, then the playout's.
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    /// The moves made inside the tree.
    pub tree: &'a [LineMove],
    /// The moves of the playout.
    pub playout: &'a [RecordedMove],
}

impl Account<'_> {
    /// The move after the one at `depth` of the tree.
    fn answer(&self, depth: usize) -> Option<Move> {
        match self.tree.get(depth + 1) {
            Some(step) => Some(step.mv),
            None => self.playout.first().map(|step| step.mv),
        }
    }
}

/// The AMAF settings as crediting wants them.
#[derive(Clone, Copy, Debug)]
pub struct AmafRule {
    on: bool,
    /// Simulations from this one on add no samples: the counts might overflow.
    room: u64,
    /// The distance bias in units of 1/4096 of a win per move.
    distance: f64,
    ko_threats: bool,
}

impl AmafRule {
    /// From the parameters, for a search in a table that may have samples of as many
    /// `simulations` before.
    #[must_use]
    pub fn new(params: &RaveParams, simulations: u64) -> Self {
        let distance = params.distance * f64::from(AmafTally::WIN);
        Self {
            on: params.on,
            room: AmafTally::LIMIT.saturating_sub(simulations),
            distance,
            ko_threats: params.ko_threats,
        }
    }

    /// The rule as it is for simulation number `index` of the search.
    #[inline(always)]
    #[must_use]
    pub const fn at(&self, index: u64) -> Self {
        Self {
            on: self.on && index < self.room,
            ..*self
        }
    }

    /// Whether a table that has samples of as many `simulations` takes more of them.
    #[must_use]
    pub const fn has_room(params: &RaveParams, simulations: u64) -> bool {
        !params.on || simulations < AmafTally::LIMIT
    }

    /// Whether the times of moves are asked for.
    const fn is_timed(&self) -> bool {
        self.distance > 0.0 || self.ko_threats
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
/// there is nothing to add. Times are kept only where a rule asks for them.
#[derive(Clone, Debug)]
pub struct FirstTimes {
    /// The sample at distance zero, packed, by parity of depth and by move. As long as there
    /// can be moves, so that an index needs no check; a game touches the front of it.
    samples: [Box<[u64; MAX_MOVE_SPACE]>; 2],
    /// The time plus one, zero for never.
    times: Box<[u32; MAX_MOVE_SPACE]>,
    /// Moves that mean something else at another time.
    untransferable: Box<[Move]>,
    /// Moves of the game have numbers below this.
    move_space: usize,
}

/// A boxed array without a detour over the stack.
fn zeroed<T: Copy + Default + std::fmt::Debug>() -> Box<[T; MAX_MOVE_SPACE]> {
    let zeros: Box<[T]> = vec![T::default(); MAX_MOVE_SPACE].into_boxed_slice();
    zeros
        .try_into()
        .unwrap_or_else(|_| unreachable!("it was made this long"))
}

impl FirstTimes {
    /// The table for `game`.
    pub fn new<G: Game>(game: &G) -> Self {
        let moves = (0..game.move_space()).map(|mv| Move(mv as u16));
        Self {
            samples: [zeroed(), zeroed()],
            times: zeroed(),
            untransferable: moves.filter(|&mv| !game.is_transferable(mv)).collect(),
            move_space: game.move_space(),
        }
    }

    #[inline(always)]
    fn time(&self, mv: Move) -> usize {
        self.times[mv.index() % MAX_MOVE_SPACE] as usize
    }

    /// `samples` are what the move adds at even and at odd depths.
    #[inline(always)]
    fn enter(&mut self, mv: Move, samples: [u64; 2]) {
        for (by_move, sample) in self.samples.iter_mut().zip(samples) {
            by_move[mv.index() % MAX_MOVE_SPACE] = sample;
        }
    }

    /// What is known of a move.
    #[inline(always)]
    fn first(&self, mv: Move) -> First {
        let at = mv.index() % MAX_MOVE_SPACE;
        First {
            samples: self.samples.each_ref().map(|by_move| by_move[at]),
            time: self.times[at],
        }
    }

    /// Strikes the move made at `time`, if that was its first time: `before` it is known again.
    #[inline(always)]
    fn strike(&mut self, mv: Move, time: usize, before: First) {
        if self.time(mv) == time + 1 {
            self.enter(mv, before.samples);
            self.times[mv.index() % MAX_MOVE_SPACE] = before.time;
        }
    }

    #[inline(always)]
    fn clear(&mut self, mv: Move) {
        for by_move in &mut self.samples {
            by_move[mv.index() % MAX_MOVE_SPACE] = 0;
        }
        self.times[mv.index() % MAX_MOVE_SPACE] = 0;
    }

    /// Forgets what was entered for moves that say nothing about other times.
    #[inline(always)]
    fn clear_untransferable(&mut self) {
        for i in 0..self.untransferable.len() {
            self.clear(self.untransferable[i]);
        }
    }
}

/// AMAF samples of the root that a worker has set aside.
///
/// Every simulation credits about half of the root's moves. With several workers each of these
/// additions is a locked one, and the root's row wanders from processor to processor with every
/// simulation. So each worker adds up its own samples and hands them over every few
/// simulations: the others see them a little later, and none is lost. Visits are never late.
#[derive(Clone, Debug)]
pub(crate) struct RootSamples {
    words: Vec<u64>,
    simulations: u32,
}

impl RootSamples {
    /// After so many simulations they are handed over.
    const MOST: u32 = 8;

    /// Room for the samples of `width` moves.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            words: vec![0; width],
            simulations: 0,
        }
    }

    /// Adds them to the root.
    pub(crate) fn hand_over(&mut self, root: Entry<'_>) {
        if self.simulations > 0 {
            root.take_over_amaf(&mut self.words);
            self.simulations = 0;
        }
    }
}

/// What [`FirstTimes`] knows of one move.
#[derive(Clone, Copy, Default, Debug)]
struct First {
    samples: [u64; 2],
    time: u32,
}

/// Credits positions of one account, deepest first.
pub struct Crediting<'a> {
    account: Account<'a>,
    rule: &'a AmafRule,
    times: &'a mut FirstTimes,
    rewards: [Reward; 2],
    /// By parity of the time a move was made: what it adds at depths of either parity.
    samples: [[u64; 2]; 2],
    /// Moves at this depth and below are in the table.
    entered: usize,
    /// What the move entered last had overwritten.
    overwritten: First,
}

impl<'a> Crediting<'a> {
    /// Prepares to credit the positions of `account`. `rewards` are those of the players to
    /// move at even and at odd depths.
    #[inline]
    pub fn new(
        account: Account<'a>,
        rule: &'a AmafRule,
        times: &'a mut FirstTimes,
        rewards: [Reward; 2],
    ) -> Self {
        let [even, odd] =
            rewards.map(|reward| AmafTally::packed(rule.sample(reward.half_wins(), 0)));
        let samples = [[even, 0], [0, odd]];
        let entered = account.tree.len();
        let mut crediting = Self {
            account,
            rule,
            times,
            rewards,
            samples,
            entered,
            overwritten: First::default(),
        };
        if rule.on {
            if rule.is_timed() {
                crediting.enter_playout::<true>();
            } else {
                crediting.enter_playout::<false>();
            }
            crediting.times.clear_untransferable();
        }
        crediting
    }

    #[inline]
    fn enter_playout<const TIMED: bool>(&mut self) {
        let (depth, playout) = (self.account.tree.len(), self.account.playout);
        let last_took_ko = self.account.tree.last().is_some_and(|step| step.took_ko);
        let (mut now, mut next) = (
            self.samples[(depth + playout.len() + 1) % 2],
            self.samples[(depth + playout.len()) % 2],
        );
        let [even, odd] = &mut self.times.samples;
        let (even, odd, times) = (&mut **even, &mut **odd, &mut *self.times.times);
        for (i, step) in playout.iter().enumerate().rev() {
            let threat = TIMED
                && self.rule.ko_threats
                && if i > 0 {
                    playout[i - 1].took_ko
                } else {
                    last_took_ko
                };
            if !threat {
                let mv = step.mv.index() % MAX_MOVE_SPACE;
                [even[mv], odd[mv]] = now;
                if TIMED {
                    times[mv] = (depth + i) as u32 + 1;
                }
            }
            std::mem::swap(&mut now, &mut next);
        }
    }

    /// Adds the simulation to the entry at `depth`, where move number `edge` was taken.
    /// Depths must come in descending order; some may be left out.
    #[inline]
    pub fn credit<const SHARED: bool>(&mut self, entry: Entry<'_>, depth: usize, edge: usize) {
        self.add_result::<SHARED>(entry, depth, edge);
        self.add_samples(entry, depth, Straight::<SHARED>);
    }

    /// The same for the root of a tree with several workers: its AMAF samples are set aside
    /// and handed over now and then.
    #[inline]
    pub(crate) fn credit_root(&mut self, entry: Entry<'_>, edge: usize, aside: &mut RootSamples) {
        self.add_result::<true>(entry, 0, edge);
        if self.rule.on {
            self.add_samples(entry, 0, Aside(&mut aside.words));
            aside.simulations += 1;
            if aside.simulations == RootSamples::MOST {
                aside.hand_over(entry);
            }
        }
    }

    #[inline(always)]
    fn add_result<const SHARED: bool>(&self, entry: Entry<'_>, depth: usize, edge: usize) {
        let reward = self.rewards[depth % 2];
        entry.add::<SHARED>(edge, reward);
        if entry.columns().squares {
            entry.add_square::<SHARED>(edge, reward);
        }
    }

    #[inline(always)]
    fn add_samples(&mut self, entry: Entry<'_>, depth: usize, adder: impl AmafAdder) {
        if self.rule.on {
            self.enter_tree(depth);
            if self.rule.distance > 0.0 {
                let half_wins = self.rewards[depth % 2].half_wins();
                self.add_with_distance(entry, depth, half_wins, adder);
            } else {
                let samples = &*self.times.samples[depth % 2];
                entry.add_amaf(|mv| samples[mv.index() % MAX_MOVE_SPACE], adder);
            }
        }
    }

    /// Enters the moves made in the tree down to `depth`.
    #[inline]
    fn enter_tree(&mut self, depth: usize) {
        while self.entered > depth {
            self.entered -= 1;
            let step = self.account.tree[self.entered];
            if self.rule.ko_threats
                && step.took_ko
                && let Some(answer) = self.account.answer(self.entered)
            {
                self.times
                    .strike(answer, self.entered + 1, self.overwritten);
            }
            if self.rule.ko_threats {
                self.overwritten = self.times.first(step.mv);
            }
            self.times.enter(step.mv, self.samples[self.entered % 2]);
            if self.rule.is_timed() {
                self.times.times[step.mv.index() % MAX_MOVE_SPACE] = self.entered as u32 + 1;
            }
            self.times.clear_untransferable();
        }
    }

    #[inline]
    fn add_with_distance(
        &self,
        entry: Entry<'_>,
        depth: usize,
        half_wins: u8,
        adder: impl AmafAdder,
    ) {
        let sample = |mv| match self.times.time(mv) {
            0 => 0,
            // Players alternate: times of the same parity are moves of the same player.
            later if (later - 1 - depth).is_multiple_of(2) => {
                AmafTally::packed(self.rule.sample(half_wins, later - 1 - depth))
            }
            _ => 0,
        };
        entry.add_amaf(sample, adder);
    }
}

/// Leaves the table empty for the next account: all of it where the game was long.
impl Drop for Crediting<'_> {
    fn drop(&mut self) {
        if !self.rule.on {
            return;
        }
        let (tree, playout) = (self.account.tree, self.account.playout);
        let space = self.times.move_space;
        if tree.len() + playout.len() > space / 4 {
            for by_move in &mut self.times.samples {
                by_move[..space].fill(0);
            }
            if self.rule.is_timed() {
                self.times.times[..space].fill(0);
            }
        } else {
            for step in tree {
                self.times.clear(step.mv);
            }
            for step in playout {
                self.times.clear(step.mv);
            }
        }
    }
}

/// The player to move at `depth` when `root` is to move at the root.
#[inline(always)]
#[must_use]
pub const fn player_at(root: Player, depth: usize) -> Player {
    if depth.is_multiple_of(2) {
        root
    } else {
        root.other()
    }
}

/// A draw as a win or a loss by the toss of a coin.
#[must_use]
pub fn toss(outcome: Outcome, rng: &mut tewari_base::Rng) -> Outcome {
    match outcome {
        Outcome::Draw => Outcome::Win(Player::BOTH[rng.below(2) as usize]),
        win @ Outcome::Win(_) => win,
    }
}
