//! Tewari's search.

use std::sync::atomic::AtomicBool;

use tewari_game::Game;
use tewari_games::Connect4;
use tewari_mcts::config::KeyKind;
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::{Budget, Bundle, Config, Search, Uniform};

use crate::{EXPLORATION, Sample, timed};

/// Without transpositions and with an entry for every position that is played out from.
pub fn search_eagerly(simulations: u64, seed: u64) -> Sample {
    search(KeyKind::Path, 1, simulations, seed)
}

/// Without transpositions. A position gets its entry at the second visit, when a move is
/// selected in it: treant selects in the same positions, but makes their nodes a visit earlier.
pub fn search_paths(simulations: u64, seed: u64) -> Sample {
    search(KeyKind::Path, 2, simulations, seed)
}

/// With transpositions, the default.
pub fn search_positions(simulations: u64, seed: u64) -> Sample {
    search(KeyKind::Position, 2, simulations, seed)
}

fn search(key: KeyKind, expand_at: u32, simulations: u64, seed: u64) -> Sample {
    let mut config = Config::default();
    config.search.exploration = EXPLORATION;
    config.search.expand_at = expand_at;
    config.search.key = key;
    // About a third full in the end, so that next to none is refused. Entries that are made at
    // the second visit are less than a third as many as simulations.
    let slots = if expand_at == 1 { 3.0 } else { 0.9 } * simulations as f64;
    let bytes = 128 * slots as usize;
    let ((report, bytes), seconds) = timed(|| {
        let mut search: Search<Bundle<Connect4, Uniform<Connect4>, Ignorance>> = Search::new(
            Connect4,
            Uniform::new(&Connect4),
            Ignorance,
            config,
            bytes,
            1,
        )
        .expect("the configuration is sound");
        let (budget, stop) = (Budget::simulations(simulations), AtomicBool::new(false));
        let report = search.run(&Connect4.initial(), &budget, seed, 0, &stop, &mut ());
        (report, search.table().layout().bytes())
    });
    let refused = report.refused_full;
    assert!(
        1000 * refused < simulations,
        "{refused} entries were refused"
    );
    Sample {
        seconds,
        nodes: report.entries_made as usize + 1,
        bytes_per_node: bytes as f64,
    }
}
