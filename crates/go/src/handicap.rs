//! Where handicap stones go.
//!
//! The fixed placement is the traditional one that GTP prescribes: on the third line up to
//! size 12, on the fourth from 13 on; 2 to 4 stones on even and on small boards (below 9 the
//! centre lines are left out), up to 9 on odd ones.

use crate::point::{Point, Size};

/// The largest number of fixed handicap stones on a board of this size; 0 below 7×7.
#[must_use]
pub const fn max_fixed(size: Size) -> usize {
    match size.get() {
        0..7 => 0,
        7 => 4,
        n if n % 2 == 0 => 4,
        _ => 9,
    }
}

/// The traditional points for `stones` handicap stones, if this board has them.
#[must_use]
pub fn fixed(size: Size, stones: usize) -> Option<Vec<Point>> {
    if stones < 2 || stones > max_fixed(size) {
        return None;
    }
    let n = size.get();
    let low = if n < 13 { 2 } else { 3 };
    let (high, middle) = (n - 1 - low, n / 2);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut places: Vec<(u8, u8)> = corners.iter().take(stones.min(4)).copied().collect();
    if stones >= 6 {
        places.extend(&sides[..2]);
    }
    if stones >= 8 {
        places.extend(&sides[2..]);
    }
    if stones >= 5 && stones % 2 == 1 {
        places.push((middle, middle));
    }
    places.into_iter().map(|(x, y)| size.point(x, y)).collect()
}

/// Points for `stones` free handicap stones: the fixed ones where they exist, then whatever
/// point lies farthest from the stones so far and from the edge's first two lines. Answers
/// fewer stones than asked for when the board is too small to hold them well apart.
#[must_use]
pub fn free(size: Size, stones: usize) -> Vec<Point> {
    let mut points = fixed(size, stones.min(max_fixed(size))).unwrap_or_default();
    let n = i16::from(size.get());
    let edge = |x: i16, y: i16| x.min(y).min(n - 1 - x).min(n - 1 - y);
    while points.len() < stones {
        let best = size
            .points()
            .filter(|p| !points.contains(p))
            .map(|p| {
                let (x, y) = size.xy(p);
                let (x, y) = (i16::from(x), i16::from(y));
                let apart = points
                    .iter()
                    .map(|&q| {
                        let (qx, qy) = size.xy(q);
                        (x - i16::from(qx)).abs() + (y - i16::from(qy)).abs()
                    })
                    .min()
                    .unwrap_or(n);
                ((edge(x, y).min(2), apart, -(y * n + x)), p)
            })
            .max_by_key(|&(rank, _)| rank);
        match best {
            Some(((_, apart, _), point)) if apart >= 2 => points.push(point),
            _ => break,
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::format_point;

    fn names(size: u8, points: &[Point]) -> String {
        let size = Size::new(size).unwrap();
        let names: Vec<String> = points.iter().map(|&p| format_point(size, p)).collect();
        names.join(" ")
    }

    #[test]
    fn fixed_points_are_the_traditional_ones() {
        let of = |n: u8, stones| fixed(Size::new(n).unwrap(), stones).map(|p| names(n, &p));
        assert_eq!(of(19, 2).unwrap(), "D4 Q16");
        assert_eq!(of(19, 5).unwrap(), "D4 Q16 D16 Q4 K10");
        assert_eq!(of(19, 6).unwrap(), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(of(19, 9).unwrap(), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(of(9, 4).unwrap(), "C3 G7 C7 G3");
        assert_eq!(of(13, 2).unwrap(), "D4 K10");
        assert_eq!(of(8, 4).unwrap(), "C3 F6 C6 F3");
        assert_eq!(of(7, 5), None);
        assert_eq!(of(6, 2), None);
        assert_eq!(of(19, 10), None);
        assert_eq!(of(19, 1), None);
    }

    #[test]
    fn free_stones_are_distinct_and_as_many_as_fit() {
        for n in 2..=25 {
            let size = Size::new(n).unwrap();
            for stones in 2..30 {
                let points = free(size, stones);
                assert!(points.len() <= stones);
                for (i, p) in points.iter().enumerate() {
                    assert!(size.contains(*p) && !points[..i].contains(p));
                }
            }
            if n >= 9 {
                assert_eq!(free(size, 12).len(), 12, "{n}");
            }
        }
    }
}
