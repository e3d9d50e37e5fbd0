//! The times of a match, gathered by player: how long each turn took, why searches ended, which
//! rules acted, and what pondering came to.
//!
//! The averages by turn are the curves that the papers on time management show; they can be
//! drawn ([`curve`]), and replayed without the rules that made them ([`PlayerTimes::replayed`]).

use std::collections::BTreeMap;

use serde::Serialize;
use tewari_base::stats::Z95;
use tewari_control::{Curve, Ended, MOST_KNOTS, PonderStats, Strategy};

use crate::config::MatchConfig;
use crate::plot;
use crate::record::GameLine;
use crate::report::Figure;

/// Why searches ended, with the headings of the table.
pub const ENDINGS: [(Ended, &str); 5] = [
    (Ended::Planned, "at the plan"),
    (Ended::Stop, "early"),
    (Ended::Forced, "only move"),
    (Ended::Longest, "at the bound"),
    (Ended::Search, "by itself"),
];

/// A number of numbers: their mean and how sure it is.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Sample {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Sample {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// Adds other numbers.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; `None` without any.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// Half the width of the 95% interval of the mean.
    #[must_use]
    pub fn half_interval(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = self.count as f64;
        let variance = (self.squares - self.sum * self.sum / n).max(0.0) / (n - 1.0);
        Z95 * libm::sqrt(variance / n)
    }
}

/// The times of one player over a match.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerTimes {
    /// Its name.
    pub name: String,
    /// Its games.
    pub games: u64,
    /// Seconds that its moves took.
    pub used: Sample,
    /// Seconds that were planned for them.
    pub planned: Sample,
    /// Shares of planned times that were not used.
    pub saved: Sample,
    /// Times used, by the player's turn.
    pub turns: BTreeMap<u32, Sample>,
    /// The same by stones on the board, in Go.
    pub stones: BTreeMap<u32, Sample>,
    /// How often each rule acted, in how many moves.
    pub rules: BTreeMap<String, Acted>,
    /// What pondering came to, if the player does it.
    pub ponder: Option<PonderStats>,
    endings: [u64; ENDINGS.len()],
}

/// How often a rule acted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Acted {
    /// How often.
    pub times: u64,
    /// In how many moves.
    pub moves: u64,
}

impl PlayerTimes {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            games: 0,
            used: Sample::default(),
            planned: Sample::default(),
            saved: Sample::default(),
            turns: BTreeMap::new(),
            stones: BTreeMap::new(),
            rules: BTreeMap::new(),
            ponder: None,
            endings: [0; ENDINGS.len()],
        }
    }

    /// The mean time of a game.
    #[must_use]
    pub fn per_game(&self) -> f64 {
        self.used.sum / self.games.max(1) as f64
    }

    /// The average times by turn, without those turns that too few games reached: their
    /// averages say little.
    #[must_use]
    pub fn usual_turns(&self) -> Vec<TurnTime> {
        let least = (self.games / 20).max(2);
        let usual = self.turns.iter().filter(|(_, used)| used.count() >= least);
        usual
            .filter_map(|(&turn, used)| {
                let (mean, half) = (used.mean()?, used.half_interval());
                Some(TurnTime {
                    turn,
                    moves: used.count(),
                    seconds: Figure {
                        value: mean,
                        low: mean - half,
                        high: mean + half,
                    },
                })
            })
            .collect()
    }

    /// The strategy that replays the player's average times: percent of its main time, by turn,
    /// in Go by stones.
    ///
    /// # Errors
    /// When it had no main time in this match, or made no moves.
    pub fn replayed(&self, config: &MatchConfig) -> Result<Strategy, String> {
        let player = config.players.iter().find(|other| other.name == self.name);
        let agreed = player
            .and_then(|player| player.time)
            .or_else(|| config.timing.map(|timing| timing.control));
        let main = agreed.map_or(0.0, |control| control.0.main().as_secs_f64());
        if main <= 0.0 {
            return Err(format!("{} had no main time to take shares of", self.name));
        }
        let over = if self.stones.is_empty() {
            &self.turns
        } else {
            &self.stones
        };
        let points: Vec<(f64, &Sample)> =
            over.iter().map(|(&x, used)| (f64::from(x), used)).collect();
        let percent = |&(x, mean): &(f64, f64)| {
            let share = 100.0 * mean / main;
            (x as f32, ((share * 1e4).round() / 1e4) as f32)
        };
        let knots: Vec<(f32, f32)> = condensed(&points, MOST_KNOTS).iter().map(percent).collect();
        let curve = Curve::new(&knots).ok_or_else(|| format!("{} made no moves", self.name))?;
        Ok(Strategy::distribution(curve))
    }

    /// How many searches ended so.
    #[must_use]
    pub fn ended(&self, ended: Ended) -> u64 {
        let place = ENDINGS.iter().position(|(other, _)| *other == ended);
        place.map_or(0, |place| self.endings[place])
    }
}

