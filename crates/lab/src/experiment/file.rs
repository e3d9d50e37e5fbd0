//! An experiment as a TOML file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tewari_base::stats::Z95;

use super::{Bar, Feature, RowOf, Yardstick};
use crate::config::{DefaultsTable, MatchTable, PlayerTable, Scalar, parse_toml};
use crate::report::Figure;

/// A published table or figure. Numbers are in the unit of the table, percent unless it says
/// otherwise.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is about, in a few words.
    pub title: String,
    /// Authors, title and number of the table or figure.
    pub source: String,
    /// What was done, and what our repetition does otherwise.
    pub about: String,
    /// What all rows wait for.
    #[serde(default)]
    pub waits: Vec<Feature>,
    /// What the numbers are.
    #[serde(default = "winning_rate")]
    pub quantity: String,
    /// What is measured in our games.
    #[serde(default)]
    pub measure: Yardstick,
    /// Whether the time that the player under test takes for a move is set beside its
    /// opponent's.
    #[serde(default)]
    pub times: bool,
    /// What `x` of the rows is; rows without one are drawn beside each other.
    #[serde(default)]
    pub x: Option<String>,
    /// Games of each row, as published.
    #[serde(default)]
    pub games: Option<u64>,
    /// `[match]`, as in a match file.
    #[serde(default, rename = "match")]
    pub table: MatchTable,
    /// `[defaults]`, as in a match file.
    #[serde(default)]
    pub defaults: DefaultsTable,
    /// The player under test, as in a match file; its name is that of the row.
    #[serde(default)]
    pub player: Option<PlayerTable>,
    /// Whom it plays.
    #[serde(default)]
    pub opponent: Option<PlayerTable>,
    /// The rows of the table, or points of the figure.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
    /// What it is said to show.
    #[serde(default, rename = "claim")]
    pub claims: Vec<Claim>,
}

fn winning_rate() -> String {
    "winning rate in %".to_owned()
}

/// A row of a table.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name, different from all others of the table.
    pub name: String,
    /// Which of several curves it belongs to.
    #[serde(default)]
    pub series: Option<String>,
    /// Its place on the axis.
    #[serde(default)]
    pub x: Option<f64>,
    /// Parameters of the player under test.
    #[serde(default)]
    pub set: BTreeMap<String, Scalar>,
    /// The row of another experiment whose average times by turn the player replays, as
    /// `EXPERIMENT: ROW`.
    #[serde(default)]
    pub distribution_of: Option<RowOf>,
    /// The row of another experiment that this one sums up; nothing is played then.
    #[serde(default)]
    pub of: Option<RowOf>,
    /// What that row is compared with.
    #[serde(default)]
    pub than: Option<Bar>,
    /// Keys of the opponent that differ in this row.
    #[serde(default)]
    pub opponent: Option<PlayerTable>,
    /// Keys of `[match]` that differ in this row.
    #[serde(default, rename = "match")]
    pub table: MatchTable,
    /// Games, where they differ from those of the table.
    #[serde(default)]
    pub games: Option<u64>,
    /// What this row waits for.
    #[serde(default)]
    pub waits: Vec<Feature>,
    /// The published number, if it is legible.
    #[serde(default)]
    pub published: Option<Published>,
    /// The published prediction rate of a player that ponders, in percent.
    #[serde(default)]
    pub prediction: Option<f64>,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
}

/// The parameter that a copied distribution of time becomes.
const STRATEGY: &str = "time.strategy";

impl Row {
    /// Whether the row says how its player spends its time.
    pub(super) fn has_strategy(&self) -> bool {
        self.set.contains_key(STRATEGY)
    }

    /// This row with a strategy for its player's time.
    pub(super) fn with_strategy(&self, strategy: String) -> Self {
        let mut row = self.clone();
        row.set.insert(STRATEGY.to_owned(), Scalar::Text(strategy));
        row
    }

