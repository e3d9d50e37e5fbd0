//! The end of a game of Go: passing, dame, dead stones, resignation, dynamic komi.

use std::time::Duration;

use tewari_engine::{
    Count, Domain, DynamicKomi, GoTable, Params, Request, Restrictions, Status, Stop, Table as _,
    Thought, Watch,
};
use tewari_game::Move;
use tewari_go::diagram::Diagram;
use tewari_go::{Color, Komi, PASS, Point, Rules, Scoring, coord};

fn params(simulations: u64) -> Params {
    let mut params = Params::preset(Domain::Go(9));
    params.engine.simulations = simulations;
    params.engine.threads = 1;
    params.engine.memory = 16;
    params.engine.seed = 1;
    params.end.simulations = 400;
    params
}

/// A table with the stones of a diagram, `color` to move.
fn table(diagram: &str, rules: Rules, komi: f64, color: Color) -> GoTable {
    let diagram: Diagram = diagram.parse().unwrap();
    let komi = Komi::from_points(komi).unwrap();
    let mut table = GoTable::new(diagram.size(), rules, komi);
    let stones: Vec<_> = diagram
        .stones()
        .iter()
        .map(|&(p, c)| (p, Some(c)))
        .collect();
    table.position.setup(&stones).unwrap();
    table.position.set_turn(color);
    table
}

/// The engine's move for the side to move, made.
fn step(table: &mut GoTable, params: &Params) -> String {
    let color = table.position.turn();
    let mv = table
        .think_as(color, params, &Stop::default())
        .unwrap()
        .best
        .mv;
    table.position.play(color, mv).unwrap();
    table.format_move(mv)
}

fn play(table: &mut GoTable, name: &str) {
    let mv = coord::parse_move(table.position.size(), name).unwrap();
    table.position.play(table.position.turn(), mv).unwrap();
}

fn dead(table: &mut GoTable, params: &Params) -> Vec<Point> {
    let judgement = table.judge(params, &Stop::default()).unwrap();
    judgement.stones(Status::Dead).collect()
}

/// Black owns four columns and White three. `captive` is B5, a dead stone of White's or a free
/// point, and `border` is D4, a dame or a stone of Black's.
fn divided(captive: char, border: char) -> String {
    format!(
        ". . . X O . .
         . X . X O . .
         . {captive} . X O O .
         . X X {border} O . .
         . . X X O O .
         . . . X O . O
         . . . X O . ."
    )
}

/// Ahead, with a dame left: it is filled, then the engine passes, and the game ends as it
/// should.
#[test]
fn dame_are_filled_and_then_it_passes() {
    let params = params(400);
    let mut table = table(&divided('.', '.'), Rules::CHINESE, 0.5, Color::Black);
    assert_eq!(step(&mut table, &params), "D4");
    play(&mut table, "pass");
    assert_eq!(step(&mut table, &params), "pass");
    assert!(table.position.is_over());
    assert_eq!(table.score().to_string(), "B+6.5");
}

/// The same for the loser, who gains nothing by playing on.
#[test]
fn a_lost_game_is_finished_in_good_order() {
    let params = params(400);
    let mut table = table(&divided('.', '.'), Rules::CHINESE, 0.5, Color::White);
    assert_eq!(step(&mut table, &params), "D4");
    play(&mut table, "pass");
    assert_eq!(step(&mut table, &params), "pass");
    assert_eq!(table.score().to_string(), "B+4.5");
}

/// Behind on an open board, a pass of the opponent is not answered with the pass that would
/// end the game; ahead it is, because that wins.
#[test]
fn a_pass_is_answered_by_what_wins() {
    let params = params(300);
    for (komi, passes) in [(7.5, false), (-7.5, true)] {
        let komi = Komi::from_points(komi).unwrap();
        let size = tewari_go::Size::new(7).unwrap();
        let mut table = GoTable::new(size, Rules::CHINESE, komi);
        for name in ["D4", "C3", "D3", "pass"] {
            play(&mut table, name);
        }
        let answer = step(&mut table, &params);
        assert_eq!(answer == "pass", passes, "komi {komi}: {answer}");
    }
}

/// All of the board is the handicap's, as far as playouts can tell: that is no reason to pass.
#[test]
fn a_game_that_has_hardly_begun_is_not_passed_away() {
    let params = params(300);
    let handicap = ". . . . . . . . .
                    . . . . . . . . .
                    . . X . X . X . .
                    . . . . . . . . .
                    . . . . X . . . .
                    . . . . . . . . .
                    . . X . X . X . .
                    . . . . . . . . .
                    . . . . . . . . .";
    let mut table = table(handicap, Rules::CHINESE, 0.5, Color::White);
    let judgement = table.judge(&params, &Stop::default()).unwrap();
    assert!(judgement.is_settled() && judgement.open().is_empty());
    assert_ne!(step(&mut table, &params), "pass");
    play(&mut table, "pass");
    assert_ne!(step(&mut table, &params), "pass");
}