/// The times of all players, in the order of the match. Who has no clock is measured on the
/// wall.
#[must_use]
pub fn gather(config: &MatchConfig, games: &[GameLine]) -> Vec<PlayerTimes> {
    let mut players: Vec<PlayerTimes> = config
        .players
        .iter()
        .map(|player| PlayerTimes::new(&player.name))
        .collect();
    for game in games {
        let stones = stones(config, game);
        for (first, name) in [(0, &game.first), (1, &game.second)] {
            if let Some(player) = players.iter_mut().find(|player| player.name == *name) {
                player.games += 1;
                if let Some(stats) = game.pondered(first) {
                    *player.ponder.get_or_insert_default() += stats;
                }
                let own = (0..game.seconds.len())
                    .filter(|ply| ply % 2 == first && *ply >= game.opening_moves);
                for ply in own {
                    add(player, game, ply, stones.get(ply).copied());
                }
            }
        }
    }
    players
}

fn add(player: &mut PlayerTimes, game: &GameLine, ply: usize, stones: Option<u32>) {
    let time = game.times.get(ply).and_then(Option::as_ref);
    let used = time.map_or(game.seconds[ply], |time| time.2);
    player.used.add(used);
    if let Some(time) = time {
        player.planned.add(time.1);
        if time.1 > 0.0 {
            player.saved.add(1.0 - used / time.1);
        }
        if let Some(place) = ENDINGS.iter().position(|(ended, _)| *ended == time.4) {
            player.endings[place] += 1;
        }
        for (i, rule) in time.5.iter().enumerate() {
            let acted = player.rules.entry(rule.clone()).or_default();
            acted.times += 1;
            acted.moves += u64::from(!time.5[..i].contains(rule));
        }
    }
    player.turns.entry(ply as u32 / 2).or_default().add(used);
    if let Some(stones) = stones {
        player.stones.entry(stones).or_default().add(used);
    }
}

/// The average time of a turn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TurnTime {
    /// The player's turn, from 0.
    pub turn: u32,
    /// How many moves it is the average of.
    pub moves: u64,
    /// Their seconds.
    pub seconds: Figure,
}

/// Average times by turn, a curve for each name.
#[must_use]
pub fn curve<'a>(
    title: String,
    players: impl Iterator<Item = (&'a str, Vec<TurnTime>)>,
) -> plot::Curve {
    let series = players.map(|(name, turns)| {
        let point = |time: &TurnTime| {
            let Figure { value, low, high } = time.seconds;
            plot::Point {
                x: f64::from(time.turn),
                y: value,
                interval: Some((low, high)),
                label: format!("{name}, turn {}: {value:.3} s", time.turn),
            }
        };
        plot::Series {
            name: name.to_owned(),
            points: turns.iter().map(point).collect(),
        }
    });
    plot::Curve {
        title,
        x: "turn of the player".to_owned(),
        y: "seconds".to_owned(),
        series: series.collect(),
        marks: Vec::new(),
    }
}

/// The stones on the board before each move of a game of Go; none for other games, and none
/// from where a game cannot be played again because it began with a handicap.
fn stones(config: &MatchConfig, game: &GameLine) -> Vec<u32> {
    let mut table = config.board.table();
    let mut stones = Vec::new();
    for mv in game.moves.split_whitespace() {
        let Some(now) = table.stones() else { break };
        stones.push(now);
        if table.play(mv).is_err() {
            break;
        }
    }
    stones
}

/// At most `most` points, neighbours put together: their places and means.
fn condensed(points: &[(f64, &Sample)], most: usize) -> Vec<(f64, f64)> {
    let group = points.len().div_ceil(most).max(1);
    points
        .chunks(group)
        .filter_map(|chunk| {
            let mut sum = Sample::default();
            let mut place = 0.0;
            for (x, sample) in chunk {
                sum.merge(sample);
                place += x * sample.count as f64;
            }
            Some((place / sum.count as f64, sum.mean()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_their_intervals() {
        let mut sample = Sample::default();
        assert_eq!((sample.mean(), sample.half_interval()), (None, 0.0));
        for number in [1.0, 2.0, 3.0] {
            sample.add(number);
        }
        assert_eq!(sample.mean(), Some(2.0));
        assert!((sample.half_interval() - 1.96 / 3f64.sqrt()).abs() < 1e-3);
    }

    #[test]
    fn neighbours_are_put_together() {
        let sample = |numbers: &[f64]| {
            let mut sample = Sample::default();
            numbers.iter().for_each(|&number| sample.add(number));
            sample
        };
        let samples = [sample(&[2.0]), sample(&[4.0, 6.0]), sample(&[1.0])];
        let points: Vec<(f64, &Sample)> = (0..3).map(|i| (i as f64, &samples[i])).collect();
        assert_eq!(condensed(&points, 3).len(), 3);
        assert_eq!(condensed(&points, 2), [(2.0 / 3.0, 4.0), (2.0, 1.0)]);
    }
}
