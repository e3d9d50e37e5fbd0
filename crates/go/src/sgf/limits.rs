//! How much a file may ask for.

/// Bounds on what reading a file may cost. All are checked while reading, so that a hostile
/// file costs no more than they say.
///
/// An *item* is a node or a value of a property; a game of 250 moves has some 520.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the file, at most [`Limits::MAX_BYTES`].
    pub bytes: usize,
    /// Items in one game.
    pub game_items: usize,
    /// Items in all games of a [`Collection`](super::Collection) together, where each game
    /// counts as [`Limits::ITEMS_PER_GAME`] more.
    pub total_items: usize,
    /// Parentheses open at the same time.
    pub nesting: usize,
}

impl Limits {
    /// No file may be larger, whatever the other limits: decoded text is at most three times
    /// as long as its bytes (one byte of windows-1252 may take three in UTF-8), and a tree
    /// counts its text in 32 bits: 3 · 2^30 < 2^32.
    pub const MAX_BYTES: usize = 1 << 30;

    /// What a game costs beside its items: the tree's own fields and the first, partly unused
    /// blocks of its four vectors are less than 512 bytes, and an item is 24 to 28 bytes.
    pub const ITEMS_PER_GAME: usize = 20;

    /// The usual limits.
    ///
    /// * `bytes`: 256 MiB. A move takes 6 bytes, so this is 40 million moves or 180,000 games
    ///   of 220 moves; the largest files in use, collections of 30,000 games for training,
    ///   have 43 MB.
    /// * `game_items`: 2^21. The largest single trees in use are opening dictionaries of some
    ///   100,000 nodes with about two values each, 300,000 items: seven times less. A node is
    ///   24 bytes, a value with its property at most 28, vectors may be twice as long as
    ///   used: 2^21 · 28 · 2 = 112 MiB at worst.
    /// * `total_items`: 2^25, for 30,000 games of 220 moves are 30,000 · (440 + 12 + 20) ≈ 14
    ///   million. At worst 2^25 · 28 · 2 = 1.75 GiB; [`Games`](super::Games) reads without
    ///   this limit, holding one game at a time.
    /// * `nesting`: 4096. It costs this reader 4 bytes each, but other programs recurse: 4096
    ///   frames of 256 bytes just fit a stack of 1 MiB. Opening dictionaries need about 100.
    pub const DEFAULT: Self = Self {
        bytes: 1 << 28,
        game_items: 1 << 21,
        total_items: 1 << 25,
        nesting: 1 << 12,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
