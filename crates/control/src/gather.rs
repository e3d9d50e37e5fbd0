//! Making the [tables](crate::tables) from games.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::tables::Measure;

/// What was known at one turn of a game.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Turn {
    /// Stones on the board, in Go.
    pub stones: Option<u32>,
    /// Mean length of the simulations of this turn's search.
    pub simulated: Option<f64>,
    /// The greatest criticality in this turn's search.
    pub criticality: Option<f64>,
}

/// A point of a table is made of at least so many samples: neighbours are put together until
/// they are.
const LEAST_SAMPLES: u32 = 20;

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Sum {
    x: f64,
    y: f64,
    samples: u32,
}

/// Games in, tables out. What was gathered so far can be kept and gone on from.
#[derive(Default, Serialize, Deserialize)]
pub struct Gatherer {
    sums: [BTreeMap<u32, Sum>; 4],
    games: u32,
    plies: u64,
}

impl Gatherer {
    /// Adds a finished game, both players of which searched at every turn.
    pub fn add(&mut self, game: &[Turn]) {
        self.games += 1;
        self.plies += game.len() as u64;
        for (ply, turn) in game.iter().enumerate() {
            // Of the moves from here on the player to move makes every other one.
            let left = (game.len() - ply).div_ceil(2) as f64;
            self.put(Measure::Moves, ply as f64, left);
            if let Some(stones) = turn.stones {
                self.put(Measure::Stones, f64::from(stones), left);
            }
            if let Some(length) = ply.checked_sub(2).and_then(|own| game[own].simulated) {
                self.put(Measure::Simulated, length, left);
            }
            if let Some(criticality) = turn.criticality {
                self.put(Measure::Criticality, ply as f64, criticality);
            }
        }
    }

    fn put(&mut self, measure: Measure, x: f64, y: f64) {
        let sums = &mut self.sums[measure as usize];
        let sum = sums.entry(x.round() as u32).or_default();
        sum.x += x;
        sum.y += y;
        sum.samples += 1;
    }

    /// How many games there are.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The mean length of a game in moves of both players.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        self.plies as f64 / f64::from(self.games.max(1))
    }

    /// The tables as a file, without remarks.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for measure in Measure::ALL {
            let points = self.points(measure);
            if points.is_empty() {
                continue;
            }
            // Writing to a string cannot fail.
            let _ = writeln!(text, "\n[{}]", measure.name());
            for Sum { x, y, samples } in points {
                let n = f64::from(samples);
                let _ = writeln!(text, "{:.2} {:.3} {samples}", x / n, y / n);
            }
        }
        text
    }

    /// The points of a table, each of enough samples; what is left at the end joins the last.
    fn points(&self, measure: Measure) -> Vec<Sum> {
        let mut points: Vec<Sum> = Vec::new();
        let mut open = Sum::default();
        let join = |into: &mut Sum, sum: &Sum| {
            into.x += sum.x;
            into.y += sum.y;
            into.samples += sum.samples;
        };
        for sum in self.sums[measure as usize].values() {
            join(&mut open, sum);
            if open.samples >= LEAST_SAMPLES {
                points.push(std::mem::take(&mut open));
            }
        }
        if open.samples > 0 {
            match points.last_mut() {
                Some(last) => join(last, &open),
                None => points.push(open),
            }
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Tables;

    #[test]
    fn moves_left_are_counted_for_the_player_to_move() {
        let mut gatherer = Gatherer::default();
        let turn = |stones, simulated| Turn {
            stones: Some(stones),
            simulated: Some(simulated),
            criticality: None,
        };
        // Games of five moves: 3, 2, 2, 1, 1 own moves are left.
        let game = [0, 1, 2, 3, 4].map(|i| turn(i, 50.0 - f64::from(i)));
        for _ in 0..LEAST_SAMPLES {
            gatherer.add(&game);
        }
        assert_eq!(gatherer.mean_length(), 5.0);
        let tables = Tables::parse(&gatherer.text()).unwrap();
        let moves: Vec<f64> = (0..5)
            .map(|x| tables.at(Measure::Moves, f64::from(x)).unwrap())
            .collect();
        assert_eq!(moves, [3.0, 2.0, 2.0, 1.0, 1.0]);
        assert_eq!(tables.at(Measure::Stones, 2.0), Some(2.0));
        // The previous own search, two moves before, had simulated 50 moves at move 2.
        assert_eq!(tables.at(Measure::Simulated, 50.0), Some(2.0));
        assert_eq!(tables.at(Measure::Simulated, 49.0), Some(1.0));
        assert!(!tables.has(Measure::Criticality));
    }

    #[test]
    fn rare_points_are_put_together() {
        let mut gatherer = Gatherer::default();
        for _ in 0..LEAST_SAMPLES - 1 {
            gatherer.add(&[Turn::default(); 2]);
        }
        gatherer.add(&[Turn::default(); 4]);
        // Move 1 came up twenty times; moves 2 and 3 only once, and join it.
        let points = gatherer.points(Measure::Moves);
        assert_eq!(points.len(), 2);
        assert_eq!(points[1].samples, LEAST_SAMPLES + 2);
    }
}
