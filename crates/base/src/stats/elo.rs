//! Scores, Elo, and Wilson's interval.

use super::ELO_SCALE;

/// A range of numbers; either end may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies within, the ends included.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval with both ends seen through a growing function.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self {
            low: f(self.low),
            high: f(self.high),
        }
    }
}

/// A value with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value itself; NaN when there is nothing to estimate it from.
    pub value: f64,
    /// The 95% interval.
    pub interval: Interval,
}

impl Estimate {
    /// Half the width of the interval: the number behind "±".
    #[must_use]
    pub fn margin(&self) -> f64 {
        (self.interval.high - self.interval.low) / 2.0
    }

    /// Value and interval seen through a growing function.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self {
            value: f(self.value),
            interval: self.interval.map(f),
        }
    }
}

/// The Elo difference at which `score` (from 0 to 1) is expected; infinite at either end.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    ELO_SCALE * (libm::log(score) - libm::log1p(-score))
}

/// The score that is expected at an Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO_SCALE))
}

/// Wilson's score interval (*JASA* 22, 1927) for a share `p` seen in `n` independent trials,
/// `z` standard deviations to either side. Neither need be whole: `p` may count draws as half
/// a win, `n` may be an effective number. Without trials the share may be anything.
#[must_use]
pub fn wilson(p: f64, n: f64, z: f64) -> Interval {
    if n <= 0.0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let (z2n, p) = (z * z / n, p.clamp(0.0, 1.0));
    let centre = p + z2n / 2.0;
    let spread = z * libm::sqrt((p * (1.0 - p) + z2n / 4.0) / n);
    let end = |x: f64| (x / (1.0 + z2n)).clamp(0.0, 1.0);
    // At the extremes the exact end is known and rounding would miss it.
    Interval {
        low: if p == 0.0 { 0.0 } else { end(centre - spread) },
        high: if p == 1.0 { 1.0 } else { end(centre + spread) },
    }
}

/// A mean score of `n` observations, each of `games` games and with this variance, as an
/// estimate with Wilson's interval; see [the module](super) about the design effect.
pub(super) fn score_estimate(mean: f64, variance: f64, n: f64, games: f64, z: f64) -> Estimate {
    let plain = mean * (1.0 - mean) / games;
    let design = if plain > 0.0 {
        (n * variance / plain + 1.0) / (n + 1.0)
    } else {
        1.0
    };
    Estimate {
        value: mean,
        interval: wilson(mean, n * games / design, z),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Z95;
    use super::*;

    /// Newcombe, *Statistics in Medicine* 17 (1998) 857–872, table I, method 3.
    #[test]
    fn wilson_as_published() {
        for (r, n, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let interval = wilson(r / n, n, Z95);
            assert!((interval.low - low).abs() < 5e-5, "{r}/{n}: {interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{r}/{n}: {interval:?}");
            let mirrored = wilson(1.0 - r / n, n, Z95);
            assert!((mirrored.low - (1.0 - interval.high)).abs() < 1e-12);
        }
        assert_eq!(
            wilson(0.5, 0.0, Z95),
            Interval {
                low: 0.0,
                high: 1.0
            }
        );
        assert_eq!(wilson(1.0, 5.0, Z95).high, 1.0);
        assert_eq!(wilson(0.0, 5.0, Z95).low, 0.0);
    }

    /// By hand: 400·log10(3) = 190.848…; a score of 10/11 is 400 Elo by definition.
    #[test]
    fn elo_and_score() {
        assert_eq!(elo_of(0.5), 0.0);
        assert!((elo_of(0.75) - 190.848_501_887_864_97).abs() < 1e-9);
        assert!((elo_of(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((score_of(elo_of(0.3)) - 0.3).abs() < 1e-12);
        assert_eq!(elo_of(1.0), f64::INFINITY);
        assert_eq!(elo_of(0.0), f64::NEG_INFINITY);
        assert_eq!(score_of(f64::INFINITY), 1.0);
        assert_eq!(score_of(f64::NEG_INFINITY), 0.0);
    }

    #[test]
    fn intervals() {
        let interval = Interval {
            low: -1.0,
            high: 2.0,
        };
        assert!(interval.contains(-1.0) && interval.contains(2.0) && !interval.contains(2.1));
        let estimate = Estimate {
            value: 0.5,
            interval,
        };
        assert_eq!(estimate.margin(), 1.5);
        assert_eq!(estimate.map(|x| x * 2.0).interval.high, 4.0);
    }
}
