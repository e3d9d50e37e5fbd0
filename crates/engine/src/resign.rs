//! Giving up a lost game, not too early and not on a whim.
//!
//! A player resigns when the value of the root has been below a threshold in several of its
//! searches in a row. The threshold has hysteresis: a value just above it does not begin the
//! count again, only one that gives hope. Nobody resigns in the opening, on the word of a
//! search that was too short, or because dynamic komi made the game look worse than it is.
//! Where dynamic komi favours the player, the real value is lower still than the one seen, and
//! counts.

use tewari_base::params;
use tewari_go::Color;

use crate::think::Thought;

params! {
    /// When a game of Go is given up.
    pub struct ResignParams = "resign" {
        /// Whether lost games are given up at all.
        on: bool = true;
        /// Below this mean of the root a search counts (0.10 in Orego, 0.30 in Erica).
        below: f64 = 0.1, range 0.0..=1.0, step 0.02;
        /// From this mean on the count begins again; what lies between leaves it as it is.
        hope: f64 = 0.15, range 0.0..=1.0, step 0.02;
        /// Searches in a row that must count.
        searches: u32 = 3, range 1..=1000;
        /// Searches with fewer simulations do not count.
        simulations: u64 = 200, range 1..=1_000_000_000_000;
        /// Moves of both players before which nobody resigns, as a share of the board's points:
        /// 20 moves on 9x9, 90 on 19x19.
        from: f64 = 0.25, range 0.0..=10.0;
    }
}

/// How often in a row each player's searches were below the threshold.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Despair {
    players: [Option<Seen>; 2],
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    /// When the last search was.
    ply: usize,
    /// The count without it, for when the same move is searched again, and with it.
    before: u32,
    count: u32,
}

impl Despair {
    /// Takes note of a search of `color` after `ply` moves on a board of so many `points`;
    /// answers whether to resign.
    pub(crate) fn note(
        &mut self,
        params: &ResignParams,
        color: Color,
        ply: usize,
        points: usize,
        thought: &Thought,
    ) -> bool {
        let before = match self.players[color.index()] {
            Some(seen) if seen.ply == ply => seen.before,
            Some(seen) if seen.ply + 2 == ply => seen.count,
            _ => 0,
        };
        let value = thought.value;
        let against_us = match color {
            Color::Black => thought.shift > 0,
            Color::White => thought.shift < 0,
        };
        let count = if thought.simulations < params.simulations || against_us {
            before
        } else if value < params.below {
            before + 1
        } else if value < params.hope {
            before
        } else {
            0
        };
        self.players[color.index()] = Some(Seen { ply, before, count });
        params.on && count >= params.searches && ply as f64 >= params.from * points as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::think::Candidate;
    use tewari_go::PASS;

    fn thought(value: f64) -> Thought {
        let best = Candidate {
            visits: 100,
            value,
            ..Candidate::unknown(PASS)
        };
        Thought {
            simulations: 2000,
            ..Thought::without_search(best)
        }
    }

    /// What the answers are for these values, one search after every other move from `ply` on.
    fn answers(ply: usize, values: &[f64]) -> Vec<bool> {
        let (params, mut despair) = (ResignParams::default(), Despair::default());
        let plies = (ply..).step_by(2);
        plies
            .zip(values)
            .map(|(ply, &value)| despair.note(&params, Color::White, ply, 81, &thought(value)))
            .collect()
    }

    #[test]
    fn three_in_a_row_are_needed() {
        assert_eq!(answers(31, &[0.09, 0.08, 0.05]), [false, false, true]);
        assert_eq!(
            answers(31, &[0.09, 0.09, 0.2, 0.05, 0.05, 0.05]),
            [false, false, false, false, false, true],
            "hope begins the count again"
        );
        assert_eq!(
            answers(31, &[0.09, 0.12, 0.09, 0.14, 0.09]),
            [false, false, false, false, true],
            "a flicker does not"
        );
    }

    #[test]
    fn nobody_resigns_in_the_opening() {
        assert_eq!(
            answers(11, &[0.0; 6]),
            [false, false, false, false, false, true]
        );
    }

    #[test]
    fn searches_that_say_nothing_do_not_count() {
        let (params, mut despair) = (ResignParams::default(), Despair::default());
        let mut note =
            |color, ply, thought: &Thought| despair.note(&params, color, ply, 81, thought);
        let short = Thought {
            simulations: params.simulations - 1,
            ..thought(0.0)
        };
        for ply in (30..60).step_by(2) {
            assert!(!note(Color::Black, ply, &short));
        }
        // The same move searched again and again is one search.
        for _ in 0..9 {
            assert!(!note(Color::Black, 60, &thought(0.0)));
        }
        // Dynamic komi against Black explains a low value; in his favour it does not.
        let with = |shift| Thought {
            shift,
            ..thought(0.0)
        };
        for ply in (62..80).step_by(2) {
            assert!(!note(Color::Black, ply, &with(20)));
        }
        assert!(!note(Color::Black, 80, &with(-20)));
        assert!(note(Color::Black, 82, &with(-20)), "with the one at 60");
        // Taking moves back begins anew.
        assert!(!note(Color::Black, 70, &thought(0.0)));
        // And it can be switched off.
        let off = ResignParams {
            on: false,
            ..params
        };
        assert!((90..110).step_by(2).all(|ply| {
            let thought = thought(0.0);
            !despair.note(&off, Color::White, ply, 81, &thought)
        }));
    }
}
