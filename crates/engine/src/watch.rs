//! Telling of a search while it runs.
//!
//! Whoever wants to see a search gets the [`Thought`] it would end with if it ended now, about
//! as often as asked for. That is found out between two simulations of the first worker, so
//! the search waits for the telling: what is done with a thought should be quick.

use std::time::{Duration, Instant};

use tewari_mcts::config::FinalMove;
use tewari_mcts::{Snapshot, Watcher, Wish};

use crate::think::Thought;

/// Somebody who is told of a search.
pub struct Watch<'a> {
    /// How long is between two thoughts.
    pub every: Duration,
    /// After how many moves the thought says what is expected next; see
    /// [`Thought::variations`].
    pub variations: usize,
    /// Whether it says who owns what after each move too.
    pub owners_by_move: bool,
    /// Told when the search begins; nothing can fail after that.
    pub begin: &'a mut dyn FnMut(),
    /// Told of every thought but the last, which is the search's answer.
    pub see: &'a mut dyn FnMut(&Thought),
}

/// On the wall clock: simulations between two looks at it, as for the governor.
const STRIDE: u64 = 4;

/// A watch at work.
pub(crate) struct Teller<'a, 'w> {
    watch: &'a mut Watch<'w>,
    rule: FinalMove,
    started: Instant,
    due: Duration,
}

impl<'a, 'w> Teller<'a, 'w> {
    pub(crate) fn new(watch: &'a mut Watch<'w>, rule: FinalMove, started: Instant) -> Self {
        let due = watch.every;
        Self {
            watch,
            rule,
            started,
            due,
        }
    }
}

impl Watcher for Teller<'_, '_> {
    fn is_due(&mut self, _: u64) -> bool {
        self.started.elapsed() >= self.due
    }

    fn stride(&self) -> u64 {
        STRIDE
    }

    fn look(&mut self, snapshot: &Snapshot) -> bool {
        let best = snapshot.best(self.rule).map(|m| m.mv);
        if let Some(thought) = Thought::of(snapshot, best, self.started.elapsed()) {
            (self.watch.see)(&thought);
        }
        self.due = self.started.elapsed() + self.watch.every;
        true
    }

    fn wish(&self) -> Wish {
        Wish {
            variations: self.watch.variations,
            survey: true,
            survey_by_move: self.watch.owners_by_move,
        }
    }
}

/// Two who look at the same search, each when it wants to.
pub(crate) struct Both<'a> {
    watchers: [&'a mut dyn Watcher; 2],
    due: [bool; 2],
}

impl<'a> Both<'a> {
    pub(crate) fn new(first: &'a mut dyn Watcher, second: &'a mut dyn Watcher) -> Self {
        Self {
            watchers: [first, second],
            due: [false; 2],
        }
    }
}

impl Watcher for Both<'_> {
    fn is_due(&mut self, simulations: u64) -> bool {
        for (due, watcher) in self.due.iter_mut().zip(&mut self.watchers) {
            *due = watcher.is_due(simulations);
        }
        self.due.contains(&true)
    }

    fn stride(&self) -> u64 {
        let [first, second] = &self.watchers;
        first.stride().min(second.stride())
    }

    fn look(&mut self, snapshot: &Snapshot) -> bool {
        let mut goes_on = true;
        for (due, watcher) in self.due.iter().zip(&mut self.watchers) {
            goes_on &= !due || watcher.look(snapshot);
        }
        goes_on
    }

    fn wish(&self) -> Wish {
        let [first, second] = [0, 1].map(|i| self.watchers[i].wish());
        Wish {
            variations: first.variations.max(second.variations),
            survey: first.survey || second.survey,
            survey_by_move: first.survey_by_move || second.survey_by_move,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks every so many simulations, so many times.
    struct Every(u64, u32);

    impl Watcher for Every {
        fn is_due(&mut self, simulations: u64) -> bool {
            simulations.is_multiple_of(self.0)
        }

        fn stride(&self) -> u64 {
            self.0
        }

        fn look(&mut self, _: &Snapshot) -> bool {
            self.1 -= 1;
            self.1 > 0
        }
    }

    #[test]
    fn each_looks_when_it_wants_and_either_ends_the_search() {
        let (mut one, mut other) = (Every(2, 2), Every(3, 9));
        let mut both = Both::new(&mut one, &mut other);
        assert_eq!(both.stride(), 2);
        let mut goes_on = |simulations| both.is_due(simulations) && both.look(&Snapshot::EMPTY);
        assert!(goes_on(2), "the first looks");
        assert!(goes_on(3), "the second looks");
        assert!(!goes_on(5), "nobody is due");
        assert!(!goes_on(6), "both look, the first has seen enough");
        assert_eq!((one.1, other.1), (0, 7));
    }
}
