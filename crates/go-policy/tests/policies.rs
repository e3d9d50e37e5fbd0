//! What the playout policies promise, whatever their parameters.

use std::collections::HashSet;

use tewari_base::Rng;
use tewari_game::{Game, GameState, Move, Outcome};
use tewari_go::diagram::Diagram;
use tewari_go::{Color, Go, Hashed, Light, PASS, Point, Size, score};
use tewari_go_policy::playout::{
    GoPlayout, PlayoutParams, PlayoutRule, Policy, Replies, Rest, UniformGo,
};
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
                    if let Some(point) = point
                        && PlayoutRule::from_number(step.rule) == Some(PlayoutRule::Chance)
                    {
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

/// The first moves of playouts after `play` was made on a diagram, by mark; `?` elsewhere.
fn answers(
    text: &str,
    turn: Color,
    play: char,
    params: &PlayoutParams,
) -> HashSet<(char, PlayoutRule)> {
    let diagram: Diagram = text.parse().unwrap();
    let game = Go::new(diagram.size());
    let mut start: Light<Hashed> = game.new_sim();
    start.board = diagram.board().unwrap();
    start.set_turn(turn);
    start.play(diagram.point(play).unwrap().to_move());
    let mut policy = GoPlayout::<false>::new(&game, params);
    let mut record = Record::for_game(&game);
    (0..100)
        .map(|seed| {
            policy.play_out(&start, &mut Rng::new(seed), &mut record);
            let step = record.moves()[0];
            let point = game.size.point_of(step.mv).unwrap_or(Point::NONE);
            let mark = diagram.marks().iter().find(|mark| mark.0 == point);
            let rule = PlayoutRule::from_number(step.rule).unwrap();
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

#[test]
fn replies_are_remembered_until_they_lose() {
    let game = go(9);
    let params = PlayoutParams {
        replies: Replies::Two,
        ..with_policy(Policy::Uniform)
    };
    let mut policy = GoPlayout::<true>::new(&game, &params);
    let mut record = Record::for_game(&game);
    let moves: Vec<Move> = ["C3", "G7", "E5"]
        .map(|name| game.parse_move(name).unwrap())
        .to_vec();
    let mut start = game.new_sim();
    start.play(moves[0]);
    start.play(moves[1]);
    let first_of = |policy: &mut GoPlayout<true>, record: &mut Record| {
        policy.run(&start, &mut Rng::new(7), record);
        (record.moves()[0].mv, record.moves()[0].rule)
    };
    let by_chance = first_of(&mut policy, &mut record);
    assert_eq!(by_chance.1, PlayoutRule::Chance as u8);
    // Black's answer at E5 wins: it is what the policy plays from now on.
    let black = Outcome::Win(Color::Black.player());
    let white = Outcome::Win(Color::White.player());
    let mut rest = Record::for_game(&game);
    rest.push(moves[2], 0, false);
    policy.learn(&moves[..2], &rest, black);
    let learnt = (moves[2], PlayoutRule::ReplyToTwo as u8);
    assert_eq!(first_of(&mut policy, &mut record), learnt);
    policy.learn(&moves[..2], &rest, white);
    assert_eq!(first_of(&mut policy, &mut record), by_chance);
    policy.learn(&moves[..2], &rest, black);
    policy.forget();
    assert_eq!(first_of(&mut policy, &mut record), by_chance);
}

/// Mercy ends a playout early and for the side that leads.
#[test]
fn mercy_ends_hopeless_playouts() {
    let game = go(9);
    let merciful = PlayoutParams {
        mercy: 15,
        ..PlayoutParams::default()
    };
    let mut policy = GoPlayout::<false>::new(&game, &merciful);
    let mut record = Record::for_game(&game);
    let mut cut_short = 0;
    for seed in 0..50 {
        let lead = policy.play_out(&game.new_sim(), &mut Rng::new(seed), &mut record);
        let mut end = record.moves().iter().rev().take(2);
        if !end.all(|step| step.mv == PASS) {
            assert!(lead.abs() >= 15, "seed {seed}: {lead}");
            cut_short += 1;
        }
    }
    assert!(cut_short > 0);
}
