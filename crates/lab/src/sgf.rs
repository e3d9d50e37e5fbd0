//! Games of Go as SGF files, made from the record alone: a file that got lost is written again
//! when the match is resumed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tewari_go::sgf::{GameResult, GameTree, Header, WinBy};
use tewari_go::{Color, coord};

use crate::config::MatchConfig;
use crate::record::{End, GameLine, Outcome};
use crate::timing::MoveTime;

/// The name of a game's file.
#[must_use]
pub fn file_name(line: &GameLine) -> String {
    format!("game-{:06}.sgf", line.game + 1)
}

/// The game as SGF; `None` if the match is not about Go, or the moves are not legal.
///
/// A move's comment says what the search thought of it. A game with a doubtful result has a
/// hotspot (`HO`) and says why in its first comment.
#[must_use]
pub fn content(config: &MatchConfig, line: &GameLine) -> Option<String> {
    let mut position = config.board.with(line.odds).position()?;
    for text in line.moves.split_whitespace() {
        let mv = coord::parse_move(position.size(), text).ok()?;
        position.play(position.turn(), mv).ok()?;
    }
    let header = Header {
        black: Some(line.first.clone()),
        white: Some(line.second.clone()),
        result: Some(result(line)),
        date: line.started.get(..10).map(str::to_owned),
        ..Header::default()
    };
    let mut tree = GameTree::from_position(&position, &header);
    let root = tree.root();
    let mut put = |node, ident: &str, text: &str| {
        // Only a name that is no name of a property is refused.
        let _ = tree.set_text(node, ident, text);
    };
    put(
        root,
        "GN",
        &format!("game {} of match {}", line.game + 1, config.digest()),
    );
    put(root, "C", &remarks(line));
    if line.disputed {
        put(root, "HO", "1");
    }
    for (i, node) in tree.move_nodes().into_iter().enumerate() {
        let comment = comment(line, i);
        if !comment.is_empty() {
            // As above.
            let _ = tree.set_text(node, "C", &comment);
        }
    }
    Some(tree.to_string())
}

fn result(line: &GameLine) -> GameResult {
    let winner = match line.result {
        Outcome::First => Color::Black,
        Outcome::Second => Color::White,
        Outcome::Draw => return GameResult::Draw,
        Outcome::Void => return GameResult::Void,
    };
    let by = match line.end {
        End::Resign => WinBy::Resignation,
        End::Time => WinBy::Time,
        End::Illegal | End::Crash | End::Hang | End::Garbage => WinBy::Forfeit,
        End::Rules | End::Limit => {
            let score = line.score.as_deref().and_then(GameResult::parse);
            return score.unwrap_or(GameResult::Win(winner, WinBy::Unstated));
        }
    };
    GameResult::Win(winner, by)
}

/// What is to be said about the game as a whole.
fn remarks(line: &GameLine) -> String {
    let mut text = format!(
        "pair {}, seeds {} (Black) and {} (White), ended {}",
        line.id.pair + 1,
        line.seeds[0],
        line.seeds[1],
        line.end.title()
    );
    if !line.opening.is_empty() {
        text += &format!("\nopening: {} ({} moves)", line.opening, line.opening_moves);
    }
    if let Some(detail) = &line.detail {
        text += &format!("\n{detail}");
    }
    if let Some(score) = &line.second_score {
        text += &format!("\nsecond scorer: {score}");
    }
    if line.disputed {
        text += "\nTHE RESULT IS DISPUTED";
    }
    text
}

/// What is to be said about a move.
fn comment(line: &GameLine, i: usize) -> String {
    if i < line.opening_moves {
        return "opening".to_owned();
    }
    let mut parts = Vec::new();
    if let Some(Some(visits)) = line.visits.get(i) {
        parts.push(format!("visits {visits}"));
    }
    if let Some(Some(value)) = line.values.get(i) {
        parts.push(format!("value {value}"));
    }
    if let Some(Some(MoveTime(left, planned, used, ..))) = line.times.get(i) {
        parts.push(format!("left {left} s, planned {planned} s, used {used} s"));
    }
    if let Some(seconds) = line.seconds.get(i) {
        parts.push(format!("time {seconds:.3} s"));
    }
    parts.join(", ")
}

