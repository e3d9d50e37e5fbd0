//! Judgements of stones and points against positions whose answer is known.
//!
//! The positions are data, in `suites/judgement` at the root of the project; suites/README.md
//! says how to add one. Every case is judged in two of its sixteen images, one with colours
//! exchanged, other ones from case to case.

mod suite;

use std::sync::atomic::AtomicBool;

use tewari_go::diagram::Diagram;
use tewari_go::{Color, Komi, PASS, Point, Position, Rules, coord};
use tewari_go_policy::judgement::{Judge, Judgement, Status};
use tewari_mcts::Config;

use self::suite::{Case, mark, player};

/// A statement about a position.
enum Claim {
    /// All stones with these marks have this status.
    Status(Status, Vec<char>),
    Owner(char, Option<Color>),
    /// No chain hangs on who moves first.
    Settled,
    /// The fate of these stones is in doubt.
    Unsettled(Vec<char>),
    /// These and no other points are open.
    Open(Vec<char>),
}

fn claims(case: &Case) -> Vec<Claim> {
    let claim = |line: &suite::Line| {
        let (key, words) = line.parts();
        let marks = || {
            let words = words.iter().filter(|&&word| word != "none");
            words.map(|word| mark(word)).collect()
        };
        match (key, words.as_slice()) {
            ("settled", []) => Claim::Settled,
            ("alive", _) => Claim::Status(Status::Alive, marks()),
            ("dead", _) => Claim::Status(Status::Dead, marks()),
            ("seki", _) => Claim::Status(Status::Seki, marks()),
            ("unsettled", _) => Claim::Unsettled(marks()),
            ("open", _) => Claim::Open(marks()),
            ("owner", &[at, owner]) => Claim::Owner(mark(at), player(owner)),
            _ => panic!("{}: cannot read {key}: {words:?}", case.name),
        }
    };
    case.lines.iter().map(claim).collect()
}

fn judge(simulations: u64) -> Judge {
    let mut config = Config::default();
    config.rave.on = true;
    config.rave.bias = 0.02;
    config.search.exploration = 0.1;
    config.search.expand_at = 1;
    Judge {
        simulations,
        threads: 1,
        bytes: 64 << 20,
        seed: 1,
        config,
    }
}

fn position(diagram: &Diagram, komi: Komi) -> Position {
    let mut position = Position::new(diagram.size(), Rules::CHINESE, komi);
    let stones: Vec<_> = diagram
        .stones()
        .iter()
        .map(|&(p, c)| (p, Some(c)))
        .collect();
    position.setup(&stones).unwrap();
    position
}

/// What of a case is not so.
fn failures(case: &Case, diagram: &Diagram, swapped: bool, judgement: &Judgement) -> Vec<String> {
    let seen = |color: Color| if swapped { color.other() } else { color };
    let name = |point: Point| coord::format_point(diagram.size(), point);
    let points = |mark: char| {
        let points: Vec<Point> = diagram.points(mark).collect();
        assert!(!points.is_empty(), "{}: no mark {mark}", case.name);
        points
    };
    let mut failures = Vec::new();
    for claim in claims(case) {
        match claim {
            Claim::Status(status, marks) => {
                for (mark, point) in marks
                    .iter()
                    .flat_map(|&m| points(m).into_iter().map(move |p| (m, p)))
                {
                    let found = judgement.status(point);
                    if found != Some(status) {
                        failures.push(format!("{mark} is {found:?}, not {status:?}"));
                    }
                }
            }
            Claim::Owner(mark, owner) => {
                for point in points(mark) {
                    let found = judgement.owner(point).map(seen);
                    if found != owner {
                        failures.push(format!("{mark} is {found:?}'s, not {owner:?}'s"));
                    }
                }
            }
            Claim::Settled => {
                if !judgement.is_settled() {
                    let stones: Vec<String> = judgement.unsettled().iter().map(name).collect();
                    failures.push(format!("not settled: {}", stones.join(" ")));
                }
            }
            Claim::Unsettled(marks) => {
                for point in marks.iter().flat_map(|&mark| points(mark)) {
                    if !judgement.unsettled().contains(point) {
                        failures.push(format!("{} is settled", name(point)));
                    }
                }
            }
            Claim::Open(marks) => {
                let mut wanted: Vec<Point> = marks.iter().flat_map(|&mark| points(mark)).collect();
                wanted.sort_unstable();
                let found: Vec<Point> = judgement.open().iter().collect();
                if found != wanted {
                    let found: Vec<String> = found.into_iter().map(name).collect();
                    failures.push(format!("open: {}", found.join(" ")));
                }
            }
        }
    }
    failures
}

#[test]
fn positions_are_judged_as_they_should() {
    let cases = suite::read("judgement");
    assert!(cases.len() >= 10, "the suite was found");
    let mut wrong = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        for image in 0..2 {
            let (symmetry, swapped) = ((i + 3 * image) % 8, image % 2 == 1);
            let diagram = case.diagram.image(symmetry, swapped);
            let position = position(&diagram, Komi::DEFAULT);
            let judgement = judge(800)
                .judge(&position, &AtomicBool::new(false))
                .unwrap();
            for failure in failures(case, &diagram, swapped, &judgement) {
                wrong.push(format!(
                    "{} (image {symmetry}, {swapped}): {failure}",
                    case.name
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Black lives by the middle of a row of three. White gives so much that this wins.
#[test]
fn a_pass_that_loses_stones_is_found_out() {
    let diagram: Diagram = "
        . X O . . . .
        . X O . . . .
        . X O . . . .
        X X O . . . .
        O O O . . . .
        . . . . . . .
        . . . . . . .
    "
    .parse()
    .unwrap();
    let mut position = position(&diagram, Komi::from_points(-41.0).unwrap());
    position.set_turn(Color::Black);
    let stop = AtomicBool::new(false);
    let value = |mv| {
        judge(300)
            .value_after(&position, Color::Black, mv, &stop)
            .unwrap()
    };
    let alive = value(coord::parse_move(diagram.size(), "A6").unwrap());
    let passed = value(PASS);
    assert!(alive - passed > 0.3, "{alive} by A6, {passed} by a pass");
}
