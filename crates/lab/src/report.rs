//! Tables: what a match came to, as text, CSV, JSON and HTML, and as a row of a ledger.
//!
//! A report depends on the finished games alone; nothing in it is measured in seconds. An
//! interval is made from pairs as soon as there are enough of them, see
//! [`tewari_base::stats`]; until then games count as independent.

mod csv;
mod ledger;
mod page;
mod progress;
mod text;

use std::collections::BTreeMap;

use serde::Serialize;
use tewari_base::stats::{Anchor, BradleyTerry, Estimate, Sprt, SprtState, Verdict, Wdl};

use crate::config::{MatchConfig, SprtConfig};
use crate::tally::{PairingTally, Tally};

pub(crate) use csv::{number as csv_number, quoted as csv_text};
pub(crate) use ledger::{append_rows, markdown_row};
pub use ledger::{append_to_ledger, ledger_rows};
pub use progress::Ticker;
pub(crate) use text::columns;

/// With fewer pairs their variance is not yet known well enough to rely on.
const ENOUGH_PAIRS: u64 = 10;
/// Virtual draws per player in ratings, so that nobody is infinitely strong.
const PRIOR: f64 = 1.0;

/// A number with its 95% interval; null in JSON where there is none, or where it is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Estimate> for Figure {
    fn from(estimate: Estimate) -> Self {
        let Estimate { value, interval } = estimate;
        Self {
            value,
            low: interval.low,
            high: interval.high,
        }
    }
}

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game; null without games.
    pub score: f64,
}

impl From<Wdl> for Counts {
    fn from(games: Wdl) -> Self {
        let Wdl {
            wins,
            draws,
            losses,
        } = games;
        Self {
            wins,
            draws,
            losses,
            score: games.score(),
        }
    }
}

/// Two players, from the point of view of the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairingReport {
    /// The first.
    pub a: String,
    /// The second.
    pub b: String,
    /// All games with a result.
    pub games: u64,
    /// How they ended for the first.
    pub counts: Counts,
    /// Games without result.
    pub void: u64,
    /// Pairs in which the first got 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// Whether intervals were made from `pairs` or from `games`.
    pub basis: &'static str,
    /// Points per game.
    pub score: Figure,
    /// The score with games taken as independent: Wilson's interval.
    pub wilson: Figure,
    /// The difference in Elo.
    pub elo: Figure,
    /// The difference in normalised Elo.
    pub normalized_elo: Figure,
    /// The probability that the first is the stronger one.
    pub los: f64,
    /// The first moving first.
    pub moving_first: Counts,
    /// The first moving second.
    pub moving_second: Counts,
    /// By opening.
    pub openings: BTreeMap<String, Counts>,
}

impl PairingReport {
    fn new(config: &MatchConfig, tally: &PairingTally) -> Self {
        let [a, b] = tally
            .players
            .map(|player| config.players[player].name.clone());
        let by_pairs = tally.pairs.count() >= ENOUGH_PAIRS;
        let (pairs, games) = (&tally.pairs, &tally.games);
        let (score, elo, normalized, los) = if by_pairs {
            (
                pairs.interval(),
                pairs.elo(),
                pairs.normalized_elo(),
                pairs.los(),
            )
        } else {
            (
                games.interval(),
                games.elo(),
                games.normalized_elo(),
                games.los(),
            )
        };
        let openings = tally
            .openings
            .iter()
            .map(|(name, &games)| (name.clone(), games.into()));
        Self {
            a,
            b,
            games: games.games(),
            counts: (*games).into(),
            void: tally.void,
            pairs: pairs.0,
            basis: if by_pairs { "pairs" } else { "games" },
            score: score.into(),
            wilson: games.interval().into(),
            elo: elo.into(),
            normalized_elo: normalized.into(),
            los,
            moving_first: tally.moving_first.into(),
            moving_second: tally.moving_second.into(),
            openings: openings.collect(),
        }
    }
}

/// A player among many.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatingReport {
    /// Its name.
    pub name: String,
    /// Elo by the model of Bradley and Terry.
    pub elo: Figure,
    /// Its games against all.
    pub counts: Counts,
}

/// The sequential test.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// The hypotheses.
    pub test: SprtConfig,
    /// The logarithm of the ratio of their likelihoods.
    pub llr: f64,
    /// Below this the lower one is accepted.
    pub low: f64,
    /// Above this the upper one is accepted.
    pub high: f64,
    /// `continue`, `elo0` or `elo1`.
    pub verdict: &'static str,
}

