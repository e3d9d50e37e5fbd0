//! The command line, declared once: help, completions and the man page come from here.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use tewari_engine::GameKind;

use crate::commands::play::Side;
use crate::engine_flags::EngineFlags;
use crate::game_flags::{GoFlags, HandicapFlag, SizeFlag, game_parser};
use crate::lab_flags::{LabArgs, TuneArgs};
use crate::match_flags::MatchArgs;

/// The version with the commit it was built from.
pub(crate) const VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("TEWARI_COMMIT"), ")");

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Play Go, Connect-4, Breakthrough, Othello or Catch the Lion against Monte-Carlo search.
///
/// Without a command a game starts in the terminal, as with "tewari play", whose options may
/// then be given directly: "tewari --game othello".
#[derive(Parser, Debug)]
#[command(name = "tewari", version = VERSION, styles = STYLES)]
#[command(args_conflicts_with_subcommands = true, infer_long_args = false)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// The options of the command that runs when none is named.
    #[command(flatten)]
    pub(crate) play: PlayArgs,
}

const EXIT_CODES: &str = "\
Results go to standard output; logs, progress and errors to standard error.
Exit code: 0 success, 1 failure, 2 wrong command line, 130 a game left by Ctrl-C.
NO_COLOR in the environment turns colours off.";

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game in the terminal (the default)
    Play(PlayArgs),
    /// Speak the Go Text Protocol on standard input and output, for GUIs and servers
    Gtp(GtpArgs),
    /// Play matches between configurations and other programs, and say what they prove
    Match(Box<MatchArgs>),
    /// Repeat published experiments, and judge their conclusions
    Lab(LabArgs),
    /// Find the values of parameters that win the most games
    Tune(TuneArgs),
    /// Ask questions with known answers, as GoGui's and GNU Go's test files have them
    Regress(RegressArgs),
    /// Count the positions that can be reached, to check and time the rules
    Perft(PerftArgs),
    /// Print a signature of the engine's behaviour, and its speed
    Bench(BenchArgs),
    /// Play games against itself and print how many moves are left when: a time table
    TimeTables(TimeTablesArgs),
    /// Say how the players of a match spent their time, with a plot
    TimeReport(TimeReportArgs),
    /// Print all parameters, as a file for --config
    Params(ParamsArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the man page
    Man(ManArgs),
}

/// `tewari play`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    /// The game [default: go]
    #[arg(long, value_name = "NAME", value_parser = game_parser(), ignore_case = true)]
    pub(crate) game: Option<GameKind>,

    /// Your side: first, second, random, or what the game calls it, such as white
    /// [default: first, or as in the file of --load]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<Side>,

    /// Continue a saved game; its game and board are used
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,

    /// Where the game is saved after every move [default: a new file here, named after game
    /// and date]
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Draw with plain ASCII characters and without colours
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Board and rules of Go.
    #[command(flatten)]
    pub(crate) go: GoFlags,

    /// Handicap of Go.
    #[command(flatten)]
    pub(crate) handicap: HandicapFlag,

    /// The engine.
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
}

/// `tewari gtp`.
#[derive(Args, Clone, Debug)]
pub(crate) struct GtpArgs {
    /// The game: go, or one of those that GoGui can show, othello and connect4
    #[arg(long, value_name = "NAME", default_value = "go", value_parser = game_parser())]
    pub(crate) game: GameKind,

    /// Board and rules to begin with.
    #[command(flatten)]
    pub(crate) go: GoFlags,

    /// The engine.
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
}

/// `tewari regress`.
#[derive(Args, Clone, Debug)]
pub(crate) struct RegressArgs {
    /// Test files
    #[arg(required = true, value_name = "FILE.tst")]
    pub(crate) files: Vec<PathBuf>,

    /// Ask this program instead, for example "gnugo --mode gtp"
    #[arg(long, value_name = "COMMAND")]
    pub(crate) command: Option<String>,

    /// Say how every test went, and not only those that failed
    #[arg(long, short)]
    pub(crate) verbose: bool,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// The engine. Without a seed it is 1, without threads one, so that the answers are always
    /// the same; without any limit it makes 10,000 simulations a move.
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
}

/// `tewari perft`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PerftArgs {
    /// The game
    #[arg(long, value_name = "NAME", value_parser = game_parser(), ignore_case = true)]
    #[arg(default_value = "go")]
    pub(crate) game: GameKind,

    /// Count up to this many moves
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,

    /// Size of Go's board.
    #[command(flatten)]
    pub(crate) size: SizeFlag,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `tewari bench`.
#[derive(Args, Clone, Debug)]
pub(crate) struct BenchArgs {
    /// Print the signature only, without speeds
    #[arg(long)]
    pub(crate) signature: bool,

    /// Compare the signature with the one in FILE; exit with 1 when they differ
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `tewari time-tables`.
#[derive(Args, Clone, Debug)]
pub(crate) struct TimeTablesArgs {
    /// The game
    #[arg(long, value_name = "NAME", value_parser = game_parser(), ignore_case = true)]
    #[arg(default_value = "go")]
    pub(crate) game: GameKind,

    /// Size of Go's board.
    #[command(flatten)]
    pub(crate) size: SizeFlag,

    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u64,

    /// Games played at the same time, each with one thread
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: usize,

    /// Write here instead of to standard output; FILE.part beside it keeps what an unfinished
    /// run has found, and the same command goes on from there
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// The engine; without any limit it makes 100 simulations a move.
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
}

/// `tewari time-report`.
#[derive(Args, Clone, Debug)]
pub(crate) struct TimeReportArgs {
    /// The folder of a match, or its record
    pub(crate) record: PathBuf,

    /// Write the plot (time.svg) and the table (time.md) into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// Print the time.strategy that replays this player's average times without its rules
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["out", "json"])]
    pub(crate) distribution: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `tewari params`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ParamsArgs {
    /// Print the reference page, docs/parameters.md
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Values to print instead of the defaults.
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
}

/// `tewari completions`.
#[derive(Args, Clone, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// `tewari man`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ManArgs {
    /// Write the pages of all commands into this folder instead
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
}

/// Reads the command line; leaves the program with help, version or an error.
pub(crate) fn parse() -> Cli {
    Cli::parse()
}

/// The whole definition.
pub(crate) fn definition() -> clap::Command {
    Cli::command()
}

/// An error about flags that make no sense together: exit code 2.
pub(crate) fn usage_error(message: &str) -> anyhow::Error {
    definition()
        .error(ErrorKind::ArgumentConflict, message)
        .into()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definition_is_sound() {
        super::definition().debug_assert();
    }
}
