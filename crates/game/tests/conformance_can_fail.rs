//! The conformance kit must see a broken game for what it is: one small game, broken in one
//! place at a time, and the clause the kit has to name.

use std::panic::catch_unwind;

use tewari_base::{Rng, mix};
use tewari_game::{
    Game, GameState, IllegalMove, Move, MoveList, Outcome, ParseError, Player, Repetition,
    conformance,
};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    ShoutingName,
    SamePlayers,
    TooManyMoves,
    NumberTooLarge,
    ListedTwice,
    NeverOver,
    OverTooEarly,
    LegalWhenEmpty,
    LegalBeyondSpace,
    PlaysIllegalMoves,
    SpoiltByRefusal,
    BiasedDraw,
    ThirstyDraw,
    MovesTwice,
    KeyWithoutPlayer,
    KeyWithoutRight,
    KeyOfTheRoute,
    TextWithoutPlayer,
    TextOfTwoLines,
    TextNotCanonical,
    OrderOfTheRoute,
    MoveInCapitals,
    MovesShareText,
    MoveParserPanics,
    StateParserPanics,
    LongError,
    ReadsTooMuch,
    HalfClone,
    HalfLoad,
    MovesNotMapped,
    StateNotMapped,
    IdentityMoves,
    HiddenRecord,
    DeclaredRecord,
    RuleForgotten,
    KeysForgotten,
    KeysForNothing,
}

/// Two heaps of up to five counters. A move takes one or two from one of them, and whoever
/// takes the last counter wins. The heaps' exchange is a symmetry.
#[derive(Clone)]
struct Heaps(Fault);

#[derive(Debug)]
struct State {
    heaps: [u8; 2],
    to_move: Player,
    plies: u8,
    last: Option<Move>,
    fault: Fault,
}

const TEXTS: [&str; 4] = ["l1", "l2", "r1", "r2"];

impl State {
    fn fits(&self, mv: Move) -> bool {
        let [heap, take] = [mv.index() / 2, mv.index() % 2 + 1];
        mv.index() < 4 && usize::from(self.heaps[heap]) >= take
    }

    fn is_only(&self, mv: Move) -> bool {
        !(0..4)
            .map(Move)
            .any(|other| other != mv && self.fits(other))
    }

    /// With a record, the opponent's move may not be repeated while there is another one.
    fn forbidden(&self, mv: Move) -> bool {
        let hidden = self.fault == Fault::HiddenRecord;
        (hidden || has_record(self.fault)) && self.last == Some(mv) && !self.is_only(mv)
    }
}

fn has_record(fault: Fault) -> bool {
    matches!(
        fault,
        Fault::DeclaredRecord | Fault::RuleForgotten | Fault::KeysForgotten
    )
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let to_move = self.to_move;
        *self = source.clone();
        if self.fault == Fault::HalfClone {
            self.to_move = to_move;
        }
    }
}

impl GameState for State {
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = match self.fault {
            Fault::NeverOver => false,
            Fault::OverTooEarly => self.heaps[0] == 0,
            _ => self.heaps == [0, 0],
        };
        over.then(|| Outcome::Win(self.to_move.other()))
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clear();
        moves.extend((0..4).map(Move).filter(|&mv| self.is_legal(mv)));
        match self.fault {
            Fault::ListedTwice if moves.len() == 1 => moves.push(moves[0]),
            Fault::OrderOfTheRoute if self.plies % 2 == 1 => moves.reverse(),
            Fault::LegalWhenEmpty => moves.retain(|&mv| self.fits(mv)),
            _ => {}
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match self.fault {
            Fault::LegalWhenEmpty => mv.index() < 4 && self.heaps[mv.index() / 2] > 0,
            Fault::LegalBeyondSpace if mv.0 == u16::MAX => true,
            _ => self.fits(mv) && !self.forbidden(mv),
        }
    }

    fn random_move(&self, rng: &mut Rng, scratch: &mut MoveList) -> Option<Move> {
        self.legal_moves(scratch);
        let count = scratch.len() as u32;
        let choice = match self.fault {
            Fault::ThirstyDraw => rng.below(count),
            _ if count == 0 => return None,
            Fault::BiasedDraw => rng.below(count) / 2,
            _ => rng.below(count),
        };
        scratch.get(choice as usize).copied()
    }

    fn play(&mut self, mv: Move) {
        self.heaps[mv.index() / 2] -= mv.0 as u8 % 2 + 1;
        self.plies += 1;
        self.last = Some(mv);
        if self.fault != Fault::MovesTwice || mv.0.is_multiple_of(2) {
            self.to_move = self.to_move.other();
        }
    }

    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.fault == Fault::PlaysIllegalMoves && mv.0 >= 4 {
            return Ok(());
        }
        if !self.is_legal(mv) {
            if self.fault == Fault::SpoiltByRefusal {
                self.to_move = self.to_move.other();
            }
            return Err(IllegalMove(mv));
        }
        self.play(mv);
        Ok(())
    }

    fn key(&self) -> u64 {
        let [left, right] = self.heaps.map(u64::from);
        let player = self.to_move as u64;
        mix(match self.fault {
            Fault::KeyWithoutPlayer => left << 4 | right << 8,
            Fault::KeyWithoutRight => left << 4 | player,
            Fault::KeyOfTheRoute => left << 4 | right << 8 | player | u64::from(self.plies) << 16,
            _ => left << 4 | right << 8 | player,
        })
    }
}

