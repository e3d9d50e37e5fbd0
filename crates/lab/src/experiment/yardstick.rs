//! What is measured in the games of a row.
//!
//! Most tables are about scores. Others are about what a player does in its games: then each
//! game gives one number, and the row is their mean with the normal interval.

use serde::{Deserialize, Serialize};
use tewari_base::stats::Z95;
use tewari_control::PonderStats;

use super::findings::Played;
use crate::config::MatchConfig;
use crate::record::GameLine;
use crate::report::{Figure, Report};
use crate::tally::{Summary, Tally};
use crate::times::{self, PlayerTimes};
use crate::timing::MoveTime;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Yardstick {
    /// The score of the player under test, in percent.
    #[default]
    Score,
    /// The same as a difference in Elo to the opponent.
    Elo,
    /// The share of the planned time that the player under test did not use, in percent: the
    /// mean over its moves.
    Saved,
    /// The number of moves of a game.
    Length,
    /// When the player under test spends its time: the mean of its turns in a game, weighted by
    /// the time they took, in percent of their number. The same time for every turn gives 50,
    /// more time at the beginning less. The average time of every turn is reported as well, and
    /// drawn.
    TimeByTurn,
}

impl Yardstick {
    /// What these games come to; `None` if none of them says anything.
    pub(super) fn measured(self, config: &MatchConfig, games: &[GameLine]) -> Option<Played> {
        let summaries: Vec<Summary> = games.iter().map(Summary::from).collect();
        let report = Report::new(config, &Tally::new(config, &summaries));
        let pairing = report
            .pairings
            .first()
            .filter(|pairing| pairing.games > 0)?;
        let counts = pairing.counts;
        let ours = match self {
            Self::Score => in_percent(pairing.score),
            Self::Elo => pairing.elo,
            Self::Saved => mean(games.iter().filter_map(|game| saved(game, &pairing.a)))?,
            Self::Length => mean(games.iter().map(length))?,
            Self::TimeByTurn => mean(games.iter().filter_map(|game| centre(game, &pairing.a)))?,
        };
        let turns = match self {
            Self::TimeByTurn => {
                let players = times::gather(config, games);
                let player = players.iter().find(|player| player.name == pairing.a);
                player.map_or_else(Vec::new, PlayerTimes::usual_turns)
            }
            _ => Vec::new(),
        };
        Some(Played {
            games: pairing.games,
            counts: [counts.wins, counts.draws, counts.losses],
            ours,
            time: time(games, &pairing.a),
            ponder: pondered(games, &pairing.a),
            turns,
        })
    }
}

/// What pondering came to for the player in all games, if it does it.
fn pondered(games: &[GameLine], player: &str) -> Option<PonderStats> {
    let of_game = |game: &GameLine| game.pondered(usize::from(game.first != player));
    let mut all = games.iter().filter_map(of_game);
    let mut sum = all.next()?;
    all.for_each(|stats| sum += stats);
    Some(sum)
}

fn in_percent(score: Figure) -> Figure {
    Figure {
        value: 100.0 * score.value,
        low: 100.0 * score.low,
        high: 100.0 * score.high,
    }
}

fn length(game: &GameLine) -> f64 {
    game.moves.split_whitespace().count() as f64
}

/// The time that a player took for a move, in percent of its opponent's: the geometric mean of the
/// games, for which twice as long and half as long come out even. The two took turns, so whatever
/// else the machine did disturbed them alike.
fn time(games: &[GameLine], player: &str) -> Option<Figure> {
    let logarithms = games.iter().filter_map(|game| {
        let ratio = time_ratio(game, player)?;
        Some(libm::log(ratio))
    });
    let Figure { value, low, high } = mean(logarithms)?;
    let percent = |logarithm| 100.0 * libm::exp(logarithm);
    Some(Figure {
        value: percent(value),
        low: percent(low),
        high: percent(high),
    })
}

