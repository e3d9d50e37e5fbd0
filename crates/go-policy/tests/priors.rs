//! What each source of the priors says about marked points.
//!
//! The positions are data, in `suites/priors` at the root of the project; suites/README.md says
//! how to add one. Every case is asked in all eight symmetries and with colours exchanged.

mod suite;

use tewari_base::params::ParamGroup;
use tewari_game::{Game, GameState, Move, MoveList};
use tewari_go::diagram::Diagram;
use tewari_go::{Color, Go, Hashed, Light, PASS, symmetry};
use tewari_go_policy::priors::{GoPriors, PriorParams};
use tewari_mcts::knowledge::{Knowledge, Opinion};
use tewari_mcts::prior::Prior;

use self::suite::{Case, mark, player};

/// What is asked of a case.
struct Question {
    turn: Option<Color>,
    /// Moves to be made first, each a mark or `pass`.
    moves: Vec<(Color, String)>,
    params: PriorParams,
    claims: Vec<Claim>,
}

/// So many imagined visits at a mark, or for a `pass`, were won or were lost.
struct Claim {
    at: String,
    visits: f32,
    won: bool,
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
        waste: 0.0,
        shape: 0.0,
        last: 0.0,
        previous: 0.0,
        near_1: 0.0,
        near_2: 0.0,
        near_3: 0.0,
        first_line: 0.0,
        edge: 0.0,
        corner: 0.0,
        pass: 0.0,
    }
}

fn question(case: &Case) -> Question {
    let mut question = Question {
        turn: None,
        moves: Vec::new(),
        params: silent(),
        claims: Vec::new(),
    };
    for line in &case.lines {
        let (key, words) = line.parts();
        match (key, words.as_slice()) {
            ("turn", [color]) => question.turn = player(color),
            ("play", [color, at]) => {
                let color = player(color).expect("somebody who plays");
                question.moves.push((color, (*at).to_owned()));
            }
            ("weights", weights) => {
                for weight in weights {
                    let (name, value) = weight.split_once('=').expect("name=value");
                    question.params.set(name, value).unwrap();
                }
            }
            ("for" | "against", [at, visits]) => question.claims.push(Claim {
                at: (*at).to_owned(),
                visits: visits.parse().expect("a number of visits"),
                won: key == "for",
            }),
            _ => panic!("{}: cannot read {key}: {words:?}", case.name),
        }
    }
    question
}

fn move_at(diagram: &Diagram, at: &str) -> Move {
    match at {
        "pass" => PASS,
        at => diagram.point(mark(at)).expect("a mark").to_move(),
    }
}

/// What is believed of each move: visits that were won, and lost.
fn beliefs(question: &Question, diagram: &Diagram, swapped: bool) -> Vec<(Move, [f32; 2])> {
    let game = Go::new(diagram.size());
    let seen = |color: Color| if swapped { color.other() } else { color };
    let mut sim: Light<Hashed> = game.new_sim();
    sim.board = diagram.board().expect("every chain has a liberty");
    for (color, at) in &question.moves {
        sim.set_turn(seen(*color));
        sim.play(move_at(diagram, at));
    }
    if let Some(turn) = question.turn {
        sim.set_turn(seen(turn));
    }
    let mut priors = GoPriors::new(&game, &question.params);
    let mut moves = MoveList::new();
    priors.propose(&game, &sim, &mut moves);
    let mut opinions = vec![Opinion::NONE; moves.len()];
    priors.judge(&game, &sim, &[], &moves, &mut opinions);
    let belief = |(&mv, opinion): (&Move, &Opinion)| {
        let Prior { visits, mean } = opinion.prior;
        (mv, [visits * mean, visits * (1.0 - mean)])
    };
    moves.iter().zip(&opinions).map(belief).collect()
}

#[test]
fn each_source_says_what_it_should() {
    let cases = suite::read("priors");
    assert!(cases.len() >= 20, "the suite was found");
    let mut failures = Vec::new();
    for case in &cases {
        let question = question(case);
        for image in 0..2 * symmetry::COUNT {
            let (symmetry, swapped) = (image / 2, image % 2 == 1);
            let diagram = case.diagram.image(symmetry, swapped);
            let beliefs = beliefs(&question, &diagram, swapped);
            for Claim { at, visits, won } in &question.claims {
                let mv = move_at(&diagram, at);
                let belief = beliefs.iter().find(|belief| belief.0 == mv);
                let (_, belief) = belief.expect("a move to be considered");
                let found = belief[usize::from(!won)];
                if (found - visits).abs() > 0.01 {
                    let side = if *won { "for" } else { "against" };
                    failures.push(format!(
                        "{} (image {symmetry}, {swapped}): {found} {side} {at}, not {visits}",
                        case.name
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
