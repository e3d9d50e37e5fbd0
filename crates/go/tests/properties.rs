//! What the rules promise: captures, ko and superko, taking back, copying, images, counting.
//! Drawn positions where a picture says it best, seeded random games where it must always hold.

mod support;

use std::collections::HashSet;

use Color::{Black, White};
use support::diagram::{draw, mv, play, points, position};
use support::random::{legal_moves, play_on};
use support::{area_rules, size};
use tewari_base::Rng;
use tewari_game::{Game, GameState};
use tewari_go::{
    Bare, Board, Color, Go, Hashed, Illegal, Ko, Komi, Layers, Light, PASS, Point, Position, Rules,
    Scoring, Step, handicap, symmetry,
};

const ALL_RULES: [Rules; 5] = [
    Rules::CHINESE,
    Rules::TROMP_TAYLOR,
    Rules::JAPANESE,
    Rules::AGA,
    Rules::NEW_ZEALAND,
];
const SIMPLE: Rules = Rules {
    ko: Ko::Simple,
    ..Rules::CHINESE
};

/// Asserts that the moves called `names` are refused for `reason` to the player to move.
#[track_caller]
fn assert_refused(position: &Position, names: &str, reason: Illegal) {
    for name in names.split_whitespace() {
        let answer = position.check(position.turn(), mv(position, name));
        assert_eq!(answer, Err(reason), "{name} on\n{}", draw(position));
    }
}

#[track_caller]
fn assert_stones(position: &Position, drawing: &str) {
    let expected: Vec<String> = drawing.lines().map(|row| row.replace(' ', "")).collect();
    let expected: Vec<&str> = expected
        .iter()
        .map(String::as_str)
        .filter(|row| !row.is_empty())
        .collect();
    assert_eq!(draw(position), expected.join("\n"));
}

#[track_caller]
fn assert_same_board<L: Layers, M: Layers>(a: &Board<L>, b: &Board<M>) {
    assert_eq!(a.size(), b.size());
    assert_eq!(a.ko(), b.ko());
    assert_eq!(
        a.empties(),
        b.empties(),
        "also the order, or seeded playouts would differ"
    );
    for point in a.size().points() {
        assert_eq!(a.color(point), b.color(point));
        assert_eq!(a.empty_neighbors(point), b.empty_neighbors(point));
        if a.color(point).is_some() {
            assert_eq!(
                a.chain(point).collect::<Vec<_>>(),
                b.chain(point).collect::<Vec<_>>()
            );
            assert_eq!(
                (a.head(point), a.atari(point)),
                (b.head(point), b.atari(point))
            );
        }
        for color in Color::BOTH {
            assert_eq!(
                a.is_surrounded_by(point, color),
                b.is_surrounded_by(point, color)
            );
            assert_eq!(a.is_legal(color, point), b.is_legal(color, point));
        }
    }
}

/// The same position with the same record.
#[track_caller]
fn assert_same(a: &Position, b: &Position) {
    assert_same_board(a.board(), b.board());
    assert_eq!(a.board().stones_key(), b.board().stones_key());
    assert_eq!(a.board().captured(), b.board().captured());
    for point in a.size().points() {
        assert_eq!(a.board().code(point), b.board().code(point));
    }
    assert_eq!(
        (a.turn(), a.light().passes(), a.light().last_points()),
        (b.turn(), b.light().passes(), b.light().last_points())
    );
    assert_eq!(
        (a.rules(), a.komi(), a.handicap()),
        (b.rules(), b.komi(), b.handicap())
    );
    assert_eq!(
        Color::BOTH.map(|c| a.lost(c)),
        Color::BOTH.map(|c| b.lost(c))
    );
    assert_eq!((a.record(), a.past()), (b.record(), b.past()));
    assert_eq!((a.key(), a.score(&[])), (b.key(), b.score(&[])));
    for color in Color::BOTH {
        assert_eq!(legal_moves(a, color), legal_moves(b, color));
    }
}

