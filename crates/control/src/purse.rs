//! What a clock means for the next move.
//!
//! The papers plan with one number, the time that is left. Overtime is brought to that form:
//! there is a *pool* that must last for the moves to come, or for a known number of them; some
//! time that a move gets in any case; and a bound.
//!
//! | clock | pool | lasts for | in any case | at most |
//! |---|---|---|---|---|
//! | sudden death | main − reserve | | | main − reserve − margin |
//! | per move | the move's time | 1 | all of it | time − margin |
//! | Fischer | main − reserve | | increment on top | main − reserve − margin |
//! | Canadian, main time | main | | at least period/stones | main + period/stones − margin |
//! | Canadian, overtime | period | stones | | period − stones·margin |
//! | byo-yomi, main time | main | | at least a period | main + period − margin |
//! | byo-yomi, overtime | | | a period | period − margin |
//!
//! In main time before byo-yomi a move is worth at least a period because periods come for
//! nothing: if main time lasts for fewer than that, it is best used up in moves of one period
//! each. No period is ever given away for a longer move.
//!
//! The reserve is for moves that are made at once: a fixed part, and the measured
//! [lag](crate::lag) for every move still expected. (Ours; the papers had machines of their own.)

use std::time::Duration;

use crate::clock::Clock;
use crate::terms::TimeControl;

/// What is kept back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Safety {
    pub(crate) margin: Duration,
    pub(crate) reserve: Duration,
}

impl Safety {
    /// On the wall: no more than a fiftieth of `clock` is kept in reserve, and `lags`, the lag
    /// of all moves to come, but no more than half of what is left.
    pub(crate) fn on_wall(
        clock: &Clock,
        margin: Duration,
        reserve: Duration,
        lags: Duration,
    ) -> Self {
        let reserve = reserve.min(clock.control().main() / 50);
        Self {
            margin,
            reserve: reserve + lags.min(clock.main() / 2),
        }
    }

    /// Where time is simulations: no lag, but a simulation for each of many moves to come, so
    /// up to half of `clock` is kept.
    pub(crate) fn in_simulations(clock: &Clock, reserve: Duration) -> Self {
        Self {
            margin: Duration::ZERO,
            reserve: reserve.min(clock.control().main() / 2),
        }
    }
}

/// The next move's share of a clock, before anybody has planned anything.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Purse {
    pub(crate) pool: Duration,
    /// The pool need not last for more moves than this.
    pub(crate) lasts: Option<u32>,
    /// A move gets at least this.
    pub(crate) floor: Duration,
    /// And this on top.
    pub(crate) gift: Duration,
    /// But never more than this.
    pub(crate) longest: Duration,
}

