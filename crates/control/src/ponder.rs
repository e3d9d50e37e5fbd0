//! Searching on the opponent's time: what was found, and whether it was of any use.
//!
//! Erica's words: if the reply that is played is among those that were searched, that is a
//! *hit*, otherwise a *miss*; the *prediction rate* is the share of hits. With standard
//! pondering every reply is searched and the rate is 1; so the reply that was searched most is
//! counted as well, as the one that was *expected*.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What pondering did in one go. Moves are whatever numbers the caller uses for them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Pondered {
    /// How long it went on.
    pub elapsed: Duration,
    /// Simulations.
    pub simulations: u64,
    /// How many of them each reply got.
    pub gained: Vec<(u16, u64)>,
    /// The replies that were searched, if not all were.
    pub chosen: Option<Vec<u16>>,
    /// The reply with the most visits at the end.
    pub expected: Option<u16>,
}

/// What pondering came to in a game.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct PonderStats {
    /// Replies that had been searched.
    pub hits: u32,
    /// Replies that had not been searched.
    pub misses: u32,
    /// Replies that were the expected ones.
    pub expected: u32,
    /// Simulations made on the opponent's time.
    pub simulations: u64,
    /// Those of them that went to the replies that were played.
    pub useful: u64,
    /// Seconds that were pondered.
    pub seconds: f64,
    /// Seconds by which moves were planned shorter.
    pub reduced: f64,
}

impl std::ops::AddAssign for PonderStats {
    /// Adds what pondering came to in another game.
    fn add_assign(&mut self, other: Self) {
        self.hits += other.hits;
        self.misses += other.misses;
        self.expected += other.expected;
        self.simulations += other.simulations;
        self.useful += other.useful;
        self.seconds += other.seconds;
        self.reduced += other.reduced;
    }
}

impl PonderStats {
    /// Replies that were played after pondering.
    #[must_use]
    pub const fn replies(&self) -> u32 {
        self.hits + self.misses
    }

    /// The share of hits; `None` before the first reply.
    #[must_use]
    pub fn prediction_rate(&self) -> Option<f64> {
        self.share(self.hits)
    }

    /// The share of replies that were the expected ones; `None` before the first reply.
    #[must_use]
    pub fn expected_rate(&self) -> Option<f64> {
        self.share(self.expected)
    }

    fn share(&self, of: u32) -> Option<f64> {
        let replies = self.replies();
        (replies > 0).then(|| f64::from(of) / f64::from(replies))
    }
}

/// Pondering over a game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Pondering {
    /// What was found at the position with so many moves made.
    at: Option<(u32, Pondered)>,
    stats: PonderStats,
    /// Pieces so far.
    rounds: u32,
}

impl Pondering {
    /// The number of the next search after `ply` moves, so that its random streams are those of
    /// no other: searches for moves have numbers below 2^40.
    #[must_use]
    pub fn search_number(&self, ply: u32) -> u64 {
        (1 << 40) + (u64::from(ply) << 20) + u64::from(self.rounds)
    }

    /// The replies that were chosen after `ply` moves: once chosen, they stay.
    #[must_use]
    pub fn chosen(&self, ply: u32) -> Option<&[u16]> {
        let (at, found) = self.at.as_ref()?;
        found.chosen.as_deref().filter(|_| *at == ply)
    }

    /// Adds what was found after `ply` moves; it may come in several pieces.
    pub fn add(&mut self, ply: u32, found: Pondered) {
        self.rounds += 1;
        match &mut self.at {
            Some((at, sum)) if *at == ply => {
                sum.elapsed += found.elapsed;
                sum.simulations += found.simulations;
                for (mv, gained) in found.gained {
                    match sum.gained.iter_mut().find(|(other, _)| *other == mv) {
                        Some((_, visits)) => *visits += gained,
                        None => sum.gained.push((mv, gained)),
                    }
                }
                sum.expected = found.expected;
            }
            _ => self.at = Some((ply, found)),
        }
    }

    /// The reply was played, and it is our turn after `ply` moves. Answers the time by which
    /// the move may be planned shorter: `t·s`.
    pub fn settle(&mut self, ply: u32, reply: Option<u16>) -> Duration {
        let Some((at, found)) = self.at.take() else {
            return Duration::ZERO;
        };
        let Some(reply) = reply.filter(|_| at + 1 == ply) else {
            return Duration::ZERO;
        };
        let hit = found
            .chosen
            .as_ref()
            .is_none_or(|chosen| chosen.contains(&reply));
        let stats = &mut self.stats;
        if hit {
            stats.hits += 1;
        } else {
            stats.misses += 1;
        }
        stats.expected += u32::from(found.expected == Some(reply));
        let gained = found.gained.iter().find(|(mv, _)| *mv == reply);
        let useful = gained.map_or(0, |&(_, visits)| visits);
        stats.simulations += found.simulations;
        stats.useful += useful;
        stats.seconds += found.elapsed.as_secs_f64();
        let share = useful as f64 / found.simulations.max(1) as f64;
        found.elapsed.mul_f64(share.min(1.0))
    }

    /// A move was planned shorter.
    pub fn reduced(&mut self, time: Duration) {
        self.stats.reduced += time.as_secs_f64();
    }

    /// What it came to so far.
    #[must_use]
    pub const fn stats(&self) -> &PonderStats {
        &self.stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(seconds: u64, gained: &[(u16, u64)], chosen: Option<&[u16]>) -> Pondered {
        Pondered {
            elapsed: Duration::from_secs(seconds),
            simulations: gained.iter().map(|(_, visits)| visits).sum(),
            gained: gained.to_vec(),
            chosen: chosen.map(<[u16]>::to_vec),
            expected: gained.first().map(|(mv, _)| *mv),
        }
    }

    #[test]
    fn time_is_reduced_by_the_share_of_the_reply() {
        let mut pondering = Pondering::default();
        pondering.add(7, found(6, &[(1, 60), (2, 20)], None));
        pondering.add(7, found(2, &[(1, 10), (3, 10)], None));
        // Eight seconds, seventy of a hundred simulations.
        assert_eq!(pondering.settle(8, Some(1)), Duration::from_secs_f64(5.6));
        let stats = pondering.stats();
        assert_eq!((stats.hits, stats.misses, stats.expected), (1, 0, 1));
        assert_eq!((stats.simulations, stats.useful), (100, 70));
        assert_eq!(pondering.settle(8, Some(1)), Duration::ZERO, "only once");
    }

    #[test]
    fn focused_pondering_can_miss() {
        let mut pondering = Pondering::default();
        assert_eq!(pondering.stats().prediction_rate(), None);
        for (ply, reply) in [(1, 1), (3, 9), (5, 2), (7, 9)] {
            pondering.add(ply, found(1, &[(1, 5), (2, 5)], Some(&[1, 2])));
            pondering.settle(ply + 1, Some(reply));
        }
        assert_eq!(pondering.stats().prediction_rate(), Some(0.5));
        assert_eq!(pondering.stats().expected, 1);
    }

    #[test]
    fn another_position_is_no_reply() {
        let mut pondering = Pondering::default();
        pondering.add(7, found(6, &[(1, 60)], None));
        assert_eq!(pondering.settle(10, Some(1)), Duration::ZERO);
        assert_eq!(pondering.stats().hits, 0);
    }
}
