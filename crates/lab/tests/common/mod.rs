//! Small matches.

// Each test file uses some of these.
#![allow(dead_code)]

use std::path::Path;

use tewari_lab::config::{MatchConfig, MatchFile};
use tewari_lab::record::{self, GameLine};
use tewari_lab::{Cancel, Contest, Ending, LabError, Provenance, RECORD};

/// A match as a file would say it.
pub fn config(text: &str) -> MatchConfig {
    MatchFile::parse(text)
        .unwrap()
        .resolve(Path::new(""))
        .unwrap()
}

/// Settings of our own engine that make a game a matter of milliseconds.
pub fn quick(simulations: u32) -> String {
    format!("set = {{'engine.simulations' = {simulations}, 'engine.memory' = 2}}\n")
}

/// Plays a match to its end.
pub fn played(config: &MatchConfig, folder: &Path) -> Result<Contest, LabError> {
    let mut contest = Contest::begin(config.clone(), folder)?;
    let ending = contest.run(&Provenance::default(), &Cancel::default(), &mut ())?;
    assert_ne!(ending, Ending::Interrupted);
    contest.write_tables()?;
    Ok(contest)
}

/// The games of a finished match in their order, without what is measured in seconds.
pub fn games(folder: &Path) -> Vec<GameLine> {
    let mut games = record::read(&folder.join(RECORD)).unwrap().unwrap().games;
    games.sort_by_key(|game| game.game);
    for game in &mut games {
        game.seconds.fill(0.0);
        game.started.clear();
    }
    games
}