/// One random step of any kind.
fn step(position: &mut Position, rng: &mut Rng) {
    let color = Color::BOTH[rng.below(2) as usize];
    match rng.below(10) {
        0 => position.set_turn(color),
        1 => {
            let n = u32::from(position.size().get());
            let point = position
                .size()
                .point(rng.below(n) as u8, rng.below(n) as u8)
                .unwrap();
            let stone = [None, Some(Black), Some(White)][rng.below(3) as usize];
            let _ = position.setup(&[(point, stone)]);
        }
        2 => {
            let legal = legal_moves(position, color);
            let mv = legal[rng.below(legal.len() as u32) as usize];
            position.play(color, mv).expect("legal out of turn");
        }
        3 => {
            let stones = handicap::free(position.size(), 2);
            let fresh = position.board().empties().len() == position.size().points_count();
            assert!(position.place_handicap(&stones).is_ok() <= fresh);
        }
        _ => play_on(position, rng, 1),
    }
}

// Captures and suicide.

#[test]
fn one_move_captures_all_chains_it_leaves_without_liberty() {
    let mut game = position(
        Rules::CHINESE,
        0.0,
        ". . X . .
         . X O X .
         X O . O X
         . X O X .
         . . X . .",
    );
    play(&mut game, "C3");
    assert_stones(
        &game,
        ". . X . .
         . X . X .
         X . X . X
         . X . X .
         . . X . .",
    );
    assert_eq!((game.lost(White), game.lost(Black)), (4, 0));
    let mut captured = game.board().captured().to_vec();
    captured.sort_unstable();
    assert_eq!(captured, points(&game, "C2 B3 D3 C4"));
    assert_eq!(game.board().ko(), None);
}

#[test]
fn a_large_chain_is_captured_whole() {
    let mut game = position(
        Rules::CHINESE,
        0.0,
        "O O O O
         O X X .
         O O O X
         . X X .",
    );
    let [corner, last] = points(&game, "A4 D3")[..] else {
        unreachable!()
    };
    assert_eq!(game.board().atari(corner), None);
    play(&mut game, "A1 pass");
    assert_eq!(game.board().atari(corner), Some(last));
    assert_eq!(game.board().stones(White), 8);
    play(&mut game, "D3");
    assert_stones(
        &game,
        ". . . .
         . X X X
         . . . X
         X X X .",
    );
    assert_eq!(game.lost(White), 8);
}

/// One black chain with 288 liberties, a comb as large as boards get, then filled up: the
/// sums over its liberties are never mistaken for those of a chain with a single one.
#[test]
fn the_largest_chain_is_in_atari_only_at_its_last_liberty() {
    let mut board = Board::<Bare>::new(size(25));
    let is_tooth = |point| {
        let (x, y) = size(25).xy(point);
        x % 2 == 0 || y == 24
    };
    for point in size(25).points().filter(|&point| is_tooth(point)) {
        board.play(Black, point);
    }
    let stone = size(25).point(0, 0).unwrap();
    assert_eq!(board.chain_len(stone), 13 * 25 + 12);
    assert_eq!(board.liberties(stone, &mut [Point::NONE; 700]), 12 * 24);
    let mut gaps = board.empties().to_vec();
    Rng::new(9).shuffle(&mut gaps);
    let last = gaps.pop();
    for gap in gaps {
        assert_eq!(board.atari(stone), None);
        assert!(!board.only_liberty(stone, gap));
        board.play(Black, gap);
    }
    assert_eq!(board.atari(stone), last);
    board.play(White, last.unwrap());
    assert_eq!(
        board.stones(Black),
        0,
        "all 624 stones are captured at once"
    );
    assert_eq!(board.empty_count(), 624);
}

#[test]
fn suicide_removes_the_chain_only_where_it_is_allowed() {
    let drawing = ". . .
                   O O .
                   X . O";
    assert_refused(
        &position(Rules::CHINESE, 0.0, drawing),
        "B1",
        Illegal::Suicide,
    );
    assert_refused(&position(Rules::AGA, 0.0, drawing), "B1", Illegal::Suicide);
    for rules in [Rules::TROMP_TAYLOR, Rules::NEW_ZEALAND] {
        let mut game = position(rules, 0.0, drawing);
        play(&mut game, "B1");
        assert_stones(
            &game,
            ". . .
             O O .
             . . O",
        );
        assert_eq!((game.lost(Black), game.lost(White)), (2, 0));
        assert_eq!(game.board().captured().len(), 2);
    }
}

