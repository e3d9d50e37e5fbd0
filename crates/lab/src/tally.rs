//! What the finished games come to.
//!
//! A tally depends on the games alone, not on the order in which they ended, on how many ran
//! at a time, or on how often the match was interrupted.

use std::collections::{BTreeMap, HashMap};

use tewari_base::stats::{GameScore, PairScore, Pairs, Sprt, SprtState, Verdict, Wdl};

use crate::config::{MatchConfig, hash};
use crate::record::{End, GameLine, Outcome};
use crate::referee::same_score;
use crate::schedule::{GameId, Schedule};

/// A finished game, as far as tables need it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The game.
    pub id: GameId,
    /// Who won.
    pub result: Outcome,
    /// Why it ended.
    pub end: End,
    /// The name of its opening.
    pub opening: String,
    /// A word for its sequence of moves.
    pub moves: u64,
    /// How many moves it had.
    pub length: usize,
    /// What the second scorer made of it: whether it agrees, if it could say.
    pub second: Option<Option<bool>>,
    /// Whether the result is doubtful.
    pub disputed: bool,
}

impl From<&GameLine> for Summary {
    fn from(line: &GameLine) -> Self {
        let scores = line.score.as_deref().zip(line.second_score.as_deref());
        Self {
            id: line.id,
            result: line.result,
            end: line.end,
            opening: line.opening.clone(),
            moves: hash(&line.moves),
            length: line.moves.split_whitespace().count(),
            second: scores.map(|(a, b)| same_score(a, b)),
            disputed: line.disputed,
        }
    }
}

/// The games of two players, from the point of view of the one named first.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PairingTally {
    /// The numbers of the two.
    pub players: [usize; 2],
    /// All games with a result.
    pub games: Wdl,
    /// Those in which the first one moved first.
    pub moving_first: Wdl,
    /// Those in which it moved second.
    pub moving_second: Wdl,
    /// Complete pairs.
    pub pairs: Pairs,
    /// Games without result.
    pub void: u64,
    /// Games by opening.
    pub openings: BTreeMap<String, Wdl>,
}

/// All games of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// Games that count.
    pub games: u64,
    /// Games that were finished after the sequential test had ended, and do not count.
    pub surplus: u64,
    /// By pairing.
    pub pairings: Vec<PairingTally>,
    /// How often games ended in which way.
    pub ends: BTreeMap<End, u64>,
    /// How often each player failed in which way.
    pub failures: Vec<BTreeMap<End, u64>>,
    /// Games that repeat an earlier one move for move: the number of the game and of the
    /// earlier one.
    pub duplicates: Vec<(u64, u64)>,
    /// Moves of all games.
    pub moves: u64,
    /// The numbers of games whose result is doubtful.
    pub disputed: Vec<u64>,
    /// Games counted a second time: with the same score, with another one, without an answer.
    pub second: [u64; 3],
    /// How the sequential test stands.
    pub sprt: Option<SprtState>,
}

impl Tally {
    /// The tally of these games, in any order.
    #[must_use]
    pub fn new(config: &MatchConfig, games: &[Summary]) -> Self {
        let schedule = Schedule::new(config);
        let mut games: Vec<&Summary> = games.iter().collect();
        games.sort_by_key(|game| game.id);
        let (sprt, last_pair) = sequential(config, &games);
        let mut tally = Self {
            games: 0,
            surplus: 0,
            pairings: schedule
                .pairings()
                .iter()
                .map(|&players| pairing(players))
                .collect(),
            ends: BTreeMap::new(),
            failures: vec![BTreeMap::new(); config.players.len()],
            duplicates: Vec::new(),
            moves: 0,
            disputed: Vec::new(),
            second: [0; 3],
            sprt,
        };
        let mut seen: HashMap<u64, u64> = HashMap::new();
        let mut half: Option<(GameId, GameScore)> = None;
        for game in games {
            if last_pair.is_some_and(|last| game.id.pair > last) {
                tally.surplus += 1;
                continue;
            }
            tally.games += 1;
            tally.moves += game.length as u64;
            *tally.ends.entry(game.end).or_default() += 1;
            match game.second {
                Some(Some(true)) => tally.second[0] += 1,
                Some(Some(false)) => tally.second[1] += 1,
                Some(None) => tally.second[2] += 1,
                None => {}
            }
            let index = schedule.index(game.id);
            if game.disputed {
                tally.disputed.push(index);
            }
            let earlier = *seen.entry(game.moves).or_insert(index);
            if earlier != index {
                tally.duplicates.push((index, earlier));
            }
            if game.end.is_failure() {
                let loser = usize::from(game.result == Outcome::First);
                let player = schedule.seats(game.id)[loser];
                *tally.failures[player].entry(game.end).or_default() += 1;
            }
            let own = tally.pairings[game.id.pairing].add(game);
            // The legs of a pair follow each other.
            if game.id.leg == 0 {
                half = own.map(|score| (game.id, score));
            } else if let (Some((id, first)), Some(second)) = (half.take(), own)
                && (id.pair, id.pairing) == (game.id.pair, game.id.pairing)
            {
                tally.pairings[game.id.pairing]
                    .pairs
                    .add(PairScore::of(first, second));
            }
        }
        tally
    }

    /// Whether the sequential test has ended.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt
            .is_some_and(|state| state.verdict != Verdict::Continue)
    }
}

fn pairing(players: [usize; 2]) -> PairingTally {
    PairingTally {
        players,
        ..PairingTally::default()
    }
}

impl PairingTally {
    /// Counts a game; answers what it is worth to the first of the two.
    fn add(&mut self, game: &Summary) -> Option<GameScore> {
        let Some(score) = game.result.first_score() else {
            self.void += 1;
            return None;
        };
        let (own, side) = if game.id.leg == 0 {
            (score, &mut self.moving_first)
        } else {
            (score.other(), &mut self.moving_second)
        };
        side.add(own);
        self.games.add(own);
        self.openings
            .entry(game.opening.clone())
            .or_default()
            .add(own);
        Some(own)
    }
}

/// The state of the sequential test, and the pair that ended it.
///
/// The test looks at the pairs in their order, up to the first that is not complete. So it
/// ends at the same pair however many games run at a time; games beyond do not count.
fn sequential(config: &MatchConfig, games: &[&Summary]) -> (Option<SprtState>, Option<u64>) {
    let Some(test) = config.sprt else {
        return (None, None);
    };
    let test = Sprt::from(test);
    let mut pairs = Pairs::default();
    let mut state = test.judge_pairs(&pairs);
    for (legs, pair) in games.chunks(2).zip(0..) {
        let [a, b] = legs else { break };
        if (a.id.pair, b.id.pair) != (pair, pair) {
            break;
        }
        let (Some(first), Some(second)) = (a.result.first_score(), b.result.first_score()) else {
            continue;
        };
        pairs.add(PairScore::of(first, second.other()));
        state = test.judge_pairs(&pairs);
        if state.verdict != Verdict::Continue {
            return (Some(state), Some(pair));
        }
    }
    (Some(state), None)
}

#[cfg(test)]
mod tests;
