//! The report on a match as an HTML page.

use tewari_base::stats::{PairScore, Pairs, Sprt, Wdl};

use super::text::{percent, signed};
use super::{Figure, PairingReport, Report};
use crate::config::{MatchConfig, PlayerKind};
use crate::page::{Page, cells};
use crate::plot::{Bars, Curve, Mark, Point, Rows, Series};
use crate::record::Session;
use crate::tally::Summary;

/// Curves have about so many points.
const POINTS: usize = 240;
/// More pairings than this get no curves of their own.
const MOST_CURVES: usize = 6;

impl Report {
    /// The report as a page that needs nothing but itself: plots, and their numbers as tables.
    /// `games` are those of the match, `sessions` the runs that played them.
    #[must_use]
    pub fn html(&self, config: &MatchConfig, games: &[Summary], sessions: &[Session]) -> String {
        let mut games: Vec<&Summary> = games.iter().collect();
        games.sort_by_key(|game| game.id);
        let mut page = Page::new(&format!("Match: {}", self.title));
        page.text(&format!(
            "{} of {} games, seed {}, match {}. Intervals are 95%.",
            self.games, self.wanted, self.seed, self.digest
        ));
        page.picture(&self.score_plot().svg());
        page.table(
            "Scores, from the point of view of the player named first",
            &self.score_table(),
        );
        if !self.ratings.is_empty() {
            page.picture(&self.rating_plot().svg());
            page.table("Ratings (Bradley and Terry)", &self.rating_cells());
        }
        if self.pairings.len() <= MOST_CURVES {
            for (i, pairing) in self.pairings.iter().enumerate() {
                page.picture(&score_curve(pairing, i, &games).svg());
            }
        }
        if let Some(curve) = self.llr_curve(config, &games) {
            page.picture(&curve.svg());
        }
        page.table("By side", &self.side_cells());
        let ends: Vec<(String, f64)> = self
            .ends
            .iter()
            .map(|(end, &count)| ((*end).to_owned(), count as f64))
            .collect();
        let title = "How games ended".to_owned();
        let mut rows = vec![cells(["end", "games"])];
        rows.extend(
            ends.iter()
                .map(|(end, count)| vec![end.clone(), count.to_string()]),
        );
        page.picture(&Bars { title, bars: ends }.svg());
        page.table("How games ended", &rows);
        self.trouble(&mut page);
        players(&mut page, config);
        page.heading("Played by");
        for session in sessions {
            page.code(&format!(
                "{}\n{} {} ({}), {}, {} at a time",
                session.command,
                session.started,
                session.version,
                session.commit,
                session.cpu.as_deref().unwrap_or(&session.os),
                session.concurrency
            ));
        }
        page.finished()
    }

    fn score_plot(&self) -> Rows {
        let points = self.pairings.iter().zip(0u32..).map(|(pairing, i)| {
            let score = pairing.score;
            Point {
                x: f64::from(i),
                y: 100.0 * score.value,
                interval: Some((100.0 * score.low, 100.0 * score.high)),
                label: format!("{}: {}", title(pairing), shares(&score)),
            }
        });
        Rows {
            title: "Scores".to_owned(),
            values: "score in %".to_owned(),
            names: self.pairings.iter().map(title).collect(),
            series: vec![Series {
                name: "score of the first".to_owned(),
                points: points.collect(),
            }],
            marks: vec![Mark {
                value: 50.0,
                label: "even".to_owned(),
            }],
        }
    }

    fn score_table(&self) -> Vec<Vec<String>> {
        let head = [
            "players", "games", "won", "drawn", "lost", "score", "95%", "Elo", "95%", "LOS",
        ];
        let mut rows = vec![cells(head)];
        for pairing in &self.pairings {
            let counts = pairing.counts;
            let (score, elo) = (&pairing.score, &pairing.elo);
            rows.push(vec![
                title(pairing),
                pairing.games.to_string(),
                counts.wins.to_string(),
                counts.draws.to_string(),
                counts.losses.to_string(),
                percent(score.value),
                format!("{} to {}", percent(score.low), percent(score.high)),
                signed(elo.value),
                format!("{} to {}", signed(elo.low), signed(elo.high)),
                percent(pairing.los),
            ]);
        }
        rows
    }

    fn rating_plot(&self) -> Rows {
        let points = self.ratings.iter().zip(0u32..).map(|(rating, i)| Point {
            x: f64::from(i),
            y: rating.elo.value,
            interval: Some((rating.elo.low, rating.elo.high)),
            label: format!("{}: {}", rating.name, signed(rating.elo.value)),
        });
        Rows {
            title: "Ratings".to_owned(),
            values: "Elo".to_owned(),
            names: self
                .ratings
                .iter()
                .map(|rating| rating.name.clone())
                .collect(),
            series: vec![Series {
                name: "Elo".to_owned(),
                points: points.collect(),
            }],
            marks: Vec::new(),
        }
    }

    fn rating_cells(&self) -> Vec<Vec<String>> {
        let mut rows = vec![cells(["player", "Elo", "95%", "score"])];
        rows.extend(self.ratings.iter().map(|rating| {
            vec![
                rating.name.clone(),
                signed(rating.elo.value),
                format!("{} to {}", signed(rating.elo.low), signed(rating.elo.high)),
                percent(rating.counts.score),
            ]
        }));
        rows
    }

