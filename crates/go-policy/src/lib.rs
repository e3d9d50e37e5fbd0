//! Go knowledge as plug-ins for the search. So far: which moves to consider, and the uniform
//! playout, the reference for speed and the weakest of all policies.

pub mod knowledge;
pub mod playout;
