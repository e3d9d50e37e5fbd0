//! Flags, exit codes and everything that is printed without playing.

mod common;

use common::{run, run_in, tewari};

#[test]
fn help_names_every_command_and_shared_flag() {
    let help = run(&["--help"]);
    assert_eq!(help.code, 0);
    for word in [
        "play",
        "gtp",
        "perft",
        "bench",
        "params",
        "completions",
        "man",
    ] {
        assert!(help.out.contains(&format!("\n  {word} ")), "{word}");
    }
    let flags = [
        "--threads",
        "--memory",
        "--seed",
        "--simulations",
        "--time",
        "--level",
        "--config",
        "--set",
    ];
    for command in ["play", "gtp"] {
        let help = run(&[command, "--help"]);
        assert_eq!(help.code, 0);
        for flag in flags {
            assert!(help.out.contains(flag), "{command} {flag}");
        }
    }
}

#[test]
fn the_version_names_the_commit() {
    let version = run(&["--version"]);
    assert_eq!(version.code, 0);
    let line = version.out.trim();
    let commit = line
        .strip_prefix(concat!("tewari ", env!("CARGO_PKG_VERSION"), " ("))
        .and_then(|rest| rest.strip_suffix(')'))
        .expect(line);
    assert!(
        commit == "unknown" || commit.bytes().all(|c| c.is_ascii_hexdigit()),
        "{line}"
    );
    assert_eq!(run(&["-V"]).out, version.out);
}

#[test]
fn a_wrong_command_line_is_exit_code_2_with_a_suggestion() {
    for (arguments, part) in [
        (&["plya"][..], "'play'"),
        (&["--thread", "2"], "'--threads'"),
        (&["--game", "othelo"], "othello"),
        (&["--level", "11"], "engine.level: 11 is outside 1..=10"),
        (
            &["--level", "high"],
            "engine.level: \"high\" is not a whole number",
        ),
        (&["--time", "-1"], "engine.time: -1 is outside 0..=1000000"),
        (&["--memory", "5KiB"], "unknown unit \"KiB\""),
        (
            &["--set", "engine.thread=2"],
            "did you mean \"engine.threads\"?",
        ),
        (&["--set", "engine.threads"], "not of the form key=value"),
        (&["--size", "26"], "a board has a size from 2 to 25"),
        (&["--komi", "6.25"], "multiple of 0.5"),
        (&["--rules", "martian"], "chinese"),
        (
            &["--side", "red"],
            "choose first (black), second (white) or random",
        ),
        (&["--handicap", "10"], "--handicap is 2 to 9 on a 9x9 board"),
        (
            &["--size", "5", "--handicap", "2"],
            "no points for handicap",
        ),
        (&["--game", "othello", "--size", "8"], "--size is for Go"),
        (&["--game", "lion", "--komi", "1"], "--komi is for Go"),
        (
            &["perft", "--game", "lion", "--size", "9"],
            "--size is for Go",
        ),
        (&["perft", "--depth", "0"], "0 is not in 1..=30"),
        (&["completions", "tcsh"], "possible values"),
        (&["params", "--json", "--markdown"], "cannot be used with"),
        (&["--size", "9", "gtp"], "--size"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.starts_with("error: "), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "", "{arguments:?}");
    }
}

#[test]
fn a_failure_is_exit_code_1_and_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("bad.toml"), "[engine]\nlevel = 11\n").unwrap();
    std::fs::write(path("broken.toml"), "[engine\n").unwrap();
    std::fs::write(path("junk.sgf"), "hello").unwrap();
    std::fs::write(path("chess.txt"), "game: chess\nmoves: e4\n").unwrap();
    std::fs::write(path("bad.txt"), "game: othello\nmoves: a1\n").unwrap();
    for (arguments, part) in [
        (&["--config", "none.toml"][..], "none.toml"),
        (
            &["gtp", "--config", "bad.toml"],
            "bad.toml: engine.level: 11 is outside 1..=10",
        ),
        (
            &["params", "--config", "broken.toml"],
            "broken.toml: line 1",
        ),
        (&["--load", "none.sgf"], "none.sgf"),
        (&["--load", "junk.sgf"], "junk.sgf"),
        (
            &["--load", "chess.txt"],
            "chess.txt: unknown game \"chess\"",
        ),
        (&["--load", "bad.txt"], "bad.txt: move 1"),
        (&["--save", "junk.sgf"], "junk.sgf exists already"),
        (&["bench", "--check", "none"], "none"),
        (&["bench", "--check", "junk.sgf"], "junk.sgf"),
    ] {
        let run = run_in(folder.path(), arguments, "");
        assert_eq!(run.code, 1, "{arguments:?}: {}", run.err);
        assert!(run.err.starts_with("error: "), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{arguments:?}: {}", run.err);
    }
}

