//! A match as a TOML file.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tewari_base::params::suggest;
use tewari_engine::GameKind;

use super::command::CommandText;
use super::player::PlayerTable;
use super::{AtLimit, DeadStones, MatchConfig, ScheduleKind, SprtConfig};
use crate::board::{Board, BoardText};
use crate::error::{LabError, config};
use crate::odds::Odds;
use crate::opening::{Order, Source};
use crate::timing::{Control, DEFAULT_MARGIN, Measure, Timing};

/// Games of a pairing when nobody says.
const DEFAULT_GAMES: u64 = 100;
/// The seed when nobody says: the same command gives the same match.
const DEFAULT_SEED: u64 = 1;

/// A match file, or what flags say in its place.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchFile {
    /// `[match]`.
    #[serde(rename = "match")]
    pub table: MatchTable,
    /// `[sprt]`.
    pub sprt: Option<SprtConfig>,
    /// `[defaults]`: settings of all players that are our own engine.
    pub defaults: DefaultsTable,
    /// `[[player]]`.
    pub player: Vec<PlayerTable>,
}

/// `[defaults]` of a match file.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DefaultsTable {
    /// Parameters.
    pub set: std::collections::BTreeMap<String, super::player::Scalar>,
    /// A file with parameters.
    pub config: Option<PathBuf>,
}

/// `[match]` of a match file: whatever is left out has a default.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchTable {
    /// The name of the game.
    pub game: Option<String>,
    /// Size of Go's board.
    pub size: Option<u8>,
    /// Points for White in Go.
    pub komi: Option<f64>,
    /// Rules of Go.
    pub rules: Option<String>,
    /// Games of each pairing.
    pub games: Option<u64>,
    /// Who plays whom.
    pub schedule: Option<ScheduleKind>,
    /// Games at the same time.
    pub concurrency: Option<usize>,
    /// The seed of the match.
    pub seed: Option<u64>,
    /// Where games begin: `none`, `random:PLIES`, `file:PATH` or `sgf:FOLDER`.
    pub openings: Option<String>,
    /// How many moves of an opening from a file are used.
    pub opening_plies: Option<u32>,
    /// In which order openings from a file are used.
    pub opening_order: Option<Order>,
    /// After how many moves a game is broken off.
    pub move_limit: Option<u32>,
    /// What such a game is worth.
    pub at_limit: Option<AtLimit>,
    /// The time of each player: `30s`, `5s/move`, `10m+5x30s` and so on.
    pub time: Option<Control>,
    /// Who measures it: `wall` or `virtual:SPEED`.
    pub clock: Option<Measure>,
    /// Seconds that a move on the wall may come late.
    pub margin: Option<f64>,
    /// Handicap and komi by pairs: a list of `HANDICAP:KOMI`.
    pub odds: Option<Vec<Odds>>,
    /// Whether each game at a time keeps to its own cores.
    pub affinity: Option<bool>,
    /// Which stones count as dead.
    pub dead: Option<DeadStones>,
    /// A second program that counts.
    pub scorer: Option<CommandText>,
    /// The player whose rating is 0.
    pub anchor: Option<String>,
}

impl MatchTable {
    /// This table with what `over` says in the place of what it says itself.
    #[must_use]
    pub fn overridden(self, over: Self) -> Self {
        Self {
            game: over.game.or(self.game),
            size: over.size.or(self.size),
            komi: over.komi.or(self.komi),
            rules: over.rules.or(self.rules),
            games: over.games.or(self.games),
            schedule: over.schedule.or(self.schedule),
            concurrency: over.concurrency.or(self.concurrency),
            seed: over.seed.or(self.seed),
            openings: over.openings.or(self.openings),
            opening_plies: over.opening_plies.or(self.opening_plies),
            opening_order: over.opening_order.or(self.opening_order),
            move_limit: over.move_limit.or(self.move_limit),
            at_limit: over.at_limit.or(self.at_limit),
            time: over.time.or(self.time),
            clock: over.clock.or(self.clock),
            margin: over.margin.or(self.margin),
            odds: over.odds.or(self.odds),
            affinity: over.affinity.or(self.affinity),
            dead: over.dead.or(self.dead),
            scorer: over.scorer.or(self.scorer),
            anchor: over.anchor.or(self.anchor),
        }
    }

    /// The clocks these keys ask for.
    fn timing(&self) -> Result<Option<Timing>, LabError> {
        let Some(control) = self.time else {
            return match (self.clock, self.margin) {
                (None, None) => Ok(None),
                _ => Err(config("clock and margin need a time")),
            };
        };
        let margin = self.margin.unwrap_or(DEFAULT_MARGIN);
        if !(0.0..=600.0).contains(&margin) {
            return Err(config(format!(
                "margin must be 0 to 600 seconds, not {margin}"
            )));
        }
        Ok(Some(Timing {
            control,
            clock: self.clock.unwrap_or_default(),
            margin,
        }))
    }

