//! The report for people.

use std::fmt::Write as _;

use super::{Counts, Figure, PairingReport, Report, SprtReport};

/// More openings than this are not listed; the JSON report has them all.
const MOST_OPENINGS: usize = 20;
/// Repeated games that are named.
const MOST_DUPLICATES: usize = 5;

impl Report {
    /// The report as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = format!(
            "{}; {} of {} games, seed {}, match {}\n\n",
            self.title, self.games, self.wanted, self.seed, self.digest
        );
        out += &self.pairing_table();
        if !self.ratings.is_empty() {
            out += &self.rating_table();
        }
        if let Some(sprt) = &self.sprt {
            out += &sprt_line(sprt);
            if self.surplus > 0 {
                let _ = writeln!(
                    out,
                    "  {} games that ended after the verdict are in the record and not counted",
                    self.surplus
                );
            }
        }
        out += &self.side_table();
        out += &self.opening_tables();
        out += &self.remarks();
        out
    }

    fn pairing_table(&self) -> String {
        let header = [
            "", "games", "+", "=", "-", "score", "95%", "Elo", "95%", "LOS",
        ];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        for pairing in &self.pairings {
            let counts = pairing.counts;
            rows.push(vec![
                named(pairing),
                pairing.games.to_string(),
                counts.wins.to_string(),
                counts.draws.to_string(),
                counts.losses.to_string(),
                percent(pairing.score.value),
                range(&pairing.score, |x| format!("{:.1}", x * 100.0)),
                signed(pairing.elo.value),
                range(&pairing.elo, signed),
                percent(pairing.los),
            ]);
        }
        let mut out = columns(&rows);
        out.push('\n');
        for pairing in self
            .pairings
            .iter()
            .filter(|p| p.pairs.iter().sum::<u64>() > 0)
        {
            let [a, b, c, d, e] = pairing.pairs;
            let _ = writeln!(
                out,
                "{}: pairs with 0, 1/2, 1, 3/2, 2 points: {a} {b} {c} {d} {e}; normalised Elo {} \
                 ({}); intervals from {}",
                named(pairing),
                signed(pairing.normalized_elo.value),
                range(&pairing.normalized_elo, signed),
                pairing.basis
            );
        }
        out
    }

    fn rating_table(&self) -> String {
        let header = ["player", "Elo", "95%", "games", "score"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        for (rating, rank) in self.ratings.iter().zip(1..) {
            let counts = rating.counts;
            rows.push(vec![
                format!("{rank} {}", rating.name),
                signed(rating.elo.value),
                range(&rating.elo, signed),
                (counts.wins + counts.draws + counts.losses).to_string(),
                percent(counts.score),
            ]);
        }
        format!("\n{}", columns(&rows))
    }

    fn side_table(&self) -> String {
        let [first, second] = self.sides.map(|side| format!("as {side}"));
        let score = || "score".to_owned();
        let mut rows = vec![vec![String::new(), first, score(), second, score()]];
        for pairing in &self.pairings {
            let (first, second) = (pairing.moving_first, pairing.moving_second);
            rows.push(vec![
                named(pairing),
                results(&first),
                percent(first.score),
                results(&second),
                percent(second.score),
            ]);
        }
        format!("\n{}", columns(&rows))
    }

    fn opening_tables(&self) -> String {
        let mut out = String::new();
        for pairing in &self.pairings {
            if pairing.openings.len() < 2 || pairing.openings.len() > MOST_OPENINGS {
                continue;
            }
            let header = ["opening", "games", "score"];
            let mut rows = vec![header.map(str::to_owned).to_vec()];
            for (name, counts) in &pairing.openings {
                rows.push(vec![name.clone(), results(counts), percent(counts.score)]);
            }
            let _ = write!(out, "\n{} by opening\n{}", named(pairing), columns(&rows));
        }
        out
    }

    fn remarks(&self) -> String {
        let ends: Vec<String> = self
            .ends
            .iter()
            .map(|(end, count)| format!("{count} {end}"))
            .collect();
        let mut out = format!("\nended: {}", ends.join(", "));
        let _ = writeln!(out, "; {:.1} moves on average", self.mean_length);
        for (name, failures) in &self.failures {
            let failures: Vec<String> = failures
                .iter()
                .map(|(end, count)| format!("{count} {end}"))
                .collect();
            let _ = writeln!(out, "{name} lost games by failing: {}", failures.join(", "));
        }
        let void: u64 = self.pairings.iter().map(|pairing| pairing.void).sum();
        if void > 0 {
            let _ = writeln!(out, "{void} games have no result and do not count");
        }
        let [same, other, silent] = self.second_scorer;
        if same + other + silent > 0 {
            let _ = writeln!(
                out,
                "second scorer: {same} the same, {other} different, {silent} without answer"
            );
        }
        if !self.disputed.is_empty() {
            let games: Vec<String> = self.disputed.iter().map(u64::to_string).collect();
            let _ = writeln!(
                out,
                "{} games have a disputed result: {}",
                games.len(),
                games.join(", ")
            );
        }
        if !self.duplicates.is_empty() {
            let named: Vec<String> = self
                .duplicates
                .iter()
                .take(MOST_DUPLICATES)
                .map(|(game, earlier)| format!("{game} = {earlier}"))
                .collect();
            let more = if self.duplicates.len() > MOST_DUPLICATES {
                ", ..."
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "{} games repeat an earlier one move for move ({}{more}): the intervals are too \
                 narrow",
                self.duplicates.len(),
                named.join(", ")
            );
        }
        out
    }
}

fn sprt_line(sprt: &SprtReport) -> String {
    let test = &sprt.test;
    let model = match test.model {
        crate::config::Model::Logistic => "Elo",
        crate::config::Model::Normalized => "normalised Elo",
    };
    let verdict = match sprt.verdict {
        "elo0" => format!("{} {model} accepted", test.elo0),
        "elo1" => format!("{} {model} accepted", test.elo1),
        _ => "no verdict".to_owned(),
    };
    format!(
        "\nSPRT of {} against {} {model}: LLR {:.2}, bounds {:.2} and {:.2}: {verdict}\n",
        test.elo0, test.elo1, sprt.llr, sprt.low, sprt.high
    )
}

fn named(pairing: &PairingReport) -> String {
    format!("{} - {}", pairing.a, pairing.b)
}

fn results(counts: &Counts) -> String {
    format!("+{} ={} -{}", counts.wins, counts.draws, counts.losses)
}

/// A share as a percentage.
pub(super) fn percent(share: f64) -> String {
    if share.is_nan() {
        "-".to_owned()
    } else {
        format!("{:.1}%", share * 100.0)
    }
}

/// A difference with its sign; without digits where there are none.
pub(super) fn signed(number: f64) -> String {
    if number.is_nan() {
        "-".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "+inf" } else { "-inf" }.to_owned()
    } else {
        // No "-0.0".
        let rounded = (number * 10.0).round() / 10.0 + 0.0;
        format!("{rounded:+.1}")
    }
}

fn range(figure: &Figure, write: impl Fn(f64) -> String) -> String {
    if figure.value.is_nan() {
        return "-".to_owned();
    }
    format!("{} to {}", write(figure.low), write(figure.high))
}

/// Rows in columns: the first one to the left, the others to the right.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
    };
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = width(column).unwrap_or(0);
            let gap = if column == 0 { "" } else { "  " };
            let _ = match column {
                0 => write!(line, "{cell:<width$}"),
                _ => write!(line, "{gap}{cell:>width$}"),
            };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}
