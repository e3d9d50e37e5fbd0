//! What may and what may not differ between the runs of a match.

use crate::config::{MatchConfig, SprtConfig};
use crate::error::LabError;
use crate::record::Session;

/// What may be changed when a match is resumed.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Changes {
    /// Games of each pairing.
    pub games: Option<u64>,
    /// Games at a time.
    pub concurrency: Option<usize>,
    /// Another sequential test.
    pub sprt: Option<SprtConfig>,
}

impl Changes {
    pub(super) fn applied_to(self, mut config: MatchConfig) -> Result<MatchConfig, LabError> {
        config.games = self.games.unwrap_or(config.games);
        config.concurrency = self.concurrency.unwrap_or(config.concurrency);
        config.sprt = self.sprt.or(config.sprt);
        config.check()?;
        Ok(config)
    }
}

/// What makes two runs of a match differ, if anything does.
pub(super) fn changed(last: &Session, now: &Session) -> Option<String> {
    if last.commit != now.commit {
        return Some(format!(
            "earlier games were played by commit {}, this is {}",
            last.commit, now.commit
        ));
    }
    let other = last
        .players
        .iter()
        .zip(&now.players)
        .find(|(a, b)| a != b)?;
    let (before, now) = other;
    Some(format!(
        "{} was {:?} before and is {:?} now",
        now.name, before.version, now.version
    ))
}

/// The first part in which two matches differ.
pub(super) fn difference(recorded: &MatchConfig, given: &MatchConfig) -> &'static str {
    if recorded.board != given.board {
        "the board differs"
    } else if recorded.seed != given.seed {
        "the seed differs"
    } else if recorded.openings != given.openings {
        "the openings differ"
    } else if recorded.players != given.players {
        "the players differ"
    } else {
        "schedule, limits or scoring differ"
    }
}
