//! `tewari regress`: questions with known answers, and how many are answered right.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs;
use std::io::sink;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use serde_json::json;
use tewari_gtp::client::{Client, ClientError, Launch};
use tewari_gtp::regress::{Counts, Script, Verdict};
use tewari_gtp::{Options, Session};
use tewari_lab::config::split_command;

use crate::cli::RegressArgs;
use crate::output::{print, print_json};

/// Simulations of a move where nothing else limits it.
const SIMULATIONS: u64 = 10_000;

/// How long another program may think about one command.
const PATIENCE: Duration = Duration::from_secs(600);

/// Runs the files; the exit code is 1 when a test failed that should pass.
pub(crate) fn run(args: &RegressArgs) -> anyhow::Result<ExitCode> {
    let options = options(args)?;
    let scripts = args.files.iter().map(|path| read(path).map(|s| (path, s)));
    // Whatever is wrong with a file should be known before an hour of tests.
    let scripts: Vec<_> = scripts.collect::<anyhow::Result<_>>()?;
    let mut total = Counts::default();
    let mut tests = Vec::new();
    for (path, script) in &scripts {
        let player = Player::start(args.command.as_deref(), &options)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut printed = Ok(());
        let player = RefCell::new(player);
        let verdicts = script.run(
            folder,
            |command| player.borrow_mut().send(command),
            |verdict| {
                let is_answered = player.borrow().lost().is_none();
                if printed.is_ok() && is_answered && !args.json && (args.verbose || !verdict.passed)
                {
                    printed = print(&remark(path, verdict));
                }
            },
        );
        printed?;
        if let Some(why) = player.borrow().lost() {
            bail!("{}: {why}", path.display());
        }
        let verdicts = verdicts
            .map_err(|error| anyhow!("{}:{}: {}", path.display(), error.line, error.message))?;
        let counts = Counts::of(&verdicts);
        total = total.plus(counts);
        if args.json {
            tests.extend(verdicts.iter().map(|verdict| as_json(path, verdict)));
        } else {
            print(&summary(&path.display().to_string(), &counts))?;
        }
    }
    if args.json {
        print_json(&json!({
            "tests": tests,
            "total": total.tests(),
            "right": total.right(),
            "failed": total.failed,
        }))?;
    } else if scripts.len() > 1 {
        print(&summary("all", &total))?;
    }
    Ok(ExitCode::from(u8::from(total.failed > 0)))
}

fn options(args: &RegressArgs) -> anyhow::Result<Options> {
    let mut options = Options {
        wishes: args.engine.wishes()?,
        ..Options::default()
    };
    options.params = options.wishes.over(options.params);
    options.params.check().map_err(anyhow::Error::msg)?;
    let engine = &mut options.params.engine;
    let limits = engine.limits();
    if limits.simulations.is_none() && engine.asked_time().is_none() {
        engine.simulations = SIMULATIONS;
    }
    engine.seed = engine.seed.max(1);
    engine.threads = engine.threads.max(1);
    Ok(options)
}

fn read(path: &Path) -> anyhow::Result<Script> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let script = Script::parse(&text)
        .map_err(|error| anyhow!("{}:{}: {}", path.display(), error.line, error.message))?;
    if script.tests() == 0 {
        bail!("{}: there is no test in it", path.display());
    }
    Ok(script)
}

/// Who is asked.
enum Player {
    Ours(Box<Session>),
    Other {
        client: Client,
        /// Why it cannot be asked any more.
        lost: Option<String>,
    },
}

impl Player {
    fn start(command: Option<&str>, options: &Options) -> anyhow::Result<Self> {
        let Some(command) = command else {
            return Ok(Self::Ours(Box::new(Session::new(options.clone(), sink()))));
        };
        let mut words = split_command(command)
            .map_err(anyhow::Error::msg)?
            .into_iter();
        let launch = Launch {
            program: words.next().context("--command is empty")?,
            arguments: words.collect(),
            ..Launch::default()
        };
        Ok(Self::Other {
            client: Client::start(&launch)?,
            lost: None,
        })
    }

    /// Why it cannot be asked any more, if that is so.
    fn lost(&self) -> Option<&str> {
        match self {
            Self::Ours(_) => None,
            Self::Other { lost, .. } => lost.as_deref(),
        }
    }

    fn send(&mut self, command: &str) -> Result<String, String> {
        match self {
            Self::Ours(session) => {
                let response = session.respond(command.as_bytes()).unwrap_or_default();
                let text = response.get(1..).unwrap_or_default().trim().to_owned();
                if response.starts_with('=') {
                    Ok(text)
                } else {
                    Err(text)
                }
            }
            Self::Other {
                lost: Some(why), ..
            } => Err(why.clone()),
            Self::Other { client, lost } => {
                client.send(command, PATIENCE).map_err(|error| match error {
                    ClientError::Refused(_, reason) => reason,
                    other => lost.insert(other.to_string()).clone(),
                })
            }
        }
    }
}

fn remark(path: &Path, verdict: &Verdict) -> String {
    let how = match (verdict.passed, verdict.known_to_fail) {
        (true, false) => "pass",
        (false, false) => "FAIL",
        (false, true) => "fail (known)",
        (true, true) => "PASS (unexpected)",
    };
    format!(
        "{}:{}: {how}: {} {}: {}, expected [{}]\n",
        path.display(),
        verdict.line,
        verdict.id,
        verdict.command.trim(),
        verdict.answer,
        verdict.expected
    )
}

fn summary(name: &str, counts: &Counts) -> String {
    let (right, tests) = (counts.right(), counts.tests());
    let share = 100.0 * right as f64 / tests.max(1) as f64;
    let mut text = format!("{name}: {right} of {tests} right ({share:.1}%)");
    for (count, what) in [
        (counts.failed, "failed"),
        (counts.failed_as_known, "failed as known"),
        (counts.passed_unexpectedly, "passed unexpectedly"),
    ] {
        if count > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, ", {count} {what}");
        }
    }
    text + "\n"
}

fn as_json(path: &Path, verdict: &Verdict) -> serde_json::Value {
    json!({
        "file": path.display().to_string(),
        "line": verdict.line,
        "id": verdict.id,
        "command": verdict.command.trim(),
        "expected": verdict.expected,
        "answer": verdict.answer,
        "passed": verdict.passed,
        "known_to_fail": verdict.known_to_fail,
    })
}
