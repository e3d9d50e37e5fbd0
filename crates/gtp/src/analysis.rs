//! Analysis as front ends read it: what they ask for, and how a search is told.
//!
//! Two dialects are in use, Leela Zero's (`lz-…`) and KataGo's (`kata-…`). Both are lines of
//! `info move V key value … pv V V …`, one block for each move, all on one line; the first has
//! whole numbers in 1/10,000, the second decimal fractions and more keys. Everything is seen
//! by the player that is asked about. In every block `pv` comes last unless more was asked
//! for, because Sabaki looks for it there.
//!
//! | key | what we say |
//! |---|---|
//! | `visits`, `edgeVisits` | simulations through the move, earlier searches in the tree included |
//! | `winrate`, `utility` | the mean `w` of these simulations; `2w − 1` |
//! | `lcb`, `utilityLcb` | the lower end of Wilson's 95% interval for the mean |
//! | `weight` | the visits again |
//! | `prior` | the move's share of all imagined wins; alike for all where nothing is imagined |
//! | `scoreMean`, `scoreLead`, `scoreSelfplay`, `scoreStdev` | mean and deviation of the scores of **all** playouts of this search, komi included: the tree keeps no scores of single moves, so every block has the same |
//! | `pvVisits`, `pvEdgeVisits` | the visits of each move of `pv`, which are those of the edge |
//! | `ownership`, `ownershipStdev` | for every point, from the left of the top row on, the mean of 1 (ours), −1 (theirs) and 0, and its deviation |
//! | `movesOwnership`, `movesOwnershipStdev` | the same of the playouts of this search after the move; left out where there were none |

mod info;
mod query;

pub(crate) use info::{Terms, from_the_top, line};
pub(crate) use query::{Dialect, Query};
