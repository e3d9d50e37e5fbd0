use super::*;
use crate::config::MatchFile;
use std::path::Path;

fn config(players: usize, more: &str) -> MatchConfig {
    let text = format!(
        "[match]\ngame='connect4'\n{more}\n{}",
        "[[player]]\n".repeat(players)
    );
    MatchFile::parse(&text)
        .unwrap()
        .resolve(Path::new(""))
        .unwrap()
}

fn game(pair: u64, pairing: usize, leg: u8, result: Outcome, end: End) -> Summary {
    let id = GameId { pair, pairing, leg };
    let moves = pair * 100 + pairing as u64 * 10 + u64::from(leg);
    Summary {
        id,
        result,
        end,
        opening: format!("o{pair}"),
        moves,
        length: 7,
        second: None,
        disputed: false,
    }
}

/// A game of the first pairing.
fn plain(pair: u64, leg: u8, result: Outcome) -> Summary {
    game(pair, 0, leg, result, End::Rules)
}

#[test]
fn pairs_sides_and_openings() {
    use Outcome::{Draw, First, Second, Void};
    let games = [
        plain(1, 0, Draw),
        plain(0, 1, Second),
        plain(0, 0, First),
        plain(1, 1, Second),
        plain(2, 0, First),
        game(2, 0, 1, Void, End::Limit),
        plain(3, 1, First),
    ];
    let tally = Tally::new(&config(2, ""), &games);
    let pairing = &tally.pairings[0];
    // Player 0 won both games of pair 0, drew and won in pair 1, won in 2, lost in 3.
    assert_eq!(
        pairing.games,
        Wdl {
            wins: 4,
            draws: 1,
            losses: 1
        }
    );
    assert_eq!(
        pairing.moving_first,
        Wdl {
            wins: 2,
            draws: 1,
            losses: 0
        }
    );
    assert_eq!(
        pairing.moving_second,
        Wdl {
            wins: 2,
            draws: 0,
            losses: 1
        }
    );
    assert_eq!(
        pairing.pairs,
        Pairs([0, 0, 0, 1, 1]),
        "incomplete pairs are left out"
    );
    assert_eq!(pairing.void, 1);
    assert_eq!(
        pairing.openings["o1"],
        Wdl {
            wins: 1,
            draws: 1,
            losses: 0
        }
    );
    assert_eq!(
        (tally.games, tally.moves, tally.ends[&End::Limit]),
        (7, 49, 1)
    );
    assert!(tally.duplicates.is_empty() && tally.sprt.is_none());
}

#[test]
fn the_order_of_arrival_does_not_matter() {
    let config = config(3, "");
    let mut games: Vec<Summary> = (0..4)
        .flat_map(|pair| (0..3).flat_map(move |pairing| [0, 1].map(|leg| (pair, pairing, leg))))
        .map(|(pair, pairing, leg)| {
            let results = [
                Outcome::First,
                Outcome::Second,
                Outcome::Draw,
                Outcome::First,
            ];
            game(
                pair,
                pairing,
                leg,
                results[(pair as usize + pairing) % 4],
                End::Rules,
            )
        })
        .collect();
    let tally = Tally::new(&config, &games);
    games.reverse();
    assert_eq!(Tally::new(&config, &games), tally);
    assert_eq!(tally.games, 24);
}

#[test]
fn failures_belong_to_the_loser() {
    let games = [
        game(0, 0, 0, Outcome::First, End::Crash),
        game(0, 0, 1, Outcome::First, End::Illegal),
        game(1, 0, 0, Outcome::Second, End::Hang),
        game(1, 0, 1, Outcome::Second, End::Resign),
    ];
    let tally = Tally::new(&config(2, ""), &games);
    let failures = |player: usize| {
        tally.failures[player]
            .clone()
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(failures(0), [(End::Illegal, 1), (End::Hang, 1)]);
    assert_eq!(failures(1), [(End::Crash, 1)]);
}

#[test]
fn repeated_games_are_found() {
    let mut games = vec![
        plain(0, 0, Outcome::First),
        plain(0, 1, Outcome::First),
        plain(1, 0, Outcome::First),
    ];
    games[2].moves = games[0].moves;
    let tally = Tally::new(&config(2, ""), &games);
    assert_eq!(tally.duplicates, [(2, 0)]);
}

#[test]
fn second_scores_are_counted() {
    let mut games: Vec<Summary> = (0..3).map(|pair| plain(pair, 0, Outcome::First)).collect();
    games[0].second = Some(Some(true));
    games[1].second = Some(Some(false));
    games[1].disputed = true;
    games[2].second = Some(None);
    let tally = Tally::new(&config(2, ""), &games);
    assert_eq!((tally.second, tally.disputed), ([1, 1, 1], vec![2]));
}

/// The test stops at a pair, whatever was finished beyond it or is still missing.
#[test]
fn the_sequential_test_reads_pairs_in_order() {
    let config = config(2, "[sprt]\nelo0 = 0\nelo1 = 200\n");
    let won = |pair| {
        [
            plain(pair, 0, Outcome::First),
            plain(pair, 1, Outcome::Second),
        ]
    };
    let all: Vec<Summary> = (0..40).flat_map(won).collect();
    let whole = Tally::new(&config, &all);
    assert!(whole.is_decided());
    assert_eq!(whole.games + whole.surplus, 80);
    assert!(whole.games < 60, "{}", whole.games);
    let enough = &all[..whole.games as usize];
    assert_eq!(
        Tally::new(&config, enough),
        Tally {
            surplus: 0,
            ..whole.clone()
        }
    );
    // Without an early pair nothing is decided, although most games are there.
    let gap = Tally::new(&config, &all[3..]);
    assert!(!gap.is_decided());
    assert_eq!((gap.games, gap.surplus), (77, 0));
    assert!(!Tally::new(&config, &all[..4]).is_decided());
}
