//! `tewari time-tables`: games against itself, and from them how many moves a player still has
//! to make, by moves played, length of simulations and stones on the board. The output is a
//! file for `crates/control/data`.

use std::path::Path;
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
use crate::output::print;
use crate::seed;

/// Simulations a move when nothing limits the search: as few as still make sensible games.
const SIMULATIONS: u64 = 100;
/// MiB for a search, when nobody says: enough for that.
const MEMORY: u64 = 16;

pub(crate) fn run(args: &TimeTablesArgs) -> anyhow::Result<()> {
    let size = args.size.of(args.game, QUICK_SIZE)?;
    let mut params = args.engine.params(args.game)?;
    let defaults = Params::preset(args.game).engine;
    if params.engine.simulations == 0 && params.engine.time == 0.0 {
        params.engine.simulations = SIMULATIONS;
    }
    if params.engine.memory == defaults.memory {
        params.engine.memory = MEMORY;
    }
    params.engine.threads = 1;
    params.engine.owners = args.game == GameKind::Go;
    seed::settle(&mut params);
    let next = AtomicU64::new(0);
    let games = Mutex::new(Vec::new());
    let broken = || anyhow!("a game broke down");
    thread::scope(|scope| {
        let play = || -> anyhow::Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= args.games {
                    return Ok(());
                }
                let game = play_one(args.game.table(size), params, number)?;
                let mut games = games.lock().map_err(|_| broken())?;
                games.push((number, game));
                if games.len() % 100 == 0 {
                    eprintln!("{} games", games.len());
                    if let Some(path) = &args.out {
                        let domain = args.game.table(size).domain();
                        write(path, &file(domain, &params, &mut games))?;
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
    let mut games = games.into_inner().map_err(|_| broken())?;
    let text = file(args.game.table(size).domain(), &params, &mut games);
    match &args.out {
        Some(path) => write(path, &text),
        None => Ok(print(&text)?),
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// The tables from games, whatever order they were finished in.
fn file(domain: Domain, params: &Params, games: &mut [(u64, Vec<Turn>)]) -> String {
    games.sort_unstable_by_key(|(number, _)| *number);
    let mut gatherer = Gatherer::default();
    for (_, game) in &*games {
        gatherer.add(game);
    }
    let mut text = format!(
        "# Own moves still to come in {domain}, from {} games of \"tewari time-tables\".\n\
         # Lines are x, mean, samples. Mean length of a game: {:.1} moves of both players.\n",
        games.len(),
        gatherer.mean_length(),
    );
    for (spec, value) in params.changed() {
        text += &format!("# {} = {value}\n", spec.key());
    }
    text + &gatherer.text()
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
