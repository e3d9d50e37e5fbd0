//! What a match is: the game, the players, how many games, from which openings.
//!
//! A match is described by a TOML file ([`MatchFile`]) or by flags of the same meaning, and
//! becomes a [`MatchConfig`]: checked, complete, without references to other files. That is
//! what the record of the match begins with, so that a match can be continued from its record
//! alone. `experiments/example-match.toml` shows every key.

mod command;
mod file;
mod player;
mod player_text;
mod sprt;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tewari_base::params::ParamSet;
use tewari_base::stats::Sprt;
use tewari_engine::Params;

use crate::board::Board;
use crate::error::{LabError, config};
use crate::odds::Odds;
use crate::opening::Openings;
use crate::ponder;
use crate::timing::{self, Control, Timing};

pub use command::{CommandText, split_command};
pub(crate) use file::parse_toml;
pub use file::{DefaultsTable, MatchFile, MatchTable};
pub use player::{PlayerTable, Scalar};
pub use sprt::{Model, SprtConfig};

/// What stands for the seed of a game in commands.
pub(crate) const SEED_MARK: &str = "{seed}";

/// A match, complete and checked.
///
/// Records keep it as JSON, and its digest is that of this JSON: a field that is added later
/// must have a default and be left out of the JSON when it has it, so that old records can
/// still be resumed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchConfig {
    /// The game.
    pub board: Board,
    /// Who plays whom.
    pub schedule: ScheduleKind,
    /// Games of each pairing, an even number.
    pub games: u64,
    /// Games at the same time.
    pub concurrency: usize,
    /// The seed from which openings and the seeds of all games follow.
    pub seed: u64,
    /// Where the games begin.
    pub openings: Openings,
    /// Handicap and komi by pairs, in turn; those of the board if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Odds>,
    /// Whether each game at a time keeps to its own cores.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub affinity: bool,
    /// A game is broken off after so many moves.
    pub move_limit: u32,
    /// What a game is worth that was broken off.
    pub at_limit: AtLimit,
    /// Which stones of Go are taken for dead after two passes.
    pub dead: DeadStones,
    /// The clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// A program that counts finished games of Go once more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scorer: Option<Program>,
    /// When to stop early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
    /// The player whose rating is 0 in tables of more than two; otherwise their mean is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// The players, at least two.
    pub players: Vec<PlayerConfig>,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScheduleKind {
    /// Two players.
    Match,
    /// Everybody plays everybody.
    RoundRobin,
    /// The first player plays each of the others.
    Gauntlet,
}

/// What a game is worth that reached the limit of moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtLimit {
    /// It has no result and is counted apart.
    #[default]
    Void,
    /// It is a draw.
    Draw,
}

/// Which stones are taken for dead when a game of Go is counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeadStones {
    /// None: the board counts as it stands.
    #[default]
    None,
    /// Those that both players call dead when asked; if they differ, or one of them cannot
    /// say, the board counts as it stands, and in the first case the game is marked.
    Agreed,
}

/// A player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerConfig {
    /// Its name, different from all others of the match.
    pub name: String,
    /// What was agreed for it, if that is not what was agreed for the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Control>,
    /// What plays.
    #[serde(flatten)]
    pub kind: PlayerKind,
}

/// What plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Our own engine within this process.
    BuiltIn(BuiltIn),
    /// A program that speaks GTP.
    External(Program),
}

/// Settings of our own engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BuiltIn {
    /// The parameters that differ from the declared defaults.
    pub set: BTreeMap<String, String>,
    /// The digest of all parameters, which tells when a default has changed since.
    pub digest: String,
}

