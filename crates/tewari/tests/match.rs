//! `tewari match`: flags, files, and what survives a kill.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{Run, run_in, tewari};

/// A quick match in the folder `out`.
const QUICK: [&str; 16] = [
    "match",
    "--quiet",
    "--game",
    "connect4",
    "--openings",
    "random:2",
    "--set",
    "engine.memory=2",
    "--player",
    "weak; simulations=5",
    "--player",
    "strong; simulations=80",
    "--out",
    "out",
    "-j",
    "2",
];

fn quick<'a>(more: &[&'a str]) -> Vec<&'a str> {
    QUICK.iter().copied().chain(more.iter().copied()).collect()
}

/// The tables in the folder `out`.
fn tables(folder: &Path) -> BTreeMap<&'static str, String> {
    let read = |name| {
        (
            name,
            fs::read_to_string(folder.join("out").join(name)).unwrap(),
        )
    };
    ["table.txt", "table.csv", "table.json"].map(read).into()
}

#[test]
fn a_match_from_flags() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(
        folder.path(),
        &quick(&["--games", "20", "--ledger", "ledger.md"]),
        "",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.starts_with("Connect-4; 20 of 20 games, seed 1"),
        "{}",
        run.out
    );
    assert!(run.out.contains("weak - strong"), "{}", run.out);
    assert_eq!(tables(folder.path())["table.txt"], run.out);
    let ledger = fs::read_to_string(folder.path().join("ledger.md")).unwrap();
    assert!(ledger.contains("| weak - strong | 20 |"), "{ledger}");
    assert!(
        ledger.contains("`tewari match --quiet --game connect4"),
        "{ledger}"
    );
    // Once more is refused, with --resume there is nothing left to do.
    let again = run_in(folder.path(), &quick(&["--games", "20"]), "");
    assert_eq!(again.code, 1);
    assert!(
        again
            .err
            .contains("20 games already; continue it with --resume"),
        "{}",
        again.err
    );
    let resumed = run_in(folder.path(), &["match", "--resume", "--out", "out"], "");
    assert_eq!(
        (resumed.code, &resumed.out),
        (0, &run.out),
        "{}",
        resumed.err
    );
    let json = run_in(
        folder.path(),
        &["match", "--resume", "--out", "out", "--json"],
        "",
    );
    assert_eq!(json.out, tables(folder.path())["table.json"]);
}

#[test]
fn a_match_from_a_file_with_flags_above_it() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[match]\nsize = 5\ngames = 50\nopenings = 'file:openings.txt'\n\
                [defaults]\nset = {'engine.simulations' = 10, 'engine.memory' = 2}\n\
                [[player]]\nname = 'a'\n[[player]]\nname = 'b'\n";
    let files = folder.path().join("files");
    fs::create_dir(&files).unwrap();
    fs::write(files.join("m.toml"), text).unwrap();
    fs::write(files.join("openings.txt"), "C3 C2\nB2 D4\n").unwrap();
    let run = run_in(
        folder.path(),
        &["match", "files/m.toml", "--games", "4", "--komi", "0.5"],
        "",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out
            .starts_with("Go 5x5, komi 0.5, chinese rules; 4 of 4 games"),
        "{}",
        run.out
    );
    assert!(run.out.contains("by opening"), "{}", run.out);
    let made = fs::read_dir(folder.path())
        .unwrap()
        .map(|e| e.unwrap().file_name());
    let made = made
        .filter(|name| name.to_string_lossy().starts_with("match-"))
        .count();
    assert_eq!(made, 1, "the folder has a name of its own");
}

#[test]
fn mistakes_are_explained_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.toml"), "[match]\nkonmi = 3\n").unwrap();
    for (arguments, code, part) in [
        (
            &["match"][..],
            2,
            "name a match file, or players with --player",
        ),
        (&["match", "--resume"], 2, "--resume needs --out"),
        (
            &["match", "--resume", "--out", "x"],
            1,
            "no record to be resumed",
        ),
        (
            &["match", "--resume", "--out", "x", "--size", "5"],
            2,
            "resumed as it was begun",
        ),
        (
            &["match", "--player", "a"],
            2,
            "at least two players, not 1",
        ),
        (
            &["match", "--player", "a; simulation=1"],
            2,
            "did you mean \"simulations\"?",
        ),
        (
            &["match", "--player", "a; search.x=1", "--player", "b"],
            2,
            "player a: unknown param",
        ),
        (
            &["match", "--player", "a", "--player", "b", "--games", "3"],
            2,
            "even number, not 3",
        ),
        (
            &["match", "--player", "a", "--player", "b", "--sprt", "5,1"],
            2,
            "elo0 must be less",
        ),
        (
            &[
                "match", "--player", "a", "--player", "b", "--game", "othelo",
            ],
            2,
            "\"othello\"",
        ),
        (
            &["match", "bad.toml"],
            1,
            "bad.toml: line 2: unknown key \"konmi\", did you mean",
        ),
        (&["match", "none.toml"], 1, "cannot read none.toml"),
        (
            &[
                "match",
                "--player",
                "a; memory=16777216",
                "--player",
                "b",
                "--out",
                "y",
            ],
            1,
            "MiB of memory",
        ),
        (
            &[
                "match",
                "--player",
                "a",
                "--player",
                "command=no-such-thing",
                "--out",
                "z",
            ],
            1,
            "player no-such-thing: no program",
        ),
    ] {
        let run = run_in(folder.path(), arguments, "");
        assert_eq!(run.code, code, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
        if code == 1 {
            let errors = run
                .err
                .lines()
                .filter(|line| line.starts_with("error: "))
                .count();
            assert_eq!(errors, 1, "{}", run.err);
        }
    }
}

