//! `tewari perft`: how many sequences of moves there are, and how fast they are counted.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::json;
use tewari_engine::GameKind;
use tewari_game::{Game, perft};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_go::Go;

use crate::cli::PerftArgs;
use crate::game_flags::QUICK_SIZE;
use crate::output::{print, print_json};

/// Sequences of 1, 2, 3, ... moves in Connect-4; the first seven are the commonly published ones.
const CONNECT4: [u64; 10] = [
    7,
    49,
    343,
    2401,
    16_807,
    117_649,
    823_536,
    5_673_234,
    39_394_572,
    268_031_646,
];

/// The same in Othello, passes counted as moves: A. Bik, "Perft for Reversi", 2009. From 11
/// moves on some games are over before, and programs differ in whether those count.
const OTHELLO: [u64; 10] = [
    4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284,
];

/// One depth of the table.
struct Row {
    depth: u32,
    count: u64,
    time: Duration,
    /// Whether the count is the published one, where there is one.
    agrees: Option<bool>,
}

impl Row {
    fn per_second(&self) -> f64 {
        self.count as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Counts; the exit code is 1 when a count is not the published one.
pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let size = args.size.of(args.game, QUICK_SIZE)?;
    let title = match args.game {
        GameKind::Go => format!("{} {size}x{size}", args.game, size = size.get()),
        other => other.to_string(),
    };
    let known: &[u64] = match args.game {
        GameKind::Connect4 => &CONNECT4,
        GameKind::Othello => &OTHELLO,
        GameKind::Go | GameKind::Breakthrough | GameKind::CatchTheLion => &[],
    };
    let mut rows = Vec::new();
    if !args.json {
        print(&format!(
            "{title}\n{:>5} {:>16} {:>10} {:>14}\n",
            "depth", "count", "s", "count/s"
        ))?;
    }
    for depth in 1..=args.depth {
        let started = Instant::now();
        let count = match args.game {
            GameKind::Go => count(&Go::new(size), depth),
            GameKind::Connect4 => count(&Connect4, depth),
            GameKind::Breakthrough => count(&Breakthrough, depth),
            GameKind::Othello => count(&Othello, depth),
            GameKind::CatchTheLion => count(&CatchTheLion, depth),
        };
        let agrees = known
            .get(depth as usize - 1)
            .map(|&published| published == count);
        let row = Row {
            depth,
            count,
            time: started.elapsed(),
            agrees,
        };
        if !args.json {
            print(&line(&row))?;
        }
        rows.push(row);
    }
    if args.json {
        let rows: Vec<_> = rows.iter().map(as_json).collect();
        print_json(
            &json!({ "game": args.game.name(), "size": size_of(args.game, size.get()), "rows": rows }),
        )?;
    }
    let wrong = rows.iter().any(|row| row.agrees == Some(false));
    Ok(if wrong {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn count<G: Game>(game: &G, depth: u32) -> u64 {
    perft(&game.initial(), depth)
}

/// The size of the board where there is a choice.
fn size_of(game: GameKind, size: u8) -> Option<u8> {
    (game == GameKind::Go).then_some(size)
}

fn line(row: &Row) -> String {
    let (seconds, speed) = (row.time.as_secs_f64(), row.per_second());
    let mut text = format!(
        "{:>5} {:>16} {seconds:>10.3} {speed:>14.0}",
        row.depth, row.count
    );
    let verdict = match row.agrees {
        Some(true) => "  ok",
        Some(false) => "  WRONG, not the published count",
        None => "",
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{verdict}");
    text
}

fn as_json(row: &Row) -> serde_json::Value {
    json!({
        "depth": row.depth,
        "count": row.count,
        "seconds": row.time.as_secs_f64(),
        "per_second": row.per_second(),
        "agrees": row.agrees,
    })
}
