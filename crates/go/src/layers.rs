//! What a board keeps beyond stones and captures, chosen at compile time.
//!
//! There is one implementation of placing and capturing stones. Real play wants hashes,
//! capture lists and 3×3 codes; a uniform playout wants none of them. A [`Layers`] type
//! says which are kept; the others cost no instruction and are not copied.

/// Which layers a board keeps up to date.
pub trait Layers: Copy + Default + Send + Sync + 'static {
    /// The Zobrist key of the stones.
    const HASH: bool;
    /// For each point the code of its eight neighbours.
    const CODES: bool;
    /// The points that the last move captured.
    const CAPTURES: bool;
}

/// Stones, chains and pseudo-liberties only: for uniform playouts.
#[derive(Clone, Copy, Default, Debug)]
pub struct Bare;

impl Layers for Bare {
    const HASH: bool = false;
    const CODES: bool = false;
    const CAPTURES: bool = false;
}

/// The key of the stones too: for walking down a search tree.
#[derive(Clone, Copy, Default, Debug)]
pub struct Hashed;

impl Layers for Hashed {
    const HASH: bool = true;
    const CODES: bool = false;
    const CAPTURES: bool = false;
}

/// Everything: for real play, tactics and playouts with knowledge.
#[derive(Clone, Copy, Default, Debug)]
pub struct Full;

impl Layers for Full {
    const HASH: bool = true;
    const CODES: bool = true;
    const CAPTURES: bool = true;
}
