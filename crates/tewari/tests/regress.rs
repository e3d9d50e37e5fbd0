//! `tewari regress`, as it is called.

use std::fs;
use std::process::{Command, Output};

fn regress(folder: &std::path::Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tewari"))
        .arg("regress")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const GAME: &str = "(;GM[1]SZ[5]AB[cb][bc][cd]AW[cc]PL[B])";

/// Black captures at D3.
const TESTS: &str = "# a stone in atari\n\
    loadsgf game.sgf\n\
    10 reg_genmove b\n\
    #? [D3]\n\
    20 echo no\n\
    #? [yes]*\n\
    30 echo yes\n\
    #? [yes]*\n";

#[test]
fn tests_are_counted_and_decide_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite");
    fs::create_dir(&suite).unwrap();
    fs::write(suite.join("game.sgf"), GAME).unwrap();
    fs::write(suite.join("good.tst"), TESTS).unwrap();
    fs::write(suite.join("bad.tst"), "1 echo a\n#? [b]\n").unwrap();
    let few = ["--simulations", "300", "--memory", "16"];

    let output = regress(folder.path(), &[&["suite/good.tst"], &few[..]].concat());
    assert_eq!(
        text(&output.stdout),
        "suite/good.tst:5: fail (known): 20 echo no: no, expected [yes]\n\
         suite/good.tst: 2 of 3 right (66.7%), 1 failed as known, 1 passed unexpectedly\n"
    );
    assert_eq!(output.status.code(), Some(0));

    let both = [&["suite/good.tst", "suite/bad.tst", "-v"], &few[..]].concat();
    let output = regress(folder.path(), &both);
    let said = text(&output.stdout);
    assert!(
        said.contains("suite/bad.tst:1: FAIL: 1 echo a: a, expected [b]\n"),
        "{said}"
    );
    assert!(
        said.contains("suite/good.tst:3: pass: 10 reg_genmove b: D3"),
        "{said}"
    );
    assert!(said.ends_with(
        "all: 2 of 4 right (50.0%), 1 failed, 1 failed as known, 1 passed unexpectedly\n"
    ));
    assert_eq!(output.status.code(), Some(1));

    let output = regress(
        folder.path(),
        &[&["suite/bad.tst", "--json"], &few[..]].concat(),
    );
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&value["total"], &value["right"]), (&1.into(), &0.into()));
    assert_eq!(value["tests"][0]["answer"], "a");
}

/// Another program can be asked; here it is our own.
#[test]
fn other_programs_can_be_asked() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.sgf"), GAME).unwrap();
    fs::write(folder.path().join("a.tst"), TESTS).unwrap();
    let command = format!(
        "'{}' gtp --simulations 300 --memory 16 --threads 1 --seed 1",
        env!("CARGO_BIN_EXE_tewari")
    );
    let path = folder.path().join("a.tst");
    let output = regress(
        folder.path(),
        &["--command", &command, path.to_str().unwrap()],
    );
    assert!(text(&output.stdout).contains("2 of 3 right"), "{output:?}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn mistakes_are_named_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    for (content, message) in [
        ("1 echo a\n#? b\n", "a.tst:2: expected \"[pattern]\""),
        ("name\n", "a.tst: there is no test in it"),
        (
            "loadsgf none.sgf\n1 echo a\n#? [a]\n",
            "a.tst:1: loadsgf: cannot load none.sgf: ",
        ),
    ] {
        fs::write(folder.path().join("a.tst"), content).unwrap();
        let output = regress(folder.path(), &["a.tst"]);
        let said = text(&output.stderr);
        assert!(said.contains(message), "{content:?}: {said}");
        assert_eq!(output.status.code(), Some(1));
    }
    let output = regress(folder.path(), &["missing.tst"]);
    assert!(text(&output.stderr).contains("cannot read missing.tst"));

    // A program that ends is one mistake and not a failure of every test.
    fs::write(folder.path().join("a.tst"), TESTS).unwrap();
    let gone = format!("'{}' --version", env!("CARGO_BIN_EXE_tewari"));
    let output = regress(folder.path(), &["--command", &gone, "a.tst"]);
    let said = text(&output.stderr);
    assert!(said.starts_with("error: a.tst: "), "{said}");
    assert_eq!(
        (said.lines().count(), text(&output.stdout)),
        (1, String::new())
    );
    assert_eq!(output.status.code(), Some(1));
}