    /// The board these keys ask for.
    fn board(&self) -> Result<Board, LabError> {
        let text = BoardText {
            game: self
                .game
                .clone()
                .unwrap_or_else(|| GameKind::Go.name().to_owned()),
            size: self.size,
            komi: self.komi,
            rules: self.rules.clone(),
        };
        Board::try_from(text).map_err(config)
    }
}

impl MatchFile {
    /// Reads a match file.
    ///
    /// # Errors
    /// With the file, the line, and for a mistyped key a suggestion.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| LabError::Read(path.to_owned(), error))?;
        Self::parse(&text).map_err(|why| config(format!("{}: {why}", path.display())))
    }

    /// Reads the text of a match file.
    ///
    /// # Errors
    /// With the line, and for a mistyped key a suggestion.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse_toml(text)
    }

    /// The match, complete: other files are read, defaults filled in. Relative paths start
    /// from `base`.
    ///
    /// # Errors
    /// With one line about the first thing that is wrong.
    pub fn resolve(&self, base: &Path) -> Result<MatchConfig, LabError> {
        let table = &self.table;
        let board = table.board()?;
        let defaults = PlayerTable {
            set: self.defaults.set.clone(),
            config: self.defaults.config.clone(),
            ..PlayerTable::default()
        };
        let players = self.player.iter().zip(1..);
        let players = players
            .map(|(player, number)| player.resolve(board.domain(), &defaults, number, base))
            .collect::<Result<Vec<_>, _>>()?;
        let source = table.openings.as_deref().unwrap_or("none");
        let source = Source::parse(source, table.opening_plies, table.opening_order)?;
        let scorer = match &table.scorer {
            Some(command) => {
                let scorer = defaults.program(command, base);
                Some(scorer.map_err(|why| config(format!("scorer: {why}")))?)
            }
            None => None,
        };
        let by_number = if players.len() > 2 {
            ScheduleKind::RoundRobin
        } else {
            ScheduleKind::Match
        };
        let limit = table.move_limit.filter(|&limit| limit > 0);
        let resolved = MatchConfig {
            board,
            schedule: table.schedule.unwrap_or(by_number),
            games: table.games.unwrap_or(DEFAULT_GAMES),
            concurrency: table.concurrency.unwrap_or(1),
            seed: table.seed.unwrap_or(DEFAULT_SEED),
            openings: source.load(&board, base)?,
            odds: table.odds.clone().unwrap_or_default(),
            affinity: table.affinity.unwrap_or_default(),
            move_limit: limit.unwrap_or_else(|| board.default_move_limit()),
            at_limit: table.at_limit.unwrap_or_default(),
            dead: table.dead.unwrap_or_default(),
            timing: table.timing()?,
            scorer,
            sprt: self.sprt,
            anchor: table.anchor.clone(),
            players,
        };
        resolved.check()?;
        Ok(resolved)
    }
}

/// Reads TOML; a mistake is one line with the line it is in, and for a mistyped key a
/// suggestion.
pub(crate) fn parse_toml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| {
            text.get(..span.start)
                .unwrap_or_default()
                .matches('\n')
                .count()
                + 1
        });
        format!("line {line}: {}", explained(error.message()))
    })
}

