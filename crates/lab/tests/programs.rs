//! Matches against programs that misbehave.

mod common;

use std::time::{Duration, Instant};

use common::{config, games, played, quick};
use tewari_lab::record::{End, GameLine, Outcome};
use tewari_lab::report::Report;

const FAKE: &str = env!("CARGO_BIN_EXE_fake-gtp");

/// A match of our own engine against the fake in a mode.
fn against(mode: &str, more: &str, player: &str) -> (Vec<GameLine>, Report) {
    let folder = tempfile::tempdir().unwrap();
    let mode: Vec<String> = mode.split(' ').map(|word| format!("'{word}'")).collect();
    let text = format!(
        "[match]\nsize = 5\nkomi = 0.5\ngames = 4\n{more}\n[[player]]\nname = 'own'\n{}\
         [[player]]\nname = 'fake'\ncommand = ['{FAKE}', {}]\n{player}\n",
        quick(20),
        mode.join(", ")
    );
    let report = played(&config(&text), folder.path()).unwrap().report();
    (games(folder.path()), report)
}

/// All four games are lost by the fake in the same way.
fn check(mode: &str, end: End, detail: &str) {
    // A busy machine must not make others look as if they hung.
    let timeout = if mode == "hang" { 0.5 } else { 30.0 };
    let (games, report) = against(mode, "", &format!("timeout = {timeout}"));
    assert_eq!(games.len(), 4, "{mode}");
    for game in &games {
        let fake_is_first = game.first == "fake";
        let expected = if fake_is_first {
            Outcome::Second
        } else {
            Outcome::First
        };
        assert_eq!(
            (game.end, game.result),
            (end, expected),
            "{mode}: {:?}",
            game.detail
        );
        let said = game.detail.clone().unwrap_or_default();
        assert!(said.contains(detail), "{mode}: {said}");
    }
    if end.is_failure() {
        assert_eq!(report.failures["fake"][end.title()], 4);
        assert!(
            report.text().contains("fake lost games by failing: 4 "),
            "{}",
            report.text()
        );
    } else {
        assert!(report.failures.is_empty());
    }
    assert_eq!(report.pairings[0].counts.wins, 4);
}

#[test]
fn each_way_of_failing_is_counted_apart() {
    check("crash", End::Crash, "the program ended (exit status: 7)");
    check("hang", End::Hang, "no answer to \"");
    check("garbage", End::Garbage, "answered \"banana split\"");
    check("noise", End::Garbage, "I am thinking very hard");
    check("refuse", End::Garbage, "was refused: illegal move");
    check("resign", End::Resign, "");
}

/// The fake always wants C3, which our own engine has taken by its second move at the latest.
#[test]
fn illegal_moves_lose() {
    let more = "openings = 'file:unused'";
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "C3 D3\n").unwrap();
    let more = more.replace("unused", openings.to_str().unwrap());
    let (games, report) = against("occupied 1", &more, "");
    for game in &games {
        assert_eq!(game.end, End::Illegal);
        assert_eq!(
            game.detail.as_deref(),
            Some("C3 is illegal: there is a stone already")
        );
    }
    assert_eq!(report.failures["fake"]["illegal moves"], 4);
}

/// A program that says more than it is asked is found out at the next command.
#[test]
fn answers_nobody_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "A1 B1\n").unwrap();
    let more = format!("openings = 'file:{}'", openings.display());
    let (games, _) = against("illegal 1", &more, "");
    assert_eq!(games.len(), 4, "the match survives");
}

#[test]
fn a_program_that_does_not_start_stops_the_match() {
    for (command, part) in [
        (
            format!("['{FAKE}', 'nostart']"),
            "player x: the program ended (exit status: 9)",
        ),
        ("'no-such-program-here'".to_owned(), "player x: no program"),
        (
            format!("['{FAKE}']\ngtp = ['level 3']"),
            "\"level 3\" was refused: unknown command",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let text = format!(
            "[[player]]\n{}[[player]]\nname = 'x'\ncommand = {command}\n",
            quick(1)
        );
        let error = played(&config(&text), folder.path())
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_passing_program_is_beaten_by_counting() {
    let (games, report) = against("none", "", "");
    assert!(
        games
            .iter()
            .all(|game| game.end == End::Rules && game.score.is_some())
    );
    assert_eq!(report.pairings[0].counts.wins, 4, "{}", report.text());
}

#[test]
fn a_second_scorer_can_disagree() {
    let more = format!("scorer = ['{FAKE}']");
    let (games, report) = against("none", &more, "");
    assert!(games.iter().all(|game| game.disputed));
    assert!(
        games
            .iter()
            .all(|game| game.second_score.as_deref() == Some("B+1000"))
    );
    assert_eq!(report.second_scorer, [0, 4, 0]);
}

#[test]
fn dead_stones_are_agreed_between_programs() {
    let folder = tempfile::tempdir().unwrap();
    let player = |name: &str| format!("[[player]]\nname = '{name}'\ncommand = ['{FAKE}']\n");
    let text = format!(
        "[match]\nsize = 5\ngames = 2\ndead = 'agreed'\n{}{}",
        player("a"),
        player("b")
    );
    let report = played(&config(&text), folder.path()).unwrap().report();
    assert!(report.disputed.is_empty());
    assert_eq!(report.duplicates, [(2, 1)], "both only pass");
}

#[test]
fn programs_can_be_restarted_for_every_game_and_log_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("fake.log");
    let player = format!(
        "restart = true\nstderr = '{}'\nenv = {{X = '1'}}",
        log.display()
    );
    let (games, _) = against("none", "concurrency = 2", &player);
    assert_eq!(games.len(), 4);
    assert!(log.exists());
}

/// A hanging program costs its time limit and not more.
#[test]
fn hanging_is_cheap() {
    let started = Instant::now();
    against("hang", "", "timeout = 0.1");
    assert!(started.elapsed() < Duration::from_secs(60));
}
