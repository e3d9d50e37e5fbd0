//! Handicap and komi of single games.
//!
//! A match of Go can be played under several conditions: the pairs of games take them in turn,
//! and both games of a pair have the same ones, so that they still compare the players and not
//! the conditions. They are written `HANDICAP:KOMI`, as in `2:0.5`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tewari_go::{Komi, Size, handicap};

/// The handicap stones that Black is given, and the points that White is given.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Odds {
    /// Stones, on the traditional points; 0 or at least 2.
    pub handicap: u8,
    /// Points for White.
    pub komi: Komi,
}

impl Odds {
    /// Whether a board of this size has points for so many stones.
    #[must_use]
    pub fn fits(self, size: Size) -> bool {
        self.handicap == 0 || handicap::fixed(size, self.handicap.into()).is_some()
    }
}

impl FromStr for Odds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no handicap and komi: write 0:7.5 or 2:0.5");
        let (stones, komi) = text.split_once(':').ok_or_else(wrong)?;
        let handicap = stones.trim().parse().map_err(|_| wrong())?;
        let komi: f64 = komi.trim().parse().map_err(|_| wrong())?;
        if handicap == 1 {
            return Err("one handicap stone is none: write 0 with the komi it is worth".to_owned());
        }
        let komi = Komi::from_points(komi).map_err(|error| error.0)?;
        Ok(Self { handicap, komi })
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.handicap, self.komi)
    }
}

impl TryFrom<String> for Odds {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Odds> for String {
    fn from(odds: Odds) -> Self {
        odds.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_read_and_written() {
        for text in ["0:7.5", "2:0.5", "9:-3"] {
            assert_eq!(text.parse::<Odds>().unwrap().to_string(), text);
        }
        for (text, part) in [
            ("2", "write 0:7.5"),
            ("x:1", "write 0:7.5"),
            ("2:x", "write 0:7.5"),
            ("1:0.5", "is none"),
            ("2:0.3", "multiple of 0.5"),
        ] {
            let error = text.parse::<Odds>().unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        let size = |n| Size::new(n).unwrap();
        let odds: Odds = "9:0.5".parse().unwrap();
        assert!(odds.fits(size(9)) && !odds.fits(size(8)));
    }
}
