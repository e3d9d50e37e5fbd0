//! Golden texts.

use tewari_go::sgf::{Collection, GameResult, GameTree, Header, Replay, Value};
use tewari_go::{Color, Komi, PASS, Point, Position, Rules, Score, Size, coord};

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn game(n: u8) -> (Size, Position) {
    let size = Size::new(n).unwrap();
    (size, Position::new(size, Rules::CHINESE, Komi::DEFAULT))
}

fn point(size: Size, text: &str) -> Point {
    coord::parse_point(size, text).unwrap()
}

#[test]
fn a_game_with_everything() {
    let (size, mut position) = game(9);
    for (color, text) in [
        (Color::Black, "E5"),
        (Color::White, "C3"),
        (Color::Black, "G7"),
    ] {
        position
            .play(color, coord::parse_move(size, text).unwrap())
            .unwrap();
    }
    position.play(Color::White, PASS).unwrap();
    let header = Header {
        black: Some("Tewari [5 s]".into()),
        white: Some("GNU Go".into()),
        result: Some(GameResult::from(Score(7))),
        date: Some("2026-11-15".into()),
        main_time: Some(300.0),
        overtime: Some("5x30 byo-yomi".into()),
    };
    let mut tree = GameTree::from_position(&position, &header);
    let moves = tree.move_nodes();
    tree.set_text(moves[0], "C", "win 54.3%: pv [E5, C3]\nplayouts 1000 \\o/")
        .unwrap();
    tree.set_text(moves[0], "BL", "295.5").unwrap();
    tree.set_text(moves[1], "SBKV", "48.1").unwrap();
    let labels = [
        Value::label(size, point(size, "A9"), "a:b"),
        Value::label(size, point(size, "J1"), "]"),
    ];
    tree.add(moves[1], "LB", labels).unwrap();
    let variation = tree.add_child(moves[0]);
    tree.add(variation, "W", [Value::point(size, point(size, "G3"))])
        .unwrap();
    tree.set_text(variation, "N", "what if").unwrap();
    let expected = format!(
        "(;FF[4]GM[1]CA[UTF-8]AP[Tewari:{VERSION}]SZ[9]KM[7.5]RU[Chinese]PB[Tewari [5 s\\]]\n\
         PW[GNU Go]RE[B+3.5]DT[2026-11-15]TM[300]OT[5x30 byo-yomi];B[ee]\n\
         C[win 54.3%: pv [E5, C3\\]\nplayouts 1000 \\\\o/]BL[295.5]\n\
         (;W[cg]SBKV[48.1]LB[aa:a\\:b][ii:\\]];B[gc];W[])\n\
         (;W[gg]N[what if]))"
    );
    assert_eq!(tree.to_string(), expected);
    assert_eq!(Collection::read(expected.as_bytes()).unwrap().games, [tree]);
}

#[test]
fn handicap_setup_and_turns() {
    let (size, mut position) = game(9);
    let stones = [point(size, "C3"), point(size, "G7")];
    position.place_handicap(&stones).unwrap();
    position
        .play(Color::White, point(size, "E5").to_move())
        .unwrap();
    let written = GameTree::from_position(&position, &Header::default()).to_line();
    let head = format!("(;FF[4]GM[1]CA[UTF-8]AP[Tewari:{VERSION}]SZ[9]KM[7.5]RU[Chinese]");
    assert_eq!(written, format!("{head}HA[2]AB[cg][gc];W[ee])"));

    let (_, mut position) = game(9);
    let black = |text| (point(size, text), Some(Color::Black));
    let white = |text| (point(size, text), Some(Color::White));
    position
        .setup(&[
            black("C3"),
            white("G7"),
            black("E5"),
            (point(size, "A1"), None),
        ])
        .unwrap();
    position.set_turn(Color::White);
    position.setup(&[(point(size, "E5"), None)]).unwrap();
    position.play(Color::White, PASS).unwrap();
    position.set_turn(Color::White);
    let written = GameTree::from_position(&position, &Header::default()).to_line();
    assert_eq!(
        written,
        format!("{head}AB[cg][ee]AW[gc]AE[ai]PL[W];AE[ee];W[];PL[W])")
    );
    let tree = Collection::read(written.as_bytes())
        .unwrap()
        .games
        .remove(0);
    let again = Replay::new(&tree).run().unwrap();
    assert_eq!(again.position.turn(), Color::White);
    assert_eq!(again.position.board().stones(Color::Black), 1);
}

#[test]
fn lines_are_folded_between_properties_only() {
    let (size, mut position) = game(19);
    for (i, point) in size.points().step_by(3).take(60).enumerate() {
        position.play(Color::BOTH[i % 2], point.to_move()).unwrap();
    }
    let mut tree = GameTree::from_position(&position, &Header::default());
    let long = "blah ".repeat(100);
    tree.set_text(tree.move_nodes()[10], "C", &long).unwrap();
    let points: Vec<Value> = size
        .points()
        .map(|point| Value::point(size, point))
        .collect();
    tree.add(tree.root(), "TR", points).unwrap();
    let text = tree.to_string();
    let lines: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
    let longest = lines.iter().max();
    assert_eq!(lines.iter().filter(|&&len| len > 80).count(), 1);
    assert_eq!(longest, Some(&(long.len() + "C[]".len())));
    assert_eq!(
        Collection::read(text.as_bytes()).unwrap().games,
        [tree.clone()]
    );
    assert_eq!(text.replace('\n', ""), tree.to_line());
}

#[test]
fn properties_can_be_set_added_and_removed() {
    let mut tree = GameTree::new();
    let root = tree.root();
    for ident in ["A", "B", "C"] {
        tree.set_text(root, ident, "1").unwrap();
    }
    tree.set(root, "B", [Value::text("2"), Value::text("3")])
        .unwrap();
    assert_eq!(tree.to_line(), "(;A[1]B[2][3]C[1])");
    assert!(tree.remove(root, "C") && !tree.remove(root, "C"));
    tree.add(root, "KO", []).unwrap();
    assert!(tree.remove(root, "A"));
    assert_eq!(tree.to_line(), "(;B[2][3]KO[])");
    assert!(tree.remove(root, "KO") && tree.remove(root, "B"));
    assert_eq!(tree.to_line(), "(;)");
    tree.set_text(root, "N", "x").unwrap();
    assert_eq!(tree.to_line(), "(;N[x])");
    for bad in ["", "b", "A B", "Ü", "A["] {
        let error = tree.set_text(root, bad, "x").unwrap_err().to_string();
        assert!(error.contains("no name of a property"), "{error}");
    }
}

#[test]
fn a_variation_that_looks_like_a_game_stays_one() {
    let mut tree = GameTree::new();
    for ident in ["FF", "B", "GM"] {
        let node = tree.add_child(tree.root());
        tree.set_text(node, ident, "1").unwrap();
    }
    let text = tree.to_string();
    assert_eq!(text, "(;(;FF[1])\n(;B[1])(;GM[1]))");
    let read = Collection::read(text.as_bytes()).unwrap();
    assert_eq!((read.games, read.warnings), (vec![tree], vec![]));
}