impl Game for Heaps {
    type State = State;
    type Sim = State;

    fn name(&self) -> &'static str {
        if self.0 == Fault::ShoutingName {
            "HEAPS"
        } else {
            "heaps"
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        if self.0 == Fault::SamePlayers {
            ["Nim", "Nim"]
        } else {
            ["First", "Second"]
        }
    }

    fn initial(&self) -> State {
        State {
            heaps: [5, 5],
            to_move: Player::First,
            plies: 0,
            last: None,
            fault: self.0,
        }
    }

    fn new_sim(&self) -> State {
        self.initial()
    }

    fn load(&self, state: &State, sim: &mut State) {
        let to_move = if self.0 == Fault::HalfLoad {
            sim.to_move
        } else {
            state.to_move
        };
        *sim = State {
            to_move,
            last: None,
            ..*state
        };
    }

    fn move_space(&self) -> usize {
        if self.0 == Fault::NumberTooLarge {
            3
        } else {
            4
        }
    }

    fn max_moves(&self) -> usize {
        if matches!(self.0, Fault::TooManyMoves) {
            2
        } else {
            self.move_space()
        }
    }

    fn max_playout_length(&self) -> usize {
        10
    }

    fn format_move(&self, mv: Move) -> String {
        match self.0 {
            Fault::MoveInCapitals => TEXTS[mv.index()].to_uppercase(),
            Fault::MovesShareText => TEXTS[mv.index() & 2].to_owned(),
            _ => TEXTS[mv.index()].to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let text = match self.0 {
            Fault::MoveParserPanics => text.get(..2).expect("two letters").to_lowercase(),
            Fault::MoveInCapitals => text.to_owned(),
            _ => text.to_lowercase(),
        };
        let known = |name: &&str| match self.0 {
            Fault::MoveInCapitals => name.to_uppercase() == text,
            _ => **name == text,
        };
        match TEXTS.iter().position(known) {
            Some(number) => Ok(Move(number as u16)),
            None => Err(ParseError::new(format!("no move {text:?}"))),
        }
    }

    fn format_state(&self, state: &State) -> String {
        let [left, right] = state.heaps;
        let player = state.to_move.index() + 1;
        match self.0 {
            Fault::TextWithoutPlayer => format!("{left} {right} 1"),
            Fault::TextOfTwoLines => format!("{left} {right}\n{player}"),
            Fault::TextNotCanonical if state.plies > 0 => format!("0{left} {right} {player}"),
            _ => format!("{left} {right} {player}"),
        }
    }

    fn parse_state(&self, text: &str) -> Result<State, ParseError> {
        let wrong = || match self.0 {
            Fault::LongError => ParseError::new("wrong:\nno position"),
            _ => ParseError::new(format!("no position {text:?}")),
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [left, right, player] = words[..] else {
            return Err(wrong());
        };
        let number = |word: &str, most: u8| {
            let number = word.parse::<u8>();
            match number {
                _ if self.0 == Fault::StateParserPanics => Ok(number.expect("a number")),
                Ok(number) if number <= most => Ok(number),
                _ => Err(wrong()),
            }
        };
        let most = if self.0 == Fault::ReadsTooMuch {
            255
        } else {
            5
        };
        let heaps = [number(left, most)?, number(right, 5)?];
        let to_move = match number(player, 2)? {
            1 => Player::First,
            2 => Player::Second,
            _ => return Err(wrong()),
        };
        Ok(State {
            heaps,
            to_move,
            ..self.initial()
        })
    }

    fn history_dependent(&self) -> bool {
        has_record(self.0)
    }

    fn past_keys(&self, state: &State, keys: &mut Vec<u64>) {
        keys.clear();
        match self.0 {
            Fault::KeysForNothing => keys.push(state.key()),
            Fault::KeysForgotten => {}
            _ if has_record(self.0) => keys.extend(state.last.map(|mv| u64::from(mv.0))),
            _ => {}
        }
    }

    /// Not a position but the move itself is what may not be repeated.
    fn key_after(&self, sim: &State, mv: Move) -> Option<u64> {
        (has_record(self.0) && !sim.is_only(mv)).then(|| mv.0.into())
    }

    fn on_repetition(&self, earlier: usize) -> Repetition {
        if earlier > 0 && self.0 != Fault::RuleForgotten {
            Repetition::Forbidden
        } else {
            Repetition::Allowed
        }
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn map_move(&self, symmetry: usize, mv: Move) -> Move {
        match (symmetry, self.0) {
            (0, Fault::IdentityMoves) => Move(mv.0 ^ 2),
            (0, _) | (_, Fault::MovesNotMapped) => mv,
            _ => Move(mv.0 ^ 2),
        }
    }

    fn map_state(&self, symmetry: usize, state: &State) -> State {
        let [left, right] = state.heaps;
        match (symmetry, self.0) {
            (0, Fault::IdentityMoves) => State {
                heaps: [right, left],
                ..*state
            },
            (0, _) | (_, Fault::StateNotMapped) => State {
                last: None,
                ..*state
            },
            _ => State {
                heaps: [right, left],
                last: None,
                ..*state
            },
        }
    }
}

/// The message of the panic that checking the game ends in, if it does.
fn verdict(fault: Fault) -> Option<String> {
    let panic = catch_unwind(|| conformance::check(&Heaps(fault), 50, 1)).err()?;
    Some(
        *panic
            .downcast::<String>()
            .expect("the kit panics with a formatted message"),
    )
}

#[test]
fn sound_games_pass() {
    assert_eq!(verdict(Fault::None), None);
    assert_eq!(verdict(Fault::DeclaredRecord), None);
}

#[test]
fn every_fault_is_found_and_named() {
    for (fault, clause, detail) in [
        (Fault::ShoutingName, "declarations", "the name \"HEAPS\""),
        (Fault::SamePlayers, "declarations", "the players"),
        (
            Fault::TooManyMoves,
            "move bounds",
            "4 moves where at most 2",
        ),
        (Fault::NumberTooLarge, "move bounds", ""),
        (Fault::ListedTwice, "move bounds", "listed twice"),
        (
            Fault::NeverOver,
            "end of game",
            "0 legal moves, outcome None",
        ),
        (Fault::OverTooEarly, "end of game", "outcome Some"),
        (Fault::LegalWhenEmpty, "is_legal", "listed: false"),
        (
            Fault::LegalBeyondSpace,
            "is_legal",
            "move 65535 is listed: false",
        ),
        (
            Fault::PlaysIllegalMoves,
            "try_play",
            "the illegal move 4 gave Ok",
        ),
        (Fault::SpoiltByRefusal, "try_play", "changed the position"),
        (Fault::BiasedDraw, "random_move", "was drawn instead"),
        (Fault::ThirstyDraw, "random_move", "other random words"),
        (Fault::MovesTwice, "alternation", "moves twice in a row"),
        (Fault::KeyWithoutPlayer, "key", "one key for"),
        (Fault::KeyWithoutRight, "key", "one key for"),
        (Fault::KeyOfTheRoute, "state text", "key"),
        (Fault::TextWithoutPlayer, "state text", "key"),
        (Fault::TextOfTwoLines, "state text", "is not one line"),
        (Fault::TextNotCanonical, "state text", "is written again as"),
        (Fault::OrderOfTheRoute, "state text", "are listed as"),
        (Fault::MoveInCapitals, "move text", "but \"l1\" gives Err"),
        (Fault::MovesShareText, "move text", "gives Ok(Move(0))"),
        (Fault::MoveParserPanics, "junk", "parse_move panics on"),
        (Fault::StateParserPanics, "junk", "parse_state panics on"),
        (Fault::LongError, "junk", "which is not one line"),
        (Fault::ReadsTooMuch, "key", "one key for"),
        (Fault::HalfClone, "clone", "became"),
        (Fault::HalfLoad, "load", "became"),
        (Fault::MovesNotMapped, "symmetry", "in image 1 gives"),
        (Fault::StateNotMapped, "symmetry", "in image 1 gives"),
        (Fault::IdentityMoves, "symmetry", "image 0 exchanges moves"),
        (Fault::HiddenRecord, "state text", "legal moves"),
        (Fault::RuleForgotten, "repetition", "by the rule Allowed"),
        (Fault::KeysForgotten, "repetition", "past keys"),
        (
            Fault::KeysForNothing,
            "repetition",
            "does not depend on its record",
        ),
    ] {
        let Some(message) = verdict(fault) else {
            panic!("{fault:?} was not found")
        };
        let expected = format!("breaks the clause '{clause}': ");
        assert!(
            message.contains(&expected),
            "{fault:?} should be '{clause}': {message}"
        );
        assert!(
            message.contains(detail),
            "{fault:?} should say '{detail}': {message}"
        );
        assert!(message.contains("seed 1, game "), "{message}");
    }
}

#[test]
fn a_failure_can_be_repeated_by_hand() {
    let message = verdict(Fault::NeverOver).expect("the game is broken");
    let moves = message
        .split("moves: ")
        .nth(1)
        .expect("the moves are named")
        .trim_end_matches(')');
    let game = Heaps(Fault::NeverOver);
    let mut state = game.initial();
    for text in moves.split(' ') {
        state.try_play(game.parse_move(text).unwrap()).unwrap();
    }
    assert_eq!(
        game.format_state(&state)
            .split(' ')
            .take(2)
            .collect::<Vec<_>>(),
        ["0", "0"]
    );
}
