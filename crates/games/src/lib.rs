//! Four games on bitboards, all held to the contract of [`tewari_game`]: Connect-4 (7×6),
//! Breakthrough (6×6), Othello (8×8) and Catch the Lion (3×4).
//!
//! The rules are those of the time-management experiments of Baier and Winands (*Time
//! Management for Monte Carlo Tree Search*, IEEE T-CIAIG 2016); where that text leaves a
//! case open, the module says how it is decided. Each module begins with the rules, the
//! numbering of the moves and a drawing of the bits.
//!
//! Positions are a few words, moves allocate nothing, and what a position needs to know
//! about itself (won? who may move where?) is settled when the move is made. Keys are
//! computed when asked for, so playouts do not pay for them.
//!
//! ```
//! use tewari_game::{Game, GameState};
//! use tewari_games::Connect4;
//!
//! let game = Connect4::new();
//! let mut state = game.initial();
//! for text in ["4", "d", "3"] {
//!     state.try_play(game.parse_move(text)?)?;
//! }
//! assert_eq!(game.format_state(&state), "7/7/7/7/3R3/2YY3 r");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
pub mod breakthrough;
pub mod catch_the_lion;
pub mod connect4;
mod grid;
pub mod othello;

pub use breakthrough::Breakthrough;
pub use catch_the_lion::CatchTheLion;
pub use connect4::Connect4;
pub use othello::Othello;
