//! `tewari match`.

use std::process::ExitCode;

use tewari_lab::report::{Ticker, append_to_ledger};
use tewari_lab::{Contest, Ending};

use super::running::{self, INTERRUPTED, NotesOnly, quoted};
use crate::match_flags::MatchArgs;
use crate::output::print;

/// Plays a match, or the rest of one, and prints its tables.
pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let config = args.match_config()?;
    let folder = args.folder(config.as_ref());
    let mut contest = match config {
        Some(config) if !args.resumes() => Contest::begin(config, &folder)?,
        config => Contest::resume(&folder, config.as_ref(), args.changes())?,
    };
    let cancel = running::cancelled_by_ctrl_c()?;
    eprintln!(
        "{}: record in {}",
        contest.config().board.title(),
        folder.display()
    );

    let provenance = running::provenance();
    let mut ticker = Ticker::stderr();
    let ending = if args.quiet {
        contest.run(&provenance, &cancel, &mut NotesOnly)
    } else {
        contest.run(&provenance, &cancel, &mut ticker)
    };
    ticker.finish();
    let ending = ending?;
    contest.write_tables()?;
    let report = contest.report();
    print(&if args.json {
        report.json()
    } else {
        report.text()
    })?;
    if ending == Ending::Interrupted {
        let folder = quoted(&folder.to_string_lossy());
        eprintln!(
            "stopped after {} games; tewari match --resume --out {folder} plays the rest",
            contest.finished()
        );
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if let Some(ledger) = &args.ledger {
        // What made the figures is the run that played the games, and this may be another one.
        let played = contest.provenance().unwrap_or(provenance);
        append_to_ledger(ledger, &report, &played)?;
    }
    Ok(ExitCode::SUCCESS)
}
