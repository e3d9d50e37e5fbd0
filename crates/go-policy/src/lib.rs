//! Go knowledge as plug-ins for the search. So far: the uniform playout, the reference for
//! speed and the weakest of all policies.

pub mod knowledge;
pub mod playout;
