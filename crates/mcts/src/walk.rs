//! One simulation: descend → simulate → credit.
//!
//! A [`Worker`] carries everything a simulation needs, so that a simulation allocates nothing
//! and can stop anywhere: *descend* walks from entry to entry until it reaches a leaf, and on
//! a store that is spread over several places it may find that the next entry lives
//! elsewhere. Then the [`Journey`], the moves made so far and the entries they were chosen in,
//! is all that has to travel; the next worker replays the moves and goes on.
//!
//! What the phases mean:
//!
//! 1. *descend*: at each entry the rule selects a move. A move that the record of the game
//!    forbids is passed over for this visit, and so is one that the search's
//!    [restrictions](crate::restriction) rule out. The position after the move is a leaf if the
//!    game is over there, if the tree may not grow deeper, if the move has not been visited
//!    often enough to deserve an entry, or if this simulation has already made one. A new
//!    entry is made with its moves and opinions ready before its slot is claimed; then a move
//!    is selected in it like in any other, so that the visits of an entry's moves add up to
//!    the visits of the entry.
//! 2. *simulate*: a playout from the leaf.
//! 3. *credit*: see [`credit`](crate::credit).

mod grow;
mod journey;

pub use journey::{Journey, Leaf, Progress, Step};

use std::convert::Infallible;

use tewari_base::Rng;
use tewari_game::{Game, GameState, Move, MoveList, Outcome, Player, Repetition};

use crate::config::{Config, DrawReward, KeyKind};
use crate::credit::{Account, AmafRule, Crediting, FirstTimes, LineMove, RootSamples, toss};
use crate::knowledge::Opinion;
use crate::observe::Observer;
use crate::playout::{Playout, Record};
use crate::prior::Prior;
use crate::repetition::{Forbidden, Past};
use crate::restriction::Restrictions;
use crate::search::Wish;
#[cfg(all(target_arch = "x86_64", not(loom)))]
use crate::select::Wide;
use crate::select::{LANES, Lanes, Plain, Row, Rule, select_few};
use crate::setup::Setup;
use crate::solver;
use crate::store::Store;
use crate::trail::path_key;
use crate::tree::{Entries, Layout, Lookup, Proof, Slot, Small, Table};

/// What all workers of a search share and none changes.
pub struct Ground<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position searched, light.
    pub root: G::Sim,
    /// Its key.
    pub root_key: u64,
    /// The player to move there.
    pub player: Player,
    /// The record of the game.
    pub past: Past,
    /// The parameters.
    pub config: Config,
    /// The selection rule made of them.
    pub rule: Rule,
    /// How AMAF is credited.
    pub amaf: AmafRule,
    /// Moves of the root's entry that are not to be tried.
    pub excluded: Vec<usize>,
    /// What else is not to be tried, at the root (where it is among the excluded) and below.
    pub restrictions: Restrictions,
    /// For how many plies there are restrictions.
    pub restricted: usize,
    /// A simulation leaves the tree after so many moves: the depth that was asked for, or where
    /// the game would call a playout a draw. Without that, kos that no rule stops from going
    /// round would hold a simulation for ever.
    pub deepest: usize,
    /// The seed of all random streams.
    pub seed: u64,
    /// The number of this search among those of the seed.
    pub search: u64,
}

/// The scratch and the plug-ins of one worker.
pub struct Worker<S: Setup> {
    /// The simulation under way.
    pub journey: Journey,
    /// The position it has reached.
    pub sim: <S::Game as Game>::Sim,
    /// What its playout did.
    pub record: Record,
    /// Who watches.
    pub observer: S::Observer,
    playout: S::Playout,
    knowledge: S::Knowledge,
    /// The key of the position reached.
    key: u64,
    past: Past,
    row: Row,
    excluded: Vec<usize>,
    moves: MoveList,
    line_moves: MoveList,
    opinions: Vec<Opinion>,
    sorted: Vec<(Move, Opinion)>,
    by_move: Vec<Prior>,
    times: FirstTimes,
    aside: RootSamples,
    /// Entries made by this worker.
    pub entries_made: u64,
    /// How many of them the worker has told the search about.
    pub(crate) entries_told: u64,
    /// Leaves that would have got an entry if there had been room.
    pub refused_full: u64,
}

