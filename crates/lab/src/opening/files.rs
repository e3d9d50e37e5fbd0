//! Openings from files.
//!
//! A text file has one opening per line: the moves separated by blanks, perhaps with a name
//! and a colon before them. Empty lines and what follows a `#` do not count.
//!
//! ```text
//! # 9x9
//! E5 C3
//! tengen and a reply: E5 G7 C7
//! ```
//!
//! A folder of SGF files gives one opening per file, in the order of their names: the first
//! moves of the main line.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use tewari_go::{Color, coord, sgf};

use super::Opening;
use crate::board::Board;
use crate::error::{LabError, config};

/// Moves taken from an SGF file when nobody says how many.
const DEFAULT_SGF_PLIES: u32 = 10;

/// The openings of a text file.
pub(super) fn text(
    path: &Path,
    board: &Board,
    plies: Option<u32>,
) -> Result<Vec<Opening>, LabError> {
    let content =
        std::fs::read_to_string(path).map_err(|error| LabError::Read(path.to_owned(), error))?;
    let mut openings = Vec::new();
    for (line, number) in content.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (name, moves) = match line.split_once(':') {
            Some((name, moves)) => (name.trim().to_owned(), moves),
            None => (format!("line {number}"), line),
        };
        let moves = moves.split_whitespace().map(str::to_owned);
        let moves = checked(board, moves, plies)
            .map_err(|why| config(format!("{}: line {number}: {why}", path.display())))?;
        openings.push(Opening { name, moves });
    }
    some(openings, path)
}

/// The openings of a folder of SGF files.
pub(super) fn sgf(
    folder: &Path,
    board: &Board,
    plies: Option<u32>,
) -> Result<Vec<Opening>, LabError> {
    if board.position().is_none() {
        return Err(config("openings: SGF files are for Go"));
    }
    let unreadable = |error| LabError::Read(folder.to_owned(), error);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    files.retain(|path| path.extension() == Some(OsStr::new("sgf")));
    files.sort();
    let openings = files.iter().map(|path| sgf_file(path, board, plies));
    some(openings.collect::<Result<_, _>>()?, folder)
}

fn sgf_file(path: &Path, board: &Board, plies: Option<u32>) -> Result<Opening, LabError> {
    let bytes = std::fs::read(path).map_err(|error| LabError::Read(path.to_owned(), error))?;
    let wrong = |why: String| config(format!("{}: {why}", path.display()));
    let games = sgf::Collection::read(&bytes).map_err(|error| wrong(error.to_string()))?;
    let game = games
        .games
        .first()
        .ok_or_else(|| wrong("no game in it".to_owned()))?;
    let replayed = sgf::Replay::new(game)
        .run()
        .map_err(|error| wrong(error.to_string()))?;
    let position = replayed.position;
    let wanted = board.position().map(|position| position.size());
    if wanted != Some(position.size()) {
        let n = position.size().get();
        return Err(wrong(format!(
            "the board is {n}x{n}, not the one of the match"
        )));
    }
    if position.moves().count() != position.record().len() {
        return Err(wrong(
            "an opening consists of moves, without handicap or set-up".to_owned(),
        ));
    }
    let mut next = Color::Black;
    let mut moves = Vec::new();
    for (color, mv) in position
        .moves()
        .take(plies.unwrap_or(DEFAULT_SGF_PLIES) as usize)
    {
        if color != next {
            return Err(wrong(
                "the colours do not alternate, beginning with Black".to_owned(),
            ));
        }
        next = color.other();
        moves.push(coord::format_move(position.size(), mv));
    }
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let moves = checked(board, moves.into_iter(), plies).map_err(wrong)?;
    Ok(Opening { name, moves })
}

/// The first moves, as the game writes them; they must be legal and leave the game open.
fn checked(
    board: &Board,
    moves: impl Iterator<Item = String>,
    plies: Option<u32>,
) -> Result<Vec<String>, String> {
    let mut table = board.table();
    for (mv, number) in moves
        .take(plies.map_or(usize::MAX, |n| n as usize))
        .zip(1..)
    {
        table
            .play(&mv)
            .map_err(|error| format!("move {number}: {error}"))?;
    }
    match table.ending() {
        Some(_) => Err("the game is over at the end of the opening".to_owned()),
        None => Ok(table.moves()),
    }
}

fn some(openings: Vec<Opening>, path: &Path) -> Result<Vec<Opening>, LabError> {
    if openings.is_empty() {
        return Err(config(format!("{}: no opening in it", path.display())));
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardText;

    fn go() -> Board {
        let text = BoardText {
            game: "go".into(),
            ..BoardText::default()
        };
        Board::try_from(text).unwrap()
    }

    #[test]
    fn text_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        let load = |content: &str, plies| {
            std::fs::write(&path, content).unwrap();
            text(&path, &go(), plies).map_err(|error| error.to_string())
        };
        let openings = load("# two\n\ne5 c3 # reply\nstar: C3 g7 g3\n", None).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(
            (openings[0].name.as_str(), openings[1].name.as_str()),
            ("line 3", "star")
        );
        assert_eq!(openings[1].moves, ["C3", "G7", "G3"]);
        assert_eq!(
            load("star: C3 g7 g3\n", Some(2)).unwrap()[0].moves,
            ["C3", "G7"]
        );
        for (content, part) in [
            ("", "no opening in it"),
            ("E5\nE5 E5\n", "line 2: move 2: E5 is illegal"),
            ("E5 pass pass\n", "the game is over"),
            ("Z99\n", "line 1: move 1"),
        ] {
            let error = load(content, None).unwrap_err();
            assert!(
                error.contains(part) && error.contains("openings.txt"),
                "{error}"
            );
        }
    }

    #[test]
    fn folders_of_sgf_files() {
        let folder = tempfile::tempdir().unwrap();
        let load = |name: &str, content: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, content).unwrap();
            let openings = sgf(folder.path(), &go(), None).map_err(|error| error.to_string());
            (openings, path)
        };
        let (alone, _) = load("b.sgf", "(;SZ[9];B[ee];W[cc])");
        assert_eq!(alone.unwrap().len(), 1);
        let (openings, _) = load("a.sgf", "(;SZ[9];B[gg])");
        let names: Vec<String> = openings.unwrap().into_iter().map(|o| o.name).collect();
        assert_eq!(names, ["a", "b"]);
        for (content, part) in [
            ("(;SZ[19];B[dd])", "19x19"),
            ("(;SZ[9]AB[cc];W[ee])", "without handicap or set-up"),
            ("(;SZ[9];B[cc];B[ee])", "do not alternate"),
            ("nothing", "bad.sgf"),
        ] {
            let (openings, path) = load("bad.sgf", content);
            let error = openings.unwrap_err();
            assert!(error.contains(part), "{content}: {error}");
            std::fs::remove_file(path).unwrap();
        }
    }
}
