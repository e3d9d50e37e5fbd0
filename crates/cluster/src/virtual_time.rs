//! Ranks that take turns on one thread, in a time of their own.
//!
//! Everything is decided by a seed: the order in which ranks take their turns and how long
//! each frame is on its way. So a search with many simulations under way can be repeated, and
//! hundreds of different weathers can be tried. Frames of one pair of ranks never overtake
//! each other, as [`transport`](crate::transport) promises; frames of different pairs do.
//!
//! The network can also be told to make one mistake, which the [books](crate::books) must
//! notice.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use tewari_base::Rng;
use tewari_mcts::Setup;

use crate::error::Error;
use crate::home::Home;
use crate::rank::{Rank, Turn};
use crate::transport::{Inbox, Network, Transport, Wait};

/// What the network is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weather {
    /// What decides everything.
    pub seed: u64,
    /// A frame takes up to so many rounds; 0 delivers it in the next one.
    pub delay: u32,
}

impl Weather {
    /// No delays.
    pub const CALM: Self = Self { seed: 0, delay: 0 };
}

/// A mistake of the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// This frame, counted from 0 over all ranks, is lost.
    Drop(u64),
    /// This frame arrives twice.
    Double(u64),
    /// A byte of this frame, counted round if the frame is shorter, is changed.
    Garble {
        /// Which frame.
        frame: u64,
        /// Which byte.
        byte: usize,
        /// The bits that are turned over.
        bits: u8,
    },
}

/// A frame on its way.
struct Flying {
    /// The round it arrives in.
    due: u64,
    bytes: Vec<u8>,
}

struct State {
    size: u16,
    now: u64,
    rng: Rng,
    delay: u32,
    fault: Option<Fault>,
    /// Frames sent so far.
    sent: u64,
    /// By receiver and sender.
    pairs: Vec<VecDeque<Flying>>,
}

impl State {
    fn pair(&mut self, from: u16, to: u16) -> &mut VecDeque<Flying> {
        let size = usize::from(self.size);
        &mut self.pairs[usize::from(to) * size + usize::from(from)]
    }

    fn send(&mut self, from: u16, to: u16, frame: &[u8]) {
        let number = self.sent;
        self.sent += 1;
        let mut bytes = frame.to_vec();
        let copies = match self.fault {
            Some(Fault::Drop(at)) if at == number => 0,
            Some(Fault::Double(at)) if at == number => 2,
            Some(Fault::Garble { frame, byte, bits }) if frame == number => {
                let length = bytes.len().max(1);
                if let Some(byte) = bytes.get_mut(byte % length) {
                    *byte ^= bits;
                }
                1
            }
            _ => 1,
        };
        for _ in 0..copies {
            let late = u64::from(self.rng.below(self.delay.saturating_add(1)));
            let due = self.now + late;
            let bytes = bytes.clone();
            let pair = self.pair(from, to);
            // Nobody overtakes the one before.
            let due = pair.back().map_or(due, |last| due.max(last.due));
            pair.push_back(Flying { due, bytes });
        }
    }

    /// A sender whose next frame for `to` is due, drawn among all of them.
    fn next_sender(&mut self, to: u16) -> Option<u16> {
        let now = self.now;
        let ready: Vec<u16> = (0..self.size)
            .filter(|&from| {
                let next = self.pair(from, to).front();
                next.is_some_and(|frame| frame.due <= now)
            })
            .collect();
        let choice = self.rng.below(ready.len() as u32) as usize;
        ready.get(choice).copied()
    }
}

/// One rank's end of a virtual network.
pub struct Port {
    rank: u16,
    state: Rc<RefCell<State>>,
}

impl Transport for Port {
    fn rank(&self) -> u16 {
        self.rank
    }

    fn size(&self) -> u16 {
        self.state.borrow().size
    }

    fn send(&mut self, to: u16, frame: &[u8]) -> Result<(), Error> {
        let mut state = self.state.borrow_mut();
        if to >= state.size {
            return Err(Error::Lost { rank: to });
        }
        state.send(self.rank, to, frame);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Never waits: time passes when all ranks have had their turn.
    fn poll(&mut self, _: Wait, inbox: &mut Inbox) -> usize {
        let mut state = self.state.borrow_mut();
        let mut frames = 0;
        while let Some(from) = state.next_sender(self.rank) {
            if let Some(frame) = state.pair(from, self.rank).pop_front() {
                inbox.push(from, &frame.bytes);
                frames += 1;
            }
        }
        frames
    }
}

/// A network of virtual ranks.
pub struct Virtual {
    state: Rc<RefCell<State>>,
    ports: Vec<Port>,
}

impl Virtual {
    /// A network of `size` ranks.
    #[must_use]
    pub fn new(size: u16, weather: Weather) -> Self {
        let state = Rc::new(RefCell::new(State {
            size,
            now: 0,
            rng: Rng::new(weather.seed),
            delay: weather.delay,
            fault: None,
            sent: 0,
            pairs: (0..usize::from(size) * usize::from(size))
                .map(|_| VecDeque::new())
                .collect(),
        }));
        let ports = (0..size)
            .map(|rank| Port {
                rank,
                state: Rc::clone(&state),
            })
            .collect();
        Self { state, ports }
    }

