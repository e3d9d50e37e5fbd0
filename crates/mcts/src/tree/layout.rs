//! How an entry lies in memory.
//!
//! An entry is one block of 64-bit words, the same size for the life of a table: a header of
//! four words, then the moves in columns, each present only if the search uses it.
//!
//! ```text
//!   word 0      key of the position
//!   word 1      stamp: see the table
//!   word 2      number of moves (16 bits), proof (2 bits)
//!   word 3      which move was taken last
//!   moves       16 bits a move: 14 of the move's number, 2 of its proof
//!   visits      64 bits a move: visits and rewards, see `Statistic`
//!   amaf        64 bits a move, with RAVE
//!   squares     64 bits a move, with UCB1-TUNED
//!   prior       32 bits a move, with any kind of prior
//!   bias        16 bits a move, with progressive bias or widening
//!   in flight   16 bits a move, when more than one simulation is under way
//! ```
//!
//! Columns have room for whole chunks of eight moves, because selection works on so many at
//! once; the visits begin at a cache line of eight words, so that a chunk is one line, and
//! blocks are rounded to whole lines. So with every column but
//! squares a move costs 24 or 26 bytes: an entry of 19×19 Go takes 9.4 KiB, one of 9×9
//! 2.3 KiB; plain UCT takes 10 bytes a move, 128 bytes in all for Connect-4.

use crate::select::LANES;

/// Which columns the entries of a table have.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Columns {
    /// All-moves-as-first statistics.
    pub amaf: bool,
    /// Sums of squared rewards.
    pub squares: bool,
    /// Prior visits and values.
    pub prior: bool,
    /// What a predictor thinks of the move.
    pub bias: bool,
    /// Simulations under way.
    pub in_flight: bool,
}

impl Columns {
    /// Visits alone.
    pub const NONE: Self = Self {
        amaf: false,
        squares: false,
        prior: false,
        bias: false,
        in_flight: false,
    };
}

const HEADER_WORDS: usize = 4;
const LINE_WORDS: usize = 8;

/// Offsets of the columns within an entry, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Which columns there are.
    pub columns: Columns,
    /// Room for this many moves.
    pub width: usize,
    pub(super) moves: usize,
    pub(super) visits: usize,
    pub(super) amaf: usize,
    pub(super) squares: usize,
    pub(super) prior: usize,
    pub(super) bias: usize,
    pub(super) in_flight: usize,
    /// Whether rows are of one chunk, of visits and perhaps squares.
    few: bool,
    /// Words of the whole block.
    pub words: usize,
}

impl Layout {
    /// The layout for entries with room for `width` moves.
    ///
    /// # Panics
    /// If `width` is above 65,535.
    #[must_use]
    pub const fn new(width: usize, columns: Columns) -> Self {
        assert!(
            width <= u16::MAX as usize,
            "an entry counts its moves in 16 bits"
        );
        let room = width.next_multiple_of(LANES);
        let moves = HEADER_WORDS;
        let visits = (moves + room / 4).next_multiple_of(LINE_WORDS);
        let amaf = visits + room;
        let squares = amaf + if columns.amaf { room } else { 0 };
        let prior = squares + if columns.squares { room } else { 0 };
        let bias = prior + if columns.prior { room / 2 } else { 0 };
        let in_flight = bias + if columns.bias { room / 4 } else { 0 };
        let end = in_flight + if columns.in_flight { room / 4 } else { 0 };
        let words = end.next_multiple_of(LINE_WORDS);
        Self {
            columns,
            width,
            moves,
            visits,
            amaf,
            squares,
            prior,
            bias,
            in_flight,
            few: width <= LANES && !columns.amaf && end == prior,
            words,
        }
    }

    /// Words of a small entry with nothing but visits: two cache lines.
    pub(crate) const VISITS_WORDS: usize = Self::small(false).words;
    /// Words of a small entry with visits and squares: three cache lines.
    pub(crate) const SQUARES_WORDS: usize = Self::small(true).words;

    /// The layout of rows of one chunk with nothing but visits and, if wanted, squares. The only
    /// layouts whose offsets are known when the program is compiled.
    pub(crate) const fn small(squares: bool) -> Self {
        let columns = Columns {
            squares,
            ..Columns::NONE
        };
        Self::new(LANES, columns)
    }

    /// Whether entries lie as [small](Self::small) ones of so many words do.
    #[inline(always)]
    pub(crate) const fn is_small(&self, words: usize) -> bool {
        self.few && self.words == words
    }

    /// Bytes of the whole block.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.words * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_as_large_as_the_essay_says() {
        let full = Columns {
            amaf: true,
            prior: true,
            bias: true,
            in_flight: true,
            squares: false,
        };
        let kib = |width, columns| Layout::new(width, columns).bytes() as f64 / 1024.0;
        assert_eq!(Layout::new(7, Columns::default()).bytes(), 128);
        assert_eq!((kib(362, full) * 10.0).round(), 94.0);
        assert_eq!((kib(82, full) * 10.0).round(), 23.0);
    }

    #[test]
    fn columns_do_not_overlap() {
        for bits in 0..32u8 {
            let on = |i: u8| bits >> i & 1 == 1;
            let columns = Columns {
                amaf: on(0),
                squares: on(1),
                prior: on(2),
                bias: on(3),
                in_flight: on(4),
            };
            for width in [1, 2, 3, 4, 5, 7, 82, 362, 626] {
                let l = Layout::new(width, columns);
                let room = width.next_multiple_of(LANES);
                let ends = [
                    (l.moves, room / 4, true),
                    (l.visits, room, true),
                    (l.amaf, room, columns.amaf),
                    (l.squares, room, columns.squares),
                    (l.prior, room / 2, columns.prior),
                    (l.bias, room / 4, columns.bias),
                    (l.in_flight, room / 4, columns.in_flight),
                ];
                let mut at = HEADER_WORDS;
                for (start, length, present) in ends {
                    if start == l.visits {
                        at = at.next_multiple_of(LINE_WORDS);
                    }
                    assert_eq!(start, at);
                    at += if present { length } else { 0 };
                }
                assert!(
                    l.words >= at
                        && l.words < at + LINE_WORDS
                        && l.words.is_multiple_of(LINE_WORDS)
                );
            }
        }
    }
}
