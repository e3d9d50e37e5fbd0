//! With one thread a search is a function of position, configuration and seed.

use std::sync::atomic::AtomicBool;

use tewari_game::{Game, GameState, Move};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_mcts::{Budget, Config, Search, Snapshot};

use crate::tools::{Plain, ROOM, configurations, run, searcher};

/// What a search of a few moves of a game said.
type Story = Vec<(Snapshot, Option<Move>, Vec<Move>, u64, u64)>;

fn tell<G: Game>(searcher: &mut Search<Plain<G>>, seed: u64) -> Story {
    let game = searcher.game().clone();
    let mut state = game.initial();
    (0..3)
        .map(|number| {
            let budget = Budget::simulations(500);
            let stop = AtomicBool::new(false);
            let report = searcher.run(&state, &budget, seed, number, &stop, &mut ());
            state.play(report.best.expect("the game goes on"));
            (
                report.snapshot,
                report.best,
                report.line,
                report.entries_made,
                report.refused_full,
            )
        })
        .collect()
}

/// Somewhere else in the game, so that there is something to forget.
fn use_up<G: Game>(searcher: &mut Search<Plain<G>>) {
    let game = searcher.game().clone();
    let mut state = game.initial();
    for number in 0..4 {
        let report = run(searcher, &state, 300, 1, 100 + number);
        let worst = report.snapshot.moves.last().expect("the game goes on").mv;
        state.play(worst);
    }
}

fn check<G: Game>(game: &G, bytes: usize) {
    for (name, config) in configurations() {
        let context = format!("{}, {name}", game.name());
        let fresh = || searcher(game, &config, bytes, 1);
        let story = tell(&mut fresh(), 1);
        assert_eq!(tell(&mut fresh(), 1), story, "{context}: again");
        assert_ne!(tell(&mut fresh(), 2), story, "{context}: another seed");
        let mut used = fresh();
        use_up(&mut used);
        used.forget();
        assert_eq!(tell(&mut used, 1), story, "{context}: a used one");
        // Room for simulations under way changes nothing while there is only one, unless that
        // one can meet itself.
        if bytes == ROOM && !game.history_dependent() {
            let mut roomy = searcher(game, &config, bytes, 4);
            assert_eq!(tell(&mut roomy, 1), story, "{context}: made for four");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    check(&Connect4, ROOM);
    check(&Breakthrough, ROOM);
    check(&Othello, ROOM);
    check(&CatchTheLion, ROOM);
}

/// Also where tables are full: what was in the slots before leaves no trace.
#[test]
fn full_tables_are_no_exception() {
    check(&Connect4, 12 << 10);
    check(&Othello, 24 << 10);
    check(&CatchTheLion, 48 << 10);
}

/// A longer search begins like a shorter one: simulations are named by their number.
#[test]
fn searches_can_be_extended() {
    let config = Config::default();
    let state = Connect4.initial();
    let whole = run(
        &mut searcher(&Connect4, &config, ROOM, 1),
        &state,
        700,
        1,
        0,
    );
    let mut parts = Vec::new();
    let mut watcher = Record(&mut parts);
    let stop = AtomicBool::new(false);
    let budget = Budget::simulations(1400);
    searcher(&Connect4, &config, ROOM, 1).run(&state, &budget, 7, 0, &stop, &mut watcher);
    assert_eq!(parts, [whole.snapshot]);
}

/// Keeps the snapshot at 700 simulations.
struct Record<'a>(&'a mut Vec<Snapshot>);

impl tewari_mcts::Watcher for Record<'_> {
    fn is_due(&mut self, simulations: u64) -> bool {
        simulations == 700
    }

    fn stride(&self) -> u64 {
        700
    }

    fn look(&mut self, snapshot: &Snapshot) -> bool {
        self.0.push(snapshot.clone());
        true
    }
}
