//! Moves whose surroundings say that they waste a turn.
//!
//! Where no rule of a playout offers a move, one is drawn, and every point is as likely as any
//! other. Much of the board is settled by then, and most moves there change nothing: whoever
//! draws one has passed. Three kinds can be told from the eight neighbours alone:
//!
//! * on the first line with nothing around: nobody lives there, nobody is stopped;
//! * among three stones of one's own or more and none of the enemy: one's own area;
//! * among four enemy stones or more and none of one's own: the enemy's area, where a lone stone
//!   dies.
//!
//! Each of them can be the right move for once (a connection against a far attack, an invasion),
//! so playouts make them more seldom and do not rule them out.

use std::sync::LazyLock;

use tewari_go::{Cell, Color};

use crate::codes::CodeSet;

/// The surroundings of moves that are likely wasted; made when they are first asked for.
#[must_use]
pub fn wastes() -> &'static CodeSet {
    static TABLE: LazyLock<Box<CodeSet>> = LazyLock::new(|| {
        let mut table = CodeSet::empty();
        for color in Color::BOTH {
            let wasted = (0..=u16::MAX).filter(|&code| is_waste(color, code));
            wasted.for_each(|code| table.add(color, code));
        }
        table
    });
    &TABLE
}

fn is_waste(color: Color, code: u16) -> bool {
    let around = |cell: Cell| {
        (0..8)
            .filter(|i| code >> (2 * i) & 3 == cell as u16)
            .count()
    };
    match (around(color.cell()), around(color.other().cell())) {
        (0, 0) => around(Cell::Border) > 0,
        (own, 0) => own >= 3,
        (0, enemies) => enemies >= 4,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tewari_go::diagram::Diagram;
    use tewari_go::{Board, Full};

    #[test]
    fn a_wasted_move_is_known_by_its_neighbours() {
        let text = ". . b . . . .
                    . . . . . X X
                    . a . . X c X
                    . . . . . X .
                    X X X . . . .
                    X d X . . O .
                    X O . . e X .";
        let diagram: Diagram = text.parse().unwrap();
        let board: Board<Full> = diagram.board().unwrap();
        let fits = |mark, color| {
            let code = board.code(diagram.point(mark).unwrap());
            wastes().has(color, code)
        };
        for (mark, black, white) in [
            ('a', false, false),
            ('b', true, true),
            ('c', true, true),
            ('d', false, false),
            ('e', false, false),
        ] {
            assert_eq!(fits(mark, Color::Black), black, "Black at {mark}");
            assert_eq!(fits(mark, Color::White), white, "White at {mark}");
        }
    }
}
