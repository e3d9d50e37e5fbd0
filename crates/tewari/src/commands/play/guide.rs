//! What a newcomer is told: what can be typed, and how the game goes.

use std::fmt::Write as _;

use tewari_engine::GameKind;

use super::request::COMMANDS;
use crate::game_flags::AnyTable;

/// What can be typed, in one sentence.
pub(super) fn invitation(table: &AnyTable) -> String {
    let pass = if table.go().is_some() { "pass, " } else { "" };
    let example = example_move(table);
    format!("Type a move such as {example}, or: {pass}undo, hint, moves, save, resign, help, quit.")
}

/// The game in a few lines, and everything that can be typed.
pub(super) fn help(table: &AnyTable) -> String {
    let mut text = rules(table.kind()).to_owned();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\n  {:8}a move; \"moves\" lists all",
        example_move(table)
    );
    let can_pass = table.go().is_some() || table.legal_moves().iter().any(|mv| mv == "pass");
    for (name, meaning) in COMMANDS
        .iter()
        .filter(|&&(name, _)| name != "pass" || can_pass)
    {
        let _ = write!(text, "\n  {name:8}{meaning}");
    }
    text
}

/// A legal move from the middle of the list, which on a board is often the middle.
fn example_move(table: &AnyTable) -> String {
    let moves = table.legal_moves();
    // Go lists a pass behind its points: of the rest, E5 is the middle on 9x9.
    moves
        .get(moves.len().saturating_sub(1) / 2)
        .cloned()
        .unwrap_or_else(|| "undo".to_owned())
}

/// How the game is played and how its moves are written, in a few lines of plain ASCII.
const fn rules(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Go => {
            "Put a stone on a point; stones without a free neighbour are captured. Two
passes in a row end the game. All stones left on the board count as alive:
capture dead ones before you pass."
        }
        GameKind::Connect4 => {
            "Drop a disc into a column, 1 to 7. Four in a row, in any direction, win."
        }
        GameKind::Breakthrough => {
            "A piece moves one square forward, straight or diagonally, and captures
diagonally. Write where it stands and where it goes. Whoever first reaches the
opponent's home row wins."
        }
        GameKind::Othello => {
            "Put a disc where it encloses opposing discs in a line; they are turned over. A
player who cannot move passes. Whoever has more discs at the end wins."
        }
        GameKind::CatchTheLion => {
            "The Lion (L) moves one square in any direction, the Giraffe (G) straight, the
Elephant (E) diagonally, the Chick (C) forward; on the far row it becomes a Hen
(H), which moves straight or diagonally forward. Write where a piece stands and
where it goes. A captured piece is yours to drop on an empty square: C*a3.
Capture the Lion, or bring yours to the far row, to win."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_fit_any_terminal() {
        for kind in GameKind::ALL {
            let rules = rules(kind);
            assert!(
                rules.is_ascii() && rules.lines().all(|line| line.len() <= 80),
                "{kind}"
            );
        }
    }
}
