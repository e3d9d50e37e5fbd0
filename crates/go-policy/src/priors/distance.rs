//! Distances on the board and in the common fate graph.

use tewari_go::{CELLS, Cell, Point, Size};

use crate::playout::PlayoutBoard;

/// Points farther away are not told apart.
const FARTHEST: u8 = 3;

/// How far two points lie apart on the board, as pattern learners count it: dx + dy +
/// max(dx, dy), so 2 to a neighbour, 3 diagonally, 4 for a jump over one point.
pub(super) fn on_board(size: Size, a: Point, b: Point) -> u8 {
    let ((ax, ay), (bx, by)) = (size.xy(a), size.xy(b));
    let (dx, dy) = (ax.abs_diff(bx), ay.abs_diff(by));
    dx + dy + dx.max(dy)
}

/// How far each point is from the last move in the common fate graph.
#[derive(Clone)]
pub(super) struct Distances {
    from_last: Box<[u8; CELLS]>,
    /// The points reached so far, the nearest first.
    reached: Box<[Point; CELLS]>,
    count: usize,
}

impl Distances {
    pub(super) fn new() -> Self {
        Self {
            from_last: Box::new([u8::MAX; CELLS]),
            reached: Box::new([Point::NONE; CELLS]),
            count: 0,
        }
    }

    /// 0 to 3, or 255 for farther.
    pub(super) const fn of(&self, point: Point) -> u8 {
        self.from_last[point.index()]
    }

    /// Measures from `last`; from [`Point::NONE`] everything is far away.
    pub(super) fn measure(&mut self, board: &PlayoutBoard, last: Point) {
        self.from_last[..board.size().cells()].fill(u8::MAX);
        if last == Point::NONE {
            return;
        }
        self.count = 0;
        self.reach(board, last, 0);
        let mut next = 0;
        while next < self.count {
            let point = self.reached[next];
            next += 1;
            let distance = self.from_last[point.index()];
            if distance == FARTHEST {
                break;
            }
            for q in board.size().neighbors(point) {
                if board.cell(q) != Cell::Border {
                    self.reach(board, q, distance + 1);
                }
            }
        }
    }

    /// Enters a point, and with a stone its chain, unless it was nearer already.
    fn reach(&mut self, board: &PlayoutBoard, point: Point, distance: u8) {
        if self.from_last[point.index()] != u8::MAX {
            return;
        }
        if board.is_empty(point) {
            self.enter(point, distance);
        }
        for stone in board.chain(point) {
            self.enter(stone, distance);
        }
    }

    fn enter(&mut self, point: Point, distance: u8) {
        self.from_last[point.index()] = distance;
        self.reached[self.count] = point;
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tewari_go::diagram::Diagram;

    #[test]
    fn steps_on_the_board() {
        let size = Size::new(9).unwrap();
        let steps = |x, y| on_board(size, size.point(4, 4).unwrap(), size.point(x, y).unwrap());
        assert_eq!(
            [
                steps(4, 4),
                steps(5, 4),
                steps(3, 5),
                steps(4, 2),
                steps(6, 5)
            ],
            [0, 2, 3, 4, 5]
        );
    }

    #[test]
    fn a_chain_is_one_step() {
        let diagram: Diagram = "
            . . . . . . .
            . . . . . . .
            b . . . . . a
            1 X X X X X X
            . . . . . . c
            d . . . . . .
            . . . . . . ."
            .parse()
            .unwrap();
        let board: PlayoutBoard = diagram.board().unwrap();
        let mut distances = Distances::new();
        let at = |d: &Distances, mark| d.of(diagram.point(mark).unwrap());
        distances.measure(&board, diagram.point('1').unwrap());
        assert_eq!(
            ['a', 'b', 'c', 'd'].map(|m| at(&distances, m)),
            [1, 1, 1, 2]
        );
        distances.measure(&board, diagram.point('a').unwrap());
        assert_eq!(
            ['a', 'b', 'c', 'd'].map(|m| at(&distances, m)),
            [0, 2, 2, 3]
        );
        distances.measure(&board, Point::NONE);
        assert_eq!(at(&distances, 'a'), u8::MAX);
    }
}
