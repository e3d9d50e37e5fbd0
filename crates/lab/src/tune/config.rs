//! What is tuned, and how.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::space::{Parameter, Space};
use crate::config::{
    BuiltIn, DefaultsTable, MatchConfig, MatchFile, MatchTable, PlayerKind, PlayerTable, hash,
    parse_toml,
};
use crate::error::{LabError, config};

/// How values are found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Two opponents around the present values, see [`spsa`](super::spsa).
    #[default]
    Spsa,
    /// Candidates against a fixed opponent, see [`regression`](super::regression).
    Regression,
}

impl Method {
    /// The word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spsa => "spsa",
            Self::Regression => "regression",
        }
    }
}

/// A tuning file: `experiments/example-tune.toml` shows every key.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TuneFile {
    /// `[tune]`.
    pub tune: TuneTable,
    /// `[match]`, as in a match file; `games` are those of all trials together.
    #[serde(rename = "match")]
    pub table: MatchTable,
    /// `[defaults]`, as in a match file.
    pub defaults: DefaultsTable,
    /// `[player]`: the player that is tuned, as in a match file.
    pub player: PlayerTable,
    /// `[opponent]`: whom it plays; without one, itself as it was at the beginning. Only
    /// regression has a fixed opponent.
    pub opponent: Option<PlayerTable>,
    /// `[[parameter]]`.
    pub parameter: Vec<ParameterTable>,
}

/// `[tune]` of a tuning file.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TuneTable {
    /// How values are found.
    pub method: Method,
    /// Games of a trial, an even number.
    pub games_per_trial: Option<u64>,
}

/// `[[parameter]]` of a tuning file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParameterTable {
    /// Its name.
    pub key: String,
    /// The least value; the declared one if nothing is said.
    pub low: Option<f64>,
    /// The greatest value.
    pub high: Option<f64>,
    /// Where to begin; as the player has it if nothing is said.
    pub start: Option<f64>,
}

/// A tuning run, complete and checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuneConfig {
    /// How values are found.
    pub method: Method,
    /// What is tuned.
    pub space: Space,
    /// The match of a trial: the player that is tuned against its opponent, with the games of
    /// one trial.
    pub trial: MatchConfig,
    /// Trials in all.
    pub trials: u64,
}

impl TuneFile {
    /// Reads a tuning file.
    ///
    /// # Errors
    /// With the file, the line, and for a mistyped key a suggestion.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| LabError::Read(path.to_owned(), error))?;
        Self::parse(&text).map_err(|why| config(format!("{}: {why}", path.display())))
    }

    /// Reads the text of a tuning file.
    ///
    /// # Errors
    /// With the line, and for a mistyped key a suggestion.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse_toml(text)
    }

    /// The run, complete. Relative paths start from `base`.
    ///
    /// # Errors
    /// With one line about the first thing that is wrong.
    pub fn resolve(&self, base: &Path) -> Result<TuneConfig, LabError> {
        let tuned = PlayerTable {
            name: Some("candidate".to_owned()),
            ..self.player.clone()
        };
        let opponent = match &self.opponent {
            Some(_) if self.tune.method == Method::Spsa => {
                return Err(config(
                    "opponent: with spsa the player plays itself; regression has an opponent",
                ));
            }
            Some(opponent) => PlayerTable {
                name: opponent.name.clone().or(Some("opponent".to_owned())),
                ..opponent.clone()
            },
            None => PlayerTable {
                name: Some("opponent".to_owned()),
                ..self.player.clone()
            },
        };
        let file = MatchFile {
            table: self.table.clone(),
            sprt: None,
            defaults: self.defaults.clone(),
            player: vec![tuned, opponent],
        };
        let mut trial = file.resolve(base)?;
        let per_trial = self.tune.games_per_trial.unwrap_or(2);
        let trials = trial.games.div_ceil(per_trial.max(1));
        trial.games = per_trial;
        trial.check()?;
        let Some(PlayerKind::BuiltIn(own)) = trial.players.first().map(|player| &player.kind)
        else {
            return Err(config("player: only our own engine can be tuned"));
        };
        let params = own.params("candidate")?;
        if self.parameter.is_empty() {
            return Err(config("name a parameter to be tuned: [[parameter]]"));
        }
        let mut space = Vec::new();
        for table in &self.parameter {
            let range = match (table.low, table.high) {
                (Some(low), Some(high)) => Some((low, high)),
                (None, None) => None,
                _ => {
                    let why = "a range has both low and high";
                    return Err(config(format!("parameter {}: {why}", table.key)));
                }
            };
            space.push(Parameter::new(&table.key, range, table.start, &params)?);
        }
        Ok(TuneConfig {
            method: self.tune.method,
            space: Space(space),
            trial,
            trials,
        })
    }
}

impl TuneConfig {
    /// A word that names everything a trial depends on. The number of trials is part of it for
    /// SPSA, whose steps depend on it.
    #[must_use]
    pub fn digest(&self) -> String {
        let trials = match self.method {
            Method::Spsa => self.trials,
            Method::Regression => 0,
        };
        // Plain data, which cannot fail to be written as text.
        let space = serde_json::to_string(&self.space).unwrap_or_default();
        let parts = format!(
            "{} {space} {} {} {trials}",
            self.method.name(),
            self.trial.digest(),
            self.trial.games
        );
        format!("{:016x}", hash(&parts))
    }

    /// The match of a proposal.
    ///
    /// # Errors
    /// When a player refuses its settings.
    pub(super) fn match_of(
        &self,
        number: u64,
        proposal: &super::Proposal,
    ) -> Result<MatchConfig, LabError> {
        use tewari_base::params::ParamSet;
        let mut planned = self.trial.clone();
        // Every trial has openings and seeds of its own.
        planned.seed = tewari_base::mix(self.trial.seed ^ tewari_base::mix(number + 1)) >> 11;
        let points = [Some(&proposal.candidate), proposal.opponent.as_ref()];
        for (player, point) in planned.players.iter_mut().zip(points) {
            let (PlayerKind::BuiltIn(own), Some(point)) = (&mut player.kind, point) else {
                continue;
            };
            let mut params = own.params(&player.name)?;
            for (key, text) in self.space.settings(point) {
                params.set(key, &text).map_err(|error| LabError::Player {
                    name: player.name.clone(),
                    why: error.to_string(),
                })?;
            }
            *own = BuiltIn::of(&params);
        }
        Ok(planned)
    }
}
