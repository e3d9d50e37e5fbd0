//! Strategies as text: one allocation, and whatever modifies it, joined by `+`.
//!
//! ```text
//! exp-moves                          the published baseline of the small games
//! exp-stones+stop                    with the numbers of the papers for the game at hand
//! exp-stones+stop(p=0.5)             one number of one's own, the others as published
//! exp-moves+open(f=2)+unst-l+close   parts in any number; rules act in this order
//! erica-baseline                     a whole player
//! distribution(0:2.5,10:1.5)         percent of the time of the game, by turn
//! ```
//!
//! [`Name`] has the parts, [`preset`](crate::preset()) their published numbers. A strategy is a
//! plain value; when a game is at hand it is [resolved](Strategy::resolve) into a
//! [`Recipe`](crate::recipe::Recipe) with all numbers in place.

use std::fmt;
use std::str::FromStr;

use tewari_base::params::{Kind, Misfit, ParamValue, TextKind, suggest};

use crate::curve::{Curve, MOST_KNOTS};
use crate::names::{Arg, MOST_ARGS, Name, Role};
use crate::terms::TimeControl;

/// The most parts of a strategy.
const MOST_PARTS: usize = 9;

/// A part with the numbers that were given for it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Part {
    pub(crate) name: Name,
    pub(crate) given: [Option<f64>; MOST_ARGS],
}

/// A composition of parts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strategy {
    parts: [Option<Part>; MOST_PARTS],
    curve: Option<Curve>,
}

impl Strategy {
    /// `exp-moves+stop`, the best of those published for all games but Go.
    pub const EXP_MOVES_STOP: Self = Self::of(&[Name::ExpMoves, Name::Stop]);

    /// `exp-stones+stop`, the best of those published for Go.
    pub const EXP_STONES_STOP: Self = Self::of(&[Name::ExpStones, Name::Stop]);

    const fn of(names: &[Name]) -> Self {
        let mut parts = [None; MOST_PARTS];
        let mut i = 0;
        while i < names.len() {
            parts[i] = Some(Part {
                name: names[i],
                given: [None; MOST_ARGS],
            });
            i += 1;
        }
        Self { parts, curve: None }
    }

    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().flatten()
    }

    /// The names of its parts, in order.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.parts().map(|part| part.name)
    }

    /// The curve of `distribution`.
    pub(crate) const fn curve(&self) -> Option<Curve> {
        self.curve
    }

    /// Replays `curve`, the percent of the game's time by turn (in Go: by stones).
    #[must_use]
    pub const fn distribution(curve: Curve) -> Self {
        let mut strategy = Self::of(&[Name::Distribution]);
        strategy.curve = Some(curve);
        strategy
    }
}

/// Why a text is no strategy, or a strategy not for this game: one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyError(pub(crate) String);

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StrategyError {}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        let error = |what: String| Err(StrategyError(format!("strategy {text:?}: {what}")));
        let mut strategy = Self {
            parts: [None; MOST_PARTS],
            curve: None,
        };
        for (count, part) in text.split('+').enumerate() {
            let (name, inside) = match split(part) {
                Ok(split) => split,
                Err(what) => return error(what),
            };
            let earlier = || strategy.names();
            let family = name.family();
            if family > 0
                && let Some(other) = earlier().find(|other| other.family() == family)
            {
                let (a, b) = (other.text(), name.text());
                return error(format!("{a} and {b} exclude each other"));
            }
            if count == MOST_PARTS {
                return error(format!("more than {MOST_PARTS} parts"));
            }
            let mut part = Part {
                name,
                given: [None; MOST_ARGS],
            };
            let read = if name == Name::Distribution {
                read_curve(inside).map(|curve| strategy.curve = Some(curve))
            } else {
                read_args(name, inside, &mut part.given)
            };
            if let Err(what) = read {
                return error(what);
            }
            strategy.parts[count] = Some(part);
        }
        let bases: Vec<&str> = strategy
            .names()
            .filter(|name| matches!(name.role(), Role::Allocation | Role::Whole))
            .map(Name::text)
            .collect();
        match &*bases {
            [_] => {}
            [] => return error("no allocation, such as exp-moves or enhanced, in it".into()),
            [a, b, ..] => return error(format!("{a} and {b} are both allocations")),
        }
        let whole = strategy.names().find(|name| name.role() == Role::Whole);
        if let Some(whole) = whole
            && let Some(rule) = strategy.names().find(|name| matches!(name.family(), 5 | 6))
        {
            let (whole, rule) = (whole.text(), rule.text());
            return error(format!("{whole} has {rule} in it already"));
        }
        Ok(strategy)
    }
}

/// The name of a part and what stands in its parentheses.
fn split(part: &str) -> Result<(Name, &str), String> {
    let (name, inside) = match part.split_once('(') {
        Some((name, rest)) => {
            let inside = rest
                .strip_suffix(')')
                .ok_or_else(|| format!("no \")\" at the end of {part:?}"))?;
            (name, inside)
        }
        None => (part, ""),
    };
    let name = Name::named(name).ok_or_else(|| {
        let names = Name::ALL.iter().map(|name| name.text());
        let help = suggest(name, names.clone()).map_or_else(
            || format!("there are {}", names.collect::<Vec<_>>().join(", ")),
            |near| format!("did you mean {near:?}?"),
        );
        format!("no part is called {name:?}, {help}")
    })?;
    Ok((name, inside))
}

