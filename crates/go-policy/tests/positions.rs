//! Playouts against positions whose outcome is known: seki stands, dead groups die, groups
//! that can live do, far more often than not.
//!
//! The positions are data, in `suites/playouts` at the root of the project; suites/README.md
//! says how to add one. Every case is played in all eight symmetries and with colours
//! exchanged, from fixed seeds.

mod suite;

use tewari_base::Rng;
use tewari_game::{Game, GameState};
use tewari_go::diagram::Diagram;
use tewari_go::{Color, Go, Hashed, Light, Point, symmetry};
use tewari_go_policy::playout::{GoPlayout, PlayoutBoard, PlayoutParams};
use tewari_mcts::{Playout, Record};

use self::suite::{Case, mark, player};

/// Playouts per image of a case: 16 of them make 3200, so a share of 90% is known to about 1%.
const PLAYOUTS: u64 = 200;

struct Question {
    name: String,
    diagram: Diagram,
    turn: Color,
    /// A move to be made first.
    opening: Option<char>,
    /// Mark, expected owner, least share in percent.
    claims: Vec<(char, Option<Color>, u32)>,
}

fn question(case: Case) -> Question {
    let (mut turn, mut opening, mut claims) = (None, None, Vec::new());
    for line in &case.lines {
        let (key, words) = line.parts();
        match (key, words.as_slice()) {
            ("turn", [color]) => turn = player(color),
            ("play", [color, at]) => {
                turn = player(color);
                opening = Some(mark(at));
            }
            ("owner", [at, owner, share]) => {
                let share = share.trim_end_matches('%').parse().expect("a share in %");
                claims.push((mark(at), player(owner), share));
            }
            _ => panic!("{}: cannot read {key}: {words:?}", case.name),
        }
    }
    Question {
        turn: turn.unwrap_or_else(|| panic!("{}: whose turn is it?", case.name)),
        name: case.name,
        diagram: case.diagram,
        opening,
        claims,
    }
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
fn shares(case: &Question, params: &PlayoutParams) -> Vec<f64> {
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
        if let Some(mark) = case.opening {
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

fn questions() -> Vec<Question> {
    suite::read("playouts").into_iter().map(question).collect()
}

#[test]
fn positions_end_as_they_should() {
    let cases = questions();
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
    let seki = questions()
        .into_iter()
        .find(|case| case.name.contains("seki"));
    let shares = shares(&seki.expect("there is one"), &careless);
    assert!(shares.iter().any(|&share| share < 60.0), "{shares:?}");
}
