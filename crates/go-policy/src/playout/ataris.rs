//! Which chains are in atari, kept from move to move.
//!
//! A chain comes into atari only when a stone is put beside it or joins it. So after each move
//! it is enough to look at the four neighbours and at the stone's own chain; what left atari
//! meanwhile is found out when the list is read, and dropped then. The lists are complete as
//! long as they do not overflow, which happens on no position of a real game: what does not
//! fit is forgotten.

use tewari_go::{Board, Color, Layers, Point};

/// Chains in atari that can be remembered for each colour.
const ROOM: usize = 64;

/// Chains in atari, by colour, each named by one of its stones.
#[derive(Clone)]
pub(crate) struct Ataris {
    stones: [[Point; ROOM]; 2],
    count: [usize; 2],
}

impl Ataris {
    pub(crate) const fn new() -> Self {
        Self {
            stones: [[Point::NONE; ROOM]; 2],
            count: [0; 2],
        }
    }

    /// Looks at the whole board.
    pub(crate) fn find<L: Layers>(&mut self, board: &Board<L>) {
        self.count = [0; 2];
        for point in board.size().points() {
            if let Some(color) = board.color(point)
                && board.head(point) == point
                && board.atari(point).is_some()
            {
                self.add(board, color, point);
            }
        }
    }

    /// Looks at what a stone at `point` may have put in atari.
    #[inline]
    pub(crate) fn update<L: Layers>(&mut self, board: &Board<L>, point: Point) {
        for q in board.size().neighbors(point).into_iter().chain([point]) {
            if let Some(color) = board.color(q)
                && board.atari(q).is_some()
            {
                self.add(board, color, q);
            }
        }
    }

    #[inline]
    fn add<L: Layers>(&mut self, board: &Board<L>, color: Color, stone: Point) {
        let side = color.index();
        let count = self.count[side];
        let known = self.stones[side][..count]
            .iter()
            .any(|&known| board.head(known) == board.head(stone));
        if !known && count < ROOM {
            self.stones[side][count] = stone;
            self.count[side] = count + 1;
        }
    }

    /// The chains of `color` in atari, by one stone each; those that are no more are dropped. A chain
    /// that two of them joined to may be named twice.
    #[inline]
    pub(crate) fn of<L: Layers>(&mut self, board: &Board<L>, color: Color) -> &[Point] {
        let side = color.index();
        let (stones, count) = (&mut self.stones[side], &mut self.count[side]);
        let mut i = 0;
        while i < *count {
            let stone = stones[i];
            if board.color(stone) == Some(color) && board.atari(stone).is_some() {
                i += 1;
            } else {
                *count -= 1;
                stones[i] = stones[*count];
            }
        }
        &stones[..*count]
    }
}
