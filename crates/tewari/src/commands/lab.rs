//! `tewari lab`.

use std::process::ExitCode;

use tewari_lab::Ending;
use tewari_lab::experiment::{self, Catalogue, Feature, LabRun, RunSettings};
use tewari_lab::report::Ticker;

use super::running::{self, INTERRUPTED};
use crate::lab_flags::{LabArgs, LabCommand, ListArgs, ReportArgs, RunArgs};
use crate::output::{print, print_json};

/// Lists, runs or reports experiments.
pub(crate) fn run(args: &LabArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        LabCommand::List(args) => list(args),
        LabCommand::Run(args) => run_one(args),
        LabCommand::Report(args) => report(args),
    }
}

fn list(args: &ListArgs) -> anyhow::Result<ExitCode> {
    let mut entries = Vec::new();
    let mut text = String::new();
    for entry in Catalogue::all()? {
        let experiment = &entry.experiment;
        let waits: Vec<&str> = experiment
            .missing()
            .iter()
            .map(|f: &Feature| f.title())
            .collect();
        let state = if waits.is_empty() {
            "can be run".to_owned()
        } else {
            format!("waits for {}", waits.join(", "))
        };
        text += &format!("{:<24} {}; {state}\n", entry.name, experiment.title);
        entries.push(serde_json::json!({
            "name": entry.name,
            "title": experiment.title,
            "source": experiment.source,
            "rows": experiment.rows.len(),
            "games": experiment.games,
            "waits": waits,
        }));
    }
    if args.json {
        print_json(&entries.into())?;
    } else {
        print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_one(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let entry = Catalogue::find(&args.name)?;
    let settings = RunSettings {
        scale: args.scale,
        games: args.games,
        rows: args.row.clone(),
        seed: args.seed,
        concurrency: args.concurrency,
        from: args.from.clone(),
    };
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| experiment::default_folder(&entry.name, args.scale));
    let mut lab = LabRun::new(&entry.name, &entry.text, settings, &folder)?;
    let cancel = running::cancelled_by_ctrl_c()?;
    let provenance = running::provenance();
    eprintln!(
        "{}: records in {}",
        entry.experiment.title,
        folder.display()
    );
    let mut ticker = Ticker::stderr();
    let ending = if args.quiet {
        lab.run(&entry.base, &provenance, &cancel, &mut running::NotesOnly)
    } else {
        lab.run(&entry.base, &provenance, &cancel, &mut ticker)
    };
    ticker.finish();
    let ending = ending?;
    let findings = lab.write_reports()?;
    print(&if args.json {
        findings.json()
    } else {
        findings.text()
    })?;
    if ending == Ending::Interrupted {
        eprintln!(
            "stopped after {} games; the same command plays the rest",
            findings.games()
        );
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if let Some(ledger) = &args.ledger {
        experiment::append_to_ledger(ledger, &findings, &lab)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn report(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    for folder in &args.folder {
        let lab = LabRun::open(folder)?;
        let findings = lab.write_reports()?;
        print(&if args.json {
            findings.json()
        } else {
            findings.text() + "\n"
        })?;
        if let Some(ledger) = &args.ledger {
            // What made the figures is the run that played the games, not this one.
            experiment::append_to_ledger(ledger, &findings, &lab)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
