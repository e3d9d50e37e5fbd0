//! Sets of squares in a word.

use std::hint::select_unpredictable;

const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const TOP_BITS: u64 = 0x8080_8080_8080_8080;

/// Where in a byte its n-th set bit is: row = byte, column = n.
const NTH_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A set that can be counted and indexed without a branch.
///
/// A loop that clears the lowest bit n times to find the n-th would be mispredicted nearly
/// always. Here the running counts of all bytes come from one multiplication, one subtraction
/// compares them all with `n`, and a table finishes inside the byte.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    word: u64,
    /// In each byte, the number of set bits up to and including that byte.
    up_to: u64,
}

impl Ranked {
    #[inline(always)]
    pub(crate) const fn new(word: u64) -> Self {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Self {
            word,
            up_to: bytes.wrapping_mul(EVERY_BYTE),
        }
    }

    /// How many bits are set.
    #[inline(always)]
    pub(crate) const fn count(self) -> u32 {
        (self.up_to >> 56) as u32
    }

    /// The index of the `n`-th set bit, counted from 0 at the low end, with `n < count`.
    #[inline(always)]
    pub(crate) const fn nth(self, n: u32) -> u32 {
        let passed = (((n as u64 * EVERY_BYTE) | TOP_BITS) - self.up_to) & TOP_BITS;
        let shift = ((passed >> 7).wrapping_mul(EVERY_BYTE) >> 56) as u32 * 8;
        let before = (self.up_to << 8 >> shift) as u8 as u32;
        NTH_IN_BYTE[(self.word >> shift) as u8 as usize][(n - before) as usize & 7] as u32 + shift
    }
}

/// The `n`-th bit of three sets one after the other, as set and index.
#[inline(always)]
pub(crate) fn nth_of_three([a, b, c]: [Ranked; 3], n: u32) -> (usize, u32) {
    let (past_a, past_b) = (n >= a.count(), n >= a.count() + b.count());
    let skipped = select_unpredictable(past_b, a.count() + b.count(), a.count());
    let n = n - select_unpredictable(past_a, skipped, 0);
    let later = select_unpredictable(past_b, c.word, b.word);
    let word = select_unpredictable(past_a, later, a.word);
    let later = select_unpredictable(past_b, c.up_to, b.up_to);
    let up_to = select_unpredictable(past_a, later, a.up_to);
    (
        usize::from(past_a) + usize::from(past_b),
        Ranked { word, up_to }.nth(n),
    )
}

/// The indices of the set bits, lowest first.
#[inline]
pub(crate) fn squares(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_with_the_loop() {
        let mut rng = tewari_base::Rng::new(1);
        let random = (0..2000).map(|_| rng.next_u64() & rng.next_u64());
        for word in random.chain([u64::MAX, 1, 1 << 63, 0xff, 0xff << 56]) {
            for (n, square) in squares(word).enumerate() {
                assert_eq!(Ranked::new(word).nth(n as u32), square, "{word:x} {n}");
            }
            assert_eq!(squares(word).count(), Ranked::new(word).count() as usize);
        }
    }
}
