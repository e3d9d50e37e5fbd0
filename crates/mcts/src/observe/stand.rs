//! Where workers leave copies of their observers for somebody who looks while they search.

use std::sync::{Mutex, PoisonError};

use super::Observer;

/// A place for each worker. A worker leaves a copy between two of its simulations, every
/// [`CHECK_STRIDE`](crate::driver::CHECK_STRIDE) of them; the lock is held for the copying
/// alone. Empty where nothing is observed.
pub(crate) struct Stand<O> {
    places: Vec<Mutex<O>>,
}

impl<O> Stand<O> {
    /// A stand for so many workers.
    pub(crate) fn new<E: ?Sized>(workers: usize) -> Self
    where
        O: Observer<E>,
    {
        let workers = if O::WATCHES { workers } else { 0 };
        Self {
            places: (0..workers).map(|_| Mutex::default()).collect(),
        }
    }

    /// Worker `number` leaves a copy of what it has seen.
    #[inline]
    pub(crate) fn leave<E: ?Sized>(&self, number: usize, observer: &O)
    where
        O: Observer<E>,
    {
        if O::WATCHES {
            let mut place = self.places[number]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            place.clone_from(observer);
        }
    }

    /// What worker `number`, who asks, has seen, and all others as far as they have told.
    pub(crate) fn together<E: ?Sized>(&self, number: usize, own: &O) -> O
    where
        O: Observer<E>,
    {
        let mut together = own.clone();
        for (other, place) in self.places.iter().enumerate() {
            if other != number {
                together.merge(&place.lock().unwrap_or_else(PoisonError::into_inner));
            }
        }
        together
    }
}

#[cfg(test)]
mod tests {
    use super::super::Lengths;
    use super::*;

    fn lengths(playouts: u64, moves: u64) -> Lengths {
        Lengths {
            playouts,
            moves,
            ..Lengths::default()
        }
    }

    #[test]
    fn whoever_looks_sees_all() {
        let stand: Stand<Lengths> = Stand::new::<()>(3);
        stand.leave::<()>(1, &lengths(1, 10));
        stand.leave::<()>(2, &lengths(1, 20));
        stand.leave::<()>(2, &lengths(2, 50));
        stand.leave::<()>(0, &lengths(1, 1));
        let seen = stand.together::<()>(0, &lengths(4, 8));
        assert_eq!(seen, lengths(7, 68), "the first worker's is the fresh one");
    }

    #[test]
    fn nothing_is_kept_of_nothing() {
        let stand: Stand<()> = Stand::new::<()>(8);
        stand.leave::<()>(5, &());
        assert!(stand.places.is_empty());
    }
}
