//! What is known about a parameter, and what is said when it is misused.

use std::fmt;
use std::ops::RangeInclusive;

use super::suggest;
use super::value::{Kind, Misfit, ParamNumber, ParamValue};

/// The declaration of one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The group it belongs to.
    pub group: &'static str,
    /// Its name within the group.
    pub name: &'static str,
    /// What it means: the doc comment, its lines joined.
    pub doc: &'static str,
    /// What sort of values it has.
    pub kind: Kind,
    /// Its default, as text.
    pub default: String,
    /// Its range; every number has one.
    pub range: Option<Bounds>,
    /// The smallest change worth trying; a number without one is not for tuning.
    pub step: Option<f64>,
}

/// The range of a number, both ends included.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// The exact range, as `0..=5`.
    pub text: String,
    /// The least value, as near as an `f64` can tell.
    pub low: f64,
    /// The greatest value, as near as an `f64` can tell.
    pub high: f64,
}

impl Spec {
    /// A parameter of type `T` without range and step.
    #[must_use]
    pub fn new<T: ParamValue>(
        group: &'static str,
        name: &'static str,
        doc: &'static str,
        default: T,
    ) -> Self {
        let (kind, default) = (T::KIND, default.text());
        Self {
            group,
            name,
            doc,
            kind,
            default,
            range: None,
            step: None,
        }
    }

    /// The same parameter with a range.
    #[must_use]
    pub fn with_range<T: ParamNumber>(self, range: &RangeInclusive<T>) -> Self {
        let (low, high) = (*range.start(), *range.end());
        let text = format!("{}..={}", low.text(), high.text());
        Self {
            range: Some(Bounds {
                text,
                low: decimal(low),
                high: decimal(high),
            }),
            ..self
        }
    }

    /// The same parameter with a tuning step.
    #[must_use]
    pub fn with_step<T: ParamNumber>(self, step: T) -> Self {
        Self {
            step: Some(decimal(step)),
            ..self
        }
    }

    /// The full name: `search.exploration`.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}.{}", self.group, self.name)
    }

    /// Its line in the reference page.
    pub(super) fn markdown_row(&self) -> String {
        let code = |text: &str| format!("`{text}`");
        let choices = self.kind.choices();
        let words: Vec<String> = choices.iter().map(|choice| code(choice.name)).collect();
        let range = self
            .range
            .as_ref()
            .map_or(words.join(", "), |range| code(&range.text));
        let step = self
            .step
            .map_or(String::new(), |step| code(&step.to_string()));
        let mut doc = self.doc.to_owned();
        for choice in choices {
            doc += &format!("<br>`{}`: {}", choice.name, choice.doc);
        }
        format!(
            "| `{}` | {} | `{}` | {range} | {step} | {} |\n",
            self.key(),
            self.kind.name(),
            self.default,
            doc.replace('|', "\\|"),
        )
    }
}

/// The `f64` nearest to the decimal text of a number: 0.1 also for the `f32` 0.1.
fn decimal<T: ParamNumber>(number: T) -> f64 {
    number
        .text()
        .parse()
        .expect("the text of a number is a number")
}

/// Why an assignment was refused: one line that says what and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamError {
    /// No parameter has this full name.
    Unknown {
        /// The full name, as given.
        key: String,
        /// A nearby name, or the names there are.
        help: String,
    },
    /// The parameter cannot have this value.
    Refused {
        /// The full name.
        key: String,
        /// What is wrong with the value.
        why: String,
    },
    /// The text has no `=`.
    NotAnAssignment {
        /// The text, as given.
        text: String,
    },
}

impl ParamError {
    /// The error for setting `group.name`, where `group` has the parameters `specs`.
    pub(super) fn new(group: &str, specs: &[Spec], name: &str, text: &str, misfit: Misfit) -> Self {
        let key = format!("{group}.{name}");
        let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
            let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
            let help = match suggest(name, names.iter().copied()) {
                Some(near) => did_you_mean(&format!("{group}.{near}")),
                None => format!("{group:?} has {}", names.join(", ")),
            };
            return Self::Unknown { key, help };
        };
        let range = spec.range.as_ref().map_or("its type", |range| &range.text);
        let why = match (misfit, spec.kind) {
            (Misfit::Range, _) => format!("{text} is outside {range}"),
            (_, Kind::Bool) => format!("{text:?} is neither true nor false"),
            (_, Kind::Int(_)) => format!("{text:?} is not a whole number"),
            (_, Kind::Text(kind)) => (kind.complain)(text),
            (_, Kind::Float(_)) => format!("{text:?} is not a finite number"),
            (_, Kind::Choice(choices)) => {
                let words: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
                match suggest(text, words.iter().copied()) {
                    Some(near) => format!("{text:?} is no choice, {}", did_you_mean(near)),
                    None => format!("{text:?} is none of {}", words.join(", ")),
                }
            }
        };
        Self::Refused { key, why }
    }

    /// The error for a `key` outside every group.
    pub(super) fn unknown_group(key: &str, specs: &[&Spec]) -> Self {
        let keys: Vec<String> = specs.iter().map(|spec| spec.key()).collect();
        let forgotten = || {
            specs
                .iter()
                .find(|spec| spec.name == key)
                .map(|spec| spec.key())
        };
        let near = suggest(key, keys.iter().map(String::as_str)).map(str::to_owned);
        let help = near.or_else(forgotten).map_or_else(
            || {
                let mut groups: Vec<&str> = specs.iter().map(|spec| spec.group).collect();
                groups.dedup();
                format!("the groups are {}", groups.join(", "))
            },
            |key| did_you_mean(&key),
        );
        Self::Unknown {
            key: key.to_owned(),
            help,
        }
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean {name:?}?")
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { key, help } => write!(f, "unknown parameter {key:?}, {help}"),
            Self::Refused { key, why } => write!(f, "{key}: {why}"),
            Self::NotAnAssignment { text } => write!(f, "{text:?} is not of the form key=value"),
        }
    }
}

impl std::error::Error for ParamError {}
