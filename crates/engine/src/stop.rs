//! Ending a search from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A handle with which another thread, a signal handler for example, ends the search under
/// way. Clones share the same state.
///
/// A raised handle also ends every search that starts later, until it is lowered.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<Shared>);

#[derive(Default, Debug)]
struct Shared {
    raised: AtomicBool,
    /// The flag of the search under way.
    current: Mutex<Option<Arc<AtomicBool>>>,
}

impl Stop {
    /// Ends the search under way and those to come.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::SeqCst);
        if let Some(flag) = &*self
            .0
            .current
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
        {
            flag.store(true, Ordering::SeqCst);
        }
    }

    /// Lets searches run again.
    pub fn lower(&self) {
        self.0.raised.store(false, Ordering::SeqCst);
    }

    /// Whether the handle is raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::SeqCst)
    }

    /// The flag for a search that starts now.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        let flag = Arc::new(AtomicBool::new(false));
        *self
            .0
            .current
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(flag.clone());
        if self.is_raised() {
            flag.store(true, Ordering::SeqCst);
        }
        flag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raising_reaches_the_running_and_the_next_search() {
        let stop = Stop::default();
        let running = stop.flag();
        assert!(!running.load(Ordering::SeqCst));
        stop.clone().raise();
        assert!(running.load(Ordering::SeqCst));
        assert!(stop.flag().load(Ordering::SeqCst));
        stop.lower();
        assert!(!stop.flag().load(Ordering::SeqCst));
    }
}
