//! What the playout policies promise, whatever their parameters.

use std::collections::HashSet;

use tewari_base::Rng;
use tewari_game::{Game, GameState, Move, Outcome};
use tewari_go::diagram::Diagram;
use tewari_go::{Board, Cell, Color, Full, Go, Hashed, Light, PASS, Point, Size, score};
use tewari_go_policy::playout::{
    GoPlayout, PlayoutParams, PlayoutRule, Policy, Replies, Rest, UniformGo,
};
use tewari_go_policy::waste::wastes;
use tewari_mcts::{Playout, Record};

fn go(n: u8) -> Go {
    Go::new(Size::new(n).unwrap())
}

fn with_policy(policy: Policy) -> PlayoutParams {
    PlayoutParams {
        policy,
        ..PlayoutParams::default()
    }
}

/// All rules, none of them left to chance.
fn certain() -> PlayoutParams {
    PlayoutParams {
        take: 1.0,
        save_capture: 1.0,
        save_extend: 1.0,
        two_liberties: 1.0,
        nakade: 1.0,
        shapes: 1.0,
        capture: 1.0,
        ..with_policy(Policy::Sequence)
    }
}

/// No rule at all.
fn silent() -> PlayoutParams {
    PlayoutParams {
        take: 0.0,
        save_capture: 0.0,
        save_extend: 0.0,
        two_liberties: 0.0,
        nakade: 0.0,
        shapes: 0.0,
        capture: 0.0,
        fill: 0,
        ..with_policy(Policy::Sequence)
    }
}

fn all_kinds() -> [PlayoutParams; 4] {
    let filling = PlayoutParams {
        fill: 4,
        rest: Rest::Weighted,
        ..certain()
    };
    [
        with_policy(Policy::Uniform),
        with_policy(Policy::Weighted),
        filling,
        PlayoutParams::default(),
    ]
}

#[test]
fn playouts_are_legal_fill_no_eye_and_count_the_area() {
    for params in all_kinds() {
        for n in [2, 3, 5, 9, 13, 19] {
            let game = go(n);
            let mut policy = GoPlayout::<false>::new(&game, &params);
            let mut record = Record::for_game(&game);
            let start = game.new_sim();
            for seed in 0..10 {
                let area = policy.play_out(&start, &mut Rng::new(seed), &mut record);
                let mut replay = start.clone();
                for step in record.moves() {
                    let point = game.size.point_of(step.mv);
                    if let Some(point) = point {
                        assert!(!replay.board.is_eye(replay.turn(), point));
                    }
                    replay.try_play(step.mv).expect("playouts are legal");
                }
                if record.len() < game.max_playout_length() {
                    assert_eq!(area, score::area(&replay.board, &[]));
                }
            }
        }
    }
}

#[test]
fn the_uniform_policy_plays_as_the_reference_does() {
    let game = go(9);
    let start = game.new_sim();
    let mut policy = GoPlayout::<false>::new(&game, &with_policy(Policy::Uniform));
    let mut reference = UniformGo::new(&game);
    let (mut a, mut b) = (Record::for_game(&game), Record::for_game(&game));
    for seed in 0..50 {
        let area = policy.play_out(&start, &mut Rng::new(seed), &mut a);
        assert_eq!(
            area,
            reference.play_out(&start, &mut Rng::new(seed), &mut b)
        );
        assert_eq!(a.moves(), b.moves());
    }
}

fn rules_seen(params: &PlayoutParams, playouts: u64) -> HashSet<PlayoutRule> {
    let game = go(9);
    let mut policy = GoPlayout::<false>::new(&game, params);
    let mut record = Record::for_game(&game);
    let mut seen = HashSet::new();
    for seed in 0..playouts {
        policy.play_out(&game.new_sim(), &mut Rng::new(seed), &mut record);
        seen.extend(
            record
                .moves()
                .iter()
                .filter_map(|step| PlayoutRule::from_number(step.rule)),
        );
    }
    seen
}

/// Each rule has a switch, and the record names it.
#[test]
fn every_rule_can_be_switched_and_shows_in_the_record() {
    use PlayoutRule::{
        Attack, Capture, Chance, Fill, Nakade, SaveByCapture, SaveByExtension, Shape, Strengthen,
        Take, Urgent,
    };
    type Switch = fn(&mut PlayoutParams);
    let switches: [(Switch, &[PlayoutRule]); 9] = [
        (|p| p.take = 1.0, &[Take]),
        (|p| p.save_capture = 1.0, &[SaveByCapture]),
        (|p| p.save_extend = 1.0, &[SaveByExtension]),
        (|p| p.two_liberties = 1.0, &[Attack, Strengthen]),
        (|p| p.nakade = 1.0, &[Nakade]),
        (|p| p.shapes = 1.0, &[Shape]),
        (|p| p.capture = 1.0, &[Capture]),
        (|p| p.fill = 4, &[Fill]),
        (|p| p.rest = Rest::Weighted, &[Urgent]),
    ];
    assert_eq!(rules_seen(&silent(), 20), HashSet::from([Chance]));
    for (switch, rules) in switches {
        let mut params = silent();
        switch(&mut params);
        let expected: HashSet<_> = rules.iter().copied().chain([Chance]).collect();
        assert_eq!(rules_seen(&params, 200), expected);
    }
}

