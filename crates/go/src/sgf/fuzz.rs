//! What a fuzzer drives: any bytes must be read, replayed and written without panic, and what
//! was written must read the same.

use super::{Collection, GameTree, Games, Header, Limits, Mode, Replay, Replayed, SgfError};

/// Limits for fuzzing: small enough that no input takes long, large enough to be reached by
/// valid games.
const LIMITS: Limits = Limits {
    bytes: 1 << 20,
    game_items: 1 << 14,
    total_items: 1 << 16,
    nesting: 1 << 8,
};
/// Steps of a line that are replayed; each may cost a rebuilt board.
const STEPS: usize = 1000;

/// Reads `bytes` as a file of games and checks everything that must hold for it.
///
/// # Panics
/// When something does not hold.
pub fn fuzz_sgf(bytes: &[u8]) {
    let read = Collection::from(readable_games(bytes));
    if read.games.is_empty() {
        return;
    }
    let written = read.to_string();
    let again = reread(&written);
    assert_eq!(again.games, read.games, "folded text reads differently");
    assert_eq!(again.to_string(), written, "writing twice differs");
    let lines: String = read
        .games
        .iter()
        .map(|game| game.to_line() + "\n")
        .collect();
    assert_eq!(
        reread(&lines).games,
        read.games,
        "unfolded text reads differently"
    );
    for game in read.games.iter().take(8) {
        check_game(game);
    }
}

/// The games that can be read, broken ones left out, up to the limit of a collection.
fn readable_games(bytes: &[u8]) -> Vec<GameTree> {
    let Ok(mut reader) = Games::within(bytes, LIMITS) else {
        return Vec::new();
    };
    let mut games = Vec::new();
    let mut items = 0;
    for game in reader.by_ref() {
        match game {
            Ok(game) => {
                items += game.node_count() + game.value_count() + Limits::ITEMS_PER_GAME;
                if items > LIMITS.total_items {
                    break;
                }
                games.push(game);
            }
            Err(error) => assert_one_line(&error),
        }
    }
    reader.warnings().iter().for_each(assert_one_line);
    games
}

fn assert_one_line(error: &SgfError) {
    let text = error.to_string();
    assert!(
        !text.contains(['\n', '\r']) && text.chars().count() < 500,
        "{text}"
    );
}

fn reread(text: &str) -> Collection {
    let generous = Limits {
        bytes: 16 * LIMITS.bytes,
        ..LIMITS
    };
    match Collection::read_within(text.as_bytes(), &generous) {
        Ok(collection) => {
            assert!(collection.warnings.is_empty(), "{:?}", collection.warnings);
            collection
        }
        Err(error) => panic!("what was written cannot be read: {error}"),
    }
}

fn check_game(game: &GameTree) {
    let _ = (
        game.header(),
        game.komi_is_guess(),
        game.rules(),
        game.handicap(),
    );
    let last = game.nodes().last().unwrap_or(game.root());
    for replay in [Replay::new(game), Replay::new(game).to_node(last)] {
        let replay = replay.before_move(STEPS);
        let strict = replay.run();
        strict.as_ref().err().into_iter().for_each(assert_one_line);
        let Ok(lenient) = replay.mode(Mode::Lenient).run() else {
            continue;
        };
        lenient.warnings.iter().for_each(assert_one_line);
        if let Ok(strict) = &strict {
            assert_same(strict, &lenient);
        }
        check_record(&lenient);
    }
}

/// The record of a replayed position leads to the same position.
fn check_record(replayed: &Replayed) {
    let record = GameTree::from_position(&replayed.position, &Header::default());
    let Ok(again) = Replay::new(&record).mode(Mode::Lenient).run() else {
        return;
    };
    let stones = |replayed: &Replayed| {
        let board = replayed.position.board();
        board
            .size()
            .points()
            .map(|point| board.color(point))
            .collect::<Vec<_>>()
    };
    assert_eq!(stones(&again), stones(replayed), "{record}");
    assert_eq!(again.position.turn(), replayed.position.turn(), "{record}");
    assert_eq!(again.position.komi(), replayed.position.komi(), "{record}");
    assert_eq!(
        again.position.rules(),
        replayed.position.rules(),
        "{record}"
    );
    assert_eq!(
        again.position.handicap(),
        replayed.position.handicap(),
        "{record}"
    );
    assert!(
        again.position.moves().eq(replayed.position.moves()),
        "{record}"
    );
}

fn assert_same(strict: &Replayed, lenient: &Replayed) {
    assert_eq!(strict.position.record(), lenient.position.record());
    assert_eq!((strict.moves, strict.node), (lenient.moves, lenient.node));
    assert_eq!(strict.warnings, lenient.warnings);
}
