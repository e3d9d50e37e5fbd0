//! The laboratory: matches between configurations of our own engine and other programs, and
//! what they prove.
//!
//! ```text
//!   match file ─▶ MatchConfig ─▶ Schedule ─▶ workers: players + referee ─▶ record ─▶ tables
//!   or flags                      pairs       one game per core            one line
//!                                                                          per game
//! ```
//!
//! * **A match is repeatable.** A game follows from the seed of the match, its pair and its
//!   leg; with fixed simulations and one thread per player it is always the same, however many
//!   games run beside it. The tables follow from the set of finished games.
//! * **Nothing is lost.** A finished game is on the disk before it counts. After a crash, a
//!   kill or a full disk the match is resumed: what is in the record is kept, what is missing
//!   is played.
//! * **Nobody is trusted.** Our own rules judge every move. A program that crashes, hangs,
//!   talks nonsense or plays an illegal move loses that game, is started anew, and is named in
//!   the report.
//!
//! ```no_run
//! use tewari_lab::{Cancel, Contest, Provenance, config::MatchFile};
//! let file = MatchFile::read("match.toml".as_ref())?;
//! let config = file.resolve("".as_ref())?;
//! let mut contest = Contest::begin(config, "results")?;
//! contest.run(&Provenance::default(), &Cancel::default(), &mut ())?;
//! print!("{}", contest.report().text());
//! # Ok::<(), tewari_lab::LabError>(())
//! ```

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod affinity;
pub mod board;
mod cancel;
mod clock;
pub mod config;
mod contest;
mod error;
pub mod experiment;
mod game;
pub mod guard;
pub mod odds;
pub mod opening;
mod page;
pub mod player;
pub mod plot;
mod ponder;
pub mod record;
mod referee;
pub mod report;
mod runner;
pub mod schedule;
mod seeds;
pub mod sgf;
pub mod tally;
pub mod times;
pub mod timing;
pub mod tune;
mod watch;

pub use cancel::Cancel;
pub use contest::{Changes, Contest, Ending, Files, Provenance, RECORD};
pub use error::LabError;
pub use watch::{Observer, Progress};
