//! The report for spreadsheets: one row per pairing.

use super::{Figure, Report};

const COLUMNS: [&str; 28] = [
    "match",
    "a",
    "b",
    "games",
    "wins",
    "draws",
    "losses",
    "void",
    "score",
    "score_low",
    "score_high",
    "wilson_low",
    "wilson_high",
    "elo",
    "elo_low",
    "elo_high",
    "nelo",
    "nelo_low",
    "nelo_high",
    "los",
    "pairs_0",
    "pairs_half",
    "pairs_1",
    "pairs_3half",
    "pairs_2",
    "basis",
    "score_moving_first",
    "score_moving_second",
];

impl Report {
    /// The report as comma-separated values, as RFC 4180 has them; numbers that do not exist
    /// are empty, infinite ones are `inf` and `-inf`.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = COLUMNS.join(",") + "\r\n";
        for pairing in &self.pairings {
            let counts = pairing.counts;
            let mut cells = vec![
                self.digest.clone(),
                quoted(&pairing.a),
                quoted(&pairing.b),
                pairing.games.to_string(),
                counts.wins.to_string(),
                counts.draws.to_string(),
                counts.losses.to_string(),
                pairing.void.to_string(),
            ];
            cells.extend(figure(&pairing.score));
            cells.extend([number(pairing.wilson.low), number(pairing.wilson.high)]);
            cells.extend(figure(&pairing.elo));
            cells.extend(figure(&pairing.normalized_elo));
            cells.push(number(pairing.los));
            cells.extend(pairing.pairs.map(|count| count.to_string()));
            cells.push(pairing.basis.to_owned());
            cells.extend([
                number(pairing.moving_first.score),
                number(pairing.moving_second.score),
            ]);
            out += &cells.join(",");
            out += "\r\n";
        }
        out
    }
}

fn figure(figure: &Figure) -> [String; 3] {
    [figure.value, figure.low, figure.high].map(number)
}

pub(crate) fn number(number: f64) -> String {
    if number.is_nan() {
        String::new()
    } else {
        format!("{}", (number * 1e6).round() / 1e6)
    }
}

pub(crate) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
