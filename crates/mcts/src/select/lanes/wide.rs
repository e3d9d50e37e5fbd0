//! Lanes in the registers of processors with AVX2.
//!
//! Every function here is inlined into `Row::select_avx2` and `Worker::simulate_wide`, which are
//! compiled for AVX2 and are the only ones to name this kind of lanes.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{AtomicU64, LANES, Lanes};

/// A register. Its operations are the processor's instructions of the same name; the
/// intrinsics ask for AVX2, and nothing else.
#[derive(Clone, Copy)]
pub(crate) struct Wide(__m256);

/// Wraps intrinsics that want nothing but AVX2.
macro_rules! operation {
    ($($name:ident $(($other:ident))? = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $other: Self)?) -> Self {
            // SAFETY: the processor has AVX2 wherever lanes of this kind are used, see
            // the module; there is no other condition.
            Self(unsafe { $intrinsic(self.0 $(, $other.0)?) })
        }
    )*};
}

/// The first two words of each half of a chunk, or the last two: so that taking the lower
/// or the upper halves out of both gives all eight in order. Two instructions, where atomic
/// loads would be four and six more to bring them together.
#[inline]
#[target_feature(enable = "avx2")]
fn read_four<const LAST: bool>(words: &[AtomicU64; LANES]) -> __m256i {
    let read: __m256i;
    let from = words[if LAST { 2 } else { 0 }..].as_ptr();
    // SAFETY: the words are there for reading, `from` and its successor and those four
    // further. Others may add to them at the same time, so these must not be ordinary
    // reads; an instruction written out is no access that the compiler reasons about, and
    // the processor reads each aligned word of a vector in one piece, like a relaxed load.
    unsafe {
        std::arch::asm!(
            "vmovdqu {read:x}, [{from}]",
            "vinserti128 {read}, {read}, [{from} + 32], 1",
            read = out(ymm_reg) read,
            from = in(reg) from,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    read
}

/// What each word has above its lowest `SHIFT` bits, at least 32.
#[inline]
#[target_feature(enable = "avx2")]
fn upper<const SHIFT: i32>([first, last]: [__m256i; 2]) -> __m256i {
    let upper =
        _mm256_shuffle_ps::<0b11_01_11_01>(_mm256_castsi256_ps(first), _mm256_castsi256_ps(last));
    _mm256_srl_epi32(_mm256_castps_si256(upper), _mm_cvtsi32_si128(SHIFT - 32))
}

impl Lanes for Wide {
    type Words = [__m256i; 2];

    operation! {
        plus(other) = _mm256_add_ps;
        minus(other) = _mm256_sub_ps;
        times(other) = _mm256_mul_ps;
        over(other) = _mm256_div_ps;
        root = _mm256_sqrt_ps;
        at_least(other) = _mm256_max_ps;
    }

    #[inline(always)]
    fn splat(number: f32) -> Self {
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe { _mm256_set1_ps(number) })
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Self {
        // SAFETY: AVX2 is there; the pointer is to eight numbers and may lie anywhere.
        Self(unsafe { _mm256_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        // SAFETY: AVX2 is there; the pointer is to eight numbers and may lie anywhere.
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn above(self, than: Self, yes: Self, no: Self) -> Self {
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe {
            let mask = _mm256_cmp_ps::<_CMP_GT_OQ>(self.0, than.0);
            _mm256_blendv_ps(no.0, yes.0, mask)
        })
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        // SAFETY: AVX2 is there, see the module.
        unsafe {
            let half = _mm256_extractf128_ps::<1>(self.0);
            let four = _mm_add_ps(_mm256_castps256_ps128(self.0), half);
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            let one = _mm_add_ss(two, _mm_shuffle_ps::<1>(two, two));
            _mm_cvtss_f32(one)
        }
    }

    #[inline(always)]
    fn largest(self) -> f32 {
        // SAFETY: AVX2 is there, see the module.
        unsafe {
            let half = _mm256_extractf128_ps::<1>(self.0);
            let four = _mm_max_ps(_mm256_castps256_ps128(self.0), half);
            let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
            let one = _mm_max_ss(two, _mm_shuffle_ps::<1>(two, two));
            _mm_cvtss_f32(one)
        }
    }

    #[inline(always)]
    fn best(self) -> usize {
        // SAFETY: AVX2 is there, see the module.
        let best = unsafe {
            let bits = _mm256_castps_si256(self.0);
            let negative = _mm256_srai_epi32::<31>(bits);
            let turned = _mm256_and_si256(negative, _mm256_set1_epi32(i32::MAX));
            let ordered = _mm256_xor_si256(bits, turned);
            let ordered = _mm256_and_si256(ordered, _mm256_set1_epi32(!7));
            let lanes = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
            let ranks = _mm256_or_si256(ordered, lanes);
            let half = _mm256_extracti128_si256::<1>(ranks);
            let four = _mm_max_epi32(_mm256_castsi256_si128(ranks), half);
            let two = _mm_max_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            let one = _mm_max_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
            _mm_cvtsi128_si32(one)
        };
        7 - (best & 7) as usize
    }

    #[inline(always)]
    fn first(self, count: usize) -> Self {
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe {
            let numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let count = _mm256_set1_epi32(count as i32);
            let mask = _mm256_castsi256_ps(_mm256_cmpgt_epi32(count, numbers));
            _mm256_blendv_ps(_mm256_set1_ps(f32::NEG_INFINITY), self.0, mask)
        })
    }

    #[inline(always)]
    fn equal(self, number: f32) -> u32 {
        // SAFETY: AVX2 is there, see the module.
        unsafe {
            let number = _mm256_set1_ps(number);
            _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_EQ_OQ>(self.0, number)) as u32
        }
    }

    #[inline(always)]
    fn read(words: &[AtomicU64; LANES]) -> Self::Words {
        // SAFETY: AVX2 is there, see the module.
        unsafe { [read_four::<false>(words), read_four::<true>(words)] }
    }

    // Without closures: these would be compiled for any processor, and not be inlined.
    #[inline(always)]
    fn bits<const SHIFT: i32, const ROUND: u64>(words: Self::Words) -> Self {
        let [mut first, mut last] = words;
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe {
            if ROUND != 0 {
                let round = _mm256_set1_epi64x(ROUND as i64);
                first = _mm256_add_epi64(first, round);
                last = _mm256_add_epi64(last, round);
            }
            let number = if SHIFT < 32 {
                let shift = _mm_cvtsi32_si128(SHIFT);
                let lower = _mm256_shuffle_ps::<0b10_00_10_00>(
                    _mm256_castsi256_ps(_mm256_srl_epi64(first, shift)),
                    _mm256_castsi256_ps(_mm256_srl_epi64(last, shift)),
                );
                _mm256_and_si256(_mm256_castps_si256(lower), _mm256_set1_epi32(i32::MAX))
            } else {
                upper::<SHIFT>([first, last])
            };
            _mm256_cvtepi32_ps(number)
        })
    }

    #[inline(always)]
    fn total<const SHIFT: i32>(words: Self::Words) -> u64 {
        // SAFETY: AVX2 is there, see the module.
        let two = unsafe {
            let eight = upper::<SHIFT>(words);
            let half = _mm256_extracti128_si256::<1>(eight);
            let four = _mm_add_epi32(_mm256_castsi256_si128(eight), half);
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            _mm_cvtsi128_si64(two) as u64
        };
        // Each of the two is below 2^32.
        (two & u64::from(u32::MAX)) + (two >> 32)
    }

    #[inline(always)]
    fn shorts(words: [u64; LANES / 4]) -> Self {
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe {
            let shorts = _mm_set_epi64x(words[1] as i64, words[0] as i64);
            _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(shorts))
        })
    }

    /// As [`Prior::unpack`](crate::prior::Prior) does it.
    #[inline(always)]
    fn priors(words: [u64; LANES / 2]) -> (Self, Self) {
        let [a, b, c, d] = words.map(|word| word as i64);
        // SAFETY: AVX2 is there, see the module.
        unsafe {
            let bits = _mm256_set_epi64x(d, c, b, a);
            let exponent = _mm256_srli_epi32::<27>(bits);
            let exponent = _mm256_add_epi32(exponent, _mm256_set1_epi32(127 - 4));
            let scale = _mm256_castsi256_ps(_mm256_slli_epi32::<23>(exponent));
            let visits = _mm256_srli_epi32::<16>(bits);
            let visits = _mm256_and_si256(visits, _mm256_set1_epi32(0x7ff));
            let visits = _mm256_cvtepi32_ps(visits);
            let mean = _mm256_and_si256(bits, _mm256_set1_epi32(0xffff));
            let mean = _mm256_cvtepi32_ps(mean);
            (
                Self(_mm256_mul_ps(visits, scale)),
                Self(_mm256_div_ps(mean, _mm256_set1_ps(f32::from(u16::MAX)))),
            )
        }
    }
}
