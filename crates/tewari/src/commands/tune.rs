//! `tewari tune`.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use tewari_lab::Ending;
use tewari_lab::report::Ticker;
use tewari_lab::tune::{TuneFile, TuneLedger, Tuner};

use super::running::{self, INTERRUPTED};
use crate::lab_flags::TuneArgs;
use crate::output::print;

/// Plays a tuning run, or the rest of one, and prints the best values.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let mut file = TuneFile::read(&args.file)?;
    file.table.games = args.games.or(file.table.games);
    file.table.seed = args.seed.or(file.table.seed);
    file.table.concurrency = args.concurrency.or(file.table.concurrency);
    let config = file.resolve(args.file.parent().unwrap_or(Path::new("")))?;
    let folder = args.out.clone().unwrap_or_else(|| {
        let digest = config.digest();
        format!("tune-{}", digest.get(..8).unwrap_or(&digest)).into()
    });
    let mut tuner = Tuner::new(config, &folder)?;
    let cancel = running::cancelled_by_ctrl_c()?;
    let provenance = running::provenance();
    eprintln!("record in {}", folder.display());
    let (started, before) = (Instant::now(), tuner.trials().len());
    let mut ticker = Ticker::stderr();
    let ending = tuner.run(&provenance, &cancel, |tuner| {
        if args.quiet {
            return;
        }
        let (done, total) = (tuner.trials().len(), tuner.config().trials as usize);
        ticker.show(done >= total, || {
            let best = tuner.best();
            let settings = tuner.config().space.settings(&best.point);
            let settings = settings.map(|(key, value)| format!("{key}={value}"));
            let settings = settings.collect::<Vec<_>>().join(" ");
            let pace = started.elapsed().as_secs_f64() / (done - before) as f64;
            let left = pace * (total - done) as f64;
            format!("{done}/{total} trials  {settings}  {left:.0} s left")
        });
    });
    ticker.finish();
    let ending = ending?;
    tuner.write_reports()?;
    print(&tuner.text())?;
    if ending == Ending::Interrupted {
        eprintln!(
            "stopped after {} trials; the same command plays the rest",
            tuner.trials().len()
        );
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if let Some(ledger) = &args.ledger {
        TuneLedger(ledger).append(&tuner, &provenance)?;
    }
    Ok(ExitCode::SUCCESS)
}