/// A lone stone's suicide changes nothing on the board: a repetition under positional
/// superko, but the other player is to move, so that situational superko allows it once.
#[test]
fn suicide_of_a_single_stone_is_a_matter_of_superko() {
    let drawing = ". . .
                   O . .
                   . O .";
    assert_refused(
        &position(Rules::TROMP_TAYLOR, 0.0, drawing),
        "A1",
        Illegal::Superko,
    );
    let mut game = position(Rules::NEW_ZEALAND, 0.0, drawing);
    play(&mut game, "A1");
    assert_stones(&game, drawing);
    assert_eq!(game.turn(), White);
    play(&mut game, "pass");
    assert_refused(&game, "A1", Illegal::Superko);
    let mut game = position(
        Rules {
            suicide: true,
            ..SIMPLE
        },
        0.0,
        drawing,
    );
    play(&mut game, "A1 pass A1 pass A1");
    assert_eq!(game.lost(Black), 3);
}

// Ko and superko.

const KO: &str = ". X O .
                  X O . O
                  . X O .
                  . . . .";

#[test]
fn a_ko_may_be_retaken_after_a_move_elsewhere() {
    for rules in ALL_RULES {
        let mut game = position(rules, 0.0, KO);
        play(&mut game, "C3");
        assert_eq!(game.board().ko(), Some(points(&game, "B3")[0]));
        assert_refused(&game, "B3", Illegal::Ko);
        play(&mut game, "A1 D1 B3");
        assert_eq!(game.board().ko(), Some(points(&game, "C3")[0]));
        assert_refused(&game, "C3", Illegal::Ko);
    }
}

#[test]
fn passing_lifts_the_ban_of_simple_ko_but_not_of_superko() {
    let after_passes = |rules| {
        let mut game = position(rules, 0.0, KO);
        play(&mut game, "C3 pass pass");
        game.check(White, mv(&game, "B3"))
    };
    assert_eq!(after_passes(SIMPLE), Ok(()));
    assert_eq!(after_passes(Rules::CHINESE), Err(Illegal::Superko));
    // The position before the ko was taken had Black to move, as after White's retaking.
    assert_eq!(after_passes(Rules::AGA), Err(Illegal::Superko));
}

#[test]
fn the_ban_is_for_the_player_whose_stone_was_taken() {
    let mut game = position(SIMPLE, 0.0, KO);
    play(&mut game, "C3");
    let retake = mv(&game, "B3");
    assert_eq!(game.check(White, retake), Err(Illegal::Ko));
    assert_eq!(game.check(Black, retake), Ok(()));
    game.set_turn(Black);
    assert_eq!(
        game.check(White, retake),
        Ok(()),
        "the turn came back from outside of play"
    );
}

#[test]
fn taking_one_stone_with_a_connected_one_is_no_ko() {
    let mut game = position(
        SIMPLE,
        0.0,
        ". X O .
         X O . X
         . X O .
         . . . .",
    );
    play(&mut game, "C3");
    assert_eq!((game.lost(White), game.board().ko()), (1, None));
}

/// The ban stands exactly where one stone could be retaken at once by one stone, to give the
/// board as it was before.
#[test]
fn ko_is_what_would_restore_the_board_at_once() {
    let stones = |board: &Board<Bare>| -> Vec<_> {
        board
            .size()
            .points()
            .map(|point| board.color(point))
            .collect()
    };
    let mut bans = 0;
    for number in 0..600 {
        let mut rng = Rng::stream(10, &[number]);
        let mut board = Board::<Bare>::new(size(2 + (number % 5) as u8));
        let mut color = Black;
        for _ in 0..120 {
            let legal: Vec<Point> = board
                .size()
                .points()
                .filter(|&p| board.is_legal(color, p))
                .collect();
            if legal.is_empty() {
                break;
            }
            let before = board.clone();
            board.play(color, legal[rng.below(legal.len() as u32) as usize]);
            let restoring: Vec<Point> = board
                .size()
                .points()
                .filter(|&p| board.is_empty(p) && !board.is_suicide(color.other(), p))
                .filter(|&p| {
                    let mut retaken = board.clone();
                    retaken.play(color.other(), p);
                    stones(&retaken) == stones(&before)
                })
                .collect();
            assert_eq!(board.ko().into_iter().collect::<Vec<_>>(), restoring);
            bans += restoring.len();
            color = color.other();
        }
    }
    assert!(bans > 100, "{bans} kos");
}

