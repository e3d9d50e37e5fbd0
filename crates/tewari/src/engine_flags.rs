//! The flags that every playing command shares.
//!
//! A flag is another way to set a parameter: its value is checked against the parameter's
//! one declaration, and its help is taken from there. Later layers override earlier ones:
//!
//! 1. the defaults for the game and its board,
//! 2. the file given with `--config`,
//! 3. `--set`, from left to right,
//! 4. the flags with a name of their own, such as `--threads`.

use std::path::PathBuf;

use clap::Args;
use tewari_base::params::{ParamError, ParamSet, split_assignment};
use tewari_engine::{ConfigError, Domain, Params, Wishes};

/// What a search may spend, and how well it plays.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineFlags {
    #[arg(long, value_name = "N", help = about("engine.threads", ""))]
    #[arg(value_parser = parse_as("engine.threads"), allow_negative_numbers = true)]
    threads: Option<Setting>,

    #[arg(long, value_name = "SIZE", help = about("engine.memory", MEMORY_UNITS))]
    #[arg(value_parser = parse_memory, allow_negative_numbers = true)]
    memory: Option<Setting>,

    #[arg(long, value_name = "N", help = about("engine.seed", ""))]
    #[arg(value_parser = parse_as("engine.seed"), allow_negative_numbers = true)]
    seed: Option<Setting>,

    #[arg(long, value_name = "N", help = about("engine.simulations", ""))]
    #[arg(value_parser = parse_as("engine.simulations"), allow_negative_numbers = true)]
    simulations: Option<Setting>,

    #[arg(long, value_name = "SECONDS", help = about("engine.time", ""))]
    #[arg(value_parser = parse_as("engine.time"), allow_negative_numbers = true)]
    time: Option<Setting>,

    #[arg(long, value_name = "LEVEL", help = about("engine.level", LEVEL_IN_PLAY))]
    #[arg(value_parser = parse_as("engine.level"), allow_negative_numbers = true)]
    level: Option<Setting>,

    /// Read parameters from a TOML file; "tewari params" prints one to start from.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Set any parameter ("tewari params" lists them); may be repeated. Overrides the file
    /// of --config, and is overridden by a flag for the same parameter.
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_assignment)]
    set: Vec<Setting>,
}

const MEMORY_UNITS: &str = "As a flag it may have a unit, powers of 1024: 512MiB, 2GiB, 512M, 1G";

const LEVEL_IN_PLAY: &str = "In a game against a person the default is 6 when simulations and \
    time are not given either";

/// The strength that `play` takes by itself: a game that a person enjoys.
const LEVEL_FOR_PEOPLE: u32 = 6;

impl EngineFlags {
    /// The parameters that these flags ask for on a board.
    ///
    /// # Errors
    /// When the file of `--config` cannot be read or says something wrong.
    pub(crate) fn params(&self, domain: Domain) -> Result<Params, ConfigError> {
        Ok(self.wishes()?.over(Params::preset(domain)))
    }

    /// The same for a game against a person: where nothing limits the search, neither file
    /// nor flag, it plays at a middle level.
    ///
    /// # Errors
    /// As for [`params`](Self::params).
    pub(crate) fn params_for_people(&self, domain: Domain) -> Result<Params, ConfigError> {
        let wishes = self.wishes()?;
        let params = wishes.over(Params::preset(domain));
        let clock = !params.time.control.is_none();
        if params.engine.simulations > 0 || params.engine.time > 0.0 || clock {
            return Ok(params);
        }
        // As a lowest layer, so that a level from the file or from a flag prevails.
        let mut gentle = Params::preset(domain);
        gentle.engine.level = LEVEL_FOR_PEOPLE;
        Ok(wishes.over(gentle))
    }

    /// What these flags ask for, whatever is played.
    ///
    /// # Errors
    /// As for [`params`](Self::params).
    pub(crate) fn wishes(&self) -> Result<Wishes, ConfigError> {
        let mut wishes = Wishes::default();
        if let Some(path) = &self.config {
            wishes.add_file(path)?;
        }
        let flags = [
            &self.threads,
            &self.memory,
            &self.seed,
            &self.simulations,
            &self.time,
            &self.level,
        ];
        for Setting { key, value } in self.set.iter().chain(flags.into_iter().flatten()) {
            wishes
                .add(key, value)
                .expect("was checked when the command line was read");
        }
        Ok(wishes)
    }
}

