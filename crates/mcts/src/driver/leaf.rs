//! Leaf parallelisation: one worker walks in the tree, all workers play out.
//!
//! The walker needs no protection, because nobody else touches the tree; what the others get
//! is a position and what they give back is a record. Two forms are known, and their mixtures:
//!
//! - *One leaf, many playouts* (`parallel.leaves = 1`; Cazenave and Jouandeau, *On the
//!   Parallelization of UCT*, 2007, "at-the-leaves"; Chaslot, Winands and van den Herik, 2008):
//!   `parallel.playouts` games are played from one leaf at a time and all are credited. The
//!   estimate of the leaf is better, but nobody could look at the first results and spend the
//!   other playouts elsewhere; and all wait for the longest one.
//! - *Many leaves* (`parallel.leaves = L`, one playout each): the walker does not wait but goes
//!   on to further leaves, up to `L` of them; simulations under way are seen as
//!   `parallel.in_flight` says. A result is credited when it is the oldest one missing.
//!
//! A leaf with `k` playouts is `k` simulations: they have `k` numbers and random streams, add
//! `k` visits to every move of the path, and count `k` times as under way.
//!
//! Results are credited in the order of the simulations, whoever is ready first. That costs a
//! little waiting and makes the search a function of its seed, `L` and `k`: one thread and
//! eight find the same tree, and `L = k = 1` finds that of the plain search.
//!
//! Positions and records travel through channels, in buffers that are used again; playouts
//! themselves run without locks, as in every driver.

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};

use tewari_base::Rng;
use tewari_game::{Game, Outcome};

use super::{CHECK_STRIDE, Meter, Pause, Run, Tree};
use crate::credit::LineMove;
use crate::observe::Stand;
use crate::playout::Record;
use crate::report::Snapshot;
use crate::search::Watcher;
use crate::setup::Setup;
use crate::store::Local;
use crate::walk::{Ground, Journey, Leaf, Progress, Worker};

/// Searches `tree` with all workers of the budget.
pub(crate) fn run<S: Setup>(
    run: &Run<'_, S>,
    tree: &Tree<'_, S::Game>,
    watcher: &mut dyn Watcher,
) -> (Snapshot, Vec<Worker<S>>) {
    let threads = run.budget.threads.max(1);
    let mut workers: Vec<Worker<S>> = (0..threads).map(|_| run.worker(tree, 0)).collect();
    let stand = Stand::new(threads, watcher);
    let mut meter = Meter::new(run);
    run.spend(
        &mut meter,
        tree.ground.config.search.final_move,
        || tree.snapshot(0).is_robust(),
        |meter| {
            std::thread::scope(|scope| {
                let mut rest = workers.iter_mut().enumerate();
                let Some((number, worker)) = rest.next() else {
                    return;
                };
                let helpers = rest
                    .map(|(number, worker)| {
                        let (give, jobs) = channel();
                        let (done, take) = channel();
                        let stand = &stand;
                        let show = move |observer: &S::Observer| stand.leave(number, observer);
                        scope.spawn(move || help(worker, &tree.ground, &jobs, &done, show));
                        Helper { give, take }
                    })
                    .collect();
                let mut walker = Walker::new(worker, tree, helpers);
                walker.work(Pause::new(meter, &stand, number, watcher));
                // The helpers' channels are closed here, which ends their threads.
            });
        },
    );
    (tree.snapshot(meter.done()), workers)
}

/// Some playouts from one leaf, and their results.
struct Share<G: Game> {
    sim: G::Sim,
    /// The moves that led there.
    line: Vec<LineMove>,
    leaf: Leaf,
    indices: Range<u64>,
    /// As many as there are playouts, or more.
    results: Vec<(Outcome, Record)>,
}

impl<G: Game> Share<G> {
    /// Plays them with `worker`.
    fn play<S: Setup<Game = G>>(&mut self, worker: &mut Worker<S>, ground: &Ground<'_, G>) {
        worker.sim.clone_from(&self.sim);
        worker.journey.line.clone_from(&self.line);
        for (index, (outcome, record)) in self.indices.clone().zip(&mut self.results) {
            let mut rng = Rng::stream(ground.seed, &[ground.search, index]);
            *outcome = worker.finish(ground, self.leaf, &mut rng);
            mem::swap(record, &mut worker.record);
        }
    }
}

/// The life of a helper: plays what comes until nothing comes any more.
fn help<S: Setup>(
    worker: &mut Worker<S>,
    ground: &Ground<'_, S::Game>,
    jobs: &Receiver<Share<S::Game>>,
    done: &Sender<Share<S::Game>>,
    show: impl Fn(&S::Observer),
) {
    let mut played = 0;
    for mut share in jobs {
        let before = played / CHECK_STRIDE;
        played += share.indices.end - share.indices.start;
        share.play(worker, ground);
        if played / CHECK_STRIDE > before {
            show(&worker.observer);
        }
        if done.send(share).is_err() {
            return;
        }
    }
}

/// The channels to a helper; it answers in the order it was asked.
struct Helper<G: Game> {
    give: Sender<Share<G>>,
    take: Receiver<Share<G>>,
}

/// A leaf whose playouts are under way.
struct Flight<G: Game> {
    journey: Journey,
    leaf: Leaf,
    count: u64,
    parts: Vec<Part<G>>,
}

/// Where some of the playouts are.
enum Part<G: Game> {
    Here(Share<G>),
    At(usize),
}