/// Where White sends two stones and Black returns one, Black's stone is then taken and the
/// board is what it was, with the other player to move.
#[test]
fn sending_two_returning_one() {
    let start = |rules| {
        let mut game = position(
            rules,
            0.0,
            ". . . . .
             . . . . .
             . . . . .
             O O X X X
             O . O . X",
        );
        game.set_turn(White);
        play(&mut game, "D1 B1");
        assert_eq!(game.lost(White), 2);
        assert_eq!(game.board().ko(), None);
        game
    };
    assert_refused(&start(Rules::CHINESE), "C1", Illegal::Superko);

    let mut situational = start(Rules::AGA);
    play(&mut situational, "C1 pass");
    assert_refused(&situational, "D1", Illegal::Superko);

    let mut simple = start(SIMPLE);
    for _ in 0..3 {
        play(&mut simple, "C1 pass D1 B1");
    }
    assert_eq!((simple.lost(White), simple.lost(Black)), (8, 3));
}

#[test]
fn triple_ko() {
    let drawing = "X O . O . . . . .
                   . X O . . . . . .
                   . . . . . . . . .
                   . . . . . . . . .
                   . . . . . . . . .
                   . . . . . . . . .
                   . . . . . . . . .
                   . X O . . . X O .
                   X O . O . X . X O";
    for rules in ALL_RULES {
        let mut game = position(rules, 0.0, drawing);
        play(&mut game, "C1 G1");
        assert_refused(&game, "H1", Illegal::Ko);
        play(&mut game, "C9 B1 H1");
        if rules.ko == Ko::Simple {
            play(&mut game, "B9");
            assert_stones(&game, drawing);
        } else {
            assert_refused(&game, "B9", Illegal::Superko);
        }
    }
}

/// Plays random moves, the players taking turns, and asks after each one that is no pass
/// whether what the rules forbid has come again.
fn count_repetitions(rules: Rules, seed: u64) -> u32 {
    let mut repetitions = 0;
    for number in 0..200u64 {
        let mut rng = Rng::stream(seed, &[number]);
        let mut game = Position::new(size(2 + (number % 3) as u8), rules, Komi::DEFAULT);
        let mut seen = HashSet::from([(draw(&game), Black)]);
        for _ in 0..120 {
            let moves_before = game.moves().count();
            play_on(&mut game, &mut rng, 1);
            let (_, mv) = game.moves().nth(moves_before).unwrap();
            let side = if rules.ko == Ko::Situational {
                game.turn()
            } else {
                Black
            };
            let new = seen.insert((draw(&game), side));
            repetitions += u32::from(!new && mv != PASS);
        }
    }
    repetitions
}

#[test]
fn no_position_comes_again_under_superko() {
    for rules in area_rules() {
        let repetitions = count_repetitions(rules, 11);
        if rules.ko == Ko::Simple {
            assert!(repetitions > 1000, "simple ko lets {repetitions} through");
        } else {
            assert_eq!(repetitions, 0, "{rules:?}");
        }
    }
}

/// What was set up is where the game starts, for the player who was then given the turn.
#[test]
fn superko_counts_from_the_last_setup() {
    let mut game = position(Rules::CHINESE, 0.0, KO);
    play(&mut game, "C3");
    assert_eq!(game.past().len(), 2);
    let corner = points(&game, "A1")[0];
    game.setup(&[(corner, Some(White))]).unwrap();
    game.set_turn(White);
    assert_eq!(game.past(), [(game.board().stones_key(), White)]);
    play(&mut game, "B3");

    let mut game = position(Rules::AGA, 0.0, KO);
    game.set_turn(White);
    assert_eq!(game.past(), [(game.board().stones_key(), White)]);
    play(&mut game, "pass");
    assert_eq!(game.past().len(), 2);
}

#[test]
fn two_passes_of_one_player_do_not_end_a_game() {
    let start = || Position::new(size(5), Rules::CHINESE, Komi::DEFAULT);
    let mut by_moves = start();
    by_moves.play(Black, PASS).unwrap();
    by_moves.play(Black, PASS).unwrap();
    let mut by_turn = start();
    by_turn.play(Black, PASS).unwrap();
    by_turn.set_turn(Black);
    assert_eq!(by_turn.light().passes(), 0);
    by_turn.play(Black, PASS).unwrap();
    for mut game in [by_moves, by_turn] {
        assert_eq!((game.light().passes(), game.is_over()), (1, false));
        game.play(White, PASS).unwrap();
        assert!(game.is_over());
        assert!(game.undo());
        assert_eq!(game.light().passes(), 1);
    }
}

