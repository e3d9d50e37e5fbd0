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

/// Applies the file at `path` to `params`.
///
/// # Errors
/// With the file and the offending key or line; `params` is unchanged then.
pub fn load_config(path: &Path, params: &mut Params) -> Result<(), ConfigError> {
    let text =
        std::fs::read_to_string(path).map_err(|error| ConfigError::Read(path.to_owned(), error))?;
    *params = parse(path, &text, *params)?;
    Ok(())
}

fn parse(path: &Path, text: &str, mut params: Params) -> Result<Params, ConfigError> {
    let file: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        let message = error.message().replace('\n', " ");
        ConfigError::Syntax(path.to_owned(), format!("line {line}: {message}"))
    })?;
    let shape = |message: String| ConfigError::Shape(path.to_owned(), message);
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
            params
                .set(&format!("{group}.{name}"), &text)
                .map_err(|error| ConfigError::Param(path.to_owned(), error))?;
        }
    }
    Ok(params)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Params, String> {
        parse(Path::new("my.toml"), text, Params::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn values_reach_the_parameters() {
        let params =
            read("[engine]\nthreads = 2\ntime = 1.5\n[search]\nexploration = 1\n").unwrap();
        assert_eq!(params.engine.threads, 2);
        assert_eq!(params.engine.time, 1.5);
        assert_eq!(params.search.exploration, 1.0);
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
        let mut params = Params::default();
        let error = load_config(Path::new("does/not/exist.toml"), &mut params).unwrap_err();
        assert!(error.to_string().starts_with("does/not/exist.toml: "));
    }
}
