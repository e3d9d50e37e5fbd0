//! `tewari time-report`: how the players of a match spent their time.
//!
//! The table says what was planned, used and saved, and why searches ended; the plot shows the
//! average time of each turn of a game, as the figures of the papers do. The averages of a
//! player can be replayed without its rules: `--distribution` prints the strategy that does.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use serde_json::json;
use tewari_lab::record;
use tewari_lab::times::{self, ENDINGS, PlayerTimes};

use crate::cli::TimeReportArgs;
use crate::output::{print, print_json};

pub(crate) fn run(args: &TimeReportArgs) -> anyhow::Result<()> {
    let path = record_path(&args.record);
    let recorded = record::read(&path)?
        .ok_or_else(|| anyhow!("{}: there is no record of a match", path.display()))?;
    let players = times::gather(&recorded.header.config, &recorded.games);
    if let Some(name) = &args.distribution {
        let player = players.iter().find(|player| player.name == *name);
        let player = player.ok_or_else(|| {
            let names: Vec<&str> = players.iter().map(|player| &*player.name).collect();
            anyhow!(
                "no player is called {name:?}: there are {}",
                names.join(", ")
            )
        })?;
        let strategy = player.replayed(&recorded.header.config);
        let strategy = strategy.map_err(|why| anyhow!(why))?;
        return Ok(print(&format!("{strategy}\n"))?);
    }
    if let Some(folder) = &args.out {
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).with_context(|| path.display().to_string())
        };
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let title = format!("Average time per turn, {} games", recorded.games.len());
        let turns = players
            .iter()
            .map(|player| (&*player.name, player.usual_turns()));
        let picture = times::curve(title, turns);
        write("time.svg", &picture.svg())?;
        write("time.md", &table(&players))?;
    }
    if args.json {
        let players: Vec<_> = players.iter().map(as_json).collect();
        Ok(print_json(&json!({ "players": players }))?)
    } else {
        Ok(print(&table(&players))?)
    }
}

/// The record itself, or the one in the folder of a match.
fn record_path(path: &Path) -> PathBuf {
    if path.is_dir() {
        path.join(tewari_lab::RECORD)
    } else {
        path.to_owned()
    }
}

/// The table, as Markdown.
fn table(players: &[PlayerTimes]) -> String {
    let mut text =
        String::from("| player | moves | s/game | planned s/move | used s/move | saved |");
    for (_, title) in ENDINGS {
        text += &format!(" {title} |");
    }
    text += " rules: times (moves) |";
    let ponders = players.iter().any(|player| player.ponder.is_some());
    let mut columns = 7 + ENDINGS.len();
    if ponders {
        text += " replies pondered | predicted | expected | useful simulations | reduced s/game |";
        columns += 5;
    }
    text += &format!("\n|{}\n", "---|".repeat(columns));
    for player in players {
        let planned = player
            .planned
            .mean()
            .map_or("–".to_owned(), |mean| format!("{mean:.3}"));
        let saved = player
            .saved
            .mean()
            .map_or("–".to_owned(), |mean| format!("{:.1}%", 100.0 * mean));
        text += &format!(
            "| {} | {} | {:.2} | {planned} | {:.3} | {saved} |",
            player.name,
            player.used.count(),
            player.per_game(),
            player.used.mean().unwrap_or(0.0),
        );
        for (ended, _) in ENDINGS {
            text += &format!(" {} |", player.ended(ended));
        }
        let rules = player.rules.iter();
        let rules: Vec<String> = rules
            .map(|(rule, acted)| format!("{rule} {} ({})", acted.times, acted.moves))
            .collect();
        text += &format!(" {} |", rules.join(", "));
        if ponders {
            text += &pondering(player);
        }
        text += "\n";
    }
    text
}

/// What pondering came to, as the cells of a row.
fn pondering(player: &PlayerTimes) -> String {
    let Some(stats) = player.ponder else {
        return " – |".repeat(5);
    };
    let percent = |share: Option<f64>| {
        share.map_or("–".to_owned(), |share| format!("{:.1}%", 100.0 * share))
    };
    let useful = stats.useful as f64 / stats.simulations.max(1) as f64;
    format!(
        " {} | {} | {} | {} | {:.2} |",
        stats.replies(),
        percent(stats.prediction_rate()),
        percent(stats.expected_rate()),
        percent(Some(useful)),
        stats.reduced / player.games.max(1) as f64,
    )
}

fn as_json(player: &PlayerTimes) -> serde_json::Value {
    let ended: serde_json::Map<String, serde_json::Value> = ENDINGS
        .iter()
        .map(|&(ended, title)| (title.to_owned(), json!(player.ended(ended))))
        .collect();
    let rules: serde_json::Map<String, serde_json::Value> = player
        .rules
        .iter()
        .map(|(rule, acted)| {
            let acted = json!({ "times": acted.times, "moves": acted.moves });
            (rule.clone(), acted)
        })
        .collect();
    let turns: Vec<_> = player
        .turns
        .iter()
        .map(|(turn, used)| json!({ "turn": turn, "moves": used.count(), "used": used.mean() }))
        .collect();
    let mut value = json!({
        "name": player.name,
        "games": player.games,
        "moves": player.used.count(),
        "seconds_per_game": player.per_game(),
        "planned": player.planned.mean(),
        "used": player.used.mean(),
        "saved_share": player.saved.mean(),
        "ended": ended,
        "rules": rules,
        "turns": turns,
    });
    if let Some(stats) = player.ponder {
        value["ponder"] = json!(stats);
        value["ponder"]["prediction_rate"] = json!(stats.prediction_rate());
        value["ponder"]["expected_rate"] = json!(stats.expected_rate());
    }
    value
}
