//! The kit that holds a game to the contract.
//!
//! [`check`] plays random games and asks every clause of [`Game`] and [`GameState`] about
//! every position it meets, among them positions that [`Game::parse_state`] accepted from
//! slightly damaged text: what can be read must be playable. The first broken clause ends
//! the run with a panic that says which clause, which game, which seed and which moves, so
//! that the fault can be repeated with `check(&game, 1, seed)` or by hand.
//!
//! The clauses, by the names a failure gives them:
//!
//! | clause | what it says |
//! |---|---|
//! | declarations | the names and bounds a game declares make sense |
//! | move bounds | legal moves lie below `move_space`, are at most `max_moves`, each once |
//! | end of game | there are no legal moves exactly when there is an outcome |
//! | is_legal | agrees with the list for every number below `move_space`, and some above |
//! | try_play | refuses an illegal move and leaves the position as it was; else it plays |
//! | random_move | is the promised draw from the list |
//! | alternation | the players take turns |
//! | key | equal for equal texts, different for different ones, new after every move |
//! | state text | one line, read back as the same position, written again the same way |
//! | move text | one line, read back as the same move in any letter case |
//! | junk | no text makes a parser panic; a refusal is one line |
//! | clone | `clone` and `clone_from` give the same position, and an independent one |
//! | load | the light position is the same one, also after a move; its playouts keep the rules |
//! | repetition | what the record forbids or ends follows from the past keys and the rule |
//! | symmetry | mapping and playing commute, image 0 is the identity |

mod junk;
mod view;

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tewari_base::Rng;

use crate::{Game, GameState, IllegalMove, Move, MoveList, Outcome, ParseError, Repetition};
use view::View;

/// How many moves are played on from a position that was read from damaged text.
const PLIES_AFTER_JUNK: usize = 3;
/// How many damaged texts of either kind are tried per game.
const JUNK_PER_GAME: usize = 20;
/// How many texts of either kind are kept to be damaged.
const SAMPLES: usize = 500;

/// Plays `games` random games and checks every clause of the contract on them.
///
/// # Panics
/// When a clause is broken, naming the clause, the game, the seed and the moves.
pub fn check<G: Game>(game: &G, games: u32, seed: u64) {
    let mut run = Run {
        game,
        seed,
        number: 0,
        origin: None,
        path: Vec::new(),
        rng: Rng::new(seed),
        sampler: Rng::new(seed),
        key_of: HashMap::new(),
        text_of: HashMap::new(),
        spare: game.initial(),
        state_texts: Vec::new(),
        move_texts: Vec::new(),
    };
    run.declarations();
    for number in 0..games {
        run.number = number;
        run.rng = Rng::stream(seed, &[u64::from(number)]);
        run.line(None, game.initial(), game.max_playout_length());
        run.junk_moves();
        run.junk_states();
    }
}

/// One call of [`check`], and where it is.
struct Run<'a, G: Game> {
    game: &'a G,
    seed: u64,
    number: u32,
    /// The text the present line of play started from, if not at the initial position.
    origin: Option<String>,
    path: Vec<Move>,
    rng: Rng,
    /// Chooses the texts that are kept, apart from `rng` so as not to disturb the games.
    sampler: Rng,
    key_of: HashMap<String, u64>,
    text_of: HashMap<u64, String>,
    /// Some earlier position, as a target for `clone_from`.
    spare: G::State,
    state_texts: Vec<String>,
    move_texts: Vec<String>,
}

