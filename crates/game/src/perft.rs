//! Counting the leaves of the game tree: the classic check of a move generator.

use crate::{GameState, MoveList};

/// How many sequences of exactly `depth` moves start at `state`.
///
/// A game that ends earlier contributes nothing; `perft(state, 0)` is 1. The last ply is
/// counted, not played. One list of moves and one position per ply are allocated up front
/// and reused at every node.
///
/// ```
/// use tewari_game::{Game, perft, scripted::Scripted};
///
/// let game = Scripted::parse("(a:1 b:(c:2 d:= e:1))")?;
/// let counts: Vec<u64> = (0..4).map(|depth| perft(&game.initial(), depth)).collect();
/// assert_eq!(counts, [1, 2, 3, 0]);
/// # Ok::<(), tewari_game::ParseError>(())
/// ```
pub fn perft<S: GameState>(state: &S, depth: u32) -> u64 {
    let mut plies: Vec<_> = (0..depth)
        .map(|_| (MoveList::new(), state.clone()))
        .collect();
    leaves(state, &mut plies)
}

fn leaves<S: GameState>(state: &S, plies: &mut [(MoveList, S)]) -> u64 {
    let Some(((moves, child), deeper)) = plies.split_first_mut() else {
        return 1;
    };
    state.legal_moves(moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    let mut count = 0;
    for &mv in moves.iter() {
        child.clone_from(state);
        child.play(mv);
        count += leaves(child, deeper);
    }
    count
}
