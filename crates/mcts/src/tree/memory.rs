//! Zeroed atomic words, aligned to cache lines, which cost nothing until they are touched.
//!
//! A table is walked at random, so nearly every entry lies on another page, and if entries are
//! small, finding where a page lies takes longer than reading the entry. For those the system
//! is asked for large pages. Entries that fill a good part of a small page gain nothing, and
//! clearing a large page for each of the first few would make short searches slower.

use crate::sync::AtomicU64;

/// Blocks of so many words or fewer are small: an eighth of a page of four KiB.
const SMALL_BLOCK: usize = 64;

/// A long row of atomic words; the first lies at the start of a cache line.
pub(super) struct Memory(Words);

impl Memory {
    /// Room for `count` blocks of `length` words.
    ///
    /// # Errors
    /// With the system's reason, if it has none.
    pub(super) fn new(count: usize, length: usize) -> Result<Self, String> {
        let words = Words::zeroed(count * length, length <= SMALL_BLOCK)?;
        Ok(Self(words))
    }

    #[inline(always)]
    pub(super) fn block(&self, start: usize, length: usize) -> &[AtomicU64] {
        &self.0[start..start + length]
    }

    /// All of it in blocks of a length that is known.
    #[inline(always)]
    pub(super) fn blocks<const LENGTH: usize>(&self) -> &[[AtomicU64; LENGTH]] {
        self.0.as_chunks().0
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
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

    /// What a large page begins at a multiple of, on the processors that have them.
    const LARGE_PAGE: usize = 2 << 20;

    /// Words on pages of their own, so the first begins a cache line. The operating system hands
    /// out zeroed pages on first touch, so a table of gigabytes is made at once and costs what is
    /// used of it.
    pub(super) struct Words {
        pages: MmapRaw,
        /// How many bytes before the first word are left alone.
        skip: usize,
        length: usize,
    }

    impl Words {
        pub(super) fn zeroed(length: usize, large_pages: bool) -> Result<Self, String> {
            let bytes = length * size_of::<AtomicU64>();
            // Only whole large pages can be had: the table begins with one.
            let room = if large_pages { LARGE_PAGE } else { 0 };
            let pages = MmapMut::map_anon(bytes + room)
                .map_err(|error| format!("no room for a table of {} MiB: {error}", bytes >> 20))?;
            let skip = if large_pages {
                pages.as_ptr().addr().wrapping_neg() % LARGE_PAGE
            } else {
                0
            };
            // A request: on a system without large pages nothing is lost but time.
            #[cfg(target_os = "linux")]
            if large_pages {
                let _ = pages.advise(memmap2::Advice::HugePage);
            }
            Ok(Self {
                pages: pages.into(),
                skip,
                length,
            })
        }
    }

    impl Deref for Words {
        type Target = [AtomicU64];

        #[inline(always)]
        #[allow(unsafe_code)]
        fn deref(&self) -> &[AtomicU64] {
            // SAFETY: the pages hold `length` words after the first `skip` bytes, which are less
            // than was asked for beyond the words, and live as long as this value. They
            // start at a page and `skip` is a multiple of one, so the words are aligned; they
            // are zero or what atomic operations wrote, which is always a valid `AtomicU64`;
            // and nobody else has their address, so there is no other access than through such
            // slices.
            unsafe {
                let first = self.pages.as_ptr().add(self.skip);
                std::slice::from_raw_parts(first.cast(), self.length)
            }
        }
    }
}

#[cfg(loom)]
mod modelled {
    use super::AtomicU64;

    pub(super) struct Words(Box<[AtomicU64]>);

    impl Words {
        pub(super) fn zeroed(length: usize, _: bool) -> Result<Self, String> {
            Ok(Self((0..length).map(|_| AtomicU64::new(0)).collect()))
        }
    }

    impl std::ops::Deref for Words {
        type Target = [AtomicU64];

        fn deref(&self) -> &[AtomicU64] {
            &self.0
        }
    }
}
