//! The atomics of the standard library, or those of the model checker: with `--cfg loom` the
//! table runs under `loom`, which tries all interleavings of a small program.

#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU64, Ordering};