impl SprtReport {
    fn new(test: SprtConfig, state: &SprtState) -> Self {
        let verdict = match state.verdict {
            Verdict::Continue => "continue",
            Verdict::AcceptLower => "elo0",
            Verdict::AcceptUpper => "elo1",
        };
        let bounds = Sprt::from(test).bounds();
        Self {
            test,
            llr: state.llr,
            low: bounds.low,
            high: bounds.high,
            verdict,
        }
    }
}

/// What a match came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The digest of the match.
    pub digest: String,
    /// The game.
    pub title: String,
    /// The seed of the match.
    pub seed: u64,
    /// Games that were asked for.
    pub wanted: u64,
    /// Games that count.
    pub games: u64,
    /// Games that ended after the test had, and do not count.
    pub surplus: u64,
    /// What the sides are called.
    pub sides: [&'static str; 2],
    /// By pairing.
    pub pairings: Vec<PairingReport>,
    /// Of more than two players, the strongest first; empty if the games do not tell.
    pub ratings: Vec<RatingReport>,
    /// The sequential test.
    pub sprt: Option<SprtReport>,
    /// How games ended.
    pub ends: BTreeMap<&'static str, u64>,
    /// How players failed.
    pub failures: BTreeMap<String, BTreeMap<&'static str, u64>>,
    /// Games that repeat an earlier one, and that one; numbered from 1.
    pub duplicates: Vec<(u64, u64)>,
    /// Moves per game.
    pub mean_length: f64,
    /// The games whose result is doubtful, numbered from 1.
    pub disputed: Vec<u64>,
    /// Second counts: the same, another one, no answer.
    pub second_scorer: [u64; 3],
}

impl Report {
    /// The report on a tally.
    #[must_use]
    pub fn new(config: &MatchConfig, tally: &Tally) -> Self {
        let pairings = tally
            .pairings
            .iter()
            .map(|pairing| PairingReport::new(config, pairing));
        let failures = tally.failures.iter().zip(&config.players);
        let failures = failures.filter(|(failures, _)| !failures.is_empty());
        let titled = |counts: &BTreeMap<crate::record::End, u64>| {
            counts
                .iter()
                .map(|(end, &count)| (end.title(), count))
                .collect::<BTreeMap<_, _>>()
        };
        Self {
            digest: config.digest(),
            title: config.board.title(),
            seed: config.seed,
            wanted: crate::schedule::Schedule::new(config).total(),
            games: tally.games,
            surplus: tally.surplus,
            sides: config.board.table().player_names(),
            pairings: pairings.collect(),
            ratings: ratings(config, tally),
            sprt: config
                .sprt
                .zip(tally.sprt)
                .map(|(test, state)| SprtReport::new(test, &state)),
            ends: titled(&tally.ends),
            failures: failures
                .map(|(failures, player)| (player.name.clone(), titled(failures)))
                .collect(),
            duplicates: tally
                .duplicates
                .iter()
                .map(|(a, b)| (a + 1, b + 1))
                .collect(),
            mean_length: tally.moves as f64 / tally.games as f64,
            disputed: tally.disputed.iter().map(|game| game + 1).collect(),
            second_scorer: tally.second,
        }
    }

    /// The report as indented JSON.
    #[must_use]
    pub fn json(&self) -> String {
        // Plain data, which cannot fail to be written as text.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

fn ratings(config: &MatchConfig, tally: &Tally) -> Vec<RatingReport> {
    let n = config.players.len();
    if n < 3 {
        return Vec::new();
    }
    let results: Vec<(usize, usize, Wdl)> = tally
        .pairings
        .iter()
        .map(|pairing| (pairing.players[0], pairing.players[1], pairing.games))
        .collect();
    let anchor = config
        .anchor
        .as_ref()
        .and_then(|name| config.player_index(name));
    let anchor = anchor.map_or(Anchor::Mean(0.0), |player| Anchor::Player(player, 0.0));
    let Ok(fit) = BradleyTerry::fit(n, &results, PRIOR, anchor) else {
        return Vec::new();
    };
    let mut ratings: Vec<RatingReport> = (0..n)
        .map(|player| {
            let mut games = Wdl::default();
            for &(a, b, result) in &results {
                if a == player {
                    games += result;
                } else if b == player {
                    games += result.other();
                }
            }
            let name = config.players[player].name.clone();
            RatingReport {
                name,
                elo: fit.rating(player).elo.into(),
                counts: games.into(),
            }
        })
        .collect();
    ratings.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value));
    ratings
}

#[cfg(test)]
mod tests;
