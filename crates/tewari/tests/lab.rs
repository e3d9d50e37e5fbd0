//! `tewari lab` and `tewari tune` from the command line.

mod common;

use std::fs;

use common::{run, run_in};

const SMALL: &str = "title = 'More simulations'\nsource = 'nobody'\nabout = 'A test.'\ngames = 100\n\
    [match]\ngame = 'connect4'\nopenings = 'random:2'\n[defaults]\nset = {'engine.memory' = 1}\n\
    [player]\n[opponent]\nname = 'weak'\nset = {'engine.simulations' = 100}\n\
    [[row]]\nname = 'many'\nset = {'engine.simulations' = 4000}\n\
    published = {value = 90, error = 3}\n[[row]]\nname = 'later'\nwaits = ['cluster']\n\
    [[claim]]\ntext = 'more wins'\nrow = 'many'\nis = 'above'\nthan = 50\n";

#[test]
fn experiments_are_listed_with_what_they_wait_for() {
    let list = run(&["lab", "list"]);
    assert_eq!(list.code, 0, "{}", list.err);
    let line = |name: &str| {
        list.out
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap()
    };
    assert!(line("toyoda-figure-06").ends_with("can be run"));
    assert!(line("schaefers-table-5-2").contains("learned weights"));
    let json = run(&["lab", "list", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json.as_array().unwrap().len(), list.out.lines().count());
}

#[test]
fn an_experiment_from_a_file_is_run_reported_and_entered() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("small.toml"), SMALL).unwrap();
    let command = [
        "lab",
        "run",
        "./small.toml",
        "--games",
        "30",
        "--scale",
        "0.05",
        "--out",
        "out",
        "-q",
        "--ledger",
        "lab.md",
    ];
    let run = run_in(folder.path(), &command, "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("confirmed  more wins"), "{}", run.out);
    assert!(
        run.out.contains("waits for several machines"),
        "{}",
        run.out
    );
    let again = run_in(folder.path(), &command, "");
    assert_eq!(again.out, run.out, "there is nothing left to be played");
    let report = run_in(
        folder.path(),
        &["lab", "report", "out", "--ledger", "lab.md"],
        "",
    );
    assert_eq!(report.out.trim_end(), run.out.trim_end());
    let ledger = fs::read_to_string(folder.path().join("lab.md")).unwrap();
    let command =
        "`tewari lab run ./small.toml --games 30 --scale 0.05 --out out -q --ledger lab.md`";
    assert_eq!(ledger.matches(command).count(), 6, "{ledger}");
    assert_eq!(ledger.matches("| many | 0.05 | 30 |").count(), 3);
    assert_eq!(ledger.matches("| confirmed |").count(), 3);
}

#[test]
fn what_cannot_be_run_says_why() {
    for (arguments, part) in [
        (&["lab", "run", "toyoda-figure-6"][..], "did you mean"),
        (&["lab", "run", "schaefers-table-5-2"], "learned weights"),
        (
            &["lab", "run", "toyoda-figure-06", "--row", "r=7"],
            "no row \"r=7\"",
        ),
        (
            &["lab", "run", "toyoda-figure-06", "--scale", "-1"],
            "positive number",
        ),
        (
            &["lab", "run", "toyoda-figure-06", "--games", "3"],
            "even number",
        ),
        (&["lab", "report", "nowhere"], "no run of an experiment"),
        (&["tune", "nowhere.toml"], "cannot read"),
    ] {
        let run = run(arguments);
        assert!(run.code == 1 || run.code == 2, "{arguments:?}");
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_tuning_run_is_continued_and_entered() {
    let folder = tempfile::tempdir().unwrap();
    let file = "[tune]\nmethod = 'spsa'\n[match]\ngame = 'connect4'\ngames = 12\n\
        [player]\nset = {'engine.simulations' = 20, 'engine.memory' = 1}\n\
        [[parameter]]\nkey = 'search.exploration'\nlow = 0.2\nhigh = 2\n";
    fs::write(folder.path().join("tune.toml"), file).unwrap();
    let command = [
        "tune",
        "tune.toml",
        "--out",
        "out",
        "-q",
        "--ledger",
        "tuning.md",
    ];
    let first = run_in(folder.path(), &command, "");
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(
        first.out.contains("spsa, 6 of 6 trials, 12 games"),
        "{}",
        first.out
    );
    assert_eq!(run_in(folder.path(), &command, "").out, first.out);
    let ledger = fs::read_to_string(folder.path().join("tuning.md")).unwrap();
    assert_eq!(
        ledger
            .matches("| spsa | search.exploration | 0.2 to 2 | 12 |")
            .count(),
        2
    );
    assert!(
        fs::read_to_string(folder.path().join("out/tune.html"))
            .unwrap()
            .contains("<svg")
    );
}
