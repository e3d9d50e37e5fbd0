//! The sequential test of a match.

use serde::{Deserialize, Serialize};
use tewari_base::params::suggest;
use tewari_base::stats::{EloModel, Sprt};

use crate::error::{LabError, config};

/// The hypotheses of a sequential test, see [`Sprt`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtConfig {
    /// The lower hypothesis, in Elo.
    pub elo0: f64,
    /// The upper hypothesis, in Elo.
    pub elo1: f64,
    /// Probability of accepting the upper hypothesis wrongly.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Probability of accepting the lower hypothesis wrongly.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// The kind of Elo.
    #[serde(default)]
    pub model: Model,
}

/// The kind of Elo that hypotheses are stated in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Elo of the score.
    #[default]
    Logistic,
    /// Elo per standard deviation of a game.
    Normalized,
}

const fn five_percent() -> f64 {
    0.05
}

impl SprtConfig {
    /// Reads a test from one line: `ELO0,ELO1`, and after them perhaps `alpha=…`, `beta=…` and
    /// `model=logistic` or `model=normalized`.
    ///
    /// ```
    /// use tewari_lab::config::SprtConfig;
    /// let test = SprtConfig::parse("0,10,alpha=0.1").unwrap();
    /// assert_eq!((test.elo0, test.elo1, test.alpha, test.beta), (0.0, 10.0, 0.1, 0.05));
    /// ```
    ///
    /// # Errors
    /// When it is not of this form.
    pub fn parse(text: &str) -> Result<Self, LabError> {
        let mut parts = text.split(',').map(str::trim);
        let mut elo = || parts.next().and_then(number);
        let (Some(elo0), Some(elo1)) = (elo(), elo()) else {
            return Err(config(format!(
                "sprt: {text:?} does not begin with two numbers, 0,10"
            )));
        };
        let rate = five_percent();
        let mut test = Self {
            elo0,
            elo1,
            alpha: rate,
            beta: rate,
            model: Model::Logistic,
        };
        for part in parts {
            let wrong = || config(format!("sprt: {part:?} makes no sense"));
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            match key.trim() {
                "alpha" => test.alpha = number(value).ok_or_else(wrong)?,
                "beta" => test.beta = number(value).ok_or_else(wrong)?,
                "model" => {
                    test.model = match value.trim() {
                        "logistic" => Model::Logistic,
                        "normalized" | "normalised" => Model::Normalized,
                        _ => return Err(wrong()),
                    }
                }
                key => {
                    let near = suggest(key, ["alpha", "beta", "model"]);
                    let help = near.map_or_else(
                        || "known are alpha, beta and model".to_owned(),
                        |near| format!("did you mean {near:?}?"),
                    );
                    return Err(config(format!("sprt: unknown key {key:?}, {help}")));
                }
            }
        }
        Sprt::from(test)
            .check()
            .map_err(|why| config(format!("sprt: {why}")))?;
        Ok(test)
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

impl From<SprtConfig> for Sprt {
    fn from(test: SprtConfig) -> Self {
        let SprtConfig {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        } = test;
        let model = match model {
            Model::Logistic => EloModel::Logistic,
            Model::Normalized => EloModel::Normalized,
        };
        Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_in_one_line() {
        let test = SprtConfig::parse(" -5 , 5.5, beta=0.2, model=normalised").unwrap();
        assert_eq!((test.elo0, test.elo1, test.beta), (-5.0, 5.5, 0.2));
        assert_eq!(test.model, Model::Normalized);
        for (text, part) in [
            ("", "two numbers"),
            ("0", "two numbers"),
            ("0,x", "two numbers"),
            ("5,0", "elo0 must be less"),
            ("0,5,gamma=1", "known are alpha"),
            ("0,5,alpa=1", "did you mean \"alpha\""),
            ("0,5,alpha", "makes no sense"),
            ("0,5,alpha=2", "between 0 and 1"),
            ("0,5,model=x", "makes no sense"),
        ] {
            let error = SprtConfig::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
