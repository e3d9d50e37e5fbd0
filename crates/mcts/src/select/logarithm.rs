//! Logarithms of visits.

use std::sync::LazyLock;

/// Natural logarithms by a table over the upper eleven bits of the fraction.
///
/// Whole numbers below 4096 have no other bits, so theirs are exact; others are rounded down by
/// less than 1/2048 of their size, which changes an exploration term by less than a
/// thousandth. A library's logarithm takes longer than the rest of a selection in a small row.
#[derive(Debug)]
pub(super) struct Logarithms {
    /// By the upper bits of the fraction.
    fractions: [f32; 1 << Self::BITS],
    /// Square roots of the logarithms of small numbers.
    roots: [f32; 1 << Self::BITS],
}

pub(super) static LOGARITHMS: LazyLock<Logarithms> = LazyLock::new(|| {
    let fraction = |bits: usize| 1.0 + bits as f32 / (1 << Logarithms::BITS) as f32;
    let mut logarithms = Logarithms {
        fractions: std::array::from_fn(|bits| libm::logf(fraction(bits))),
        roots: [0.0; 1 << Logarithms::BITS],
    };
    logarithms.roots = std::array::from_fn(|number| logarithms.of(number as f32).sqrt());
    logarithms
});

impl Logarithms {
    const BITS: u32 = 11;

    /// ln `number`, at least zero.
    #[inline(always)]
    pub(super) const fn of(&self, number: f32) -> f32 {
        const FRACTION: u32 = f32::MANTISSA_DIGITS - 1;
        let bits = number.max(1.0).to_bits();
        let fraction = (bits >> (FRACTION - Self::BITS)) as usize % (1 << Self::BITS);
        let exponent = (bits >> FRACTION) as i32 - (f32::MAX_EXP - 1);
        exponent as f32 * std::f32::consts::LN_2 + self.fractions[fraction]
    }

    /// The square root of ln `number`.
    #[inline(always)]
    pub(super) fn root(&self, number: u64) -> f32 {
        match self.roots.get(number as usize) {
            Some(&root) => root,
            None => self.of(number as f32).sqrt(),
        }
    }
}
