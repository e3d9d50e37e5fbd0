//! The part of a simulation that happens at one rank.

use tewari_base::Rng;
use tewari_mcts::Setup;
use tewari_mcts::store::Store;
use tewari_mcts::tree::Slot;
use tewari_mcts::walk::{Leaf, Progress};

use super::apply::apply;
use super::{Job, Rank};
use crate::error::Error;
use crate::home::Home;
use crate::transport::Transport;
use crate::wire::{CreditStep, Done, Kind, UpdateRef, WireError};

impl<S: Setup> Rank<'_, S> {
    /// Goes on with a simulation from elsewhere.
    pub(super) fn carry_on<T: Transport>(
        &mut self,
        port: &mut T,
        home: Option<&mut Home<'_>>,
        job: &Job,
    ) -> Result<(), Error> {
        let unfitting = |rank: &Self, what| Err(rank.unfitting(job.from, job.journey.index, what));
        if !self.worker.take_over(self.ground, &job.journey) {
            return unfitting(self, "its moves cannot be made");
        }
        match self.worker.arrive(self.ground, &self.shard) {
            Ok(Ok(slot)) => self.walk(port, home, job.home, slot),
            Ok(Err(leaf)) => self.end(port, home, job.home, leaf),
            Err(_) => unfitting(self, "its position lives elsewhere"),
        }
    }

    /// Walks on from the entry in `slot` with the simulation that the worker has.
    pub(super) fn walk<T: Transport>(
        &mut self,
        port: &mut T,
        home: Option<&mut Home<'_>>,
        home_rank: u16,
        slot: Slot,
    ) -> Result<(), Error> {
        let before = self.worker.journey.path.len();
        let progress = self.worker.descend(self.ground, &self.shard, slot);
        let journey = &self.worker.journey;
        let taken = journey.path.get(before..).unwrap_or_default();
        self.counters.steps_taken += taken.len() as u64;
        if let Some(home) = &home {
            let at_root = taken.iter().filter(|step| step.slot == home.slot()).count();
            self.counters.returns += (at_root - usize::from(before == 0 && at_root > 0)) as u64;
        }
        match progress {
            Progress::Leaf(leaf) => self.end(port, home, home_rank, leaf),
            Progress::Elsewhere(to) => {
                self.header(Kind::Move, home_rank, journey.index)
                    .write_move(journey, &mut self.frame)
                    .map_err(|error| self.unsendable(error))?;
                self.send(port, to, Kind::Move)
            }
        }
    }

    fn unsendable(&self, error: WireError) -> Error {
        let rank = self.number();
        let from = rank;
        Error::Wire { rank, from, error }
    }

    /// Plays out, credits what lies here and tells the other ranks of the path.
    fn end<T: Transport>(
        &mut self,
        port: &mut T,
        mut home: Option<&mut Home<'_>>,
        home_rank: u16,
        leaf: Leaf,
    ) -> Result<(), Error> {
        let (ground, index) = (self.ground, self.worker.journey.index);
        let length = self.worker.journey.path.len();
        if length > usize::from(u16::MAX) {
            return Err(self.unsendable(WireError::TooLong("moves", length)));
        }
        let mut rng = Rng::stream(ground.seed, &[ground.search, index]);
        let outcome = self.worker.finish(ground, leaf, &mut rng);
        self.counters.playouts += u64::from(leaf == Leaf::Open);
        self.places.clear();
        for step in &self.worker.journey.path {
            if !self.places.contains(&step.place) {
                self.places.push(step.place);
            }
        }
        if self.places.is_empty() {
            // Nothing was selected, so this is the root, and the root lives at the home.
            self.counters.pathless += 1;
            self.counters.finished += 1;
            if let Some(home) = home {
                home.finish(index, self.worker.journey.grown);
            }
            return Ok(());
        }
        let parts = self.places.len() as u16;
        for i in 0..self.places.len() {
            let place = self.places[i];
            self.collect_steps(place);
            let journey = &self.worker.journey;
            let grown = journey.grown;
            let update = UpdateRef {
                grown,
                outcome,
                parts,
                line: &journey.line,
                playout: if ground.amaf.at(index).is_on() {
                    self.worker.record.moves()
                } else {
                    &[]
                },
                steps: &self.steps,
            };
            if place == self.shard.place() {
                apply(ground, self.shard.table(), &mut self.times, index, &update)
                    .map_err(|what| self.unfitting(place, index, what))?;
                self.counters.updates_local += 1;
                self.counters.steps_credited += self.steps.len() as u64;
                let done = Done { grown, parts };
                self.report(port, home.as_deref_mut(), home_rank, index, done)?;
            } else {
                self.header(Kind::Update, home_rank, index)
                    .write_update(&update, &mut self.frame)
                    .map_err(|error| self.unsendable(error))?;
                self.send(port, place, Kind::Update)?;
            }
        }
        Ok(())
    }

    /// Puts the steps that lie at `place` into the buffer, the deepest first.
    fn collect_steps(&mut self, place: u16) {
        self.steps.clear();
        let path = self.worker.journey.path.iter().enumerate().rev();
        self.steps.extend(
            path.filter(|(_, step)| step.place == place)
                .map(|(depth, step)| CreditStep {
                    depth: depth as u16,
                    slot: step.slot,
                    edge: step.edge,
                }),
        );
    }
}
