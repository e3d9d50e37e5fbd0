//! Hand-made 3×3 shapes: moves that look like good local play.
//!
//! The idea is MoGo's (Gelly, Wang, Munos and Teytaud 2006): among the points around the last
//! move, those whose eight neighbours form one of a few well-known shapes (a hane, a cut, a
//! move along the edge) are worth answering at. The shapes below are drawn with the move in
//! the centre:
//!
//! ```text
//!   X  a stone of one colour        x  anything but X        ?  anything
//!   O  a stone of the other colour  o  anything but O        #  outside of the board
//!   .  an empty point
//! ```
//!
//! A shape holds in all eight orientations and with the colours exchanged, unless it says
//! which player may play it.

use std::sync::LazyLock;

use tewari_go::{Cell, Color};

use crate::codes::CodeSet;

/// Who may play a shape.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    /// Whoever is to move.
    Any,
    /// The player of the stones called X.
    Own,
}

/// A shape: who may play it, and the three rows with the move in the centre.
type Shape = (Player, [&'static str; 3]);

/// The shapes, by kind.
const SHAPES: [Shape; 13] = [
    // Hane: one stone is held from both sides, or from one side with room on the other.
    (Player::Any, ["XOX", ".*.", "???"]),
    (Player::Any, ["XO.", ".*.", "?.?"]),
    (Player::Any, ["XO?", "X*.", "x.?"]),
    (Player::Own, ["XOO", ".*.", "?.?"]),
    // Cut: the move separates two stones that touch at a corner, and is not closed in itself.
    (Player::Any, ["XO?", "O*o", "?o?"]),
    // Cut through: between two stones, with a friend behind.
    (Player::Any, ["?X?", "O*O", "xxx"]),
    // Connection through the same gap.
    (Player::Own, ["?X?", "O*O", "?X?"]),
    // Along the edge: stop a stone from sliding, or slide below it.
    (Player::Any, ["X.?", "O*?", "###"]),
    (Player::Any, ["?X?", "o*O", "###"]),
    (Player::Own, ["?XO", "o*o", "###"]),
    (Player::Any, ["?OX", "X*O", "###"]),
    // Turn on the second stone at the edge; push under it.
    (Player::Own, [".O?", "X*.", "###"]),
    // Block a stone that comes down to the edge beside a friend.
    (Player::Own, ["XO.", "?*.", "###"]),
];

/// The surroundings of moves that fit a shape; made when they are first asked for.
#[must_use]
pub fn shapes() -> &'static CodeSet {
    static TABLE: LazyLock<Box<CodeSet>> = LazyLock::new(|| {
        let mut table = CodeSet::empty();
        for shape in &SHAPES {
            expand(shape, &mut table);
        }
        table
    });
    &TABLE
}

/// The eight cells around the move in the order of a code: from the lower left, rank by rank.
const RING: [(usize, usize); 8] = [
    (2, 0),
    (2, 1),
    (2, 2),
    (1, 0),
    (1, 2),
    (0, 0),
    (0, 1),
    (0, 2),
];

/// Enters every code that shows the shape.
fn expand(&(player, rows): &Shape, table: &mut CodeSet) {
    for own in Color::BOTH {
        for orientation in 0..8 {
            let mut codes = vec![0u16];
            for (i, (row, column)) in RING.into_iter().enumerate() {
                let (row, column) = oriented(orientation, row, column);
                let allowed = cells(rows[row].as_bytes()[column], own);
                codes = codes
                    .iter()
                    .flat_map(|&code| {
                        let with = move |cell: Cell| code | (cell as u16) << (2 * i);
                        allowed.iter().copied().map(with)
                    })
                    .collect();
            }
            for code in codes {
                for color in Color::BOTH {
                    if player == Player::Any || color == own {
                        table.add(color, code);
                    }
                }
            }
        }
    }
}

const fn oriented(orientation: usize, row: usize, column: usize) -> (usize, usize) {
    let (row, column) = if orientation & 4 != 0 {
        (column, row)
    } else {
        (row, column)
    };
    (
        if orientation & 1 != 0 { 2 - row } else { row },
        if orientation & 2 != 0 {
            2 - column
        } else {
            column
        },
    )
}

fn cells(symbol: u8, own: Color) -> Vec<Cell> {
    let all = [Cell::Black, Cell::White, Cell::Empty, Cell::Border];
    let holds = |cell: &Cell| match symbol {
        b'X' => *cell == own.cell(),
        b'O' => *cell == own.other().cell(),
        b'x' => *cell != own.cell(),
        b'o' => *cell != own.other().cell(),
        b'.' => *cell == Cell::Empty,
        b'#' => *cell == Cell::Border,
        _ => true,
    };
    all.into_iter().filter(holds).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tewari_go::diagram::Diagram;
    use tewari_go::{Board, Full};

    fn at_a(text: &str, color: Color) -> bool {
        let diagram: Diagram = text.parse().unwrap();
        let board: Board<Full> = diagram.board().unwrap();
        shapes().has(color, board.code(diagram.point('a').unwrap()))
    }

    #[test]
    fn the_shapes_of_the_literature_fit() {
        for (text, black, white) in [
            ("X O X\n. a .\n. . .", true, true),
            ("X O .\n. a .\n. . .", true, true),
            ("X O O\n. a .\n. . .", true, false),
            ("O X X\n. a .\n. . .", false, true),
            ("X O .\nO a .\n. . .", true, true),
            // Too close for a cut: the stone would be in atari.
            (
                ". . . . .\n. . O . .\n. X a O .\n. . O X .\n. . . . .",
                false,
                false,
            ),
            (". . .\n. a .\n. . .", false, false),
            (". . .\nX . .\nO a .", true, true),
            (". . .\n. X .\n. a O", true, true),
            ("X . .\n. a .\n. . O", false, false),
        ] {
            let padded = pad(text);
            assert_eq!(at_a(&padded, Color::Black), black, "black at\n{padded}");
            assert_eq!(at_a(&padded, Color::White), white, "white at\n{padded}");
        }
    }

    /// Puts a 3×3 diagram whose move is in its centre into the middle of 5×5.
    fn pad(text: &str) -> String {
        let rows: Vec<&str> = text.lines().collect();
        if rows.len() != 3 || !rows[1].contains('a') {
            return text.to_owned();
        }
        let empty = ". . . . .";
        let middle: Vec<String> = rows.iter().map(|row| format!(". {row} .")).collect();
        format!("{empty}\n{}\n{empty}", middle.join("\n"))
    }

    #[test]
    fn colours_exchanged_the_shapes_are_the_same() {
        let swapped = |code: u16| {
            (0..8).fold(0, |sum, i| {
                let cell = code >> (2 * i) & 3;
                sum | (if cell < 2 { cell ^ 1 } else { cell }) << (2 * i)
            })
        };
        let shapes = shapes();
        for code in 0..=u16::MAX {
            assert_eq!(
                shapes.has(Color::Black, code),
                shapes.has(Color::White, swapped(code))
            );
        }
    }
}
