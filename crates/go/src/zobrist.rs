//! Zobrist words for stones, side to move and ko, made at compile time.
//!
//! Keys are comparable between boards of one size only, which the empty board's own word
//! makes sure of.

use tewari_base::{mix, random::zobrist};

use crate::point::{CELLS, Color, Point, Size};

static STONES: [[u64; CELLS]; 2] = [zobrist(0x676f_0001), zobrist(0x676f_0002)];
static KO: [u64; CELLS] = zobrist(0x676f_0003);
const WHITE_TO_MOVE: u64 = mix(0x676f_0004);

const PASSES: [u64; 3] = [0, mix(0x676f_0006), mix(0x676f_0007)];

/// The key of the empty board.
#[inline]
pub(crate) const fn empty(size: Size) -> u64 {
    mix(0x676f_0005 ^ size.get() as u64)
}

/// What a stone adds to the key.
#[inline(always)]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// What the side to move, a point forbidden by simple ko and the passes just made add to the
/// key of the stones.
#[inline(always)]
pub(crate) fn turn(to_move: Color, ko: Option<Point>, passes: u8) -> u64 {
    let side = match to_move {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    };
    side ^ ko.map_or(0, |point| KO[point.index()]) ^ PASSES[passes.min(2) as usize]
}
