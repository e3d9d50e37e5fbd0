//! The times of a match, gathered by player.

use std::collections::BTreeMap;

use tewari_control::Ended;
use tewari_lab::record::{GameLine, Recorded};

/// Why searches ended, with the headings of the table.
pub(super) const ENDINGS: [(Ended, &str); 5] = [
    (Ended::Planned, "at the plan"),
    (Ended::Stop, "early"),
    (Ended::Forced, "only move"),
    (Ended::Longest, "at the bound"),
    (Ended::Search, "by itself"),
];

/// A number of numbers: their mean and how sure it is.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Sample {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Sample {
    pub(super) fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// Half the width of the 95% interval of the mean.
    pub(super) fn half_interval(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = self.count as f64;
        let variance = (self.squares - self.sum * self.sum / n).max(0.0) / (n - 1.0);
        1.96 * (variance / n).sqrt()
    }
}

/// The times of one player over a match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlayerTimes {
    pub(super) name: String,
    pub(super) games: u64,
    pub(super) used: Sample,
    pub(super) planned: Sample,
    /// Shares of planned times that were not used.
    pub(super) saved: Sample,
    /// Times used, by the player's turn.
    pub(super) turns: BTreeMap<u32, Sample>,
    /// The same by stones on the board, in Go.
    pub(super) stones: BTreeMap<u32, Sample>,
    /// How often each rule acted, in how many moves.
    pub(super) rules: BTreeMap<String, Acted>,
    endings: [u64; ENDINGS.len()],
}

/// How often a rule acted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Acted {
    pub(super) times: u64,
    pub(super) moves: u64,
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
            endings: [0; ENDINGS.len()],
        }
    }

    /// The mean time of a game.
    pub(super) fn per_game(&self) -> f64 {
        self.used.sum / self.games.max(1) as f64
    }

    /// How many searches ended so.
    pub(super) fn ended(&self, ended: Ended) -> u64 {
        let place = ENDINGS.iter().position(|(other, _)| *other == ended);
        place.map_or(0, |place| self.endings[place])
    }
}

/// The times of all players, in the order of the match. Who has no clock is measured on the
/// wall.
pub(super) fn gather(recorded: &Recorded) -> Vec<PlayerTimes> {
    let config = &recorded.header.config;
    let mut players: Vec<PlayerTimes> = config
        .players
        .iter()
        .map(|player| PlayerTimes::new(&player.name))
        .collect();
    for game in &recorded.games {
        let stones = stones(recorded, game);
        for (first, name) in [(0, &game.first), (1, &game.second)] {
            if let Some(player) = players.iter_mut().find(|player| player.name == *name) {
                player.games += 1;
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

/// The stones on the board before each move of a game of Go; none for other games, and none
/// from where a game cannot be played again because it began with a handicap.
fn stones(recorded: &Recorded, game: &GameLine) -> Vec<u32> {
    let mut table = recorded.header.config.board.table();
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
pub(super) fn condensed(points: &[(f64, &Sample)], most: usize) -> Vec<(f64, f64)> {
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
        assert!((sample.half_interval() - 1.96 / 3f64.sqrt()).abs() < 1e-12);
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
