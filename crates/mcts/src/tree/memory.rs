//! Zeroed atomic words, aligned to cache lines, which cost nothing until they are touched.
//!
//! A table is walked at random, so nearly every entry lies on another page, and if entries are
//! small, finding where a page lies takes longer than reading the entry. For those the system
//! is asked for large pages. Entries that fill a good part of a small page gain nothing, and
//! clearing a large page for each of the first few would make short searches slower.

use crate::sync::AtomicU64;

const LINE_WORDS: usize = 8;

/// Blocks of so many words or fewer are small: an eighth of a page of four KiB.
const SMALL_BLOCK: usize = 64;

/// A long row of atomic words; the first lies at the start of a cache line.
pub(super) struct Memory {
    words: Words,
    skip: usize,
    length: usize,
}

impl Memory {
    /// Room for `count` blocks of `length` words.
    pub(super) fn new(count: usize, length: usize) -> Self {
        let (large_pages, length) = (length <= SMALL_BLOCK, count * length);
        let words = Words::zeroed(length + LINE_WORDS - 1, large_pages);
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
use mapped::Words;
#[cfg(loom)]
use modelled::Words;

#[cfg(not(loom))]
mod mapped {
    use std::ops::Deref;

    use memmap2::{MmapMut, MmapRaw};

    use super::AtomicU64;

    /// Words on pages of their own. The operating system hands out zeroed pages on first
    /// touch, so a table of gigabytes is made at once and costs what is used of it.
    pub(super) struct Words {
        pages: MmapRaw,
        length: usize,
    }

    impl Words {
        /// # Panics
        /// If the system has no room for them.
        pub(super) fn zeroed(length: usize, large_pages: bool) -> Self {
            let bytes = length * size_of::<AtomicU64>();
            let pages = MmapMut::map_anon(bytes)
                .unwrap_or_else(|error| panic!("no room for a table of {bytes} bytes: {error}"));
            // A request: on a system without large pages nothing is lost but time.
            #[cfg(target_os = "linux")]
            if large_pages {
                let _ = pages.advise(memmap2::Advice::HugePage);
            }
            #[cfg(not(target_os = "linux"))]
            let _ = large_pages;
            Self {
                pages: pages.into(),
                length,
            }
        }
    }

    impl Deref for Words {
        type Target = [AtomicU64];

        #[inline(always)]
        #[allow(unsafe_code)]
        fn deref(&self) -> &[AtomicU64] {
            // SAFETY: the pages hold `length` words and live as long as this value. They
            // start at a page, so the words are aligned; they are zero or what atomic
            // operations wrote, which is always a valid `AtomicU64`; and nobody else has
            // their address, so there is no other access than through such slices.
            unsafe { std::slice::from_raw_parts(self.pages.as_ptr().cast(), self.length) }
        }
    }
}

#[cfg(loom)]
mod modelled {
    use super::AtomicU64;

    pub(super) struct Words(Box<[AtomicU64]>);

    impl Words {
        pub(super) fn zeroed(length: usize, _: bool) -> Self {
            Self((0..length).map(|_| AtomicU64::new(0)).collect())
        }
    }

    impl std::ops::Deref for Words {
        type Target = [AtomicU64];

        fn deref(&self) -> &[AtomicU64] {
            &self.0
        }
    }
}
