//! What each source of the priors says about marked points.
//!
//! The positions are data, in `suites/priors` at the root of the project; suites/README.md says
//! how to add one. Every case is asked in all eight symmetries and with colours exchanged.

use std::path::Path;

use tewari_base::params::ParamGroup;
use tewari_game::{Game, GameState, Move, MoveList};
use tewari_go::diagram::Diagram;
use tewari_go::{Color, Go, Hashed, Light, PASS, symmetry};
use tewari_go_policy::priors::{GoPriors, PriorParams};
use tewari_mcts::knowledge::{Knowledge, Opinion};

struct Case {
    name: String,
    rows: Vec<String>,
    turn: Option<Color>,
    /// Moves to be made first.
    moves: Vec<(Color, String)>,
    params: PriorParams,
    /// Mark or `pass`, imagined visits, whether they were won.
    claims: Vec<(String, f32, bool)>,
}

fn color(word: &str) -> Color {
    match word {
        "black" => Color::Black,
        "white" => Color::White,
        other => panic!("{other:?} is no colour"),
    }
}

/// No source says anything.
fn silent() -> PriorParams {
    PriorParams {
        on: true,
        opening: PriorParams::default().opening,
        even: 0.0,
        hint: 0.0,
        capture: 0.0,
        save: 0.0,
        ladder: 0.0,
        self_atari: 0.0,
        eye: 0.0,
        shape: 0.0,
        last: 0.0,
        previous: 0.0,
        near_1: 0.0,
        near_2: 0.0,
        near_3: 0.0,
        first_line: 0.0,
        edge: 0.0,
        pass: 0.0,
    }
}

fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let lines = text.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, rest) = line.split_once(':').unwrap_or(("", line));
        let words: Vec<&str> = rest.split_whitespace().collect();
        if key == "case" {
            cases.push(Case {
                name: rest.trim().to_owned(),
                rows: Vec::new(),
                turn: None,
                moves: Vec::new(),
                params: silent(),
                claims: Vec::new(),
            });
            continue;
        }
        let case = cases.last_mut().expect("a case begins with its name");
        match (key, words.as_slice()) {
            ("", _) => case.rows.push(line.to_owned()),
            ("turn", [player]) => case.turn = Some(color(player)),
            ("play", [player, mark]) => case.moves.push((color(player), (*mark).to_owned())),
            ("weights", weights) => {
                for weight in weights {
                    let (name, value) = weight.split_once('=').expect("name=value");
                    case.params.set(name, value).unwrap();
                }
            }
            ("for" | "against", [mark, visits]) => {
                let visits = visits.parse().expect("a number of visits");
                case.claims.push(((*mark).to_owned(), visits, key == "for"));
            }
            _ => panic!("{}: cannot read {line:?}", case.name),
        }
    }
    cases
}

fn move_at(diagram: &Diagram, mark: &str) -> Move {
    if mark == "pass" {
        return PASS;
    }
    let point = mark.chars().next().and_then(|mark| diagram.point(mark));
    point.expect("a mark of the diagram").to_move()
}

/// What is believed of `mark`: visits that were won, and lost.
fn beliefs(case: &Case, diagram: &Diagram, swapped: bool) -> impl Fn(&str) -> [f32; 2] {
    let game = Go::new(diagram.size());
    let seen = |color: Color| if swapped { color.other() } else { color };
    let mut sim: Light<Hashed> = game.new_sim();
    sim.board = diagram.board().expect("every chain has a liberty");
    for (player, mark) in &case.moves {
        sim.set_turn(seen(*player));
        sim.play(move_at(diagram, mark));
    }
    if let Some(turn) = case.turn {
        sim.set_turn(seen(turn));
    }
    let mut priors = GoPriors::new(&game, &case.params);
    let mut moves = MoveList::new();
    priors.propose(&game, &sim, &mut moves);
    let mut opinions = vec![Opinion::NONE; moves.len()];
    priors.judge(&game, &sim, &[], &moves, &mut opinions);
    let moves = moves.to_vec();
    move |mark| {
        let mv = move_at(diagram, mark);
        let place = moves.iter().position(|&other| other == mv);
        let place = place.unwrap_or_else(|| panic!("{mark} is no move to be considered"));
        let prior = opinions[place].prior;
        [prior.visits * prior.mean, prior.visits * (1.0 - prior.mean)]
    }
}

#[test]
fn each_source_says_what_it_should() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/priors");
    let mut failures = String::new();
    let mut asked = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        for case in parse(&std::fs::read_to_string(file.unwrap().path()).unwrap()) {
            let drawn: Diagram = case.rows.join("\n").parse().unwrap();
            for image in 0..2 * symmetry::COUNT {
                let (symmetry, swapped) = (image / 2, image % 2 == 1);
                let diagram = drawn.image(symmetry, swapped);
                let believed = beliefs(&case, &diagram, swapped);
                for (mark, visits, won) in &case.claims {
                    let found = believed(mark)[usize::from(!won)];
                    asked += 1;
                    if (found - visits).abs() > 0.01 {
                        let side = if *won { "for" } else { "against" };
                        failures += &format!(
                            "{}, image {image}: {found} instead of {visits} {side} {mark}\n",
                            case.name
                        );
                    }
                }
            }
        }
    }
    assert!(asked > 500, "only {asked} questions were found");
    assert!(failures.is_empty(), "\n{failures}");
}
