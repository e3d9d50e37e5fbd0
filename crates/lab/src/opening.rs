//! Where games begin.
//!
//! Both games of a pair begin with the same opening, and pair `k` of every pairing has the same
//! one, so that in a round robin all meet the same openings.

mod files;

use std::path::Path;

use serde::{Deserialize, Serialize};
use tewari_base::Rng;

use crate::board::Board;
use crate::error::{LabError, config};
use crate::seeds;

/// Moves that are made before the players take over.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// What it is called in tables.
    pub name: String,
    /// The moves.
    pub moves: Vec<String>,
}

/// All openings of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Openings {
    /// Games begin with the first position and differ by their seeds.
    None,
    /// Every pair begins with so many random moves, drawn from the seed of the match.
    Random {
        /// How many moves.
        plies: u32,
    },
    /// A list, used again from its start when it is at its end.
    List {
        /// The openings.
        openings: Vec<Opening>,
        /// In which order they are used.
        order: Order,
    },
}

/// In which order a list of openings is used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As it stands.
    #[default]
    Listed,
    /// Shuffled by the seed of the match, anew each time it is gone through.
    Shuffled,
}

/// More random moves than this are a mistake.
const MOST_PLIES: u32 = 1_000;

/// Where openings come from: a text such as `random:4`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    None,
    Random(u32),
    Text {
        path: String,
        plies: Option<u32>,
        order: Order,
    },
    Sgf {
        folder: String,
        plies: Option<u32>,
        order: Order,
    },
}

impl Source {
    pub(crate) fn parse(
        text: &str,
        plies: Option<u32>,
        order: Option<Order>,
    ) -> Result<Self, LabError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let rest = rest.trim().to_owned();
        let ordered = order.unwrap_or_default();
        let source = match kind.trim() {
            "none" if rest.is_empty() => Self::None,
            "random" => match rest.parse() {
                Ok(plies) if (1..=MOST_PLIES).contains(&plies) => Self::Random(plies),
                _ => {
                    return Err(config(format!(
                        "openings: random:N needs a number of moves up to {MOST_PLIES}, \
                         not {rest:?}"
                    )));
                }
            },
            "file" if !rest.is_empty() => Self::Text {
                path: rest,
                plies,
                order: ordered,
            },
            "sgf" if !rest.is_empty() => Self::Sgf {
                folder: rest,
                plies,
                order: ordered,
            },
            _ => {
                return Err(config(format!(
                    "openings: {text:?} is none of none, random:N, file:PATH, sgf:FOLDER"
                )));
            }
        };
        let free = matches!(source, Self::None | Self::Random(_));
        if free && (plies.is_some() || order.is_some()) {
            return Err(config(
                "opening_plies and opening_order are for openings from files",
            ));
        }
        Ok(source)
    }

    pub(crate) fn load(&self, board: &Board, base: &Path) -> Result<Openings, LabError> {
        let (openings, order) = match self {
            Self::None => return Ok(Openings::None),
            Self::Random(plies) => return Ok(Openings::Random { plies: *plies }),
            Self::Text { path, plies, order } => {
                (files::text(&base.join(path), board, *plies)?, *order)
            }
            Self::Sgf {
                folder,
                plies,
                order,
            } => (files::sgf(&base.join(folder), board, *plies)?, *order),
        };
        Ok(Openings::List { openings, order })
    }
}

impl Openings {
    /// The opening of pair number `pair` in a match with this seed.
    ///
    /// # Errors
    /// When no random opening of the wanted length is found that leaves the game open.
    pub fn opening(&self, board: &Board, seed: u64, pair: u64) -> Result<Opening, LabError> {
        match self {
            Self::None => Ok(Opening::default()),
            Self::Random { plies } => random(board, *plies, seed, pair),
            Self::List { openings, order } => {
                let n = openings.len().max(1) as u64;
                let mut places: Vec<usize> = (0..openings.len()).collect();
                if *order == Order::Shuffled {
                    Rng::stream(seed, &[seeds::ORDER, pair / n]).shuffle(&mut places);
                }
                let place = places.get((pair % n) as usize).copied().unwrap_or_default();
                Ok(openings.get(place).cloned().unwrap_or_default())
            }
        }
    }
}

/// Random moves that do not end the game; passes are left out where the game has others.
fn random(board: &Board, plies: u32, seed: u64, pair: u64) -> Result<Opening, LabError> {
    const TRIES: u64 = 1_000;
    for attempt in 0..TRIES {
        let mut rng = Rng::stream(seed, &[seeds::OPENING, pair, attempt]);
        let mut table = board.table();
        while table.moves().len() < plies as usize {
            let mut moves = table.legal_moves();
            if moves.len() > 1 {
                moves.retain(|mv| mv != "pass");
            }
            let Some(mv) = moves.get(rng.below(moves.len() as u32) as usize) else {
                break;
            };
            if table.play(mv).is_err() {
                break;
            }
        }
        let moves = table.moves();
        if moves.len() == plies as usize && table.ending().is_none() {
            return Ok(Opening {
                name: format!("random {}", pair + 1),
                moves,
            });
        }
    }
    Err(config(format!(
        "openings: {plies} random moves leave no game to be played"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tewari_engine::GameKind;

    #[test]
    fn random_openings_follow_from_the_seed() {
        let board = Board::Other(GameKind::Connect4);
        let openings = Openings::Random { plies: 5 };
        let one = openings.opening(&board, 1, 0).unwrap();
        assert_eq!(one.moves.len(), 5);
        assert_eq!(one, openings.opening(&board, 1, 0).unwrap());
        assert_ne!(one, openings.opening(&board, 1, 1).unwrap());
        assert_ne!(one.moves, openings.opening(&board, 2, 0).unwrap().moves);
        assert!(
            Openings::Random { plies: 43 }
                .opening(&board, 1, 0)
                .is_err()
        );
    }

    #[test]
    fn lists_go_round() {
        let opening = |name: &str| Opening {
            name: name.to_owned(),
            moves: Vec::new(),
        };
        let openings: Vec<Opening> = ["a", "b", "c", "d"].map(opening).to_vec();
        let board = Board::Other(GameKind::Othello);
        let names = |order, seed| -> String {
            let list = Openings::List {
                openings: openings.clone(),
                order,
            };
            (0..8)
                .map(|pair| list.opening(&board, seed, pair).unwrap().name)
                .collect()
        };
        assert_eq!(names(Order::Listed, 1), "abcdabcd");
        let shuffled = names(Order::Shuffled, 1);
        assert_ne!(shuffled, "abcdabcd");
        for half in [&shuffled[..4], &shuffled[4..]] {
            assert!("abcd".chars().all(|c| half.contains(c)), "{shuffled}");
        }
        assert_eq!(shuffled, names(Order::Shuffled, 1));
    }

    #[test]
    fn sources() {
        let parse = |text: &str| Source::parse(text, None, None);
        assert_eq!(parse("none").unwrap(), Source::None);
        assert_eq!(parse("random:4").unwrap(), Source::Random(4));
        assert!(
            matches!(parse("file:a:b.txt").unwrap(), Source::Text { path, .. } if path == "a:b.txt")
        );
        for bad in [
            "", "random", "random:0", "random:x", "file", "book:x", "none:1",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        assert!(Source::parse("random:3", Some(2), None).is_err());
    }
}
