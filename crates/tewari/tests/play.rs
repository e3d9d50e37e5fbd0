//! Whole games and single commands of the terminal, through pipes.

mod common;

use std::path::Path;

use common::{Run, check_golden, run_in};

/// A quick opponent that plays the same every time.
const ENGINE: [&str; 6] = ["--seed", "1", "--threads", "1", "--simulations", "30"];

/// Plays the lines of `input`.
fn play_in(folder: &Path, arguments: &[&str], input: &[&str]) -> Run {
    let arguments: Vec<&str> = ENGINE.iter().chain(arguments).copied().collect();
    let lines: String = input.iter().map(|line| format!("{line}\n")).collect();
    let run = run_in(folder, &arguments, &lines);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.err, "");
    run
}

fn play(arguments: &[&str], input: &[&str]) -> String {
    play_in(tempfile::tempdir().unwrap().path(), arguments, input).out
}

/// The moves that "moves", as the last line of the input, lists: what stands before the last
/// prompt.
fn legal_moves(out: &str) -> Vec<String> {
    let (_, list) = out.rsplit_once("legal moves:\n").expect("a list of moves");
    let ends = |line: &str| line.contains('>') || line.starts_with("You have no move");
    let lines = list.lines().take_while(|line| !ends(line));
    lines
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect()
}

/// Plays a game to its end, each move chosen from the legal ones by `choose(ply, count)`, and
/// compares what was shown with the transcript.
fn whole_game(game: &str, arguments: &[&str], choose: impl Fn(usize, usize) -> usize) {
    let file = if game == "go" { "game.sgf" } else { "game.txt" };
    let common = ["--game", game, "--save", file, "--ascii"];
    let arguments: Vec<&str> = common.iter().chain(arguments).copied().collect();
    let mut input: Vec<String> = Vec::new();
    loop {
        let lines: Vec<&str> = input.iter().map(String::as_str).chain(["moves"]).collect();
        let out = play(&arguments, &lines);
        if out.contains("The game is over: ") {
            let folder = tempfile::tempdir().unwrap();
            let lines = &lines[..lines.len() - 1];
            let out = play_in(folder.path(), &arguments, lines).out;
            assert!(out.ends_with(&format!("tewari --load {file}\n")), "{out}");
            let saved = std::fs::read_to_string(folder.path().join(file)).unwrap();
            check_golden(&format!("{game}.txt"), &format!("{out}\n{saved}"));
            return;
        }
        let moves = legal_moves(&out);
        input.push(moves[choose(input.len(), moves.len())].clone());
        assert!(input.len() < 200, "the game does not end");
    }
}

#[test]
fn a_game_of_go() {
    // Points from all over the board, then passes.
    whole_game("go", &["--size", "5"], |ply, count| {
        if ply < 9 { ply * 7 % count } else { count - 1 }
    });
}

#[test]
fn a_game_of_connect4() {
    whole_game("connect4", &[], |ply, count| ply * 3 % count);
}

#[test]
fn a_game_of_breakthrough() {
    whole_game("breakthrough", &["--side", "second"], |_, count| count - 1);
}

#[test]
fn a_game_of_othello() {
    whole_game("othello", &["--side", "white"], |ply, count| ply % count);
}

#[test]
fn a_game_of_catch_the_lion() {
    whole_game("lion", &[], |ply, count| ply * 5 % count);
}

#[test]
fn help_and_mistakes_cost_nothing() {
    let out = play(
        &["--ascii", "--save", "game.sgf"],
        &[
            "help",
            "",
            "?",
            "e55",
            "udno",
            "undo",
            "e5",
            "e5",
            "undo now",
            "\u{1F600}",
            "board",
            "quit",
        ],
    );
    check_golden("mistakes.txt", &out);
}

#[test]
fn bytes_that_are_no_text_are_refused_like_any_other_mistake() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let mut child = common::tewari(folder.path(), &["--simulations", "5", "--seed", "1"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"\xff\xfe\n\0\ne5\n")
        .unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.code, 0);
    assert!(run.out.contains("You (Black) play E5."), "{}", run.out);
}

