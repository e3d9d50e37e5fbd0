//! What Go knows about moves before they are tried.

use tewari_game::{Move, MoveList};
use tewari_go::{Go, Hashed, Light, PASS};
use tewari_mcts::knowledge::{Knowledge, Opinion};

/// The least one should know: not to fill one's own eyes.
#[derive(Clone, Copy, Default, Debug)]
pub struct KeepEyes;

impl Knowledge<Go> for KeepEyes {
    const PRIORS: bool = false;
    const BIAS: bool = false;

    /// All points where a stone lives and fills no eye of the player's own, and a pass: suicide is
    /// not thought of, even where the rules allow it.
    fn propose(&mut self, game: &Go, sim: &Light<Hashed>, moves: &mut MoveList) {
        let (board, color) = (&sim.board, sim.turn());
        moves.clear();
        game.size.points().for_each(|point| {
            if board.is_legal(color, point) && !board.is_eye(color, point) {
                moves.push(point.to_move());
            }
        });
        moves.push(PASS);
    }

    fn judge(&mut self, _: &Go, _: &Light<Hashed>, _: &[Move], _: &[Move], _: &mut [Opinion]) {}
}
