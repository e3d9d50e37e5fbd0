//! Clocks and time management.
//!
//! [`TimeControl`] is what was agreed, [`Clock`] what one player has left of it, and a
//! [`TimeSource`] says how much a move took: by the clock on the wall, in simulations, or as a
//! test likes it.
//!
//! A [`Strategy`] says how the time is spent; in a game it becomes a [`Recipe`]. Before each
//! move a [`Timekeeper`] makes a [`Plan`]; while the search runs the plan is shown a [`View`]
//! now and then and says whether to go on; afterwards it leaves a [`TimeRecord`].
//!
//! Nothing here knows trees, threads or protocols.

mod clock;
mod curve;
mod domain;
mod gather;
mod keeper;
mod lag;
mod names;
mod params;
mod plan;
mod ponder;
mod preset;
mod purse;
mod recipe;
mod record;
pub mod source;
mod span;
mod strategy;
mod tables;
mod terms;
mod view;

pub use clock::{Clock, FlagFell, TimeLeft};
pub use curve::{Curve, MOST_KNOTS};
pub use domain::Domain;
pub use gather::{Gatherer, Turn};
pub use keeper::Timekeeper;
pub use names::{Arg, Name, Role};
pub use params::{BehindOf, PonderKind, PonderParams, SourceKind, TimeParams, Unit, UnstableBy};
pub use plan::Plan;
pub use ponder::{PonderStats, Pondered, Pondering};
pub use preset::{Origin, Preset, preset, published_budget};
pub use recipe::Recipe;
pub use record::{Ended, Fired, TimeRecord};
pub use source::TimeSource;
pub use span::seconds;
pub use strategy::{Strategy, StrategyError};
pub use tables::{Measure, Tables, tables};
pub use terms::{TermsError, TimeControl};
pub use view::{Occasion, View};