#[test]
fn undo_takes_back_both_moves() {
    let out = play(&["--game", "connect4"], &["4", "undo", "3", "quit"]);
    assert!(out.contains("2 moves are taken back."), "{out}");
    let folder = tempfile::tempdir().unwrap();
    play_in(
        folder.path(),
        &["--game", "connect4", "--save", "g.txt"],
        &["4", "undo", "3"],
    );
    let saved = std::fs::read_to_string(folder.path().join("g.txt")).unwrap();
    let moves = saved.lines().last().unwrap();
    assert!(
        moves.starts_with("moves: 3 ") && moves.split(' ').count() == 3,
        "{saved}"
    );
    // The engine's first move is not the person's to take back.
    let out = play(&["--game", "connect4", "--side", "second"], &["undo"]);
    assert!(out.contains("You have made no move to take back."), "{out}");
}

#[test]
fn the_game_is_saved_by_itself_and_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    for (game, ending, moves) in [
        ("go", "sgf", ["e5", "c3"]),
        ("connect4", "txt", ["4", "4"]),
        ("othello", "txt", ["d3", "undo"]),
    ] {
        let run = play_in(folder.path(), &["--game", game, "--side", "first"], &moves);
        let start = run.out.find(&format!("tewari-{game}-")).expect(&run.out);
        let name = run.out[start..]
            .lines()
            .next()
            .unwrap()
            .trim_end_matches('.');
        assert!(name.ends_with(ending), "{name}");
        let saved = std::fs::read_to_string(folder.path().join(name)).unwrap();
        let again = play_in(folder.path(), &["--load", name, "--save", name], &["board"]).out;
        if moves[1] != "undo" {
            assert!(again.contains("Moves so far: 4, the last one "), "{again}");
        }
        // A look changes nothing; without --save a continued game gets a file of its own.
        assert_eq!(
            std::fs::read_to_string(folder.path().join(name)).unwrap(),
            saved
        );
        let other = play_in(folder.path(), &["--load", name], &["hint", "quit"]).out;
        assert!(
            other.ends_with("No move was made, so nothing is saved.\n"),
            "{other}"
        );
    }
}

#[test]
fn a_continued_game_remembers_who_was_who() {
    let folder = tempfile::tempdir().unwrap();
    for (game, file, you) in [("go", "a.sgf", "White (○)"), ("othello", "a.txt", "White")] {
        let arguments = ["--game", game, "--side", "second", "--save", file];
        play_in(folder.path(), &arguments, &["hint", "quit"]);
        let again = play_in(folder.path(), &["--load", file], &["quit"]).out;
        assert!(
            again.contains(&format!("You are {you}, Tewari is Black")),
            "{again}"
        );
        let swapped = play_in(
            folder.path(),
            &["--load", file, "--side", "first"],
            &["quit"],
        )
        .out;
        assert!(swapped.contains("You are Black"), "{swapped}");
    }
}

#[test]
fn a_finished_game_can_be_looked_at_and_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let record = "(;GM[1]SZ[5]KM[7.5]PB[you]PW[Tewari];B[cc];W[bb];B[];W[])";
    std::fs::write(folder.path().join("done.sgf"), record).unwrap();
    let out = play_in(
        folder.path(),
        &["--load", "done.sgf", "--save", "new.sgf"],
        &["c4", "resign", "undo", "c4", "quit"],
    );
    assert!(out.out.contains("The game is over: "), "{}", out.out);
    assert!(out.out.contains("the game is over."), "{}", out.out);
    assert!(out.out.contains("The game is over already."), "{}", out.out);
    assert!(out.out.contains("2 moves are taken back."), "{}", out.out);
    assert!(out.out.contains("You (Black) play C4."), "{}", out.out);
    let kept = std::fs::read_to_string(folder.path().join("done.sgf")).unwrap();
    assert_eq!(kept, record, "the loaded file is not touched");
}

#[test]
fn saving_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("old.txt"), "precious").unwrap();
    let input = [
        "save",
        "4",
        "save",
        "save old.txt",
        "save mine.txt",
        "4",
        "quit",
    ];
    let out = play_in(folder.path(), &["--game", "connect4"], &input).out;
    assert!(
        out.contains("There is nothing to save before the first move."),
        "{out}"
    );
    assert!(
        out.contains("old.txt exists already; choose another name."),
        "{out}"
    );
    assert!(out.contains("The game is saved in mine.txt."), "{out}");
    assert!(
        out.ends_with("\nContinue it with: tewari --load mine.txt\n"),
        "{out}"
    );
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["mine.txt", "old.txt"]);
    assert_eq!(
        std::fs::read_to_string(folder.path().join("old.txt")).unwrap(),
        "precious"
    );
}

