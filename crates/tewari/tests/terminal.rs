//! What needs a real terminal or a signal. Linux only: elsewhere the tools differ.
#![cfg(target_os = "linux")]

mod common;

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Far more than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads the child's output until it ends with or contains `mark`.
fn read_until(child: &mut Child, mark: &str) -> String {
    let out = child.stdout.as_mut().expect("a pipe");
    let (mut bytes, mut byte) = (Vec::new(), [0]);
    while !bytes.ends_with(mark.as_bytes()) {
        let read = out.read(&mut byte).expect("readable");
        assert_eq!(
            read,
            1,
            "ended without {mark:?}: {}",
            String::from_utf8_lossy(&bytes)
        );
        bytes.push(byte[0]);
    }
    String::from_utf8(bytes).expect("UTF-8")
}

fn interrupt(child: &Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// Waits for the end; answers the exit code and the rest of the output.
fn ended(mut child: Child) -> (Option<i32>, String) {
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

fn start(folder: &std::path::Path, arguments: &[&str]) -> Child {
    common::tewari(folder, arguments)
        .args(["--save", "game.sgf", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn ctrl_c_at_the_prompt_leaves_the_game_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(folder.path(), &["--simulations", "20"]);
    read_until(&mut child, "Black> ");
    child.stdin.as_mut().unwrap().write_all(b"e5\n").unwrap();
    read_until(&mut child, "Black> ");
    interrupt(&child);
    let (code, rest) = ended(child);
    assert_eq!(code, Some(130));
    assert_eq!(
        rest,
        "\nThe game is saved in game.sgf.\nContinue it with: tewari --load game.sgf\n"
    );
    let saved = std::fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(saved.contains(";B[ee];W["), "{saved}");
}

#[test]
fn ctrl_c_during_a_search_ends_it_at_once_and_does_not_play_its_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(folder.path(), &["--time", "1000"]);
    read_until(&mut child, "Black> ");
    child.stdin.as_mut().unwrap().write_all(b"e5\n").unwrap();
    read_until(&mut child, "You (Black) play E5.\n");
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    let (code, rest) = ended(child);
    assert_eq!(code, Some(130));
    assert!(!rest.contains("Tewari (White)"), "{rest}");
    let saved = std::fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(
        saved.contains(";B[ee]") && !saved.contains(";W["),
        "{saved}"
    );
}

#[test]
fn ctrl_c_before_the_first_move_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(folder.path(), &[]);
    read_until(&mut child, "Black> ");
    interrupt(&child);
    let (code, rest) = ended(child);
    assert_eq!(code, Some(130));
    assert_eq!(rest, "\nNo move was made, so nothing is saved.\n");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn even_a_killed_game_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(folder.path(), &["--simulations", "20"]);
    read_until(&mut child, "Black> ");
    child.stdin.as_mut().unwrap().write_all(b"e5\n").unwrap();
    read_until(&mut child, "Black> ");
    child.kill().unwrap();
    child.wait().unwrap();
    let saved = std::fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(saved.contains(";B[ee];W["), "{saved}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Runs in a pseudo-terminal, by way of script(1); `None` where that is not installed.
fn in_terminal(arguments: &str, no_color: Option<&str>) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_tewari");
    let mut command = Command::new("script");
    command
        .args([
            "-qec",
            &format!("{program} --seed 1 --simulations 9 {arguments}"),
            "/dev/null",
        ])
        .current_dir(folder.path())
        .env("TERM", "xterm")
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    if let Some(value) = no_color {
        command.env("NO_COLOR", value);
    }
    let mut child = command.spawn().ok()?;
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"e5\nxyz\nquit\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn colours_only_where_they_are_wanted() {
    let Some(colored) = in_terminal("", None) else {
        return;
    };
    assert!(
        colored.contains("\x1b[1mYou (Black) play E5.\x1b[0m"),
        "{colored}"
    );
    for (arguments, no_color) in [("", Some("1")), ("--ascii", None)] {
        let plain = in_terminal(arguments, no_color).unwrap();
        assert!(plain.contains("You (Black) play E5."), "{plain}");
        assert!(!plain.contains('\x1b'), "{plain}");
    }
    // By the convention an empty NO_COLOR means nothing.
    assert!(in_terminal("", Some("")).unwrap().contains('\x1b'));
}