#[test]
fn flags_override_set_which_overrides_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = "[engine]\nthreads = 2\nmemory = 64\nlevel = 3\n";
    std::fs::write(folder.path().join("my.toml"), file).unwrap();
    let arguments = [
        "params",
        "--threads",
        "4",
        "--set",
        "engine.threads=3",
        "--set",
        "engine.memory=32",
        "--config",
        "my.toml",
    ];
    let run = run_in(folder.path(), &arguments, "");
    assert_eq!(run.code, 0, "{}", run.err);
    for line in ["threads = 4", "memory = 32", "level = 3", "simulations = 0"] {
        assert!(
            run.out.lines().any(|found| found == line),
            "{line}:\n{}",
            run.out
        );
    }
}

#[test]
fn printed_parameters_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let seed = u64::MAX.to_string();
    let first = run_in(
        folder.path(),
        &["params", "--seed", &seed, "--memory", "2GiB"],
        "",
    );
    std::fs::write(folder.path().join("all.toml"), &first.out).unwrap();
    let second = run_in(folder.path(), &["params", "--config", "all.toml"], "");
    assert_eq!(first.out, second.out);
    assert!(first.out.contains("memory = 2048"));
}

#[test]
fn parameters_as_json() {
    let run = run(&["params", "--json", "--level", "3"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let parameters = json["parameters"].as_array().unwrap();
    let level = parameters
        .iter()
        .find(|one| one["key"] == "engine.level")
        .unwrap();
    assert_eq!(level["value"], 3);
    assert_eq!(level["default"], 10);
    assert_eq!(level["high"], 10.0);
}

/// The reference page is generated: `cargo run -- params --markdown > docs/parameters.md`.
#[test]
fn the_parameter_reference_is_fresh() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/parameters.md");
    let written = std::fs::read_to_string(&page).unwrap_or_default();
    let now = run(&["params", "--markdown"]).out;
    assert!(
        written == now,
        "docs/parameters.md is stale: cargo run -- params --markdown > docs/parameters.md"
    );
}

#[test]
fn completions_and_man_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.code, 0);
        assert!(
            script.out.contains("tewari") && script.out.contains("simulations"),
            "{shell}"
        );
        assert_eq!(script.err, "");
    }
    let page = run(&["man"]).out;
    assert!(
        page.contains(".TH tewari") && page.contains("simulations"),
        "{page}"
    );
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), &["man", "--dir", "pages"], "");
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    for name in [
        "tewari.1",
        "tewari-play.1",
        "tewari-gtp.1",
        "tewari-bench.1",
    ] {
        assert!(folder.path().join("pages").join(name).exists(), "{name}");
    }
}

#[test]
fn perft_knows_the_published_counts() {
    let connect4 = run(&["perft", "--game", "connect4", "--depth", "7"]);
    assert_eq!(connect4.code, 0);
    let last = connect4.out.lines().last().unwrap();
    assert!(
        last.contains(" 823536 ") && last.ends_with("  ok"),
        "{}",
        connect4.out
    );
    let othello = run(&["perft", "--game", "Othello", "--depth", "6", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&othello.out).unwrap();
    assert_eq!(json["rows"][5]["count"], 8200);
    assert_eq!(json["rows"][5]["agrees"], true);
    let go = run(&["perft", "--size", "2", "--depth", "2"]);
    assert!(go.out.starts_with("Go 2x2\n"), "{}", go.out);
    // 4 moves and a pass, and a move leaves 3 of them.
    assert!(go.out.contains(" 21 "), "{}", go.out);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = tewari(&std::env::temp_dir(), &["completions", "bash"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}
