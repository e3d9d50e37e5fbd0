//! What the tests of the rules share. Every test binary uses a part of it.
#![allow(dead_code)]

pub mod diagram;
pub mod random;
pub mod reference;

use tewari_go::{Compensation, Ko, Rules, Scoring, Size};

/// The board of `n` lines.
pub fn size(n: u8) -> Size {
    Size::new(n).expect("the tests ask for sizes that are served")
}

/// Every combination of ko rule and suicide, counted by area.
pub fn area_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        for suicide in [false, true] {
            let compensation = Compensation::None;
            all.push(Rules {
                ko,
                suicide,
                scoring: Scoring::Area,
                compensation,
            });
        }
    }
    all
}