/// Who watches is told of owners at every time, even if no simulation comes to a playout.
#[test]
fn a_finished_board_has_owners_while_it_is_searched() {
    let finished = ". X O O .
                    X X X O O
                    . X X O O
                    X X X O .
                    X X X O O";
    let mut table = table(finished, Rules::CHINESE, 0.5, Color::White);
    let mut surveys = Vec::new();
    let mut see = |thought: &Thought| surveys.push(thought.survey.clone());
    let request = Request {
        in_game: false,
        watch: Some(Watch {
            every: Duration::ZERO,
            variations: 0,
            owners_by_move: false,
            begin: &mut || (),
            see: &mut see,
        }),
        ..Request::to_play(Color::White)
    };
    let answer = table.consult(request, &params(400), &Stop::default());
    let last = answer.unwrap().survey;
    assert_eq!(last.as_ref().map(|survey| survey.margin), Some(3.0));
    assert!(surveys.len() > 2);
    assert!(surveys.iter().all(|told| *told == last));
}

/// White's captive makes the difference. Counted as it stands Black takes it before he passes,
/// however often White passes; where dead stones are agreed on he passes at once.
#[test]
fn a_won_game_is_not_passed_away() {
    let mut params = params(400);
    let position = divided('O', 'X');
    let mut as_is = table(&position, Rules::CHINESE, 0.5, Color::White);
    assert_eq!(as_is.score().winner(), Some(Color::White));
    let mut moves = Vec::new();
    while !as_is.position.is_over() {
        play(&mut as_is, "pass");
        moves.push(step(&mut as_is, &params));
        assert!(moves.len() < 10, "{moves:?}");
    }
    assert!(moves.len() >= 3, "two liberties to take: {moves:?}");
    assert_eq!(as_is.score().to_string(), "B+6.5", "{moves:?}");

    params.end.count = Count::Agreed;
    let mut agreed = table(&position, Rules::CHINESE, 0.5, Color::Black);
    assert_eq!(step(&mut agreed, &params), "pass");
}

/// By territory a move inside would cost a point, and dead stones need not be taken.
#[test]
fn territory_is_not_filled() {
    let params = params(400);
    for color in Color::BOTH {
        let position = divided('O', 'X');
        let mut table = table(&position, Rules::JAPANESE, 0.5, color);
        assert_eq!(table.position.rules().scoring, Scoring::Territory);
        assert_eq!(step(&mut table, &params), "pass", "{color}");
        // 17 points and a prisoner twice counted, against 11 points.
        let judgement = table.judge(&params, &Stop::default()).unwrap().clone();
        assert_eq!(judgement.score(&table.position).to_string(), "B+6.5");
    }
}

/// What was believed before a pass is believed after it, whatever another search would say.
#[test]
fn passing_does_not_change_the_judgement() {
    let mut params = params(400);
    params.end.count = Count::Agreed;
    let mut table = table(&divided('O', 'X'), Rules::CHINESE, 0.5, Color::Black);
    let before = dead(&mut table, &params);
    assert_eq!(
        before,
        [coord::parse_point(table.position.size(), "B5").unwrap()]
    );
    assert_eq!(step(&mut table, &params), "pass");
    (params.engine.seed, params.engine.simulations) = (2, 1);
    assert_eq!(dead(&mut table, &params), before);
    play(&mut table, "pass");
    assert!(table.position.is_over());
    assert_eq!(dead(&mut table, &params), before);
}

/// After the game, when all stones left will count, the dead ones are taken; then it passes.
#[test]
fn cleaning_up_takes_dead_stones() {
    let params = params(400);
    let mut table = table(&divided('O', 'X'), Rules::CHINESE, -30.5, Color::Black);
    play(&mut table, "pass");
    play(&mut table, "pass");
    let captive = coord::parse_point(table.position.size(), "B5").unwrap();
    let named = table.dead_stones(&params, &Stop::default()).unwrap();
    assert_eq!(named.unwrap(), ["B5"]);
    let clean = |table: &mut GoTable| {
        let mv = table.clean_up_as(Color::Black, &params, &Stop::default());
        let mv: Move = mv.unwrap();
        table.position.play(Color::Black, mv).unwrap();
        mv
    };
    for _ in 0..2 {
        assert_ne!(clean(&mut table), PASS);
        play(&mut table, "pass");
    }
    assert!(
        table.position.board().is_empty(captive),
        "it has two liberties"
    );
    assert_eq!(clean(&mut table), PASS);
}

