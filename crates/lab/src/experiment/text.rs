//! The findings as text, CSV and JSON.

use std::fmt::Write as _;

use super::{ClaimFinding, Findings, RowFinding};
use crate::report::{Figure, columns, csv_number, csv_text};

impl Findings {
    /// The findings for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = format!("{}: {}\n{}\n", self.name, self.title, self.source);
        if self.scale != 1.0 {
            let _ = writeln!(
                out,
                "scale {}: budgets are {} times the published ones",
                self.scale, self.scale
            );
        }
        let mut header = ["", "games", "ours", "95%", "published", "95%"]
            .map(str::to_owned)
            .to_vec();
        header.extend(self.optional_header());
        let mut rows = vec![header];
        rows.extend(self.rows.iter().map(|row| self.cells(row)));
        let _ = write!(out, "\n{}\n", columns(&rows));
        let turns = self.turns_table();
        if !turns.is_empty() {
            let _ = write!(out, "mean seconds by turn\n{}\n", columns(&turns));
        }
        for row in self.rows.iter().filter(|row| row.note.is_some()) {
            let _ = writeln!(
                out,
                "{}: {}",
                row.label(),
                row.note.as_deref().unwrap_or_default()
            );
        }
        for claim in &self.claims {
            let _ = writeln!(
                out,
                "{:<9}  {}{}",
                claim.verdict.word(),
                claim.text,
                claim.reason()
            );
        }
        if !self.claims.is_empty() {
            let _ = writeln!(
                out,
                "the published conclusions taken together: {}",
                self.verdict().word()
            );
        }
        out
    }

    /// What a table shows of a row.
    pub(super) fn cells(&self, row: &RowFinding) -> Vec<String> {
        let mut cells = vec![row.label(), row.games.to_string()];
        cells.extend(row.ours_cells());
        cells.extend(row.published_cells());
        if self.has_times() {
            let figure = |figure: Figure| [number(figure.value), range(&figure)];
            cells.extend(row.time.map_or_else(Default::default, figure));
        }
        if self.has_pondering() {
            let finding = row.pondering;
            let shares = [
                finding.and_then(|finding| finding.predicted),
                finding.and_then(|finding| finding.expected),
                finding.and_then(|finding| finding.published),
            ];
            cells.extend(shares.map(|share| share.map_or_else(String::new, number)));
        }
        cells
    }

    /// The headings of the columns that only some experiments have.
    pub(super) fn optional_header(&self) -> Vec<String> {
        let mut header = Vec::new();
        if self.has_times() {
            header.extend(["time", "95%"]);
        }
        if self.has_pondering() {
            header.extend(["predicted", "expected", "published"]);
        }
        header.into_iter().map(str::to_owned).collect()
    }

    fn has_times(&self) -> bool {
        self.rows.iter().any(|row| row.time.is_some())
    }

    fn has_pondering(&self) -> bool {
        self.rows.iter().any(|row| row.pondering.is_some())
    }

    /// The rows whose times by turn were measured.
    pub(super) fn timed(&self) -> Vec<&RowFinding> {
        let timed = |row: &&RowFinding| !row.turns.is_empty();
        self.rows.iter().filter(timed).collect()
    }

    /// The average times by turn, a column for each row that has them; empty if none has.
    pub(super) fn turns_table(&self) -> Vec<Vec<String>> {
        let timed = self.timed();
        let last = timed
            .iter()
            .filter_map(|row| row.turns.last())
            .map(|time| time.turn);
        let Some(last) = last.max() else {
            return Vec::new();
        };
        let mut table = vec![vec!["turn".to_owned()]];
        table[0].extend(timed.iter().map(|row| row.label()));
        table.extend((0..=last).map(|turn| {
            let seconds = |row: &&RowFinding| {
                let time = row.turns.iter().find(|time| time.turn == turn);
                time.map_or_else(String::new, |time| format!("{:.3}", time.seconds.value))
            };
            let mut cells = vec![turn.to_string()];
            cells.extend(timed.iter().map(seconds));
            cells
        }));
        table
    }

    /// The findings as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = "experiment,scale,series,row,x,games,wins,draws,losses,ours,ours_low,\
                       ours_high,published,published_low,published_high,time,time_low,time_high,\
                       predicted,expected,published_predicted\r\n"
            .to_owned();
        for row in &self.rows {
            let none = Figure {
                value: f64::NAN,
                low: f64::NAN,
                high: f64::NAN,
            };
            let [ours, published, time] =
                [row.ours, row.published, row.time].map(|figure| figure.unwrap_or(none));
            let mut cells = vec![
                csv_text(&self.name),
                csv_number(self.scale),
                csv_text(row.series.as_deref().unwrap_or_default()),
                csv_text(&row.name),
                csv_number(row.x.unwrap_or(f64::NAN)),
                row.games.to_string(),
            ];
            cells.extend(row.counts.map(|count| count.to_string()));
            cells.extend([ours.value, ours.low, ours.high].map(csv_number));
            cells.extend([published.value, published.low, published.high].map(csv_number));
            cells.extend([time.value, time.low, time.high].map(csv_number));
            let shares = row.pondering.map_or([None; 3], |finding| {
                [finding.predicted, finding.expected, finding.published]
            });
            cells.extend(shares.map(|share| csv_number(share.unwrap_or(f64::NAN))));
            out += &cells.join(",");
            out += "\r\n";
        }
        out
    }

    /// The findings as indented JSON.
    #[must_use]
    pub fn json(&self) -> String {
        // Plain data, which cannot fail to be written as text.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl RowFinding {
    /// Series and name, unless the name says both.
    pub(super) fn label(&self) -> String {
        match &self.series {
            Some(series) if !self.name.contains(series) => format!("{series}, {}", self.name),
            _ => self.name.clone(),
        }
    }

    /// Our figure, as a table shows it.
    pub(super) fn ours_cells(&self) -> [String; 2] {
        match &self.ours {
            Some(figure) => [number(figure.value), range(figure)],
            None if self.waits.is_empty() => ["-".to_owned(), String::new()],
            None => [
                format!("waits for {}", self.waits.join(", ")),
                String::new(),
            ],
        }
    }

    /// The published figure, as a table shows it.
    pub(super) fn published_cells(&self) -> [String; 2] {
        self.published
            .as_ref()
            .map_or_else(Default::default, |figure| {
                [number(figure.value), range(figure)]
            })
    }
}

impl ClaimFinding {
    /// Why the verdict is what it is.
    pub(super) fn reason(&self) -> String {
        let Some(figure) = &self.figure else {
            return String::new();
        };
        if self.difference {
            return format!(" (difference {:+.1}, {})", figure.value, range(figure));
        }
        format!(
            " ({}, {}, against {})",
            number(figure.value),
            range(figure),
            self.against
        )
    }
}

fn number(value: f64) -> String {
    format!("{value:.1}")
}

fn range(figure: &Figure) -> String {
    if figure.low.is_nan() {
        return String::new();
    }
    format!("{:.1} to {:.1}", figure.low, figure.high)
}
