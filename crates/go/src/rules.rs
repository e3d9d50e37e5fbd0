//! Rule sets: what differs between the ways Go is played.

use std::fmt;

use tewari_game::ParseError;

/// Which repetitions are forbidden. A pass is always allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ko {
    /// Only the immediate retaking of a single stone.
    Simple,
    /// Any earlier whole-board position, whoever is to move.
    Positional,
    /// Any earlier whole-board position with the same player to move.
    Situational,
}

/// How a finished game is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Stones on the board plus surrounded points.
    Area,
    /// Surrounded points plus prisoners.
    Territory,
}

/// What White receives for Black's handicap stones under area scoring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compensation {
    /// Nothing.
    None,
    /// One point for each stone.
    PerStone,
    /// One point for each stone but one.
    PerStoneButOne,
}

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// Whether a move may remove stones of its own colour.
    pub suicide: bool,
    /// How a finished game is counted.
    pub scoring: Scoring,
    /// What White receives for handicap stones.
    pub compensation: Compensation,
}

impl Rules {
    /// Area scoring, positional superko, no suicide: the default.
    pub const CHINESE: Self = Self {
        ko: Ko::Positional,
        suicide: false,
        scoring: Scoring::Area,
        compensation: Compensation::PerStone,
    };
    /// Area scoring, positional superko, suicide allowed.
    pub const TROMP_TAYLOR: Self = Self {
        ko: Ko::Positional,
        suicide: true,
        scoring: Scoring::Area,
        compensation: Compensation::None,
    };
    /// Territory scoring, simple ko. Long cycles, which the Japanese rules call "no result",
    /// are not recognised.
    pub const JAPANESE: Self = Self {
        ko: Ko::Simple,
        suicide: false,
        scoring: Scoring::Territory,
        compensation: Compensation::None,
    };
    /// Area scoring, situational superko.
    pub const AGA: Self = Self {
        ko: Ko::Situational,
        suicide: false,
        scoring: Scoring::Area,
        compensation: Compensation::PerStoneButOne,
    };
    /// Area scoring, situational superko, suicide allowed.
    pub const NEW_ZEALAND: Self = Self {
        ko: Ko::Situational,
        suicide: true,
        scoring: Scoring::Area,
        compensation: Compensation::None,
    };

    const NAMED: [(&'static str, Self); 5] = [
        ("chinese", Self::CHINESE),
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("japanese", Self::JAPANESE),
        ("aga", Self::AGA),
        ("new-zealand", Self::NEW_ZEALAND),
    ];

    /// The rule set called `name`, in any letter case; `_` and blanks count as `-`.
    ///
    /// # Errors
    /// When there is no such rule set; the message lists them.
    pub fn named(name: &str) -> Result<Self, ParseError> {
        let wanted = name.to_ascii_lowercase().replace(['_', ' '], "-");
        Self::NAMED
            .iter()
            .find(|(known, _)| *known == wanted)
            .map(|&(_, rules)| rules)
            .ok_or_else(|| {
                let known: Vec<&str> = Self::NAMED.iter().map(|&(known, _)| known).collect();
                ParseError::new(format!(
                    "unknown rules {name:?} (known: {})",
                    known.join(", ")
                ))
            })
    }

    /// The name of the rule set, or `custom`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        Self::NAMED
            .iter()
            .find(|(_, rules)| rules == self)
            .map_or("custom", |&(name, _)| name)
    }

    /// The points White receives for `stones` handicap stones.
    #[must_use]
    pub const fn handicap_points(&self, stones: u16) -> u16 {
        match self.compensation {
            Compensation::None => 0,
            Compensation::PerStone => stones,
            Compensation::PerStoneButOne => stones.saturating_sub(1),
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::CHINESE
    }
}

/// The points White receives for moving second, in half points: an exact integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Komi(i16);

impl Komi {
    /// 7.5, the default.
    pub const DEFAULT: Self = Self(15);
    /// No komi.
    pub const ZERO: Self = Self(0);
    /// More than this, either way, could not be made up for on any board.
    const LIMIT: f64 = 1000.0;

    /// Komi of `points`.
    ///
    /// # Errors
    /// When `points` is not a multiple of 0.5 between -1000 and 1000.
    pub fn from_points(points: f64) -> Result<Self, ParseError> {
        let halves = points * 2.0;
        if halves.fract() == 0.0 && points.abs() <= Self::LIMIT {
            Ok(Self(halves as i16))
        } else {
            Err(ParseError::new(format!(
                "komi must be a multiple of 0.5 between -1000 and 1000, not {points}"
            )))
        }
    }

    /// Reads komi such as `7.5`, `0`, `-3.5` or `6.50`.
    ///
    /// # Errors
    /// When the text is no number or not a multiple of 0.5.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let points: f64 = text
            .parse()
            .map_err(|_| ParseError::new(format!("komi must be a number, not {text:?}")))?;
        Self::from_points(points)
    }

    /// Komi in half points.
    #[must_use]
    pub const fn halves(self) -> i32 {
        self.0 as i32
    }

    /// Komi in points.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl Default for Komi {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.points())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_found_by_name() {
        for (name, rules) in Rules::NAMED {
            assert_eq!(Rules::named(name), Ok(rules));
            assert_eq!(rules.name(), name);
        }
        assert_eq!(Rules::named("New_Zealand"), Ok(Rules::NEW_ZEALAND));
        assert!(Rules::named("martian").unwrap_err().0.contains("chinese"));
    }

    #[test]
    fn komi_is_exact() {
        for (text, halves) in [("7.5", 15), ("0", 0), ("-3.5", -7), ("6.50", 13), ("7", 14)] {
            assert_eq!(Komi::parse(text).unwrap().halves(), halves);
        }
        for junk in ["", "x", "6.25", "NaN", "inf", "1e9"] {
            assert!(Komi::parse(junk).is_err(), "{junk}");
        }
        assert_eq!(Komi::DEFAULT.to_string(), "7.5");
    }

    #[test]
    fn compensation_differs_by_rules() {
        assert_eq!(Rules::CHINESE.handicap_points(4), 4);
        assert_eq!(Rules::AGA.handicap_points(4), 3);
        assert_eq!(Rules::AGA.handicap_points(0), 0);
        assert_eq!(Rules::TROMP_TAYLOR.handicap_points(4), 0);
    }
}
