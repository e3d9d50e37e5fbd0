//! Playing a game and its reference side by side. The two have nothing in common but the
//! text of moves and positions.

use tewari_base::Rng;
use tewari_game::{Game, GameState, IllegalMove, MoveList, Outcome};

/// A game written for the eye: boards are arrays, moves are words.
pub(crate) trait Reference: Clone {
    /// The position before the first move.
    fn initial() -> Self;
    /// All legal moves; none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Makes a legal move.
    fn play(&mut self, mv: &str);
    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// The position as the game writes it.
    fn text(&self) -> String;
}

/// Plays random games and compares all there is to compare at every step.
pub(crate) fn compare<R: Reference, G: Game>(game: &G, games: u64, seed: u64) {
    for number in 0..games {
        let rng = Rng::stream(seed, &[number]);
        compare_one::<R, G>(game, rng, |rng, moves, _| {
            rng.below(moves.len() as u32) as usize
        });
    }
}

/// One such game, with moves chosen from a sorted list and the moves so far.
pub(crate) fn compare_one<R: Reference, G: Game>(
    game: &G,
    mut rng: Rng,
    choose: impl Fn(&mut Rng, &[String], &[String]) -> usize,
) -> Option<Outcome> {
    let mut moves = MoveList::new();
    let mut path = Vec::new();
    let mut state = game.initial();
    let mut reference = R::initial();
    loop {
        let text = game.format_state(&state);
        assert_eq!(text, reference.text());
        assert_eq!(state.outcome(), reference.outcome(), "{text}");
        state.legal_moves(&mut moves);
        let mut listed: Vec<String> = moves.iter().map(|&mv| game.format_move(mv)).collect();
        let mut expected = reference.moves();
        listed.sort();
        expected.sort();
        assert_eq!(listed, expected, "{text}");
        if listed.is_empty() {
            return state.outcome();
        }
        let mv = listed.swap_remove(choose(&mut rng, &listed, &path));
        state.play(game.parse_move(&mv).unwrap());
        reference.play(&mv);
        path.push(mv);
    }
}

/// Counts leaves the slow way.
pub(crate) fn perft<R: Reference>(state: &R, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |mv: &String| {
        let mut child = state.clone();
        child.play(mv);
        perft(&child, depth - 1)
    };
    state.moves().iter().map(after).sum()
}

/// The counts at depths 1, 2, ….
pub(crate) fn counts<G: Game>(game: &G, depths: u32) -> Vec<u64> {
    (1..=depths)
        .map(|depth| tewari_game::perft(&game.initial(), depth))
        .collect()
}

/// The same from the reference.
pub(crate) fn reference_counts<R: Reference>(depths: u32) -> Vec<u64> {
    (1..=depths)
        .map(|depth| perft(&R::initial(), depth))
        .collect()
}

/// The position after these moves from `text`.
pub(crate) fn after<G: Game>(game: &G, text: &str, moves: &str) -> G::State {
    let mut state = game.parse_state(text).unwrap();
    for mv in moves.split_whitespace() {
        let played = state.try_play(game.parse_move(mv).unwrap());
        assert_eq!(played, Ok(()), "{mv} in {}", game.format_state(&state));
    }
    state
}

/// Whether a move is legal, asked in both ways.
pub(crate) fn is_legal<G: Game>(game: &G, state: &G::State, mv: &str) -> bool {
    let mv = game.parse_move(mv).unwrap();
    let answer = state.clone().try_play(mv);
    assert_eq!(answer.is_ok(), state.is_legal(mv));
    assert!(answer.is_ok() || answer == Err(IllegalMove(mv)));
    answer.is_ok()
}
