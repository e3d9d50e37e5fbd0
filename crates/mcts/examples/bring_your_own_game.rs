//! A game of one's own and a search that plays it:
//! `cargo run --release -p tewari-mcts --example bring_your_own_game [counters]`.
//!
//! A heap of counters; the players take one, two or three in turn, and whoever takes the last
//! one wins. Whoever leaves a multiple of four wins, and nobody told the search.

use std::sync::atomic::AtomicBool;

use tewari_base::mix;
use tewari_game::{Game, GameState, Move, MoveList, Outcome, ParseError, Player};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::{Budget, Bundle, Config, Search, Uniform};

/// The game, with the number of counters it starts from.
#[derive(Clone)]
struct Nim(u16);

/// Counters left, and who is to move.
#[derive(Clone)]
struct Heap(u16, Player);

impl GameState for Heap {
    fn to_move(&self) -> Player {
        self.1
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then(|| Outcome::Win(self.1.other()))
    }

    /// `Move(0)` takes one counter.
    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clear();
        moves.extend((0..self.0.min(3)).map(Move));
    }

    fn is_legal(&self, mv: Move) -> bool {
        mv.0 < self.0.min(3)
    }

    fn play(&mut self, mv: Move) {
        *self = Self(self.0 - mv.0 - 1, self.1.other());
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.0) << 1 | self.1 as u64)
    }
}

impl Game for Nim {
    type State = Heap;
    type Sim = Heap;

    fn name(&self) -> &'static str {
        "nim"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["First", "Second"]
    }

    fn initial(&self) -> Heap {
        Heap(self.0, Player::First)
    }

    fn new_sim(&self) -> Heap {
        self.initial()
    }

    fn load(&self, state: &Heap, sim: &mut Heap) {
        sim.clone_from(state);
    }

    fn move_space(&self) -> usize {
        3
    }

    fn max_moves(&self) -> usize {
        3
    }

    fn max_playout_length(&self) -> usize {
        self.0.into()
    }

    fn format_move(&self, mv: Move) -> String {
        (mv.0 + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        match text.parse() {
            Ok(taken @ 1..=3) => Ok(Move(taken - 1)),
            _ => Err(ParseError::new(format!("take 1, 2 or 3, not {text:?}"))),
        }
    }

    fn format_state(&self, state: &Heap) -> String {
        format!("{} {}", state.0, state.1.index() + 1)
    }

    fn parse_state(&self, text: &str) -> Result<Heap, ParseError> {
        let wrong = || ParseError::new(format!("counters and player, not {text:?}"));
        let (left, player) = text.split_once(' ').ok_or_else(wrong)?;
        let player = match player {
            "1" => Player::First,
            "2" => Player::Second,
            _ => return Err(wrong()),
        };
        Ok(Heap(left.parse().map_err(|_| wrong())?, player))
    }
}

fn main() -> Result<(), String> {
    let counters = std::env::args()
        .nth(1)
        .map_or(21, |text| text.parse().expect("a number of counters"));
    let game = Nim(counters);
    // The types of a search: game, playouts, knowledge. Here playouts are uniformly random and
    // nothing is known of moves beforehand.
    type Setup = Bundle<Nim, Uniform<Nim>, Ignorance>;
    let playout = Uniform::new(&game);
    let config = Config::default();
    let mut search: Search<Setup> =
        Search::new(game.clone(), playout, Ignorance, config, 1 << 20, 1)?;

    let (budget, stop) = (Budget::simulations(5000), AtomicBool::new(false));
    let (seed, mut number) = (1, 0);
    let mut heap = game.initial();
    while heap.outcome().is_none() {
        let report = search.run(&heap, &budget, seed, number, &stop, &mut ());
        let best = report.best.expect("the game goes on");
        println!(
            "{} counters: {} takes {}, expecting to win {:.0}%",
            heap.0,
            game.player_names()[heap.to_move().index()],
            game.format_move(best),
            100.0 * report.snapshot.value(),
        );
        heap.play(best);
        number += 1;
    }
    let winner = heap.to_move().other();
    println!("{} wins", game.player_names()[winner.index()]);
    Ok(())
}
