//! What a rank wants of a network.
//!
//! # The guarantee
//!
//! Frames from one rank to another arrive complete, once, and in the order they were sent.
//! Nothing is promised about frames of different pairs of ranks. That is what MPI promises,
//! and all that the search relies on.
//!
//! # Back-pressure
//!
//! There is none, because none is needed: a simulation under way is at most one MOVE or as
//! many UPDATE and DONE frames as there are ranks on its path, and the number of simulations
//! under way is bounded. So queues are bounded too, and sending never blocks.

use std::ops::Range;

use crate::error::Error;
use crate::home::Home;
use crate::rank::Rank;
use tewari_mcts::Setup;

/// One rank's end of a network. Owned by one thread.
pub trait Transport {
    /// The number of this rank.
    fn rank(&self) -> u16;

    /// How many ranks there are.
    fn size(&self) -> u16;

    /// Takes a frame for another rank. It is under way after the next [`flush`](Self::flush)
    /// at the latest.
    ///
    /// # Errors
    /// When the other rank is gone.
    fn send(&mut self, to: u16, frame: &[u8]) -> Result<(), Error>;

    /// Sends off everything that was taken.
    ///
    /// # Errors
    /// When a rank is gone.
    fn flush(&mut self) -> Result<(), Error>;

    /// Adds the frames that have arrived to `inbox`; answers how many there were.
    fn poll(&mut self, wait: Wait, inbox: &mut Inbox) -> usize;
}

/// What to do when nothing has arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Come back at once.
    No,
    /// Sleep for a few milliseconds or until something arrives.
    Little,
}

/// All ranks of one process with the network between them.
pub trait Network {
    /// How many ranks there are.
    fn size(&self) -> u16;

    /// Lets the ranks work until the simulations of `home` are finished and everybody knows.
    ///
    /// # Errors
    /// The first thing that went wrong at any rank. Frames may then be left on the way.
    fn drive<S: Setup>(
        &mut self,
        ranks: &mut [Rank<'_, S>],
        home: &mut Home<'_>,
    ) -> Result<(), Error>;
}

/// Frames that have arrived, in buffers that are used again.
#[derive(Clone, Default, Debug)]
pub struct Inbox {
    bytes: Vec<u8>,
    frames: Vec<(u16, Range<usize>)>,
}

impl Inbox {
    /// Adds a frame.
    pub fn push(&mut self, from: u16, frame: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(frame);
        self.frames.push((from, start..self.bytes.len()));
    }

    /// The frames with their senders, in the order they arrived.
    pub fn frames(&self) -> impl Iterator<Item = (u16, &[u8])> {
        self.frames
            .iter()
            .map(|(from, range)| (*from, self.bytes.get(range.clone()).unwrap_or_default()))
    }

    /// Forgets them.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.frames.clear();
    }
}