    /// The ends of the network, by rank.
    pub fn ports(&mut self) -> &mut [Port] {
        &mut self.ports
    }

    /// Lets a mistake happen, or none. Frames are counted anew from here.
    pub fn set_fault(&mut self, fault: Option<Fault>) {
        let mut state = self.state.borrow_mut();
        state.fault = fault;
        state.sent = 0;
    }

    /// Frames sent since the last mistake was set.
    #[must_use]
    pub fn sent(&self) -> u64 {
        self.state.borrow().sent
    }

    fn is_empty(&self) -> bool {
        self.state.borrow().pairs.iter().all(VecDeque::is_empty)
    }

    /// The ranks in the order of their next turns; time passes.
    fn shuffle(&self, order: &mut [usize]) {
        let mut state = self.state.borrow_mut();
        state.now += 1;
        state.rng.shuffle(order);
    }
}

impl Network for Virtual {
    fn size(&self) -> u16 {
        self.ports.len() as u16
    }

    /// Rounds of turns until there is nothing to do and nothing on the way, also after the
    /// search is over: what arrives then should not have been sent.
    fn drive<S: Setup>(
        &mut self,
        ranks: &mut [Rank<'_, S>],
        home: &mut Home<'_>,
    ) -> Result<(), Error> {
        let mut order: Vec<usize> = (0..ranks.len().min(self.ports.len())).collect();
        loop {
            self.shuffle(&mut order);
            let mut busy = false;
            for &i in &order {
                let rank = &mut ranks[i];
                let home = (rank.number() == home.rank()).then_some(&mut *home);
                let turn = rank.turn(&mut self.ports[i], home, Wait::No)?;
                busy |= turn == Turn::Busy;
            }
            if !busy && self.is_empty() {
                break;
            }
        }
        if ranks.iter().all(Rank::has_ended) {
            return Ok(());
        }
        let (started, finished) = home.progress();
        Err(Error::Stalled { started, finished })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends numbered frames in all directions; answers what rank 0 received, in order.
    fn received(weather: Weather, fault: Option<Fault>) -> Vec<(u16, u8)> {
        let mut net = Virtual::new(3, weather);
        net.set_fault(fault);
        let mut inbox = Inbox::default();
        for i in 0..20 {
            for from in 1..3 {
                net.ports()[from].send(0, &[i]).unwrap();
            }
            net.shuffle(&mut []);
            net.ports()[0].poll(Wait::No, &mut inbox);
        }
        while !net.is_empty() {
            net.shuffle(&mut []);
            net.ports()[0].poll(Wait::No, &mut inbox);
        }
        inbox
            .frames()
            .map(|(from, frame)| (from, frame[0]))
            .collect()
    }

    #[test]
    fn pairs_keep_their_order_and_overtake_each_other() {
        let mut orders = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let got = received(Weather { seed, delay: 9 }, None);
            for sender in 1..3 {
                let of_one: Vec<u8> = got
                    .iter()
                    .filter(|(from, _)| *from == sender)
                    .map(|&(_, i)| i)
                    .collect();
                assert_eq!(of_one, (0..20).collect::<Vec<u8>>());
            }
            orders.insert(got);
        }
        assert_eq!(orders.len(), 50, "every seed is another weather");
        let weather = Weather { seed: 3, delay: 9 };
        assert_eq!(received(weather, None), received(weather, None));
    }

    #[test]
    fn faults_hit_one_frame() {
        let count = |fault| received(Weather::CALM, Some(fault)).len();
        assert_eq!(count(Fault::Drop(5)), 39);
        assert_eq!(count(Fault::Double(5)), 41);
        let garbled = received(
            Weather::CALM,
            Some(Fault::Garble {
                frame: 0,
                byte: 3,
                bits: 0x80,
            }),
        );
        assert_eq!(garbled.iter().filter(|(_, i)| *i >= 0x80).count(), 1);
    }
}
