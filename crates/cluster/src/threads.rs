//! Ranks as threads.
//!
//! Every rank has a mailbox, and every other rank a way into it. Frames are copied into one
//! packet per destination and sent off together at the end of a turn, so a rank that has much
//! to say says it in few packets. Nothing but bytes passes between ranks: that is the format
//! of [`wire`](crate::wire), used and tested here as it will be between machines.
//!
//! A rank with nothing to do sleeps in its mailbox. The home runs on the thread that asked for
//! the search, where its watcher is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tewari_mcts::Setup;

use crate::error::Error;
use crate::home::Home;
use crate::rank::{Rank, Turn};
use crate::transport::{Inbox, Network, Transport, Wait};

/// How long a rank sleeps before it looks around.
const NAP: Duration = Duration::from_millis(5);

/// After so many naps in a row without a frame the home gives up: 60 seconds, far more than
/// any playout takes. The threads of one process lose nothing, so this can only be a mistake
/// in the program; but it must not hang.
const PATIENCE: u64 = 12_000;

/// Frames on their way from one rank to another, each with its length in front.
struct Packet {
    from: u16,
    bytes: Vec<u8>,
}

const PREFIX: usize = 4;

/// One rank's end of the channels.
pub struct Channel {
    rank: u16,
    mailbox: Receiver<Packet>,
    peers: Vec<Sender<Packet>>,
    /// What is to be sent off, by destination.
    out: Vec<Vec<u8>>,
}

/// The channels between `size` ranks.
#[must_use]
pub fn channels(size: u16) -> Vec<Channel> {
    let (peers, mailboxes): (Vec<_>, Vec<_>) = (0..size).map(|_| channel()).unzip();
    (0..size)
        .zip(mailboxes)
        .map(|(rank, mailbox)| Channel {
            rank,
            mailbox,
            peers: peers.clone(),
            out: vec![Vec::new(); usize::from(size)],
        })
        .collect()
}

fn unpack(packet: &Packet, inbox: &mut Inbox) -> usize {
    let (mut rest, mut frames) = (packet.bytes.as_slice(), 0);
    while let Some((prefix, behind)) = rest.split_first_chunk::<PREFIX>() {
        let length = (u32::from_le_bytes(*prefix) as usize).min(behind.len());
        let (frame, next) = behind.split_at(length);
        inbox.push(packet.from, frame);
        (rest, frames) = (next, frames + 1);
    }
    frames
}

impl Transport for Channel {
    fn rank(&self) -> u16 {
        self.rank
    }

    fn size(&self) -> u16 {
        self.peers.len() as u16
    }

    fn send(&mut self, to: u16, frame: &[u8]) -> Result<(), Error> {
        let out = self
            .out
            .get_mut(usize::from(to))
            .ok_or(Error::Lost { rank: to })?;
        out.extend_from_slice(&(frame.len() as u32).to_le_bytes());
        out.extend_from_slice(frame);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        for (to, (out, peer)) in self.out.iter_mut().zip(&self.peers).enumerate() {
            if out.is_empty() {
                continue;
            }
            let packet = Packet {
                from: self.rank,
                bytes: std::mem::take(out),
            };
            peer.send(packet)
                .map_err(|_| Error::Lost { rank: to as u16 })?;
        }
        Ok(())
    }

