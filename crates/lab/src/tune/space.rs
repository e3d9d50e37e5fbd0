//! The parameters that are tuned, and the cube of their values.

use serde::{Deserialize, Serialize};
use tewari_base::params::{Kind, ParamSet};
use tewari_engine::Params;

use crate::error::{LabError, config};

/// A parameter and the range in which it is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name, such as `search.exploration`.
    pub key: String,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// Where to begin.
    pub start: f64,
    /// Whether it takes whole numbers only.
    pub whole: bool,
}

impl Parameter {
    /// A parameter by its name. Without a range its declared one is used; without a start its
    /// value in `params`.
    ///
    /// # Errors
    /// When it is no number, has no range, or the range makes no sense.
    pub fn new(
        key: &str,
        range: Option<(f64, f64)>,
        start: Option<f64>,
        params: &Params,
    ) -> Result<Self, LabError> {
        let wrong = |why: String| config(format!("parameter {key}: {why}"));
        let specs = params.specs();
        let Some(spec) = specs.iter().find(|spec| spec.key() == key) else {
            // The message has a suggestion.
            let error = Params::default().set(key, "0").err();
            let why = error.map_or_else(|| "unknown".to_owned(), |error| error.to_string());
            return Err(config(why));
        };
        if !spec.kind.is_number() {
            return Err(wrong("only numbers can be tuned".to_owned()));
        }
        let declared = spec.range.as_ref().map(|bounds| (bounds.low, bounds.high));
        let Some((low, high)) = range.or(declared) else {
            return Err(wrong("a range is needed, low and high".to_owned()));
        };
        let now = params.get(key).and_then(|text| text.parse().ok());
        if !(low < high && low.is_finite() && high.is_finite()) {
            return Err(wrong(format!("{low} to {high} is no range")));
        }
        let start = start.or(now).unwrap_or(low).clamp(low, high);
        let parameter = Self {
            key: key.to_owned(),
            low,
            high,
            start,
            whole: !matches!(spec.kind, Kind::Float(_)),
        };
        for end in [0.0, 1.0] {
            let text = parameter.text(end);
            Params::default()
                .set(key, &text)
                .map_err(|error| config(error.to_string()))?;
        }
        Ok(parameter)
    }

    /// The value at a place between 0 and 1.
    #[must_use]
    pub fn value(&self, place: f64) -> f64 {
        let value = self.low + place.clamp(0.0, 1.0) * (self.high - self.low);
        if self.whole { value.round() } else { value }
    }

    /// The same as a setting: six digits are enough for everybody.
    #[must_use]
    pub fn text(&self, place: f64) -> String {
        let value = self.value(place);
        if self.whole {
            return format!("{value}");
        }
        let text = format!("{value:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// The place of a value.
    fn place(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// All parameters that are tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Space(pub Vec<Parameter>);

impl Space {
    /// How many there are.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.0.len()
    }

    /// Where to begin.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        let place = |parameter: &Parameter| parameter.place(parameter.start);
        self.0.iter().map(place).collect()
    }

    /// The settings at a point.
    pub fn settings<'a>(&'a self, point: &'a [f64]) -> impl Iterator<Item = (&'a str, String)> {
        self.0
            .iter()
            .zip(point)
            .map(|(parameter, &place)| (parameter.key.as_str(), parameter.text(place)))
    }
}
