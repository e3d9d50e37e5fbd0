//! Go knowledge as plug-ins for the search: which moves to consider, what is believed of them
//! before they are tried, how a game is played out, dynamic komi, and which stones are dead in
//! the end.

pub mod codes;
pub mod judgement;
pub mod knowledge;
pub mod komi;
pub mod playout;
pub mod priors;
pub mod sense;
pub mod shape;
pub mod vital;
pub mod waste;
