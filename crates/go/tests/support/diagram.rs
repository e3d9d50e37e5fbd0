//! Positions drawn as text: `X` is Black, `O` is White, the last line is rank 1.

use tewari_game::{Game, Move};
use tewari_go::{Color, Go, Komi, Point, Position, Rules, coord};

use super::size;

/// The drawn position with Black to move. Blanks between the points do not matter.
pub fn position(rules: Rules, komi: f64, drawing: &str) -> Position {
    let rows: Vec<String> = drawing.lines().map(|row| row.replace(' ', "")).collect();
    let rows: Vec<&str> = rows
        .iter()
        .map(String::as_str)
        .filter(|row| !row.is_empty())
        .collect();
    let komi = Komi::from_points(komi).expect("the tests use sound komi");
    let game = Go {
        size: size(rows.len() as u8),
        rules,
        komi,
    };
    game.parse_state(&format!("{} b - 0", rows.join("/")))
        .expect("the drawing is a position")
}

/// The stones as they are drawn.
pub fn draw(position: &Position) -> String {
    let n = position.size().get();
    let row = |y: u8| -> String {
        let points = (0..n).filter_map(|x| position.size().point(x, y));
        points
            .map(|point| match position.board().color(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            })
            .collect()
    };
    (0..n).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// The move called `name`.
pub fn mv(position: &Position, name: &str) -> Move {
    coord::parse_move(position.size(), name).expect("the tests name real moves")
}

/// The points called `names`, separated by blanks.
pub fn points(position: &Position, names: &str) -> Vec<Point> {
    let parse = |name| coord::parse_point(position.size(), name).expect("a real point");
    names.split_whitespace().map(parse).collect()
}

/// Plays the moves called `names`, separated by blanks, the players taking turns.
pub fn play(position: &mut Position, names: &str) {
    for name in names.split_whitespace() {
        let (color, mv) = (position.turn(), mv(position, name));
        if let Err(illegal) = position.play(color, mv) {
            panic!("{color} {name}: {illegal}");
        }
    }
}
