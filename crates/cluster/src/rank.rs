//! The work of a rank.
//!
//! A rank lives in turns: it takes in what has arrived, credits what is to be credited at
//! once, then carries on with one waiting simulation or, at the home, starts one. A simulation
//! that stays on the rank runs to its leaf within the turn, without being queued in between.
//! Updates go before everything else, because everybody else selects by them.
//!
//! A rank trusts no frame further than it can check it: see [`wire`](crate::wire) for what is
//! checked when it is read. Here the moves of a journey are checked against the rules, and the
//! steps of an update against the table.

use std::collections::VecDeque;

use tewari_game::Game;
use tewari_mcts::Setup;
use tewari_mcts::credit::FirstTimes;
use tewari_mcts::store::Store;
use tewari_mcts::walk::{Ground, Journey, Worker};

mod apply;
mod simulate;

use apply::apply;

use crate::books::Counters;
use crate::error::Error;
use crate::home::Home;
use crate::shard::Shard;
use crate::transport::{Inbox, Transport, Wait};
use crate::wire::{CreditStep, Done, Frame, Header, Kind, Limits, Update, UpdateRef};

/// What a rank did in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It had something to do.
    Busy,
    /// It had nothing to do.
    Idle,
    /// It had nothing to do, and the search is over.
    Ended,
}

/// A rank in a search.
pub struct Rank<'a, S: Setup> {
    ground: &'a Ground<'a, S::Game>,
    shard: Shard<'a>,
    epoch: u32,
    limits: Limits,
    worker: Worker<S>,
    times: FirstTimes,
    waiting: VecDeque<Job>,
    spare: Vec<Job>,
    inbox: Inbox,
    update: Update,
    steps: Vec<CreditStep>,
    places: Vec<u16>,
    frame: Vec<u8>,
    counters: Counters,
    ended: bool,
}

/// A simulation that waits to be continued.
#[derive(Default)]
struct Job {
    home: u16,
    from: u16,
    journey: Journey,
}

impl<'a, S: Setup> Rank<'a, S> {
    /// A rank that works on `ground` in `shard` with `worker`. `epoch` is the number of the
    /// search, the same on all of `ranks`.
    pub fn new(
        ground: &'a Ground<'a, S::Game>,
        shard: Shard<'a>,
        ranks: u16,
        worker: Worker<S>,
        epoch: u32,
    ) -> Self {
        let game = ground.game;
        Self {
            ground,
            shard,
            epoch,
            limits: Limits {
                ranks,
                move_space: game.move_space(),
                max_moves: game.max_moves(),
            },
            worker,
            times: FirstTimes::new(game),
            waiting: VecDeque::new(),
            spare: Vec::new(),
            inbox: Inbox::default(),
            update: Update::default(),
            steps: Vec::new(),
            places: Vec::new(),
            frame: Vec::new(),
            counters: Counters::default(),
            ended: false,
        }
    }

    /// Its number.
    #[must_use]
    pub fn number(&self) -> u16 {
        self.shard.place()
    }

    /// What it has done so far.
    #[must_use]
    pub const fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Its worker.
    #[must_use]
    pub const fn worker(&self) -> &Worker<S> {
        &self.worker
    }

    /// Whether it was told that the search is over.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Takes one turn. `home` is there if the root lives here. With [`Wait::Little`] it sleeps
    /// when there is nothing to do.
    ///
    /// # Errors
    /// When anything is not as it should be; the search is then lost.
    pub fn turn<T: Transport>(
        &mut self,
        port: &mut T,
        mut home: Option<&mut Home<'_>>,
        wait: Wait,
    ) -> Result<Turn, Error> {
        let may_start = home.as_ref().is_some_and(|home| home.may_start());
        let wait = if self.waiting.is_empty() && !may_start && !self.ended {
            wait
        } else {
            Wait::No
        };
        let mut inbox = std::mem::take(&mut self.inbox);
        inbox.clear();
        let arrived = port.poll(wait, &mut inbox);
        for (from, bytes) in inbox.frames() {
            self.take_in(port, home.as_deref_mut(), from, bytes)?;
        }
        self.inbox = inbox;
        let mut busy = arrived > 0;
        if let Some(job) = self.waiting.pop_front() {
            self.carry_on(port, home.as_deref_mut(), &job)?;
            self.spare.push(job);
            busy = true;
        } else if let Some(own) = home.as_deref_mut()
            && let Some(index) = own.start()
        {
            self.counters.started += 1;
            self.worker.depart(self.ground, index);
            let (rank, slot) = (own.rank(), own.slot());
            self.walk(port, home.as_deref_mut(), rank, slot)?;
            busy = true;
        }
        if let Some(home) = home
            && !self.ended
            && home.try_end()
        {
            self.ended = true;
            self.tell_all(port, Kind::Stop)?;
        }
        port.flush()?;
        if busy {
            self.counters.busy_turns += 1;
        } else {
            self.counters.idle_turns += 1;
        }
        Ok(match (busy, self.ended) {
            (true, _) => Turn::Busy,
            (false, true) => Turn::Ended,
            (false, false) => Turn::Idle,
        })
    }

