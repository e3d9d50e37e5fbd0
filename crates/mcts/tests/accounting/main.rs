//! After any search everything is accounted for: on all games, with many configurations, with
//! one thread and with several, in tables with room and in tables that are full.
//!
//! | file | what is checked |
//! |---|---|
//! | `sums.rs` | visits of the root, counts of every entry, nothing under way |
//! | `flow.rs` | what goes into an entry is what its parents sent |
//! | `limits.rs` | memory, entries, stopping |
//! | `restrictions.rs` | moves that are not to be tried |
//! | `determinism.rs` | the same seed gives the same search; a used one is like new |
//! | `observers.rs` | what observers see and watchers are told |
//! | `endings.rs` | Connect-4 endings with the solver, against brute force |

mod determinism;
mod endings;
mod flow;
mod limits;
mod observers;
mod restrictions;
mod sums;
mod tools;