/// The mean time of a player's moves after the opening by that of its opponent's.
fn time_ratio(game: &GameLine, player: &str) -> Option<f64> {
    let own = usize::from(game.first != player);
    let mean_of = |seat: usize| {
        let moves = (seat..)
            .step_by(2)
            .skip_while(|&ply| ply < game.opening_moves);
        let seconds: Vec<f64> = moves
            .map_while(|ply| game.seconds.get(ply).copied())
            .collect();
        seconds.iter().sum::<f64>() / seconds.len() as f64
    };
    let (own, other) = (mean_of(own), mean_of(1 - own));
    (own > 0.0 && other > 0.0).then(|| own / other)
}

/// How far the game of a player has come, in percent of its turns, when it spends its time.
fn centre(game: &GameLine, player: &str) -> Option<f64> {
    let own = usize::from(game.first != player);
    let times = game.times.iter().skip(own).step_by(2).flatten();
    let used: Vec<f64> = times.map(|MoveTime(_, _, used, ..)| *used).collect();
    let sum: f64 = used.iter().sum();
    let moments = used.iter().zip(0u32..);
    let moment: f64 = moments
        .map(|(used, turn)| used * (f64::from(turn) + 0.5))
        .sum();
    (sum > 0.0).then(|| 100.0 * moment / sum / used.len() as f64)
}

fn saved(game: &GameLine, player: &str) -> Option<f64> {
    let own = usize::from(game.first != player);
    let times = game.times.iter().skip(own).step_by(2).flatten();
    let shares: Vec<f64> = times
        .filter(|MoveTime(_, planned, ..)| *planned > 0.0)
        .map(|MoveTime(_, planned, used, ..)| 100.0 * (1.0 - used / planned))
        .collect();
    let n = shares.len() as f64;
    (n > 0.0).then(|| shares.iter().sum::<f64>() / n)
}

/// The mean with its 95% interval.
fn mean(values: impl Iterator<Item = f64>) -> Option<Figure> {
    let values: Vec<f64> = values.collect();
    let n = values.len() as f64;
    if values.is_empty() {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    let half = Z95 * libm::sqrt(squares / (n - 1.0).max(1.0) / n);
    Some(Figure {
        value: mean,
        low: mean - half,
        high: mean + half,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_own_moves_after_the_opening() {
        let game = r#"{"game":0,"pair":0,"pairing":0,"leg":0,"first":"a","second":"b",
            "seeds":[1,2],"opening":"one","opening_moves":1,"moves":"x x x x x","result":"first",
            "end":"rules","visits":[],"values":[],"seconds":[0,2,3,4,6],"started":""}"#;
        let mut game: GameLine = serde_json::from_str(game).unwrap();
        // b took 2 and 4 seconds, a 3 and 6.
        assert_eq!(time_ratio(&game, "a"), Some(1.5));
        assert_eq!(time_ratio(&game, "b"), Some(1.0 / 1.5));

        let mut swapped = game.clone();
        (swapped.first, swapped.second) = ("b".to_owned(), "a".to_owned());
        let both = time(&[game.clone(), swapped], "a").unwrap();
        assert!((both.value - 100.0).abs() < 1e-9, "{both:?}");

        game.seconds.truncate(2);
        assert_eq!(time_ratio(&game, "a"), None, "a has not moved");
    }

    #[test]
    fn means_have_intervals() {
        let figure = mean([10.0, 20.0, 30.0].into_iter()).unwrap();
        assert_eq!(figure.value, 20.0);
        // The deviation is 10, that of the mean 10/sqrt(3).
        assert!((figure.high - 20.0 - 1.96 * 10.0 / 3f64.sqrt()).abs() < 1e-3);
        assert!(mean(std::iter::empty()).is_none());
        let one = mean([5.0].into_iter()).unwrap();
        assert_eq!((one.low, one.high), (5.0, 5.0));
    }
}
