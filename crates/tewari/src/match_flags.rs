//! The flags of `tewari match`: what a match file can say, and where the results go.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tewari_lab::config::{
    AtLimit, CommandText, DeadStones, MatchConfig, MatchFile, MatchTable, PlayerTable, Scalar,
    ScheduleKind, SprtConfig,
};
use tewari_lab::odds::Odds;
use tewari_lab::opening::Order;
use tewari_lab::timing::{Control, Measure};
use tewari_lab::{Changes, LabError};

use crate::cli::usage_error;

/// `tewari match`.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MatchArgs {
    /// A match file (see experiments/example-match.toml); flags override what it says
    file: Option<PathBuf>,

    /// A player in one line: "NAME; key=value; ...". A key with a dot is a parameter, as is a
    /// bare name from engine.* such as simulations; command=... is a program that speaks GTP.
    /// May be repeated; adds to the players of the file
    #[arg(long, value_name = "PLAYER", value_parser = PlayerTable::parse)]
    player: Vec<PlayerTable>,

    /// Set a parameter of all players that are our own engine, unless they set it themselves;
    /// may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_assignment)]
    set: Vec<(String, String)>,

    /// Simulations per move of all players that are our own engine; --set engine.simulations
    #[arg(long, value_name = "N")]
    simulations: Option<u64>,

    /// Memory in MiB of all players that are our own engine; --set engine.memory
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,

    /// Threads of all players that are our own engine [default: 1]; --set engine.threads
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Strength of all players that are our own engine, 1 to 10; --set engine.level
    #[arg(long, value_name = "LEVEL")]
    level: Option<u32>,

    /// Parameters of all players that are our own engine, from a file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The game [default: go]
    #[arg(long, value_name = "NAME")]
    game: Option<String>,

    /// Size of Go's board [default: 9]
    #[arg(long, value_name = "N")]
    size: Option<u8>,

    /// Points for White in Go [default: 7.5]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<f64>,

    /// Rules of Go: chinese, japanese, tromp-taylor, aga or new-zealand [default: chinese]
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Games of each pairing, an even number [default: 100]
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Who plays whom [default: match for two players, round-robin for more]
    #[arg(long, value_name = "KIND", value_enum)]
    schedule: Option<ScheduleFlag>,

    /// Games at a time [default: 1]
    #[arg(short = 'j', long, value_name = "N")]
    concurrency: Option<usize>,

    /// The seed from which openings and the seeds of all games follow [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Where games begin: none, random:N, file:PATH or sgf:FOLDER [default: none]
    #[arg(long, value_name = "SOURCE")]
    openings: Option<String>,

    /// How many moves of openings from files are used
    #[arg(long, value_name = "N")]
    opening_plies: Option<u32>,

    /// In which order openings from files are used [default: listed]
    #[arg(long, value_name = "ORDER", value_enum)]
    opening_order: Option<OrderFlag>,

    /// Break games off after so many moves [default: in Go three times the points of the board]
    #[arg(long, value_name = "N")]
    move_limit: Option<u32>,

    /// What a game is worth that was broken off [default: void]
    #[arg(long, value_name = "RESULT", value_enum)]
    at_limit: Option<LimitFlag>,

    /// Stones of Go that count as dead: none, or those that both players name [default: none]
    #[arg(long, value_name = "WHICH", value_enum)]
    dead: Option<DeadFlag>,

    /// The time of each player: 30s, 5s/move, 10m+25/5m, 10m+5x30s or 10m+5s [default: none]
    #[arg(long, value_name = "CONTROL")]
    time: Option<Control>,

    /// Who measures it: wall, or virtual:N, where N simulations of our own engine are a second
    /// and other programs have no clock [default: wall]
    #[arg(long, value_name = "CLOCK")]
    clock: Option<Measure>,

    /// Seconds that a move on the wall may come late [default: 0.1]
    #[arg(long, value_name = "SECONDS")]
    margin: Option<f64>,

    /// Handicap and komi of a pair of games as HANDICAP:KOMI, such as 2:0.5; may be repeated,
    /// pairs then take them in turn
    #[arg(long, value_name = "ODDS")]
    odds: Vec<Odds>,

    /// Keep each game at a time to cores of its own, where the system can do that
    #[arg(long)]
    affinity: bool,

    /// Have GNU Go count every game of Go once more, and mark those it disagrees about; the
    /// same as --scorer gnugo
    #[arg(long, conflicts_with = "scorer")]
    check: bool,

    /// A program that counts games of Go once more: gnugo, or a command line
    #[arg(long, value_name = "COMMAND")]
    scorer: Option<String>,

    /// The player whose rating is 0 in tables of more than two
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,

    /// Stop as soon as one of two differences in Elo is accepted: ELO0,ELO1, then perhaps
    /// alpha=0.05, beta=0.05 and model=normalized, all separated by commas
    #[arg(long, value_name = "TEST", value_parser = SprtConfig::parse, allow_hyphen_values = true)]
    sprt: Option<SprtConfig>,

    /// The folder for the record, games and tables [default: match- and the digest of the match]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Continue the match in the folder: finished games are kept, missing ones are played. With
    /// --out alone the record says what the match is; --games can then prolong it
    #[arg(long)]
    resume: bool,

    /// Append the result to this ledger, a Markdown table
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,

    /// Print the final tables as JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  tewari match --game connect4 --simulations 1000 --openings random:2 -j 2 \\
      --player \"new; search.exploration=0.7\" --player \"old; search.exploration=1.3\"
  tewari match --simulations 2000 --games 200 --player own \\
      --player \"gnugo; command=gnugo --mode gtp --chinese-rules --positional-superko \\
                --capture-all-dead --level 2\" --check --out results/gnugo
  tewari match --resume --out results/gnugo

