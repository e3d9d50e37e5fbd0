//! What a game can tell the search about moves before they are tried.

use tewari_game::{Game, GameState, Move, MoveList};

use crate::prior::Prior;

/// An opinion on one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Opinion {
    /// Equivalent experience: imagined visits and their mean.
    pub prior: Prior,
    /// A predictor's probability that the move is the one to make, for progressive bias and
    /// widening.
    pub bias: f32,
}

impl Opinion {
    /// No opinion.
    pub const NONE: Self = Self {
        prior: Prior::NONE,
        bias: 0.0,
    };
}

/// Opinions on the moves of a position that is about to get an entry.
///
/// Called once per entry, outside of any claim, with scratch that the worker owns. Each
/// worker owns a clone.
pub trait Knowledge<G: Game>: Clone + Send + Sync {
    /// Whether any prior is ever given; without, entries have no column for it.
    const PRIORS: bool;
    /// Whether any bias is ever given.
    const BIAS: bool;

    /// Replaces `moves` by those worth considering: legal ones, in an order that depends on the
    /// position alone, and at least one unless the game is over.
    fn propose(&mut self, _game: &G, sim: &G::Sim, moves: &mut MoveList) {
        sim.legal_moves(moves);
    }

    /// Fills in opinions on `moves`, which arrive as [`Opinion::NONE`]. `line` are the moves
    /// from the root to this position.
    fn judge(
        &mut self,
        game: &G,
        sim: &G::Sim,
        line: &[Move],
        moves: &[Move],
        opinions: &mut [Opinion],
    );
}

/// Knowing nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Ignorance;

impl<G: Game> Knowledge<G> for Ignorance {
    const PRIORS: bool = false;
    const BIAS: bool = false;

    fn judge(&mut self, _: &G, _: &G::Sim, _: &[Move], _: &[Move], _: &mut [Opinion]) {}
}

/// The same imagined visits for every move: the even-game prior, or any other constant.
#[derive(Clone, Copy, Debug)]
pub struct EvenGame(pub Prior);

impl<G: Game> Knowledge<G> for EvenGame {
    const PRIORS: bool = true;
    const BIAS: bool = false;

    fn judge(&mut self, _: &G, _: &G::Sim, _: &[Move], _: &[Move], opinions: &mut [Opinion]) {
        for opinion in opinions {
            opinion.prior = opinion.prior.plus(self.0);
        }
    }
}
