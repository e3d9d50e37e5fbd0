//! Monte-Carlo tree search for any game of the [`tewari_game`] contract.
//!
//! | room | what is in it |
//! |---|---|
//! | [`tree`] | the bounded, lock-free table of positions |
//! | [`walk`] | one simulation: descend, simulate, credit |
//! | [`plant`], [`trail`] | how a search begins, and how it finds the tree of the last one |
//! | [`driver`] | who does the work: threads on one tree, on its leaves, on several trees |
//! | [`config`] | every parameter, declared once |
//! | [`knowledge`], [`prior`] | what is believed of moves before they are tried |
//! | [`restriction`] | moves that a search is not to try |
//! | [`credit`] | taking a result back, all moves as first |
//! | [`store`] | where entries live |
//! | [`observe`] | watching playouts end |
//!
//! [`Search`] puts them together; [`Setup`] is the bundle of types it is made for.
//!
//! The crate reads no clock and does no input or output: a search runs until its budget is
//! spent or somebody raises its stop flag.
//!
//! # Bring your own game
//!
//! A heap of 21 counters; the players take one, two or three in turn, and whoever takes the
//! last one wins. Moves are numbers, a position has a key, and the rest follows:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use tewari_game::{Game, GameState, Move, MoveList, Outcome, ParseError, Player};
//! use tewari_mcts::{Budget, Bundle, Config, Search, Uniform, knowledge::Ignorance};
//!
//! #[derive(Clone)]
//! struct Nim;
//! #[derive(Clone)]
//! struct Heap(u16, Player); // counters left, who is to move
//!
//! impl GameState for Heap {
//!     fn to_move(&self) -> Player { self.1 }
//!     fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then(|| Outcome::Win(self.1.other())) }
//!     fn legal_moves(&self, moves: &mut MoveList) {
//!         moves.clear();
//!         moves.extend((0..self.0.min(3)).map(Move)); // Move(0) takes one
//!     }
//!     fn is_legal(&self, mv: Move) -> bool { mv.0 < self.0.min(3) }
//!     fn play(&mut self, mv: Move) { *self = Heap(self.0 - mv.0 - 1, self.1.other()) }
//!     fn key(&self) -> u64 { tewari_base::mix(u64::from(self.0) << 1 | self.1 as u64) }
//! }
//!
//! impl Game for Nim {
//!     type State = Heap;
//!     type Sim = Heap;
//!     fn initial(&self) -> Heap { Heap(21, Player::First) }
//!     fn new_sim(&self) -> Heap { self.initial() }
//!     fn load(&self, state: &Heap, sim: &mut Heap) { sim.clone_from(state) }
//!     fn move_space(&self) -> usize { 3 }
//!     fn max_moves(&self) -> usize { 3 }
//!     fn max_playout_length(&self) -> usize { 21 }
//!     // And names and texts, which a search does not ask for.
//! #   fn name(&self) -> &'static str { "nim" }
//! #   fn player_names(&self) -> [&'static str; 2] { ["First", "Second"] }
//! #   fn format_move(&self, mv: Move) -> String { (mv.0 + 1).to_string() }
//! #   fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
//! #       let taken = ["1", "2", "3"].iter().position(|&known| known == text);
//! #       taken.map(|i| Move(i as u16)).ok_or_else(|| ParseError::new("take 1, 2 or 3"))
//! #   }
//! #   fn format_state(&self, heap: &Heap) -> String { format!("{} {}", heap.0, heap.1.index()) }
//! #   fn parse_state(&self, text: &str) -> Result<Heap, ParseError> {
//! #       let bad = || ParseError::new("expected: counters left, 0 or 1");
//! #       let (left, player) = text.split_once(' ').ok_or_else(bad)?;
//! #       let player = *["0", "1"].iter().zip(Player::BOTH.iter())
//! #           .find(|(name, _)| **name == player).ok_or_else(bad)?.1;
//! #       Ok(Heap(left.parse().map_err(|_| bad())?, player))
//! #   }
//! }
//!
//! type Setup = Bundle<Nim, Uniform<Nim>, Ignorance>; // game, playouts, knowledge
//! let (config, bytes, threads) = (Config::default(), 1 << 20, 1);
//! let mut search: Search<Setup> =
//!     Search::new(Nim, Uniform::new(&Nim), Ignorance, config, bytes, threads)?;
//! let (budget, stop) = (Budget::simulations(5000), AtomicBool::new(false));
//! let report = search.run(&Nim.initial(), &budget, 1, 0, &stop, &mut ());
//! assert_eq!(report.best, Some(Move(0))); // leave the other a multiple of four
//! # Ok::<(), String>(())
//! ```
//!
//! `examples/` has the same as a program, Connect-4, and one example for each plug-in.

pub mod config;
pub mod credit;
pub mod driver;
pub mod knowledge;
pub mod observe;
pub mod plant;
mod playout;
pub mod prior;
mod repetition;
mod report;
pub mod restriction;
mod search;
mod select;
mod setup;
mod solver;
mod statistic;
pub mod store;
mod sync;
pub mod trail;
pub mod tree;
pub mod walk;

pub use config::Config;
pub use playout::{Playout, Record, RecordedMove, Uniform};
pub use repetition::{Forbidden, Past};
pub use report::{MoveReport, Snapshot, Variation, principal_variation};
pub use search::{Budget, Report, Search, Watcher, Wish};
pub use select::{Row, Rule};
pub use setup::{Bundle, Setup};
pub use statistic::{AmafTally, Tally};
