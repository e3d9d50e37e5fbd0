//! The rules of the playouts, for those who want to know what they would do.

use tewari_base::Rng;
use tewari_go::tactics::ladder::DEFAULT_NODES;
use tewari_go::{Color, Point};

use super::board::PlayoutBoard;
use super::params::{Ladders, PlayoutParams};
use super::rule::PlayoutRule;
use super::sequence::Sequence;

/// All local rules of the sequence, each of them certain to be asked.
#[derive(Clone)]
pub(crate) struct Rulebook {
    sequence: Box<Sequence>,
}

impl Rulebook {
    pub(crate) fn certain() -> Self {
        let certain = PlayoutParams {
            take: 1.0,
            save_capture: 1.0,
            save_extend: 1.0,
            ladders: Ladders::All,
            ladder_nodes: DEFAULT_NODES,
            keep_safe: true,
            ..PlayoutParams::default()
        };
        Self {
            sequence: Box::new(Sequence::new(&certain)),
        }
    }

    /// The moves that the local rules offer `color` after the move at `last`; one that several
    /// rules offer comes several times.
    pub(crate) fn all_moves(
        &mut self,
        board: &PlayoutBoard,
        color: Color,
        last: Point,
        rng: &mut Rng,
    ) -> &[(Point, PlayoutRule)] {
        self.sequence.all_moves(board, color, last, rng).as_slice()
    }
}
