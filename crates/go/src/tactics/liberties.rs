//! Counting liberties, now and after a move.
//!
//! The board itself knows only whether a chain has none, one or more liberties. Here chains
//! are walked, and every count stops at a limit, because tactics seldom care whether a chain
//! has four liberties or forty.
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
    let empty = u32::from(board.empty_neighbors(point));
    if empty >= limit {
        limit
    } else if limit as usize <= Few::ROOM {
        count_after(board, color, point, limit, Few::NONE)
    } else {
        count_after(board, color, point, limit, PointSet::EMPTY)
    }
}

fn count_after<L: Layers>(
    board: &Board<L>,
    color: Color,
    point: Point,
    limit: u32,
    seen: impl Seen,
) -> u32 {
    let mut counter = Counter {
        seen,
        count: u32::from(board.empty_neighbors(point)),
        limit,
    };
    counter.seen.is_new(point);
    let friends = Chains::around(board, color, point);
    for q in board.size().neighbors(point) {
        if board.is_empty(q) {
            counter.seen.is_new(q);
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
    counter.count
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

/// Points that were met already.
trait Seen {
    /// Notes the point; answers whether it is new.
    fn is_new(&mut self, point: Point) -> bool;
}

impl Seen for PointSet {
    #[inline(always)]
    fn is_new(&mut self, point: Point) -> bool {
        self.insert(point)
    }
}

/// A list of points for counts that stop early. A count to `ROOM` meets as many liberties and
/// the point of the move at most.
struct Few {
    points: [Point; Self::ROOM + 1],
    count: usize,
}

impl Few {
    const ROOM: usize = 4;
    const NONE: Self = Self {
        points: [Point::NONE; Self::ROOM + 1],
        count: 0,
    };
}

impl Seen for Few {
    #[inline(always)]
    fn is_new(&mut self, point: Point) -> bool {
        let is_new = !self.points.contains(&point);
        if is_new && self.count <= Self::ROOM {
            self.points[self.count] = point;
            self.count += 1;
        }
        is_new
    }
}

struct Counter<S> {
    seen: S,
    count: u32,
    limit: u32,
}

impl<S: Seen> Counter<S> {
    /// Counts the liberties of a chain that were not seen before; answers whether the limit
    /// was reached.
    #[inline]
    fn add_chain<L: Layers>(&mut self, board: &Board<L>, stone: Point) -> bool {
        for at in board.chain(stone) {
            for q in board.size().neighbors(at) {
                if board.is_empty(q) && self.seen.is_new(q) {
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
