//! Counts of named things.

use super::Style;
use super::scale::Scale;
use super::svg::{AXIS, Anchor, Picture};

/// A plot of counts: one bar below the other, each with its number.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Bars {
    /// What it shows.
    pub title: String,
    /// The names and their counts.
    pub bars: Vec<(String, f64)>,
}

const WIDTH: f64 = 760.0;
const TOP: f64 = 36.0;
const STEP: f64 = 26.0;
const LETTER: f64 = 7.2;
/// For the number behind the bar.
const NUMBER: f64 = 60.0;

impl Bars {
    /// The plot as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let longest = self.bars.iter().map(|(name, _)| name.chars().count()).max();
        let left = 24.0 + LETTER * longest.unwrap_or(0) as f64;
        let bottom = TOP + STEP * self.bars.len() as f64;
        let values = self.bars.iter().map(|(_, value)| *value);
        let x = Scale::around(values.chain([0.0]), left, WIDTH - NUMBER);
        let description = format!("{} bars; the numbers stand in a table", self.bars.len());
        let mut picture = Picture::new(WIDTH, bottom + 12.0, &self.title, &description);
        let bold = "font-weight=\"bold\" font-size=\"15\"";
        picture.styled_text((16.0, 22.0), Anchor::Start, bold, &self.title);
        for (i, (name, value)) in self.bars.iter().enumerate() {
            let y = TOP + STEP * i as f64;
            let end = x.place(*value);
            picture.text((left - 10.0, y + 17.0), Anchor::End, name);
            let bar = format!(
                "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{}\" fill=\"{}\"/>",
                y + 4.0,
                end - left,
                STEP - 8.0,
                Style::of(0).colour()
            );
            picture.piece(&format!("{name}: {value}"), &bar);
            picture.text((end + 6.0, y + 17.0), Anchor::Start, &format!("{value}"));
        }
        picture.line((left, TOP), (left, bottom), AXIS);
        picture.finished()
    }
}