/// A parameter with the text it is to be set to, known to be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Setting {
    key: String,
    value: String,
}

impl Setting {
    fn new(key: &str, value: &str) -> Result<Self, ParamError> {
        Params::default().set(key, value)?;
        Ok(Self {
            key: key.to_owned(),
            value: value.to_owned(),
        })
    }
}

fn parse_as(key: &'static str) -> impl Fn(&str) -> Result<Setting, ParamError> + Clone {
    move |text| Setting::new(key, text)
}

fn parse_assignment(text: &str) -> Result<Setting, ParamError> {
    let (key, value) = split_assignment(text)?;
    Setting::new(key, value)
}

fn parse_memory(text: &str) -> Result<Setting, String> {
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let mebibytes: f64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "m" | "mb" | "mib" => 1.0,
        "g" | "gb" | "gib" => 1024.0,
        "t" | "tb" | "tib" => 1024.0 * 1024.0,
        _ => return Err(format!("unknown unit {unit:?}, use MiB, GiB or TiB")),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("{text:?} is no size, try 512MiB"))?;
    let size = number * mebibytes;
    if size.fract() != 0.0 {
        return Err(format!("{text:?} is not a whole number of MiB"));
    }
    Setting::new("engine.memory", &format!("{size}")).map_err(|error| error.to_string())
}

/// The help of a flag: what the declaration of its parameter says, and `more`.
fn about(key: &str, more: &str) -> String {
    let params = Params::default();
    let specs = params.specs();
    let spec = specs
        .iter()
        .find(|spec| spec.key() == key)
        .expect("flags name parameters");
    let doc = spec.doc.trim_end_matches('.');
    let gap = if more.is_empty() { "" } else { ". " };
    format!("{doc}{gap}{more} [{key}, default {}]", spec.default)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(text: &str) -> Result<String, String> {
        parse_memory(text).map(|setting| setting.value)
    }

    #[test]
    fn memory_sizes() {
        for (text, mebibytes) in [
            ("512MiB", "512"),
            ("512M", "512"),
            ("512", "512"),
            ("1G", "1024"),
            ("2GiB", "2048"),
            ("2 gb", "2048"),
            ("1.5GiB", "1536"),
            ("1TiB", "1048576"),
        ] {
            assert_eq!(memory(text), Ok(mebibytes.to_owned()), "{text}");
        }
        for (text, part) in [
            ("", "is no size"),
            ("GiB", "is no size"),
            ("1.2.3M", "is no size"),
            ("-5M", "unknown unit"),
            ("5KiB", "unknown unit \"KiB\""),
            ("0.3MiB", "whole number of MiB"),
            ("0", "engine.memory: 0 is outside"),
            ("99999999999999G", "engine.memory"),
        ] {
            let error = memory(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn later_layers_override_earlier_ones() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(
            &file,
            "[engine]\nthreads = 2\nsimulations = 20\nlevel = 2\n",
        )
        .unwrap();
        let mut flags = EngineFlags {
            config: Some(file.path().to_owned()),
            ..Default::default()
        };
        let of = |flags: &EngineFlags| {
            let engine = flags.params(Domain::Go(9)).unwrap().engine;
            (engine.threads, engine.simulations, engine.level)
        };
        assert_eq!(of(&flags), (2, 20, 2));
        flags.set = ["engine.threads=3", "engine.level=3"]
            .map(|text| parse_assignment(text).unwrap())
            .to_vec();
        assert_eq!(of(&flags), (3, 20, 3));
        flags.threads = Some(Setting::new("engine.threads", "4").unwrap());
        assert_eq!(of(&flags), (4, 20, 3));
    }

    #[test]
    fn the_gentle_level_is_only_for_those_who_ask_for_nothing() {
        let level =
            |flags: &EngineFlags| flags.params_for_people(Domain::Go(9)).unwrap().engine.level;
        assert_eq!(level(&EngineFlags::default()), LEVEL_FOR_PEOPLE);
        let set = |text: &str| EngineFlags {
            set: vec![parse_assignment(text).unwrap()],
            ..Default::default()
        };
        assert_eq!(level(&set("engine.level=10")), 10);
        assert_eq!(level(&set("engine.time=3")), 10);
        assert_eq!(level(&set("engine.simulations=3")), 10);
        assert_eq!(level(&set("time.control=10m+5x30s")), 10);
        assert_eq!(level(&set("search.exploration=1")), LEVEL_FOR_PEOPLE);
    }
}
