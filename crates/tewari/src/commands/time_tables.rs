//! `tewari time-tables`: games against itself, and from them how many moves a player still has
//! to make, by moves played, length of simulations and stones on the board. The output is a
//! file for `crates/control/data`. A run that was interrupted goes on when it is started again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context as _, anyhow};
use tewari_base::Rng;
use tewari_base::params::ParamSet;
use tewari_control::{Domain, Gatherer, Turn};
use tewari_engine::{GameKind, Params, Stop, Table};

use crate::cli::TimeTablesArgs;
use crate::game_flags::QUICK_SIZE;
use crate::output::{print, replace};
use crate::seed;

/// Simulations a move when nothing limits the search: as few as still make sensible games.
const SIMULATIONS: u64 = 100;
/// MiB for a search, when nobody says: enough for that.
const MEMORY: u64 = 16;

pub(crate) fn run(args: &TimeTablesArgs) -> anyhow::Result<()> {
    let size = args.size.of(args.game, QUICK_SIZE)?;
    let domain = args.game.domain(size);
    let mut params = args.engine.params(domain)?;
    let defaults = Params::preset(domain).engine;
    if params.engine.simulations == 0 && params.engine.time == 0.0 {
        params.engine.simulations = SIMULATIONS;
    }
    if params.engine.memory == defaults.memory {
        params.engine.memory = MEMORY;
    }
    params.engine.threads = 1;
    params.engine.owners = args.game == GameKind::Go;
    let part = args.out.as_deref().map(Part::beside);
    let of = format!("{domain} {:016x}", params.digest());
    let found = match &part {
        Some(part) => part.read(&of, &mut params)?,
        None => Gatherer::default(),
    };
    seed::settle(&mut params);
    let next = AtomicU64::new(u64::from(found.games()));
    let state = Mutex::new(State {
        found,
        waiting: BTreeMap::new(),
    });
    let broken = || anyhow!("a game broke down");
    thread::scope(|scope| {
        let play = || -> anyhow::Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= args.games {
                    return Ok(());
                }
                let game = play_one(args.game.table(size), params, number)?;
                let mut state = state.lock().map_err(|_| broken())?;
                if state.add(number, game) {
                    eprintln!("{} games", state.found.games());
                    if let Some(part) = &part {
                        part.write(&of, &params, &state.found)?;
                    }
                }
            }
        };
        let workers: Vec<_> = (0..args.concurrency.max(1))
            .map(|_| scope.spawn(play))
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| Err(broken())))
    })?;
    let state = state.into_inner().map_err(|_| broken())?;
    let text = file(domain, &params, &state.found);
    let (Some(path), Some(part)) = (&args.out, part) else {
        return Ok(print(&text)?);
    };
    replace(path, &text).with_context(|| path.display().to_string())?;
    part.remove()
}

/// What is known is kept after every so many games.
const BATCH: u32 = 20;

/// The games so far, in their order: one that ends before an earlier one waits for it.
struct State {
    found: Gatherer,
    waiting: BTreeMap<u64, Vec<Turn>>,
}

impl State {
    /// Adds a game; whether it is time to keep what is known.
    fn add(&mut self, number: u64, game: Vec<Turn>) -> bool {
        self.waiting.insert(number, game);
        let before = self.found.games();
        while let Some(game) = self.waiting.remove(&u64::from(self.found.games())) {
            self.found.add(&game);
        }
        self.found.games() / BATCH > before / BATCH
    }
}

/// The file beside the output that an unfinished run goes on from.
struct Part(PathBuf);

impl Part {
    fn beside(out: &Path) -> Self {
        let mut name = out.as_os_str().to_owned();
        name.push(".part");
        Self(name.into())
    }

    /// What an earlier run found, whose seed is taken over. `of` says which game and which
    /// parameters.
    fn read(&self, of: &str, params: &mut Params) -> anyhow::Result<Gatherer> {
        let name = || self.0.display().to_string();
        if !self.0.exists() {
            return Ok(Gatherer::default());
        }
        let text = std::fs::read_to_string(&self.0).with_context(name)?;
        let (made_of, seed, found) = serde_json::from_str::<(String, u64, Gatherer)>(&text)
            .with_context(|| format!("{}: not what an unfinished run leaves", name()))?;
        anyhow::ensure!(
            made_of == of,
            "{}: from a run with another game or other parameters; remove it to begin anew",
            name()
        );
        params.engine.seed = seed;
        Ok(found)
    }

    fn write(&self, of: &str, params: &Params, found: &Gatherer) -> anyhow::Result<()> {
        let text = serde_json::to_string(&(of, params.engine.seed, found))?;
        replace(&self.0, &text).with_context(|| self.0.display().to_string())
    }

    fn remove(&self) -> anyhow::Result<()> {
        if self.0.exists() {
            std::fs::remove_file(&self.0).with_context(|| self.0.display().to_string())?;
        }
        Ok(())
    }
}

/// The tables with remarks about how they were made.
fn file(domain: Domain, params: &Params, found: &Gatherer) -> String {
    let mut text = format!(
        "# Own moves still to come in {domain}, from {} games of \"tewari time-tables\".\n\
         # Lines are x, mean, samples. Mean length of a game: {:.1} moves of both players.\n",
        found.games(),
        found.mean_length(),
    );
    for (spec, value) in params.changed() {
        text += &format!("# {} = {value}\n", spec.key());
    }
    text + &found.text()
}

fn play_one(
    mut table: Box<dyn Table>,
    mut params: Params,
    number: u64,
) -> anyhow::Result<Vec<Turn>> {
    params.engine.seed = Rng::stream(params.engine.seed, &[number]).next_u64().max(1);
    let mut turns = Vec::new();
    let stop = Stop::default();
    while let Some(thought) = table.think(&params, &stop)? {
        turns.push(Turn {
            stones: table.stones(),
            simulated: thought.simulated_length,
            criticality: thought.max_criticality,
        });
        let mv = table.format_move(thought.best.mv);
        table.play(&mv)?;
    }
    Ok(turns)
}
