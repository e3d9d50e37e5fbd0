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
    "baier-endgame",
    "baier-figure-1",
    "baier-figure-2",
    "baier-figure-3",
    "baier-figure-4",
    "baier-figure-5",
    "baier-figure-6",
    "baier-figure-7",
    "baier-figure-8",
    "baier-fixed-time",
    "baier-saved",
    "baier-table-01",
    "baier-table-02",
    "baier-table-03",
    "baier-table-04",
    "baier-table-05",
    "baier-table-06",
    "baier-table-07",
    "baier-table-08",
    "baier-table-09",
    "baier-table-10",
    "baier-table-11",
    "baier-table-12",
    "baier-table-13",
    "baier-table-14",
    "go-parts",
    "huang-reduced-time",
    "huang-table-1",
    "huang-table-2",
    "huang-table-3",
    "huang-table-4",
    "huang-table-5",
    "huang-table-6",
    "huang-table-7",
    "huang-table-8",
    "huang-table-9",
    "huang-thesis-figure-4-2",
    "huang-thesis-table-4-1",
    "huang-thesis-table-4-2",
    "huang-thesis-table-4-3",
    "huang-thesis-table-4-4",
    "huang-thesis-table-4-5",
    "huang-thesis-table-4-6",
    "schaefers-figure-4-06",
    "schaefers-figure-4-07",
    "schaefers-figure-4-08",
    "schaefers-figure-4-09",
    "schaefers-figure-4-10",
    "schaefers-figure-4-11",
    "schaefers-figure-4-12",
    "schaefers-figure-4-13",
    "schaefers-figure-4-14",
    "schaefers-figure-4-15",
    "schaefers-figure-4-16",
    "schaefers-figure-4-17",
    "schaefers-figure-4-18",
    "schaefers-figure-4-19",
    "schaefers-figure-4-20",
    "schaefers-figure-4-21",
    "schaefers-figure-4-22",
    "schaefers-figure-4-23",
    "schaefers-figure-5-04",
    "schaefers-figure-5-05",
    "schaefers-figure-5-06",
    "schaefers-figure-5-07",
    "schaefers-figure-5-08",
    "schaefers-figure-5-09",
    "schaefers-figure-5-10",
    "schaefers-figure-5-11",
    "schaefers-figure-6-01",
    "schaefers-figure-6-03",
    "schaefers-figure-6-10",
    "schaefers-figure-6-11",
    "schaefers-figure-6-12",
    "schaefers-table-5-2",
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
