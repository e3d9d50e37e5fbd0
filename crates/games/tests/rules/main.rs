//! Each game against the conformance kit, against a slow and obvious second implementation
//! of its rules, against pinned counts of its tree, and on positions made by hand for the
//! rules that are easy to get wrong.

mod breakthrough;
mod catch_the_lion;
mod connect4;
mod lockstep;
mod othello;
