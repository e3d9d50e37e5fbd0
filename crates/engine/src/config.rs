//! Parameters from a TOML file.
//!
//! A file has one table per group of parameters:
//!
//! ```toml
//! [engine]
//! threads = 2
//! simulations = 10000
//!
//! [search]
//! exploration = 0.7
//! ```

use std::fmt;
use std::path::{Path, PathBuf};

use tewari_base::params::{ParamError, ParamSet};

use crate::settings::Params;

/// Why a configuration file was not taken. Nothing of it has been applied then.
#[derive(Debug)]
pub enum ConfigError {
    /// The file could not be read.
    Read(PathBuf, std::io::Error),
    /// The file is not TOML.
    Syntax(PathBuf, String),
    /// A parameter is unknown or its value is refused.
    Param(PathBuf, ParamError),
    /// A value stands outside of a group, or is no plain value.
    Shape(PathBuf, String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Syntax(path, message) | Self::Shape(path, message) => {
                write!(f, "{}: {message}", path.display())
            }
            Self::Param(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ConfigError {}

/// What the file at `path` asks for: parameters by key with texts that they accept.
///
/// # Errors
/// With the file and the offending key or line.
pub(crate) fn read_config(path: &Path) -> Result<Vec<(String, String)>, ConfigError> {
    let text =
        std::fs::read_to_string(path).map_err(|error| ConfigError::Read(path.to_owned(), error))?;
    parse(path, &text)
}

fn parse(path: &Path, text: &str) -> Result<Vec<(String, String)>, ConfigError> {
    let file: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        let message = error.message().replace('\n', " ");
        ConfigError::Syntax(path.to_owned(), format!("line {line}: {message}"))
    })?;
    let shape = |message: String| ConfigError::Shape(path.to_owned(), message);
    let mut settings = Vec::new();
    for (group, values) in &file {
        let toml::Value::Table(values) = values else {
            return Err(shape(format!(
                "{group:?} stands outside of a group such as [engine]"
            )));
        };
        for (name, value) in values {
            let text = match value {
                toml::Value::String(text) => text.clone(),
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Float(number) => number.to_string(),
                toml::Value::Boolean(truth) => truth.to_string(),
                _ => return Err(shape(format!("{group}.{name} is no plain value"))),
            };
            let key = format!("{group}.{name}");
            Params::default()
                .set(&key, &text)
                .map_err(|error| ConfigError::Param(path.to_owned(), error))?;
            settings.push((key, text));
        }
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(String, String)>, String> {
        parse(Path::new("my.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_read_with_their_keys() {
        let settings = read("[search]\nreuse = false\n[engine]\nthreads = 2\ntime = 1.5\n");
        let expected = [
            ("engine.threads", "2"),
            ("engine.time", "1.5"),
            ("search.reuse", "false"),
        ];
        let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let mut settings = settings.unwrap();
        settings.sort();
        assert_eq!(settings, expected);
    }

    #[test]
    fn errors_name_file_and_place_on_one_line() {
        for (text, expected) in [
            ("[engine]\nthreads = \n", "my.toml: line 2: "),
            (
                "[engine]\nthread = 2\n",
                "my.toml: unknown parameter \"engine.thread\"",
            ),
            (
                "[engine]\nlevel = 11\n",
                "my.toml: engine.level: 11 is outside 1..=10",
            ),
            ("threads = 2\n", "my.toml: \"threads\" stands outside"),
            (
                "[engine]\nthreads = [2]\n",
                "my.toml: engine.threads is no plain value",
            ),
        ] {
            let error = read(text).unwrap_err();
            assert!(
                error.starts_with(expected) && !error.contains('\n'),
                "{error}"
            );
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read_config(Path::new("does/not/exist.toml")).unwrap_err();
        assert!(error.to_string().starts_with("does/not/exist.toml: "));
    }
}
