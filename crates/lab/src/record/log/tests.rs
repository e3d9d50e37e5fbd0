use super::*;
use crate::config::MatchFile;
use crate::record::{End, Outcome};
use crate::schedule::GameId;

fn header() -> Header {
    let text = "[match]\ngame='connect4'\n[[player]]\n[[player]]\n";
    let config = MatchFile::parse(text)
        .unwrap()
        .resolve(Path::new(""))
        .unwrap();
    Header {
        schema: SCHEMA,
        digest: config.digest(),
        config,
    }
}

fn game(number: u64) -> GameLine {
    GameLine {
        game: number,
        id: GameId {
            pair: number / 2,
            pairing: 0,
            leg: (number % 2) as u8,
        },
        first: "a".into(),
        second: "b".into(),
        seeds: [1, 2],
        odds: None,
        opening: String::new(),
        opening_moves: 0,
        moves: "d d d".into(),
        result: Outcome::First,
        end: End::Rules,
        score: None,
        second_score: None,
        disputed: false,
        detail: None,
        visits: vec![None; 3],
        values: vec![Some(0.1), None, Some(0.333_333_333_333_333_3)],
        seconds: vec![0.0; 3],
        times: Vec::new(),
        ponder: Vec::new(),
        started: String::new(),
    }
}

fn written(folder: &Path, games: u64) -> PathBuf {
    let path = folder.join("match.jsonl");
    let mut log = Log::create(&path, &header()).unwrap();
    for number in 0..games {
        log.append(&Line::Game(game(number))).unwrap();
    }
    path
}

#[test]
fn what_is_written_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 2);
    let (mut log, recorded) = Log::open(&path).unwrap();
    assert_eq!(recorded.header, header());
    assert_eq!(recorded.games, [game(0), game(1)]);
    assert_eq!(recorded.torn, 0);
    assert_eq!(read(&path).unwrap(), Some(recorded));
    log.append(&Line::Session(Session::default())).unwrap();
    let error = Log::open(&path).unwrap_err().to_string();
    assert!(
        error.ends_with("another run is writing this record"),
        "{error}"
    );
    drop(log);
    assert_eq!(Log::open(&path).unwrap().1.sessions.len(), 1);
    let error = Log::create(&path, &header()).unwrap_err().to_string();
    assert!(
        error.contains("2 games already; continue it with --resume"),
        "{error}"
    );
}

/// Whatever a crash leaves of the last line, all lines before it survive.
#[test]
fn a_torn_last_line_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 3);
    let whole = std::fs::read(&path).unwrap();
    let last = whole[..whole.len() - 1]
        .iter()
        .rposition(|&b| b == b'\n')
        .unwrap()
        + 1;
    for end in last..whole.len() {
        std::fs::write(&path, &whole[..end]).unwrap();
        let (mut log, recorded) = Log::open(&path).unwrap();
        assert_eq!(recorded.games.len(), 2, "{end}");
        assert_eq!(recorded.torn, (end - last) as u64);
        log.append(&Line::Game(game(2))).unwrap();
        drop(log);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }
    // Of the right length, but never written.
    let mut zeros = whole.clone();
    let end = zeros.len() - 1;
    zeros[last..end].fill(0);
    std::fs::write(&path, &zeros).unwrap();
    assert_eq!(Log::open(&path).unwrap().1.games.len(), 2);
}

#[test]
fn a_record_that_ends_in_its_header_is_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 0);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let error = Log::open(&path).unwrap_err().to_string();
    assert!(error.contains("nothing was recorded yet"), "{error}");
    assert!(Log::create(&path, &header()).is_ok());
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    let missing = folder.path().join("none.jsonl");
    assert_eq!(read(&missing).unwrap(), None);
    assert!(
        Log::open(&missing)
            .unwrap_err()
            .to_string()
            .contains("no record to be resumed")
    );
    assert!(!missing.exists());
}

#[test]
fn damage_in_the_middle_is_not_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), 2);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    for (place, line, part) in [
        (1, "{\"type\":\"ga", "line 2: EOF"),
        (1, "{\"type\":\"game\"}", "line 2: missing field"),
        (0, "{}", "line 1: "),
        (1, lines[0], "line 2: a second header"),
        (0, lines[1], "the first line is no header"),
    ] {
        let kept = std::mem::replace(&mut lines[place], line);
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        let error = Log::open(&path).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        lines[place] = kept;
    }
    let newer = text.replacen("\"schema\":1", "\"schema\":99", 1);
    std::fs::write(&path, newer).unwrap();
    assert!(
        Log::open(&path)
            .unwrap_err()
            .to_string()
            .contains("has schema 99")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let error = Log::create(Path::new("/dev/full"), &header())
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("cannot write /dev/full: No space left"),
        "{error}"
    );
    assert!(error.ends_with("continued with --resume"), "{error}");
}
