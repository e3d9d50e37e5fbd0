//! By how much komi is shifted for a search: dynamic komi, and what territory scoring asks for.
//!
//! Both change nothing but the question a search asks itself; see
//! [`tewari_go_policy::komi`] for dynamic komi.
//!
//! **Territory.** A search counts area, always. With stones placed by each side counted, prisoners
//! and stones on the board together, area and territory differ by exactly the difference of
//! these numbers:
//!
//! ```text
//!     area = territory + (black stones placed − white stones placed)
//! ```
//!
//! because every stone placed is on the board, where area counts it, or a prisoner, which
//! territory counts against its owner. In an even game the numbers are equal whenever Black is
//! to move. Handicap stones and passes make them differ, and by that much White is given more in
//! the search: then area comes out as territory will, if from here on both play equally often.

use tewari_base::{choice, params};
use tewari_go::{Color, Position, Scoring};
use tewari_go_policy::komi::{ByValue, Linear};

choice! {
    /// How dynamic komi follows the game.
    pub enum DynamicKomi {
        /// Not at all.
        Off,
        /// In handicap games White is given what the stones are worth, less and less as the game
        /// goes on.
        Linear,
        /// We ask more of ourselves when the last search was confident, less when it was not.
        Value,
    }
}

params! {
    /// Dynamic komi in Go.
    pub struct KomiParams = "komi" {
        /// How dynamic komi follows the game.
        dynamic: DynamicKomi = DynamicKomi::Linear;
        /// Points that a handicap stone is worth at the start of the game (linear).
        stone: f64 = 7.0, range 0.0..=50.0, step 1.0;
        /// Komi is not shifted after so many moves, as a share of the board's points: 200 moves
        /// on 19x19.
        until: f64 = 0.555, range 0.0..=10.0, step 0.05;
        /// Points by which komi is shifted at a time. Another shift forgets the tree, so a small
        /// step costs more than it gives.
        step: f64 = 2.0, range 0.5..=50.0;
        /// Below this value of the last search less is asked (value).
        red: f64 = 0.45, range 0.0..=1.0, step 0.02;
        /// Above this value of the last search more is asked (value).
        green: f64 = 0.5, range 0.0..=1.0, step 0.02;
        /// Points that komi is shifted by at most (value).
        most: f64 = 30.0, range 0.0..=500.0, step 5.0;
    }
}

/// The last search of each player, for komi by value.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Shifts {
    last: [Option<Last>; 2],
}

#[derive(Clone, Copy, Debug)]
struct Last {
    ply: usize,
    shift: i32,
    value: f64,
}

impl Shifts {
    /// Half points for White in a search of `color`, beyond the rules of `position`.
    pub(crate) fn shift(&self, params: &KomiParams, position: &Position, color: Color) -> i32 {
        self.dynamic(params, position, color) + territory(position, color)
    }

    /// Half points for White in a search while the opponent thinks: as in our next one.
    pub(crate) fn pondering(&self, params: &KomiParams, position: &Position) -> i32 {
        let turn = position.turn();
        self.dynamic(params, position, turn.other()) + territory(position, turn)
    }

    /// Half points for White by dynamic komi alone.
    pub(crate) fn dynamic(&self, params: &KomiParams, position: &Position, color: Color) -> i32 {
        let played = position.moves().count();
        let until = (params.until * position.size().points_count() as f64).round() as usize;
        let halves = |points: f64| (2.0 * points).round() as i32;
        match params.dynamic {
            DynamicKomi::Off => 0,
            DynamicKomi::Linear => {
                let linear = Linear {
                    points_per_stone: params.stone,
                    until,
                };
                let step = halves(params.step).max(1);
                let exact = linear.shift(position.handicap(), played);
                (exact + step / 2) / step * step
            }
            DynamicKomi::Value => {
                let by_value = ByValue {
                    red: params.red,
                    green: params.green,
                    step: halves(params.step).max(1),
                    most: halves(params.most),
                    until,
                };
                let last = self.last[color.index()].filter(|last| last.ply < played);
                last.map_or(0, |last| {
                    by_value.next(color, last.shift, last.value, played)
                })
            }
        }
    }

