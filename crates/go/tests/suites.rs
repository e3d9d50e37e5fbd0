//! Tactics against positions that people drew, and against slower ways to the same answer.
//!
//! The positions are data, in `suites/tactics` at the root of the project; its README says
//! how to add one. Here are the reader of that format, the one check, and the comparisons
//! over random positions.

#[path = "suites/check.rs"]
mod check;
#[path = "suites/format.rs"]
mod format;
#[path = "suites/random.rs"]
mod random;
#[path = "suites/slow.rs"]
mod slow;
