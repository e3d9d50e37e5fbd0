//! Bytes per position of the tree, for every game and for boards of every tuned size.
//!
//! An entry has one size for the life of a table: a header and columns of `max_moves` moves,
//! rounded to cache lines. Which columns there are follows from the configuration, so this is
//! arithmetic, not a measurement: the layout itself is asked.

use tewari_game::Game;
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};
use tewari_go::{Go, Size};
use tewari_mcts::tree::{Columns, Layout};

/// One game.
pub(super) struct Footprint {
    pub name: String,
    /// The most moves that a position can have.
    pub moves: usize,
    /// Bytes with visits alone (UCT), with AMAF, with squares (UCB1-TUNED), and with AMAF,
    /// priors, bias and simulations under way.
    pub bytes: [usize; 4],
}

/// What the four columns are called.
pub(super) const KINDS: [&str; 4] = ["uct", "rave", "tuned", "full"];

const NONE: Columns = Columns {
    amaf: false,
    squares: false,
    prior: false,
    bias: false,
    in_flight: false,
};

const COLUMNS: [Columns; 4] = [
    NONE,
    Columns { amaf: true, ..NONE },
    Columns {
        squares: true,
        ..NONE
    },
    Columns {
        amaf: true,
        squares: false,
        prior: true,
        bias: true,
        in_flight: true,
    },
];

/// All games.
pub(super) fn footprints() -> Vec<Footprint> {
    let of = |name: String, moves: usize| Footprint {
        name,
        moves,
        bytes: COLUMNS.map(|columns| Layout::new(moves, columns).bytes()),
    };
    let go = [9, 13, 19].map(|n| {
        let game = Go::new(Size::new(n).expect("a size of boards"));
        of(format!("go{n}"), game.max_moves())
    });
    let small = [
        (Connect4.name(), Connect4.max_moves()),
        (Breakthrough.name(), Breakthrough.max_moves()),
        (Othello.name(), Othello.max_moves()),
        (CatchTheLion.name(), CatchTheLion.max_moves()),
    ];
    let small = small.map(|(name, moves)| of(name.to_owned(), moves));
    go.into_iter().chain(small).collect()
}

/// As a table with one line per game.
pub(super) fn table(footprints: &[Footprint]) -> String {
    let mut text = format!("{:<12} {:>10}", "bytes/node", "moves");
    for kind in KINDS {
        text += &format!(" {kind:>6}");
    }
    text.push('\n');
    for game in footprints {
        text += &format!("{:<12} {:>10}", game.name, game.moves);
        for bytes in game.bytes {
            text += &format!(" {bytes:>6}");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seven moves: 3 words of header, 2 of moves, 7 of visits are 12, rounded to 16.
    #[test]
    fn connect4_takes_two_lines() {
        let all = footprints();
        let connect4 = all.iter().find(|game| game.name == "connect4").unwrap();
        assert_eq!((connect4.moves, connect4.bytes[0]), (7, 128));
        assert!(all.iter().all(|game| game.bytes[3] > game.bytes[0]));
        assert_eq!(table(&all).lines().count(), 1 + all.len());
    }
}
