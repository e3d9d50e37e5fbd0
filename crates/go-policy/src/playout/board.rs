//! The board of playouts that know something.

use tewari_go::{Board, Layers};

/// What rules want to know beyond stones: 3×3 codes and what the last move captured.
#[derive(Clone, Copy, Default, Debug)]
pub struct Patterned;

impl Layers for Patterned {
    const HASH: bool = false;
    const CODES: bool = true;
    const CAPTURES: bool = true;
}

/// The board that rules look at.
pub type PlayoutBoard = Board<Patterned>;
