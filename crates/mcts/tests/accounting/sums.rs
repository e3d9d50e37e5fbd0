//! Σ visits of the root's moves = simulations + visits inherited, and nothing is under way.

use tewari_game::{Game, GameState};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_mcts::config::KeyKind;
use tewari_mcts::{Config, Report, Search};

use crate::tools::{Plain, ROOM, configurations, run, searcher};

/// Plays the first moves of a game, searching before each.
fn play<G: Game>(game: &G, threads: usize, bytes: usize) {
    for (name, config) in configurations() {
        let mut searcher = searcher(game, &config, bytes, threads);
        let mut state = game.initial();
        for number in 0..5 {
            if state.outcome().is_some() {
                break;
            }
            let report = run(&mut searcher, &state, 400, threads, number);
            let context = format!("{}, {name}, {threads} threads, {number}", game.name());
            check_root(&searcher, &report, &context);
            check_entries(&searcher, &context);
            let best = report.best.expect("the game goes on");
            state.try_play(best).expect("a search plays legal moves");
        }
    }
}

fn check_root<G: Game>(searcher: &Search<Plain<G>>, report: &Report<()>, context: &str) {
    let snapshot = &report.snapshot;
    let config = searcher.config();
    if !config.search.solver {
        assert_eq!(snapshot.simulations, 400, "{context}");
    }
    if !config.search.reuse {
        assert_eq!(snapshot.inherited, 0, "{context}");
    }
    let visits: u64 = snapshot
        .moves
        .iter()
        .map(|m| u64::from(m.tally.visits))
        .sum();
    let expected = snapshot.simulations + snapshot.inherited;
    if searcher.game().history_dependent() {
        // Where positions recur a simulation may come by the root a second time.
        assert!(visits >= expected, "{context}: {visits} for {expected}");
    } else {
        assert_eq!(visits, expected, "{context}");
    }
}

fn check_entries<G: Game>(searcher: &Search<Plain<G>>, context: &str) {
    let game = searcher.game();
    for (_, entry) in searcher.table().live() {
        let total = entry.total_visits();
        assert!(total > 0, "{context}: an entry is made to be used");
        for i in 0..entry.count() {
            assert_eq!(entry.in_flight(i), 0, "{context}");
            let (tally, visits) = (entry.tally(i), u64::from(entry.tally(i).visits));
            assert!(tally.half_wins <= 2 * visits, "{context}");
            if entry.columns().squares {
                // A draw adds one half-win and one quarter, a win two and four.
                let squares = entry.squares(i);
                assert!(squares >= tally.half_wins, "{context}");
                assert!(squares <= 2 * tally.half_wins, "{context}");
            }
            if entry.columns().amaf {
                let amaf = entry.amaf(i);
                let samples = u64::from(amaf.samples);
                assert!(
                    samples <= total && amaf.units <= 4096 * samples,
                    "{context}"
                );
                if game.is_transferable(entry.mv(i)) {
                    assert!(samples >= visits, "{context}: a move made is a sample");
                }
            }
        }
    }
}

/// A table of a few dozen entries, which is full at once.
const TINY: usize = 16 << 10;

macro_rules! on_every_game {
    ($($name:ident: $game:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn one_thread() {
                play(&$game, 1, ROOM);
            }

            #[test]
            fn two_threads() {
                play(&$game, 2, ROOM);
            }

            #[test]
            fn four_threads() {
                play(&$game, 4, ROOM);
            }

            #[test]
            fn full_tables() {
                play(&$game, 1, TINY);
                play(&$game, 4, TINY);
            }
        }
    )*};
}

on_every_game! {
    connect4: Connect4;
    breakthrough: Breakthrough;
    othello: Othello;
    catch_the_lion: CatchTheLion;
}

/// With path keys no simulation comes by the root twice, though positions recur.
#[test]
fn paths_never_return_to_the_root() {
    let mut config = Config::default();
    config.search.key = KeyKind::Path;
    let mut searcher = searcher(&CatchTheLion, &config, ROOM, 1);
    let snapshot = run(&mut searcher, &CatchTheLion.initial(), 5000, 1, 0).snapshot;
    let visits: u32 = snapshot.moves.iter().map(|m| m.tally.visits).sum();
    assert_eq!(visits, 5000);
}
