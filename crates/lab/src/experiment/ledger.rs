//! The ledger of experiments: a Markdown table to which every run adds its rows and verdicts.

use std::path::Path;

use super::{Findings, LabRun, RowFinding};
use crate::clock;
use crate::error::LabError;
use crate::report::{append_rows, markdown_row};

const HEAD: &str = "\
# Experiments

Written by `tewari lab report --ledger`; each row was played by the command it names. Figures are in the unit of the
published table, with 95% intervals; a conclusion is that of the publication, judged by our games.

| date | experiment | row or conclusion | scale | games | ours | 95% | published | 95% | verdict | commit | command |
|---|---|---|---|---|---|---|---|---|---|---|---|
";

/// Appends the rows that `run` has played, and the verdicts on conclusions about them, to a
/// ledger, which is made if it does not exist.
///
/// # Errors
/// When a record cannot be read, or the ledger not be written.
pub fn append_to_ledger(path: &Path, findings: &Findings, run: &LabRun) -> Result<(), LabError> {
    let date = clock::today();
    let start = |what: &str, games: String| {
        [
            date.clone(),
            findings.name.clone(),
            what.to_owned(),
            findings.scale.to_string(),
            games,
        ]
    };
    let end = |row: &str| -> Result<[String; 2], LabError> {
        let provenance = run.provenance(row)?;
        let command = format!("`{}`", provenance.command.replace('`', "'"));
        Ok([provenance.commit, command])
    };
    let mut rows = String::new();
    let played = |row: &&RowFinding| row.games > 0;
    for row in findings.rows.iter().filter(played) {
        let cells = start(&row.label(), row.games.to_string())
            .into_iter()
            .chain(row.ours_cells())
            .chain(row.published_cells())
            .chain([String::new()])
            .chain(end(&row.name)?);
        rows += &markdown_row(cells);
    }
    for claim in findings
        .claims
        .iter()
        .filter(|claim| claim.figure.is_some())
    {
        let what = format!("{}{}", claim.text, claim.reason());
        let blanks = std::iter::repeat_n(String::new(), 4);
        let cells = start(&what, String::new())
            .into_iter()
            .chain(blanks)
            .chain([claim.verdict.word().to_owned()])
            .chain(end(&claim.row)?);
        rows += &markdown_row(cells);
    }
    append_rows(path, HEAD, &rows)
}