    /// The rows of other experiments that this one needs.
    pub fn built_on(&self) -> impl Iterator<Item = &RowOf> {
        let bar = match &self.than {
            Some(Bar::Row(other)) => Some(other),
            _ => None,
        };
        self.distribution_of.iter().chain(&self.of).chain(bar)
    }

    /// What this row changes about the player.
    pub(super) fn player(&self) -> PlayerTable {
        PlayerTable {
            set: self.set.clone(),
            ..PlayerTable::default()
        }
    }
}

/// A published number: the value with `low` and `high`, or `error` (half of the 95% interval),
/// or `se` (one standard error), or nothing about its certainty.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a published number is a number or a table with value and low and high, error or se"
)]
pub enum Published {
    /// The value alone.
    Bare(f64),
    /// With the ends of its 95% interval.
    Interval {
        /// The value.
        value: f64,
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// With half of its 95% interval.
    Error {
        /// The value.
        value: f64,
        /// Half of the interval.
        error: f64,
    },
    /// With its standard error.
    Deviation {
        /// The value.
        value: f64,
        /// One standard error.
        se: f64,
    },
}

impl Published {
    /// The value and its 95% interval, if there is one.
    #[must_use]
    pub fn figure(self) -> Figure {
        let around = |value: f64, half: f64| Figure {
            value,
            low: value - half,
            high: value + half,
        };
        match self {
            Self::Bare(value) => Figure {
                value,
                low: f64::NAN,
                high: f64::NAN,
            },
            Self::Interval { value, low, high } => Figure { value, low, high },
            Self::Error { value, error } => around(value, error),
            Self::Deviation { value, se } => around(value, Z95 * se),
        }
    }
}

/// What a table is said to show about one row.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// In words.
    pub text: String,
    /// The row.
    pub row: String,
    /// How it compares.
    pub is: Relation,
    /// With what.
    pub than: Rival,
    /// For [`Relation::Near`]: how near.
    #[serde(default)]
    pub margin: Option<f64>,
}

/// How two figures compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The row has more.
    Above,
    /// The row has less.
    Below,
    /// They differ by less than the margin.
    Near,
}

/// What a row is compared with.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a claim compares with a number or the name of a row"
)]
pub enum Rival {
    /// A number.
    Number(f64),
    /// Another row.
    Row(String),
}

impl Experiment {
    /// Reads an experiment file and checks that it hangs together.
    ///
    /// # Errors
    /// With the line, or the row or claim, that is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let experiment: Self = parse_toml(text)?;
        experiment.check()?;
        Ok(experiment)
    }

    /// The number of equally strong players, if the table is about strength.
    #[must_use]
    pub fn even(&self) -> Option<f64> {
        match self.measure {
            Yardstick::Score if self.quantity.contains("winning rate") => Some(50.0),
            Yardstick::Elo => Some(0.0),
            _ => None,
        }
    }

    /// The row of this name.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    fn check(&self) -> Result<(), String> {
        if self.rows.is_empty() {
            return Err("an experiment without rows".to_owned());
        }
        for (i, row) in self.rows.iter().enumerate() {
            let earlier = &self.rows[..i];
            if earlier.iter().any(|other| other.name == row.name) {
                return Err(format!("two rows are called {:?}", row.name));
            }
            if earlier.iter().any(|other| other.slug() == row.slug()) {
                return Err(format!(
                    "the name of row {:?} is too much like another",
                    row.name
                ));
            }
            if row.x.is_some() != self.x.is_some() {
                return Err(format!("row {:?}: all rows have an x, or none", row.name));
            }
            let wrong = |what: &str| Err(format!("row {:?}: {what}", row.name));
            if row.of.is_some() != row.than.is_some() {
                return wrong("of and than belong together");
            }
            let says_more = !row.set.is_empty() || row.opponent.is_some();
            if row.of.is_some() && (says_more || row.distribution_of.is_some()) {
                return wrong("a row that sums up another one has no players");
            }
            if row.distribution_of.is_some() && row.has_strategy() {
                return wrong("distribution_of and time.strategy exclude each other");
            }
        }
        for claim in &self.claims {
            let wrong = |what: String| Err(format!("claim {:?}: {what}", claim.text));
            let names = match &claim.than {
                Rival::Row(other) => vec![&claim.row, other],
                Rival::Number(_) => vec![&claim.row],
            };
            if let Some(name) = names.into_iter().find(|name| self.row(name).is_none()) {
                return wrong(format!("there is no row {name:?}"));
            }
            if (claim.is == Relation::Near) != claim.margin.is_some() {
                return wrong("near, and only near, takes a margin".to_owned());
            }
        }
        Ok(())
    }
}