/// The worker that walks, and everything it has to keep in mind.
struct Walker<'a, S: Setup> {
    worker: &'a mut Worker<S>,
    tree: &'a Tree<'a, S::Game>,
    helpers: Vec<Helper<S::Game>>,
    leaves: usize,
    playouts: u64,
    flights: VecDeque<Flight<S::Game>>,
    /// Who gets the next share: 0 is the walker itself, `i` the helper before the `i`-th.
    turn: usize,
    spare_flights: Vec<Flight<S::Game>>,
    spare_shares: Vec<Share<S::Game>>,
}

impl<'a, S: Setup> Walker<'a, S> {
    fn new(
        worker: &'a mut Worker<S>,
        tree: &'a Tree<'a, S::Game>,
        helpers: Vec<Helper<S::Game>>,
    ) -> Self {
        let params = tree.ground.config.parallel;
        Self {
            worker,
            tree,
            helpers,
            leaves: params.leaves as usize,
            playouts: u64::from(params.playouts),
            flights: VecDeque::new(),
            turn: 0,
            spare_flights: Vec::new(),
            spare_shares: Vec::new(),
        }
    }

    fn work(&mut self, mut pause: Pause<'_, S, true>) {
        loop {
            while self.flights.len() < self.leaves
                && let Some(indices) = pause.meter.claim::<true>(self.playouts)
            {
                self.take_off(indices);
            }
            let Some(flight) = self.flights.pop_front() else {
                return;
            };
            let count = flight.count;
            if !self.land(flight) {
                // A helper has died; its panic is passed on when its thread is joined.
                return;
            }
            pause.after(self.worker, self.tree, count);
        }
    }

    /// Walks to a leaf and gives its playouts away.
    fn take_off(&mut self, indices: Range<u64>) {
        let (ground, table) = (&self.tree.ground, self.tree.table);
        self.worker.depart(ground, indices.start);
        let Progress::Leaf(leaf) =
            self.worker
                .descend(ground, &Local::<false>(table), self.tree.root);
        let count = indices.end - indices.start;
        for step in &self.worker.journey.path {
            // The walk itself has counted once.
            for _ in 1..count {
                table.entry(step.slot).depart(usize::from(step.edge));
            }
        }
        let mut flight = self.spare_flights.pop().unwrap_or_else(|| Flight {
            journey: Journey::default(),
            leaf,
            count,
            parts: Vec::new(),
        });
        (flight.leaf, flight.count) = (leaf, count);
        mem::swap(&mut flight.journey, &mut self.worker.journey);
        // There is nothing to play at the end of a game.
        let hands = match leaf {
            Leaf::Open => self.helpers.len() as u64 + 1,
            Leaf::Ended { .. } => 1,
        };
        let mut at = indices.start;
        for i in 0..hands.min(count) {
            let end = indices.start + count * (i + 1) / hands.min(count);
            let share = self.share(&flight.journey.line, leaf, at..end);
            flight.parts.push(self.hand_out(share));
            at = end;
        }
        self.flights.push_back(flight);
    }

    fn share(&mut self, line: &Vec<LineMove>, leaf: Leaf, indices: Range<u64>) -> Share<S::Game> {
        let mut share = self.spare_shares.pop().unwrap_or_else(|| Share {
            sim: self.worker.sim.clone(),
            line: Vec::new(),
            leaf,
            indices: 0..0,
            results: Vec::new(),
        });
        let game = self.tree.ground.game;
        share.sim.clone_from(&self.worker.sim);
        share.line.clone_from(line);
        share.leaf = leaf;
        share.results.resize_with(
            share
                .results
                .len()
                .max((indices.end - indices.start) as usize),
            || (Outcome::Draw, Record::for_game(game)),
        );
        share.indices = indices;
        share
    }

    fn hand_out(&mut self, share: Share<S::Game>) -> Part<S::Game> {
        if matches!(share.leaf, Leaf::Ended { .. }) {
            return Part::Here(share);
        }
        let turn = self.turn;
        self.turn = (turn + 1) % (self.helpers.len() + 1);
        match turn.checked_sub(1) {
            None => Part::Here(share),
            Some(helper) => match self.helpers[helper].give.send(share) {
                Ok(()) => Part::At(helper),
                Err(back) => Part::Here(back.0),
            },
        }
    }

    /// Credits a leaf; `false` if one of its results will never come.
    fn land(&mut self, mut flight: Flight<S::Game>) -> bool {
        let ground = &self.tree.ground;
        for part in &mut flight.parts {
            if let Part::Here(share) = part {
                share.play(self.worker, ground);
            }
        }
        let store = Local::<false>(self.tree.table);
        mem::swap(&mut flight.journey, &mut self.worker.journey);
        for part in flight.parts.drain(..) {
            let mut share = match part {
                Part::Here(share) => share,
                Part::At(helper) => match self.helpers[helper].take.recv() {
                    Ok(share) => share,
                    Err(_) => return false,
                },
            };
            let count = (share.indices.end - share.indices.start) as usize;
            for (outcome, record) in &mut share.results[..count] {
                mem::swap(record, &mut self.worker.record);
                self.worker.credit(ground, &store, flight.leaf, *outcome);
                mem::swap(record, &mut self.worker.record);
            }
            self.spare_shares.push(share);
        }
        self.spare_flights.push(flight);
        true
    }
}
