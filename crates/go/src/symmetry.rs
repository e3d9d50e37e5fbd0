//! The eight symmetries of the board.
//!
//! Symmetry `s` mirrors left and right if `s & 1`, then top and bottom if `s & 2`, then
//! exchanges columns and rows if `s & 4`. Symmetry 0 is the identity.

use tewari_game::Move;

use crate::point::{Point, Size};
use crate::position::Position;

/// How many there are.
pub const COUNT: usize = 8;

/// Where symmetry `symmetry` puts a point.
///
/// # Panics
/// If the point is not on the board.
#[must_use]
pub fn map_point(size: Size, symmetry: usize, point: Point) -> Point {
    let (mut x, mut y) = size.xy(point);
    if symmetry & 1 != 0 {
        x = size.get() - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size.get() - 1 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    size.point(x, y).expect("images of points are points")
}

/// What symmetry `symmetry` makes of a move; a pass stays a pass.
#[must_use]
pub fn map_move(size: Size, symmetry: usize, mv: Move) -> Move {
    size.point_of(mv)
        .map_or(mv, |point| map_point(size, symmetry, point).to_move())
}

/// The same game with every step mirrored or turned.
#[must_use]
pub fn map_position(position: &Position, symmetry: usize) -> Position {
    position.mapped(|point| map_point(position.size(), symmetry, point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_eight_different_bijections() {
        let size = Size::new(5).unwrap();
        let images: std::collections::HashSet<Vec<Point>> = (0..COUNT)
            .map(|s| size.points().map(|p| map_point(size, s, p)).collect())
            .collect();
        assert_eq!(images.len(), COUNT);
        for image in images {
            let mut sorted = image.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, size.points().collect::<Vec<_>>());
        }
    }
}