#[test]
fn a_game_that_cannot_be_saved_goes_on_and_is_shown_at_the_end() {
    let out = play(
        &["--game", "connect4", "--save", "no/such/folder.txt"],
        &["4", "4", "quit"],
    );
    assert_eq!(out.matches("It goes on all the same.").count(), 1, "{out}");
    assert!(out.contains("Here it is:\ngame: connect4\n"), "{out}");
}

#[test]
fn resigning_ends_the_game_and_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    for (game, file, result) in [
        ("go", "g.sgf", "RE[W+R]"),
        ("othello", "o.txt", "result: White wins by resignation"),
    ] {
        let mv = if game == "go" { "e5" } else { "d3" };
        let arguments = ["--game", game, "--save", file];
        let out = play_in(folder.path(), &arguments, &[mv, "resign", "never read"]).out;
        assert!(
            out.contains("The game is over: White wins by resignation."),
            "{out}"
        );
        let saved = std::fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(saved.contains(result), "{saved}");
    }
}

/// It is told to despair of everything; when it should is the engine's own matter.
#[test]
fn the_engine_resigns_too() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "--size=5",
        "--save=g.sgf",
        "--set=resign.below=1",
        "--set=resign.searches=1",
        "--set=resign.simulations=10",
        "--set=resign.from=0",
    ];
    let out = play_in(folder.path(), &arguments, &["c3", "never read"]).out;
    assert!(
        out.contains("The game is over: Black wins by resignation. Congratulations!"),
        "{out}"
    );
    let saved = std::fs::read_to_string(folder.path().join("g.sgf")).unwrap();
    assert!(saved.contains("RE[B+R]"), "{saved}");
}

#[test]
fn go_takes_size_komi_rules_and_handicap() {
    let arguments = [
        "--size",
        "13",
        "--handicap",
        "4",
        "--rules",
        "aga",
        "--komi",
        "-3.5",
        "--ascii",
    ];
    let out = play(&arguments, &["hint", "quit"]);
    assert!(out.starts_with("Tewari plays Go on 13x13, komi -3.5, AGA rules, 4 handicap stones"));
    assert!(
        out.contains("You are Black (X), Tewari is White (O)."),
        "{out}"
    );
    assert!(out.contains("Tewari (White) plays"), "White begins:\n{out}");
    let out = play(&["--handicap", "2"], &["quit"]);
    assert!(out.contains("komi 0.5"), "{out}");
}

#[test]
fn captures_are_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let record = "(;GM[1]SZ[5]KM[7.5]PB[you]PW[Tewari]AB[ba][ea]AW[aa][ee]PL[B])";
    std::fs::write(folder.path().join("atari.sgf"), record).unwrap();
    let out = play_in(folder.path(), &["--load", "atari.sgf"], &["a4", "quit"]).out;
    assert!(
        out.contains("You (Black) play A4 and capture a stone."),
        "{out}"
    );
}

#[test]
fn the_drawing_follows_locale_and_flag() {
    let folder = tempfile::tempdir().unwrap();
    let with = |locale: &str, arguments: &[&str]| {
        let mut command = common::tewari(folder.path(), arguments);
        command
            .env("LC_ALL", locale)
            .stdin(std::process::Stdio::null());
        Run::from(command.output().unwrap()).out
    };
    assert!(with("en_GB.UTF-8", &[]).contains('●'));
    assert!(with("C", &[]).is_ascii());
    assert!(with("en_GB.utf8", &["--ascii"]).is_ascii());
    for game in ["connect4", "breakthrough", "othello", "lion"] {
        assert!(
            with("en_GB.UTF-8", &["--game", game, "--ascii"]).is_ascii(),
            "{game}"
        );
    }
}

#[test]
fn a_drawn_seed_is_reported_and_repeats_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--threads", "1", "--simulations", "20"];
    let first = run_in(folder.path(), &arguments, "e5\nc3\n");
    let seed = first
        .err
        .strip_prefix("seed ")
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    let arguments = ["--threads", "1", "--simulations", "20", "--seed", seed];
    let again = run_in(folder.path(), &arguments, "e5\nc3\n");
    assert_eq!(again.err, "");
    let moves = |run: &Run| -> Vec<String> {
        run.out
            .lines()
            .filter(|line| line.starts_with("Tewari ("))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(moves(&first), moves(&again));
}