Exit code: 0 all games played or test decided, 1 failure, 2 wrong command line,
130 stopped by Ctrl-C. Whatever was finished is in FOLDER/match.jsonl.";

/// `--schedule`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ScheduleFlag {
    /// Two players
    Match,
    /// Everybody plays everybody
    RoundRobin,
    /// The first player plays each of the others
    Gauntlet,
}

/// `--opening-order`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderFlag {
    /// As they stand
    Listed,
    /// Shuffled by the seed
    Shuffled,
}

/// `--at-limit`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LimitFlag {
    /// No result, counted apart
    Void,
    /// A draw
    Draw,
}

/// `--dead`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum DeadFlag {
    /// The board counts as it stands
    None,
    /// Those that both players call dead
    Agreed,
}

impl MatchArgs {
    /// The match that file and flags describe; `None` if they describe none.
    ///
    /// # Errors
    /// When it makes no sense.
    pub(crate) fn match_config(&self) -> anyhow::Result<Option<MatchConfig>> {
        let (file, base) = match &self.file {
            Some(path) => (
                MatchFile::read(path)?,
                path.parent().unwrap_or(Path::new("")),
            ),
            None => (MatchFile::default(), Path::new("")),
        };
        if self.file.is_none() && self.player.is_empty() {
            return self.without_players();
        }
        let MatchFile {
            table,
            sprt,
            mut defaults,
            mut player,
        } = file;
        defaults.set.extend(self.shared_settings());
        // Paths in flags start from here, paths in the file from where it is.
        let here = match &self.file {
            Some(_) => std::env::current_dir()?,
            None => PathBuf::new(),
        };
        defaults.config = self
            .config
            .as_ref()
            .map(|path| here.join(path))
            .or(defaults.config);
        player.extend(self.player.iter().map(|player| anchored(player, &here)));
        let table = table.overridden(self.table(&here));
        let sprt = self.sprt.or(sprt);
        let resolved = MatchFile {
            table,
            sprt,
            defaults,
            player,
        }
        .resolve(base);
        match resolved {
            Err(LabError::Config(why)) if self.file.is_none() => Err(usage_error(&why)),
            other => Ok(Some(other?)),
        }
    }

    /// Nothing but a folder to be resumed may be named then.
    fn without_players(&self) -> anyhow::Result<Option<MatchConfig>> {
        let changes = MatchTable {
            games: self.games,
            concurrency: self.concurrency,
            ..MatchTable::default()
        };
        let others = self.table(Path::new("")) != changes
            || !self.shared_settings().is_empty()
            || self.config.is_some();
        match (self.resume, &self.out) {
            (true, Some(_)) if !others => Ok(None),
            (true, Some(_)) => Err(usage_error(
                "a match is resumed as it was begun; only --games, --concurrency and --sprt can \
                 change",
            )),
            (true, None) => Err(usage_error(
                "--resume needs --out, or the match as it was begun",
            )),
            (false, _) => Err(usage_error("name a match file, or players with --player")),
        }
    }

