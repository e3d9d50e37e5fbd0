//! Dynamic komi: what counts as a win while one side is far ahead.
//!
//! A search that wins, or loses, nearly all of its playouts cannot tell good moves from bad
//! ones. So for the time of the search komi is shifted until the game looks open again
//! (Baudiš, *Balancing MCTS by Dynamically Adjusting the Komi Value*, 2011):
//!
//! - *linear*, for handicap games: each stone is worth so many points to Black, and White is
//!   given them back in the search; less and less, until from some move on komi is the real
//!   one. The same for both players.
//! - *by value*: when the last search found our value above a green mark, we ask more of
//!   ourselves, a step at a time; below a red mark, less. Between the marks nothing changes.
//!
//! Both end some time before the game does: a won game must be won, not won by much. A shift is
//! in half points for White, as [`Search::set_shift`](tewari_mcts::Search::set_shift) takes it.
//! The value that a search reports is then that of the shifted game, and not fit to resign by.

use tewari_go::Color;

/// White is given back what Black's handicap stones are worth, the less the later.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Linear {
    /// Points that a handicap stone is worth at the start of the game.
    pub points_per_stone: f64,
    /// From this move on komi is not shifted.
    pub until: usize,
}

/// Seven points, half of what a free move is worth, until move 200: 19×19.
impl Default for Linear {
    fn default() -> Self {
        Self {
            points_per_stone: 7.0,
            until: 200,
        }
    }
}

impl Linear {
    /// The shift at move `played` of a game with so many `handicap` stones.
    #[must_use]
    pub fn shift(&self, handicap: u16, played: usize) -> i32 {
        if played >= self.until {
            return 0;
        }
        let left = 1.0 - played as f64 / self.until as f64;
        (2.0 * self.points_per_stone * f64::from(handicap) * left).round() as i32
    }
}

/// What we ask of ourselves follows the value of the last search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ByValue {
    /// Below this value of the root less is asked.
    pub red: f64,
    /// Above this value more is asked.
    pub green: f64,
    /// Half points of a step.
    pub step: i32,
    /// At most so many half points either way.
    pub most: i32,
    /// From this move on komi is not shifted.
    pub until: usize,
}

/// A point at a time between 0.45 and 0.5, at most 30 points, until move 200: 19×19.
impl Default for ByValue {
    fn default() -> Self {
        Self {
            red: 0.45,
            green: 0.5,
            step: 2,
            most: 60,
            until: 200,
        }
    }
}

impl ByValue {
    /// The shift for the search of `color` at move `played`, when the last one was made with
    /// `shift` and found `value` for `color`.
    #[must_use]
    pub fn next(&self, color: Color, shift: i32, value: f64, played: usize) -> i32 {
        if played >= self.until {
            return 0;
        }
        let harder = match color {
            Color::Black => self.step,
            Color::White => -self.step,
        };
        let next = if value > self.green {
            shift + harder
        } else if value < self.red {
            shift - harder
        } else {
            shift
        };
        next.clamp(-self.most, self.most)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tewari_game::Game;
    use tewari_go::{Go, Size};
    use tewari_mcts::{Budget, Bundle, Config, Search};

    use super::*;
    use crate::knowledge::KeepEyes;
    use crate::playout::UniformGo;

    /// Four stones are 28 points, 56 halves: all of it, half of it, a two-hundredth, nothing.
    #[test]
    fn linear_fades_out() {
        let linear = Linear::default();
        let shifts = [0, 100, 199, 200, 300].map(|played| linear.shift(4, played));
        assert_eq!(shifts, [56, 28, 0, 0, 0]);
        assert_eq!(linear.shift(0, 0), 0, "an even game");
        assert_eq!(linear.shift(1, 50), 11, "10.5 rounds up");
    }

    #[test]
    fn value_moves_the_shift_a_step() {
        let by_value = ByValue::default();
        let next = |color, shift, value| by_value.next(color, shift, value, 10);
        assert_eq!(
            next(Color::Black, 0, 0.8),
            2,
            "ahead: White is given a point"
        );
        assert_eq!(
            next(Color::White, 0, 0.8),
            -2,
            "ahead: Black is given a point"
        );
        assert_eq!(next(Color::Black, 4, 0.3), 2);
        assert_eq!(next(Color::White, 4, 0.3), 6);
        assert_eq!(next(Color::Black, 4, 0.47), 4, "between the marks");
        assert_eq!(next(Color::Black, 60, 0.9), 60, "no further");
        assert_eq!(next(Color::Black, -60, 0.1), -60);
        assert_eq!(
            by_value.next(Color::Black, 40, 0.9, 200),
            0,
            "late in the game"
        );
    }

    /// With komi of a hundred points for either side every playout on 5×5 ends alike; a shift
    /// that makes up for it opens the game again.
    #[test]
    fn a_shift_balances_a_search() {
        let value = |komi: i32, shift: i32| {
            let game = Go {
                komi: tewari_go::Komi::from_points(f64::from(komi) / 2.0).expect("a komi"),
                ..Go::new(Size::new(5).expect("a size that is served"))
            };
            let (playout, config) = (UniformGo::new(&game), Config::default());
            let mut search: Search<Bundle<Go, UniformGo, KeepEyes>> =
                Search::new(game, playout, KeepEyes, config, 1 << 22, 1).expect("it is sound");
            assert!(search.set_shift(shift));
            let (budget, stop) = (Budget::simulations(500), AtomicBool::new(false));
            let report = search.run(&game.initial(), &budget, 1, 0, &stop, &mut ());
            report.snapshot.value()
        };
        assert_eq!([value(-201, 0), value(201, 0)], [1.0, 0.0]);
        let even = value(1, 0);
        assert!((0.3..0.9).contains(&even), "{even}");
        assert_eq!(value(-201, 202), even, "the same question");
        assert_eq!(value(201, -200), even);
    }
}