/// The promise: killed at whatever moment and as often as you like, a match that is resumed
/// ends with the tables of one that was never disturbed.
#[cfg(unix)]
#[test]
fn killed_and_resumed_it_ends_as_if_undisturbed() {
    let whole = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let undisturbed = run_in(whole.path(), &quick(&["--games", "200"]), "");
    assert_eq!(undisturbed.code, 0, "{}", undisturbed.err);
    // From before the first line is written to well into the match, which takes several kills
    // on a machine of any speed.
    let longest = start.elapsed().as_micros() as u32 / 6;

    let folder = tempfile::tempdir().unwrap();
    let mut rng = tewari_base::Rng::new(2026);
    let mut kills = 0;
    let last = loop {
        let arguments = quick(&["--games", "200", "--resume"]);
        let mut child = tewari(folder.path(), &arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(u64::from(rng.below(longest))));
        if kills < 25 {
            child.kill().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_some() {
            break Run::from(output);
        }
        kills += 1;
    };
    assert_eq!(last.code, 0, "{}", last.err);
    assert!(kills >= 3, "{kills}");
    assert_eq!(last.out, undisturbed.out, "after {kills} kills");
    assert_eq!(tables(folder.path()), tables(whole.path()));
}

/// A disk that is full in the middle of a match: the run ends with one line, what was finished
/// is kept, and the rest is played when there is room.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_match_and_loses_nothing() {
    let whole = tempfile::tempdir().unwrap();
    let undisturbed = run_in(whole.path(), &quick(&["--games", "60"]), "");
    let folder = tempfile::tempdir().unwrap();
    let program = tewari(folder.path(), &[]).get_program().to_owned();
    // No file may grow beyond 8 blocks; the signal that says so is ignored, so that writing
    // fails as on a full disk.
    let output = std::process::Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
        .arg(program)
        .args(quick(&["--games", "60"]))
        .output()
        .unwrap();
    let run = Run::from(output);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(
        run.err
            .contains("error: cannot write out/match.jsonl: File too large"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("games before are safe in the record"),
        "{}",
        run.err
    );
    let record = fs::read_to_string(folder.path().join("out/match.jsonl")).unwrap();
    assert!(record.ends_with('\n'), "no half line is left");
    let kept = record.matches("\"type\":\"game\"").count();
    assert!((1..60).contains(&kept), "{kept}");
    assert!(
        run.err.contains(&format!("the {kept} games before")),
        "{}",
        run.err
    );
    let resumed = run_in(
        folder.path(),
        &["match", "--resume", "--out", "out", "-q"],
        "",
    );
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(resumed.out, undisturbed.out);

    // A device that takes nothing at all.
    fs::create_dir(folder.path().join("full")).unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full/match.jsonl")).unwrap();
    let arguments = quick(&["--games", "2"]);
    let arguments: Vec<&str> = arguments
        .iter()
        .map(|word| if *word == "out" { "full" } else { word })
        .collect();
    let run = run_in(folder.path(), &arguments, "");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("No space left on device"), "{}", run.err);
}

/// Ctrl-C ends the match in good order and says how to go on.
#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let child = tewari(folder.path(), &quick(&["--games", "20000"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let record = folder.path().join("out/match.jsonl");
    let started = Instant::now();
    while !fs::read_to_string(&record).is_ok_and(|text| text.contains("\"type\":\"game\"")) {
        std::thread::sleep(Duration::from_millis(10));
        assert!(started.elapsed() < Duration::from_secs(60), "no game ends");
    }
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, 130, "{}", run.err);
    assert!(
        run.err
            .contains("tewari match --resume --out out plays the rest"),
        "{}",
        run.err
    );
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.ends_with('\n'));
    let finished = text.matches("\"type\":\"game\"").count();
    assert!(
        run.err.contains(&format!("stopped after {finished} games")),
        "{}",
        run.err
    );
}