    /// Takes note of a search of `color` after `ply` moves that found `value` with `shift`, the
    /// part of dynamic komi.
    pub(crate) fn note(&mut self, color: Color, ply: usize, shift: i32, value: f64) {
        self.last[color.index()] = Some(Last { ply, shift, value });
    }
}

/// Half points for White that make area count as territory.
fn territory(position: &Position, color: Color) -> i32 {
    if position.rules().scoring == Scoring::Area {
        return 0;
    }
    let placed = |color| i32::from(position.board().stones(color)) + position.lost(color) as i32;
    let ahead = i32::from(color == Color::White);
    2 * (placed(Color::Black) - placed(Color::White) - ahead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tewari_go::{Komi, PASS, Rules, Size, handicap};

    fn game(stones: usize, rules: Rules) -> Position {
        let size = Size::new(19).unwrap();
        let mut game = Position::new(size, rules, Komi::ZERO);
        if stones > 0 {
            game.place_handicap(&handicap::fixed(size, stones).unwrap())
                .unwrap();
        }
        game
    }

    fn with(dynamic: DynamicKomi) -> KomiParams {
        KomiParams {
            dynamic,
            ..KomiParams::default()
        }
    }

    /// Four stones are 28 points, in steps of two, and nothing after 200 moves.
    #[test]
    fn linear_komi_is_for_handicap_games() {
        let (shifts, linear) = (Shifts::default(), with(DynamicKomi::Linear));
        let mut four = game(4, Rules::CHINESE);
        assert_eq!(shifts.shift(&linear, &four, Color::White), 56);
        assert_eq!(shifts.shift(&linear, &four, Color::Black), 56, "for both");
        let even = game(0, Rules::CHINESE);
        assert_eq!(shifts.shift(&linear, &even, Color::Black), 0);
        let off = with(DynamicKomi::Off);
        assert_eq!(shifts.shift(&off, &four, Color::White), 0);
        let mut seen = Vec::new();
        for _ in 0..220 {
            seen.push(shifts.shift(&linear, &four, Color::White));
            four.play(four.turn(), PASS).unwrap();
        }
        assert!(seen.is_sorted_by(|a, b| a >= b) && seen.iter().all(|shift| shift % 4 == 0));
        assert_eq!((seen[100], seen[199], seen[219]), (28, 0, 0));
    }

    #[test]
    fn komi_by_value_follows_the_last_search() {
        let (mut shifts, params) = (Shifts::default(), with(DynamicKomi::Value));
        let mut game = game(0, Rules::CHINESE);
        let shift = |shifts: &Shifts, game: &Position| shifts.shift(&params, game, Color::Black);
        assert_eq!(shift(&shifts, &game), 0, "nothing is known");
        shifts.note(Color::Black, 0, 0, 0.9);
        assert_eq!(shift(&shifts, &game), 0, "the same move again");
        game.play(Color::Black, PASS).unwrap();
        game.play(Color::White, PASS).unwrap();
        assert_eq!(shift(&shifts, &game), 4, "White is given two points");
        assert_eq!(shifts.shift(&params, &game, Color::White), 0);
        shifts.note(Color::Black, 0, -8, 0.1);
        assert_eq!(shift(&shifts, &game), -12);
    }

    /// Nine stones are nine points of area and none of territory.
    #[test]
    fn territory_takes_back_what_area_gives() {
        let (shifts, off) = (Shifts::default(), with(DynamicKomi::Off));
        let mut nine = game(9, Rules::JAPANESE);
        let shift = |game: &Position| shifts.shift(&off, game, game.turn());
        // White will place one before Black does: eight more from here on.
        assert_eq!(shift(&nine), 16);
        let mut even = game(0, Rules::JAPANESE);
        for name in ["D4", "Q16", "Q4", "D16"] {
            assert_eq!(shift(&even), 0, "{name}");
            let mv = tewari_go::coord::parse_move(even.size(), name).unwrap();
            even.play(even.turn(), mv).unwrap();
        }
        even.play(Color::Black, PASS).unwrap();
        assert_eq!(shift(&even), -2, "White will have placed one more");
        nine.set_rules(Rules::AGA);
        assert_eq!(shift(&nine), 0);
    }
}