/// Writes the file of a game unless it is there. Half a file is never seen: it is written
/// under another name first.
///
/// # Errors
/// When it cannot be written.
pub fn write(
    config: &MatchConfig,
    line: &GameLine,
    folder: &Path,
) -> Result<(), (PathBuf, io::Error)> {
    let path = folder.join(file_name(line));
    if fs::metadata(&path).is_ok_and(|file| file.len() > 0) {
        return Ok(());
    }
    let Some(content) = content(config, line) else {
        return Ok(());
    };
    let draft = path.with_extension("sgf.part");
    fs::write(&draft, content)
        .and_then(|()| fs::rename(&draft, &path))
        .map_err(|error| (path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::MatchFile;
    use crate::schedule::GameId;
    use tewari_go::sgf::{Collection, Replay};

    fn config() -> MatchConfig {
        let text = "[match]\nsize = 5\n[[player]]\n[[player]]\n";
        MatchFile::parse(text)
            .unwrap()
            .resolve(Path::new(""))
            .unwrap()
    }

    fn line() -> GameLine {
        GameLine {
            game: 1,
            id: GameId {
                pair: 0,
                pairing: 0,
                leg: 1,
            },
            first: "b[1]".into(),
            second: "a".into(),
            seeds: [3, 4],
            odds: None,
            opening: "random 1".into(),
            opening_moves: 1,
            moves: "C3 D3 pass".into(),
            result: Outcome::Second,
            end: End::Crash,
            score: None,
            second_score: Some("W+2.5".into()),
            disputed: true,
            detail: Some("the program ended".into()),
            visits: vec![None, Some(120), None],
            values: vec![None, Some(0.625), None],
            seconds: vec![0.0, 0.25, 1.0],
            times: Vec::new(),
            ponder: Vec::new(),
            started: "2026-11-15T12:34:56Z".into(),
        }
    }

    #[test]
    fn everything_known_is_in_the_file() {
        let text = content(&config(), &line()).unwrap();
        let games = Collection::read(text.as_bytes()).unwrap();
        let game = &games.games[0];
        assert_eq!(Replay::new(game).run().unwrap().moves, 3);
        assert_eq!(game.player(Color::Black).as_deref(), Some("b[1]"));
        assert_eq!(
            game.result().unwrap(),
            Some(GameResult::Win(Color::White, WinBy::Forfeit))
        );
        assert_eq!(game.date().as_deref(), Some("2026-11-15"));
        let nodes = game.move_nodes();
        let comment = |i: usize| game.text(nodes[i], "C").unwrap().into_owned();
        assert_eq!(comment(0), "opening");
        assert_eq!(comment(1), "visits 120, value 0.625, time 0.250 s");
        assert_eq!(comment(2), "time 1.000 s");
        let remarks = game.text(game.root(), "C").unwrap();
        for part in [
            "pair 1, seeds 3 (Black) and 4 (White)",
            "the program ended",
            "DISPUTED",
        ] {
            assert!(remarks.contains(part), "{remarks}");
        }
        assert_eq!(game.text(game.root(), "HO").as_deref(), Some("1"));
    }

    #[test]
    fn counted_games_have_a_score() {
        let counted = GameLine {
            end: End::Rules,
            score: Some("W+8.5".into()),
            disputed: false,
            ..line()
        };
        assert!(content(&config(), &counted).unwrap().contains("RE[W+8.5]"));
        let void = GameLine {
            result: Outcome::Void,
            end: End::Limit,
            ..line()
        };
        assert!(content(&config(), &void).unwrap().contains("RE[Void]"));
    }

    #[test]
    fn files_are_written_once_and_lost_ones_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game-000002.sgf");
        for content in ["", "kept"] {
            fs::write(&path, content).unwrap();
            write(&config(), &line(), folder.path()).unwrap();
            let now = fs::read_to_string(&path).unwrap();
            assert_eq!(now == "kept", content == "kept", "{now}");
        }
        let missing = folder.path().join("nowhere");
        assert!(write(&config(), &line(), &missing).is_err());
    }
}
