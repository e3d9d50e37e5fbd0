//! Watching over a search with a plan for its time.
//!
//! The plan is asked on the thread of the search's first worker, between two simulations. On
//! the virtual clock it is asked after every `max(1, speed × interval)` simulations and exactly
//! at the end of its time; no other thread has a say, so that a game is a function of its
//! seeds. On the wall clock it is asked at least every `interval` and as soon as its time is
//! over. That the longest time is kept does not hang on this: an [alarm](crate::alarm) raises
//! the stop flag then.

use std::time::Duration;

use tewari_control::{Plan, TimeParams, TimeSource, View, seconds};
use tewari_mcts::tree::Proof;
use tewari_mcts::{MoveReport, Snapshot, Watcher};

/// On the wall clock: simulations between two looks at it. Looking costs some thirty
/// nanoseconds, and the shortest simulations a microsecond.
const WALL_STRIDE: u64 = 4;

pub(crate) struct Governor<'a> {
    plan: &'a mut Plan,
    source: &'a dyn TimeSource,
    interval: Duration,
    /// On the virtual clock: simulations between two questions, and when the next one is due.
    stride: Option<u64>,
    due_simulations: u64,
    /// On the wall clock: when the next question is due.
    due: Duration,
}

impl<'a> Governor<'a> {
    pub(crate) fn new(plan: &'a mut Plan, source: &'a dyn TimeSource, params: &TimeParams) -> Self {
        let interval = seconds(params.interval);
        let stride = source
            .simulations_within(interval)
            .map(|within| within.max(1));
        Self {
            plan,
            source,
            interval,
            stride,
            due_simulations: 1,
            due: Duration::ZERO,
        }
    }

    /// How many simulations the search may make at most, where time is simulations.
    pub(crate) fn most_simulations(plan: &Plan, source: &dyn TimeSource) -> Option<u64> {
        source
            .simulations_within(plan.longest())
            .map(|within| within.max(1))
    }
}

impl Watcher for Governor<'_> {
    fn is_due(&mut self, simulations: u64) -> bool {
        if self.stride.is_some() {
            simulations >= self.due_simulations
        } else {
            self.source.elapsed(simulations) >= self.due
        }
    }

    fn stride(&self) -> u64 {
        if self.stride.is_some() {
            1
        } else {
            WALL_STRIDE
        }
    }

    fn look(&mut self, snapshot: &Snapshot) -> bool {
        let simulations = snapshot.simulations;
        let now = self.source.elapsed(simulations);
        let then = match self.stride {
            Some(_) => self.source.elapsed(simulations + 1),
            None => now,
        };
        let goes_on = self.plan.ask(now, then, &view(snapshot));
        let deadline = self.plan.deadline();
        if let Some(stride) = self.stride {
            let end = self.source.simulations_within(deadline).unwrap_or(0);
            let next = (simulations / stride + 1) * stride;
            self.due_simulations = next.min(end.max(simulations + 1));
        } else {
            self.due = deadline.min(now + self.interval);
        }
        goes_on
    }
}

/// What the rules are shown of a search. Moves that are proven to lose are no alternatives.
pub(crate) fn view(snapshot: &Snapshot) -> View {
    let mut moves: Vec<&MoveReport> = snapshot
        .moves
        .iter()
        .filter(|m| m.proof != Proof::Loss)
        .collect();
    if moves.is_empty() {
        moves = snapshot.moves.iter().collect();
    }
    let (mut first, mut second): (Option<&MoveReport>, u32) = (None, 0);
    for &candidate in &moves {
        let rank = |m: &MoveReport| (m.tally.visits, m.belief());
        match first {
            Some(held) if rank(candidate) <= rank(held) => {
                second = second.max(candidate.tally.visits);
            }
            held => {
                second = second.max(held.map_or(0, |m| m.tally.visits));
                first = Some(candidate);
            }
        }
    }
    let best_value = first.map_or(0.5, MoveReport::value);
    // Priors are no evaluation: a move tried once, and lost, may still be believed in.
    let mut tried = moves.iter().filter(|m| m.tally.visits > 0);
    View {
        simulations: snapshot.simulations,
        moves: snapshot.moves.len() as u32,
        most_visits: first.map_or(0.0, |m| f64::from(m.tally.visits)),
        second_visits: f64::from(second),
        best_value,
        root_value: snapshot.value(),
        has_best_mean: tried.all(|m| m.value() <= best_value),
        has_best_score: snapshot.favourite.is_none() || snapshot.favourite == first.map(|m| m.mv),
        max_criticality: snapshot.insight.criticality,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tewari_game::Move;
    use tewari_mcts::{AmafTally, Tally, prior::Prior};

    fn report(mv: u16, visits: u32, wins: u64, proof: Proof) -> MoveReport {
        MoveReport {
            mv: Move(mv),
            tally: Tally {
                visits,
                half_wins: 2 * wins,
            },
            prior: Prior::NONE,
            amaf: AmafTally::default(),
            bias: 0.0,
            proof,
        }
    }

    #[test]
    fn a_view_is_what_rules_judge() {
        let snapshot = Snapshot {
            simulations: 60,
            moves: vec![
                report(1, 20, 15, Proof::Open),
                report(2, 50, 30, Proof::Open),
                report(3, 90, 0, Proof::Loss),
                report(4, 30, 3, Proof::Open),
                report(5, 0, 0, Proof::Open),
            ],
            favourite: Some(Move(2)),
            ..Snapshot::EMPTY
        };
        let seen = view(&snapshot);
        assert_eq!((seen.most_visits, seen.second_visits), (50.0, 30.0));
        assert_eq!((seen.best_value, seen.moves), (0.6, 5));
        assert!(!seen.has_best_mean && seen.has_best_score);
        assert_eq!(seen.root_value, 48.0 / 190.0);
        let believed_in = MoveReport {
            prior: Prior {
                visits: 10.0,
                mean: 0.8,
            },
            ..report(6, 1, 0, Proof::Open)
        };
        let other = Snapshot {
            favourite: Some(Move(1)),
            moves: [&snapshot.moves[1..], &[believed_in]].concat(),
            ..snapshot
        };
        let seen = view(&other);
        assert!(seen.has_best_mean && !seen.has_best_score);
        assert_eq!(view(&Snapshot::EMPTY).most_visits, 0.0);
    }
}
