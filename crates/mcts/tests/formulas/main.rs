//! Every algorithm of the search, each pinned on a case that is worked out by hand in the
//! comment beside it.
//!
//! | file | what is pinned |
//! |---|---|
//! | `selection.rs` | Monte Carlo, UCB1 in both forms, UCB1-TUNED, the first play |
//! | `rave.rs` | the three schedules, both placements, the exploration term of AMAF |
//! | `amaf.rs` | what a simulation adds to AMAF: first occurrence, distance, ko threats |
//! | `predictor.rs` | progressive bias and widening |
//! | `priors.rs` | imagined visits, PSR, grandfather initialisation |
//! | `growth.rs` | delayed creation, depth, keys, reuse, plug-ins that learn |
//! | `parallel.rs` | virtual loss, unobserved samples, virtual wins |
//! | `margin.rs` | wins by a shifted margin |
//! | `results.rs` | draws, final moves |
//! | `solver.rs` | proofs, and what proves nothing |
//! | `combinations.rs` | configurations that are refused |

mod amaf;
mod combinations;
mod graph;
mod growth;
mod margin;
mod parallel;
mod predictor;
mod priors;
mod rave;
mod results;
mod scale;
mod selection;
mod solver;
mod tools;
