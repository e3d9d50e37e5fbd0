//! Go knowledge as plug-ins for the search: which moves to consider, what is believed of them
//! before they are tried, and how a game is played out.

pub mod knowledge;
pub mod playout;
pub mod priors;
pub mod sense;
pub mod shape;
pub mod vital;
