//! Where workers leave copies of their observers for somebody who looks while they search.

use std::sync::{Mutex, PoisonError};

use super::Observer;
use crate::search::Watcher;

/// A place for each worker. A worker leaves a copy between two of its simulations, every
/// [`CHECK_STRIDE`](crate::driver::CHECK_STRIDE) of them; the lock is held for the copying
/// alone. Empty where nothing is observed or nobody looks, and then nothing is copied.
pub(crate) struct Stand<O> {
    places: Vec<Mutex<O>>,
}

impl<O> Stand<O> {
    /// A stand for so many workers, for `watcher` to look at.
    pub(crate) fn new<E: ?Sized>(workers: usize, watcher: &dyn Watcher) -> Self
    where
        O: Observer<E>,
    {
        let is_watched = O::WATCHES && watcher.stride() < u64::MAX;
        let workers = if is_watched { workers } else { 0 };
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
        if O::WATCHES
            && let Some(place) = self.places.get(number)
        {
            let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
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
    use crate::report::Snapshot;

    fn lengths(playouts: u64, moves: u64) -> Lengths {
        Lengths {
            playouts,
            moves,
            ..Lengths::default()
        }
    }

    /// Looks now and then.
    struct Curious;

    impl Watcher for Curious {
        fn is_due(&mut self, _: u64) -> bool {
            true
        }

        fn stride(&self) -> u64 {
            100
        }

        fn look(&mut self, _: &Snapshot) -> bool {
            true
        }
    }

    #[test]
    fn whoever_looks_sees_all() {
        let stand: Stand<Lengths> = Stand::new::<()>(3, &Curious);
        stand.leave::<()>(1, &lengths(1, 10));
        stand.leave::<()>(2, &lengths(1, 20));
        stand.leave::<()>(2, &lengths(2, 50));
        stand.leave::<()>(0, &lengths(1, 1));
        let seen = stand.together::<()>(0, &lengths(4, 8));
        assert_eq!(seen, lengths(7, 68), "the first worker's is the fresh one");
    }

    #[test]
    fn nothing_is_kept_of_nothing_or_for_nobody() {
        let nothing: Stand<()> = Stand::new::<()>(8, &Curious);
        nothing.leave::<()>(5, &());
        assert!(nothing.places.is_empty());
        let for_nobody: Stand<Lengths> = Stand::new::<()>(8, &());
        for_nobody.leave::<()>(5, &lengths(1, 1));
        assert!(for_nobody.places.is_empty());
    }
}
