//! Searches on drawn games.

use std::sync::atomic::AtomicBool;

use tewari_game::scripted::Scripted;
use tewari_game::{Game, Move};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::tree::{Entry, Lookup};
use tewari_mcts::{Budget, Bundle, Config, MoveReport, Report, Search, Setup, Snapshot, Uniform};

pub type Plain = Bundle<Scripted, Uniform<Scripted>, Ignorance>;

pub fn draw(drawing: &str) -> Scripted {
    Scripted::parse(drawing).expect("a drawing")
}

/// A search without knowledge.
pub fn plain(game: &Scripted, config: &Config) -> Search<Plain> {
    let playout = Uniform::new(game);
    Search::new(game.clone(), playout, Ignorance, *config, 1 << 16, 1).expect("a configuration")
}

/// Searches the position that `path` leads to.
pub fn search<S: Setup<Game = Scripted>>(
    search: &mut Search<S>,
    path: &str,
    simulations: u64,
) -> Report<S::Observer> {
    let state = search.game().parse_state(path).expect("a path");
    let budget = Budget::simulations(simulations);
    search.run(&state, &budget, 1, 0, &AtomicBool::new(false), &mut ())
}

/// A search of the initial position by a fresh search.
pub fn search_once(drawing: &str, config: &Config, simulations: u64) -> Snapshot {
    search(&mut plain(&draw(drawing), config), "/", simulations).snapshot
}

pub fn visits(snapshot: &Snapshot) -> Vec<u32> {
    snapshot.moves.iter().map(|m| m.tally.visits).collect()
}

/// The move called `label`.
pub fn named<'a>(game: &Scripted, snapshot: &'a Snapshot, label: &str) -> &'a MoveReport {
    let mv = game.parse_move(label).expect("a label");
    snapshot.moves.iter().find(|m| m.mv == mv).expect("a move")
}

/// The entry of the position that `path` leads to, if there is one.
pub fn entry_at<'a, S: Setup<Game = Scripted>>(
    search: &'a Search<S>,
    path: &str,
) -> Option<Entry<'a>> {
    use tewari_game::GameState;
    let key = search.game().parse_state(path).expect("a path").key();
    match search.table().find(key) {
        Lookup::Found(slot) => Some(search.table().entry(slot)),
        _ => None,
    }
}

/// The number of the move called `label`.
pub fn mv(game: &Scripted, label: &str) -> Move {
    game.parse_move(label).expect("a label")
}
