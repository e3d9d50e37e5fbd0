//! Proven wins and losses (MCTS-Solver; Winands, Björnsson and Saito 2008).
//!
//! A simulation that ends at a decided position proves something about the positions above
//! it: a move to a position lost for the opponent wins, and a position all of whose moves
//! lose is lost. A proof stops where it proves nothing more. Draws are never proven, nor does
//! anything follow from a move that history forbids or turns into a draw: such a move stays
//! open in its entry, because the entry does not know the history.
//!
//! Proofs speak of positions, not of games: a line proven to win could in principle run into
//! a position that has already occurred twice in the real game and be drawn there.

use tewari_game::Player;

use crate::credit::player_at;
use crate::tree::{Entry, Proof, Table};
use crate::walk::Step;

/// Carries the proof that `winner` wins after the last move of `path` up as far as it goes.
pub(crate) fn prove(table: &Table, path: &[Step], root: Player, winner: Player) {
    for (depth, step) in path.iter().enumerate().rev() {
        let (entry, edge) = (table.entry(step.slot), usize::from(step.edge));
        if player_at(root, depth) == winner {
            entry.prove_move(edge, Proof::Win);
            entry.prove(Proof::Win);
        } else {
            entry.prove_move(edge, Proof::Loss);
            if !all_lose(entry) {
                return;
            }
            entry.prove(Proof::Loss);
        }
    }
}

fn all_lose(entry: Entry<'_>) -> bool {
    (0..entry.count()).all(|i| entry.move_proof(i) == Proof::Loss)
}
