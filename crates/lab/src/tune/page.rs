//! A tuning run as an HTML page.

use tewari_base::stats::Wdl;

use super::config::Method;
use super::regression::Local;
use super::{Tuner, spsa};
use crate::page::{Page, cells};
use crate::plot::{Curve, Point, Series};

/// Points of a fitted curve.
const STEPS: u32 = 30;
/// Groups in which results are shown.
const GROUPS: usize = 10;
/// Points of a path.
const PATH: usize = 200;

impl Tuner {
    /// What came out, as a page that needs nothing but itself.
    #[must_use]
    pub fn html(&self) -> String {
        let config = self.config();
        let title = format!(
            "Tuning by {}: {}",
            config.method.name(),
            config.trial.board.title()
        );
        let mut page = Page::new(&title);
        page.code(&self.text());
        for i in 0..config.space.dimensions() {
            let (curve, table) = match config.method {
                Method::Spsa => self.path_curve(i),
                Method::Regression => self.rate_curve(i),
            };
            page.picture(&curve.svg());
            page.table(&curve.title, &table);
        }
        page.finished()
    }

    /// How a value moved.
    fn path_curve(&self, i: usize) -> (Curve, Vec<Vec<String>>) {
        let config = self.config();
        let parameter = &config.space.0[i];
        let path = spsa::path(&config.space, self.trials(), config.trials);
        let every = path.len().div_ceil(PATH).max(1);
        let points: Vec<Point> = path
            .iter()
            .enumerate()
            .step_by(every)
            .map(|(k, point)| {
                let value = parameter.value(point[i]);
                Point {
                    x: k as f64,
                    y: value,
                    interval: None,
                    label: format!("after {k} trials: {value:.4}"),
                }
            })
            .collect();
        let mut rows = vec![cells(["trials", &parameter.key])];
        let step = points.len().div_ceil(GROUPS).max(1);
        rows.extend(
            points
                .iter()
                .step_by(step)
                .map(|point| vec![point.x.to_string(), format!("{:.4}", point.y)]),
        );
        let curve = Curve {
            title: format!("{} by trials", parameter.key),
            x: "trials".to_owned(),
            y: parameter.key.clone(),
            series: vec![Series {
                name: parameter.key.clone(),
                points,
            }],
            marks: Vec::new(),
        };
        (curve, rows)
    }

    /// The fitted winning rate along one parameter, the others at their best, and the results
    /// of all candidates in groups.
    fn rate_curve(&self, i: usize) -> (Curve, Vec<Vec<String>>) {
        let config = self.config();
        let parameter = &config.space.0[i];
        let local = Local::of(self.trials(), config.space.dimensions());
        let best = self.best().point;
        let fitted = (0..=STEPS).map(|step| {
            let mut point = best.clone();
            point[i] = f64::from(step) / f64::from(STEPS);
            let score = local.score(&point);
            let x = parameter.value(point[i]);
            Point {
                x,
                y: 100.0 * score.value,
                interval: Some((100.0 * score.interval.low, 100.0 * score.interval.high)),
                label: format!("fitted at {x:.4}: {:.1}%", 100.0 * score.value),
            }
        });
        let mut groups = vec![(0.0, Wdl::default()); GROUPS];
        for trial in self.trials() {
            let group = ((trial.candidate[i] * GROUPS as f64) as usize).min(GROUPS - 1);
            groups[group].0 += trial.games() as f64 * parameter.value(trial.candidate[i]);
            groups[group].1 += trial.wdl();
        }
        let mut rows = vec![cells([&parameter.key, "games", "score", "95%"])];
        let mut played = Vec::new();
        for (sum, games) in groups.iter().filter(|(_, games)| games.games() > 0) {
            let estimate = games.interval().map(|share| 100.0 * share);
            let x = sum / games.games() as f64;
            let range = format!(
                "{:.1} to {:.1}",
                estimate.interval.low, estimate.interval.high
            );
            rows.push(vec![
                format!("{x:.4}"),
                games.games().to_string(),
                format!("{:.1}%", estimate.value),
                range,
            ]);
            played.push(Point {
                x,
                y: estimate.value,
                interval: Some((estimate.interval.low, estimate.interval.high)),
                label: format!("played near {x:.4}: {:.1}%", estimate.value),
            });
        }
        let curve = Curve {
            title: format!("Score by {}", parameter.key),
            x: parameter.key.clone(),
            y: "score in %".to_owned(),
            series: vec![
                Series {
                    name: "fitted, weighted towards the best".to_owned(),
                    points: fitted.collect(),
                },
                Series {
                    name: "played, in groups".to_owned(),
                    points: played,
                },
            ],
            marks: Vec::new(),
        };
        (curve, rows)
    }
}