    fn poll(&mut self, wait: Wait, inbox: &mut Inbox) -> usize {
        let mut frames = 0;
        while let Ok(packet) = self.mailbox.try_recv() {
            frames += unpack(&packet, inbox);
        }
        if frames == 0 && wait == Wait::Little {
            match self.mailbox.recv_timeout(NAP) {
                Ok(packet) => frames += unpack(&packet, inbox),
                // Disconnected cannot be: this end holds a way into its own mailbox.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
        frames
    }
}

/// A network of threads.
pub struct Threads {
    channels: Vec<Channel>,
}

impl Threads {
    /// A network of `size` ranks.
    #[must_use]
    pub fn new(size: u16) -> Self {
        Self {
            channels: channels(size),
        }
    }
}

impl Network for Threads {
    fn size(&self) -> u16 {
        self.channels.len() as u16
    }

    fn drive<S: Setup>(
        &mut self,
        ranks: &mut [Rank<'_, S>],
        home: &mut Home<'_>,
    ) -> Result<(), Error> {
        let home_rank = home.rank();
        let outcomes: Vec<Result<(), Error>> = std::thread::scope(|scope| {
            let (mut here, mut others) = (None, Vec::new());
            for (rank, channel) in ranks.iter_mut().zip(&mut self.channels) {
                if rank.number() == home_rank {
                    here = Some((rank, channel));
                } else {
                    let number = rank.number();
                    others.push((number, scope.spawn(move || live(rank, channel, None))));
                }
            }
            let here = here.map(|(rank, channel)| live(rank, channel, Some(home)));
            let join = |(rank, handle): (u16, std::thread::ScopedJoinHandle<'_, _>)| {
                handle.join().unwrap_or(Err(Error::Panicked { rank }))
            };
            here.into_iter()
                .chain(others.into_iter().map(join))
                .collect()
        });
        // Those who were told of a failure are less interesting than the one that failed.
        let told = |error: &Error| matches!(error, Error::Told { .. } | Error::Lost { .. });
        let mut errors: Vec<Error> = outcomes.into_iter().filter_map(Result::err).collect();
        errors.sort_by_key(told);
        errors.into_iter().next().map_or(Ok(()), Err)
    }
}

/// The life of a rank: turns until the search is over. Whatever goes wrong is told to the
/// others, so that nobody waits for a rank that has gone.
fn live<S: Setup>(
    rank: &mut Rank<'_, S>,
    channel: &mut Channel,
    home: Option<&mut Home<'_>>,
) -> Result<(), Error> {
    let number = rank.number();
    let lived = catch_unwind(AssertUnwindSafe(|| serve(rank, channel, home)));
    let outcome = lived.unwrap_or(Err(Error::Panicked { rank: number }));
    if !matches!(outcome, Ok(()) | Err(Error::Told { .. })) {
        rank.raise_alarm(channel);
    }
    outcome
}

fn serve<S: Setup>(
    rank: &mut Rank<'_, S>,
    channel: &mut Channel,
    mut home: Option<&mut Home<'_>>,
) -> Result<(), Error> {
    let mut quiet = 0;
    loop {
        match rank.turn(channel, home.as_deref_mut(), Wait::Little)? {
            Turn::Busy => quiet = 0,
            Turn::Ended => return Ok(()),
            Turn::Idle => quiet += 1,
        }
        if let Some(home) = &home
            && quiet > PATIENCE
        {
            let (started, finished) = home.progress();
            return Err(Error::Stalled { started, finished });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_arrive_once_and_in_order() {
        let mut ends = channels(3);
        for i in 0..10u8 {
            ends[0].send(2, &vec![i; usize::from(i)]).unwrap();
            ends[1].send(2, &[100 + i]).unwrap();
            if i % 3 == 0 {
                ends[0].flush().unwrap();
            }
        }
        ends[0].flush().unwrap();
        ends[1].flush().unwrap();
        let mut inbox = Inbox::default();
        assert_eq!(ends[2].poll(Wait::Little, &mut inbox), 20);
        for sender in 0..2 {
            let from: Vec<Vec<u8>> = inbox
                .frames()
                .filter(|&(from, _)| from == sender)
                .map(|(_, frame)| frame.to_vec())
                .collect();
            let sent: Vec<Vec<u8>> = (0..10u8)
                .map(|i| match sender {
                    0 => vec![i; usize::from(i)],
                    _ => vec![100 + i],
                })
                .collect();
            assert_eq!(from, sent);
        }
        assert_eq!(ends[1].poll(Wait::Little, &mut inbox), 0);
    }

    #[test]
    fn a_rank_that_is_gone_is_named() {
        let mut ends = channels(2);
        drop(ends.pop());
        ends[0].send(1, b"hello").unwrap();
        assert_eq!(ends[0].flush(), Err(Error::Lost { rank: 1 }));
        assert_eq!(ends[0].send(7, b""), Err(Error::Lost { rank: 7 }));
    }
}