#[test]
fn moves_after_two_passes_are_judged_as_before() {
    let mut game = position(Rules::CHINESE, 0.0, KO);
    play(&mut game, "C3 pass pass");
    assert!(game.is_over() && game.outcome().is_some());
    let mut listed = Vec::new();
    game.legal_moves(&mut listed);
    assert!(listed.is_empty(), "to a search the game has ended");
    assert_refused(&game, "B3", Illegal::Superko);
    assert_refused(&game, "C3", Illegal::Occupied);
    game.play(White, PASS).unwrap();
    assert!(game.is_over());
    assert_eq!(game.light().passes(), 2);
    play(&mut game, "A1");
    assert!(!game.is_over() && game.outcome().is_none());
    game.legal_moves(&mut listed);
    assert_eq!(listed, legal_moves(&game, White));
}

// Taking back, setting up, copying.

#[test]
fn what_was_taken_back_never_happened() {
    for number in 0..400u64 {
        let mut rng = Rng::stream(12, &[number]);
        let rules = ALL_RULES[number as usize % 5];
        let mut game = Position::new(size(2 + (number % 6) as u8), rules, Komi::DEFAULT);
        for _ in 0..rng.below(40) {
            step(&mut game, &mut rng);
        }
        let before = game.clone();
        for _ in 0..rng.below(10) {
            step(&mut game, &mut rng);
        }
        while game.record().len() > before.record().len() {
            assert!(game.undo());
        }
        assert_same(&game, &before);
        let mut never = before.clone();
        let mut same = rng.clone();
        for _ in 0..10 {
            step(&mut game, &mut rng);
            step(&mut never, &mut same);
        }
        assert_same(&game, &never);
    }
}

#[test]
fn undo_ends_at_the_empty_board() {
    let mut game = Position::new(size(9), Rules::CHINESE, Komi::DEFAULT);
    let fresh = game.clone();
    game.place_handicap(&handicap::fixed(size(9), 5).unwrap())
        .unwrap();
    play(&mut game, "A1 B2 pass pass");
    while game.undo() {}
    assert_same(&game, &fresh);
}

/// A change of rules leaves the record as it is, even where the new rules would refuse it.
#[test]
fn undo_replays_moves_that_new_rules_forbid() {
    let mut game = position(
        Rules::TROMP_TAYLOR,
        0.0,
        ". . .
         O O .
         X . O",
    );
    play(&mut game, "B1 pass");
    let before = draw(&game);
    game.set_rules(Rules::CHINESE);
    assert!(game.undo());
    assert_eq!(draw(&game), before);
    assert_eq!((game.lost(Black), game.rules()), (2, Rules::CHINESE));
}

/// The text of a position carries ko and passes, which no step of the record says.
#[test]
fn a_position_that_was_read_keeps_its_ko_through_undo_and_mirror() {
    let go = Go {
        size: size(4),
        rules: SIMPLE,
        komi: Komi::ZERO,
    };
    for text in [".XO./X.XO/.XO./.... w B3 0", ".XO./X.XO/.XO./.... w - 1"] {
        let read = go.parse_state(text).unwrap();
        let mut game = read.clone();
        play(&mut game, "A1 D1");
        assert!(game.undo() && game.undo());
        assert_same(&game, &read);
        for image in 0..symmetry::COUNT {
            let mapped = symmetry::map_position(&read, image);
            let ko = read
                .board()
                .ko()
                .map(|ko| symmetry::map_point(go.size, image, ko));
            assert_eq!(mapped.board().ko(), ko);
            assert_eq!(mapped.light().passes(), read.light().passes());
            assert_eq!(mapped.key(), read.image_keys()[image]);
        }
    }
}

#[test]
fn what_cannot_have_been_a_ko_is_not_read() {
    let go = Go {
        size: size(4),
        rules: SIMPLE,
        komi: Komi::ZERO,
    };
    for (text, readable) in [
        (".XO./X.XO/.XO./.... w B3 0", true),
        (".XO./X.XO/.XO./.... b B3 0", false),
        (".XO./X.XO/.XO./.... w A1 0", false),
        (".XO./X.XO/.XO./.... w B4 0", false),
        (".XO./X.X./.XO./.... w B3 0", false),
        (".XO./..XO/.XO./.... w B3 0", false),
        (".XO./X.XO/.XO./.... w - 3", false),
    ] {
        assert_eq!(go.parse_state(text).is_ok(), readable, "{text}");
    }
}