    /// Tells all other ranks that this one has failed. Whoever cannot be told is gone anyway.
    pub fn raise_alarm<T: Transport>(&mut self, port: &mut T) {
        let _ = self.tell_all(port, Kind::Fail);
        let _ = port.flush();
    }

    fn tell_all<T: Transport>(&mut self, port: &mut T, kind: Kind) -> Result<(), Error> {
        self.header(kind, self.number(), 0).write(&mut self.frame);
        for to in 0..port.size() {
            if to != port.rank() {
                self.send(port, to, kind)?;
            }
        }
        Ok(())
    }

    const fn header(&self, kind: Kind, home: u16, index: u64) -> Header {
        Header {
            kind,
            home,
            epoch: self.epoch,
            index,
        }
    }

    /// Sends what is in the buffer.
    fn send<T: Transport>(&mut self, port: &mut T, to: u16, kind: Kind) -> Result<(), Error> {
        self.counters.flow(kind).send(self.frame.len());
        port.send(to, &self.frame)
    }

    fn take_in<T: Transport>(
        &mut self,
        port: &mut T,
        home: Option<&mut Home<'_>>,
        from: u16,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let rank = self.number();
        let bad = |error| Error::Wire { rank, from, error };
        let frame = Frame::read(bytes, &self.limits).map_err(bad)?;
        let header = frame.header;
        if header.epoch != self.epoch {
            self.counters.stale += 1;
            return Ok(());
        }
        self.counters.flow(header.kind).receive(bytes.len());
        match header.kind {
            Kind::Move => {
                let mut job = self.spare.pop().unwrap_or_default();
                frame.read_move(&mut job.journey).map_err(bad)?;
                (job.home, job.from) = (header.home, from);
                self.waiting.push_back(job);
                let length = self.waiting.len();
                self.counters.longest_queue = self.counters.longest_queue.max(length);
                Ok(())
            }
            Kind::Update => {
                let mut update = std::mem::take(&mut self.update);
                frame.read_update(&mut update).map_err(bad)?;
                self.credit_remote(header.index, &update)
                    .map_err(|what| self.unfitting(from, header.index, what))?;
                let (grown, parts) = (update.grown, update.parts);
                self.update = update;
                let done = Done { grown, parts };
                self.report(port, home, header.home, header.index, done)
            }
            Kind::Done => {
                let done = frame.read_done().map_err(bad)?;
                self.note(home, from, header.index, done)
            }
            Kind::Stop => {
                self.ended = true;
                frame.read_nothing().map_err(bad)
            }
            Kind::Fail => Err(Error::Told { by: from }),
        }
    }

    fn unfitting(&self, from: u16, index: u64, what: &'static str) -> Error {
        let rank = self.number();
        Error::Unfitting {
            rank,
            from,
            index,
            what,
        }
    }

    fn credit_remote(&mut self, index: u64, update: &Update) -> Result<(), &'static str> {
        let body = UpdateRef {
            grown: update.grown,
            outcome: update.outcome,
            parts: update.parts,
            line: &update.line,
            playout: &update.playout,
            steps: &update.steps,
        };
        apply(
            self.ground,
            self.shard.table(),
            &mut self.times,
            index,
            &body,
        )?;
        self.counters.updates_applied += 1;
        self.counters.steps_credited += update.steps.len() as u64;
        Ok(())
    }

    /// Tells the home that a part of a simulation was credited here.
    fn report<T: Transport>(
        &mut self,
        port: &mut T,
        home: Option<&mut Home<'_>>,
        home_rank: u16,
        index: u64,
        done: Done,
    ) -> Result<(), Error> {
        if home_rank == self.number() {
            return self.note(home, home_rank, index, done);
        }
        self.header(Kind::Done, home_rank, index)
            .write_done(done, &mut self.frame);
        self.send(port, home_rank, Kind::Done)
    }

    /// As the home: notes that `from` has credited its part.
    fn note(
        &mut self,
        home: Option<&mut Home<'_>>,
        from: u16,
        index: u64,
        done: Done,
    ) -> Result<(), Error> {
        let Some(home) = home else {
            return Err(self.unfitting(from, index, "this rank is not its home"));
        };
        let finished = home
            .done(from, index, done)
            .map_err(|what| self.unfitting(from, index, what))?;
        self.counters.finished += u64::from(finished);
        Ok(())
    }
}