/// A program that speaks GTP.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The program and its arguments. `{seed}` stands for the seed of the game, and makes the
    /// program start anew for every game.
    pub command: Vec<String>,
    /// Commands sent once after the start.
    #[serde(default)]
    pub gtp: Vec<String>,
    /// Commands sent at the beginning of every game; `{seed}` stands for the seed of the game.
    #[serde(default)]
    pub game_gtp: Vec<String>,
    /// Variables added to its environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// The folder it runs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<PathBuf>,
    /// The file that its standard error is appended to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<PathBuf>,
    /// Seconds it may take for any command before it counts as hanging.
    pub timeout: f64,
    /// MiB it is expected to need.
    pub memory: u64,
    /// Threads it is expected to use.
    pub threads: usize,
    /// Whether it is started anew for every game, and not only when it has failed.
    pub restart: bool,
    /// Seconds it is taken to think for a move on a virtual clock, while the other side ponders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinks: Option<f64>,
}

impl BuiltIn {
    /// These parameters, as a record keeps them.
    #[must_use]
    pub fn of(params: &Params) -> Self {
        let set = params
            .changed()
            .into_iter()
            .map(|(spec, value)| (spec.key(), value))
            .collect();
        Self {
            set,
            digest: format!("{:016x}", params.digest()),
        }
    }

    /// The parameters.
    ///
    /// # Errors
    /// When this version of the program does not know one of them, or when a default has
    /// changed since they were written down.
    pub fn params(&self, name: &str) -> Result<Params, LabError> {
        let wrong = |why: String| LabError::Player {
            name: name.to_owned(),
            why,
        };
        let mut params = Params::default();
        for (key, value) in &self.set {
            params
                .set(key, value)
                .map_err(|error| wrong(error.to_string()))?;
        }
        if Self::of(&params).digest != self.digest {
            return Err(wrong(
                "parameters have changed since the record was begun, so this program is not the \
                 same player; start a new match"
                    .to_owned(),
            ));
        }
        Ok(params)
    }
}

impl MatchConfig {
    /// A word that names everything a game of this match depends on. How many games are played
    /// and how many at a time is not part of it, so that a match can be prolonged.
    #[must_use]
    pub fn digest(&self) -> String {
        const FREE: [&str; 5] = ["games", "concurrency", "sprt", "anchor", "affinity"];
        const FREE_OF_PROGRAM: [&str; 4] = ["stderr", "memory", "threads", "timeout"];
        // Serialising a structure of plain data cannot fail.
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Some(map) = value.as_object_mut() {
            map.retain(|key, _| !FREE.contains(&key.as_str()));
            let players = map
                .get_mut("players")
                .and_then(serde_json::Value::as_array_mut);
            for player in players.into_iter().flatten() {
                if let Some(program) = player.get_mut("external").and_then(|p| p.as_object_mut()) {
                    program.retain(|key, _| !FREE_OF_PROGRAM.contains(&key.as_str()));
                }
            }
        }
        format!("{:016x}", hash(&value.to_string()))
    }

    /// Multiplies what our own engine may spend on a move by `factor`.
    ///
    /// # Errors
    /// When the factor is no positive number, or a player is not of this version.
    pub fn scale(&mut self, factor: f64) -> Result<(), LabError> {
        if !(factor > 0.0 && factor.is_finite()) {
            return Err(config(format!(
                "a scale is a positive number, not {factor}"
            )));
        }
        if let Some(timing) = &mut self.timing {
            timing.scale(factor);
            for player in &mut self.players {
                let on_wall = timing.clock == timing::Measure::Wall;
                if matches!(player.kind, PlayerKind::BuiltIn(_)) && on_wall {
                    player.time = player.time.map(|own| timing::scaled(own, factor));
                }
            }
        }
        for player in &mut self.players {
            let PlayerKind::BuiltIn(own) = &mut player.kind else {
                continue;
            };
            let mut params = own.params(&player.name)?;
            if params.engine.simulations > 0 {
                let scaled = params.engine.simulations as f64 * factor;
                params.engine.simulations = (scaled.round() as u64).max(1);
            }
            params.engine.time *= factor;
            *own = BuiltIn::of(&params);
        }
        Ok(())
    }

