//! The ledger: a Markdown table to which every match that was run to its end adds its rows.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use super::text::{percent, signed};
use super::{PairingReport, Report};
use crate::clock;
use crate::contest::Provenance;
use crate::error::LabError;

const HEAD: &str = "\
# Results

Written by `tewari match --ledger`; each row was run with the command it names.

| date | game | players | games | score | 95% | Elo | 95% | commit | command |
|---|---|---|---|---|---|---|---|---|---|
";

/// The rows of a report, one per pairing.
#[must_use]
pub fn ledger_rows(report: &Report, provenance: &Provenance) -> Vec<String> {
    let date = clock::today();
    let row = |pairing: &PairingReport| {
        let (score, elo) = (&pairing.score, &pairing.elo);
        let cells = [
            date.clone(),
            report.title.clone(),
            format!("{} - {}", pairing.a, pairing.b),
            pairing.games.to_string(),
            percent(score.value),
            format!("{} to {}", percent(score.low), percent(score.high)),
            signed(elo.value),
            format!("{} to {}", signed(elo.low), signed(elo.high)),
            provenance.commit.clone(),
            format!("`{}`", provenance.command.replace('`', "'")),
        ];
        markdown_row(cells)
    };
    report.pairings.iter().map(row).collect()
}

/// Appends the rows of a report to a ledger, which is made if it does not exist.
///
/// # Errors
/// When it cannot be written.
pub fn append_to_ledger(
    path: &Path,
    report: &Report,
    provenance: &Provenance,
) -> Result<(), LabError> {
    let rows: String = ledger_rows(report, provenance).concat();
    append_rows(path, HEAD, &rows)
}

/// A row of a Markdown table.
pub(crate) fn markdown_row(cells: impl IntoIterator<Item = String>) -> String {
    let cells = cells.into_iter();
    let cells: Vec<String> = cells
        .map(|cell| cell.replace('|', "\\|").replace('\n', " "))
        .collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Appends rows to a file, which begins with `head` if it does not exist.
pub(crate) fn append_rows(path: &Path, head: &str, rows: &str) -> Result<(), LabError> {
    let failed = |error| LabError::Write(path.to_owned(), error);
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(failed)?;
    let is_new = file.metadata().map_err(failed)?.len() == 0;
    let text = if is_new {
        format!("{head}{rows}")
    } else {
        rows.to_owned()
    };
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_data())
        .map_err(failed)
}