    /// What may change when a match is resumed.
    pub(crate) const fn changes(&self) -> Changes {
        Changes {
            games: self.games,
            concurrency: self.concurrency,
            sprt: self.sprt,
        }
    }

    /// The folder of the match.
    pub(crate) fn folder(&self, config: Option<&MatchConfig>) -> PathBuf {
        self.out.clone().unwrap_or_else(|| {
            let digest = config.map(MatchConfig::digest).unwrap_or_default();
            PathBuf::from(format!("match-{}", digest.get(..8).unwrap_or(&digest)))
        })
    }

    /// Whether an earlier run is to be continued.
    pub(crate) const fn resumes(&self) -> bool {
        self.resume
    }

    fn shared_settings(&self) -> BTreeMap<String, Scalar> {
        let named = [
            (
                "engine.simulations",
                self.simulations.map(|n| n.to_string()),
            ),
            ("engine.memory", self.memory.map(|n| n.to_string())),
            ("engine.threads", self.threads.map(|n| n.to_string())),
            ("engine.level", self.level.map(|n| n.to_string())),
        ];
        let named = named
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?)));
        let set = self.set.iter().cloned().chain(named);
        set.map(|(key, value)| (key, Scalar::Text(value))).collect()
    }

    fn table(&self, here: &Path) -> MatchTable {
        let checker = self.check.then(|| "gnugo".to_owned());
        let scorer = self.scorer.clone().or(checker);
        MatchTable {
            game: self.game.clone(),
            size: self.size,
            komi: self.komi,
            rules: self.rules.clone(),
            games: self.games,
            schedule: self.schedule.map(|kind| match kind {
                ScheduleFlag::Match => ScheduleKind::Match,
                ScheduleFlag::RoundRobin => ScheduleKind::RoundRobin,
                ScheduleFlag::Gauntlet => ScheduleKind::Gauntlet,
            }),
            concurrency: self.concurrency,
            seed: self.seed,
            openings: self
                .openings
                .as_ref()
                .map(|source| absolute_source(source, here)),
            opening_plies: self.opening_plies,
            opening_order: self.opening_order.map(|order| match order {
                OrderFlag::Listed => Order::Listed,
                OrderFlag::Shuffled => Order::Shuffled,
            }),
            move_limit: self.move_limit,
            at_limit: self.at_limit.map(|limit| match limit {
                LimitFlag::Void => AtLimit::Void,
                LimitFlag::Draw => AtLimit::Draw,
            }),
            dead: self.dead.map(|dead| match dead {
                DeadFlag::None => DeadStones::None,
                DeadFlag::Agreed => DeadStones::Agreed,
            }),
            time: self.time,
            clock: self.clock,
            margin: self.margin,
            odds: (!self.odds.is_empty()).then(|| self.odds.clone()),
            affinity: self.affinity.then_some(true),
            scorer: scorer.map(CommandText::Line),
            anchor: self.anchor.clone(),
        }
    }
}

/// A player with the paths of its own files starting from `here`.
fn anchored(player: &PlayerTable, here: &Path) -> PlayerTable {
    let at = |path: &Option<PathBuf>| path.as_ref().map(|path| here.join(path));
    PlayerTable {
        config: at(&player.config),
        cwd: at(&player.cwd),
        stderr: at(&player.stderr),
        ..player.clone()
    }
}

/// A source of openings whose path starts from `here`.
fn absolute_source(source: &str, here: &Path) -> String {
    match source.split_once(':') {
        Some((kind @ ("file" | "sgf"), path)) => {
            format!("{kind}:{}", here.join(path.trim()).display())
        }
        _ => source.to_owned(),
    }
}

fn parse_assignment(text: &str) -> Result<(String, String), String> {
    let (key, value) = text
        .split_once('=')
        .ok_or_else(|| format!("{text:?} is not of the form key=value"))?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}
