//! From records to positions.

use tewari_game::Game;
use tewari_go::sgf::{Collection, GameTree, MAX_STEPS, Mode, Replay, Replayed};
use tewari_go::{Color, Go, Komi, PASS, Rules, Step};

use super::sample;

fn strict(tree: &GameTree) -> Replayed {
    Replay::new(tree)
        .run()
        .unwrap_or_else(|error| panic!("{error}"))
}

fn warnings(replayed: &Replayed) -> Vec<String> {
    replayed.warnings.iter().map(ToString::to_string).collect()
}

/// The position as text: rows from the top, side to move, ko, passes.
fn picture(replayed: &Replayed) -> String {
    Go::new(replayed.position.size()).format_state(&replayed.position)
}

#[test]
fn handicap_stones_count_for_compensation() {
    let games = sample("handicap").games;
    let chinese = strict(&games[0]);
    assert_eq!((chinese.position.handicap(), chinese.moves), (4, 2));
    assert_eq!(chinese.warnings, []);
    // Komi 0.5 and a point for each stone, in half points.
    assert_eq!(chinese.position.light().white_bonus, 1 + 2 * 4);
    let aga = strict(&games[1]);
    assert_eq!(aga.position.light().white_bonus, 1 + 2 * 3);
    let before = Replay::new(&games[0]).before_move(1).run().unwrap();
    assert_eq!(before.position.turn(), Color::White);

    let too_few = strict(&games[2]);
    assert_eq!(too_few.position.handicap(), 0);
    let warning = "HA[4]: not as many black stones were set up; no handicap counted";
    assert_eq!(warnings(&too_few), [format!("game 3: {warning}")]);
    assert_eq!(warnings(&strict(&games[3])).len(), 1);

    let diagram = strict(&games[4]);
    assert_eq!(
        (diagram.position.handicap(), diagram.position.turn()),
        (0, Color::Black)
    );
    let black_first = strict(&games[5]);
    assert_eq!(
        (black_first.position.handicap(), black_first.position.turn()),
        (2, Color::Black)
    );
}

/// Found by fuzzing: a later set-up took the turn that `PL` had given.
#[test]
fn only_the_first_setup_of_a_handicap_game_gives_white_the_turn() {
    let games = Collection::read(b"(;SZ[9]HA[2]AB[cc][gg]PL[B];AB[ee])").unwrap();
    assert_eq!(strict(&games.games[0]).position.turn(), Color::Black);
    let games = Collection::read(b"(;SZ[9]HA[2]AB[cc][gg]AW[ee])").unwrap();
    assert_eq!(strict(&games.games[0]).position.turn(), Color::White);
}

#[test]
fn setup_in_root_and_after_a_move() {
    let tree = &sample("setup").games[0];
    let root = Replay::new(tree).to_node(tree.root()).run().unwrap();
    assert_eq!(
        picture(&root),
        "XXX...OO./X.X...O../XXX....../........./....XO.../........./........./........./......... \
         w - 0"
    );
    let whole = strict(tree);
    assert_eq!(
        picture(&whole),
        ".XX...OO./X.X...O../XXX....../........./....XO.../....O..../........./....X..../........X \
         w - 0"
    );
    assert_eq!(whole.moves, 2);
}

#[test]
fn moves_in_the_root_are_played_after_its_setup() {
    let games = sample("root_move").games;
    let first = strict(&games[0]);
    assert_eq!((first.moves, first.position.record().len()), (2, 3));
    assert_eq!(first.position.board().stones(Color::Black), 2);
    assert_eq!(
        strict(&games[1]).position.moves().next().unwrap().0,
        Color::White
    );
}

#[test]
fn passes_in_all_spellings() {
    let games = sample("passes").games;
    let passes = |i: usize| {
        strict(&games[i])
            .position
            .moves()
            .filter(|mv| mv.1 == PASS)
            .count()
    };
    assert_eq!([passes(0), passes(1), passes(2)], [3, 2, 1]);
}

#[test]
fn any_line_up_to_any_move() {
    let tree = &sample("variations").games[0];
    let third = tree
        .nodes()
        .find(|&node| tree.text(node, "N").as_deref() == Some("third"));
    let replayed = Replay::new(tree).to_node(third.unwrap()).run().unwrap();
    assert_eq!((replayed.moves, Some(replayed.node)), (3, third));
    for number in 1..=7 {
        let before = Replay::new(tree).before_move(number).run().unwrap();
        assert_eq!(before.moves, (number - 1).min(5));
        let turn = if number % 2 == 1 {
            Color::Black
        } else {
            Color::White
        };
        assert!(number > 6 || before.position.turn() == turn);
    }
    assert_eq!(Replay::new(tree).before_move(0).run().unwrap().moves, 0);
}

#[test]
fn before_a_move_its_player_is_to_move() {
    let games = Collection::read(b"(;SZ[9]AB[ee];W[gg];W[cc])").unwrap();
    for number in [1, 2] {
        let before = Replay::new(&games.games[0])
            .before_move(number)
            .run()
            .unwrap();
        assert_eq!(before.position.turn(), Color::White);
    }
}