#[test]
fn copies_are_equal_and_independent() {
    let mut target = Position::new(size(19), Rules::CHINESE, Komi::DEFAULT);
    let mut bare = Board::<Bare>::new(size(19));
    let mut light = Light::<Hashed>::new(size(2), 0);
    for number in 0..200u64 {
        let mut rng = Rng::stream(13, &[number]);
        let n = [3, 9, 2, 13, 25, 5, 19, 4][number as usize % 8];
        let mut game = Position::new(size(n), ALL_RULES[number as usize % 5], Komi::DEFAULT);
        play_on(&mut game, &mut rng, 2 + usize::from(n) * 4);
        let copy = game.clone();
        target.clone_from(&game);
        bare.load(game.board());
        light.load(game.light());
        for copy in [&copy, &target] {
            assert_same(copy, &game);
        }
        assert_same_board(&bare, game.board());
        assert_same_board(&light.board, game.board());
        assert_eq!(
            (light.key(), light.score()),
            (game.key(), game.light().score())
        );
        assert_eq!(
            (light.turn(), light.white_bonus),
            (game.turn(), game.light().white_bonus)
        );

        let (mut on_copy, mut on_game) = (rng.clone(), rng);
        play_on(&mut target, &mut on_copy, 10);
        assert_same(&copy, &game);
        play_on(&mut game, &mut on_game, 10);
        assert_same(&target, &game);
    }
}

/// The contract with searches: a copy into an old target needs no new memory.
#[test]
fn clone_from_reuses_the_memory_of_its_target() {
    let mut rng = Rng::new(16);
    let mut target = Position::new(size(9), Rules::CHINESE, Komi::DEFAULT);
    let mut game = target.clone();
    play_on(&mut target, &mut rng, 60);
    play_on(&mut game, &mut rng, 50);
    let memory = |game: &Position| (game.record().as_ptr(), game.past().as_ptr());
    let before = memory(&target);
    target.clone_from(&game);
    assert_same(&target, &game);
    assert_eq!(memory(&target), before);
}

/// A position that was set up and the same one that was played go on alike.
#[test]
fn set_up_stones_play_like_played_ones() {
    for number in 0..200u64 {
        let mut rng = Rng::stream(14, &[number]);
        let n = 3 + (number % 7) as u8;
        let mut played = Position::new(size(n), SIMPLE, Komi::DEFAULT);
        play_on(&mut played, &mut rng, usize::from(n) * 5);
        played.play(played.turn(), PASS).unwrap();
        let stones: Vec<_> = played
            .size()
            .points()
            .map(|point| (point, played.board().color(point)))
            .collect();
        let mut set_up = Position::new(size(n), SIMPLE, Komi::DEFAULT);
        set_up.setup(&stones).unwrap();
        set_up.set_turn(played.turn());
        let mut same = rng.clone();
        for _ in 0..30 {
            assert_eq!(
                legal_moves(&set_up, set_up.turn()),
                legal_moves(&played, played.turn())
            );
            assert_eq!(set_up.board().stones_key(), played.board().stones_key());
            assert_eq!(draw(&set_up), draw(&played));
            assert_eq!(set_up.board().ko(), played.board().ko());
            play_on(&mut set_up, &mut rng, 1);
            play_on(&mut played, &mut same, 1);
        }
    }
}

#[test]
fn a_refused_setup_changes_nothing() {
    let mut game = position(Rules::CHINESE, 0.0, KO);
    play(&mut game, "C3");
    let before = game.clone();
    let [a1, a2, b1] = points(&game, "A1 A2 B1")[..] else {
        unreachable!()
    };
    let dead = [(a1, Some(White)), (a2, Some(Black)), (b1, Some(Black))];
    assert_eq!(game.setup(&dead), Err(Illegal::NoLiberty));
    assert_eq!(
        game.setup(&[(Point::NONE, Some(Black))]),
        Err(Illegal::OffBoard)
    );
    assert_eq!(game.place_handicap(&[a1]), Err(Illegal::NotEmpty));
    assert_same(&game, &before);
    let mut empty = Position::new(size(4), Rules::CHINESE, Komi::DEFAULT);
    assert_eq!(empty.place_handicap(&[a1, a1]), Err(Illegal::Occupied));
    assert_eq!(empty.place_handicap(&[Point::NONE]), Err(Illegal::OffBoard));
    assert_same(
        &empty,
        &Position::new(size(4), Rules::CHINESE, Komi::DEFAULT),
    );
}

