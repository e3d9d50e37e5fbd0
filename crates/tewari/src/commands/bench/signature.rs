//! One word for the behaviour of the engine, and one for each game and for each main setup of
//! the search.
//!
//! For every game a few positions are reached by random moves from fixed seeds. In each, a
//! search with one thread and a fixed number of simulations is run, and its candidates with
//! their visits and values go into a hash; so do the lengths and outcomes of some playouts. The
//! words of the setups are made by [`setups`].

use std::fmt;

use anyhow::{Context, bail};
use tewari_base::{Rng, mix};
use tewari_engine::{GameKind, Params, Stop};
use tewari_game::{Game, Outcome};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_go::{Go, Size};
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::{Playout, Record, Uniform};

use super::setups;

/// The seed of everything here.
pub(super) const SEED: u64 = 0x7e3a_2112;
/// How many random moves lead to the positions searched. A game that ends before is searched
/// at its end, which says something too.
const PLIES: [usize; 3] = [0, 7, 30];
/// Simulations per search. On 19×19 these are most of the time that the signature takes:
/// 3 · 2000 playouts at about 10000 a second.
const SIMULATIONS: u64 = 2000;
/// Playouts per game.
const PLAYOUTS: u64 = 500;

/// The words, by the name of the game or setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Signature {
    pub games: Vec<(String, u64)>,
}

impl Signature {
    /// Runs everything.
    pub(super) fn compute() -> Self {
        let go = |n| Go::new(size(n));
        let words = [
            (
                "go9",
                word(GameKind::Go, 9, &go(9), &UniformGo::new(&go(9))),
            ),
            (
                "go19",
                word(GameKind::Go, 19, &go(19), &UniformGo::new(&go(19))),
            ),
            small(GameKind::Connect4, &Connect4),
            small(GameKind::Breakthrough, &Breakthrough),
            small(GameKind::Othello, &Othello),
            small(GameKind::CatchTheLion, &CatchTheLion),
        ];
        let games = words.map(|(name, word)| (name.to_owned(), word));
        Self {
            games: games.into_iter().chain(setups::words()).collect(),
        }
    }

    /// The word for everything together.
    pub(super) fn total(&self) -> u64 {
        self.games
            .iter()
            .fold(0, |hash, &(_, word)| absorb(hash, word))
    }

    /// Reads what [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    /// When the text has no signature, or one that does not belong to its games.
    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        let mut games = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let word = |text: &str| u64::from_str_radix(text, 16).ok();
            let (name, word) = line
                .split_once(char::is_whitespace)
                .and_then(|(name, rest)| Some((name, word(rest.trim())?)))
                .with_context(|| format!("{line:?} is no name with a signature"))?;
            if name != "signature" {
                games.push((name.to_owned(), word));
                continue;
            }
            let signature = Self { games };
            if signature.total() != word {
                bail!("signature {word:016x} does not belong to the games above it");
            }
            return Ok(signature);
        }
        bail!("no line \"signature 0123456789abcdef\" found")
    }

    /// Where `new` differs, game by game.
    pub(super) fn differences(&self, new: &Self) -> Vec<String> {
        let word = |of: &Self, name: &str| {
            let found = of.games.iter().find(|(known, _)| known == name);
            found.map_or_else(|| "nothing".to_owned(), |(_, word)| format!("{word:016x}"))
        };
        let mut names: Vec<&str> = new.games.iter().map(|(name, _)| name.as_str()).collect();
        names.extend(self.games.iter().map(|(name, _)| name.as_str()));
        let mut seen = Vec::new();
        names.retain(|name| {
            !seen.contains(name) && {
                seen.push(name);
                true
            }
        });
        names
            .into_iter()
            .filter(|name| word(self, name) != word(new, name))
            .map(|name| format!("{name} was {} and is {}", word(self, name), word(new, name)))
            .collect()
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, word) in &self.games {
            writeln!(f, "{name:<15} {word:016x}")?;
        }
        writeln!(f, "signature {:016x}", self.total())
    }
}

fn small<G: Game>(kind: GameKind, game: &G) -> (&'static str, u64) {
    (kind.name(), word(kind, 9, game, &Uniform::new(game)))
}

fn word<G: Game>(kind: GameKind, n: u8, game: &G, playout: &impl Playout<G>) -> u64 {
    let searched = PLIES
        .iter()
        .fold(0, |hash, &plies| searched(hash, kind, n, plies));
    played_out(searched, game, playout.clone())
}

/// A search after some random moves.
fn searched(mut hash: u64, kind: GameKind, n: u8, plies: usize) -> u64 {
    let mut table = kind.table(size(n));
    let mut rng = Rng::stream(SEED, &[plies as u64]);
    for _ in 0..plies {
        let moves = table.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = &moves[rng.below(moves.len() as u32) as usize];
        table.play(mv).expect("a legal move can be played");
    }
    let mut params = Params::preset(table.domain());
    params.engine.seed = SEED;
    params.engine.threads = 1;
    params.engine.simulations = SIMULATIONS;
    let thought = table
        .think(&params, &Stop::default())
        .expect("presets are consistent");
    let Some(thought) = thought else {
        return absorb(hash, 0);
    };
    hash = absorb(hash, thought.simulations);
    hash = absorb(hash, u64::from(thought.best.mv.0));
    for candidate in &thought.candidates {
        hash = absorb(hash, u64::from(candidate.mv.0));
        hash = absorb(hash, u64::from(candidate.visits));
        hash = absorb(hash, candidate.value.to_bits());
    }
    hash
}

/// Playouts from the first position.
fn played_out<G: Game>(mut hash: u64, game: &G, mut playout: impl Playout<G>) -> u64 {
    let mut start = game.new_sim();
    game.load(&game.initial(), &mut start);
    let mut record = Record::for_game(game);
    for i in 0..PLAYOUTS {
        let outcome = playout.run(&start, &mut Rng::stream(SEED, &[i]), &mut record);
        hash = absorb(hash, record.len() as u64);
        hash = absorb(
            hash,
            match outcome {
                Outcome::Draw => 2,
                Outcome::Win(player) => player.index() as u64,
            },
        );
    }
    hash
}

pub(super) fn absorb(hash: u64, word: u64) -> u64 {
    mix(hash ^ mix(word))
}

fn size(n: u8) -> Size {
    Size::new(n).expect("a size of boards")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read_back() {
        let games = vec![("go9".to_owned(), 1), ("othello".to_owned(), u64::MAX)];
        let signature = Signature { games };
        assert_eq!(Signature::parse(&signature.to_string()).unwrap(), signature);
        for junk in ["", "go9 12", "go9 xyz\n", "go9 1\nsignature 1\n"] {
            assert!(Signature::parse(junk).is_err(), "{junk:?}");
        }
    }

    #[test]
    fn differences_name_the_game() {
        let of = |games: &[(&str, u64)]| Signature {
            games: games
                .iter()
                .map(|&(name, word)| (name.to_owned(), word))
                .collect(),
        };
        let (old, new) = (
            of(&[("a", 1), ("b", 2)]),
            of(&[("a", 1), ("b", 3), ("c", 4)]),
        );
        assert_eq!(old.differences(&old), [""; 0]);
        assert_eq!(
            old.differences(&new),
            [
                "b was 0000000000000002 and is 0000000000000003",
                "c was nothing and is 0000000000000004"
            ]
        );
    }
}
