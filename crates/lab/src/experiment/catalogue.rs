//! The experiments that come with the program, and those in files.

use std::path::{Path, PathBuf};

use tewari_base::params::suggest;

use super::Experiment;
use crate::error::{LabError, config};

macro_rules! embedded {
    ($($name:literal,)*) => {
        /// The experiments within the program: names and files.
        pub const EMBEDDED: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../../../experiments/", $name, ".toml"))),)*
        ];
    };
}

embedded! {
    "toyoda-figure-06",
    "toyoda-figure-07",
    "toyoda-figure-08",
    "toyoda-figure-09",
    "toyoda-figure-10",
    "toyoda-figure-11",
}

/// An experiment by name.
#[derive(Clone, PartialEq, Debug)]
pub struct Catalogue {
    /// Its name.
    pub name: String,
    /// The text of its file.
    pub text: String,
    /// Where relative paths within it start.
    pub base: PathBuf,
    /// What it says.
    pub experiment: Experiment,
}

impl Catalogue {
    /// All experiments within the program.
    ///
    /// # Errors
    /// When one of them makes no sense.
    pub fn all() -> Result<Vec<Self>, LabError> {
        let files = EMBEDDED.iter();
        files
            .map(|(name, text)| Self::new(name, text, Path::new("")))
            .collect()
    }

    /// The experiment of this name, or in the file with this path.
    ///
    /// # Errors
    /// When there is none, with a suggestion, or it makes no sense.
    pub fn find(name: &str) -> Result<Self, LabError> {
        if let Some((name, text)) = EMBEDDED.iter().find(|(known, _)| *known == name) {
            return Self::new(name, text, Path::new(""));
        }
        let path = Path::new(name);
        if !name.contains('/') && path.extension().is_none() {
            let near = suggest(name, EMBEDDED.iter().map(|(name, _)| *name));
            let help = near.map_or_else(
                || "\"tewari lab list\" lists them".to_owned(),
                |near| format!("did you mean {near:?}?"),
            );
            return Err(config(format!("there is no experiment {name:?}; {help}")));
        }
        let text = std::fs::read_to_string(path)
            .map_err(|error| LabError::Read(path.to_owned(), error))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Self::new(&stem, &text, path.parent().unwrap_or(Path::new("")))
    }

    fn new(name: &str, text: &str, base: &Path) -> Result<Self, LabError> {
        let experiment = Experiment::parse(text).map_err(|why| config(format!("{name}: {why}")))?;
        Ok(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            base: base.to_owned(),
            experiment,
        })
    }
}
