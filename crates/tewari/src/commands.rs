//! The commands, one file each.

use std::process::ExitCode;

use crate::cli::{Cli, Command};

mod bench;
mod completions;
mod gtp;
mod lab;
mod man;
mod match_;
mod params;
mod perft;
pub(crate) mod play;
mod regress;
mod running;
mod time_report;
mod time_tables;
mod tune;

/// Runs what the command line asks for.
pub(crate) fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let done = match cli.command.unwrap_or(Command::Play(cli.play)) {
        Command::Play(args) => return play::run(&args),
        Command::Bench(args) => return bench::run(&args),
        Command::Match(args) => return match_::run(&args),
        Command::Lab(args) => return lab::run(&args),
        Command::Tune(args) => return tune::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Perft(args) => return perft::run(&args),
        Command::Regress(args) => return regress::run(&args),
        Command::TimeReport(args) => time_report::run(&args),
        Command::TimeTables(args) => time_tables::run(&args),
        Command::Params(args) => params::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    done.map(|()| ExitCode::SUCCESS)
}
