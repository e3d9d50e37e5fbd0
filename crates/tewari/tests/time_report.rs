//! `tewari time-report` and `tewari time-tables`.

mod common;

use std::fs;

use common::run_in;

#[test]
fn a_match_on_the_clock_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let play = |out: &str, strategy: &str| {
        let player = format!("rule; time.strategy={strategy}");
        let arguments = [
            "match",
            "--quiet",
            "--game",
            "connect4",
            "--games",
            "4",
            "--openings",
            "random:2",
            "--set",
            "engine.memory=2",
            "--time",
            "2s",
            "--clock",
            "virtual:1000",
            "--seed",
            "1",
            "--out",
            out,
            "--player",
            &player,
            "--player",
            "plain; time.strategy=exp-moves",
        ];
        let run = run_in(folder.path(), &arguments, "");
        assert_eq!(run.code, 0, "{}", run.err);
    };
    play("first", "exp-moves+stop(f=1.5)");
    let report = |arguments: &[&str]| {
        let all: Vec<&str> = ["time-report"].iter().chain(arguments).copied().collect();
        let run = run_in(folder.path(), &all, "");
        (run.code, run.out, run.err)
    };
    let (code, table, _) = report(&["first", "--out", "plots"]);
    assert_eq!(code, 0);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 4, "{table}");
    assert!(rows[2].starts_with("| rule | ") && rows[3].starts_with("| plain | "));
    let written = |name: &str| fs::read_to_string(folder.path().join("plots").join(name)).unwrap();
    assert_eq!(written("time.md"), table);
    assert!(written("time.svg").starts_with("<svg"));

    let (_, json, _) = report(&["first", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let [rule, plain] = [&json["players"][0], &json["players"][1]];
    // STOP ends searches early and saves time; without a rule none does.
    assert!(rule["ended"]["early"].as_u64().unwrap() > 0, "{rule}");
    assert_eq!(plain["ended"]["early"], 0);
    assert_eq!(rule["rules"]["stop"]["times"], rule["ended"]["early"]);
    assert_eq!(plain["rules"], serde_json::json!({}));
    for player in [rule, plain] {
        assert!(player["seconds_per_game"].as_f64().unwrap() <= 2.0);
    }

    // The averages can be replayed without the rule, and are then the same.
    let (code, strategy, _) = report(&["first", "--distribution", "rule"]);
    assert_eq!(code, 0);
    play("second", strategy.trim());
    let (_, json, _) = report(&["second", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let replayed = &json["players"][0];
    assert_eq!(replayed["ended"]["early"], 0);
    let first = |player: &serde_json::Value| player["turns"][0]["used"].as_f64().unwrap();
    let (rule, replayed) = (first(rule), first(replayed));
    assert!((rule - replayed).abs() < 0.01, "{rule} {replayed}");

    let (code, _, error) = report(&["first", "--distribution", "nobody"]);
    assert_eq!(code, 1);
    assert!(error.contains("no player is called \"nobody\": there are rule, plain"));

    let (code, _, error) = report(&["nowhere"]);
    assert_eq!(code, 1);
    assert!(
        error.contains("nowhere: there is no record of a match"),
        "{error}"
    );
}

#[test]
fn pondering_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "match --quiet --game connect4 --games 2 --openings random:2 --set \
        engine.memory=2 --time 2s --clock virtual:300 --seed 1 --out first --player \
        thinks;ponder.kind=standard;ponder.reduce=true --player plain";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let run = run_in(folder.path(), &arguments, "");
    assert_eq!(run.code, 0, "{}", run.err);
    let table = run_in(folder.path(), &["time-report", "first"], "").out;
    let columns: Vec<usize> = table.lines().map(|line| line.split('|').count()).collect();
    assert!(columns.iter().all(|&n| n == columns[0]), "{table}");
    assert!(table.contains("| 100.0% |") && table.contains("| – | – | – | – | – |"));
    let json = run_in(folder.path(), &["time-report", "first", "--json"], "").out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let [thinks, plain] = [&json["players"][0], &json["players"][1]];
    assert_eq!(thinks["ponder"]["prediction_rate"], 1.0);
    assert!(thinks["ponder"]["reduced"].as_f64().unwrap() > 0.0);
    assert!(plain.get("ponder").is_none());
}

#[test]
fn tables_are_made_from_self_play() {
    let folder = tempfile::tempdir().unwrap();
    let make = |more: &[&str]| {
        let arguments = ["time-tables", "--game", "go", "--size", "5", "--games", "3"];
        let settings = ["--seed", "2", "--simulations", "5"];
        let all: Vec<&str> = [&arguments[..], &settings, more].concat();
        let run = run_in(folder.path(), &all, "");
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let text = make(&[]);
    for part in [
        "Go 5x5, from 3 games",
        "[moves]",
        "[simulated]",
        "[stones]",
        "[criticality]",
    ] {
        assert!(text.contains(part), "{text}");
    }
    // The same games make the same file, in whatever order they end and wherever it goes.
    assert_eq!(make(&["--concurrency", "2", "--out", "table.txt"]), "");
    let file = fs::read_to_string(folder.path().join("table.txt")).unwrap();
    assert_eq!(file, text);
}

#[test]
fn an_unfinished_table_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let all = |games| {
        let game = ["time-tables", "--game", "connect4", "--games", games];
        let settings = ["--simulations", "2", "--out"];
        [&game[..], &settings].concat()
    };
    let make = |games, out| {
        let arguments = [&all(games)[..], &[out]].concat();
        let run = run_in(folder.path(), &arguments, "");
        (run.code, run.err)
    };
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let path = |name: &str| folder.path().join(name);
    assert_eq!(make("50", "whole").0, 0);
    assert!(!path("whole.part").exists());
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_tewari"))
        .args([&all("1000000")[..], &["half"]].concat())
        .current_dir(folder.path())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !path("half.part").exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // However far it came: the games it has are not played again, and none of them is missing.
    let begun: serde_json::Value = serde_json::from_str(&read("half.part")).unwrap();
    let (seed, games) = (&begun[1].to_string(), begun[2]["games"].as_u64().unwrap());
    assert_eq!(games % 20, 0);
    let total = (games + 30).to_string();
    assert_eq!(make(&total, "half"), (0, format!("{} games\n", games + 20)));
    let again = [&all(&total)[..], &["again", "--seed", seed]].concat();
    assert_eq!(run_in(folder.path(), &again, "").code, 0);
    assert_eq!(read("half"), read("again"));
    fs::write(
        path("other.part"),
        r#"["Go", 1, {"sums":[{},{},{},{}],"games":0,"plies":0}]"#,
    )
    .unwrap();
    let (code, error) = make("50", "other");
    assert_eq!(code, 1);
    assert!(
        error.contains("other.part: from a run with another game"),
        "{error}"
    );
}
