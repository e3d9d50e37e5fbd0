//! What is believed of a move before it is tried.
//!
//! A prior is *equivalent experience* (Gelly and Silver 2007): so many imagined visits with
//! such a mean. It counts in the means by which moves are selected and in the parent's N, but
//! never among the visits that were really made: a search can be accounted for, and what it
//! found is told and played by what it tried.
//! Even-game priors, hints of a playout policy, previous results (PSR), a grandparent's
//! statistics all end here; several sources add up as visits do.
//!
//! A prior takes 32 bits: the number of visits as a small float of 11 significant bits (up to
//! two billion), the mean in 1/65535. Both are rounded, which is harmless for a belief.

/// Imagined visits with a mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// How many visits the belief is worth.
    pub visits: f32,
    /// Their mean reward for the player who makes the move.
    pub mean: f32,
}

impl Prior {
    /// No belief.
    pub const NONE: Self = Self {
        visits: 0.0,
        mean: 0.0,
    };

    /// The belief of both, weighed by their visits.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let visits = self.visits + other.visits;
        if visits == 0.0 {
            return Self::NONE;
        }
        let mean = (self.visits * self.mean + other.visits * other.mean) / visits;
        Self { visits, mean }
    }

    /// 5 bits of exponent above 11 bits of mantissa: `mantissa · 2^exponent / 16`.
    #[inline]
    pub(crate) fn pack(self) -> u32 {
        let mut mantissa = (self.visits.max(0.0) * 16.0 + 0.5) as u64;
        let mut exponent = 0u32;
        while mantissa >= 1 << 11 && exponent < 31 {
            mantissa = mantissa.div_ceil(2);
            exponent += 1;
        }
        let mantissa = mantissa.min((1 << 11) - 1) as u32;
        let mean = (self.mean.clamp(0.0, 1.0) * f32::from(u16::MAX) + 0.5) as u32;
        (exponent << 11 | mantissa) << 16 | mean
    }

    #[inline(always)]
    pub(crate) fn unpack(bits: u32) -> Self {
        let (exponent, mantissa) = (bits >> 27, bits >> 16 & 0x7ff);
        let scale = f32::from_bits((127 - 4 + exponent) << 23);
        Self {
            visits: mantissa as i32 as f32 * scale,
            mean: (bits & 0xffff) as i32 as f32 / f32::from(u16::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_three_digits() {
        for visits in [
            0.0, 0.5, 1.0, 7.0, 40.0, 127.0, 1000.0, 14_000.0, 123_456.0, 1e8,
        ] {
            for mean in [0.0, 0.25, 0.5, 0.999, 1.0] {
                let kept = Prior::unpack(Prior { visits, mean }.pack());
                assert!(
                    (kept.visits - visits).abs() <= visits * 0.002,
                    "{visits} {kept:?}"
                );
                assert!((kept.mean - mean).abs() < 1e-5);
            }
        }
        assert_eq!(Prior::unpack(0), Prior::NONE);
        assert_eq!(
            Prior::unpack(
                Prior {
                    visits: 20.0,
                    mean: 1.0
                }
                .pack()
            )
            .visits,
            20.0
        );
    }

    #[test]
    fn priors_add_like_visits() {
        let a = Prior {
            visits: 10.0,
            mean: 0.5,
        };
        let b = Prior {
            visits: 30.0,
            mean: 0.9,
        };
        assert_eq!(a.plus(Prior::NONE), a);
        let both = a.plus(b);
        assert_eq!(both.visits, 40.0);
        assert!((both.mean - 0.8).abs() < 1e-6);
    }
}
