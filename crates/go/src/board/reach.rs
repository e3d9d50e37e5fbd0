//! The first few liberties of a chain, of one on the board or of one that a move would make.
//!
//! The sums over a chain's pseudo-liberties say at once whether there is none, one or more. If
//! one liberty is known, its share can be taken out of the sums: it is there as often as it
//! has neighbours in the chain. What is left are the sums of the others, and the question can
//! be asked again. So two and three liberties are told apart from more by finding one or two
//! of them, which seldom takes a walk through the whole chain, instead of all. A liberty has
//! four neighbours, so more than `4·k` pseudo-liberties are more than `k` liberties, and none
//! has to be found.
//!
//! A move joins chains: their sums, less what the point of the move adds to each of them, with
//! its own empty neighbours, are those of the new chain. Only captures add liberties that are
//! in no sum; [`Board::reach`] does not look at them.

use super::Board;
use super::sums::Sums;
use crate::layers::Layers;
use crate::point::{Cell, Color, Point};

/// A chain, or what would become one.
struct Joined {
    sums: Sums,
    /// The heads of its chains; places that are not needed repeat the first one.
    heads: [Point; 4],
    count: usize,
    /// The stone that joins them, or [`Point::NONE`].
    stone: Point,
}

impl<L: Layers> Board<L> {
    /// The two liberties of the chain at `stone`, if it has exactly two.
    #[inline]
    #[must_use]
    pub fn two_liberties(&self, stone: Point) -> Option<[Point; 2]> {
        let head = self.head(stone);
        let sums = self.sums[head.index()];
        if sums.count() > 8 {
            return None;
        }
        let first = self.liberty_in_chain(stone, &[])?;
        let chain = Joined {
            sums,
            heads: [head; 4],
            count: 1,
            stone: Point::NONE,
        };
        let second = sums.minus(self.share(&chain, first)).single()?;
        Some([first, second])
    }

    /// How many liberties the chain of a stone that `color` plays at the empty `point` will
    /// have, up to `LIMIT`, which is 4 at most. Exact unless the move captures; then those
    /// that the captured stones leave are not counted.
    #[inline]
    #[must_use]
    pub fn reach<const LIMIT: u32>(&self, color: Color, point: Point) -> u32 {
        const { assert!(LIMIT <= 4) };
        let empty = u32::from(self.around[point.index()].empty());
        if empty >= LIMIT {
            return LIMIT;
        }
        let chain = self.join(color, point);
        if chain.count == 0 {
            return empty;
        }
        let mut rest = chain.sums;
        let mut known = [point; 3];
        for found in 0..LIMIT - 1 {
            if rest == Sums::NONE {
                return found;
            }
            if rest.count() > u64::from(4 * (LIMIT - 1 - found)) {
                return LIMIT;
            }
            if rest.single().is_some() {
                return found + 1;
            }
            if found + 2 == LIMIT {
                break;
            }
            let Some(liberty) = self.another_liberty(&chain, &known) else {
                break;
            };
            known[1 + found as usize] = liberty;
            rest = rest.minus(self.share(&chain, liberty));
        }
        LIMIT
    }

    /// What a stone of `color` at the empty `point` would become a part of.
    #[inline]
    fn join(&self, color: Color, point: Point) -> Joined {
        let mut chain = Joined {
            sums: Sums::NONE,
            heads: [Point::NONE; 4],
            count: 0,
            stone: point,
        };
        for q in self.size.neighbors(point) {
            let cell = self.cell(q);
            if cell == Cell::Empty {
                chain.sums = chain.sums.plus(Sums::of(q));
            } else if cell == color.cell() {
                let head = self.head(q);
                chain.sums = chain.sums.minus(Sums::of(point));
                if !chain.heads[..chain.count].contains(&head) {
                    chain.heads[chain.count..].fill(head);
                    chain.count += 1;
                    chain.sums = chain.sums.plus(self.sums[head.index()]);
                }
            }
        }
        chain
    }

    /// What a liberty adds to the sums of a chain.
    #[inline]
    fn share(&self, chain: &Joined, liberty: Point) -> Sums {
        let mut share = Sums::NONE;
        for q in self.size.neighbors(liberty) {
            if q == chain.stone || chain.heads.contains(&self.head(q)) {
                share = share.plus(Sums::of(liberty));
            }
        }
        share
    }

    /// A liberty that is not known yet.
    #[inline]
    fn another_liberty(&self, chain: &Joined, known: &[Point]) -> Option<Point> {
        let is_new = |q: &Point| self.is_empty(*q) && !known.contains(q);
        let beside = self.size.neighbors(chain.stone).into_iter().find(is_new);
        beside.or_else(|| {
            chain.heads[..chain.count]
                .iter()
                .find_map(|&head| self.liberty_in_chain(head, known))
        })
    }

    #[inline]
    fn liberty_in_chain(&self, stone: Point, known: &[Point]) -> Option<Point> {
        let is_new = |q: &Point| self.is_empty(*q) && !known.contains(q);
        let mut at = stone;
        loop {
            if self.around[at.index()].has_empty()
                && let Some(liberty) = self.size.neighbors(at).into_iter().find(is_new)
            {
                return Some(liberty);
            }
            at = self.next[at.index()];
            if at == stone {
                return None;
            }
        }
    }
}
