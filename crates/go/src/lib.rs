//! The rules of Go: boards from 2×2 to 25×25, captures, ko and superko, scoring, handicap,
//! game records and tactics. No search, no input or output, no clock.
//!
//! Three types carry a position, each adding something to the one before:
//!
//! | type | knows | for |
//! |---|---|---|
//! | [`Board`] | stones, chains, captures, simple ko; layers chosen at compile time | playouts |
//! | [`Light`] | whose turn it is, passes, what White is given | simulations |
//! | [`Position`] | rules, komi, the record, superko, undo | real play |
//!
//! [`Go`] presents them to the search as a [`Game`](tewari_game::Game).

mod board;
pub mod coord;
pub mod diagram;
mod game;
pub mod handicap;
mod layers;
mod light;
mod point;
mod position;
mod rules;
pub mod score;
pub mod sgf;
pub mod symmetry;
pub mod tactics;
mod zobrist;

pub use board::Board;
pub use game::Go;
pub use layers::{Bare, Full, Hashed, Layers};
pub use light::Light;
pub use point::{CELLS, Cell, Color, MAX_SIZE, MIN_SIZE, PASS, Point, Size};
pub use position::{Illegal, Position, Step};
pub use rules::{Compensation, Ko, Komi, Rules, Scoring};
pub use score::Score;
