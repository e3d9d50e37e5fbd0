//! Repetitions on the way through the tree.
//!
//! A shared entry knows the position, not how it came about. So a repetition is judged for
//! the move that a simulation is about to take, against the record of the game and the line
//! from the root, and leaves no mark in the entry.

use tewari_game::{Game, Move, Repetition};

/// The keys of the game so far and of the line under way.
#[derive(Clone, Default, Debug)]
pub struct Past {
    keys: Vec<u64>,
    /// How many of the keys belong to the game.
    game: usize,
    /// One bit per key of the game, by its lowest twelve bits: most keys are new, and one
    /// look says so.
    filter: Vec<u64>,
}

/// The record of the game and the line under way forbid a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forbidden;

const FILTER_BITS: usize = 12;

impl Past {
    /// The past of `state`.
    pub fn of<G: Game>(game: &G, state: &G::State) -> Self {
        let mut past = Self::default();
        game.past_keys(state, &mut past.keys);
        past.game = past.keys.len();
        past.filter = vec![0; (1 << FILTER_BITS) / 64];
        for &key in &past.keys {
            let bit = key as usize % (1 << FILTER_BITS);
            past.filter[bit / 64] |= 1 << (bit % 64);
        }
        past
    }

    /// Makes room for a line of so many moves.
    pub(crate) fn reserve(&mut self, moves: usize) {
        self.keys.reserve(moves);
    }

    /// Forgets the line.
    #[inline]
    pub fn restart(&mut self) {
        self.keys.truncate(self.game);
    }

    /// What the rules make of `mv`, and the key to remember if it is taken.
    #[inline]
    pub fn judge<G: Game>(&self, game: &G, sim: &G::Sim, mv: Move) -> (Repetition, Option<u64>) {
        let Some(key) = game.key_after(sim, mv) else {
            return (Repetition::Allowed, game.key_after_allowed(sim, mv));
        };
        let bit = key as usize % (1 << FILTER_BITS);
        let line = &self.keys[self.game..];
        let maybe = self.filter[bit / 64] >> (bit % 64) & 1 == 1 || line.contains(&key);
        if !maybe {
            return (Repetition::Allowed, Some(key));
        }
        let earlier = self.keys.iter().filter(|&&past| past == key).count();
        (game.on_repetition(earlier), Some(key))
    }

    /// Adds a position to the line.
    #[inline]
    pub fn remember(&mut self, key: Option<u64>) {
        self.keys.extend(key);
    }
}
