//! Watching playouts end.
//!
//! Each worker owns an observer and shows it the end of every playout; readers merge them.
//! What an observer counts only ever adds up, so the order of merging does not matter.
//!
//! Two things are read. When the search has ended, its report has the observer itself, with
//! everything it knows. While the search runs, a watcher is shown the few numbers that time
//! management goes by, the observer's [`Insight`]: the observer of the first worker, which
//! the watcher looks at between two of its simulations, and copies of the others that are at
//! most a few dozen simulations old. With one worker nothing is old, so what a
//! watcher sees does not depend on timing.
//!
//! The empty observer `()` costs nothing: its calls are empty and vanish, and
//! [`WATCHES`](Observer::WATCHES) says that there is nothing to copy.
//! `cargo bench -p tewari-go-policy --bench observe` counts the instructions.

mod owners;
mod stand;
mod survey;

use tewari_game::Outcome;

pub use owners::Owners;
pub(crate) use stand::Stand;
pub use survey::{Shares, Survey};

use crate::playout::Record;
use crate::search::Wish;

/// Something that wants to know how playouts end: owners of points, scores, lengths.
pub trait Observer<E: ?Sized>: Clone + Default + Send + 'static {
    /// Whether it observes anything at all.
    const WATCHES: bool = true;

    /// Told before anything else what watchers wish to see.
    fn prepare(&mut self, _wish: Wish) {}

    /// A playout has ended.
    fn observe(&mut self, end: &E, record: &Record, outcome: Outcome);

    /// A simulation has ended inside the tree, `moves` below the root, where the game is over
    /// or its result proven: there was no playout.
    #[inline(always)]
    fn observe_cut(&mut self, _moves: usize, _outcome: Outcome) {}

    /// Adds what another observer has seen.
    fn merge(&mut self, other: &Self);

    /// What it can tell a watcher.
    fn insight(&self) -> Insight {
        Insight::NONE
    }

    /// Who has what in the end, if it counts that; for those who [ask](crate::Wish).
    fn survey(&self) -> Option<Survey> {
        None
    }
}

/// What is known of playouts in a few numbers; what no observer counts is `None`.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Insight {
    /// The mean length of simulated games, from the root to the end.
    pub game_length: Option<f64>,
    /// The largest criticality of any place of the board; see [`Owners`].
    pub criticality: Option<f64>,
}

impl Insight {
    /// Nothing is known.
    pub const NONE: Self = Self {
        game_length: None,
        criticality: None,
    };

    /// What either knows, `self` first.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            game_length: self.game_length.or(other.game_length),
            criticality: self.criticality.or(other.criticality),
        }
    }
}

impl<E: ?Sized> Observer<E> for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn observe(&mut self, _: &E, _: &Record, _: Outcome) {}

    #[inline(always)]
    fn merge(&mut self, (): &Self) {}
}

/// The lengths of simulated games, from which the rest of a game is estimated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lengths {
    /// Playouts seen.
    pub playouts: u64,
    /// Their moves.
    pub moves: u64,
    /// Simulations that ended inside the tree.
    pub cut: u64,
    /// The moves of all simulations inside the tree.
    pub tree_moves: u64,
}

impl Lengths {
    /// The mean length of a simulated game from the root to its end, if there was one.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let games = self.playouts + self.cut;
        (games > 0).then(|| (self.moves + self.tree_moves) as f64 / games as f64)
    }
}

impl<E: ?Sized> Observer<E> for Lengths {
    #[inline]
    fn observe(&mut self, _: &E, record: &Record, _: Outcome) {
        self.playouts += 1;
        self.moves += record.len() as u64;
        self.tree_moves += record.depth() as u64;
    }

    #[inline]
    fn observe_cut(&mut self, moves: usize, _: Outcome) {
        self.cut += 1;
        self.tree_moves += moves as u64;
    }

    fn merge(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.moves += other.moves;
        self.cut += other.cut;
        self.tree_moves += other.tree_moves;
    }

    fn insight(&self) -> Insight {
        Insight {
            game_length: self.mean(),
            ..Insight::NONE
        }
    }
}

impl<E: ?Sized, A: Observer<E>, B: Observer<E>> Observer<E> for (A, B) {
    const WATCHES: bool = A::WATCHES || B::WATCHES;

    fn prepare(&mut self, wish: Wish) {
        self.0.prepare(wish);
        self.1.prepare(wish);
    }

    #[inline]
    fn observe(&mut self, end: &E, record: &Record, outcome: Outcome) {
        self.0.observe(end, record, outcome);
        self.1.observe(end, record, outcome);
    }

    #[inline]
    fn observe_cut(&mut self, moves: usize, outcome: Outcome) {
        self.0.observe_cut(moves, outcome);
        self.1.observe_cut(moves, outcome);
    }

    fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
        self.1.merge(&other.1);
    }

    fn insight(&self) -> Insight {
        self.0.insight().or(self.1.insight())
    }

    fn survey(&self) -> Option<Survey> {
        self.0.survey().or_else(|| self.1.survey())
    }
}

#[cfg(test)]
mod tests {
    use tewari_game::{Move, Player};

    use super::*;

    fn record(depth: usize, moves: u16) -> Record {
        let mut record = Record::default();
        record.start_after(depth, (depth > 0).then_some(Move(0)));
        record.clear();
        for mv in 0..moves {
            record.push(Move(mv), 0, false);
        }
        record
    }

    /// (3 + 4) + (0 + 2) + 6 moves in three games.
    #[test]
    fn lengths_count_tree_and_playout() {
        let won = Outcome::Win(Player::First);
        let (mut one, mut other) = (Lengths::default(), Lengths::default());
        assert_eq!(one.mean(), None);
        one.observe(&(), &record(3, 4), won);
        other.observe(&(), &record(0, 2), won);
        Observer::<()>::observe_cut(&mut other, 6, Outcome::Draw);
        Observer::<()>::merge(&mut one, &other);
        assert_eq!((one.playouts, one.moves), (2, 6));
        assert_eq!((one.cut, one.tree_moves), (1, 9));
        let insight = Observer::<()>::insight(&(one, ()));
        assert_eq!(insight.game_length, Some(5.0));
        assert_eq!(insight.criticality, None);
    }
}
