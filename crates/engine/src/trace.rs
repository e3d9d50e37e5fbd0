//! One playout, move by move, for those who want to see what the policy does.

use tewari_base::Rng;
use tewari_game::{Game as _, Move};
use tewari_go::Color;
use tewari_go_policy::playout::{GoPlayout, PlayoutRule};
use tewari_mcts::Record;

use crate::go_table::GoTable;
use crate::settings::Params;

/// A playout of Go from the position at a table to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// Who made which move, and by which rule of the policy.
    pub moves: Vec<(Color, Move, PlayoutRule)>,
    /// By how many half points Black won, komi and all; negative if White did. Where mercy
    /// ended the playout stones stand for area.
    pub margin: i32,
}

/// Random streams of traces are apart from those of searches, which count from 0.
const STREAM: u64 = u64::MAX;

impl GoTable {
    /// Plays out from the position with `color` to move, as the playouts of a search do that
    /// has learnt no replies yet. Another `number` is another playout.
    #[must_use]
    pub fn trace(&self, color: Color, params: &Params, number: u64) -> Trace {
        let game = self.game();
        let mut root = self.position.clone();
        root.set_turn(color);
        root.reopen();
        let mut start = game.new_sim();
        game.load(&root, &mut start);
        let mut policy = GoPlayout::<false>::new(&game, &params.at_level().playout);
        let mut record = Record::for_game(&game);
        let mut rng = Rng::stream(params.engine.seed, &[STREAM, number]);
        let area = policy.play_out(&start, &mut rng, &mut record);
        let mut mover = color;
        let mut moves = Vec::with_capacity(record.len());
        for made in record.moves() {
            let rule = PlayoutRule::from_number(made.rule).unwrap_or(PlayoutRule::Chance);
            moves.push((mover, made.mv, rule));
            mover = mover.other();
        }
        Trace {
            moves,
            margin: 2 * area - start.white_bonus,
        }
    }
}

#[cfg(test)]
mod tests {
    use tewari_go::{Komi, Rules, Size, coord};
    use tewari_go_policy::playout::Policy;

    use super::*;
    use crate::table::Table as _;

    /// Two white stones in the corner with one liberty, and nothing else to take.
    fn corner() -> (GoTable, Params) {
        let size = Size::new(5).expect("a size");
        let mut table = GoTable::new(size, Rules::default(), Komi::default());
        for (color, name) in [
            (Color::Black, "A3"),
            (Color::White, "A1"),
            (Color::Black, "B2"),
            (Color::White, "A2"),
        ] {
            let mv = coord::parse_move(size, name).expect("a move");
            table.position.play(color, mv).expect("legal");
        }
        let mut params = Params::preset(table.domain());
        params.engine.seed = 1;
        params.playout.take = 1.0;
        (table, params)
    }

    #[test]
    fn moves_are_named_by_their_rules_and_can_be_replayed() {
        let (table, mut params) = corner();
        let trace = table.trace(Color::Black, &params, 0);
        let (color, mv, rule) = trace.moves[0];
        assert_eq!((color, rule), (Color::Black, PlayoutRule::Take));
        assert_eq!(coord::format_move(table.game().size, mv), "B1");
        let mut position = table.position.clone();
        for &(color, mv, _) in &trace.moves {
            position.play(color, mv).expect("legal in simple ko");
        }
        let score = position.score(&[]);
        assert_eq!(score.winner() == Some(Color::Black), trace.margin > 0);
        assert_eq!(trace, table.trace(Color::Black, &params, 0));
        assert_ne!(trace, table.trace(Color::Black, &params, 1));
        params.playout.policy = Policy::Uniform;
        let chance = table.trace(Color::Black, &params, 0);
        let all_by_chance = chance.moves.iter().all(|m| m.2 == PlayoutRule::Chance);
        assert!(all_by_chance);
    }
}