/// Answers `edge`, the move selected at `entry`; and lets the processor go on before it is known.
///
/// Selecting is a chain of a dozen operations that wait for each other, and the next entry
/// cannot be fetched before its end. But most simulations take the move that the one before them
/// took here (in Connect-4 three of four). So that move stands in the entry, and whether
/// it is the one is a branch, whose outcome the processor guesses: if it guesses that it is, it
/// follows the move, looks up the next entry and begins to select there, all while this
/// selection is still being computed. A wrong guess costs what waiting would have cost. For this
/// the compiler must not know that both branches end with the same number.
///
/// Not where several workers share the tree: the note lies beside the key, which all of them
/// read.
#[inline(always)]
fn run_ahead(entry: crate::tree::Entry<'_>, edge: usize) -> usize {
    if entry.columns().in_flight {
        return edge;
    }
    let last = entry.last_taken();
    let ahead = std::hint::black_box(last);
    if edge == last {
        ahead
    } else {
        entry.set_last_taken(edge);
        edge
    }
}

impl<S: Setup> Worker<S> {
    /// The move that the next simulation would take at the root `entry`: the one with the
    /// highest score in the selection.
    pub fn favourite(
        &mut self,
        ground: &Ground<'_, S::Game>,
        entry: crate::tree::Entry<'_>,
    ) -> Option<Move> {
        let edge = self
            .row
            .select(entry, &ground.rule, true, &ground.excluded)?;
        Some(entry.mv(edge))
    }

    /// A worker for searches on `ground`.
    pub fn new(
        ground: &Ground<'_, S::Game>,
        playout: &S::Playout,
        knowledge: &S::Knowledge,
    ) -> Self {
        let game = ground.game;
        // Room for everything from the start, so that no simulation has to allocate.
        let (width, length) = (game.max_moves(), game.max_playout_length());
        let mut past = ground.past.clone();
        past.reserve(length);
        Self {
            journey: Journey::with_room(length),
            sim: ground.root.clone(),
            record: Record::for_game(game),
            observer: S::Observer::default(),
            playout: playout.clone(),
            knowledge: knowledge.clone(),
            key: ground.root_key,
            past,
            row: Row::new(width),
            excluded: Vec::with_capacity(width),
            moves: MoveList::with_capacity(width),
            line_moves: MoveList::with_capacity(length),
            opinions: Vec::with_capacity(width),
            sorted: Vec::with_capacity(width),
            by_move: vec![Prior::NONE; game.move_space()],
            times: FirstTimes::new(game),
            aside: RootSamples::new(width),
            entries_made: 0,
            entries_told: 0,
            refused_full: 0,
        }
    }

    /// The playout policy with what it has learnt.
    pub const fn playout(&self) -> &S::Playout {
        &self.playout
    }

    /// Tells the observer what watchers wish to see.
    pub(crate) fn prepare(&mut self, wish: Wish) {
        type End<S> = <<S as Setup>::Playout as Playout<<S as Setup>::Game>>::End;
        Observer::<End<S>>::prepare(&mut self.observer, wish);
    }

    /// Imagined wins on root moves, for this worker alone.
    pub fn set_extra_wins(&mut self, wins: Vec<f32>) {
        self.row.extra_wins = wins;
    }

