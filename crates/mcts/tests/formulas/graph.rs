//! A game on a drawn graph, in which positions can recur.
//!
//! `0>1,2 1>0,3 3=1` says: from place 0 one may go to 1 and 2, from 1 to 0 and 3, and whoever
//! is to move at 3 when it is reached, the first player has won there. `=2` is a win of the
//! second player, `==` a draw. A move is the number of the place it goes to. The first player
//! moves first from place 0.

use tewari_base::mix;
use tewari_game::{Game, GameState, Move, MoveList, Outcome, ParseError, Player, Repetition};

/// The game.
#[derive(Clone, Debug)]
pub struct Graph {
    places: Vec<Place>,
    /// What becomes of a position that has occurred before, and how often it must have.
    pub repetition: (usize, Repetition),
    /// A move that says nothing about other positions.
    pub not_transferable: Option<Move>,
}

#[derive(Clone, Default, Debug)]
struct Place {
    exits: Vec<Move>,
    outcome: Option<Outcome>,
}

impl Graph {
    /// Reads a drawing; repetitions are allowed.
    pub fn parse(drawing: &str) -> Self {
        let mut places: Vec<Place> = Vec::new();
        let mut at = |number: u16| {
            let number = usize::from(number);
            if places.len() <= number {
                places.resize(number + 1, Place::default());
            }
            number
        };
        let number = |text: &str| -> u16 { text.parse().expect("the number of a place") };
        let mut edits = Vec::new();
        for word in drawing.split_whitespace() {
            let split = word.find(['>', '=']).expect("an exit or an outcome");
            let (place, what) = (at(number(&word[..split])), &word[split..]);
            edits.push((place, what));
            if let Some(exits) = what.strip_prefix('>') {
                for exit in exits.split(',') {
                    at(number(exit));
                }
            }
        }
        for (place, what) in edits {
            match what {
                "=1" => places[place].outcome = Some(Outcome::Win(Player::First)),
                "=2" => places[place].outcome = Some(Outcome::Win(Player::Second)),
                "==" => places[place].outcome = Some(Outcome::Draw),
                exits => {
                    let exits = exits[1..].split(',').map(|exit| Move(number(exit)));
                    places[place].exits = exits.collect();
                }
            }
        }
        Self {
            places,
            repetition: (1, Repetition::Allowed),
            not_transferable: None,
        }
    }

    pub fn with_repetition(mut self, earlier: usize, verdict: Repetition) -> Self {
        self.repetition = (earlier, verdict);
        self
    }

    /// A position without a past.
    pub fn at(&self, place: usize, to_move: Player) -> Recorded {
        let light = Light {
            graph: self.clone(),
            place,
            to_move,
        };
        let past = vec![light.key()];
        Recorded { light, past }
    }

    /// The position after moves from the start.
    pub fn after(&self, moves: &[u16]) -> Recorded {
        let mut state = self.initial();
        for &mv in moves {
            state.try_play(Move(mv)).expect("a legal move");
        }
        state
    }
}

/// A position without its past.
#[derive(Clone, Debug)]
pub struct Light {
    graph: Graph,
    place: usize,
    to_move: Player,
}

/// A position with the keys of those before it, itself the last.
#[derive(Clone, Debug)]
pub struct Recorded {
    light: Light,
    past: Vec<u64>,
}

impl Light {
    fn key_after(&self, mv: Move) -> u64 {
        key(mv.index(), self.to_move.other())
    }
}

fn key(place: usize, to_move: Player) -> u64 {
    mix(place as u64 * 2 + to_move.index() as u64)
}

impl GameState for Light {
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.graph.places[self.place].outcome
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clone_from(&self.graph.places[self.place].exits);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.graph.places[self.place].exits.contains(&mv)
    }

    fn play(&mut self, mv: Move) {
        self.place = mv.index();
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u64 {
        key(self.place, self.to_move)
    }
}

impl Recorded {
    fn verdict(&self, key: u64) -> Repetition {
        let earlier = self.past.iter().filter(|&&past| past == key).count();
        self.light.graph.on_repetition(earlier)
    }
}

impl GameState for Recorded {
    fn to_move(&self) -> Player {
        self.light.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        let (present, before) = self.past.split_last().expect("the present one is there");
        let earlier = before.iter().filter(|&past| past == present).count();
        match self.light.graph.on_repetition(earlier) {
            Repetition::Draw => Some(Outcome::Draw),
            _ => self.light.outcome(),
        }
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        self.light.legal_moves(moves);
        moves.retain(|&mv| self.is_legal(mv));
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.outcome().is_none()
            && self.light.is_legal(mv)
            && self.verdict(self.light.key_after(mv)) != Repetition::Forbidden
    }

    fn play(&mut self, mv: Move) {
        self.light.play(mv);
        self.past.push(self.light.key());
    }

    fn key(&self) -> u64 {
        self.light.key()
    }
}

impl Game for Graph {
    type State = Recorded;
    type Sim = Light;

    fn name(&self) -> &'static str {
        "graph"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["First", "Second"]
    }

    fn initial(&self) -> Recorded {
        let light = self.new_sim();
        let past = vec![light.key()];
        Recorded { light, past }
    }

    fn new_sim(&self) -> Light {
        Light {
            graph: self.clone(),
            place: 0,
            to_move: Player::First,
        }
    }

    fn load(&self, state: &Recorded, sim: &mut Light) {
        sim.clone_from(&state.light);
    }

    fn move_space(&self) -> usize {
        self.places.len()
    }

    fn max_moves(&self) -> usize {
        let exits = self.places.iter().map(|place| place.exits.len());
        exits.max().unwrap_or(0)
    }

    fn max_playout_length(&self) -> usize {
        100
    }

    fn format_move(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        text.parse().map(Move).map_err(|_| ParseError::new(text))
    }

    fn format_state(&self, state: &Recorded) -> String {
        format!("{} {}", state.light.place, state.to_move().index())
    }

    fn parse_state(&self, text: &str) -> Result<Recorded, ParseError> {
        Err(ParseError::new(text))
    }

    fn history_dependent(&self) -> bool {
        self.repetition.1 != Repetition::Allowed
    }

    fn past_keys(&self, state: &Recorded, keys: &mut Vec<u64>) {
        keys.clone_from(&state.past);
    }

    fn key_after(&self, sim: &Light, mv: Move) -> Option<u64> {
        Some(sim.key_after(mv))
    }

    fn on_repetition(&self, earlier: usize) -> Repetition {
        let (enough, verdict) = self.repetition;
        if earlier >= enough {
            verdict
        } else {
            Repetition::Allowed
        }
    }

    fn is_transferable(&self, mv: Move) -> bool {
        self.not_transferable != Some(mv)
    }
}
