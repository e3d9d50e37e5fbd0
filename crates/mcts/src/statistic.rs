//! Counts that many threads add to.
//!
//! A statistic is one 64-bit word, so that one atomic addition updates count and sum: a reader
//! never sees a sum that does not belong to its count, nothing is lost, and merging is
//! addition. At the limit of a count the statistic stops growing and the search goes on.
//!
//! | statistic | count | sum |
//! |---|---|---|
//! | [`Tally`]: visits and rewards | upper 31 bits | lower 33 bits, in half-wins |
//! | [`AmafTally`]: all moves as first | upper 26 bits | lower 38 bits, in units of 1/4096 |
//!
//! A visit adds at most two half-wins and an AMAF sample at most 4096 units. Visits stop at
//! 2^30, so that both of their numbers fit a signed 32-bit integer, which is what vector
//! units convert to floating point; AMAF samples stop at 2^26. Visits are checked before
//! adding, and the margin absorbs the threads that check at the same moment. AMAF samples of
//! a position cannot outnumber the simulations since its table's floor was raised, so those
//! are counted instead of checking each of a hundred additions; a search that would begin
//! where no sample has room raises the floor.

use tewari_game::Reward;

/// How far below the largest possible count a statistic stops.
const MARGIN: u64 = 4096;

/// Visits and rewards of a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// How often the move was tried.
    pub visits: u32,
    /// What it brought, in half-wins.
    pub half_wins: u64,
}

impl Tally {
    pub(crate) const SUM_BITS: u32 = 33;
    const LIMIT: u64 = (1 << 30) - MARGIN;

    /// One visit, packed.
    #[inline(always)]
    pub(crate) const fn packed(reward: Reward) -> u64 {
        1 << Self::SUM_BITS | reward.half_wins() as u64
    }

    #[inline(always)]
    pub(crate) const fn has_room(word: u64) -> bool {
        word >> Self::SUM_BITS < Self::LIMIT
    }

    #[inline(always)]
    pub(crate) const fn unpack(word: u64) -> Self {
        Self {
            visits: (word >> Self::SUM_BITS) as u32,
            half_wins: word & ((1 << Self::SUM_BITS) - 1),
        }
    }

    /// The word that adding this tally adds.
    #[must_use]
    pub const fn pack(self) -> u64 {
        (self.visits as u64) << Self::SUM_BITS | self.half_wins
    }

    /// The mean reward in `[0, 1]`, one half without visits.
    #[inline]
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.visits == 0 {
            0.5
        } else {
            self.half_wins as f64 / (2.0 * f64::from(self.visits))
        }
    }
}

/// How a move did when it was made at any time later in a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AmafTally {
    /// Simulations in which the move was made.
    pub samples: u32,
    /// What they brought, in units of 1/4096.
    pub units: u64,
}

impl AmafTally {
    pub(crate) const SUM_BITS: u32 = 38;
    /// How many simulations may add samples.
    pub(crate) const LIMIT: u64 = (1 << 26) - MARGIN;
    /// A win in units.
    pub const WIN: u32 = 4096;

    #[inline(always)]
    pub(crate) const fn packed(units: u32) -> u64 {
        1 << Self::SUM_BITS | units as u64
    }

    #[inline(always)]
    pub(crate) const fn unpack(word: u64) -> Self {
        Self {
            samples: (word >> Self::SUM_BITS) as u32,
            units: word & ((1 << Self::SUM_BITS) - 1),
        }
    }

    /// The mean in `[0, 1]`, one half without samples.
    #[inline]
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.samples == 0 {
            0.5
        } else {
            self.units as f64 / (f64::from(Self::WIN) * f64::from(self.samples))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_sums_stay_together() {
        let word = [Reward::WIN, Reward::DRAW, Reward::LOSS, Reward::WIN]
            .into_iter()
            .map(Tally::packed)
            .sum();
        let tally = Tally::unpack(word);
        assert_eq!(
            tally,
            Tally {
                visits: 4,
                half_wins: 5
            }
        );
        assert_eq!(tally.mean(), 0.625);
        assert_eq!(tally.pack(), word);
        assert_eq!(Tally::default().mean(), 0.5);

        let amaf = AmafTally::unpack(AmafTally::packed(4096) + AmafTally::packed(1024));
        assert_eq!(
            amaf,
            AmafTally {
                samples: 2,
                units: 5120
            }
        );
        assert_eq!(amaf.mean(), 0.625);
    }

    #[test]
    fn sums_cannot_reach_the_counts() {
        let most = Tally {
            visits: (1 << 31) - 1,
            half_wins: 2 * ((1 << 31) - 1),
        };
        assert_eq!(Tally::unpack(most.pack()), most);
        assert!(!Tally::has_room(most.pack()) && Tally::has_room(0));
        assert!((1u64 << 26) * u64::from(AmafTally::WIN) <= 1 << AmafTally::SUM_BITS);
    }
}