    /// Runs simulation `index` from the root to the credit.
    #[inline]
    pub fn simulate<St: Store<Elsewhere = Infallible>>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        store: &St,
        index: u64,
        root: Slot,
    ) {
        if Self::may_be_lean::<St>(ground) {
            let table = store.table();
            if let Some(entries) = table.small::<{ Layout::VISITS_WORDS }>() {
                return self.simulate_lean(ground, store, entries, index, root);
            }
            if let Some(entries) = table.small::<{ Layout::SQUARES_WORDS }>() {
                return self.simulate_lean(ground, store, entries, index, root);
            }
        }
        self.simulate_by::<Plain, _, _, false>(ground, store, store.table(), index, root);
    }

    /// Whether simulations may be *lean*, if entries are small.
    ///
    /// With one worker, a plain rule and entries that hold nothing but the visits of a few moves,
    /// most of what a simulation asks at each step has the same answer at every step. Asking
    /// takes three of ten instructions in a game as quick as Connect-4, so the simulation is
    /// compiled once more without the questions, and once more for entries with squares. Lean
    /// or not, it does the same.
    #[inline(always)]
    fn may_be_lean<St: Store>(ground: &Ground<'_, S::Game>) -> bool {
        !St::SHARED
            && ground.rule.is_plain()
            && ground.excluded.is_empty()
            && ground.restricted == 0
    }

    #[inline(always)]
    fn simulate_lean<St: Store<Elsewhere = Infallible>, const WORDS: usize>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        store: &St,
        entries: Small<'_, WORDS>,
        index: u64,
        root: Slot,
    ) {
        #[cfg(all(target_arch = "x86_64", not(loom)))]
        if self.row.is_wide() {
            #[allow(unsafe_code)]
            // SAFETY: the function is compiled for what `is_wide` says the processor has.
            return unsafe { self.simulate_wide(ground, store, entries, index, root) };
        }
        self.simulate_by::<Plain, _, _, true>(ground, store, entries, index, root);
    }

    /// A lean simulation for processors with wide vectors.
    #[cfg(all(target_arch = "x86_64", not(loom)))]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn simulate_wide<St: Store<Elsewhere = Infallible>, const WORDS: usize>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        store: &St,
        entries: Small<'_, WORDS>,
        index: u64,
        root: Slot,
    ) {
        self.simulate_by::<Wide, _, _, true>(ground, store, entries, index, root);
    }

    #[inline(always)]
    fn simulate_by<'t, V, St, T, const LEAN: bool>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        store: &St,
        entries: T,
        index: u64,
        root: Slot,
    ) where
        V: Lanes,
        St: Store<Elsewhere = Infallible>,
        T: Entries<'t>,
    {
        let mut rng = Rng::stream(ground.seed, &[ground.search, index]);
        self.depart(ground, index);
        let Progress::Leaf(leaf) = self.descend_by::<V, St, T, LEAN>(ground, store, entries, root);
        let outcome = self.finish(ground, leaf, &mut rng);
        if LEAN {
            self.credit_lean(entries, ground.player, outcome);
        } else {
            self.credit(ground, store, leaf, outcome);
        }
    }

    /// Ends a row of simulations on a shared tree: adds to the root what was set aside.
    pub(crate) fn settle(&mut self, table: &Table, root: Slot) {
        self.aside.hand_over(table.entry(root));
    }

    /// Puts a new simulation at the root.
    #[inline]
    pub fn depart(&mut self, ground: &Ground<'_, S::Game>, index: u64) {
        self.journey.index = index;
        self.journey.path.clear();
        self.journey.line.clear();
        self.journey.grown = false;
        self.sim.clone_from(&ground.root);
        self.past.restart();
        self.key = ground.root_key;
    }

    /// Takes over a simulation that came from elsewhere: replays its moves. Answers whether
    /// they can be made at all and lead to a position where the game goes on.
    #[must_use]
    pub fn take_over(&mut self, ground: &Ground<'_, S::Game>, journey: &Journey) -> bool {
        self.depart(ground, journey.index);
        self.journey.path.extend_from_slice(&journey.path);
        self.journey.line.extend_from_slice(&journey.line);
        self.journey.grown = journey.grown;
        for i in 0..self.journey.line.len() {
            let mv = self.journey.line[i].mv;
            if !self.sim.is_legal(mv) {
                return false;
            }
            let repetition = self.past.judge(ground.game, &self.sim, mv).1;
            self.make(ground, mv, repetition);
        }
        self.sim.outcome().is_none()
    }

    #[inline]
    fn make(&mut self, ground: &Ground<'_, S::Game>, mv: Move, repetition: Option<u64>) {
        self.sim.play(mv);
        self.past.remember(repetition);
        self.key = match ground.config.search.key {
            KeyKind::Position => self.sim.key(),
            KeyKind::Path => path_key(self.key, mv),
        };
    }

    /// Makes a move outside of any simulation; the key of the position after it, or `None` if
    /// the game is over there.
    ///
    /// # Errors
    /// When the record of the game forbids the move, which is not made then.
    pub fn follow(
        &mut self,
        ground: &Ground<'_, S::Game>,
        mv: Move,
    ) -> Result<Option<u64>, Forbidden> {
        let (verdict, repetition) = self.past.judge(ground.game, &self.sim, mv);
        if verdict == Repetition::Forbidden {
            return Err(Forbidden);
        }
        self.make(ground, mv, repetition);
        let is_over = verdict == Repetition::Draw || self.sim.outcome().is_some();
        Ok((!is_over).then_some(self.key))
    }

    /// Walks on from the entry in `slot`.
    #[inline]
    pub fn descend<St: Store>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        store: &St,
        slot: Slot,
    ) -> Progress<St::Elsewhere> {
        self.descend_by::<Plain, _, _, false>(ground, store, store.table(), slot)
    }

    #[inline(always)]
    fn descend_by<'t, V: Lanes, St: Store, T: Entries<'t>, const LEAN: bool>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        store: &St,
        entries: T,
        slot: Slot,
    ) -> Progress<St::Elsewhere> {
        let mut slot = slot;
        loop {
            match self.leave::<V, T, LEAN>(ground, entries, slot, store.place()) {
                Some(leaf) => return Progress::Leaf(leaf),
                None => match self.arrive_by::<St, T, LEAN>(ground, store, entries) {
                    Ok(Ok(next)) => slot = next,
                    Ok(Err(leaf)) => return Progress::Leaf(leaf),
                    Err(place) => return Progress::Elsewhere(place),
                },
            }
        }
    }

    /// Selects and makes a move at the entry in `slot`; answers the leaf if that is one.
    #[inline(always)]
    fn leave<'t, V: Lanes, T: Entries<'t>, const LEAN: bool>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        entries: T,
        slot: Slot,
        place: u16,
    ) -> Option<Leaf> {
        let depth = self.journey.path.len();
        let entry = entries.entry(slot);
        if !LEAN {
            self.excluded.clear();
            if depth == 0 {
                self.excluded.extend_from_slice(&ground.excluded);
            } else if depth < ground.restricted {
                let player = self.sim.to_move();
                let excluded = ground.restrictions.excluded(entry, depth, player);
                self.excluded.extend(excluded);
            }
        }
        let (edge, mv, verdict, repetition) = loop {
            let edge = if LEAN {
                (entry.count() > 0).then(|| select_few::<V>(entry, &ground.rule))
            } else {
                self.row
                    .select(entry, &ground.rule, depth == 0, &self.excluded)
            };
            let Some(edge) = edge else {
                // All moves are ruled out here.
                return Some(Leaf::Open);
            };
            let edge = run_ahead(entry, edge);
            let edge = if LEAN { edge % LANES } else { edge };
            let mv = entry.mv(edge);
            let (verdict, repetition) = self.past.judge(ground.game, &self.sim, mv);
            if verdict != Repetition::Forbidden {
                break (edge, mv, verdict, repetition);
            }
            if LEAN {
                return self.leave_anew(ground, entries.table(), slot, place);
            }
            self.excluded.push(edge);
        };
        let visits = entry.tally(edge).visits;
        entry.depart(edge);
        self.make(ground, mv, repetition);
        self.journey.path.push(Step {
            slot,
            edge: edge as u16,
            place,
        });
        self.journey.line.push(LineMove {
            mv,
            took_ko: self.sim.took_ko(),
        });
        if verdict == Repetition::Draw {
            return Some(Leaf::Ended {
                outcome: Outcome::Draw,
                proven: false,
            });
        }
        if let Some(outcome) = self.sim.outcome() {
            return Some(Leaf::Ended {
                outcome,
                proven: outcome != Outcome::Draw,
            });
        }
        let is_new = visits + 1 < ground.config.search.expand_at;
        (self.journey.grown || is_new || depth + 1 >= ground.deepest).then_some(Leaf::Open)
    }

    /// Leaves an entry where a lean simulation selected a move that the record of the game
    /// forbids.
    #[cold]
    fn leave_anew(
        &mut self,
        ground: &Ground<'_, S::Game>,
        table: &Table,
        slot: Slot,
        place: u16,
    ) -> Option<Leaf> {
        self.leave::<Plain, _, false>(ground, table, slot, place)
    }

    /// Finds or makes the entry of the position reached: where it lies, or that it is a leaf
    /// after all, or the other place it lives in.
    #[inline]
    pub fn arrive<St: Store>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        store: &St,
    ) -> Result<Result<Slot, Leaf>, St::Elsewhere> {
        self.arrive_by::<_, _, false>(ground, store, store.table())
    }

    #[inline(always)]
    fn arrive_by<'t, St: Store, T: Entries<'t>, const LEAN: bool>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        store: &St,
        entries: T,
    ) -> Result<Result<Slot, Leaf>, St::Elsewhere> {
        if let Some(place) = store.elsewhere(self.key) {
            return Err(place);
        }
        Ok(match entries.find(self.key) {
            Lookup::Found(slot) => {
                let to_move = self.sim.to_move();
                match if !LEAN && ground.config.search.solver {
                    entries.entry(slot).proof()
                } else {
                    Proof::Open
                } {
                    Proof::Open => Ok(slot),
                    Proof::Win => Err(Leaf::Ended {
                        outcome: Outcome::Win(to_move),
                        proven: true,
                    }),
                    Proof::Loss => Err(Leaf::Ended {
                        outcome: Outcome::Win(to_move.other()),
                        proven: true,
                    }),
                }
            }
            Lookup::Absent(victim) => self.grow(ground, entries.table(), victim),
            Lookup::Busy => Err(Leaf::Open),
            Lookup::Full => {
                self.refused_full += 1;
                Err(Leaf::Open)
            }
        })
    }

    /// Plays out from a leaf, or takes its result.
    #[inline(always)]
    pub fn finish(&mut self, ground: &Ground<'_, S::Game>, leaf: Leaf, rng: &mut Rng) -> Outcome {
        let outcome = match leaf {
            Leaf::Ended { outcome, .. } => {
                self.record.clear();
                self.observer.observe_cut(self.journey.line.len(), outcome);
                outcome
            }
            Leaf::Open => {
                let line = &self.journey.line;
                self.record
                    .start_after(line.len(), line.first().map(|first| first.mv));
                let outcome = self.playout.run(&self.sim, rng, &mut self.record);
                self.observer
                    .observe(self.playout.end(), &self.record, outcome);
                outcome
            }
        };
        match ground.config.search.draws {
            DrawReward::Half => outcome,
            DrawReward::Sampled => toss(outcome, rng),
        }
    }

    /// Adds the result to every entry on the way, deepest first.
    #[inline]
    pub fn credit<St: Store>(
        &mut self,
        ground: &Ground<'_, S::Game>,
        store: &St,
        leaf: Leaf,
        outcome: Outcome,
    ) {
        let table = store.table();
        let account = Account {
            tree: &self.journey.line,
            playout: self.record.moves(),
        };
        let rewards = [ground.player, ground.player.other()].map(|player| outcome.reward(player));
        let amaf = ground.amaf.at(self.journey.index);
        let mut crediting = Crediting::new(account, &amaf, &mut self.times, rewards);
        for (depth, step) in self.journey.path.iter().enumerate().rev() {
            let entry = table.entry(step.slot);
            if St::SHARED && depth == 0 {
                crediting.credit_root(entry, usize::from(step.edge), &mut self.aside);
            } else if St::SHARED {
                crediting.credit::<true>(entry, depth, usize::from(step.edge));
            } else {
                crediting.credit::<false>(entry, depth, usize::from(step.edge));
            }
            entry.arrive(usize::from(step.edge));
        }
        drop(crediting);
        if ground.config.search.solver
            && let Leaf::Ended {
                outcome: Outcome::Win(winner),
                proven: true,
            } = leaf
        {
            solver::prove(table, &self.journey.path, ground.player, winner);
        }
        self.learn(outcome);
    }

    /// The same for [lean](Self::may_be_lean) simulations.
    #[inline(always)]
    fn credit_lean<'t>(&mut self, entries: impl Entries<'t>, player: Player, outcome: Outcome) {
        let rewards = [player, player.other()].map(|player| outcome.reward(player));
        for (depth, step) in self.journey.path.iter().enumerate() {
            let entry = entries.entry(step.slot);
            let (edge, reward) = (usize::from(step.edge) % LANES, rewards[depth % 2]);
            entry.add::<false>(edge, reward);
            if entry.columns().squares {
                entry.add_square::<false>(edge, reward);
            }
        }
        self.learn(outcome);
    }

    #[inline]
    fn learn(&mut self, outcome: Outcome) {
        if S::Playout::LEARNS {
            self.line_moves.clear();
            self.line_moves
                .extend(self.journey.line.iter().map(|step| step.mv));
            self.playout.learn(&self.line_moves, &self.record, outcome);
        }
    }
}
