//! Nakade: small eye spaces in which one stone makes the difference.
//!
//! A chain enclosed with a space of three to six points lives or dies, in some shapes, by who
//! plays the *vital point* first. The shapes are few, and are told apart by three numbers: how
//! many points, how many adjacent pairs among them (edges), and how many neighbours within the
//! space the best connected point has (degree). That point is the vital one.
//!
//! ```text
//!   points edges degree
//!     3      2     2      straight three    * # *       bent three   * #
//!                                                                      *
//!     4      3     3      pyramid four      * # *
//!                                             *
//!     5      4     4      crossed five        *
//!                                           * # *
//!                                             *
//!     5      5     3      bulky five        * # *
//!                                           * *
//!     6      6     4      rabbity six         *
//!                                           * # *
//!                                           * *
//! ```
//!
//! No other set of points has these numbers, and all that have them are connected. One and two
//! points and the square four give only one eye even if the owner moves first; straight four,
//! bent four and the rest of five and six cannot be taken even if the enemy does. They have no
//! vital point. A test solves every shape of up to six points and finds the same.
//!
//! Approximate: only the shape is judged. Corners (the six in a rectangle, the bulky five with
//! outside liberties lacking), defects of the wall and seki are not seen, nor is the case that the
//! owner's wall can be captured. The bent four in the corner has a [function](bent_four_in_corner)
//! of its own, since a ko decides it.

use std::ops::Deref;

use crate::board::Board;
use crate::layers::Layers;
use crate::point::{Cell, Color, Point, Size};

/// The largest space with a vital point.
pub const MAX_SPACE: usize = 6;

/// The vital point of a space of that shape, if it has one. The points must differ.
///
/// ```
/// use tewari_go::diagram::Diagram;
/// use tewari_go::tactics::nakade::vital_point;
/// let diagram: Diagram = "
///     . . . .
///     . a . .
///     b c d .
///     e f . .
/// ".parse().unwrap();
/// let space: Vec<_> = diagram.marks().iter().map(|mark| mark.0).collect();
/// assert_eq!(vital_point(diagram.size(), &space), diagram.point('c'));
/// assert_eq!(vital_point(diagram.size(), &space[..2]), None);
/// ```
#[must_use]
pub fn vital_point(size: Size, space: &[Point]) -> Option<Point> {
    if !(3..=MAX_SPACE).contains(&space.len()) {
        return None;
    }
    let mut best = (0, Point::NONE);
    let mut ends = 0;
    for &point in space {
        let degree = size
            .neighbors(point)
            .iter()
            .filter(|q| space.contains(q))
            .count();
        ends += degree;
        if degree > best.0 {
            best = (degree, point);
        }
    }
    let (degree, point) = best;
    matches!(
        (space.len(), ends / 2, degree),
        (3, 2, 2) | (4, 3, 3) | (5, 4, 4) | (5, 5, 3) | (6, 6, 4)
    )
    .then_some(point)
}

/// Where to attack, or defend, a space of four points that bend in the corner.
///
/// ```text
///     c * .      An attack at * makes a ko, in which the attacker takes first. The same shape
///     .          filled by the attacker is taken by the owner, and then attacked at *.
/// ```
#[must_use]
pub fn bent_four_in_corner(size: Size, space: &[Point]) -> Option<Point> {
    if space.len() != 4 {
        return None;
    }
    let around = |point: &Point| size.neighbors(*point).into_iter();
    let is_bend = |point: &Point| around(point).filter(|q| space.contains(q)).count() == 2;
    let is_corner = |point: &&Point| around(point).filter(|&q| size.contains(q)).count() == 2;
    let corner = space
        .iter()
        .filter(is_corner)
        .find(|point| is_bend(point))?;
    let mut arms = around(corner).filter(|q| space.contains(q) && is_bend(q));
    let arm = arms.next()?;
    arms.next().is_none().then_some(arm)
}

/// Up to [`MAX_SPACE`] points that one colour encloses.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    /// Places that are not needed repeat the first point, so that all can be compared at once.
    points: [Point; 8],
    count: u8,
}

impl Space {
    #[inline(always)]
    fn has(&self, point: Point) -> bool {
        let hits = self.points.iter().map(|&q| u8::from(q == point));
        hits.sum::<u8>() != 0
    }
}

impl Deref for Space {
    type Target = [Point];

    fn deref(&self) -> &[Point] {
        &self.points[..self.count as usize]
    }
}

/// The space around `start` that stones of `owner` and the edge enclose: empty points and
/// enemy stones alike, since stones inside an eye space are as good as dead. `None` if `start`
/// is itself a stone of `owner`, or the space has more than [`MAX_SPACE`] points.
#[must_use]
pub fn enclosed_space<L: Layers>(board: &Board<L>, owner: Color, start: Point) -> Option<Space> {
    let is_inside = |q| board.cell(q) != Cell::Border && board.cell(q) != owner.cell();
    if !is_inside(start) {
        return None;
    }
    let mut space = Space {
        points: [start; 8],
        count: 1,
    };
    let mut next = 0;
    while next < space.count as usize {
        let point = space.points[next & 7];
        next += 1;
        for q in board.size().neighbors(point) {
            if is_inside(q) && !space.has(q) {
                if space.count as usize == MAX_SPACE {
                    return None;
                }
                space.points[space.count as usize & 7] = q;
                space.count += 1;
            }
        }
    }
    Some(space)
}

/// The vital point of the space around `start` enclosed by `owner`, if the space has one and
/// nobody has played there.
#[must_use]
pub fn vital_point_of<L: Layers>(board: &Board<L>, owner: Color, start: Point) -> Option<Point> {
    let space = enclosed_space(board, owner, start)?;
    vital_point(board.size(), &space).filter(|&point| board.is_empty(point))
}
