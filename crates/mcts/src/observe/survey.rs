//! What is told of the playouts to whoever wants to see the board as they leave it.

use tewari_game::{Move, Player};

/// Who has what at the end of playouts, and by how much.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// Playouts seen.
    pub playouts: u64,
    /// Who owned what.
    pub owned: Shares,
    /// How many places more the first player has than the second, on average.
    pub margin: f64,
    /// The standard deviation of that over the playouts.
    pub deviation: f64,
    /// Who owned what in the playouts after each of the root's moves, as far as there were any
    /// in this search and somebody [wished](crate::Wish) to see it.
    pub by_move: Vec<(Move, Shares)>,
}

impl Survey {
    /// Who owned what in the playouts after `mv`.
    #[must_use]
    pub fn after(&self, mv: Move) -> Option<&Shares> {
        let found = self.by_move.iter().find(|(known, _)| *known == mv);
        found.map(|(_, shares)| shares)
    }
}

/// For every place the shares of playouts in which either player owned it.
#[derive(Clone, PartialEq, Debug)]
pub struct Shares(pub Vec<[f64; 2]>);

impl Shares {
    fn of(&self, place: usize) -> [f64; 2] {
        self.0.get(place).copied().unwrap_or_default()
    }

    /// The mean owner of `place`: 1 if it is always `player`'s, −1 if always the opponent's.
    #[must_use]
    pub fn balance(&self, place: usize, player: Player) -> f64 {
        let shares = self.of(place);
        shares[player.index()] - shares[player.other().index()]
    }

    /// The standard deviation of the owner of `place`, from 0 to 1, where a playout counts 1,
    /// −1, or 0 for nobody's.
    #[must_use]
    pub fn unrest(&self, place: usize) -> f64 {
        let [first, second] = self.of(place);
        (first + second - (first - second).powi(2)).max(0.0).sqrt()
    }
}
