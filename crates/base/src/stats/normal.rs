//! The normal distribution.

/// The normal deviate that leaves 2.5% on either side.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is at most `z`.
#[must_use]
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Abramowitz and Stegun, *Handbook of Mathematical Functions*, table 26.1.
    #[test]
    fn published_values() {
        for (z, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (-1.0, 0.158_655_253_931_457),
            (3.0, 0.998_650_101_968_370),
        ] {
            assert!((normal_cdf(z) - p).abs() < 1e-14, "{z}");
        }
        assert!((normal_cdf(Z95) - 0.975).abs() < 1e-15);
    }
}