/// Hopeless twice, and not in the opening: the game is given up. Unless that is switched off.
#[test]
fn a_hopeless_game_is_resigned() {
    for on in [true, false] {
        let mut params = params(1000);
        (params.resign.on, params.resign.searches) = (on, 2);
        (params.resign.simulations, params.resign.from) = (100, 0.0);
        let mut table = table(&divided('.', 'X'), Rules::CHINESE, -20.5, Color::White);
        let stop = Stop::default();
        let first = table.think_as(Color::White, &params, &stop).unwrap();
        assert!(first.value < 0.1, "{}", first.value);
        assert!(!first.resigns, "once is not enough");
        play(&mut table, "G7");
        play(&mut table, "A1");
        let second = table.think_as(Color::White, &params, &stop).unwrap();
        assert_eq!(second.resigns, on);
    }
}

/// Four stones on 9x9: at the start White is given 28 points in the search, and the game looks
/// better to him than it is.
#[test]
fn handicap_games_are_searched_with_dynamic_komi() {
    let stop = Stop::default();
    let size = tewari_go::Size::new(9).unwrap();
    let value = |dynamic| {
        let mut params = params(300);
        params.komi.dynamic = dynamic;
        let mut table = GoTable::new(size, Rules::CHINESE, Komi::ZERO);
        let stones = tewari_go::handicap::fixed(size, 4).unwrap();
        table.position.place_handicap(&stones).unwrap();
        let thought = table.think_as(Color::White, &params, &stop).unwrap();
        (thought.shift, thought.value)
    };
    let (off, linear) = (value(DynamicKomi::Off), value(DynamicKomi::Linear));
    assert_eq!((off.0, linear.0), (0, 56));
    assert!(off.1 < 0.25 && linear.1 > off.1 + 0.1, "{off:?} {linear:?}");
}

/// A pass of one's own is no reason to pass again: the opponent was left out.
#[test]
fn a_second_pass_in_a_row_does_not_end_the_game() {
    let params = params(300);
    let size = tewari_go::Size::new(7).unwrap();
    let komi = Komi::from_points(-0.5).unwrap();
    let mut table = GoTable::new(size, Rules::CHINESE, komi);
    for name in ["D4", "C3", "E3", "C5"] {
        play(&mut table, name);
    }
    table.position.play(Color::Black, PASS).unwrap();
    let thought = table.think_as(Color::Black, &params, &Stop::default());
    assert_ne!(thought.unwrap().best.mv, PASS);
}

/// What the judgement says of a move is not heard where somebody says which moves to consider.
#[test]
fn restrictions_hold_at_the_end_of_a_game_too() {
    let params = params(400);
    let mut table = table(&divided('.', 'X'), Rules::CHINESE, 0.5, Color::White);
    play(&mut table, "pass");
    let mut answer = |moves| {
        let restrictions = Restrictions::to_next(Color::Black.player(), moves);
        let request = Request {
            restrictions,
            ..Request::to_play(Color::Black)
        };
        let thought = table.consult(request, &params, &Stop::default()).unwrap();
        thought.best.mv
    };
    assert_eq!(answer(Vec::new()), PASS);
    let point = coord::parse_move(tewari_go::Size::new(7).unwrap(), "A1").unwrap();
    assert_eq!(answer(vec![point]), point);
}

/// Judging once more before a pass does not forget what was known when it is interrupted.
#[test]
fn an_interrupted_judgement_replaces_no_other() {
    let mut params = params(400);
    let mut table = table(&divided('O', 'X'), Rules::CHINESE, 0.5, Color::White);
    let known = dead(&mut table, &params);
    assert_eq!(known.len(), 1);
    params.end.simulations = 1_000_000;
    let stop = Stop::default();
    stop.raise();
    let judgement = table.judge(&params, &stop).unwrap();
    let after: Vec<Point> = judgement.stones(Status::Dead).collect();
    assert_eq!(after, known);
}

/// A side that believes itself lost does not pass while half of the board is empty. The position
/// comes from a game that ended so.
#[test]
fn nobody_passes_on_an_open_board() {
    const BOARD: &str = "
        . X X X X X . O .
        X O O O X X X O O
        O . O O X O X O X
        . O O O X O X X .
        X O X O X O O X X
        . X X X O O . O O
        . . . X X O O . .
        . . . . . . O . .
        . . . . . . . . .";
    let mut params = params(500);
    params.resign.on = false;
    for seed in 1..=8 {
        params.engine.seed = seed;
        let mut table = table(BOARD, Rules::CHINESE, 7.5, Color::Black);
        assert_ne!(step(&mut table, &params), "pass", "seed {seed}");
    }
}
