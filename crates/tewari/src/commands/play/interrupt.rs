//! Ctrl-C leaves the game saved.
//!
//! The conversation is usually blocked in reading a line when the signal comes, so the thread
//! that receives it does all that is left to do: the keeper always holds the latest position,
//! and its lock is never held for longer than writing a file takes.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use tewari_engine::Stop;

use super::keeper::Keeper;

/// What a shell reports for a program that was ended by Ctrl-C: 128 + SIGINT.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C stops the search, saves the game, says where, and ends the program.
pub(super) fn save_on_ctrl_c(keeper: &Arc<Mutex<Keeper>>, stop: &Stop) -> anyhow::Result<()> {
    let (keeper, stop) = (keeper.clone(), stop.clone());
    let handler = move || {
        stop.raise();
        let words = keeper
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .farewell(false);
        // If nobody listens any more there is nobody to tell.
        let _ = writeln!(io::stdout(), "\n{words}");
        std::process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(handler).context("cannot watch for Ctrl-C")
}
