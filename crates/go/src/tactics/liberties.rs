//! Counting liberties, now and after a move.
//!
//! Every count stops at a limit, because tactics seldom care whether a chain has four liberties
//! or forty. Up to four, the board's sums of pseudo-liberties answer most questions, see
//! [`Board::reach`]; beyond, and where a move captures, chains are walked.
//!
//! The liberties of a stone's chain after a move come from three sources, and no point is in
//! two of them except as a liberty of two friends:
//!
//! 1. the empty neighbours of the stone;
//! 2. the liberties of the friendly chains it joins, less the point itself;
//! 3. the captured stones that touch the stone or the chains it joins.
//!
//! All three can be read from the position before the move, so nothing is copied or played.

use crate::board::Board;
use crate::layers::Layers;
use crate::point::{Color, Point};
use crate::tactics::atari::{captured_chains, is_capture};
use crate::tactics::{Chains, PointSet};

/// How many liberties the chain at `stone` has; counting stops at `limit`.
#[must_use]
pub fn count_liberties<L: Layers>(board: &Board<L>, stone: Point, limit: u32) -> u32 {
    let mut counter = Counter {
        seen: PointSet::EMPTY,
        count: 0,
        limit,
    };
    counter.add_chain(board, stone);
    counter.count.min(limit)
}

/// How many liberties the chain of a stone that `color` plays at the empty `point` will have,
/// captures taken into account; counting stops at `limit`. Suicide gives 0.
///
/// ```
/// use tewari_go::diagram::Diagram;
/// use tewari_go::tactics::liberties::liberties_after;
/// use tewari_go::{Bare, Board, Color};
/// let diagram: Diagram = "
///     . . . .
///     X X . .
///     O O X .
///     a O X .
/// ".parse().unwrap();
/// let board: Board<Bare> = diagram.board().unwrap();
/// let a = diagram.point('a').unwrap();
/// // Black takes three stones, two of which touch the new stone.
/// assert_eq!(liberties_after(&board, Color::Black, a, 10), 2);
/// assert_eq!(liberties_after(&board, Color::White, a, 10), 0);
/// ```
#[must_use]
pub fn liberties_after<L: Layers>(board: &Board<L>, color: Color, point: Point, limit: u32) -> u32 {
    let reach = match limit {
        2 => board.reach::<2>(color, point),
        3 => board.reach::<3>(color, point),
        4 => board.reach::<4>(color, point),
        _ => return count_after(board, color, point, limit),
    };
    if reach == limit || !is_capture(board, color, point) {
        reach
    } else {
        count_after(board, color, point, limit)
    }
}

/// How many liberties the chain at `stone` has after its owner extends at `point`, captures
/// taken into account; counting stops at `limit`. `other` is the only liberty of the chain
/// besides `point`, or [`Point::NONE`] if it is in atari.
///
/// Knowing the liberties of the chain, the four neighbours of `point` tell the rest, unless the
/// extension joins another chain or captures.
#[inline]
#[must_use]
pub fn liberties_after_extension<L: Layers>(
    board: &Board<L>,
    stone: Point,
    point: Point,
    other: Point,
    limit: u32,
) -> u32 {
    let neighbors = board.size().neighbors(point);
    let keeps_other = other != Point::NONE && !neighbors.contains(&other);
    let count = u32::from(board.empty_neighbors(point)) + u32::from(keeps_other);
    if count >= limit {
        return limit;
    }
    let Some(color) = board.color(stone) else {
        return 0;
    };
    let head = board.head(stone);
    for q in neighbors {
        let cell = board.cell(q);
        let joins = cell == color.cell() && board.head(q) != head;
        if joins || cell == color.other().cell() && board.only_liberty(q, point) {
            return liberties_after(board, color, point, limit);
        }
    }
    count
}

fn count_after<L: Layers>(board: &Board<L>, color: Color, point: Point, limit: u32) -> u32 {
    let mut counter = Counter {
        seen: PointSet::EMPTY,
        count: u32::from(board.empty_neighbors(point)),
        limit,
    };
    counter.seen.insert(point);
    let friends = Chains::around(board, color, point);
    for q in board.size().neighbors(point) {
        if board.is_empty(q) {
            counter.seen.insert(q);
        }
    }
    for &friend in friends.iter() {
        if counter.add_chain(board, friend) {
            return limit;
        }
    }
    for &dead in captured_chains(board, color, point).iter() {
        for stone in board.chain(dead) {
            let touches = board.size().neighbors(stone).into_iter().any(|q| {
                q == point || board.cell(q) == color.cell() && friends.contains(&board.head(q))
            });
            counter.count += u32::from(touches);
            if counter.count >= limit {
                return limit;
            }
        }
    }
    counter.count.min(limit)
}

/// Whether a stone of `color` at the empty `point` would end in a chain with fewer than two
/// liberties, what it captures taken into account.
///
/// Taking a ko is self-atari in this sense, and suicide is too. Whether self-atari is *bad* is
/// another question: throw-ins, nakade and ko are made of it.
#[inline]
#[must_use]
pub fn is_self_atari<L: Layers>(board: &Board<L>, color: Color, point: Point) -> bool {
    if board.keeps_two_liberties(color, point) {
        return false;
    }
    // Only a capture can have left liberties uncounted.
    !is_capture(board, color, point) || liberties_after(board, color, point, 2) < 2
}

struct Counter {
    seen: PointSet,
    count: u32,
    limit: u32,
}

impl Counter {
    /// Counts the liberties of a chain that were not seen before; answers whether the limit
    /// was reached.
    #[inline]
    fn add_chain<L: Layers>(&mut self, board: &Board<L>, stone: Point) -> bool {
        for at in board.chain(stone) {
            for q in board.size().neighbors(at) {
                if board.is_empty(q) && self.seen.insert(q) {
                    self.count += 1;
                    if self.count >= self.limit {
                        return true;
                    }
                }
            }
        }
        false
    }
}
