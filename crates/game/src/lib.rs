//! The contract between rules and search.
//!
//! A two-player game with alternating moves, perfect information and no chance is described
//! by two types: a [`Game`], which knows what never changes during a game (the board's size,
//! how a move is written), and its [`GameState`]s. Points of view are kept in types: an
//! [`Outcome`] is absolute ("the first player won"), a [`Reward`] belongs to one player.
//!
//! Moves are small integers ([`Move`]); each game documents its own numbering and promises
//! to stay below [`Game::move_space`]. That lets a search keep statistics in plain tables.
//!
//! Beside the contract stand the tools that hold a game to it: [`perft`](fn@perft) counts
//! leaf nodes, [`conformance`] checks every clause of the contract on random games,
//! [`transcript`] records a game step by step so that a later change of behaviour is seen,
//! and [`scripted`] builds tiny games from a drawn tree for testing a search.
//!
//! # How to add a game
//!
//! 1. Number the moves. Any numbering below [`Game::move_space`] will do, as long as one
//!    number is one move wherever it is played: it is the move's identity in AMAF tables.
//! 2. Write the position, with the outcome known as soon as the deciding move is made, and
//!    implement [`GameState`] for it. A [`key`](GameState::key) may be computed when asked
//!    for, so that playouts do not pay for it; [`tewari_base::mix`] scrambles a packed word.
//! 3. Implement [`Game`]: the bounds, and the text of moves and positions. Where the rules
//!    look back at the record, keep it in the full state, leave it out of
//!    [`Game::Sim`] and say so with [`Game::history_dependent`].
//! 4. Run [`conformance::check`], pin some [`perft`](fn@perft) counts and record a
//!    [`transcript`]. Then make it fast, starting with [`GameState::random_move`].
//!
//! A whole game, 21 counters of which each player takes one to three and whoever takes the
//! last one wins:
//!
//! ```
//! use tewari_base::mix;
//! use tewari_game::{
//!     Game, GameState, Move, MoveList, Outcome, ParseError, Player, conformance, perft,
//! };
//!
//! #[derive(Clone)]
//! struct TwentyOne;
//!
//! #[derive(Clone)]
//! struct Counters {
//!     left: u16,
//!     to_move: Player,
//! }
//!
//! impl GameState for Counters {
//!     fn to_move(&self) -> Player { self.to_move }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.left == 0).then(|| Outcome::Win(self.to_move.other()))
//!     }
//!     fn legal_moves(&self, moves: &mut MoveList) {
//!         moves.clear();
//!         moves.extend((0..self.left.min(3)).map(Move));
//!     }
//!     fn is_legal(&self, mv: Move) -> bool { mv.0 < self.left.min(3) }
//!     fn play(&mut self, mv: Move) {
//!         self.left -= mv.0 + 1;
//!         self.to_move = self.to_move.other();
//!     }
//!     fn key(&self) -> u64 { mix(u64::from(self.left) << 1 | self.to_move as u64) }
//! }
//!
//! impl Game for TwentyOne {
//!     type State = Counters;
//!     type Sim = Counters;
//!
//!     fn name(&self) -> &'static str { "twenty-one" }
//!     fn player_names(&self) -> [&'static str; 2] { ["First", "Second"] }
//!     fn initial(&self) -> Counters { Counters { left: 21, to_move: Player::First } }
//!     fn new_sim(&self) -> Counters { self.initial() }
//!     fn load(&self, state: &Counters, sim: &mut Counters) { sim.clone_from(state); }
//!     fn move_space(&self) -> usize { 3 }
//!     fn max_moves(&self) -> usize { 3 }
//!     fn max_playout_length(&self) -> usize { 21 }
//!     fn format_move(&self, mv: Move) -> String { (mv.0 + 1).to_string() }
//!     fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
//!         match text {
//!             "1" => Ok(Move(0)),
//!             "2" => Ok(Move(1)),
//!             "3" => Ok(Move(2)),
//!             _ => Err(ParseError::new(format!("take 1, 2 or 3, not {text:?}"))),
//!         }
//!     }
//!     fn format_state(&self, state: &Counters) -> String {
//!         format!("{} {}", state.left, state.to_move.index() + 1)
//!     }
//!     fn parse_state(&self, text: &str) -> Result<Counters, ParseError> {
//!         let wrong = || ParseError::new(format!("expected counters and player, not {text:?}"));
//!         let (left, player) = text.split_once(' ').ok_or_else(wrong)?;
//!         let left = left.parse().ok().filter(|&left| left <= 21).ok_or_else(wrong)?;
//!         let to_move = match player {
//!             "1" => Player::First,
//!             "2" => Player::Second,
//!             _ => return Err(wrong()),
//!         };
//!         Ok(Counters { left, to_move })
//!     }
//! }
//!
//! assert_eq!(perft(&TwentyOne.initial(), 3), 27);
//! conformance::check(&TwentyOne, 20, 1);
//! ```

pub mod conformance;
mod contract;
mod owned;
mod perft;
pub mod scripted;
pub mod transcript;

pub use contract::{
    Game, GameState, IllegalMove, Move, MoveList, Outcome, ParseError, Player, Repetition, Reward,
};
pub use owned::Owned;
pub use perft::perft;
