//! Playouts against positions whose outcome is known: seki stands, dead groups die, groups
//! that can live do, far more often than not.
//!
//! The positions are data, in `suites/playouts` at the root of the project; suites/README.md
//! says how to add one. Every case is played in all eight symmetries and with colours
//! exchanged, from fixed seeds.

use std::path::Path;

use tewari_base::Rng;
use tewari_game::{Game, GameState};
use tewari_go::diagram::Diagram;
use tewari_go::{Color, Go, Hashed, Light, Point, symmetry};
use tewari_go_policy::playout::{GoPlayout, PlayoutBoard, PlayoutParams};
use tewari_mcts::{Playout, Record};

/// Playouts per image of a case: 16 of them make 3200, so a share of 90% is known to about 1%.
const PLAYOUTS: u64 = 200;

struct Case {
    name: String,
    diagram: Diagram,
    turn: Color,
    /// A move to be made first.
    opening: Option<(Color, char)>,
    /// Mark, expected owner, least share in percent.
    claims: Vec<(char, Option<Color>, u32)>,
}

fn color(word: &str) -> Option<Color> {
    match word {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        "nobody" => None,
        other => panic!("{other:?} is no owner"),
    }
}

fn parse(text: &str) -> Vec<Case> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("case:") {
            blocks.push(Vec::new());
        }
        if !line.is_empty() && !line.starts_with('#') {
            let block = blocks.last_mut().expect("a case begins with its name");
            block.push(line);
        }
    }
    blocks.iter().map(|block| parse_case(block)).collect()
}

fn parse_case(lines: &[&str]) -> Case {
    let (mut name, mut rows, mut turn) = (String::new(), Vec::new(), None);
    let (mut opening, mut claims) = (None, Vec::new());
    for line in lines {
        let (key, rest) = line.split_once(':').unwrap_or(("", line));
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (key, words.as_slice()) {
            ("case", _) => name = rest.trim().to_owned(),
            ("", _) => rows.push(*line),
            ("turn", [player]) => turn = color(player),
            ("play", [player, mark]) => {
                turn = color(player);
                opening = turn.map(|player| (player, letter(mark)));
            }
            ("owner", [mark, owner, share]) => {
                let share = share.trim_end_matches('%').parse().expect("a share in %");
                claims.push((letter(mark), color(owner), share));
            }
            _ => panic!("{name}: cannot read {line:?}"),
        }
    }
    let diagram = rows.join("\n");
    Case {
        diagram: diagram.parse().unwrap_or_else(|e| panic!("{name}: {e}")),
        turn: turn.unwrap_or_else(|| panic!("{name}: whose turn is it?")),
        name,
        opening,
        claims,
    }
}

fn letter(mark: &str) -> char {
    mark.chars().next().expect("words are not empty")
}

/// Whose stone stands at a point, or whose stones alone surround it.
fn owner(board: &PlayoutBoard, point: Point) -> Option<Color> {
    let surrounds = |&color: &Color| {
        board.is_surrounded_by(point, color)
            && board
                .size()
                .neighbors(point)
                .into_iter()
                .any(|q| board.color(q) == Some(color))
    };
    board
        .color(point)
        .or_else(|| Color::BOTH.into_iter().find(surrounds))
}

/// How often each claim holds, in percent.
fn shares(case: &Case, params: &PlayoutParams) -> Vec<f64> {
    let game = Go::new(case.diagram.size());
    let mut policy = GoPlayout::<false>::new(&game, params);
    let mut record = Record::for_game(&game);
    let mut hits = vec![0u64; case.claims.len()];
    for image in 0..2 * symmetry::COUNT {
        let (symmetry, swapped) = (image / 2, image % 2 == 1);
        let seen = |color: Color| if swapped { color.other() } else { color };
        let diagram = case.diagram.image(symmetry, swapped);
        let mut start: Light<Hashed> = game.new_sim();
        start.board = diagram.board().expect("every chain has a liberty");
        start.set_turn(seen(case.turn));
        if let Some((_, mark)) = case.opening {
            let point = diagram.point(mark).expect("a mark of the diagram");
            start.play(point.to_move());
        }
        for i in 0..PLAYOUTS {
            let mut rng = Rng::stream(1, &[image as u64, i]);
            policy.run(&start, &mut rng, &mut record);
            for (hits, &(mark, expected, _)) in hits.iter_mut().zip(&case.claims) {
                let point = diagram.point(mark).expect("a mark of the diagram");
                *hits += u64::from(owner(policy.end(), point) == expected.map(seen));
            }
        }
    }
    let total = (2 * symmetry::COUNT as u64 * PLAYOUTS) as f64;
    hits.iter()
        .map(|&hits| 100.0 * hits as f64 / total)
        .collect()
}

fn suite() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/playouts");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .flat_map(|path| parse(&std::fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn positions_end_as_they_should() {
    let cases = suite();
    assert!(cases.len() >= 9, "the suite was found");
    let mut failures = Vec::new();
    for case in &cases {
        let shares = shares(case, &PlayoutParams::default());
        for (&(mark, owner, least), share) in case.claims.iter().zip(shares) {
            println!(
                "{}: {mark} {owner:?} {share:.1}% (at least {least}%)",
                case.name
            );
            if share < f64::from(least) {
                failures.push(format!(
                    "{}: {mark} {owner:?} {share:.1}%, not {least}%",
                    case.name
                ));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The suite can fail: playouts that may put themselves in atari destroy seki.
#[test]
fn without_the_rule_against_self_atari_seki_falls() {
    let careless = PlayoutParams {
        keep_safe: false,
        ..PlayoutParams::default()
    };
    let seki = suite().into_iter().find(|case| case.name.contains("seki"));
    let shares = shares(&seki.expect("there is one"), &careless);
    assert!(shares.iter().any(|&share| share < 60.0), "{shares:?}");
}
