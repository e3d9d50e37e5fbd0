//! Stopping a match from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

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
    children: Mutex<Vec<Weak<Shared>>>,
}

impl Cancel {
    /// Stops the match.
    pub fn raise(&self) {
        self.0.raise();
    }

    /// A handle that is raised with this one, and can be raised without it: one of several
    /// matches may end before the others.
    #[must_use]
    pub fn child(&self) -> Self {
        let child = Self::default();
        let mut children = locked(&self.0.children);
        children.retain(|child| child.strong_count() > 0);
        children.push(Arc::downgrade(&child.0));
        drop(children);
        if self.is_raised() {
            child.raise();
        }
        child
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
        locked(&self.0.searches).push(stop.clone());
        if self.is_raised() {
            stop.raise();
        }
        stop
    }
}

impl Shared {
    fn raise(&self) {
        self.flag.store(true, Ordering::SeqCst);
        for stop in locked(&self.searches).iter() {
            stop.raise();
        }
        for child in locked(&self.children).iter().filter_map(Weak::upgrade) {
            child.raise();
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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

    #[test]
    fn children_are_raised_with_their_parent_and_alone() {
        let parent = Cancel::default();
        let (ended, running) = (parent.child(), parent.child());
        let search = running.new_stop();
        ended.raise();
        assert!(ended.is_raised() && !parent.is_raised() && !running.is_raised());
        parent.raise();
        assert!(running.is_raised() && search.is_raised() && parent.child().is_raised());
    }
}
