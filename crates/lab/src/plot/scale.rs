//! From values to places.

/// An axis from `low` to `high` in values and from `start` to `end` in places.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
    /// Between two ticks; both ends are multiples of it.
    step: f64,
}

impl Scale {
    /// An axis on which all these values find their place, with round ends. Values that are
    /// not finite are left out.
    pub(super) fn around(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            let margin = (low.abs() * 0.1).max(0.5);
            (low, high) = (low - margin, high + margin);
        }
        let step = step(high - low);
        Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            start,
            end,
            step,
        }
    }

    /// The place of a value; those outside are put at the end.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.start + share * (self.end - self.start)
    }

    /// Round values along the axis with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let step = self.step;
        let digits = (-libm::log10(step).floor()).max(0.0) as usize;
        let count = ((self.high - self.low) / step).round() as usize;
        let first = (self.low / step).round();
        (0..=count)
            .map(|i| {
                let value = (first + i as f64) * step;
                (value, format!("{value:.digits$}"))
            })
            .collect()
    }
}

/// A step of 1, 2 or 5 times a power of ten that divides a width into four to ten parts.
fn step(width: f64) -> f64 {
    let rough = width / 5.0;
    let power = libm::pow(10.0, libm::log10(rough).floor());
    let times = match rough / power {
        x if x < 1.5 => 1.0,
        x if x < 3.5 => 2.0,
        x if x < 7.5 => 5.0,
        _ => 10.0,
    };
    times * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(values: &[f64]) -> Vec<String> {
        let scale = Scale::around(values.iter().copied(), 0.0, 100.0);
        scale.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(
            ticks(&[0.0, 1.0]),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(ticks(&[31.0, 69.0]), ["30", "40", "50", "60", "70"]);
        assert_eq!(
            ticks(&[-150.0, 90.0, f64::INFINITY]),
            ["-150", "-100", "-50", "0", "50", "100"]
        );
        let wide = ticks(&[18.8, 86.2]);
        assert_eq!(
            (wide[0].as_str(), wide.len()),
            ("10", 9),
            "both ends are ticks"
        );
        assert_eq!(ticks(&[]).len(), 6);
        assert!(ticks(&[7.0]).len() > 2);
    }

    #[test]
    fn places_grow_with_values_and_stay_inside() {
        let scale = Scale::around([0.0, 10.0].into_iter(), 200.0, 100.0);
        assert_eq!(scale.place(0.0), 200.0);
        assert_eq!(scale.place(5.0), 150.0);
        assert_eq!(scale.place(f64::INFINITY), 100.0);
        assert_eq!(scale.place(-3.0), 200.0);
    }
}
