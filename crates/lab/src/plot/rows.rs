//! Values of named things, one below the other.

use super::scale::Scale;
use super::svg::{AXIS, Anchor, GRID, MARK, Picture, error_bar};
use super::{Mark, Series, Style};

/// A plot of named rows: the name on the left, the values of all series beside it with their
/// intervals. `x` of a point is the number of its row.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Rows {
    /// What it shows.
    pub title: String,
    /// What the values are.
    pub values: String,
    /// The names of the rows.
    pub names: Vec<String>,
    /// What is drawn.
    pub series: Vec<Series>,
    /// Values to compare with.
    pub marks: Vec<Mark>,
}

const WIDTH: f64 = 760.0;
const TOP: f64 = 66.0;
const FOOT: f64 = 52.0;
/// Between two series of a row.
const STEP: f64 = 14.0;
/// About the width of a letter.
const LETTER: f64 = 7.2;
const LONGEST: usize = 44;

impl Rows {
    /// The plot as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let longest = self.names.iter().map(|name| name.chars().count()).max();
        let left = 24.0 + LETTER * longest.unwrap_or(0).min(LONGEST) as f64;
        let right = WIDTH - 24.0;
        let row_height = STEP * self.series.len().max(1) as f64 + 10.0;
        let bottom = TOP + row_height * self.names.len() as f64;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let ends = points().flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [low, point.y, high]
        });
        let marks = self.marks.iter().map(|mark| mark.value);
        let x = Scale::around(ends.chain(marks), left, right);
        let description = format!(
            "{} of {} rows; the numbers stand in a table",
            self.values,
            self.names.len()
        );
        let mut picture = Picture::new(WIDTH, bottom + FOOT, &self.title, &description);
        let bold = "font-weight=\"bold\" font-size=\"15\"";
        picture.styled_text((16.0, 22.0), Anchor::Start, bold, &self.title);
        picture.legend((26.0, 46.0), &self.series, false);
        for (value, text) in x.ticks() {
            let at = x.place(value);
            picture.line((at, TOP), (at, bottom), GRID);
            picture.text((at, bottom + 18.0), Anchor::Middle, &text);
        }
        for mark in &self.marks {
            let at = x.place(mark.value);
            picture.line((at, TOP - 4.0), (at, bottom), MARK);
            picture.text((at, TOP - 8.0), Anchor::Middle, &mark.label);
        }
        picture.line((left, bottom), (right, bottom), AXIS);
        picture.text(
            (f64::midpoint(left, right), bottom + 40.0),
            Anchor::Middle,
            &self.values,
        );
        for (i, name) in self.names.iter().enumerate() {
            let middle = TOP + row_height * (i as f64 + 0.5);
            picture.text((left - 10.0, middle + 4.0), Anchor::End, &shortened(name));
        }
        for (i, series) in self.series.iter().enumerate() {
            let style = Style::of(i);
            for point in series.points.iter().filter(|point| point.y.is_finite()) {
                let y = TOP + row_height * point.x + 5.0 + STEP * (i as f64 + 0.5);
                let bar = point
                    .interval
                    .map(|(low, high)| error_bar(style, (x.place(low), y), (x.place(high), y)));
                let shapes = bar.unwrap_or_default() + &style.marker(x.place(point.y), y);
                picture.piece(&point.label, &shapes);
            }
        }
        picture.finished()
    }
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}
