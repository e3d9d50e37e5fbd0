//! One position: its moves and what is known of them.

use tewari_game::{Move, Reward};

use super::layout::{Columns, Layout};
use crate::prior::Prior;
use crate::select::LANES;
use crate::statistic::{AmafTally, Tally};
use crate::sync::{AtomicU64, Ordering};

/// What is proven of a position for the player to move there, or of a move for the player who
/// makes it. Draws are never proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Nothing.
    Open,
    /// A win, whatever the opponent does.
    Win,
    /// A loss, whatever one does.
    Loss,
}

impl Proof {
    const fn bits(self) -> u64 {
        match self {
            Self::Open => 0,
            Self::Win => 1,
            Self::Loss => 2,
        }
    }

    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::Open,
            1 => Self::Win,
            _ => Self::Loss,
        }
    }
}

/// All that was counted for a move, as the words of its statistics. Words add up like the
/// counts they hold, so what two trees counted together is the sum of their words.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    visits: u64,
    amaf: u64,
    squares: u64,
}

impl Counts {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            visits: self.visits + other.visits,
            amaf: self.amaf + other.amaf,
            squares: self.squares + other.squares,
        }
    }

    /// What is left when `other`, a part of this, is taken away.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self {
            visits: self.visits - other.visits,
            amaf: self.amaf - other.amaf,
            squares: self.squares - other.squares,
        }
    }

    /// Visits and rewards among them.
    #[must_use]
    pub const fn tally(self) -> Tally {
        Tally::unpack(self.visits)
    }
}

const MOVE_BITS: u32 = 14;
const COUNT_MASK: u64 = 0xffff;
const PROOF_SHIFT: u32 = 16;

/// Move numbers must lie below this, so that two bits are left for a proof.
pub const MAX_MOVE_SPACE: usize = 1 << MOVE_BITS;

/// A view of the words of an entry.
///
/// The moves are fixed once the entry is published; statistics only grow; proofs are set once.
/// `SHARED` says whether other workers add at the same time: if not, an addition is a plain
/// read and write, which saves the price of a locked instruction.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    words: &'a [AtomicU64],
    layout: &'a Layout,
}

impl<'a> Entry<'a> {
    #[inline(always)]
    pub(super) const fn new(words: &'a [AtomicU64], layout: &'a Layout) -> Self {
        Self { words, layout }
    }

