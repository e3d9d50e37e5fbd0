//! What a number of games says about two or more players.
//!
//! | question | answer |
//! |---|---|
//! | what was scored, and how sure is it? | [`Wdl::score`], [`Wdl::interval`], [`wilson`] |
//! | the same in Elo | [`Wdl::elo`], [`Pairs::elo`] |
//! | how large is the difference measured in noise? | [`Wdl::normalized_elo`], [`Pairs::normalized_elo`] |
//! | is the first player better at all? | [`Wdl::los`], [`Pairs::los`] |
//! | may we stop playing? | [`Sprt`] |
//! | who is how strong among many? | [`BradleyTerry`] |
//!
//! # Games and pairs
//!
//! Games that share an opening and differ only in who has which colour are not independent:
//! an opening that favours one colour gives each player one win. The scores of such *pairs*
//! (0, ½, 1, 1½, 2 points: five numbers, hence *pentanomial*) are independent, and their
//! variance is what an interval must be made of. [`Wdl`] treats games as independent,
//! [`Pairs`] treats pairs as independent; everything else is the same.
//!
//! # Intervals
//!
//! An interval of a score is Wilson's, which behaves at 0% and 100% and for few games.
//! Wilson's formula is for wins and losses only. Draws and pairs enter by the *design effect*
//! (Kish, *Survey Sampling*, 1965): `d` is the variance that was seen divided by the one that
//! as many independent games without draws would have, and the formula is used with `n / d`
//! games. The variance seen is shrunk towards the latter with the weight of one observation,
//! so that ten draws in a row do not look like certainty. Without draws `d` is exactly 1.
//! An Elo interval is the interval of the score seen through the logistic curve; it may be
//! infinite on one side, and with no games it is infinite on both.
//!
//! All logarithms and error functions come from `libm`: the same digits on every machine.

mod bradley_terry;
mod elo;
mod matrix;
mod normal;
mod pairs;
mod sprt;
mod wdl;

pub use bradley_terry::{Anchor, BradleyTerry, FitError, Rating};
pub use elo::{Estimate, Interval, elo_of, score_of, wilson};
pub use normal::{Z95, normal_cdf};
pub use pairs::{PairScore, Pairs};
pub use sprt::{EloModel, Sprt, SprtState, Verdict};
pub use wdl::{GameScore, Wdl};

/// One Elo point in units of natural log-odds is `1 / ELO_SCALE`: 400 / ln 10.
pub const ELO_SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Normalised Elo per standard deviation of one game: 800 / ln 10, so that near 50% without
/// draws it agrees with Elo.
pub const NORMALIZED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;
