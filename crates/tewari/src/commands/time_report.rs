//! `tewari time-report`: how the players of a match spent their time.
//!
//! The table says what was planned, used and saved, and why searches ended; the plot shows the
//! average time of each turn of a game, as the figures of the papers do. The averages of a
//! player can be replayed without its rules: `--distribution` prints the strategy that does.

mod times;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use serde_json::json;
use tewari_control::{Curve, Strategy};
use tewari_lab::config::MatchConfig;
use tewari_lab::plot;
use tewari_lab::record::{self, Recorded};

use crate::cli::TimeReportArgs;
use crate::output::{print, print_json};
use times::{ENDINGS, PlayerTimes, Sample};

pub(crate) fn run(args: &TimeReportArgs) -> anyhow::Result<()> {
    let path = record_path(&args.record);
    let recorded = record::read(&path)?.ok_or_else(|| anyhow!("{}: empty", path.display()))?;
    let players = times::gather(&recorded);
    if let Some(name) = &args.distribution {
        let player = players.iter().find(|player| player.name == *name);
        let player = player.ok_or_else(|| {
            let names: Vec<&str> = players.iter().map(|player| &*player.name).collect();
            anyhow!(
                "no player is called {name:?}: there are {}",
                names.join(", ")
            )
        })?;
        let strategy = distribution(player, &recorded.header.config)?;
        return Ok(print(&format!("{strategy}\n"))?);
    }
    if let Some(folder) = &args.out {
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).with_context(|| path.display().to_string())
        };
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        write("time.svg", &picture(&players, &recorded).svg())?;
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
    text += " rules: times (moves) |\n|---|---|---|---|---|---|";
    text += &"---|".repeat(ENDINGS.len() + 1);
    text += "\n";
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
        text += &format!(" {} |\n", rules.join(", "));
    }
    text
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
    json!({
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
    })
}

/// Turns that too few games reached are left out: their averages say little.
fn plotted(player: &PlayerTimes) -> impl Iterator<Item = (u32, &Sample)> {
    let least = (player.games / 20).max(2);
    player
        .turns
        .iter()
        .map(|(&turn, used)| (turn, used))
        .filter(move |(_, used)| used.count() >= least)
}

/// The average time of each turn, a curve for each player.
fn picture(players: &[PlayerTimes], recorded: &Recorded) -> plot::Curve {
    let series = players.iter().map(|player| plot::Series {
        name: player.name.clone(),
        points: plotted(player)
            .filter_map(|(turn, used)| {
                let (mean, half) = (used.mean()?, used.half_interval());
                Some(plot::Point {
                    x: f64::from(turn),
                    y: mean,
                    interval: Some((mean - half, mean + half)),
                    label: format!("{}, turn {turn}: {mean:.3} s", player.name),
                })
            })
            .collect(),
    });
    plot::Curve {
        title: format!("Average time per turn, {} games", recorded.games.len()),
        x: "turn of the player".to_owned(),
        y: "seconds".to_owned(),
        series: series.collect(),
        marks: Vec::new(),
    }
}

/// The strategy that replays a player's average times: percent of its main time, by turn, in
/// Go by stones.
fn distribution(player: &PlayerTimes, config: &MatchConfig) -> anyhow::Result<Strategy> {
    let agreed = config
        .players
        .iter()
        .find(|other| other.name == player.name)
        .and_then(|other| other.time)
        .or_else(|| config.timing.map(|timing| timing.control));
    let main = agreed.map_or(0.0, |control| control.0.main().as_secs_f64());
    if main <= 0.0 {
        bail!("{} had no main time to take shares of", player.name);
    }
    let over = if player.stones.is_empty() {
        &player.turns
    } else {
        &player.stones
    };
    let points: Vec<(f64, &Sample)> = over.iter().map(|(&x, used)| (f64::from(x), used)).collect();
    let knots = times::condensed(&points, tewari_control::MOST_KNOTS);
    let percent = |&(x, mean): &(f64, f64)| {
        let share = 100.0 * mean / main;
        (x as f32, ((share * 1e4).round() / 1e4) as f32)
    };
    let knots: Vec<(f32, f32)> = knots.iter().map(percent).collect();
    let curve = Curve::new(&knots).ok_or_else(|| anyhow!("{} made no moves", player.name))?;
    Ok(Strategy::distribution(curve))
}