impl<G: Game> Run<'_, G> {
    #[track_caller]
    fn require(&self, holds: bool, clause: &str, detail: impl FnOnce() -> String) {
        if holds {
            return;
        }
        let moves: Vec<String> = self
            .path
            .iter()
            .map(|&mv| self.game.format_move(mv))
            .collect();
        panic!(
            "{} breaks the clause '{clause}': {} (seed {}, game {}, from {}, moves: {})",
            self.game.name(),
            detail(),
            self.seed,
            self.number,
            self.origin.as_deref().unwrap_or("the initial position"),
            if moves.is_empty() {
                "none".to_owned()
            } else {
                moves.join(" ")
            },
        );
    }

    /// `copy` must be the same position as `original`, the record aside where it may be lost.
    #[track_caller]
    fn require_same(&self, original: &View, copy: &View, lost_record: bool, clause: &str) {
        let difference = original.difference(copy, lost_record && self.game.history_dependent());
        self.require(difference.is_none(), clause, || {
            difference.unwrap_or_default()
        });
    }

    fn declarations(&self) {
        let game = self.game;
        let name = game.name();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        self.require(
            !name.is_empty() && name.chars().all(plain),
            "declarations",
            || format!("the name {name:?} is not short, plain and lower-case"),
        );
        let players = game.player_names();
        self.require(
            players[0] != players[1] && players.iter().all(|player| !player.is_empty()),
            "declarations",
            || format!("the players are called {players:?}"),
        );
        let (space, most) = (game.move_space(), game.max_moves());
        self.require(most <= space && space <= 1 << 16, "declarations", || {
            format!("at most {most} moves out of {space}")
        });
        self.require(game.symmetries() >= 1, "declarations", || {
            "no identity".to_owned()
        });
    }

    /// A random game from `state`, every position of it checked.
    fn line(&mut self, origin: Option<String>, mut state: G::State, plies: usize) {
        self.origin = origin;
        self.path.clear();
        let halfway = self.rng.below(plies as u32 / 2 + 1) as usize;
        loop {
            self.position(&state);
            if self.path.len() == halfway {
                self.playout(&state);
            }
            let mut moves = MoveList::new();
            let Some(mv) = state.random_move(&mut self.rng, &mut moves) else {
                return;
            };
            if self.path.len() >= plies {
                return;
            }
            let next = self.step(&state, mv);
            self.path.push(mv);
            self.spare = state;
            state = next;
        }
    }

    /// What every position owes, whatever comes next.
    fn position(&mut self, state: &G::State) {
        let view = View::of(state);
        self.rules(state, &view);
        self.text(state, &view);
        self.copies(state, &view);
        self.repetition(state, &view);
        self.images(state, &view);
        self.move_text(&view);
    }

    fn rules<S: GameState>(&self, state: &S, view: &View) {
        let (space, most) = (self.game.move_space(), self.game.max_moves());
        let legal = &view.legal;
        self.require(legal.len() <= most, "move bounds", || {
            format!("{} moves where at most {most} were promised", legal.len())
        });
        let mut listed = vec![false; space];
        for mv in legal {
            self.require(mv.index() < space, "move bounds", || {
                format!("move {} is not below {space}", mv.0)
            });
            let seen = std::mem::replace(&mut listed[mv.index()], true);
            self.require(!seen, "move bounds", || {
                format!("move {} is listed twice", mv.0)
            });
        }
        self.require(
            legal.is_empty() == view.outcome.is_some(),
            "end of game",
            || format!("{} legal moves, outcome {:?}", legal.len(), view.outcome),
        );

        let beyond = [space, space + 1, 2 * space, usize::from(u16::MAX)];
        let numbers = (0..space)
            .chain(beyond)
            .filter_map(|number| u16::try_from(number).ok());
        let mut probe = state.clone();
        for mv in numbers.map(Move) {
            let expected = listed.get(mv.index()).copied().unwrap_or(false);
            self.require(state.is_legal(mv) == expected, "is_legal", || {
                format!(
                    "move {} is listed: {expected}, but is_legal: {}",
                    mv.0, !expected
                )
            });
            if !expected {
                let answer = probe.try_play(mv);
                self.require(answer == Err(IllegalMove(mv)), "try_play", || {
                    format!("the illegal move {} gave {answer:?}", mv.0)
                });
                self.require(probe.key() == view.key, "try_play", || {
                    format!("the illegal move {} changed the position", mv.0)
                });
            }
        }
        self.require_same(view, &View::of(&probe), false, "try_play");

        let (mut rng, mut same) = (self.rng.clone(), self.rng.clone());
        let expected = (!legal.is_empty()).then(|| legal[same.below(legal.len() as u32) as usize]);
        let drawn = state.random_move(&mut rng, &mut MoveList::new());
        self.require(drawn == expected && rng == same, "random_move", || {
            format!("{drawn:?} was drawn instead of {expected:?}, or from other random words")
        });
    }

    fn text(&mut self, state: &G::State, view: &View) {
        let text = self.game.format_state(state);
        self.require(is_one_line(&text), "state text", || {
            format!("{text:?} is not one line")
        });
        match self.game.parse_state(&text) {
            Err(error) => self.require(false, "state text", || format!("{text:?}: {error}")),
            Ok(read) => {
                let again = View::of(&read);
                self.require_same(view, &again, true, "state text");
                self.require(
                    self.game.history_dependent() || view.legal == again.legal,
                    "state text",
                    || format!("moves {:?} are listed as {:?}", view.legal, again.legal),
                );
                let mut sim = self.game.new_sim();
                self.game.load(&read, &mut sim);
                self.require(sim.outcome() == read.outcome(), "load", || {
                    format!(
                        "without a record, {:?} became {:?}",
                        read.outcome(),
                        sim.outcome()
                    )
                });
                let rewritten = self.game.format_state(&read);
                self.require(rewritten == text, "state text", || {
                    format!("{text:?} is written again as {rewritten:?}")
                });
            }
        }
        let key = *self.key_of.entry(text.clone()).or_insert(view.key);
        self.require(key == view.key, "key", || format!("two keys for {text:?}"));
        let known = self
            .text_of
            .entry(view.key)
            .or_insert_with(|| text.clone())
            .clone();
        self.require(known == text, "key", || {
            format!("one key for {known:?} and {text:?}")
        });
        keep(&mut self.state_texts, text, &mut self.sampler);
    }

    fn copies(&mut self, state: &G::State, view: &View) {
        self.require_same(view, &View::of(&state.clone()), false, "clone");
        let mut spare = self.spare.clone();
        spare.clone_from(state);
        self.require_same(view, &View::of(&spare), false, "clone");
        let (text, copied) = (
            self.game.format_state(state),
            self.game.format_state(&spare),
        );
        self.require(text == copied, "clone", || {
            format!("{text:?} became {copied:?}")
        });

        let mut sim = self.game.new_sim();
        for source in [&self.spare, state] {
            self.game.load(source, &mut sim);
        }
        let loaded = View::of(&sim);
        self.require_same(view, &loaded, true, "load");
        self.rules(&sim, &loaded);
    }

    /// A search that keeps its own path judges repetitions by the declared rule, and must
    /// come to what the full state does.
    fn repetition(&self, state: &G::State, view: &View) {
        let mut past = vec![view.key];
        self.game.past_keys(state, &mut past);
        if !self.game.history_dependent() {
            self.require(past.is_empty(), "repetition", || {
                "past keys in a game that does not depend on its record".to_owned()
            });
            return;
        }
        let mut sim = self.game.new_sim();
        self.game.load(state, &mut sim);
        let candidates = if view.outcome.is_none() {
            View::of(&sim).legal
        } else {
            Vec::new()
        };
        for mv in candidates {
            let key = self.game.key_after(&sim, mv);
            let rule = key.map_or(Repetition::Allowed, |key| {
                let earlier = past.iter().filter(|&&known| known == key).count();
                self.game.on_repetition(earlier)
            });
            let mut next = state.clone();
            let legal = next.try_play(mv).is_ok();
            self.require(
                legal != (rule == Repetition::Forbidden),
                "repetition",
                || format!("move {} is legal: {legal}, but by the rule {rule:?}", mv.0),
            );
            if !legal {
                continue;
            }
            let mut light = sim.clone();
            light.play(mv);
            let expected = match rule {
                Repetition::Draw => Some(Outcome::Draw),
                _ => light.outcome(),
            };
            self.require(next.outcome() == expected, "repetition", || {
                format!(
                    "after move {}, {:?} instead of {expected:?}",
                    mv.0,
                    next.outcome()
                )
            });
            let mut longer = Vec::new();
            self.game.past_keys(&next, &mut longer);
            self.require(
                key.is_none() || longer.last() == key.as_ref(),
                "repetition",
                || {
                    format!(
                        "move {} gives the past keys {longer:x?}, without {key:x?} last",
                        mv.0
                    )
                },
            );
        }
    }

    fn images(&self, state: &G::State, view: &View) {
        for symmetry in 0..self.game.symmetries() {
            let image = self.game.map_state(symmetry, state);
            let mapped: MoveList = view
                .legal
                .iter()
                .map(|&mv| self.game.map_move(symmetry, mv))
                .collect();
            let distinct = mapped.iter().collect::<HashSet<_>>().len() == mapped.len();
            self.require(distinct, "symmetry", || {
                format!("image {symmetry} has moves {mapped:?} for {:?}", view.legal)
            });
            let seen = View::of(&image);
            self.rules(&image, &seen);
            let expected = View {
                legal: mapped,
                key: seen.key,
                ..view.clone()
            };
            self.require_same(&expected, &seen, true, "symmetry");
            if symmetry == 0 {
                self.require_same(view, &seen, true, "symmetry");
                self.require(expected.legal == view.legal, "symmetry", || {
                    "image 0 exchanges moves".to_owned()
                });
            }
        }
    }

    fn move_text(&mut self, view: &View) {
        for &mv in &view.legal {
            let text = self.game.format_move(mv);
            self.require(is_one_line(&text), "move text", || {
                format!("{text:?} is not one line")
            });
            for spelling in [text.clone(), text.to_uppercase(), text.to_lowercase()] {
                let read = self.game.parse_move(&spelling);
                self.require(read == Ok(mv), "move text", || {
                    format!(
                        "move {} is written {text:?}, but {spelling:?} gives {read:?}",
                        mv.0
                    )
                });
            }
            keep(&mut self.move_texts, text, &mut self.sampler);
        }
    }

    /// Makes a legal move, and all the ways to make it must agree.
    fn step(&self, state: &G::State, mv: Move) -> G::State {
        let before = View::of(state);
        let mut next = state.clone();
        next.play(mv);
        let after = View::of(&next);
        self.require_same(&before, &View::of(state), false, "clone");
        self.require(after.key != before.key, "key", || {
            format!("move {} leaves the key as it was", mv.0)
        });
        self.turn(&before, &after);

        let mut tried = state.clone();
        let answer = tried.try_play(mv);
        self.require(answer == Ok(()), "try_play", || {
            format!("the legal move {} gave {answer:?}", mv.0)
        });
        self.require_same(&after, &View::of(&tried), false, "try_play");

        let mut sim = self.game.new_sim();
        self.game.load(state, &mut sim);
        sim.play(mv);
        self.require_same(&after, &View::of(&sim), true, "load");

        for symmetry in 0..self.game.symmetries() {
            let mut played = self.game.map_state(symmetry, state);
            played.play(self.game.map_move(symmetry, mv));
            let mapped = self.game.map_state(symmetry, &next);
            let [played, mapped] = [played, mapped].map(|image| self.game.format_state(&image));
            self.require(played == mapped, "symmetry", || {
                format!(
                    "move {} in image {symmetry} gives {played:?}, not {mapped:?}",
                    mv.0
                )
            });
        }
        next
    }

    fn turn(&self, before: &View, after: &View) {
        let alternates = match (before.to_move, after.to_move) {
            (Some(mover), Some(next)) => next == mover.other(),
            _ => true,
        };
        self.require(alternates, "alternation", || {
            format!("{:?} moves twice in a row", before.to_move)
        });
    }

    /// A random playout on the light position keeps the rules until it ends or is cut.
    fn playout(&mut self, state: &G::State) {
        let start = self.path.len();
        let mut sim = self.game.new_sim();
        self.game.load(state, &mut sim);
        let mut moves = MoveList::new();
        let mut view = View::of(&sim);
        for _ in 0..self.game.max_playout_length() {
            self.rules(&sim, &view);
            let Some(mv) = sim.random_move(&mut self.rng, &mut moves) else {
                break;
            };
            sim.play(mv);
            self.path.push(mv);
            let next = View::of(&sim);
            self.turn(&view, &next);
            view = next;
        }
        self.path.truncate(start);
    }

    fn junk_moves(&mut self) {
        self.path.clear();
        for _ in 0..JUNK_PER_GAME {
            let text = junk::mutate(&self.move_texts, &mut self.rng);
            if let Some(mv) = self.read("parse_move", &text, G::parse_move) {
                self.require(mv.index() < self.game.move_space(), "junk", || {
                    format!("{text:?} is read as move {}", mv.0)
                });
                let written = self.game.format_move(mv);
                let again = self.game.parse_move(&written);
                self.require(again == Ok(mv), "move text", || {
                    format!(
                        "{text:?} is read as {}, written {written:?}: {again:?}",
                        mv.0
                    )
                });
            }
        }
    }

    fn junk_states(&mut self) {
        for _ in 0..JUNK_PER_GAME {
            let text = junk::mutate(&self.state_texts, &mut self.rng);
            if let Some(state) = self.read("parse_state", &text, G::parse_state) {
                self.line(Some(format!("{text:?}")), state, PLIES_AFTER_JUNK);
            }
        }
    }

    /// Reads a doubtful text, which may fail but not panic.
    fn read<T>(
        &self,
        parser: &str,
        text: &str,
        parse: impl FnOnce(&G, &str) -> Result<T, ParseError>,
    ) -> Option<T> {
        let answer = catch_unwind(AssertUnwindSafe(|| parse(self.game, text)));
        self.require(answer.is_ok(), "junk", || {
            format!("{parser} panics on {text:?}")
        });
        match answer {
            Ok(Ok(value)) => Some(value),
            Ok(Err(ParseError(message))) => {
                self.require(is_one_line(&message), "junk", || {
                    format!("{parser} answers {text:?} with {message:?}, which is not one line")
                });
                None
            }
            Err(_) => None,
        }
    }
}

fn is_one_line(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.contains(char::is_control)
}

/// Adds a text, in the end at the cost of a random earlier one.
fn keep(samples: &mut Vec<String>, text: String, rng: &mut Rng) {
    if samples.len() < SAMPLES {
        samples.push(text);
    } else {
        samples[rng.below(SAMPLES as u32) as usize] = text;
    }
}