    #[inline(always)]
    pub(super) fn stamp(&self) -> &'a AtomicU64 {
        &self.words[1]
    }

    /// The key it was published under.
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.words[0].load(Ordering::Relaxed)
    }

    /// Whether the search with this number has published or touched it under this key: then it
    /// stays what it is until that search ends.
    #[inline(always)]
    pub(super) fn is_touched(&self, search: u64, key: u64) -> bool {
        // Pairs with the release in `publish`.
        self.stamp().load(Ordering::Acquire) == search && self.key() == key
    }

    #[inline(always)]
    pub(super) fn set_key(&self, key: u64) {
        self.words[0].store(key, Ordering::Relaxed);
    }

    /// Fills a claimed entry with moves; all statistics start at zero.
    ///
    /// # Panics
    /// If there are more moves than the entry has room for.
    pub fn fill(&self, moves: &[Move]) {
        assert!(
            moves.len() <= self.layout.width,
            "more moves than the game promised"
        );
        self.words[2].store(moves.len() as u64, Ordering::Relaxed);
        self.words[3].store(0, Ordering::Relaxed);
        let lanes = moves.chunks(4).map(|chunk| {
            chunk
                .iter()
                .enumerate()
                .fold(0, |word, (i, mv)| word | u64::from(mv.0) << (16 * i))
        });
        for (word, lanes) in self.words[self.layout.moves..].iter().zip(lanes) {
            word.store(lanes, Ordering::Relaxed);
        }
        let words = &self.words[self.layout.visits..];
        for word in words {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Which columns the entry has.
    #[inline(always)]
    #[must_use]
    pub const fn columns(&self) -> Columns {
        self.layout.columns
    }

    /// How many moves there are.
    #[inline(always)]
    #[must_use]
    pub fn count(&self) -> usize {
        (self.words[2].load(Ordering::Relaxed) & COUNT_MASK) as usize
    }

    /// What is proven of the position.
    #[inline(always)]
    #[must_use]
    pub fn proof(&self) -> Proof {
        Proof::from_bits(self.words[2].load(Ordering::Relaxed) >> PROOF_SHIFT)
    }

    /// Notes a proof of the position.
    #[inline]
    pub fn prove(&self, proof: Proof) {
        self.words[2].fetch_or(proof.bits() << PROOF_SHIFT, Ordering::Relaxed);
    }

    /// Which move a simulation took last, as far as anybody noted it.
    #[inline(always)]
    pub(crate) fn last_taken(&self) -> usize {
        self.words[3].load(Ordering::Relaxed) as usize
    }

    /// Notes that a simulation takes the `i`-th move.
    #[inline(always)]
    pub(crate) fn set_last_taken(&self, i: usize) {
        self.words[3].store(i as u64, Ordering::Relaxed);
    }

    #[inline(always)]
    fn lane(&self, column: usize, i: usize) -> u64 {
        self.words[column + i / 4].load(Ordering::Relaxed) >> (16 * (i % 4))
    }

    /// The `i`-th move.
    #[inline(always)]
    #[must_use]
    pub fn mv(&self, i: usize) -> Move {
        Move((self.lane(self.layout.moves, i) & ((1 << MOVE_BITS) - 1)) as u16)
    }

    /// Which of the moves is `mv`.
    #[must_use]
    pub fn find(&self, mv: Move) -> Option<usize> {
        (0..self.count()).find(|&i| self.mv(i) == mv)
    }

    /// What is proven of the `i`-th move.
    #[inline(always)]
    #[must_use]
    pub fn move_proof(&self, i: usize) -> Proof {
        Proof::from_bits(self.lane(self.layout.moves, i) >> MOVE_BITS)
    }

    /// Notes a proof of the `i`-th move.
    #[inline]
    pub fn prove_move(&self, i: usize, proof: Proof) {
        let bits = proof.bits() << (MOVE_BITS + 16 * (i % 4) as u32);
        self.words[self.layout.moves + i / 4].fetch_or(bits, Ordering::Relaxed);
    }

    /// The words of a column of 64 bits a move in chunks, for reading a whole row; those of
    /// moves that do not exist are zero.
    #[inline(always)]
    fn chunks(&self, column: usize) -> &'a [[AtomicU64; LANES]] {
        let chunks = self.count().div_ceil(LANES);
        &self.words[column..].as_chunks().0[..chunks]
    }

    /// The words of the visits.
    #[inline(always)]
    pub(crate) fn visit_chunks(&self) -> &'a [[AtomicU64; LANES]] {
        self.chunks(self.layout.visits)
    }

    /// The first of them: an entry has room for at least one.
    #[inline(always)]
    pub(crate) fn first_visit_chunk(&self) -> &'a [AtomicU64; LANES] {
        &self.words[self.layout.visits..].as_chunks().0[0]
    }

    /// The first words of the squared rewards, in an entry with that column.
    #[inline(always)]
    pub(crate) fn first_square_chunk(&self) -> &'a [AtomicU64; LANES] {
        &self.words[self.layout.squares..].as_chunks().0[0]
    }

    /// The words of the AMAF statistics, in an entry with that column.
    #[inline(always)]
    pub(crate) fn amaf_chunks(&self) -> &'a [[AtomicU64; LANES]] {
        self.chunks(self.layout.amaf)
    }

    /// The words of the squared rewards, in an entry with that column.
    #[inline(always)]
    pub(crate) fn square_chunks(&self) -> &'a [[AtomicU64; LANES]] {
        self.chunks(self.layout.squares)
    }

    /// `N` words of a chunk of a column with several moves a word.
    #[inline(always)]
    fn words_of<const N: usize>(&self, column: usize, chunk: usize) -> [u64; N] {
        let words = &self.words[column + chunk * N..][..N];
        std::array::from_fn(|i| words[i].load(Ordering::Relaxed))
    }

    /// Simulations under way, in an entry with that column.
    #[inline(always)]
    pub(crate) fn in_flight_words(&self, chunk: usize) -> [u64; LANES / 4] {
        self.words_of(self.layout.in_flight, chunk)
    }

    /// What a predictor thinks, in an entry with that column.
    #[inline(always)]
    pub(crate) fn bias_words(&self, chunk: usize) -> [u64; LANES / 4] {
        self.words_of(self.layout.bias, chunk)
    }

    /// Packed priors, in an entry with that column.
    #[inline(always)]
    pub(crate) fn prior_words(&self, chunk: usize) -> [u64; LANES / 2] {
        self.words_of(self.layout.prior, chunk)
    }

    /// Whether anything is proven of the moves of a chunk.
    #[inline(always)]
    pub(crate) fn has_proofs(&self, chunk: usize) -> bool {
        const PROOFS: u64 = 0x0001_0001_0001_0001 * (3 << MOVE_BITS);
        let words: [u64; LANES / 4] = self.words_of(self.layout.moves, chunk);
        let all = words.iter().fold(0, |all, word| all | word);
        all & PROOFS != 0
    }

    /// Visits and rewards of the `i`-th move.
    #[inline(always)]
    #[must_use]
    pub fn tally(&self, i: usize) -> Tally {
        Tally::unpack(self.words[self.layout.visits + i].load(Ordering::Relaxed))
    }

    /// Adds one visit to the `i`-th move.
    #[inline(always)]
    pub fn add<const SHARED: bool>(&self, i: usize, reward: Reward) {
        let word = &self.words[self.layout.visits + i];
        if Tally::has_room(word.load(Ordering::Relaxed)) {
            add_to::<SHARED>(word, Tally::packed(reward));
        }
    }

    /// All that was counted for the `i`-th move.
    #[must_use]
    pub fn counts(&self, i: usize) -> Counts {
        let read = |on: bool, column: usize| {
            if on {
                self.words[column + i].load(Ordering::Relaxed)
            } else {
                0
            }
        };
        let (layout, columns) = (self.layout, self.layout.columns);
        Counts {
            visits: read(true, layout.visits),
            amaf: read(columns.amaf, layout.amaf),
            squares: read(columns.squares, layout.squares),
        }
    }

    /// Adds counts to the `i`-th move, as merging two trees does. Answers what was added:
    /// nothing where the statistic is full.
    pub fn add_counts(&self, i: usize, counts: Counts) -> Counts {
        let (layout, columns) = (self.layout, self.layout.columns);
        let visits = &self.words[layout.visits + i];
        let more = counts.visits.saturating_add(visits.load(Ordering::Relaxed));
        if !Tally::has_room(more) {
            return Counts::default();
        }
        visits.fetch_add(counts.visits, Ordering::Relaxed);
        if columns.amaf {
            self.words[layout.amaf + i].fetch_add(counts.amaf, Ordering::Relaxed);
        }
        if columns.squares {
            self.words[layout.squares + i].fetch_add(counts.squares, Ordering::Relaxed);
        }
        counts
    }

    /// Takes counts away from the `i`-th move that were added to it before.
    pub fn take_counts(&self, i: usize, counts: Counts) {
        let (layout, columns) = (self.layout, self.layout.columns);
        self.words[layout.visits + i].fetch_sub(counts.visits, Ordering::Relaxed);
        if columns.amaf {
            self.words[layout.amaf + i].fetch_sub(counts.amaf, Ordering::Relaxed);
        }
        if columns.squares {
            self.words[layout.squares + i].fetch_sub(counts.squares, Ordering::Relaxed);
        }
    }

    /// AMAF statistics of the `i`-th move; nothing without that column.
    #[inline(always)]
    #[must_use]
    pub fn amaf(&self, i: usize) -> AmafTally {
        if self.layout.columns.amaf {
            AmafTally::unpack(self.words[self.layout.amaf + i].load(Ordering::Relaxed))
        } else {
            AmafTally::default()
        }
    }

    /// Adds to the AMAF statistics of every move, by way of `adder`, the word that `sample`
    /// gives for it; most rows have samples for about half of their moves.
    #[inline(always)]
    pub(crate) fn add_amaf(&self, sample: impl Fn(Move) -> u64, mut adder: impl AmafAdder) {
        let moves = self.words[self.layout.moves..].as_chunks::<{ LANES / 4 }>();
        let mut left = self.count();
        for (c, (words, lanes)) in self.amaf_chunks().iter().zip(moves.0).enumerate() {
            let lanes = lanes.each_ref().map(|word| word.load(Ordering::Relaxed));
            let credit = |i: usize| {
                let lane = lanes[i / 4] >> (16 * (i % 4));
                let delta = sample(Move((lane & ((1 << MOVE_BITS) - 1)) as u16));
                adder.add(c * LANES + i, &words[i], delta);
            };
            if left >= LANES {
                (0..LANES).for_each(credit);
                left -= LANES;
            } else {
                (0..left).for_each(credit);
            }
        }
    }

    /// Adds `samples`, one word a move, to the AMAF statistics and leaves zeros behind.
    pub(crate) fn take_over_amaf(&self, samples: &mut [u64]) {
        let words = self.amaf_chunks().as_flattened();
        for (word, sample) in words.iter().zip(samples) {
            Straight::<true>.add(0, word, std::mem::take(sample));
        }
    }

    /// Sum of squared rewards of the `i`-th move in quarters; zero without that column.
    #[inline(always)]
    #[must_use]
    pub fn squares(&self, i: usize) -> u64 {
        if self.layout.columns.squares {
            self.words[self.layout.squares + i].load(Ordering::Relaxed)
        } else {
            0
        }
    }

    /// Adds the square of a reward to the `i`-th move.
    #[inline(always)]
    pub fn add_square<const SHARED: bool>(&self, i: usize, reward: Reward) {
        let half_wins = u64::from(reward.half_wins());
        add_to::<SHARED>(&self.words[self.layout.squares + i], half_wins * half_wins);
    }

    /// The prior of the `i`-th move; nothing without that column.
    #[inline(always)]
    #[must_use]
    pub fn prior(&self, i: usize) -> Prior {
        if self.layout.columns.prior {
            let word = self.words[self.layout.prior + i / 2].load(Ordering::Relaxed);
            Prior::unpack((word >> (32 * (i % 2))) as u32)
        } else {
            Prior::NONE
        }
    }

    /// Sets the prior of the `i`-th move of a claimed entry that was just filled.
    #[inline]
    pub fn set_prior(&self, i: usize, prior: Prior) {
        let word = &self.words[self.layout.prior + i / 2];
        let bits = u64::from(prior.pack()) << (32 * (i % 2));
        word.store(word.load(Ordering::Relaxed) | bits, Ordering::Relaxed);
    }

    /// What a predictor thinks of the `i`-th move, in `[0, 1]`; zero without that column.
    #[inline(always)]
    #[must_use]
    pub fn bias(&self, i: usize) -> f32 {
        if self.layout.columns.bias {
            (self.lane(self.layout.bias, i) & 0xffff) as f32 / f32::from(u16::MAX)
        } else {
            0.0
        }
    }

    /// Sets the bias of the `i`-th move of a claimed entry that was just filled.
    #[inline]
    pub fn set_bias(&self, i: usize, bias: f32) {
        let word = &self.words[self.layout.bias + i / 4];
        let bits = ((bias.clamp(0.0, 1.0) * f32::from(u16::MAX) + 0.5) as u64) << (16 * (i % 4));
        word.store(word.load(Ordering::Relaxed) | bits, Ordering::Relaxed);
    }

    /// How many simulations are under way through the `i`-th move.
    #[inline(always)]
    #[must_use]
    pub fn in_flight(&self, i: usize) -> u16 {
        if self.layout.columns.in_flight {
            self.lane(self.layout.in_flight, i) as u16
        } else {
            0
        }
    }

    /// A simulation takes the `i`-th move. Lanes cannot overflow into each other: there are
    /// never 65,536 simulations under way.
    #[inline]
    pub fn depart(&self, i: usize) {
        if self.layout.columns.in_flight {
            let word = &self.words[self.layout.in_flight + i / 4];
            word.fetch_add(1 << (16 * (i % 4)), Ordering::Relaxed);
        }
    }

    /// The simulation that took the `i`-th move is credited or given up.
    #[inline]
    pub fn arrive(&self, i: usize) {
        if self.layout.columns.in_flight {
            let word = &self.words[self.layout.in_flight + i / 4];
            word.fetch_sub(1 << (16 * (i % 4)), Ordering::Relaxed);
        }
    }

    /// Sum of the visits of all moves.
    #[must_use]
    pub fn total_visits(&self) -> u64 {
        (0..self.count())
            .map(|i| u64::from(self.tally(i).visits))
            .sum()
    }
}

/// Where an AMAF sample goes.
pub(crate) trait AmafAdder {
    /// Adds `delta` for the `i`-th move, whose statistic is `word`.
    fn add(&mut self, i: usize, word: &AtomicU64, delta: u64);
}

/// Into the entry.
pub(crate) struct Straight<const SHARED: bool>;

impl<const SHARED: bool> AmafAdder for Straight<SHARED> {
    #[inline(always)]
    fn add(&mut self, _: usize, word: &AtomicU64, delta: u64) {
        if !SHARED || delta != 0 {
            add_to::<SHARED>(word, delta);
        }
    }
}

/// Aside, one word a move, to be handed over later.
pub(crate) struct Aside<'a>(pub(crate) &'a mut [u64]);

impl AmafAdder for Aside<'_> {
    #[inline(always)]
    fn add(&mut self, i: usize, _: &AtomicU64, delta: u64) {
        self.0[i] += delta;
    }
}

#[inline(always)]
fn add_to<const SHARED: bool>(word: &AtomicU64, delta: u64) {
    if SHARED {
        word.fetch_add(delta, Ordering::Relaxed);
    } else {
        word.store(word.load(Ordering::Relaxed) + delta, Ordering::Relaxed);
    }
}
