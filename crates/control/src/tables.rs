//! How many moves a game still takes: tables from self-play.
//!
//! A table maps something known before a search (moves played, length of simulations, stones on
//! the board) to the number of moves that the player to move will still make, this one
//! included, averaged over the games in which it came up. For Go there is also the average of
//! the greatest criticality at each move of a game, as far as it was measured. The files in
//! `data` are written by `tewari time-tables` and say how.
//!
//! For sizes of Go's board without a table of their own that of the nearest one is stretched:
//! moves, lengths and stones all grow with the number of points.

use std::sync::LazyLock;

use crate::curve::interpolate;
use crate::domain::Domain;

/// What remaining moves are estimated from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Measure {
    /// Moves played in the game, by both players.
    Moves,
    /// Mean length of the simulations of the previous search.
    Simulated,
    /// Stones on the board.
    Stones,
    /// Moves played again; the value is the average criticality.
    Criticality,
}

impl Measure {
    /// All of them, in the order of the files.
    pub const ALL: [Self; 4] = [
        Self::Moves,
        Self::Simulated,
        Self::Stones,
        Self::Criticality,
    ];

    /// How files call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Simulated => "simulated",
            Self::Stones => "stones",
            Self::Criticality => "criticality",
        }
    }
}

/// The tables of one game, as the points of curves.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tables {
    curves: [Vec<(f64, f64)>; 4],
}

impl Tables {
    /// Reads a file: headings in brackets, then lines of x, y and the number of games behind
    /// them; `#` begins a remark.
    ///
    /// # Errors
    /// With the line that makes no sense.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut tables = Self::default();
        let mut at = None;
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let wrong = || format!("line {}: {line:?} makes no sense", number + 1);
            if line.is_empty() {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                let named = |measure: &Measure| measure.name() == name;
                at = Some(Measure::ALL.iter().position(named).ok_or_else(wrong)?);
                continue;
            }
            let numbers: Vec<f64> = line
                .split_whitespace()
                .map(|word| word.parse().map_err(|_| wrong()))
                .collect::<Result<_, _>>()?;
            let (Some(at), [x, y, _]) = (at, &*numbers) else {
                return Err(wrong());
            };
            let curve = &mut tables.curves[at];
            if curve.last().is_some_and(|last| last.0 >= *x) {
                return Err(wrong());
            }
            curve.push((*x, *y));
        }
        Ok(tables)
    }

    /// What the table says at `x`; nothing if there is no such table.
    #[must_use]
    pub fn at(&self, measure: Measure, x: f64) -> Option<f64> {
        interpolate(&self.curves[measure as usize], x)
    }

    /// Whether there is a table of this sort.
    #[must_use]
    pub fn has(&self, measure: Measure) -> bool {
        !self.curves[measure as usize].is_empty()
    }

    /// The same for a board with `ratio` times as many points.
    fn stretched(mut self, ratio: f64) -> Self {
        for measure in Measure::ALL {
            for (x, y) in &mut self.curves[measure as usize] {
                *x *= ratio;
                if measure != Measure::Criticality {
                    *y *= ratio;
                }
            }
        }
        self
    }
}

macro_rules! shipped {
    ($($file:literal),+) => {
        [$(LazyLock::new(|| {
            Tables::parse(include_str!(concat!("../data/", $file, ".txt")))
                .expect(concat!("the shipped table ", $file, " is checked by a test"))
        })),+]
    };
}

const FILES: usize = 7;

static SHIPPED: [LazyLock<Tables>; FILES] = shipped![
    "go9",
    "go13",
    "go19",
    "connect4",
    "breakthrough",
    "othello",
    "lion"
];

/// The tables for a game.
#[must_use]
pub fn tables(domain: Domain) -> Tables {
    let shipped = |i: usize| Tables::clone(&SHIPPED[i]);
    match domain {
        Domain::Go(size) => {
            let (i, measured) = match size {
                ..=10 => (0, 9.0),
                11..=15 => (1, 13.0),
                _ => (2, 19.0),
            };
            let ratio = f64::from(size) / measured;
            shipped(i).stretched(ratio * ratio)
        }
        Domain::Connect4 => shipped(3),
        Domain::Breakthrough => shipped(4),
        Domain::Othello => shipped(5),
        Domain::CatchTheLion => shipped(6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_tables_are_sound() {
        for domain in [
            Domain::Go(9),
            Domain::Go(13),
            Domain::Go(19),
            Domain::Connect4,
            Domain::Breakthrough,
            Domain::Othello,
            Domain::CatchTheLion,
        ] {
            let tables = tables(domain);
            for measure in [Measure::Moves, Measure::Simulated] {
                assert!(tables.has(measure), "{domain} {measure:?}");
            }
            assert_eq!(tables.has(Measure::Stones), domain.is_go(), "{domain}");
            let start = tables.at(Measure::Moves, 0.0).unwrap();
            let late = tables.at(Measure::Moves, 1000.0).unwrap();
            assert!(start > late && late >= 1.0, "{domain}: {start} {late}");
        }
    }

    #[test]
    fn other_boards_are_stretched() {
        let at = |size, x| tables(Domain::Go(size)).at(Measure::Moves, x).unwrap();
        let ratio = 100.0 / 81.0;
        assert!((at(10, 0.0) - at(9, 0.0) * ratio).abs() < 1e-9);
        assert!((at(10, 40.0 * ratio) - at(9, 40.0) * ratio).abs() < 1e-9);
    }

    #[test]
    fn files_are_read() {
        let text = "# a remark\n[moves]\n0 20.5 1000\n2 19 1000 # and another\n\n[stones]\n0 9 5\n";
        let tables = Tables::parse(text).unwrap();
        assert_eq!(tables.at(Measure::Moves, 1.0), Some(19.75));
        assert_eq!(tables.at(Measure::Stones, 50.0), Some(9.0));
        assert!(!tables.has(Measure::Criticality));
        for wrong in [
            "0 1 2",
            "[moves]\n1 2",
            "[moves]\n1 2 3\n1 2 3",
            "[x]",
            "[moves]\na b c",
        ] {
            assert!(Tables::parse(wrong).is_err(), "{wrong}");
        }
    }
}
