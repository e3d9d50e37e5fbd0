//! The point that decides over a small eye space, from either side.
//!
//! [`nakade`](tewari_go::tactics::nakade) knows which empty shapes have a vital point. Two more
//! spaces are settled by a single move once it is attacked: four points in a row, straight or
//! bent. They are alive, but a stone on one of the two inner points threatens the other one:
//!
//! ```text
//!     . O * .        * makes two eyes, or takes them away
//! ```
//!
//! Four points that bend in the corner are decided by a ko, for which the first stone is as vital.

use tewari_go::tactics::nakade::{MAX_SPACE, bent_four_in_corner, enclosed_space, vital_point};
use tewari_go::{Board, Color, Layers, Point};

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
        None if space.len() == 4 => other_inner_point(board, owner, &space)
            .or_else(|| bent_four_in_corner(board.size(), &space))?,
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

/// Whether the space around a point inside may have three to six points, without walking
/// through it: as many as lie within two steps are counted, exactly. Those two steps away are
/// the ways on from each neighbour, less one where a diagonal is reached by two of them.
#[inline]
fn may_be_decided<L: Layers>(board: &Board<L>, owner: Color, start: Point) -> bool {
    let ring = inside(board.code(start), owner);
    let has = |place: u16| ring >> (2 * place) & 1;
    let [sw, s, se, w, e, nw, n, ne] = [0, 1, 2, 3, 4, 5, 6, 7].map(has);
    let near = s + w + e + n;
    let twice = (sw & s & w) + (se & s & e) + (nw & n & w) + (ne & n & e);
    let ways = |(is_inside, q)| is_inside * (3 - board.closed_neighbors(q, owner).min(3));
    let far: u16 = [s, w, e, n]
        .into_iter()
        .zip(board.size().neighbors(start))
        .map(ways)
        .sum();
    (3..=MAX_SPACE as u16).contains(&(1 + near + far - twice))
}

/// The lower bit of each cell of a 3×3 code becomes whether it is a point without a stone of
/// `owner`. A [`Cell`](tewari_go::Cell) is 0 for Black, 1 for White, 2 if empty and 3 outside:
/// its two bits differ where neither Black nor the border is, the lower one is 0 where neither
/// White nor the border is.
#[inline(always)]
const fn inside(code: u16, owner: Color) -> u16 {
    let cells = match owner {
        Color::Black => code ^ code >> 1,
        Color::White => !code,
    };
    cells & 0x5555
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::PlayoutBoard;
    use tewari_base::Rng;
    use tewari_go::Size;

    /// The quick look never refuses a space that walking through it would find.
    #[test]
    fn no_space_is_overlooked() {
        let size = Size::new(7).unwrap();
        let (mut found, mut refused) = (0, 0);
        for seed in 0..2000 {
            let mut rng = Rng::new(seed);
            let mut board = PlayoutBoard::new(size);
            for turn in 0..60 {
                let color = Color::BOTH[turn % 2];
                let point = board.empty_at(rng.below(board.empty_count()));
                if board.is_acceptable(color, point) {
                    board.play(color, point);
                }
            }
            for owner in Color::BOTH {
                for start in size.points().filter(|&p| board.color(p) != Some(owner)) {
                    let space = enclosed_space(&board, owner, start);
                    let counts = space.is_some_and(|space| space.len() >= 3);
                    let may_be = may_be_decided(&board, owner, start);
                    assert!(may_be || !counts);
                    found += u32::from(counts);
                    refused += u32::from(!may_be);
                }
            }
        }
        assert!(found > 1000 && refused > 1000, "{found} {refused}");
    }
}