/// The message of the parser on one line, with a suggestion for an unknown key.
fn explained(message: &str) -> String {
    let message = message.replace('\n', " ");
    let mut names = message.split('`').skip(1).step_by(2);
    let unknown = ["unknown field", "unknown variant"];
    if !unknown.iter().any(|start| message.starts_with(start)) {
        return message;
    }
    let word = names.next().unwrap_or_default();
    let what = if message.starts_with(unknown[0]) {
        "unknown key"
    } else {
        "unknown choice"
    };
    let known: Vec<&str> = names.collect();
    match suggest(word, known.iter().copied()) {
        Some(near) => format!("{what} {word:?}, did you mean {near:?}?"),
        None => format!("{what} {word:?} (known: {})", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::PlayerKind;
    use crate::opening::Openings;

    fn resolve(text: &str) -> Result<MatchConfig, String> {
        let file = MatchFile::parse(text)?;
        file.resolve(Path::new(""))
            .map_err(|error| error.to_string())
    }

    const TWO: &str = "[[player]]\nname='a'\n[[player]]\nname='b'\n";

    #[test]
    fn the_defaults() {
        let config = resolve(TWO).unwrap();
        assert_eq!(config.board.title(), "Go 9x9, komi 7.5, chinese rules");
        assert_eq!((config.games, config.seed, config.concurrency), (100, 1, 1));
        assert_eq!(config.schedule, ScheduleKind::Match);
        assert_eq!(config.openings, Openings::None);
        assert_eq!(config.move_limit, 243);
        let PlayerKind::BuiltIn(player) = &config.players[0].kind else {
            panic!()
        };
        assert_eq!(player.params("a").unwrap().engine.threads, 1);
        assert_eq!(player.set["engine.threads"], "1");
    }

    #[test]
    fn defaults_players_and_presets_in_layers() {
        let text = "[match]\ngame = 'connect4'\n[defaults]\nset = {'engine.simulations' = 50}\n\
                    [[player]]\n[[player]]\nset = {'engine.simulations' = 70, \
                    'search.exploration' = 0.5}\n[[player]]\nname = 'x'\n";
        let config = resolve(text).unwrap();
        assert_eq!(config.schedule, ScheduleKind::RoundRobin);
        let names: Vec<&str> = config.players.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["tewari-1", "tewari-2", "x"]);
        let params = |i: usize| match &config.players[i].kind {
            PlayerKind::BuiltIn(player) => player.params("").unwrap(),
            PlayerKind::External(_) => panic!(),
        };
        assert_eq!(params(0).engine.simulations, 50);
        assert_eq!(params(0).search.exploration, 1.3, "the preset of Connect-4");
        assert_eq!(params(1).engine.simulations, 70);
        assert_eq!(params(1).search.exploration, 0.5);
    }

    #[test]
    fn mistakes_say_where() {
        for (text, part) in [
            (
                "[match]\nkonmi = 1\n",
                "line 2: unknown key \"konmi\", did you mean \"komi\"?",
            ),
            (
                "[mach]\n",
                "line 1: unknown key \"mach\", did you mean \"match\"?",
            ),
            (
                "[match]\nschedule='robin'\n",
                "unknown choice \"robin\" (known: match",
            ),
            ("[match]\ngames = 'x'\n", "line 2: invalid type"),
            ("[match]\ngame = 'chess'\n", "unknown game"),
            ("[match\n", "line 1"),
            ("", "at least two players, not 0"),
            (
                "[[player]]\nname='a'\n[[player]]\nname='a'\n",
                "two players are called \"a\"",
            ),
            (
                "[[player]]\nname=\"a\\nb\"\n[[player]]\n",
                "is no name for a player",
            ),
            (
                "[[player]]\n[[player]]\nset={'search.explo'=1}\n",
                "player 2: unknown parameter",
            ),
            (
                "[[player]]\n[[player]]\ntimeout=1\n",
                "timeout is for programs",
            ),
            (
                "[[player]]\n[[player]]\ncommand='x'\nset={'a.b'=1}\n",
                "our own engine",
            ),
        ] {
            let error = resolve(text).unwrap_err();
            assert!(
                error.contains(part) && !error.contains('\n'),
                "{text}: {error}"
            );
        }
        for (keys, part) in [
            ("games = 3", "even number, not 3"),
            ("concurrency = 0", "at least one"),
            ("schedule = 'match'\nopenings = 'random'", "openings"),
            ("openings = 'rand:3'", "openings"),
            ("anchor = 'c'", "no player \"c\""),
            ("game = 'lion'\nscorer = 'gnugo'", "for Go"),
            ("game = 'lion'\nodds = ['0:7.5']", "odds are for Go"),
            ("odds = ['2']", "write 0:7.5"),
            ("time = 'soon'", "no time control"),
            ("time = '5s'\nclock = 'virtual'", "is no clock"),
            ("clock = 'wall'", "need a time"),
            ("time = '5s'\nmargin = -1", "margin must be"),
            (
                "size = 5\nodds = ['0:7.5', '2:0.5']",
                "no traditional points for 2",
            ),
        ] {
            let error = resolve(&format!("[match]\n{keys}\n{TWO}")).unwrap_err();
            assert!(error.contains(part), "{keys}: {error}");
        }
        let error = resolve(&format!("[sprt]\nelo0=5\nelo1=0\n{TWO}")).unwrap_err();
        assert!(error.starts_with("sprt: elo0 must be less"), "{error}");
    }

    #[test]
    fn the_digest_names_what_games_depend_on() {
        let digest = |keys: &str| {
            resolve(&format!("[match]\n{keys}\n{TWO}"))
                .unwrap()
                .digest()
        };
        let plain = digest("");
        assert_eq!(plain.len(), 16);
        assert_eq!(plain, digest("games = 8\nconcurrency = 3\nanchor = 'a'"));
        for keys in [
            "seed = 2",
            "size = 13",
            "openings = 'random:3'",
            "move_limit = 9",
        ] {
            assert_ne!(plain, digest(keys), "{keys}");
        }
    }

    /// A record keeps the configuration as JSON.
    #[test]
    fn a_configuration_survives_the_record() {
        let text = "[match]\nopenings='random:2'\nscorer='gnugo'\n[sprt]\nelo0=0\nelo1=10\n\
                    [[player]]\nset={'search.exploration'=0.123456789}\n\
                    [[player]]\ncommand=['gnugo','--seed','{seed}']\nstderr='x'\n";
        let config = resolve(text).unwrap();
        let json = serde_json::to_string(&config).unwrap();
        let back: MatchConfig = serde_json::from_str(&json).unwrap();
        assert_eq!(back, config);
        assert_eq!(back.digest(), config.digest());
        let PlayerKind::External(program) = &config.players[1].kind else {
            panic!()
        };
        assert!(
            program.restart,
            "a seed in the command needs a new process for every game"
        );
        assert_eq!(config.players[1].name, "gnugo");
    }
}
