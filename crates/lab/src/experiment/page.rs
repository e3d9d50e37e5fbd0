//! The findings as an HTML page.

use super::{Findings, RowFinding};
use crate::page::{Page, cells};
use crate::plot::{Curve, Mark, Point, Rows, Series};
use crate::report::Figure;
use crate::times;

/// What a row says about one side.
type Side = fn(&RowFinding) -> Option<Figure>;

/// The two sides of every comparison.
const BOTH: [(&str, Side); 2] = [("ours", |row| row.ours), ("published", |row| row.published)];

impl Findings {
    /// The findings as a page that needs nothing but itself. `commands` have played the games.
    #[must_use]
    pub fn html(&self, commands: &[String]) -> String {
        let mut page = Page::new(&format!("{}: {}", self.name, self.title));
        page.text(&self.source);
        page.text(&self.about);
        page.text(&format!(
            "{} games; budgets are {} times the published ones. Intervals are 95%.",
            self.games(),
            self.scale
        ));
        let turns = self.turns_table();
        if !turns.is_empty() {
            let timed = self.timed();
            let labels: Vec<String> = timed.iter().map(|row| row.label()).collect();
            let curves = timed.iter().zip(&labels);
            let curves = curves.map(|(row, label)| (&**label, row.turns.clone()));
            page.picture(&times::curve(self.title.clone(), curves).svg());
            page.table("Mean seconds by turn", &turns);
        }
        page.picture(&match &self.x {
            Some(x) => self.curve(x).svg(),
            None => self.rows_plot().svg(),
        });
        page.table(&self.quantity, &self.table());
        if !self.claims.is_empty() {
            let mut rows = vec![cells(["published conclusion", "our games", "why"])];
            rows.extend(self.claims.iter().map(|claim| {
                let reason = claim.reason();
                let reason = reason.trim().trim_matches(['(', ')']);
                cells([&claim.text, claim.verdict.word(), reason])
            }));
            page.table("Conclusions", &rows);
        }
        if !commands.is_empty() {
            page.heading("Played by");
            page.code(&commands.join("\n"));
        }
        page.finished()
    }

    fn table(&self) -> Vec<Vec<String>> {
        let mut header = cells(["row", "games", "ours", "95%", "published", "95%"]);
        header.extend(self.optional_header());
        header.push("remark".to_owned());
        let mut rows = vec![header];
        rows.extend(self.rows.iter().map(|row| {
            let mut cells = self.cells(row);
            cells.push(row.note.clone().unwrap_or_default());
            cells
        }));
        rows
    }

    fn marks(&self) -> Vec<Mark> {
        let mark = |value: f64| Mark {
            value,
            label: value.to_string(),
        };
        self.even.map(mark).into_iter().collect()
    }

    fn rows_plot(&self) -> Rows {
        let series = BOTH.map(|(name, of)| Series {
            name: name.to_owned(),
            points: self
                .rows
                .iter()
                .zip(0u32..)
                .filter_map(|(row, i)| {
                    of(row).map(|figure| point(row, f64::from(i), &figure, name))
                })
                .collect(),
        });
        Rows {
            title: self.title.clone(),
            values: self.quantity.clone(),
            names: self.rows.iter().map(RowFinding::label).collect(),
            series: series.to_vec(),
            marks: self.marks(),
        }
    }

    fn curve(&self, x: &str) -> Curve {
        let mut names: Vec<Option<&str>> = Vec::new();
        for row in &self.rows {
            let name = row.series.as_deref();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let mut series = Vec::new();
        for name in names {
            for (whose, of) in BOTH {
                let title =
                    name.map_or_else(|| whose.to_owned(), |name| format!("{name}, {whose}"));
                let points = self
                    .rows
                    .iter()
                    .filter(|row| row.series.as_deref() == name)
                    .filter_map(|row| {
                        let (figure, x) = of(row).zip(row.x)?;
                        Some(point(row, x, &figure, whose))
                    })
                    .collect();
                series.push(Series {
                    name: title,
                    points,
                });
            }
        }
        Curve {
            title: self.title.clone(),
            x: x.to_owned(),
            y: self.quantity.clone(),
            series,
            marks: self.marks(),
        }
    }
}

fn point(row: &RowFinding, x: f64, figure: &Figure, whose: &str) -> Point {
    let Figure { value, low, high } = *figure;
    let known = low.is_finite() && high.is_finite();
    let range = if known {
        format!(" ({low:.1} to {high:.1})")
    } else {
        String::new()
    };
    Point {
        x,
        y: value,
        interval: known.then_some((low, high)),
        label: format!("{}, {whose}: {value:.1}{range}", row.label()),
    }
}
