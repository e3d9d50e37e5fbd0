//! Unconditional life: chains that cannot be captured even if their owner always passes.
//!
//! David B. Benson, *Life in the game of Go*, Information Sciences 10 (1976). For a colour,
//! say Black, take all black chains, and all *regions*: maximal connected sets of points
//! without a black stone, empty or white. A region is *vital* to a chain if every empty point
//! of the region is a liberty of the chain: White cannot fill it up, because filling the last
//! point would be suicide while the chain stands. Then, until nothing changes,
//!
//! 1. take away every chain that has fewer than two vital regions;
//! 2. take away every region that touches a chain taken away.
//!
//! The chains that are left are unconditionally alive, and by Benson's theorem no other chain
//! is. The regions that are left and vital to one of them are safe territory: White can
//! neither live nor stay there.
//!
//! Exact, with suicide allowed or not. What it does not see is life that needs an answer: a
//! group with a straight four as its only space lives in play, but not here, and seki never
//! counts.
//!
//! A region is vital only to chains around its first empty point, so at most four chains per
//! region need to be remembered. A whole board costs a flood fill and a few rounds over the
//! regions; no position needs more rounds than it has chains, most need two or three.

use crate::board::Board;
use crate::layers::Layers;
use crate::point::{CELLS, Cell, Color, Point};
use crate::tactics::{Chains, PointSet};

/// What is unconditionally alive of one colour.
#[derive(Clone, Copy, Debug)]
pub struct Life {
    /// The stones of all chains that are unconditionally alive.
    pub stones: PointSet,
    /// The points of the regions that are vital to such a chain and touch no other: safe
    /// territory, with the dead stones inside.
    pub territory: PointSet,
}

/// What of `color` is unconditionally alive.
///
/// ```
/// use tewari_go::diagram::Diagram;
/// use tewari_go::tactics::life::unconditional_life;
/// use tewari_go::{Bare, Board, Color};
/// let diagram: Diagram = "
///     . O . O .
///     O O O O O
///     X X X X X
///     a X . X X
///     X X X X .
/// ".parse().unwrap();
/// let board: Board<Bare> = diagram.board().unwrap();
/// let black = unconditional_life(&board, Color::Black);
/// assert_eq!((black.stones.len(), black.territory.len()), (12, 3));
/// assert!(black.territory.contains(diagram.point('a').unwrap()));
/// ```
#[must_use]
pub fn unconditional_life<L: Layers>(board: &Board<L>, color: Color) -> Life {
    let regions = Regions::of(board, color);
    let mut dead_heads = PointSet::EMPTY;
    let mut is_lost = [false; MAX_REGIONS];
    loop {
        let mut vital_count = [0u16; CELLS];
        for (region, _) in regions.iter().zip(is_lost).filter(|&(_, lost)| !lost) {
            for &chain in region.vital_to.iter() {
                vital_count[chain.index()] += 1;
            }
        }
        let mut changed = false;
        for point in board.size().points() {
            let is_head = board.cell(point) == color.cell() && board.head(point) == point;
            if is_head && vital_count[point.index()] < 2 {
                changed |= dead_heads.insert(point);
            }
        }
        if !changed {
            break;
        }
        for (region, lost) in regions.iter().zip(&mut is_lost) {
            *lost = *lost || touches_dead(board, color, region.points, &dead_heads);
        }
    }
    let mut life = Life {
        stones: PointSet::EMPTY,
        territory: PointSet::EMPTY,
    };
    for point in board.size().points() {
        if board.cell(point) == color.cell() && !dead_heads.contains(board.head(point)) {
            life.stones.insert(point);
        }
    }
    for (region, lost) in regions.iter().zip(is_lost) {
        if !lost && !region.vital_to.is_empty() {
            for &point in region.points {
                life.territory.insert(point);
            }
        }
    }
    life
}

fn touches_dead<L: Layers>(
    board: &Board<L>,
    color: Color,
    points: &[Point],
    dead_heads: &PointSet,
) -> bool {
    points.iter().any(|&point| {
        board
            .size()
            .neighbors(point)
            .into_iter()
            .any(|q| board.cell(q) == color.cell() && dead_heads.contains(board.head(q)))
    })
}

/// Regions do not touch each other, so there are at most as many as points of one colour on a
/// chequered 25×25 board: 313.
const MAX_REGIONS: usize = 313;

/// All regions of a colour.
struct Regions {
    /// The points of the first region, then those of the second, and so on.
    points: [Point; CELLS],
    /// Where the points of a region end.
    ends: [u16; MAX_REGIONS],
    vital_to: [Chains; MAX_REGIONS],
    count: usize,
}

#[derive(Clone, Copy)]
struct Region<'a> {
    points: &'a [Point],
    /// The chains that all empty points of the region are liberties of.
    vital_to: &'a Chains,
}

impl Regions {
    fn of<L: Layers>(board: &Board<L>, color: Color) -> Self {
        let mut regions = Self {
            points: [Point::NONE; CELLS],
            ends: [0; MAX_REGIONS],
            vital_to: [Chains::NONE; MAX_REGIONS],
            count: 0,
        };
        let is_inside = |q| board.cell(q) != Cell::Border && board.cell(q) != color.cell();
        let mut seen = PointSet::EMPTY;
        let mut end = 0;
        for start in board.size().points() {
            if !is_inside(start) || !seen.insert(start) {
                continue;
            }
            let mut next = end;
            regions.points[end] = start;
            end += 1;
            while next < end {
                let point = regions.points[next];
                next += 1;
                for q in board.size().neighbors(point) {
                    if is_inside(q) && seen.insert(q) {
                        regions.points[end] = q;
                        end += 1;
                    }
                }
            }
            regions.ends[regions.count] = end as u16;
            regions.count += 1;
        }
        for i in 0..regions.count {
            regions.vital_to[i] = vital_chains(board, color, regions.points(i));
        }
        regions
    }

    fn points(&self, i: usize) -> &[Point] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.points[start as usize..self.ends[i] as usize]
    }

    fn iter(&self) -> impl Iterator<Item = Region<'_>> {
        (0..self.count).map(|i| Region {
            points: self.points(i),
            vital_to: &self.vital_to[i],
        })
    }
}

/// The chains of `color` that every empty point of the region touches.
fn vital_chains<L: Layers>(board: &Board<L>, color: Color, region: &[Point]) -> Chains {
    let mut empties = region.iter().filter(|&&point| board.is_empty(point));
    let mut vital = empties
        .next()
        .map_or(Chains::NONE, |&point| Chains::around(board, color, point));
    for &point in empties {
        if vital.is_empty() {
            break;
        }
        vital.keep_common(&Chains::around(board, color, point));
    }
    vital
}