impl Purse {
    /// What `clock` means for the next move; `None` if there is no limit.
    pub(crate) fn open(clock: &Clock, safety: Safety) -> Option<Self> {
        let Safety { margin, reserve } = safety;
        let without = Duration::saturating_sub;
        let main = clock.main();
        let (period, count) = clock.overtime();
        let spendable = without(main, reserve);
        let nothing = Self {
            pool: Duration::ZERO,
            lasts: None,
            floor: Duration::ZERO,
            gift: Duration::ZERO,
            longest: Duration::ZERO,
        };
        if clock.has_fallen() {
            return Some(nothing);
        }
        Some(match clock.control() {
            TimeControl::None => return None,
            TimeControl::SuddenDeath { .. } => Self {
                pool: spendable,
                longest: without(spendable, margin),
                ..nothing
            },
            TimeControl::PerMove { .. } => Self {
                pool: main,
                lasts: Some(1),
                floor: without(main, margin),
                longest: without(main, margin),
                ..nothing
            },
            TimeControl::Fischer {
                increment,
                longest_move,
                ..
            } => Self {
                pool: spendable,
                gift: increment,
                longest: without(spendable.min(longest_move.unwrap_or(spendable)), margin),
                ..nothing
            },
            TimeControl::Canadian { .. } if main.is_zero() => Self {
                pool: period,
                lasts: Some(count),
                longest: without(period, margin * count),
                ..nothing
            },
            TimeControl::Canadian { .. } => {
                let share = period / count.max(1);
                Self {
                    pool: main,
                    floor: share,
                    longest: without(main + share, margin),
                    ..nothing
                }
            }
            TimeControl::ByoYomi { .. } => Self {
                pool: main,
                floor: without(period, margin),
                longest: without(main + period, margin),
                ..nothing
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::TimeLeft;

    fn s(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// Pool, lasts, floor, gift and longest of a clock that shows so much.
    fn purse(text: &str, told: Option<(f64, u32)>) -> (f64, Option<u32>, f64, f64, f64) {
        let mut clock = Clock::new(text.parse().unwrap());
        if let Some((time, count)) = told {
            let time = s(time);
            clock.believe(TimeLeft { time, count });
        }
        let safety = Safety::on_wall(&clock, s(0.25), s(0.5), s(0.0));
        let purse = Purse::open(&clock, safety).unwrap();
        let f = |time: Duration| time.as_secs_f64();
        (
            f(purse.pool),
            purse.lasts,
            f(purse.floor),
            f(purse.gift),
            f(purse.longest),
        )
    }

    #[test]
    fn every_kind_of_clock() {
        assert_eq!(purse("100s", None), (99.5, None, 0.0, 0.0, 99.25));
        assert_eq!(purse("100s", Some((0.4, 0))), (0.0, None, 0.0, 0.0, 0.0));
        assert_eq!(purse("100s", Some((0.0, 0))), (0.0, None, 0.0, 0.0, 0.0));
        assert_eq!(purse("10s", None), (9.8, None, 0.0, 0.0, 9.55));
        assert_eq!(purse("5s/move", None), (5.0, Some(1), 4.75, 0.0, 4.75));
        assert_eq!(purse("60s+5s", None), (59.5, None, 0.0, 5.0, 59.25));
        let capped = purse("60s+5s,move=10s", None);
        assert_eq!(capped, (59.5, None, 0.0, 5.0, 9.75));
        assert_eq!(purse("60s+5/10s", None), (60.0, None, 2.0, 0.0, 61.75));
        let overtime = purse("60s+5/10s", Some((8.0, 4)));
        assert_eq!(overtime, (8.0, Some(4), 0.0, 0.0, 7.0));
        assert_eq!(purse("60s+3x10s", None), (60.0, None, 9.75, 0.0, 69.75));
        let overtime = purse("60s+3x10s", Some((10.0, 3)));
        assert_eq!(overtime, (0.0, None, 9.75, 0.0, 9.75));
        let none = Clock::new(TimeControl::None);
        let safety = Safety::on_wall(&none, s(0.0), s(0.0), s(0.0));
        assert_eq!(Purse::open(&none, safety), None);
    }

    #[test]
    fn the_lag_of_moves_to_come_is_set_aside() {
        let longest = |lags: f64| {
            let clock = Clock::new("10s".parse().unwrap());
            let safety = Safety::on_wall(&clock, s(0.25), s(0.5), s(lags));
            Purse::open(&clock, safety).unwrap().longest
        };
        assert_eq!(longest(2.0), s(10.0 - 0.2 - 2.0 - 0.25));
        assert_eq!(longest(7.0), s(10.0 - 0.2 - 5.0 - 0.25), "half at most");
    }

    #[test]
    fn simulations_are_kept_for_the_moves_to_come() {
        let longest = |text: &str, reserve: f64| {
            let clock = Clock::new(text.parse().unwrap());
            let purse = Purse::open(&clock, Safety::in_simulations(&clock, s(reserve)));
            purse.unwrap().longest
        };
        assert_eq!(longest("20s", 0.5), s(19.5));
        assert_eq!(longest("1s", 5.0), s(0.5));
    }
}
