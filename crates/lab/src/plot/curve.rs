//! Values over a numeric axis.

use std::fmt::Write as _;

use super::scale::Scale;
use super::svg::{AXIS, Anchor, GRID, MARK, Picture, error_bar, stroke};
use super::{Mark, Point, Series, Style};

/// A plot of one or more series over a numeric axis, the points of a series joined by lines.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Curve {
    /// What it shows.
    pub title: String,
    /// What the horizontal axis is.
    pub x: String,
    /// What the vertical axis is.
    pub y: String,
    /// What is drawn.
    pub series: Vec<Series>,
    /// Values to compare with.
    pub marks: Vec<Mark>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 20.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = HEIGHT - 50.0;
/// More points than this are drawn as a band and a line without markers.
const MOST_MARKERS: usize = 40;

impl Curve {
    /// The plot as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Scale::around(points().map(|point| point.x), LEFT, RIGHT);
        let ends = points().flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [low, point.y, high]
        });
        let marks = self.marks.iter().map(|mark| mark.value);
        let y = Scale::around(ends.chain(marks), BOTTOM, TOP);
        let description = format!("{} over {}; the numbers stand in a table", self.y, self.x);
        let mut picture = Picture::new(WIDTH, HEIGHT, &self.title, &description);
        let bold = "font-weight=\"bold\" font-size=\"15\"";
        picture.styled_text((LEFT, 22.0), Anchor::Start, bold, &self.title);
        picture.legend((LEFT + 10.0, 46.0), &self.series, true);
        for (value, text) in y.ticks() {
            let at = y.place(value);
            picture.line((LEFT, at), (RIGHT, at), GRID);
            picture.text((LEFT - 8.0, at + 4.0), Anchor::End, &text);
        }
        for (value, text) in x.ticks() {
            let at = x.place(value);
            picture.line((at, BOTTOM), (at, BOTTOM + 5.0), AXIS);
            picture.text((at, BOTTOM + 20.0), Anchor::Middle, &text);
        }
        for mark in &self.marks {
            let at = y.place(mark.value);
            picture.line((LEFT, at), (RIGHT, at), MARK);
            picture.text((RIGHT - 4.0, at - 5.0), Anchor::End, &mark.label);
        }
        picture.line((LEFT, BOTTOM), (RIGHT, BOTTOM), AXIS);
        picture.line((LEFT, TOP), (LEFT, BOTTOM), AXIS);
        let middle = f64::midpoint(LEFT, RIGHT);
        picture.text((middle, HEIGHT - 10.0), Anchor::Middle, &self.x);
        let upright = format!(
            "transform=\"rotate(-90 16 {})\"",
            f64::midpoint(TOP, BOTTOM)
        );
        let centre = (16.0, f64::midpoint(TOP, BOTTOM));
        picture.styled_text(centre, Anchor::Middle, &upright, &self.y);
        for (i, series) in self.series.iter().enumerate() {
            draw(&mut picture, Style::of(i), series, &x, &y);
        }
        picture.finished()
    }
}

fn draw(picture: &mut Picture, style: Style, series: &Series, x: &Scale, y: &Scale) {
    let place = |point: &Point| (x.place(point.x), y.place(point.y));
    let shown: Vec<&Point> = series.points.iter().filter(|p| p.y.is_finite()).collect();
    let dense = shown.len() > MOST_MARKERS;
    if dense {
        picture.raw(&band(style, &shown, x, y));
    }
    let mut path = String::new();
    for point in &shown {
        let (px, py) = place(point);
        let _ = write!(
            path,
            "{}{px:.1} {py:.1}",
            if path.is_empty() { "M" } else { "L" }
        );
    }
    picture.piece(
        &series.name,
        &format!("<path d=\"{path}\" {}/>", stroke(style)),
    );
    if dense {
        return;
    }
    for point in shown {
        let (px, py) = place(point);
        let bar = point
            .interval
            .map(|(low, high)| error_bar(style, (px, y.place(low)), (px, y.place(high))));
        let shapes = bar.unwrap_or_default() + &style.marker(px, py);
        picture.piece(&point.label, &shapes);
    }
}

/// The intervals of many points as one area.
fn band(style: Style, points: &[&Point], x: &Scale, y: &Scale) -> String {
    let ends = |point: &&&Point| point.interval.is_some();
    let mut path = String::new();
    let with: Vec<&&Point> = points.iter().filter(ends).collect();
    let upper = with.iter().map(|p| (p.x, p.interval.map_or(p.y, |i| i.1)));
    let lower = with
        .iter()
        .rev()
        .map(|p| (p.x, p.interval.map_or(p.y, |i| i.0)));
    for (px, py) in upper.chain(lower) {
        let start = if path.is_empty() { "M" } else { "L" };
        let _ = write!(path, "{start}{:.1} {:.1}", x.place(px), y.place(py));
    }
    format!(
        "<path d=\"{path}Z\" fill=\"{}\" fill-opacity=\"0.15\"/>",
        style.colour()
    )
}