fn read_args(name: Name, inside: &str, given: &mut [Option<f64>]) -> Result<(), String> {
    for assignment in inside.split(',').filter(|text| !text.is_empty()) {
        let (key, value) = assignment
            .split_once('=')
            .ok_or_else(|| format!("{assignment:?} is not of the form name=number"))?;
        let place = name.args().iter().position(|arg| arg.name == key);
        let Some(place) = place else {
            let names: Vec<&str> = name.args().iter().map(|arg| arg.name).collect();
            let has = if names.is_empty() {
                "no numbers".to_owned()
            } else {
                names.join(", ")
            };
            return Err(format!("{} has {has}, not {key:?}", name.text()));
        };
        let Arg { low, high, .. } = name.args()[place];
        let number: f64 = value
            .parse()
            .map_err(|_| format!("{key}={value:?} is no number"))?;
        if !(low..=high).contains(&number) {
            return Err(format!("{key}={value} is outside {low}..={high}"));
        }
        given[place] = Some(number);
    }
    Ok(())
}

fn read_curve(inside: &str) -> Result<Curve, String> {
    let form = || {
        format!(
            "distribution needs 1 to {MOST_KNOTS} ascending points, as in distribution(0:2.5,10:1)"
        )
    };
    let point = |text: &str| {
        let (x, y) = text.split_once(':')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let points: Option<Vec<(f32, f32)>> = inside.split(',').map(point).collect();
    points
        .and_then(|points| Curve::new(&points))
        .ok_or_else(form)
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts().enumerate() {
            if i > 0 {
                f.write_str("+")?;
            }
            f.write_str(part.name.text())?;
            let mut inside: Vec<String> = part
                .name
                .args()
                .iter()
                .zip(part.given)
                .filter_map(|(arg, value)| Some(format!("{}={}", arg.name, value?)))
                .collect();
            if part.name == Name::Distribution
                && let Some(curve) = &self.curve
            {
                let points = curve.points().iter();
                inside.extend(points.map(|(x, y)| format!("{x}:{y}")));
            }
            if !inside.is_empty() {
                write!(f, "({})", inside.join(","))?;
            }
        }
        Ok(())
    }
}

impl ParamValue for Strategy {
    const KIND: Kind = Kind::Text(TextKind {
        name: "strategy",
        complain: |text| complaint::<Self>(text),
    });

    fn parse(text: &str) -> Result<Self, Misfit> {
        text.parse().map_err(|_| Misfit::Form)
    }

    fn text(self) -> String {
        self.to_string()
    }
}

impl ParamValue for TimeControl {
    const KIND: Kind = Kind::Text(TextKind {
        name: "time control",
        complain: |text| complaint::<Self>(text),
    });

    fn parse(text: &str) -> Result<Self, Misfit> {
        text.parse().map_err(|_| Misfit::Form)
    }

    fn text(self) -> String {
        self.to_string()
    }
}

fn complaint<T: FromStr<Err: fmt::Display>>(text: &str) -> String {
    text.parse::<T>()
        .err()
        .map_or_else(String::new, |error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written() {
        for text in [
            "exp-moves",
            "exp-stones+stop",
            "exp-stones+stop(f=2.5,p=0.4)",
            "enhanced(c=20,maxply=40)+behind(v=0.6)+unst-l(f=0.5,l=2)",
            "exp-stones+kappa-lm(i=-0.67)+kappa-cm",
            "erica-baseline+stop-b",
            "distribution(0:2.5,10:1.25)",
        ] {
            let strategy: Strategy = text.parse().unwrap();
            assert_eq!(strategy.to_string(), text);
        }
        let loud: Strategy = "EXP-STONES+STOP".parse().unwrap();
        assert_eq!(loud, Strategy::EXP_STONES_STOP);
    }

    #[test]
    fn mistakes_are_named_in_one_line() {
        for (text, part) in [
            ("", "no part is called \"\""),
            ("stop", "no allocation"),
            (
                "exp-moves+basic",
                "exp-moves and basic are both allocations",
            ),
            ("exp-moves+stpo", "did you mean \"stop\"?"),
            ("exp-moves+stop(q=1)", "stop has f, p, not \"q\""),
            ("exp-moves+stop-a(f=1)", "stop-a has no numbers, not \"f\""),
            ("exp-moves+stop(p=2)", "p=2 is outside 0.01..=1"),
            ("exp-moves+stop(p=x)", "p=\"x\" is no number"),
            ("exp-moves+stop(p)", "\"p\" is not of the form"),
            ("exp-moves+stop(p=1", "no \")\""),
            (
                "exp-moves+unst+unst-l",
                "unst and unst-l exclude each other",
            ),
            ("erica+behind", "erica has behind in it already"),
            ("distribution(1:2,1:3)", "ascending points"),
            ("distribution", "ascending points"),
            ("exp-moves+mid(c=nan)", "c=nan is outside"),
        ] {
            let error = text.parse::<Strategy>().unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
