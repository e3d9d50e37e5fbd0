//! Numbers over numbers: a few points, with straight lines between them.

/// The most points that a curve in a parameter may have.
pub const MOST_KNOTS: usize = 64;

/// What a curve through `points`, ascending in x, is at `x`: on the straight line between the
/// neighbours, and as at the ends beyond them. Nothing without points.
#[must_use]
pub fn interpolate(points: &[(f64, f64)], x: f64) -> Option<f64> {
    let (first, last) = (points.first()?, points.last()?);
    if x <= first.0 {
        return Some(first.1);
    }
    if x >= last.0 {
        return Some(last.1);
    }
    let right = points.partition_point(|point| point.0 <= x);
    let ((x0, y0), (x1, y1)) = (points[right - 1], points[right]);
    Some(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
}

/// A curve small enough to be the value of a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    knots: [(f32, f32); MOST_KNOTS],
    len: u8,
}

impl Curve {
    /// A curve through `points`; `None` unless there are 1 to [`MOST_KNOTS`], ascending in x,
    /// of finite numbers not below nought.
    #[must_use]
    pub fn new(points: &[(f32, f32)]) -> Option<Self> {
        let fits = (1..=MOST_KNOTS).contains(&points.len());
        let ascends = points.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let sound = |&(x, y): &(f32, f32)| x.is_finite() && y.is_finite() && x >= 0.0 && y >= 0.0;
        if !fits || !ascends || !points.iter().all(sound) {
            return None;
        }
        let mut knots = [(0.0, 0.0); MOST_KNOTS];
        knots[..points.len()].copy_from_slice(points);
        Some(Self {
            knots,
            len: points.len() as u8,
        })
    }

    /// The points.
    #[must_use]
    pub fn points(&self) -> &[(f32, f32)] {
        &self.knots[..usize::from(self.len)]
    }

    /// What the curve is at `x`.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        let points: Vec<(f64, f64)> = self
            .points()
            .iter()
            .map(|&(x, y)| (f64::from(x), f64::from(y)))
            .collect();
        interpolate(&points, x).unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_between_and_flat_beyond() {
        let points = [(0.0, 10.0), (10.0, 20.0), (20.0, 0.0)];
        let at = |x| interpolate(&points, x).unwrap();
        assert_eq!((at(-5.0), at(0.0), at(5.0)), (10.0, 10.0, 15.0));
        assert_eq!((at(10.0), at(15.0), at(99.0)), (20.0, 10.0, 0.0));
        assert_eq!(interpolate(&[], 1.0), None);
        assert_eq!(Curve::new(&[(1.0, 4.0)]).unwrap().at(7.0), 4.0);
    }

    #[test]
    fn curves_ascend() {
        assert!(Curve::new(&[]).is_none());
        assert!(Curve::new(&[(1.0, 1.0), (1.0, 2.0)]).is_none());
        assert!(Curve::new(&[(1.0, f32::NAN)]).is_none());
        assert!(Curve::new(&[(1.0, -1.0)]).is_none());
        assert!(Curve::new(&vec![(0.0, 0.0); MOST_KNOTS + 1]).is_none());
    }
}