/// The position after `play` was made on a diagram, and where its marks are.
fn position(text: &str, turn: Color, play: char) -> (Light<Hashed>, impl Fn(char) -> Point) {
    let diagram: Diagram = text.parse().unwrap();
    let mut start = Go::new(diagram.size()).new_sim();
    start.board = diagram.board().unwrap();
    start.set_turn(turn);
    start.play(diagram.point(play).unwrap().to_move());
    (start, move |mark| diagram.point(mark).unwrap())
}

/// The first moves of that many playouts, with their rules.
fn first_moves(
    start: &Light<Hashed>,
    params: &PlayoutParams,
    count: u64,
) -> impl Iterator<Item = (Point, PlayoutRule)> {
    let size = start.board.size();
    let game = Go::new(size);
    let mut policy = GoPlayout::<false>::new(&game, params);
    let mut record = Record::for_game(&game);
    (0..count).map(move |seed| {
        policy.play_out(start, &mut Rng::new(seed), &mut record);
        let step = record.moves()[0];
        let point = size.point_of(step.mv).unwrap_or(Point::NONE);
        (point, PlayoutRule::from_number(step.rule).unwrap())
    })
}

/// The first moves of playouts after `play` was made on a diagram, by mark; `?` elsewhere.
fn answers(
    text: &str,
    turn: Color,
    play: char,
    params: &PlayoutParams,
) -> HashSet<(char, PlayoutRule)> {
    let diagram: Diagram = text.parse().unwrap();
    let (start, _) = position(text, turn, play);
    first_moves(&start, params, 100)
        .map(|(point, rule)| {
            let mark = diagram.marks().iter().find(|mark| mark.0 == point);
            (mark.map_or('?', |mark| mark.1), rule)
        })
        .collect()
}

#[test]
fn atari_is_answered_by_capture_or_by_an_extension_that_works() {
    use PlayoutRule::{SaveByCapture, SaveByExtension, Take};
    // Black's stone can run, or take the white one at its side.
    let both = ". . . . . . .
                . . . . . . .
                . . a X . . .
                . O 1 2 X . .
                . . b c . . .
                . . . . . . .
                . . . . . . .";
    assert_eq!(
        answers(both, Color::White, 'a', &certain()),
        HashSet::from([('b', SaveByExtension), ('c', SaveByCapture)])
    );
    // Running into the edge does not help, and nothing can be taken.
    let doomed = ". . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . . O . . . .
                  . O 1 a . . .
                  . . b . . . .";
    let found = answers(doomed, Color::White, 'a', &certain());
    let runs = found.iter().any(|&(_, rule)| rule == SaveByExtension);
    assert!(!runs, "{found:?}");
    // A stone played into atari is taken.
    let gift = ". . . . . . .
                . . . . . . .
                . . . X . . .
                . . X a X . .
                . . . b . . .
                . . . . . . .
                . . . . . . .";
    let found = answers(gift, Color::White, 'a', &certain());
    assert_eq!(found, HashSet::from([('b', Take)]));
}

/// A chain is saved with the probability of the rule, even if the last move touches it twice.
#[test]
fn a_chain_around_the_last_move_is_saved_once() {
    let around = ". . . . . . .
                  . . O O . . .
                  . O X X b . .
                  . O X a . . .
                  . . O . . . .
                  . . . . . . .
                  . . . . . . .";
    let params = PlayoutParams {
        save_extend: 0.5,
        ..silent()
    };
    let (start, mark) = position(around, Color::White, 'a');
    let saves = first_moves(&start, &params, 2000)
        .filter(|&(point, rule)| (point, rule) == (mark('b'), PlayoutRule::SaveByExtension))
        .count();
    // Five standard deviations are 112.
    assert!((888..=1112).contains(&saves), "{saves}");
}

