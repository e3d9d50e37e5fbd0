//! Stopping a match from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tewari_engine::Stop;

/// A handle with which a signal handler, or whoever else, stops a match. Games under way are
/// given up at once; they are played again when the match is resumed. Clones share the same
/// state, and a raised handle stays raised.
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<Shared>);

#[derive(Default, Debug)]
struct Shared {
    flag: Arc<AtomicBool>,
    searches: Mutex<Vec<Stop>>,
}

impl Cancel {
    /// Stops the match.
    pub fn raise(&self) {
        self.0.flag.store(true, Ordering::SeqCst);
        for stop in self
            .0
            .searches
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
        {
            stop.raise();
        }
    }

    /// Whether the match is to stop.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.flag.load(Ordering::SeqCst)
    }

    /// The flag itself.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.0.flag.clone()
    }

    /// A handle for the searches of one thread, raised with this one.
    pub(crate) fn new_stop(&self) -> Stop {
        let stop = Stop::default();
        self.0
            .searches
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(stop.clone());
        if self.is_raised() {
            stop.raise();
        }
        stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raising_reaches_all_searches() {
        let cancel = Cancel::default();
        let before = cancel.new_stop();
        assert!(!before.is_raised() && !cancel.is_raised());
        cancel.clone().raise();
        assert!(before.is_raised() && cancel.is_raised());
        assert!(cancel.new_stop().is_raised());
        assert!(cancel.flag().load(Ordering::SeqCst));
    }
}
