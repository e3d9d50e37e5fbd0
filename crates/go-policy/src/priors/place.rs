//! Where on the board a point lies: on which lines, in which corner, and how much of an opening
//! it still is.

use tewari_go::{Point, Size};

use crate::playout::PlayoutBoard;

/// From this size on a board has corners, sides and a middle; a smaller one is all of them at
/// once.
pub(super) const LARGE: u8 = 13;

/// A corner is as many lines wide.
const CORNER: u8 = 6;

/// The 3×3 code of a point with eight empty neighbours.
const NOTHING_AROUND: u16 = 0b1010_1010_1010_1010;

/// Whether none of the eight neighbours is a stone: all have the upper bit of their code.
pub(super) const fn has_no_stones(code: u16) -> bool {
    code & NOTHING_AROUND == NOTHING_AROUND
}

/// On which lines from the nearest edges a point lies, 1 being the edge.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub(super) nearer: u8,
    farther: u8,
    /// Which quarter of the board it is in: 1 for the right, 2 for the upper half.
    quarter: usize,
}

impl Lines {
    pub(super) const fn of(size: Size, point: Point) -> Self {
        let (x, y) = size.xy(point);
        let last = size.get() - 1;
        let (right, upper) = (2 * x > last, 2 * y > last);
        let across = 1 + if right { last - x } else { x };
        let up = 1 + if upper { last - y } else { y };
        Self {
            nearer: if across < up { across } else { up },
            farther: if across < up { up } else { across },
            quarter: right as usize + 2 * upper as usize,
        }
    }
}

/// What the stones have left of the board at large.
#[derive(Clone, Copy, Default)]
pub(super) struct Places {
    /// One on the empty board, nothing when the opening is over.
    pub(super) opening: f64,
    /// By quarter: whether the corner of a large board has no stone.
    empty_corners: [bool; 4],
}

impl Places {
    /// Looks at a position; its opening is over when stones stand on `length` of the points.
    pub(super) fn look(&mut self, board: &PlayoutBoard, length: f64) {
        let size = board.size();
        let points = size.points_count() as f64;
        let stones = points - f64::from(board.empty_count());
        self.opening = (1.0 - stones / (length * points)).max(0.0);
        let is_asked = size.get() >= LARGE && self.opening > 0.0;
        self.empty_corners = [is_asked; 4];
        if !is_asked {
            return;
        }
        for point in size.points().filter(|&point| !board.is_empty(point)) {
            let lines = Lines::of(size, point);
            if lines.farther <= CORNER {
                self.empty_corners[lines.quarter] = false;
            }
        }
    }

    /// How well a stone there would take an empty corner: 1 on the 4-4 point and beside it, less
    /// on 3-3 and the points that reach farther out.
    pub(super) const fn takes_corner(&self, lines: Lines) -> f64 {
        match (lines.nearer, lines.farther) {
            (3 | 4, 4) if self.empty_corners[lines.quarter] => 1.0,
            (3, 3) | (3 | 4, 5) if self.empty_corners[lines.quarter] => 0.5,
            _ => 0.0,
        }
    }
}
