//! Plots as SVG: curves with error bars, rows with error bars, bars.
//!
//! Made to be read by everybody and to last: text and shapes only, no script, no font or style
//! from elsewhere. A series is told by its colour (Okabe and Ito's palette, which people with
//! any of the usual kinds of colour blindness can tell apart), by the shape of its marker and
//! by the dashes of its line. The picture has a title and a description for screen readers,
//! every point says its numbers when it is pointed at, and whoever puts a plot on a page puts
//! its numbers beside it as a table.

mod bars;
mod curve;
mod rows;
mod scale;
mod svg;

pub use bars::Bars;
pub use curve::Curve;
pub use rows::Rows;
pub(crate) use svg::escaped;

/// A value with its interval at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Where: a number on the axis, or the number of the row.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The interval, if there is one.
    pub interval: Option<(f64, f64)>,
    /// What it says when it is pointed at.
    pub label: String,
}

/// Points that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A value that others are compared with: a line across the plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// The value.
    pub value: f64,
    /// What it is.
    pub label: String,
}

/// The colours of Okabe and Ito, those with the most contrast on white first.
const COLOURS: [&str; 6] = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00",
];
/// The dashes of lines, in the same order.
const DASHES: [&str; 6] = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 2"];

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style(usize);

impl Style {
    /// That of the series with this number.
    const fn of(series: usize) -> Self {
        Self(series % COLOURS.len())
    }

    const fn colour(self) -> &'static str {
        COLOURS[self.0]
    }

    const fn dashes(self) -> &'static str {
        DASHES[self.0]
    }

    /// The marker at a place.
    fn marker(self, x: f64, y: f64) -> String {
        let colour = self.colour();
        let path = |shape: &str| {
            format!(
                "<path transform=\"translate({x:.1} {y:.1})\" d=\"{shape}\" fill=\"{colour}\"/>"
            )
        };
        match self.0 {
            0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{colour}\"/>"),
            1 => path("M-4 -4H4V4H-4Z"),
            2 => path("M0 -5.5L5 4H-5Z"),
            3 => path("M0 -6L5 0L0 6L-5 0Z"),
            4 => path("M0 5.5L5 -4H-5Z"),
            _ => path("M-5 -2H-2V-5H2V-2H5V2H2V5H-2V2H-5Z"),
        }
    }
}
