//! Which self-ataris make sense.
//!
//! A stone that leaves its own chain in atari is usually given away. Playouts that refuse such
//! moves keep seki: neither side fills a shared liberty, because whoever does puts a large
//! chain in atari. Three kinds of self-atari are good moves, though:
//!
//! * taking a ko, or capturing anything else: what is taken is worth more;
//! * *nakade*: the stones fill the opponent's eye space except for one point, in a shape of
//!   which the opponent can make but one eye after taking it, or must win a ko for two: one or two
//!   stones, any three, the square and the pyramid of four, four that bend in the corner, the cross
//!   and the bulky five;
//! * the *throw-in*: a single stone into what would become an eye.
//!
//! The judgement goes by shape alone. It is not asked whether the surrounding group has eyes
//! elsewhere: then the stones are lost either way, and under area scoring nothing is lost by it.

use tewari_go::tactics::atari::is_capture;
use tewari_go::tactics::liberties::is_self_atari;
use tewari_go::tactics::nakade::{bent_four_in_corner, enclosed_space, vital_point};
use tewari_go::{Board, Color, Layers, Point};

/// Whether `color` at the empty `point` would put its own chain in atari for nothing.
#[inline]
#[must_use]
pub fn is_bad_self_atari<L: Layers>(board: &Board<L>, color: Color, point: Point) -> bool {
    !board.keeps_two_liberties(color, point) && is_bad(board, color, point)
}

#[inline(never)]
fn is_bad<L: Layers>(board: &Board<L>, color: Color, point: Point) -> bool {
    if is_capture(board, color, point) {
        return false;
    }
    is_self_atari(board, color, point)
        && !is_throw_in(board, color, point)
        && !is_nakade(board, color, point)
}

/// Whether a lone stone goes where the opponent has all but one of the neighbours and does not
/// hold the diagonals: the point is no eye yet, and will be a false one.
fn is_throw_in<L: Layers>(board: &Board<L>, color: Color, point: Point) -> bool {
    let (mut enemies, mut border) = (0, 0);
    for q in board.size().neighbors(point) {
        match board.color(q) {
            Some(c) if c == color => return false,
            Some(_) => enemies += 1,
            None => border += u8::from(!board.is_empty(q)),
        }
    }
    if enemies + border < 3 {
        return false;
    }
    let own = board
        .size()
        .diagonals(point)
        .into_iter()
        .filter(|&q| board.color(q) == Some(color))
        .count();
    own >= if border == 0 { 2 } else { 1 }
}

/// Whether the stones that would be taken leave a space without two eyes.
fn is_nakade<L: Layers>(board: &Board<L>, color: Color, point: Point) -> bool {
    let Some(space) = enclosed_space(board, color.other(), point) else {
        return false;
    };
    let mut stones = [point; 6];
    let mut count = 1;
    for &q in space.iter().filter(|&&q| board.color(q) == Some(color)) {
        if count == stones.len() {
            return false;
        }
        stones[count] = q;
        count += 1;
    }
    // With more than one point left, there is time to fill them from outside first.
    if space.len() > count + 1 {
        return false;
    }
    let stones = &stones[..count];
    match count {
        1..=3 => true,
        4 => {
            vital_point(board.size(), stones).is_some()
                || is_square(board, stones)
                || bent_four_in_corner(board.size(), stones).is_some()
        }
        _ => vital_point(board.size(), stones).is_some(),
    }
}

/// Whether four points lie two by two.
fn is_square<L: Layers>(board: &Board<L>, stones: &[Point]) -> bool {
    stones.iter().all(|&stone| {
        let neighbors = board.size().neighbors(stone);
        stones.iter().filter(|q| neighbors.contains(q)).count() == 2
    })
}
