//! What a position shows to the outside, and when two positions count as the same.

use crate::{GameState, Move, MoveList, Outcome, Player};

/// Everything a [`GameState`] answers about itself.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct View {
    pub(super) key: u64,
    /// `None` once the game is over, when the answer means nothing.
    pub(super) to_move: Option<Player>,
    pub(super) outcome: Option<Outcome>,
    pub(super) legal: MoveList,
}

impl View {
    pub(super) fn of<S: GameState>(state: &S) -> Self {
        let mut legal = MoveList::new();
        state.legal_moves(&mut legal);
        let outcome = state.outcome();
        let to_move = outcome.is_none().then(|| state.to_move());
        Self {
            key: state.key(),
            to_move,
            outcome,
            legal,
        }
    }

    /// Why `copy` is not the same position as this one, if it is not. A copy that lost the
    /// record of a history-dependent game may have more moves, or go on where this is over.
    pub(super) fn difference(&self, copy: &Self, lost_record: bool) -> Option<String> {
        if self.key != copy.key {
            return Some(format!("key {:016x} became {:016x}", self.key, copy.key));
        }
        let goes_on = lost_record && copy.outcome.is_none();
        if self.outcome != copy.outcome && !goes_on {
            return Some(format!(
                "outcome {:?} became {:?}",
                self.outcome, copy.outcome
            ));
        }
        if self.outcome.is_none() && self.to_move != copy.to_move {
            return Some(format!(
                "player {:?} became {:?}",
                self.to_move, copy.to_move
            ));
        }
        let kept = if lost_record {
            self.legal.iter().all(|mv| copy.legal.contains(mv))
        } else {
            sorted(&self.legal) == sorted(&copy.legal)
        };
        (!kept).then(|| format!("legal moves {:?} became {:?}", self.legal, copy.legal))
    }
}

fn sorted(moves: &[Move]) -> MoveList {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}
