//! What a search is told not to try is not tried, near the root and only there.

use std::sync::atomic::AtomicBool;

use tewari_game::{Game, GameState, Move, Player};
use tewari_games::Connect4;
use tewari_games::connect4::State;
use tewari_mcts::config::{Config, Driver};
use tewari_mcts::restriction::{Restriction, RestrictionKind, Restrictions};
use tewari_mcts::tree::Lookup;
use tewari_mcts::{Budget, Search};

use crate::tools::{Plain, ROOM, run, searcher};

const COLUMNS: [u16; 7] = [0, 1, 2, 3, 4, 5, 6];

fn restriction(
    player: Player,
    plies: usize,
    kind: RestrictionKind,
    columns: &[u16],
) -> Restriction {
    Restriction {
        player,
        plies,
        kind,
        moves: columns.iter().copied().map(Move).collect(),
    }
}

/// Which columns were tried at each depth, in all entries of the search.
fn tried(search: &Search<Plain<Connect4>>, depths: usize) -> Vec<Vec<u16>> {
    let mut level: Vec<State> = vec![Connect4.initial()];
    let mut tried = Vec::new();
    for _ in 0..depths {
        let (mut columns, mut next) = (Vec::new(), Vec::new());
        for state in level {
            let Lookup::Found(slot) = search.table().find(state.key()) else {
                continue;
            };
            let entry = search.table().entry(slot);
            for i in (0..entry.count()).filter(|&i| entry.tally(i).visits > 0) {
                columns.push(entry.mv(i).0);
                let mut after = state;
                after.play(entry.mv(i));
                if after.outcome().is_none() {
                    next.push(after);
                }
            }
        }
        columns.sort_unstable();
        columns.dedup();
        tried.push(columns);
        level = next;
    }
    tried
}

/// Positions of Connect-4 that differ in depth differ in their discs, so entries of different
/// depths are never the same.
#[test]
fn restrictions_hold_for_their_plies_and_their_player() {
    use RestrictionKind::{Allow, Avoid};
    for (driver, threads) in [
        (Driver::SharedTree, 1),
        (Driver::SharedTree, 3),
        (Driver::Leaf, 2),
    ] {
        let mut config = Config::default();
        config.parallel.driver = driver;
        let mut search = searcher(&Connect4, &config, ROOM, threads);
        // What was found without them does not count.
        let state = Connect4.initial();
        run(&mut search, &state, 1000, threads, 0);
        search.restrict(Restrictions::new(vec![
            restriction(Player::First, 3, Allow, &[0, 1]),
            restriction(Player::Second, 3, Avoid, &[3]),
        ]));
        let report = run(&mut search, &state, 20_000, threads, 1);
        let tried = tried(&search, 5);
        assert_eq!(tried[0], [0, 1]);
        assert_eq!(tried[1], [0, 1, 2, 4, 5, 6]);
        assert_eq!(tried[2], [0, 1]);
        assert_eq!(tried[3], COLUMNS);
        assert_eq!(tried[4], COLUMNS);
        let shown: Vec<u16> = report.snapshot.moves.iter().map(|m| m.mv.0).collect();
        assert_eq!(shown, [0, 1]);
        let won = report.snapshot.moves.iter().map(|m| m.tally.half_wins);
        let mean = won.sum::<u64>() as f64 / 2.0 / 20_000.0;
        assert!((report.snapshot.value() - mean).abs() < 1e-9);

        // They are those of one search.
        search.forget();
        let report = run(&mut search, &state, 1000, threads, 2);
        assert_eq!(report.snapshot.moves.len(), 7);
    }
}

/// Where nothing may be tried, a simulation is played out from there.
#[test]
fn a_position_without_a_permitted_move_is_a_leaf() {
    let mut search = searcher(&Connect4, &Config::default(), ROOM, 1);
    let nothing = |player, plies| {
        let all = restriction(player, plies, RestrictionKind::Avoid, &COLUMNS);
        Restrictions::new(vec![all])
    };
    search.restrict(nothing(Player::Second, 2));
    let state = Connect4.initial();
    let report = run(&mut search, &state, 500, 1, 0);
    assert_eq!(report.snapshot.simulations, 500);
    let visits: u32 = report.snapshot.moves.iter().map(|m| m.tally.visits).sum();
    assert_eq!(visits, 500);
    assert_eq!(tried(&search, 2)[1], [0; 0]);

    search.restrict(nothing(Player::First, 1));
    let stop = AtomicBool::new(false);
    let report = search.run(&state, &Budget::simulations(500), 7, 1, &stop, &mut ());
    assert_eq!((report.best, report.snapshot.simulations), (None, 0));
}

/// With a restriction of the next move alone, what is known of the permitted moves is kept.
#[test]
fn restricting_the_next_move_keeps_the_tree() {
    let mut search = searcher(&Connect4, &Config::default(), ROOM, 1);
    let state = Connect4.initial();
    run(&mut search, &state, 1000, 1, 0);
    search.restrict(Restrictions::to_next(Player::First, vec![Move(0), Move(6)]));
    let report = run(&mut search, &state, 100, 1, 1);
    assert!(report.snapshot.inherited > 0);
    assert_eq!(report.snapshot.moves.len(), 2);
}
