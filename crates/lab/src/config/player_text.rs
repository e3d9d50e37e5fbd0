//! A player in one line, for `--player`.
//!
//! `NAME; key=value; key=value …`: the name may also be given as `name=…`, or be left out. A
//! key with a dot is a parameter (`search.exploration=0.7`), and so is the bare name of one of
//! `engine.*` (`simulations=1000`). The other keys are those of `[[player]]`; `time` is the player's own time control, and not `engine.time`; `command` is
//! split at blanks, and `gtp`, `game_gtp` and `env=NAME=VALUE` may be repeated.

use tewari_base::params::{ParamSet, suggest};
use tewari_engine::Params;

use super::command::CommandText;
use super::player::{PlayerTable, Scalar};
use crate::error::{LabError, config};

const KEYS: [&str; 14] = [
    "name", "time", "config", "command", "gtp", "game_gtp", "env", "cwd", "stderr", "timeout",
    "memory", "threads", "restart", "thinks",
];

impl PlayerTable {
    /// Reads a player from one line.
    ///
    /// ```
    /// use tewari_lab::config::PlayerTable;
    /// let player = PlayerTable::parse("slow; simulations=1000; search.exploration=0.5").unwrap();
    /// assert_eq!(player.name.as_deref(), Some("slow"));
    /// assert_eq!(player.set["engine.simulations"].text(), "1000");
    /// let gnu = PlayerTable::parse("command=gnugo --mode gtp --level 1; timeout=60").unwrap();
    /// assert_eq!(gnu.timeout, Some(60.0));
    /// ```
    ///
    /// # Errors
    /// When a part is no `key=value` or its key is unknown.
    pub fn parse(text: &str) -> Result<Self, LabError> {
        let mut player = Self::default();
        let parts: Vec<&str> = text
            .split(';')
            .map(str::trim)
            .filter(|p| !p.is_empty())
            .collect();
        let program = parts.iter().any(|part| part.starts_with("command"));
        for (i, part) in parts.into_iter().enumerate() {
            match part.split_once('=') {
                Some((key, value)) => player.put(key.trim(), value.trim(), program)?,
                None if i == 0 => player.name = Some(part.to_owned()),
                None => {
                    return Err(config(format!(
                        "player: {part:?} is not of the form key=value"
                    )));
                }
            }
        }
        Ok(player)
    }

    fn put(&mut self, key: &str, value: &str, program: bool) -> Result<(), LabError> {
        let text = || value.to_owned();
        let wrong = |what: &str| config(format!("player: {key} must be {what}, not {value:?}"));
        match key {
            "name" => self.name = Some(text()),
            "config" => self.config = Some(value.into()),
            "command" => self.command = Some(CommandText::Line(text())),
            "gtp" => self.gtp.push(text()),
            "game_gtp" => self.game_gtp.push(text()),
            "env" => {
                let (name, value) = value.split_once('=').ok_or_else(|| wrong("NAME=VALUE"))?;
                self.env.insert(name.to_owned(), value.to_owned());
            }
            "cwd" => self.cwd = Some(value.into()),
            "stderr" => self.stderr = Some(value.into()),
            "time" => self.time = Some(value.parse().map_err(config)?),
            "timeout" => self.timeout = Some(value.parse().map_err(|_| wrong("seconds"))?),
            "thinks" => self.thinks = Some(value.parse().map_err(|_| wrong("seconds"))?),
            "restart" => self.restart = Some(value.parse().map_err(|_| wrong("true or false"))?),
            "memory" if program => self.memory = Some(value.parse().map_err(|_| wrong("MiB"))?),
            "threads" if program => {
                self.threads = Some(value.parse().map_err(|_| wrong("a number"))?);
            }
            _ => {
                let key = parameter(key)?;
                self.set.insert(key, Scalar::Text(text()));
            }
        }
        Ok(())
    }
}

/// The full name of a parameter.
fn parameter(key: &str) -> Result<String, LabError> {
    let params = Params::default();
    if key.contains('.') {
        // Whether it exists is said when it is set, with a suggestion.
        return Ok(key.to_owned());
    }
    let full = format!("engine.{key}");
    if params.get(&full).is_some() {
        return Ok(full);
    }
    let specs: Vec<String> = params.specs().iter().map(|spec| spec.key()).collect();
    let bare = specs.iter().filter_map(|key| key.strip_prefix("engine."));
    let near = suggest(key, KEYS.into_iter().chain(bare));
    let help = near.map_or_else(
        || "parameters are written with a dot, such as search.exploration".to_owned(),
        |near| format!("did you mean {near:?}?"),
    );
    Err(config(format!("player: unknown key {key:?}, {help}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_in_one_line() {
        let text = "gnu; command=gnugo --mode gtp; gtp=level 3; gtp=clear_cache; env=A=b=c; \
                    threads=2; memory=100; restart=true; cwd=/tmp; stderr=x.log; thinks=0.4";
        let player = PlayerTable::parse(text).unwrap();
        assert_eq!(player.gtp, ["level 3", "clear_cache"]);
        assert_eq!(player.env["A"], "b=c");
        assert_eq!((player.threads, player.memory), (Some(2), Some(100)));
        assert_eq!((player.restart, player.thinks), (Some(true), Some(0.4)));
    }

    #[test]
    fn parameters_in_one_line() {
        let player = PlayerTable::parse("name=a;threads=2;search.exploration = 1").unwrap();
        assert_eq!(player.set["engine.threads"].text(), "2");
        assert_eq!(player.set["search.exploration"].text(), "1");
        assert_eq!(PlayerTable::parse("").unwrap(), PlayerTable::default());
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("a; b", "\"b\" is not of the form key=value"),
            ("a; simulation=3", "did you mean \"simulations\"?"),
            ("a; comand=x", "did you mean \"command\"?"),
            ("a; zzzzz=x", "with a dot"),
            ("command=x; timeout=soon", "timeout must be seconds"),
            ("command=x; thinks=long", "thinks must be seconds"),
            ("command=x; env=A", "env must be NAME=VALUE"),
        ] {
            let error = PlayerTable::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
