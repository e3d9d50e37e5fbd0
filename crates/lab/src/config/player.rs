//! A player as files write it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tewari_engine::{Domain, Params, Wishes};

use super::command::CommandText;
use super::{BuiltIn, PlayerConfig, PlayerKind, Program};
use crate::error::{LabError, config};
use crate::timing::Control;

/// Seconds that a program may take for a command.
const DEFAULT_TIMEOUT: f64 = 600.0;
/// MiB that a program is expected to need when nobody says.
const DEFAULT_MEMORY: u64 = 64;

/// A player: `[[player]]` of a match file, or `--player`.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerTable {
    /// Its name.
    pub name: Option<String>,
    /// Parameters of our own engine.
    pub set: BTreeMap<String, Scalar>,
    /// A file with parameters of our own engine, as `tewari params` writes one.
    pub config: Option<PathBuf>,
    /// The command line of a program that speaks GTP.
    pub command: Option<CommandText>,
    /// Commands sent once after its start.
    pub gtp: Vec<String>,
    /// Commands sent at the beginning of every game.
    pub game_gtp: Vec<String>,
    /// Variables for its environment.
    pub env: BTreeMap<String, String>,
    /// The folder it runs in.
    pub cwd: Option<PathBuf>,
    /// The file for its standard error.
    pub stderr: Option<PathBuf>,
    /// Its time, if that is not the time of the match; `none` for no limit.
    pub time: Option<Control>,
    /// Seconds it may take for a command.
    pub timeout: Option<f64>,
    /// MiB it is expected to need.
    pub memory: Option<u64>,
    /// Threads it is expected to use.
    pub threads: Option<usize>,
    /// Whether it is started anew for every game.
    pub restart: Option<bool>,
    /// Seconds it is taken to think for a move on a virtual clock, while the other side ponders.
    pub thinks: Option<f64>,
}

/// The value of a parameter: text, number or truth.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged, expecting = "a value is a text, a number, true or false")]
pub enum Scalar {
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Whole(i64),
    /// Any number.
    Number(f64),
    /// A text.
    Text(String),
}

impl Scalar {
    /// As parameters read it.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Truth(truth) => truth.to_string(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

impl PlayerTable {
    /// The player, complete. `defaults` applies to our own engine before its own settings;
    /// `number` makes up for a missing name; relative paths start from `base`.
    ///
    /// # Errors
    /// With the name of the player and what is wrong.
    pub(super) fn resolve(
        &self,
        domain: Domain,
        defaults: &Self,
        number: usize,
        base: &Path,
    ) -> Result<PlayerConfig, LabError> {
        let shown = self.name.clone().unwrap_or_else(|| format!("{number}"));
        let wrong = |why: String| config(format!("player {shown}: {why}"));
        let (name, kind) = match &self.command {
            Some(command) => {
                if self.config.is_some() || !self.set.is_empty() {
                    let why = "parameters are for our own engine; a program takes them in its \
                               command or by gtp";
                    return Err(wrong(why.to_owned()));
                }
                let program = self.program(command, base).map_err(wrong)?;
                let name = program.command.first().map(|program| file_stem(program));
                (name, PlayerKind::External(program))
            }
            None => {
                if let Some(key) = self.key_of_program() {
                    return Err(wrong(format!(
                        "{key} is for programs, and there is no command"
                    )));
                }
                let mut preset = Params::preset(domain);
                // Games run beside each other, and one thread gives the same game every time.
                preset.engine.threads = 1;
                let mut wishes = Wishes::default();
                for table in [defaults, self] {
                    table.ask(&mut wishes, base).map_err(wrong)?;
                }
                let params = wishes.over(preset);
                (None, PlayerKind::BuiltIn(BuiltIn::of(&params)))
            }
        };
        let name = self
            .name
            .clone()
            .or(name)
            .unwrap_or_else(|| format!("tewari-{number}"));
        let time = self.time;
        Ok(PlayerConfig { name, time, kind })
    }

    /// This player with what `over` says in the place of what it says itself. A command
    /// replaces all that was said about another program or our own engine.
    #[must_use]
    pub fn overridden(mut self, over: Self) -> Self {
        if over.command.is_some() {
            return Self {
                name: over.name.clone().or(self.name),
                ..over
            };
        }
        self.set.extend(over.set);
        self.gtp.extend(over.gtp);
        self.game_gtp.extend(over.game_gtp);
        self.env.extend(over.env);
        Self {
            name: over.name.or(self.name),
            config: over.config.or(self.config),
            cwd: over.cwd.or(self.cwd),
            stderr: over.stderr.or(self.stderr),
            time: over.time.or(self.time),
            timeout: over.timeout.or(self.timeout),
            memory: over.memory.or(self.memory),
            threads: over.threads.or(self.threads),
            restart: over.restart.or(self.restart),
            thinks: over.thinks.or(self.thinks),
            ..self
        }
    }

    fn ask(&self, wishes: &mut Wishes, base: &Path) -> Result<(), String> {
        if let Some(path) = &self.config {
            let asked = wishes.add_file(&base.join(path));
            asked.map_err(|error| error.to_string())?;
        }
        for (key, value) in &self.set {
            let asked = wishes.add(key, &value.text());
            asked.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    pub(super) fn program(&self, command: &CommandText, base: &Path) -> Result<Program, String> {
        let mut command = command.words()?;
        if let Some(program) = command.first_mut().filter(|program| program.contains('/')) {
            *program = base.join(&*program).to_string_lossy().into_owned();
        }
        let timeout = self.timeout.unwrap_or(DEFAULT_TIMEOUT);
        if !(timeout > 0.0 && timeout <= 1e6) {
            return Err(format!(
                "timeout must be a number of seconds, not {timeout}"
            ));
        }
        if let Some(thinks) = self.thinks.filter(|s| !(0.0..=1e6).contains(s)) {
            return Err(format!("thinks must be a number of seconds, not {thinks}"));
        }
        let restart = self.restart.unwrap_or_default()
            || command.iter().any(|word| word.contains(super::SEED_MARK));
        Ok(Program {
            command,
            gtp: self.gtp.clone(),
            game_gtp: self.game_gtp.clone(),
            env: self.env.clone(),
            cwd: self.cwd.as_ref().map(|path| base.join(path)),
            stderr: self.stderr.as_ref().map(|path| base.join(path)),
            timeout,
            memory: self.memory.unwrap_or(DEFAULT_MEMORY),
            threads: self.threads.unwrap_or(1),
            restart,
            thinks: self.thinks,
        })
    }

    /// A key that makes sense only with a command, if one is given.
    fn key_of_program(&self) -> Option<&'static str> {
        let given = [
            ("gtp", !self.gtp.is_empty()),
            ("game_gtp", !self.game_gtp.is_empty()),
            ("env", !self.env.is_empty()),
            ("cwd", self.cwd.is_some()),
            ("stderr", self.stderr.is_some()),
            ("timeout", self.timeout.is_some()),
            ("memory", self.memory.is_some()),
            ("threads", self.threads.is_some()),
            ("restart", self.restart.is_some()),
            ("thinks", self.thinks.is_some()),
        ];
        given
            .into_iter()
            .find(|&(_, given)| given)
            .map(|(key, _)| key)
    }
}

fn file_stem(program: &str) -> String {
    let stem = Path::new(program).file_stem();
    stem.map_or_else(
        || program.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