impl Row {
    /// The name as part of a file name.
    #[must_use]
    pub fn slug(&self) -> String {
        let series = self.series.as_deref().unwrap_or_default();
        let mut slug = String::new();
        for c in format!("{series} {}", self.name).trim().chars() {
            match c {
                c if c.is_ascii_alphanumeric() || c == '.' => slug.push(c.to_ascii_lowercase()),
                '+' => slug.push_str("plus"),
                '\u{2212}' => slug.push_str("minus"),
                _ if slug.ends_with('-') => {}
                _ => slug.push('-'),
            }
        }
        slug.trim_matches('-').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "title='t'\nsource='s'\nabout='a'\n[[row]]\nname='x = 1'\n";

    #[test]
    fn published_numbers_in_all_forms() {
        let text = format!(
            "{SMALL}published = 50\n[[row]]\nname='b'\npublished = {{value = 60, error = 4}}\n\
             [[row]]\nname='c'\npublished = {{value = 60, se = 2}}\n\
             [[row]]\nname='d'\npublished = {{value = 60.5, low = 58, high = 62}}\n"
        );
        let experiment = Experiment::parse(&text).unwrap();
        let figures: Vec<Figure> = experiment
            .rows
            .iter()
            .map(|row| row.published.unwrap().figure())
            .collect();
        assert!(figures[0].value == 50.0 && figures[0].low.is_nan());
        assert_eq!((figures[1].low, figures[1].high), (56.0, 64.0));
        assert!((figures[2].high - 63.92).abs() < 1e-3);
        assert_eq!((figures[3].low, figures[3].high), (58.0, 62.0));
        assert_eq!(experiment.rows[0].slug(), "x-1");
    }

    #[test]
    fn mistakes_are_named() {
        let claim = "[[claim]]\ntext='c'\nrow='x = 1'\n";
        for (text, part) in [
            (
                "title='t'\nsource='s'\nabout='a'\nrow=[]\n".to_owned(),
                "without rows",
            ),
            (
                format!("{SMALL}[[row]]\nname='x = 1'\n"),
                "two rows are called",
            ),
            (
                format!("{SMALL}[[row]]\nname='x 1'\n"),
                "too much like another",
            ),
            (format!("{SMALL}x = 1.0\n"), "all rows have an x"),
            (
                format!("{SMALL}publised = 1.0\n"),
                "did you mean \"published\"",
            ),
            (
                format!("{SMALL}waits = ['clock']\n"),
                "did you mean \"clocks\"",
            ),
            (format!("{SMALL}of='a: b'\n"), "of and than"),
            (format!("{SMALL}of='a b'\nthan=5\n"), "EXPERIMENT: ROW"),
            (
                format!("{SMALL}of='a: b'\nthan=5\nset={{'engine.memory'=1}}\n"),
                "has no players",
            ),
            (
                format!("{SMALL}distribution_of='a: b'\nset={{'time.strategy'='basic'}}\n"),
                "exclude each other",
            ),
            (
                format!("{SMALL}{claim}is='above'\nthan='y'\n"),
                "no row \"y\"",
            ),
            (format!("{SMALL}{claim}is='near'\nthan=1\n"), "margin"),
        ] {
            let error = Experiment::parse(&text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
