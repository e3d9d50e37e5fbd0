//! How many neighbours of a cell are black, white and empty.

use crate::point::Color;

/// Neighbour counts: black, white and empty, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Around(pub(super) u16);

impl Around {
    pub(super) const EMPTY_ONE: u16 = 1 << 8;
    pub(super) const BORDER_ONE: u16 = 1 | 1 << 4;

    /// What changes around a cell when a neighbour turns from empty to `color`.
    #[inline(always)]
    pub(super) const fn placing(color: Color) -> u16 {
        (1u16 << (4 * color as u16)).wrapping_sub(Self::EMPTY_ONE)
    }

    #[inline(always)]
    pub(super) const fn has_empty(self) -> bool {
        self.0 >= Self::EMPTY_ONE
    }

    /// How many neighbours are empty.
    #[inline(always)]
    pub(super) const fn empty(self) -> u16 {
        self.0 >> 8
    }

    /// How many neighbours are `color` or border.
    #[inline(always)]
    pub(super) const fn closed(self, color: Color) -> u16 {
        (self.0 >> (4 * color as u16)) & 0xf
    }

    /// Whether all four neighbours are `color` or border.
    #[inline(always)]
    pub(super) const fn all(self, color: Color) -> bool {
        self.closed(color) == 4
    }
}
