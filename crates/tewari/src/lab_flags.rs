//! The flags of `tewari lab` and `tewari tune`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `tewari lab`.
#[derive(Args, Clone, Debug)]
pub(crate) struct LabArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: LabCommand,
}

/// The commands of the laboratory.
#[derive(Subcommand, Clone, Debug)]
pub(crate) enum LabCommand {
    /// List the experiments, and what those wait for that cannot be run yet
    List(ListArgs),
    /// Play an experiment, or the rest of one, and set our figures beside the published ones
    Run(RunArgs),
    /// Make the reports of runs from their records
    Report(ReportArgs),
}

/// `tewari lab list`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `tewari lab run`.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunArgs {
    /// The name of an experiment ("tewari lab list"), or the path of an experiment file
    pub(crate) name: String,

    /// Games of each row, an even number [default: as published]
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u64>,

    /// Multiply the published simulations and times of our own engine by this
    #[arg(
        long,
        value_name = "FACTOR",
        default_value_t = 1.0,
        allow_negative_numbers = true
    )]
    pub(crate) scale: f64,

    /// Play this row only; may be repeated [default: all rows that can be played]
    #[arg(long, value_name = "NAME")]
    pub(crate) row: Vec<String>,

    /// Another seed than that of the experiment
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Games at a time
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: usize,

    /// The folder for records and reports; a run in it is continued [default: lab-NAME-FACTOR]
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// The folder of another run that rows of this experiment build on; may be repeated
    /// [default: lab-NAME-FACTOR beside the folder of this one]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) from: Vec<PathBuf>,

    /// Append the result to this ledger, a Markdown table
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,

    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// `tewari lab report`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReportArgs {
    /// Folders of runs
    #[arg(required = true)]
    pub(crate) folder: Vec<PathBuf>,

    /// Append the results to this ledger, a Markdown table
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,

    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `tewari tune`.
#[derive(Args, Clone, Debug)]
pub(crate) struct TuneArgs {
    /// A tuning file (see experiments/example-tune.toml)
    pub(crate) file: PathBuf,

    /// Games of all trials together [default: as in the file, 100]
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u64>,

    /// The seed from which trials and games follow [default: as in the file, 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Games at a time [default: as in the file, 1]
    #[arg(short = 'j', long, value_name = "N")]
    pub(crate) concurrency: Option<usize>,

    /// The folder for record and reports; a run in it is continued [default: tune- and the
    /// digest of the run]
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// Append the result to this ledger, a Markdown table
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,

    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
