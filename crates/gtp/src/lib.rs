//! The Go Text Protocol (GTP, version 2): how GoGui, Sabaki, Lizzie, servers and match
//! programs talk to the engine.
//!
//! ```text
//!   input ─▶ reader thread ─▶ queue ─▶ Session ─▶ response ─▶ output
//!                 │                       ▲
//!                 └── quit, end, # interrupt ──▶ stops a running search;
//!                     any line stops an analysis
//! ```
//!
//! [`run`] serves a whole session over any reader and writer. [`Session`] answers one line at
//! a time and knows nothing of threads, which is what tests want. Commands live in one table
//! by subject; the list that front ends ask for is made from it.
//!
//! What is promised to every front end:
//!
//! * Nothing but responses goes to the output, each flushed as soon as it is complete.
//! * Bad input of any kind is answered by `?` and one line. A command that fails leaves the
//!   state as it was; so does one in which the engine itself breaks down.
//! * A command may be sent for either colour at any time, and moves after two passes stay
//!   legal: who is to move is the front end's business.
//!
//! ```
//! use tewari_gtp::{Options, Session};
//! let mut session = Session::new(Options::default(), std::io::sink());
//! assert_eq!(session.respond(b"20 name\n").unwrap(), "=20 Tewari\n\n");
//! assert_eq!(session.respond(b"play b T19").unwrap(), "= \n\n");
//! assert_eq!(session.respond(b"play w T19").unwrap(), "? illegal move\n\n");
//! assert_eq!(session.respond(b"# a comment"), None);
//! ```

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod analysis;
mod args;
mod boards;
pub mod client;
mod commands;
mod cpu_time;
#[doc(hidden)]
pub mod fuzz;
mod host;
mod interrupts;
mod line;
mod log;
pub mod regress;
pub mod response;
mod server;
mod session;
mod stream;
pub mod time;

pub use boards::{BoardSession, board_command_names};
pub use commands::command_names;
pub use line::{Command, Line};
pub use server::{run, run_board};
pub use session::{Options, Session};