    fn side_cells(&self) -> Vec<Vec<String>> {
        let [first, second] = self.sides.map(|side| format!("score as {side}"));
        let mut rows = vec![cells(["players", &first, &second])];
        rows.extend(self.pairings.iter().map(|pairing| {
            vec![
                title(pairing),
                percent(pairing.moving_first.score),
                percent(pairing.moving_second.score),
            ]
        }));
        rows
    }

    /// How the sequential test got on, over the pairs of the only pairing.
    fn llr_curve(&self, config: &MatchConfig, games: &[&Summary]) -> Option<Curve> {
        let (test, sprt) = (config.sprt?, self.sprt.as_ref()?);
        let judge = Sprt::from(test);
        let mut pairs = Pairs::default();
        let mut points = Vec::new();
        for legs in games.chunks_exact(2) {
            let [a, b] = legs else { continue };
            let (Some(first), Some(second)) = (a.result.first_score(), b.result.first_score())
            else {
                continue;
            };
            pairs.add(PairScore::of(first, second.other()));
            let llr = judge.judge_pairs(&pairs).llr;
            let x = pairs.count() as f64;
            points.push(Point {
                x,
                y: llr,
                interval: None,
                label: format!("after {x} pairs: {llr:.2}"),
            });
        }
        let bound = |value: f64, what: &str| Mark {
            value,
            label: format!("{what} ({value:.2})"),
        };
        Some(Curve {
            title: "Sequential test".to_owned(),
            x: "pairs".to_owned(),
            y: "LLR".to_owned(),
            series: vec![Series {
                name: format!("LLR of Elo {} against {}", test.elo1, test.elo0),
                points: thinned(points),
            }],
            marks: vec![
                bound(sprt.low, &format!("Elo {} accepted", test.elo0)),
                bound(sprt.high, &format!("Elo {} accepted", test.elo1)),
            ],
        })
    }

    fn trouble(&self, page: &mut Page) {
        if !self.failures.is_empty() {
            let mut rows = vec![cells(["player", "failure", "games"])];
            for (name, failures) in &self.failures {
                for (end, count) in failures {
                    rows.push(vec![name.clone(), (*end).to_owned(), count.to_string()]);
                }
            }
            page.table("Games lost by failing", &rows);
        }
        let [same, other, silent] = self.second_scorer;
        if same + other + silent > 0 {
            page.text(&format!(
                "Second scorer: {same} games the same, {other} different, {silent} without answer."
            ));
        }
        if !self.disputed.is_empty() {
            let games: Vec<String> = self.disputed.iter().map(u64::to_string).collect();
            page.text(&format!(
                "Games with a disputed result: {}.",
                games.join(", ")
            ));
        }
        if !self.duplicates.is_empty() {
            page.text(&format!(
                "{} games repeat an earlier one move for move: the intervals are too narrow.",
                self.duplicates.len()
            ));
        }
    }
}

fn title(pairing: &PairingReport) -> String {
    format!("{} - {}", pairing.a, pairing.b)
}

fn shares(figure: &Figure) -> String {
    let ends = (percent(figure.low), percent(figure.high));
    format!("{} ({} to {})", percent(figure.value), ends.0, ends.1)
}

/// The score after each game, with its interval.
fn score_curve(pairing: &PairingReport, number: usize, games: &[&Summary]) -> Curve {
    let mut so_far = Wdl::default();
    let mut points = Vec::new();
    for game in games.iter().filter(|game| game.id.pairing == number) {
        let Some(score) = game.result.first_score() else {
            continue;
        };
        so_far.add(if game.id.leg == 0 {
            score
        } else {
            score.other()
        });
        let estimate = so_far.interval();
        let (x, y) = (so_far.games() as f64, 100.0 * estimate.value);
        points.push(Point {
            x,
            y,
            interval: Some((
                100.0 * estimate.interval.low,
                100.0 * estimate.interval.high,
            )),
            label: format!("after {x} games: {y:.1}%"),
        });
    }
    Curve {
        title: format!("Score of {} against {}", pairing.a, pairing.b),
        x: "games".to_owned(),
        y: "score in %".to_owned(),
        series: vec![Series {
            name: "score so far, games taken as independent".to_owned(),
            points: thinned(points),
        }],
        marks: vec![Mark {
            value: 50.0,
            label: "even".to_owned(),
        }],
    }
}

/// Not more points than can be seen; the last one stays.
fn thinned(points: Vec<Point>) -> Vec<Point> {
    let last = points.len().saturating_sub(1);
    let every = points.len().div_ceil(POINTS).max(1);
    let kept = |i: usize| i.is_multiple_of(every) || i == last;
    points
        .into_iter()
        .enumerate()
        .filter_map(|(i, point)| kept(i).then_some(point))
        .collect()
}

fn players(page: &mut Page, config: &MatchConfig) {
    let mut rows = vec![cells(["player", "what it is"])];
    for player in &config.players {
        let what = match &player.kind {
            PlayerKind::BuiltIn(own) => {
                let set = own.set.iter().map(|(key, value)| format!("{key}={value}"));
                set.collect::<Vec<_>>().join(", ")
            }
            PlayerKind::External(program) => program.command.join(" "),
        };
        rows.push(vec![player.name.clone(), what]);
    }
    page.table("Players", &rows);
}
