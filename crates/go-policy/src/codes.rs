//! Sets of 3×3 surroundings.

use tewari_go::Color;

/// Which of the 2^16 [codes](tewari_go::Board::code) of a point's eight neighbours belong to the set, for a
/// move of either colour: one bit each, 16 KB.
#[derive(Debug)]
pub struct CodeSet([[u64; 1024]; 2]);

impl CodeSet {
    pub(crate) fn empty() -> Box<Self> {
        Box::new(Self([[0; 1024]; 2]))
    }

    pub(crate) const fn add(&mut self, color: Color, code: u16) {
        self.0[color.index()][(code >> 6) as usize] |= 1 << (code & 63);
    }

    /// Whether a move of `color` with these surroundings belongs to the set.
    #[inline(always)]
    #[must_use]
    pub const fn has(&self, color: Color, code: u16) -> bool {
        self.0[color.index()][(code >> 6) as usize] >> (code & 63) & 1 != 0
    }
}
