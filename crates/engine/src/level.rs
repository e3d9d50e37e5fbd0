//! Graded strength.
//!
//! A level limits the simulations of a move; each allows about two and a half times as many
//! as the one below, from barely better than chance on. Level 10 sets no limit. The steps
//! are not calibrated against people.

/// Simulations per move at a level, or `None` for no limit.
pub(crate) const fn simulations(level: u32) -> Option<u64> {
    match level {
        0 | 1 => Some(100),
        2 => Some(250),
        3 => Some(600),
        4 => Some(1_500),
        5 => Some(4_000),
        6 => Some(10_000),
        7 => Some(25_000),
        8 => Some(60_000),
        9 => Some(150_000),
        _ => None,
    }
}
