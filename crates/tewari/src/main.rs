//! Tewari, a Monte-Carlo tree search engine and laboratory for Go and four other games.
//!
//! Results go to standard output; logs, progress and errors go to standard error. The exit
//! code is 0 for success, 1 when something went wrong and 2 when the command line is wrong;
//! a game left by Ctrl-C ends with 130.

mod cli;
mod commands;
mod engine_flags;
mod game_flags;
mod lab_flags;
mod match_flags;
mod output;
mod report;
mod seed;

use std::process::ExitCode;

fn main() -> ExitCode {
    report::ended(|| commands::run(cli::parse()))
}