#[test]
fn the_record_wins_over_defaults() {
    let replay = |text: &str| {
        let games = Collection::read(text.as_bytes()).unwrap();
        let replay = Replay::new(&games.games[0]);
        replay
            .default_rules(Rules::AGA)
            .default_komi(Komi::ZERO)
            .run()
            .unwrap()
    };
    let silent = replay("(;SZ[9])").position;
    assert_eq!((silent.rules(), silent.komi()), (Rules::AGA, Komi::ZERO));
    let stated = replay("(;SZ[9]RU[Japanese]KM[6.5])").position;
    assert_eq!(
        (stated.rules(), stated.komi().halves()),
        (Rules::JAPANESE, 13)
    );
    let odd = replay("(;SZ[9]RU[GOE]KM[6.3]HA[x])");
    assert_eq!(
        (odd.position.rules(), odd.position.komi()),
        (Rules::AGA, Komi::ZERO)
    );
    assert_eq!(
        warnings(&odd),
        [
            "game 1: RU[GOE]: these rules are not known",
            "game 1: KM[6.3]: komi must be a multiple of 0.5 of a possible size",
            "game 1: HA[x]: handicap must be a number"
        ]
    );
    assert_eq!(
        warnings(&replay("(;SZ[9]KM[375])")),
        ["game 1: KM[375]: taken for komi 7.5"]
    );
}

#[test]
fn other_games_are_refused() {
    let games = sample("othello").games;
    for mode in [Mode::Strict, Mode::Lenient] {
        let error = Replay::new(&games[0]).mode(mode).run().err().unwrap();
        assert_eq!(error.to_string(), "game 1: GM[2]: not a game of Go");
    }
    let error = Replay::new(&sample("sizes").games[1]).run().err().unwrap();
    assert_eq!(
        error.to_string(),
        "game 2: SZ[9:13]: only square boards are served"
    );
}

/// Each illegal record: what strict mode says, and where lenient mode ends.
const ILLEGAL: [(&str, &str); 7] = [
    (
        "game 1, move 2: W[ee] (E5): there is a stone already",
        "........./........./........./........./....O..../........./......X../........./......... \
         w - 0",
    ),
    (
        "game 2, move 9: B[cb] (C8): ko",
        ".XO....../X.XO...../.XO....../........./........./........./........./........./......... \
         w B8 0",
    ),
    (
        "game 3, move 4: W[aa] (A9): suicide",
        ".X......./X......../........./........./........./........./......O../........./......... \
         b - 0",
    ),
    (
        "game 4, move 2: W[jj]: not on this board",
        "........./........./........./........./....X..../........./......X../........./......... \
         w - 0",
    ),
    (
        "game 5: 1 of the stones set up would have no liberty",
        ".X......./XX......./........./........./........./........./........./........./......... \
         b - 0",
    ),
    (
        "game 6: PL[x]: not a colour",
        "........./........./........./........./....X..../........./......O../........./......... \
         b - 0",
    ),
    (
        "game 7, move 11: B[cb] (C8): superko: repeats an earlier position",
        ".XO....../X.XO...../.XO....../........./........./........./........./........./......... \
         w B8 0",
    ),
];

#[test]
fn illegal_moves_stop_or_are_executed() {
    let games = sample("illegal").games;
    assert_eq!(games.len(), ILLEGAL.len());
    for (tree, (error, end)) in games.iter().zip(ILLEGAL) {
        assert_eq!(Replay::new(tree).run().err().unwrap().to_string(), error);
        let lenient = Replay::new(tree).mode(Mode::Lenient).run().unwrap();
        assert_eq!(warnings(&lenient)[0], error);
        assert_eq!(picture(&lenient), end, "{error}");
    }
}

#[test]
fn a_forced_move_is_a_move_of_the_record() {
    let games = sample("illegal").games;
    let ko = Replay::new(&games[1]).mode(Mode::Lenient).run().unwrap();
    assert_eq!((ko.moves, ko.position.moves().count()), (9, 9));
    let mut undone = ko.position.clone();
    while undone.undo() {}
    assert_eq!(undone.record(), []);
    let occupied = Replay::new(&games[0]).mode(Mode::Lenient).run().unwrap();
    assert_eq!(occupied.position.moves().count(), 3);
    assert!(matches!(occupied.position.record()[1], Step::Setup(_)));
}

#[test]
fn long_lines_end_somewhere() {
    let text = format!("(;SZ[9]{})", ";B[]".repeat(MAX_STEPS));
    let games = Collection::read(text.as_bytes()).unwrap();
    assert_eq!(strict(&games.games[0]).moves, MAX_STEPS);
    let text = format!("(;SZ[9]{};AE[aa])", ";B[]".repeat(MAX_STEPS));
    let games = Collection::read(text.as_bytes()).unwrap();
    let error = Replay::new(&games.games[0])
        .mode(Mode::Lenient)
        .run()
        .err()
        .unwrap();
    let expected = "game 1, move 10000: more than 10000 moves and set-ups in a line";
    assert_eq!(error.to_string(), expected);
    let text = format!("(;SZ[9]AB{})", "[zz]".repeat(3000));
    let games = Collection::read(text.as_bytes()).unwrap();
    let lenient = Replay::new(&games.games[0])
        .mode(Mode::Lenient)
        .run()
        .unwrap();
    assert_eq!(lenient.warnings.len(), 1000);
    let text = format!("(;SZ[25]AB{})", "[aa:yy]".repeat(7));
    let games = Collection::read(text.as_bytes()).unwrap();
    let error = Replay::new(&games.games[0])
        .mode(Mode::Lenient)
        .run()
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "game 1: AB[aa:yy]: more than 4096 points in a node"
    );
}

#[test]
fn every_legal_move_is_shown_before_it_is_played() {
    let tree = &sample("variations").games[0];
    let mut shown = Vec::new();
    let replayed = Replay::new(tree)
        .run_with(|position, color, mv| {
            assert_eq!(position.check(color, mv), Ok(()));
            assert_eq!(position.moves().count(), shown.len());
            shown.push((color, mv));
        })
        .unwrap();
    assert!(replayed.position.moves().eq(shown));
}
