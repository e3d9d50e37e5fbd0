//! The protocol through the real program; its commands are tested where they are made.

mod common;

use common::run_in;

#[test]
fn responses_alone_go_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let input = "1 name\n2 boardsize 9\n3 genmove b\nnonsense\n4 quit\n";
    let arguments = ["gtp", "--simulations", "20", "--threads", "1"];
    let run = run_in(folder.path(), &arguments, input);
    assert_eq!(run.code, 0, "{}", run.err);
    let answers: Vec<&str> = run.out.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 5, "{}", run.out);
    assert_eq!(answers[0], "=1 Tewari");
    assert!(answers[2].starts_with("=3 "), "{}", run.out);
    assert!(answers[3].starts_with("? unknown command"), "{}", run.out);
    assert!(
        run.err.contains("seed "),
        "a drawn seed is reported: {}",
        run.err
    );
}

#[test]
fn the_board_can_be_chosen_beforehand() {
    let folder = tempfile::tempdir().unwrap();
    let corner = |arguments: &[&str], corner: &str| {
        let input = format!("play b {corner}\nquit\n");
        run_in(folder.path(), arguments, &input)
            .out
            .starts_with('=')
    };
    assert!(corner(&["gtp"], "T19"), "19x19 is the default");
    assert!(!corner(&["gtp", "--size", "9"], "T19"));
    assert!(corner(&["gtp", "--size", "9"], "J9"));
}

#[test]
fn games_that_gogui_can_show_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["gtp", "--game", "othello", "--simulations", "20"];
    let input = "gogui-rules_game_id\ngenmove b\nquit\n";
    let run = run_in(folder.path(), &arguments, input);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("= othello\n\n= "), "{}", run.out);
    for (arguments, message) in [
        (
            &["gtp", "--game", "breakthrough"][..],
            "Breakthrough cannot be played over GTP",
        ),
        (
            &["gtp", "--game", "othello", "--size", "9"],
            "--size is for Go",
        ),
    ] {
        let run = run_in(folder.path(), arguments, "quit\n");
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(
            run.err.contains(message) && run.out.is_empty(),
            "{}",
            run.err
        );
    }
}
