//! Zeroed atomic words, aligned to cache lines, which cost nothing until they are touched.

use crate::sync::AtomicU64;

const LINE_WORDS: usize = 8;

/// A long row of atomic words; the first lies at the start of a cache line.
pub(super) struct Memory {
    words: Box<[AtomicU64]>,
    skip: usize,
    length: usize,
}

impl Memory {
    pub(super) fn new(length: usize) -> Self {
        let words = zeroed(length + LINE_WORDS - 1);
        let misplaced = words.as_ptr().addr() / size_of::<AtomicU64>() % LINE_WORDS;
        let skip = (LINE_WORDS - misplaced) % LINE_WORDS;
        Self {
            words,
            skip,
            length,
        }
    }

    #[inline(always)]
    pub(super) fn block(&self, start: usize, length: usize) -> &[AtomicU64] {
        &self.words[self.skip + start..][..length]
    }

    pub(super) const fn len(&self) -> usize {
        self.length
    }
}

#[cfg(not(loom))]
#[allow(unsafe_code)]
fn zeroed(length: usize) -> Box<[AtomicU64]> {
    // The operating system hands out zeroed pages on first touch, so a table of gigabytes is
    // made at once and costs what is used of it.
    let words: Box<[u64]> = vec![0; length].into_boxed_slice();
    const {
        assert!(align_of::<AtomicU64>() == align_of::<u64>());
        assert!(size_of::<AtomicU64>() == size_of::<u64>());
    }
    // SAFETY: `AtomicU64` has the same in-memory representation as `u64` by its documentation
    // and, as asserted above, the same size and alignment, so the box keeps its address,
    // length and layout under the new type. The old box is consumed, so no plain access can
    // race with the atomic ones.
    unsafe { Box::from_raw(Box::into_raw(words) as *mut [AtomicU64]) }
}

#[cfg(loom)]
fn zeroed(length: usize) -> Box<[AtomicU64]> {
    (0..length).map(|_| AtomicU64::new(0)).collect()
}
