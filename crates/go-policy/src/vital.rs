//! The point that decides over a small eye space, from either side.
//!
//! [`nakade`](tewari_go::tactics::nakade) knows which empty shapes have a vital point. Two more
//! spaces are settled by a single move once it is attacked: four points in a row, straight or
//! bent. They are alive, but a stone on one of the two inner points threatens the other one:
//!
//! ```text
//!     . O * .        * makes two eyes, or takes them away
//! ```

use tewari_go::tactics::nakade::{MAX_SPACE, enclosed_space, vital_point};
use tewari_go::{Board, Cell, Color, Layers, Point};

/// The point that decides over the space around `start` that `owner` encloses, if there is one
/// and it is empty.
#[must_use]
pub fn deciding_point<L: Layers>(board: &Board<L>, owner: Color, start: Point) -> Option<Point> {
    if !may_be_decided(board, owner, start) {
        return None;
    }
    let space = enclosed_space(board, owner, start)?;
    let point = match vital_point(board.size(), &space) {
        Some(point) => point,
        None if space.len() == 4 => other_inner_point(board, owner, &space)?,
        None => return None,
    };
    board.is_empty(point).then_some(point)
}

/// Of four points in a row, the inner one beside an attacked inner one.
fn other_inner_point<L: Layers>(board: &Board<L>, owner: Color, space: &[Point]) -> Option<Point> {
    let mut inner = [Point::NONE; 2];
    let mut count = 0;
    for &point in space {
        let neighbors = board.size().neighbors(point);
        match space.iter().filter(|q| neighbors.contains(q)).count() {
            1 => {}
            2 if count < 2 => {
                inner[count] = point;
                count += 1;
            }
            _ => return None,
        }
    }
    let attacked = |point| board.color(point) == Some(owner.other());
    match inner.map(attacked) {
        [true, false] if count == 2 => Some(inner[1]),
        [false, true] if count == 2 => Some(inner[0]),
        _ => None,
    }
}

/// Whether the space around an empty point may have three to six points, without walking
/// through it. From each neighbour inside so many steps lead on; two of them at most lead to
/// one point.
#[inline]
fn may_be_decided<L: Layers>(board: &Board<L>, owner: Color, start: Point) -> bool {
    let ways = |point| 4 - u32::from(board.closed_neighbors(point, owner));
    let (mut near, mut far) = (0, 0);
    for q in board.size().neighbors(start) {
        let cell = board.cell(q);
        if cell != Cell::Border && cell != owner.cell() {
            near += 1;
            far += ways(q) - 1;
        }
    }
    near + far >= 2 && 1 + near + far.div_ceil(2) <= MAX_SPACE as u32
}
