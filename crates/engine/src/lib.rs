//! The engine as its front ends see it: games by name, settings from files and flags, and
//! tables at which a game is played, drawn, searched and taken back.
//!
//! Below this crate games are types and everything is decided at compile time; above it
//! (GTP, terminal, browser, laboratory) a game is a run-time choice and moves are text. The
//! border is the [`Table`] trait. Go has more to offer than a common table can show, so its
//! protocol works on [`GoTable`] itself.

mod alarm;
mod board_table;
mod clocks;
mod config;
mod go_table;
mod go_thinker;
mod govern;
mod judged;
mod last_word;
mod level;
mod passing;
mod registry;
mod resign;
mod settings;
mod shift;
mod stop;
mod table;
mod think;
mod trace;
mod watch;
mod wishes;

pub use clocks::Clocks;
pub use config::ConfigError;
pub use go_table::{GoTable, Request};
pub use judged::{Count, EndParams};
pub use level::level_table;
pub use registry::GameKind;
pub use resign::ResignParams;
pub use settings::{EngineParams, LARGE_BOARD, Limits, Params};
pub use shift::{DynamicKomi, KomiParams};
pub use stop::Stop;
pub use table::{Ending, Glyphs, Table, TableError};
pub use tewari_control::Domain;
pub use tewari_game::{Move, Player};
pub use tewari_go_policy::judgement::{Judgement, Status};
pub use tewari_go_policy::playout::PlayoutRule;
pub use tewari_mcts::restriction::{Restriction, RestrictionKind, Restrictions};
pub use think::{Belief, Candidate, Thought};
pub use trace::Trace;
pub use watch::Watch;
pub use wishes::Wishes;
