//! Path keys over the moves of a game.
//!
//! With `search.key = path` the key of a position is made of the moves that led to it from the
//! root, and the root's key is where they start. If that were the key of the position, the
//! tree below our move and the opponent's answer would have other keys in the next search than
//! it got in this one, and nothing would be found again. So a trail remembers the last root
//! and its key; when the next root lies at most two moves behind it, the moves are found by
//! trying them, and the new root gets the key that it had in the old tree. Where two lines of
//! two moves lead to the same position, the first is taken: the statistics are about that
//! position either way. A root further away begins a tree of its own. Trying costs as many moves
//! as there are lines of two, once a search: some hundredths of a second on 19×19.

use tewari_base::mix;
use tewari_game::{Game, GameState, Move, MoveList};

use crate::config::KeyKind;
use crate::walk::Ground;

/// The key of a path that goes on with `mv`.
#[inline(always)]
#[must_use]
pub fn path_key(key: u64, mv: Move) -> u64 {
    // Odd, so that no two moves add the same.
    const APART: u64 = 0x9e37_79b9_7f4a_7c15;
    mix(key.wrapping_add((u64::from(mv.0) + 1).wrapping_mul(APART)))
}

/// How many moves may lie between two roots: ours and the answer.
const FURTHEST: usize = 2;

/// Where the last search stood.
pub struct Trail<G: Game> {
    last: Option<(G::Sim, u64)>,
}

impl<G: Game> Default for Trail<G> {
    fn default() -> Self {
        Self { last: None }
    }
}

impl<G: Game> Trail<G> {
    /// Forgets the way, as a search without reuse does.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// Gives the root of `ground` the key it has in the tree of the last search, if it is
    /// found there, and remembers it as the last root. Without path keys it does nothing.
    pub fn continue_to(&mut self, ground: &mut Ground<'_, G>) {
        if ground.config.search.key != KeyKind::Path {
            return;
        }
        if let Some((sim, key)) = &self.last
            && let Some(found) = way(sim, *key, ground.root.key(), FURTHEST)
        {
            ground.root_key = found;
        }
        self.last = Some((ground.root.clone(), ground.root_key));
    }
}

/// The path key of the position `wanted`, at most `depth` moves behind `from` with its `key`;
/// the shortest way first.
fn way<S: GameState>(from: &S, key: u64, wanted: u64, depth: usize) -> Option<u64> {
    (0..=depth).find_map(|exact| way_of(from, key, wanted, exact))
}

fn way_of<S: GameState>(from: &S, key: u64, wanted: u64, exact: usize) -> Option<u64> {
    if exact == 0 {
        return (from.key() == wanted).then_some(key);
    }
    let mut moves = MoveList::new();
    from.legal_moves(&mut moves);
    let mut next = from.clone();
    moves.into_iter().find_map(|mv| {
        next.clone_from(from);
        next.play(mv);
        way_of(&next, path_key(key, mv), wanted, exact - 1)
    })
}
