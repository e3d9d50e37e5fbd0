//! An allocator that counts: the witness of tests of what must not allocate.
//!
//! ```
//! use tewari_witness::{Counting, allocations};
//!
//! #[global_allocator]
//! static COUNTING: Counting = Counting;
//!
//! let before = allocations();
//! drop(std::hint::black_box(vec![0u8; 100]));
//! assert!(allocations() > before);
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting what is asked of it.
#[derive(Debug)]
pub struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// How often this thread has allocated. Others do not count: the one that collects the results
/// of tests allocates when it likes.
#[must_use]
pub fn allocations() -> usize {
    ALLOCATIONS.get()
}

// SAFETY: every call is handed to the system's allocator unchanged; counting touches only a
// number of the thread that needs no set-up and no clean-up, so it neither allocates nor unwinds.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: `memory` came from `System.alloc` above with this `layout`.
        unsafe { System.dealloc(memory, layout) }
    }
}
