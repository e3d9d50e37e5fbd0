//! What the [layers](crate::layers) keep: the key of the stones, 3×3 codes, captured stones.

use super::Board;
use crate::layers::Layers;
use crate::point::{CELLS, Color, Point};
use crate::zobrist;

impl<L: Layers> Board<L> {
    /// The Zobrist key of the stones alone, as superko compares it.
    ///
    /// Available only on boards with the hash layer; asking another one does not compile.
    #[inline(always)]
    #[must_use]
    pub const fn stones_key(&self) -> u64 {
        const { assert!(L::HASH, "this board keeps no hash") };
        self.hash
    }

    /// The key the stones would have after `color` plays the empty `point`: captures, and
    /// suicide if it comes to that, are taken into account.
    #[must_use]
    pub fn stones_key_after(&self, color: Color, point: Point) -> u64 {
        let mut key = self.stones_key() ^ zobrist::stone(color, point);
        let mut dead: [Point; 4] = [Point::NONE; 4];
        let mut remove = |head: Point, owner: Color, count: &mut usize| {
            if !dead[..*count].contains(&head) {
                dead[*count] = head;
                *count += 1;
                for stone in self.chain(head) {
                    key ^= zobrist::stone(owner, stone);
                }
            }
        };
        let mut count = 0;
        for q in self.size.neighbors(point) {
            if self.color(q) == Some(color.other()) && self.only_liberty(q, point) {
                remove(self.head(q), color.other(), &mut count);
            }
        }
        if count == 0 && self.is_suicide(color, point) {
            for q in self.size.neighbors(point) {
                if self.color(q) == Some(color) {
                    remove(self.head(q), color, &mut count);
                }
            }
            key ^= zobrist::stone(color, point);
        }
        key
    }

    /// The eight neighbours of a point, two bits each, see [`Cell`](crate::Cell).
    #[inline(always)]
    #[must_use]
    pub const fn code(&self, point: Point) -> u16 {
        const { assert!(L::CODES, "this board keeps no 3x3 codes") };
        self.codes[point.index()]
    }

    /// The points that the last move captured (its own stones, if it was suicide).
    #[inline(always)]
    #[must_use]
    pub fn captured(&self) -> &[Point] {
        const { assert!(L::CAPTURES, "this board keeps no capture list") };
        &self.captured[..self.captured_count as usize & (CELLS - 1)]
    }

    pub(super) fn hash_from_cells(&self) -> u64 {
        self.size
            .points()
            .fold(zobrist::empty(self.size), |hash, point| {
                match self.color(point) {
                    Some(color) => hash ^ zobrist::stone(color, point),
                    None => hash,
                }
            })
    }

    /// The eight neighbours in the order of the bits of a 3×3 code: from the lower left,
    /// rank by rank.
    #[inline(always)]
    fn ring(&self, point: Point) -> [Point; 8] {
        let [s, w, e, n] = self.size.neighbors(point);
        let [sw, se, nw, ne] = self.size.diagonals(point);
        [sw, s, se, w, e, nw, n, ne]
    }

    /// Makes all codes at once, one neighbour after the other, so that the loops run over
    /// consecutive cells. What is written at border cells means nothing and is never read.
    pub(super) fn codes_from_cells(&mut self) {
        let stride = usize::from(self.size.stride());
        let first = stride + 1;
        let end = self.size.cells() - stride - 1;
        let codes = &mut self.codes[first..end];
        codes.fill(0);
        let ring = [
            0,
            1,
            2,
            stride,
            stride + 2,
            2 * stride,
            2 * stride + 1,
            2 * stride + 2,
        ];
        for (i, start) in ring.into_iter().enumerate() {
            for (code, &cell) in codes.iter_mut().zip(&self.cells[start..]) {
                *code |= (cell as u16) << (2 * i);
            }
        }
    }

    /// Tells the eight neighbours of a changed cell; `change` is old XOR new content.
    #[inline(always)]
    pub(super) fn update_codes(&mut self, point: Point, change: u16) {
        // `point` is seen from its i-th neighbour as that one's (7 - i)-th.
        for (i, q) in self.ring(point).into_iter().enumerate() {
            self.codes[q.index()] ^= change << (2 * (7 - i));
        }
    }
}
