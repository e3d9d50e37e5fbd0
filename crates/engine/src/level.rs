//! Graded strength.
//!
//! A level takes two things away: simulations, and in Go what the engine knows. Few simulations
//! alone make no beginner, because a playout by good rules sees a capture at once and priors
//! point at it; a search without either has to stumble over it. What even the weakest keeps are
//! the priors against passing and filling eyes: without them it would pass in the middle of a
//! game, which is not weak but odd. The other games have no such
//! knowledge, so simulations grow from every level to the next.
//!
//! A level only ever takes away: limits and parameters that are lower stay so. What it takes
//! concerns the choice of moves; dead stones are judged as well at every level.
//! docs/results/levels.md has the games between neighbours.

use std::fmt::Write as _;

use tewari_go_policy::playout::{Policy, Replies};
use tewari_go_policy::priors::PriorParams;

use crate::settings::Params;

/// What a level leaves.
struct Level {
    /// Simulations of a move; `None` sets no limit.
    simulations: Option<u64>,
    knowledge: Knowledge,
}

/// What the engine may know of Go beyond its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Knowledge {
    /// Uniform playouts, and not to pass or fill eyes without need, which is no way to lose.
    Manners,
    /// The playouts know what they are told to, the tree has no priors but those manners.
    Playouts,
    /// Whatever the parameters say.
    Everything,
}

impl Knowledge {
    const fn words(self) -> &'static str {
        match self {
            Self::Manners => "uniform playouts, no priors for good moves",
            Self::Playouts => "playouts by rules, no priors for good moves",
            Self::Everything => "playouts by rules, priors",
        }
    }
}

const fn level(simulations: u64, knowledge: Knowledge) -> Level {
    Level {
        simulations: Some(simulations),
        knowledge,
    }
}

/// How many levels there are: the last takes nothing away.
pub(crate) const HIGHEST: u32 = LEVELS.len() as u32;

/// The levels from 1 on: closer to each other for beginners, who feel a step most, and up to what
/// a 9×9 search finds within half a second.
const LEVELS: [Level; 10] = [
    level(50, Knowledge::Manners),
    level(100, Knowledge::Manners),
    level(200, Knowledge::Manners),
    level(300, Knowledge::Playouts),
    level(500, Knowledge::Playouts),
    level(700, Knowledge::Everything),
    level(1_500, Knowledge::Everything),
    level(3_000, Knowledge::Everything),
    level(6_000, Knowledge::Everything),
    Level {
        simulations: None,
        knowledge: Knowledge::Everything,
    },
];

/// The level of this number; numbers beyond the ends mean the ends.
const fn get(number: u32) -> &'static Level {
    let last = LEVELS.len() - 1;
    let at = number.saturating_sub(1) as usize;
    &LEVELS[if at < last { at } else { last }]
}

/// Simulations of a move at a level, or `None` for no limit.
pub(crate) const fn simulations(number: u32) -> Option<u64> {
    get(number).simulations
}

impl Params {
    /// The parameters of a search at the level that they name: without the knowledge that it
    /// takes away.
    #[must_use]
    pub(crate) fn at_level(&self) -> Self {
        let knowledge = get(self.engine.level).knowledge;
        let mut params = *self;
        if knowledge != Knowledge::Everything {
            let PriorParams {
                even,
                eye,
                pass,
                on,
                opening,
                ..
            } = params.prior;
            params.prior = PriorParams {
                on,
                even,
                eye,
                pass,
                opening,
                hint: 0.0,
                capture: 0.0,
                save: 0.0,
                ladder: 0.0,
                self_atari: 0.0,
                waste: 0.0,
                shape: 0.0,
                last: 0.0,
                previous: 0.0,
                near_1: 0.0,
                near_2: 0.0,
                near_3: 0.0,
                first_line: 0.0,
                edge: 0.0,
                corner: 0.0,
            };
        }
        if knowledge == Knowledge::Manners {
            params.playout.policy = Policy::Uniform;
            params.playout.replies = Replies::Off;
        }
        params
    }
}

/// The levels as a table in Markdown.
#[must_use]
pub fn level_table() -> String {
    let mut text = String::from("| level | simulations a move | in Go |\n|---|---|---|\n");
    for (i, level) in LEVELS.iter().enumerate() {
        let simulations = level
            .simulations
            .map_or_else(|| "as the limits allow".to_owned(), grouped);
        let words = level.knowledge.words();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} | {simulations} | {words} |", i + 1);
    }
    text
}

/// A number with a comma before every three digits: `12,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use tewari_control::Domain;

    use super::*;

    #[test]
    fn every_level_takes_less_away_than_the_one_below() {
        for pair in LEVELS.windows(2) {
            let most = |level: &Level| level.simulations.unwrap_or(u64::MAX);
            assert!(most(&pair[0]) < most(&pair[1]));
            assert!(pair[0].knowledge as u8 <= pair[1].knowledge as u8);
        }
        assert_eq!(simulations(0), simulations(1));
        assert_eq!(simulations(HIGHEST), None);
        assert_eq!(simulations(u32::MAX), None);
    }

    #[test]
    fn a_level_takes_away_and_never_gives() {
        let mut params = Params::preset(Domain::Go(19));
        params.playout.replies = Replies::Two;
        params.playout.policy = Policy::Weighted;
        for number in 1..=HIGHEST {
            params.engine.level = number;
            let graded = params.at_level();
            let knowledge = get(number).knowledge;
            let has_all = graded.prior == params.prior;
            assert_eq!(has_all, knowledge == Knowledge::Everything);
            assert_eq!(graded.prior.pass, params.prior.pass);
            let playouts = (graded.playout.policy, graded.playout.replies);
            let expected = match knowledge {
                Knowledge::Manners => (Policy::Uniform, Replies::Off),
                _ => (Policy::Weighted, Replies::Two),
            };
            assert_eq!(playouts, expected, "level {number}");
        }
    }

    #[test]
    fn the_readme_has_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
        let readme = std::fs::read_to_string(path).expect("the README is there");
        let table = level_table();
        assert!(readme.contains(&table), "the README should say:\n{table}");
    }
}
