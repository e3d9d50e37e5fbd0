//! Small dense matrices: just enough for a covariance.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    n: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(n: usize) -> Self {
        Self {
            n,
            cells: vec![0.0; n * n],
        }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.n + column]
    }

    pub(super) fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.n + column]
    }

    /// The inverse of a symmetric matrix with positive eigenvalues, by Gauss and Jordan; for
    /// these pivots need not be searched. `None` when a pivot vanishes.
    pub(super) fn inverse(&self) -> Option<Self> {
        let n = self.n;
        let (mut left, mut right) = (self.clone(), Self::zero(n));
        for i in 0..n {
            *right.at_mut(i, i) = 1.0;
        }
        for i in 0..n {
            let pivot = left.at(i, i);
            if pivot.is_nan() || pivot <= self.at(i, i) * 1e-13 {
                return None;
            }
            for k in 0..n {
                *left.at_mut(i, k) /= pivot;
                *right.at_mut(i, k) /= pivot;
            }
            for row in (0..n).filter(|&row| row != i) {
                let factor = left.at(row, i);
                for k in 0..n {
                    *left.at_mut(row, k) -= factor * left.at(i, k);
                    *right.at_mut(row, k) -= factor * right.at(i, k);
                }
            }
        }
        Some(right)
    }

    /// The product with a column.
    pub(super) fn times(&self, column: &[f64]) -> Vec<f64> {
        let row = |i: usize| (0..self.n).map(|k| self.at(i, k) * column[k]).sum();
        (0..self.n).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the inverse of [[4, 2], [2, 3]] is [[3, -2], [-2, 4]] / 8.
    #[test]
    fn inverse_by_hand() {
        let mut m = Matrix::zero(2);
        for (i, k, x) in [(0, 0, 4.0), (0, 1, 2.0), (1, 0, 2.0), (1, 1, 3.0)] {
            *m.at_mut(i, k) = x;
        }
        let inverse = m.inverse().unwrap();
        for (i, k, x) in [(0, 0, 0.375), (0, 1, -0.25), (1, 0, -0.25), (1, 1, 0.5)] {
            assert!((inverse.at(i, k) - x).abs() < 1e-15);
        }
        assert_eq!(m.times(&[1.0, 1.0]), [6.0, 5.0]);
        *m.at_mut(1, 1) = 1.0;
        assert!(m.inverse().is_none(), "singular");
    }
}
