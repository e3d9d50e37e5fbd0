//! A random game written down step by step, to be kept beside the tests.
//!
//! A checked-in transcript pins everything a game shows to the outside: how positions and
//! moves are written, keys, the number and order of legal moves, who moves, how it ends.
//! When one of these changes on purpose, the transcript changes with it, in the same commit,
//! and the reader of the commit sees what changed.

use std::fmt::Write;

use tewari_base::Rng;

use crate::{Game, GameState, MoveList, Outcome};

/// The transcript of one random game, cut off after `max_moves` moves.
///
/// ```
/// use tewari_game::{scripted::Scripted, transcript};
///
/// let game = Scripted::parse("(a:(b:1))")?;
/// let text = transcript::record(&game, 7, 10);
/// let steps: Vec<&str> = text.lines().filter(|line| line.ends_with(" to move")).collect();
/// assert_eq!(steps, ["0: First to move", "1: Second to move"]);
/// assert!(text.ends_with("over: First wins\n"));
/// # Ok::<(), tewari_game::ParseError>(())
/// ```
pub fn record<G: Game>(game: &G, seed: u64, max_moves: usize) -> String {
    let names = game.player_names();
    let mut text = format!(
        "game: {}\nplayers: {}, {}\nmove space: {}\nmost moves: {}\nlongest playout: {}\n\
         symmetries: {}\nseed: {seed}\n",
        game.name(),
        names[0],
        names[1],
        game.move_space(),
        game.max_moves(),
        game.max_playout_length(),
        game.symmetries(),
    );
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    let mut moves = MoveList::new();
    for ply in 0.. {
        let over = match state.outcome() {
            Some(Outcome::Draw) => Some("over: draw".to_owned()),
            Some(Outcome::Win(player)) => Some(format!("over: {} wins", names[player.index()])),
            None if ply == max_moves => Some("cut off here".to_owned()),
            None => None,
        };
        line(&mut text, format_args!(""));
        if over.is_none() {
            line(
                &mut text,
                format_args!("{ply}: {} to move", names[state.to_move().index()]),
            );
        } else {
            line(&mut text, format_args!("{ply}:"));
        }
        line(
            &mut text,
            format_args!("state: {}", game.format_state(&state)),
        );
        line(&mut text, format_args!("key: {:016x}", state.key()));
        if let Some(over) = over {
            line(&mut text, format_args!("{over}"));
            break;
        }
        state.legal_moves(&mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        line(&mut text, format_args!("legal: {}", moves.len()));
        line(
            &mut text,
            format_args!("plays: {} ({})", game.format_move(mv), mv.0),
        );
        state.play(mv);
    }
    text
}

/// Adds one line.
fn line(text: &mut String, content: std::fmt::Arguments<'_>) {
    writeln!(text, "{content}").expect("a String takes everything");
}
