//! Moves, searches and settings in sentences.

use std::fmt::Write as _;

use tewari_engine::{Glyphs, Params, Thought};
use tewari_game::Player;
use tewari_go::diagram;

use crate::commands::params::wrapped;
use crate::game_flags::AnyTable;

/// Lines are not made longer than this.
const WIDTH: usize = 78;

/// The game and its conditions, as a greeting.
pub(super) fn greeting(table: &AnyTable, params: &Params) -> String {
    let mut text = format!("Tewari plays {}", table.kind());
    if let Some(go) = table.go() {
        let (n, komi) = (go.position.size().get(), go.position.komi());
        let rules = match go.position.rules().name() {
            "chinese" => "Chinese",
            "japanese" => "Japanese",
            "tromp-taylor" => "Tromp-Taylor",
            "aga" => "AGA",
            "new-zealand" => "New Zealand",
            other => other,
        };
        // Writing to a string cannot fail.
        let _ = write!(text, " on {n}x{n}, komi {komi}, {rules} rules");
        if go.position.handicap() > 0 {
            let _ = write!(text, ", {} handicap stones", go.position.handicap());
        }
    }
    format!("{text}, {}.", strength(params))
}

/// How strong the engine plays: `level 5, 4000 simulations a move`.
fn strength(params: &Params) -> String {
    let limits = params.engine.limits();
    let mut parts = vec![format!("level {}", params.engine.level)];
    parts.extend(
        limits
            .simulations
            .map(|n| format!("{n} simulations a move")),
    );
    parts.extend(
        limits
            .time
            .map(|time| format!("{} s a move", time.as_secs_f64())),
    );
    parts.join(", ")
}

/// Who has which side, with the stones where the drawing does not explain itself.
pub(super) fn sides(table: &AnyTable, you: Player, glyphs: Glyphs) -> String {
    let names = table.player_names();
    let stones = table.go().map(|_| match glyphs {
        Glyphs::Ascii => diagram::Glyphs::ASCII,
        Glyphs::Unicode => diagram::Glyphs::UNICODE,
    });
    let side = |player: Player| {
        let name = names[player.index()];
        match (stones, player) {
            (Some(stones), Player::First) => format!("{name} ({})", stones.black),
            (Some(stones), Player::Second) => format!("{name} ({})", stones.white),
            (None, _) => name.to_owned(),
        }
    };
    format!("You are {}, Tewari is {}.", side(you), side(you.other()))
}

/// Who made a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mover {
    /// The person.
    You,
    /// The engine.
    Tewari,
}

/// The last move in words: `Tewari (White) plays C3 and captures 2 stones`.
pub(super) fn move_made(who: Mover, name: &str, mv: &str, captured: u32) -> String {
    let (subject, s, es) = match who {
        Mover::You => ("You", "", ""),
        Mover::Tewari => ("Tewari", "s", "es"),
    };
    let captures = match captured {
        0 => String::new(),
        1 => format!(" and capture{s} a stone"),
        n => format!(" and capture{s} {n} stones"),
    };
    match mv {
        "pass" => format!("{subject} ({name}) pass{es}."),
        _ => format!("{subject} ({name}) play{s} {mv}{captures}."),
    }
}

/// What the search thinks of its move, for the player called `name`; nothing when it did not
/// have to search.
pub(super) fn opinion(thought: &Thought, name: &str) -> Option<String> {
    (thought.simulations > 0).then(|| {
        format!(
            "Winning chances of {name}: {:.0}% after {} simulations.",
            100.0 * thought.best.value,
            thought.simulations
        )
    })
}

/// What the engine would play for the person, and what else.
pub(super) fn hint(table: &AnyTable, thought: &Thought) -> String {
    let best = table.format_move(thought.best.mv);
    if thought.simulations == 0 {
        return format!("Tewari would play {best}.");
    }
    let percent = |value: f64| format!("{:.0}%", 100.0 * value);
    let others: Vec<String> = thought
        .candidates
        .iter()
        .filter(|other| other.mv != thought.best.mv && other.visits > 0)
        .take(2)
        .map(|other| format!("{} {}", table.format_move(other.mv), percent(other.value)))
        .collect();
    let mut text = format!("Tewari would play {best}, {}", percent(thought.best.value));
    if !others.is_empty() {
        let _ = write!(text, "; then {}", others.join(", "));
    }
    let _ = write!(
        text,
        " (winning chances, {} simulations).",
        thought.simulations
    );
    text
}

/// The legal moves, broken into lines.
pub(super) fn legal_moves(table: &AnyTable) -> String {
    let moves = table.legal_moves();
    match moves.len() {
        0 => "There are no legal moves: the game is over.".to_owned(),
        n => format!(
            "{n} legal moves:\n{}",
            wrapped(&moves.join(" "), WIDTH).join("\n")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_words() {
        let say = move_made;
        assert_eq!(say(Mover::You, "Black", "E5", 0), "You (Black) play E5.");
        assert_eq!(
            say(Mover::You, "Black", "E5", 1),
            "You (Black) play E5 and capture a stone."
        );
        assert_eq!(
            say(Mover::Tewari, "White", "pass", 0),
            "Tewari (White) passes."
        );
        assert_eq!(
            say(Mover::Tewari, "White", "C3", 2),
            "Tewari (White) plays C3 and captures 2 stones."
        );
    }
}
