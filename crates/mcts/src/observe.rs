//! Watching playouts end.
//!
//! Each worker owns an observer and shows it the end of every playout; readers merge them.
//! The empty observer `()` costs nothing: its calls are empty and vanish.

use tewari_game::Outcome;

use crate::playout::Record;

/// Something that wants to know how playouts end: owners of points, scores, lengths.
pub trait Observer<E: ?Sized>: Clone + Default + Send + 'static {
    /// A playout has ended.
    fn observe(&mut self, end: &E, record: &Record, outcome: Outcome);

    /// Adds what another observer has seen.
    fn merge(&mut self, other: &Self);
}

impl<E: ?Sized> Observer<E> for () {
    #[inline(always)]
    fn observe(&mut self, _: &E, _: &Record, _: Outcome) {}

    #[inline(always)]
    fn merge(&mut self, (): &Self) {}
}

/// The lengths of playouts, from which the rest of a game is estimated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lengths {
    /// Playouts seen.
    pub playouts: u64,
    /// Their moves.
    pub moves: u64,
}

impl<E: ?Sized> Observer<E> for Lengths {
    #[inline]
    fn observe(&mut self, _: &E, record: &Record, _: Outcome) {
        self.playouts += 1;
        self.moves += record.len() as u64;
    }

    fn merge(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.moves += other.moves;
    }
}

impl<E: ?Sized, A: Observer<E>, B: Observer<E>> Observer<E> for (A, B) {
    #[inline]
    fn observe(&mut self, end: &E, record: &Record, outcome: Outcome) {
        self.0.observe(end, record, outcome);
        self.1.observe(end, record, outcome);
    }

    fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
        self.1.merge(&other.1);
    }
}
