//! Go knowledge as plug-ins for the search. So far: which moves to consider, the
//! uniform playout, the reference for speed and the weakest of all policies, and dynamic komi.

pub mod knowledge;
pub mod komi;
pub mod playout;