/// The weighted policy, and the rest behind the rules, draw in proportion to their weights, however
/// many points of the board nobody may play.
#[test]
fn weights_are_what_they_say() {
    let text = ". O . O O . O X .
                O O O O . O O X X
                . O . O O O O X .
                O O O O . O . O X
                X X X X X X O X X
                O . X . X . X . X
                X X X X X X X X X
                . . . . . . . . .
                . . . . . . . . .";
    let diagram: Diagram = text.parse().unwrap();
    let game = Go::new(diagram.size());
    let mut start: Light<Hashed> = game.new_sim();
    start.board = diagram.board().unwrap();
    let board = &start.board;
    let coded: Board<Full> = diagram.board().unwrap();
    let color = Color::Black;
    let weighted = |eye_weight, rest| PlayoutParams {
        atari_weight: 12.0,
        eye_weight,
        keep_safe: false,
        ..rest
    };
    let policy = with_policy(Policy::Weighted);
    let behind = |rest, waste| PlayoutParams {
        rest,
        waste,
        ..silent()
    };
    for (params, waste) in [
        (weighted(1.0, policy), 1.0),
        (weighted(3.0, policy), 1.0),
        (weighted(1.0, behind(Rest::Uniform, 0.25)), 0.25),
        (weighted(1.0, behind(Rest::Uniform, 1.0)), 1.0),
        (weighted(3.0, behind(Rest::Weighted, 0.25)), 0.25),
    ] {
        let is_uniform = params.policy == Policy::Sequence && params.rest == Rest::Uniform;
        let last_weight = if is_uniform { 1.0 } else { params.atari_weight };
        let weight = |point: Point| {
            let near = game.size.neighbors(point);
            let is_last = near.into_iter().any(|q| board.atari(q) == Some(point));
            let makes_eye = near.into_iter().any(|q| {
                let around = game.size.neighbors(q).into_iter();
                let open = around.filter(|&r| {
                    r != point && board.cell(r) != color.cell() && board.cell(r) != Cell::Border
                });
                board.is_empty(q) && open.count() == 0
            });
            let by_surroundings = match (makes_eye, wastes().has(color, coded.code(point))) {
                (true, _) if params.eye_weight > 1.0 => params.eye_weight,
                (_, true) => waste,
                _ => 1.0,
            };
            f64::from(u8::from(is_last)) * (last_weight - 1.0) + by_surroundings
        };
        let points = game.size.points();
        let playable = points.filter(|&point| {
            board.is_empty(point) && board.is_legal(color, point) && !board.is_eye(color, point)
        });
        let weights: Vec<(Point, f64)> = playable.map(|point| (point, weight(point))).collect();
        let all: f64 = weights.iter().map(|&(_, weight)| weight).sum();
        let rare = weights.iter().filter(|&&(_, weight)| weight != 1.0).count();
        assert!(rare >= 2 || is_uniform && waste == 1.0, "{weights:?}");
        let draws = 6000;
        let drawn: Vec<Point> = first_moves(&start, &params, draws).map(|m| m.0).collect();
        for (point, weight) in weights {
            let share = weight / all;
            let expected = share * draws as f64;
            let found = drawn.iter().filter(|&&drawn| drawn == point).count() as f64;
            let deviation = (expected * (1.0 - share)).sqrt();
            assert!(
                (found - expected).abs() < 5.0 * deviation,
                "{point:?}: {found} of {expected}"
            );
        }
    }
}

#[test]
fn replies_are_remembered_until_they_lose() {
    use PlayoutRule::{Chance, ReplyToOne, ReplyToTwo};
    let game = go(9);
    let moves: Vec<Move> = ["C3", "G7", "E5", "D7"]
        .map(|name| game.parse_move(name).unwrap())
        .to_vec();
    let mut start = game.new_sim();
    start.play(moves[0]);
    start.play(moves[1]);
    for (replies, rule) in [(Replies::One, ReplyToOne), (Replies::Two, ReplyToTwo)] {
        let params = PlayoutParams {
            replies,
            ..with_policy(Policy::Uniform)
        };
        let mut policy = GoPlayout::<true>::new(&game, &params);
        let mut record = Record::for_game(&game);
        let first_of = |policy: &mut GoPlayout<true>, record: &mut Record| {
            policy.run(&start, &mut Rng::new(7), record);
            (record.moves()[0].mv, record.moves()[0].rule)
        };
        let by_chance = first_of(&mut policy, &mut record);
        assert_eq!(by_chance.1, Chance as u8);
        // Black's answer at E5 wins: it is what the policy plays from now on.
        let black = Outcome::Win(Color::Black.player());
        let white = Outcome::Win(Color::White.player());
        let mut rest = Record::for_game(&game);
        rest.push(moves[2], 0, false);
        policy.learn(&moves[..2], &rest, black);
        let learnt = (moves[2], rule as u8);
        assert_eq!(first_of(&mut policy, &mut record), learnt);
        policy.learn(&moves[..2], &rest, white);
        assert_eq!(first_of(&mut policy, &mut record), by_chance);
        policy.learn(&moves[..2], &rest, black);
        policy.forget();
        assert_eq!(first_of(&mut policy, &mut record), by_chance);
        // After another first move only the second one is the same.
        policy.learn(&[moves[3], moves[1]], &rest, black);
        let learnt = (moves[2], ReplyToOne as u8);
        assert_eq!(first_of(&mut policy, &mut record), learnt);
    }
}

/// Mercy ends a playout early and for the side that leads, komi and all.
#[test]
fn mercy_ends_hopeless_playouts() {
    let game = go(9);
    let merciful = PlayoutParams {
        mercy: 15,
        ..PlayoutParams::default()
    };
    let mut policy = GoPlayout::<false>::new(&game, &merciful);
    let mut record = Record::for_game(&game);
    let start = game.new_sim();
    let mut cut_short = 0;
    for seed in 0..50 {
        let lead = policy.play_out(&start, &mut Rng::new(seed), &mut record);
        let mut end = record.moves().iter().rev().take(2);
        if !end.all(|step| step.mv == PASS) {
            let margin = 2 * lead - start.white_bonus;
            assert!(margin.abs() >= 30, "seed {seed}: {lead}");
            cut_short += 1;
        }
    }
    assert!(cut_short > 0);
}