// Images.

/// The same game with the colours exchanged.
fn swapped(game: &Position) -> Position {
    let mut image = Position::new(game.size(), game.rules(), game.komi());
    image.set_turn(White);
    for step in game.record() {
        match step {
            Step::Play(color, mv) => image.play(color.other(), *mv).unwrap(),
            Step::Setup(stones) => {
                let other =
                    |&(point, stone): &(Point, Option<Color>)| (point, stone.map(Color::other));
                image
                    .setup(&stones.iter().map(other).collect::<Vec<_>>())
                    .unwrap();
            }
            Step::Turn(color) => image.set_turn(color.other()),
            Step::Handicap(_) => unreachable!("White is never given handicap"),
        }
    }
    image
}

#[test]
fn image_keys_are_the_keys_of_the_images() {
    let (mut kos, mut passes) = (0, 0);
    for number in 0..300u64 {
        let mut rng = Rng::stream(15, &[number]);
        let n = 2 + (number % 8) as u8;
        let mut game = Position::new(size(n), SIMPLE, Komi::DEFAULT);
        let moves = rng.below(70) as usize;
        play_on(&mut game, &mut rng, moves);
        let corner = size(n).point(0, 0).unwrap();
        let _ = game.setup(&[(corner, None)]);
        for _ in 0..40 {
            if number % 2 == 0 || game.board().ko().is_none() {
                play_on(&mut game, &mut rng, 1);
            }
        }
        kos += u32::from(game.board().ko().is_some());
        passes += u32::from(game.light().passes() > 0);
        let keys = game.image_keys();
        for (colors, game) in [game.clone(), swapped(&game)].into_iter().enumerate() {
            for image in 0..symmetry::COUNT {
                let mapped = symmetry::map_position(&game, image);
                assert_eq!(keys[8 * colors + image], mapped.key(), "image {image}");
                assert_eq!(
                    sorted(mapped.image_keys()),
                    sorted(keys),
                    "an image of an image"
                );
            }
        }
    }
    assert!(kos > 5 && passes > 5, "{kos} kos, {passes} passes");
}

fn sorted(mut keys: [u64; 16]) -> [u64; 16] {
    keys.sort_unstable();
    keys
}

#[test]
fn sixteen_images_of_a_lopsided_position_have_sixteen_keys() {
    let game = position(
        Rules::CHINESE,
        0.0,
        ". . . .
         O . . .
         . X . .
         . X . .",
    );
    assert_eq!(HashSet::from(game.image_keys()).len(), 16);
    let empty = Position::new(size(5), Rules::CHINESE, Komi::DEFAULT);
    assert_eq!(HashSet::from(empty.image_keys()).len(), 2);
}

// Counting.

/// Asserts the score by area and by territory, taking the stones called `dead` for dead.
#[track_caller]
fn assert_scores(drawing: &str, komi: f64, dead: &str, area: &str, territory: &str) {
    for (scoring, expected) in [(Scoring::Area, area), (Scoring::Territory, territory)] {
        let game = position(
            Rules {
                scoring,
                ..Rules::CHINESE
            },
            komi,
            drawing,
        );
        let score = game.score(&points(&game, dead));
        assert_eq!(
            score.to_string(),
            expected,
            "{scoring:?} of\n{}",
            draw(&game)
        );
    }
}

#[test]
fn dame_belong_to_nobody() {
    let drawing = ". X . O .
                   . X . O .
                   . X . O .
                   . X . O .
                   . X . O .";
    assert_scores(drawing, 0.0, "", "0", "0");
    assert_scores(drawing, 6.5, "", "W+6.5", "W+6.5");
    assert_scores(drawing, -3.5, "", "B+3.5", "B+3.5");
    assert_scores(drawing, -4.0, "", "B+4", "B+4");
}