    /// What was agreed for a player, with who measures; `None` if it has no clock. On a
    /// virtual clock programs have none.
    pub(crate) fn clock_of(&self, player: usize) -> Option<(Timing, Control)> {
        let timing = self.timing?;
        let player = &self.players[player];
        let counted =
            timing.clock == timing::Measure::Wall || matches!(player.kind, PlayerKind::BuiltIn(_));
        let control = player.time.unwrap_or(timing.control);
        (counted && !control.0.is_none()).then_some((timing, control))
    }

    /// The number of a player.
    #[must_use]
    pub fn player_index(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player.name == name)
    }

    /// Checks what does not follow from the parts alone.
    ///
    /// # Errors
    /// With one line about the first thing that makes no sense.
    pub fn check(&self) -> Result<(), LabError> {
        let n = self.players.len();
        if n < 2 {
            return Err(config(format!(
                "a match needs at least two players, not {n}"
            )));
        }
        if self.schedule == ScheduleKind::Match && n != 2 {
            return Err(config(format!(
                "a match has two players, not {n}; choose schedule round-robin or gauntlet"
            )));
        }
        for (i, player) in self.players.iter().enumerate() {
            check_name(&player.name)?;
            if self.players[..i]
                .iter()
                .any(|other| other.name == player.name)
            {
                return Err(config(format!("two players are called {:?}", player.name)));
            }
            if matches!(player.kind, PlayerKind::External(_)) && self.board.position().is_none() {
                let game = self.board.kind();
                return Err(config(format!(
                    "player {}: programs are driven by the Go Text Protocol, which cannot play \
                     {game}",
                    player.name
                )));
            }
        }
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return Err(config(format!(
                "games come in pairs with colours swapped: choose an even number, not {}",
                self.games
            )));
        }
        if self.concurrency == 0 {
            return Err(config("at least one game must be played at a time"));
        }
        if self.timing.is_none()
            && let Some(player) = self.players.iter().find(|player| player.time.is_some())
        {
            return Err(config(format!(
                "player {}: a time of its own needs one of the match",
                player.name
            )));
        }
        ponder::check(self)?;
        if self.scorer.is_some() && self.board.position().is_none() {
            return Err(config("a second scorer is for Go"));
        }
        match self.board {
            Board::Go { size, .. } => {
                if let Some(odds) = self.odds.iter().find(|odds| !odds.fits(size)) {
                    return Err(config(format!(
                        "odds: a {0}x{0} board has no traditional points for {1} stones",
                        size.get(),
                        odds.handicap
                    )));
                }
            }
            Board::Other(_) if !self.odds.is_empty() => {
                return Err(config("odds are for Go"));
            }
            Board::Other(_) => {}
        }
        let listed = matches!(self.openings, Openings::List { .. });
        if listed && self.odds.iter().any(|odds| odds.handicap > 0) {
            return Err(config(
                "odds: openings from files begin on the empty board, so there can be no handicap",
            ));
        }
        if let Some(test) = self.sprt {
            if n != 2 {
                return Err(config("a sequential test is for two players"));
            }
            Sprt::from(test)
                .check()
                .map_err(|why| config(format!("sprt: {why}")))?;
        }
        match &self.anchor {
            Some(name) if self.player_index(name).is_none() => {
                Err(config(format!("anchor: there is no player {name:?}")))
            }
            _ => Ok(()),
        }
    }
}

/// Names stand in tables, files and the names of files.
fn check_name(name: &str) -> Result<(), LabError> {
    const LONGEST: usize = 60;
    let bad = name.is_empty()
        || name.trim() != name
        || name.chars().count() > LONGEST
        || name.chars().any(char::is_control);
    if bad {
        return Err(config(format!(
            "{name:?} is no name for a player: up to {LONGEST} characters on one line"
        )));
    }
    Ok(())
}

/// A word for a text: the same everywhere and always.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |hash, byte| {
        tewari_base::mix(hash ^ u64::from(byte))
    })
}
