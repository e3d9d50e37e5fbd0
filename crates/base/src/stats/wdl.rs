//! Wins, draws and losses.

use std::ops::AddAssign;

use super::NORMALIZED_SCALE;
use super::elo::{Estimate, Interval, elo_of, score_estimate};
use super::normal::{Z95, normal_cdf};

/// The result of one game for one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameScore {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl GameScore {
    /// 0, 1 or 2 half points.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }

    /// The same game as the opponent sees it.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// How often a player won, drew and lost; games count as independent.
///
/// ```
/// use tewari_base::stats::Wdl;
/// let ours = Wdl { wins: 60, draws: 20, losses: 20 };
/// assert_eq!(ours.score(), 0.7);
/// let elo = ours.elo();
/// assert_eq!(format!("{:.0}, {:.0} to {:.0}", elo.value, elo.interval.low, elo.interval.high),
///     "147, 83 to 212");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts one more game.
    pub const fn add(&mut self, score: GameScore) {
        match score {
            GameScore::Win => self.wins += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Loss => self.losses += 1,
        }
    }

    /// How many games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub const fn other(&self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Points: a draw is half a win.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, from 0 to 1; NaN without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.points() / self.games() as f64
    }

    /// The variance of one game's points.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let squares = self.wins as f64 + self.draws as f64 / 4.0;
        (squares / self.games() as f64 - self.score() * self.score()).max(0.0)
    }

    /// The score with its 95% interval.
    #[must_use]
    pub fn interval(&self) -> Estimate {
        self.interval_at(Z95)
    }

    /// The score with the interval that reaches `z` standard deviations to either side.
    #[must_use]
    pub fn interval_at(&self, z: f64) -> Estimate {
        if self.games() == 0 {
            let interval = Interval {
                low: 0.0,
                high: 1.0,
            };
            return Estimate {
                value: f64::NAN,
                interval,
            };
        }
        score_estimate(self.score(), self.variance(), self.games() as f64, 1.0, z)
    }

    /// The Elo difference with its 95% interval.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        self.interval().map(elo_of)
    }

    /// The difference in units of the standard deviation of a game, scaled so that without
    /// draws and near 50% it agrees with Elo; with its 95% interval. Infinite where no
    /// variance was seen.
    #[must_use]
    pub fn normalized_elo(&self) -> Estimate {
        normalized(self.score(), self.variance(), self.games() as f64)
    }

    /// The likelihood of superiority: how probable it is that the player is the better one,
    /// `Φ((wins − losses) / √(wins + losses))`. Draws say nothing about it.
    #[must_use]
    pub fn los(&self) -> f64 {
        superiority(
            self.wins as f64 - self.losses as f64,
            (self.wins + self.losses) as f64,
        )
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, more: Self) {
        self.wins += more.wins;
        self.draws += more.draws;
        self.losses += more.losses;
    }
}

/// Normalised Elo from the score and the variance of one game, or what it comes to per game.
pub(super) fn normalized(score: f64, variance: f64, games: f64) -> Estimate {
    let value = NORMALIZED_SCALE * (score - 0.5) / libm::sqrt(variance);
    let margin = NORMALIZED_SCALE * Z95 / libm::sqrt(games);
    Estimate {
        value,
        interval: Interval {
            low: value - margin,
            high: value + margin,
        },
    }
}

/// `Φ(sum / √squares)`, where `squares` is the variance of `sum` if both are equal.
pub(super) fn superiority(sum: f64, squares: f64) -> f64 {
    if squares > 0.0 {
        normal_cdf(sum / libm::sqrt(squares))
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    const fn wdl(wins: u64, losses: u64, draws: u64) -> Wdl {
        Wdl {
            wins,
            draws,
            losses,
        }
    }

    /// The reference values of fastchess, app/tests/elo_test.cpp (wins, losses, draws).
    #[test]
    fn normalised_elo_as_published() {
        for (games, value, margin) in [
            (wdl(76, 89, 123), -20.76, 40.13),
            (wdl(136, 96, 111), 49.77, 36.77),
            (wdl(34, 356, 0), -508.44, 34.48),
        ] {
            let estimate = games.normalized_elo();
            close(estimate.value, value, 0.01);
            close(estimate.margin(), margin, 0.01);
        }
    }

    /// fastchess gives 40.70 ± 30.43 here, from a normal interval of the score; Wilson's is
    /// pulled a little towards 50%.
    #[test]
    fn elo_as_published() {
        let elo = wdl(136, 96, 111).elo();
        close(elo.value, 40.70, 0.005);
        close(elo.margin(), 30.43, 0.4);
        close(elo.interval.low, 40.70 - 30.43, 0.4);
    }

    /// 84% for 20 wins, 10 losses and 10 draws: `Φ(10/√30) = Φ(1.8257) = 0.96606`, the formula
    /// and table of the Chess Programming Wiki, "Match Statistics".
    #[test]
    fn superiority_by_hand() {
        close(wdl(20, 10, 10).los(), 0.966_06, 1e-5);
        close(wdl(20, 10, 1000).los(), 0.966_06, 1e-5);
        close(wdl(10, 20, 0).los(), 1.0 - 0.966_06, 1e-5);
        assert_eq!(wdl(0, 0, 7).los(), 0.5);
        // fastchess: 15.53% and 99.60%, with the variance that was seen instead.
        close(wdl(76, 89, 123).los(), 0.1553, 0.001);
        close(wdl(136, 96, 111).los(), 0.9960, 0.001);
    }

    /// Without draws the interval is plain Wilson; with draws it is narrower; with nothing but
    /// draws it is not of width 0: d = 1/11, so `wilson(½, 110)`, by hand ±0.0919.
    #[test]
    fn draws_narrow_the_interval() {
        let plain = wdl(81, 263 - 81, 0).interval().interval;
        close(plain.low, 0.2553, 5e-5);
        close(plain.high, 0.3662, 5e-5);
        let drawn = wdl(25, 25, 50).interval();
        assert!(drawn.margin() < wdl(50, 50, 0).interval().margin());
        close(wdl(0, 0, 10).interval().margin(), 0.0919, 1e-4);
        let clean = wdl(10, 0, 0).interval().interval;
        close(clean.low, 0.7225, 1e-4);
        assert_eq!(clean.high, 1.0);
        assert_eq!(wdl(10, 0, 0).elo().interval.high, f64::INFINITY);
    }

    #[test]
    fn nothing_is_known_without_games() {
        let none = Wdl::default();
        assert!(none.score().is_nan());
        let elo = none.elo();
        assert!(elo.value.is_nan());
        assert_eq!(
            (elo.interval.low, elo.interval.high),
            (f64::NEG_INFINITY, f64::INFINITY)
        );
        assert_eq!(none.los(), 0.5);
    }

    #[test]
    fn counting() {
        let mut games = Wdl::default();
        for score in [
            GameScore::Win,
            GameScore::Win,
            GameScore::Draw,
            GameScore::Loss,
        ] {
            games.add(score);
            assert_eq!(score.half_points() + score.other().half_points(), 2);
        }
        assert_eq!(games, wdl(2, 1, 1));
        assert_eq!(games.other(), wdl(1, 2, 1));
        assert_eq!(games.score(), 0.625);
        games += wdl(1, 1, 1);
        assert_eq!(games.games(), 7);
    }
}