#[test]
fn dead_stones_leave_their_points_to_the_other_side() {
    let drawing = ". X . O .
                   . X . O .
                   O X . O .
                   . X . O X
                   . X . O .";
    // Alive, the two intruders make every point beside them neutral.
    assert_scores(drawing, 0.0, "", "0", "0");
    // A3 dead: column A is Black's, and the stone a prisoner.
    assert_scores(drawing, 0.0, "A3", "B+6", "B+6");
    assert_scores(drawing, 0.0, "E2", "W+6", "W+6");
    assert_scores(drawing, 0.0, "A3 E2", "0", "0");
    // Naming a stone twice, or an empty point, makes no difference.
    assert_scores(drawing, 0.0, "A3 A3 A1", "B+6", "B+6");
}

#[test]
fn a_dead_stone_stands_for_its_chain() {
    let drawing = ". X O O .
                   . X O . O
                   O X X O O
                   O O X O .
                   . O X O O";
    // Black: 6 stones, 7 points, 4 prisoners; White: 9 stones, 3 points.
    assert_scores(drawing, 0.5, "A2", "B+0.5", "B+7.5");
}

#[test]
fn dead_stones_of_both_sides_in_one_region_make_it_neutral() {
    let drawing = "X X X O O
                   X . X O .
                   X X X O O
                   X O . . O
                   . X O . O";
    // Only B4, E4 and A1 have an owner.
    assert_scores(drawing, 0.0, "", "B+2", "B+1");
    // A1 with them: 10 points each, and Black lost a stone.
    assert_scores(drawing, 0.0, "B1", "0", "W+1");
    assert_scores(drawing, 0.0, "B2 C1", "B+4", "B+3");
    assert_scores(drawing, 0.0, "B1 B2 C1", "B+2", "B+1");
}

#[test]
fn liberties_shared_in_a_seki_belong_to_nobody() {
    let drawing = "X X O O
                   X X O O
                   X . . O
                   X X O O";
    assert_scores(drawing, 0.0, "", "0", "0");
    // An eye in a seki counts, by territory too, which the Japanese rules would not allow.
    let drawing = "X X O O
                   X . . O
                   X X O .
                   X . O O";
    assert_scores(drawing, 0.0, "", "W+1", "W+1");
}

#[test]
fn an_empty_board_belongs_to_nobody_and_one_stone_owns_it() {
    assert_scores("...\n...\n...", 0.0, "", "0", "0");
    assert_scores("...\n.X.\n...", 0.0, "", "B+9", "B+8");
    assert_scores("...\n.O.\n...", 0.0, "B2", "0", "B+1");
}

/// By territory each stone that was taken counts, by area none.
#[test]
fn prisoners_count_by_territory_only() {
    for (scoring, before, after) in [
        (Scoring::Area, "W+2", "B+2"),
        (Scoring::Territory, "W+1", "B+2"),
    ] {
        let rules = Rules { scoring, ..SIMPLE };
        let mut game = position(
            rules,
            0.0,
            ". X O .
             X O . O
             X X O .
             . X O O",
        );
        assert_eq!(game.score(&[]).to_string(), before);
        play(&mut game, "C3 D4");
        assert_eq!(game.lost(White), 1);
        play(&mut game, "B3");
        assert_eq!(game.score(&[]).to_string(), after);
    }
}

/// Four stones on 9×9 own everything: 81 points by area, 77 by territory.
#[test]
fn handicap_is_compensated_as_the_rules_say() {
    for (rules, expected) in [
        (Rules::CHINESE, "B+76.5"),
        (Rules::AGA, "B+77.5"),
        (Rules::TROMP_TAYLOR, "B+80.5"),
        (Rules::NEW_ZEALAND, "B+80.5"),
        (Rules::JAPANESE, "B+76.5"),
    ] {
        let mut game = Position::new(size(9), rules, Komi::from_points(0.5).unwrap());
        game.place_handicap(&handicap::fixed(size(9), 4).unwrap())
            .unwrap();
        assert_eq!((game.handicap(), game.turn()), (4, White));
        assert_eq!(game.score(&[]).to_string(), expected, "{}", rules.name());
        if rules.scoring == Scoring::Area {
            assert_eq!(
                game.light().score(),
                game.score(&[]),
                "simulations count the same"
            );
        }
        assert!(game.undo());
        assert_eq!(
            (game.handicap(), game.score(&[]).to_string()),
            (0, "W+0.5".to_owned())
        );
        game.set_komi(Komi::from_points(-2.0).unwrap());
        assert_eq!(game.score(&[]).to_string(), "B+2");
    }
}
