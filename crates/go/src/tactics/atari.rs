//! Captures and ataris that a move makes, and captures that would save a chain.
//!
//! All answers are exact for legal moves, and read from the position before the move. Two
//! facts keep them simple. Chains of one colour do not touch each other, so what a move
//! captures gives no liberty to the enemy chains that stay. And an enemy chain beside the
//! point has the point among its liberties, so it is captured if it had one and in atari if
//! it had two.

use crate::board::Board;
use crate::layers::Layers;
use crate::point::{Color, Point};
use crate::tactics::Chains;

/// The enemy chains that a stone of `color` at the empty `point` captures.
#[inline]
#[must_use]
pub fn captured_chains<L: Layers>(board: &Board<L>, color: Color, point: Point) -> Chains {
    let mut chains = Chains::NONE;
    for q in board.size().neighbors(point) {
        if board.cell(q) == color.other().cell() && board.only_liberty(q, point) {
            chains.insert(board.head(q));
        }
    }
    chains
}

/// Whether a stone of `color` at the empty `point` captures anything.
#[inline]
#[must_use]
pub fn is_capture<L: Layers>(board: &Board<L>, color: Color, point: Point) -> bool {
    board
        .size()
        .neighbors(point)
        .into_iter()
        .any(|q| board.cell(q) == color.other().cell() && board.only_liberty(q, point))
}

/// How many stones a stone of `color` at the empty `point` captures.
#[must_use]
pub fn captures<L: Layers>(board: &Board<L>, color: Color, point: Point) -> u32 {
    let chains = captured_chains(board, color, point);
    chains
        .iter()
        .map(|&head| u32::from(board.chain_len(head)))
        .sum()
}

/// The enemy chains that a stone of `color` at the empty `point` puts in atari.
#[must_use]
pub fn chains_put_in_atari<L: Layers>(board: &Board<L>, color: Color, point: Point) -> Chains {
    let mut chains = Chains::NONE;
    for q in board.size().neighbors(point) {
        if board.cell(q) == color.other().cell() && board.second_liberty(q, point).is_some() {
            chains.insert(board.head(q));
        }
    }
    chains
}

/// Where the owner of the chain at `stone` can capture an enemy chain that touches it: the
/// last liberties of its neighbours in atari, each once, in no particular order. Simple ko is
/// not looked at. Fills `found` and answers how many there are, at most its length.
pub fn saving_captures<L: Layers>(board: &Board<L>, stone: Point, found: &mut [Point]) -> usize {
    let Some(enemy) = board.color(stone).map(Color::other) else {
        return 0;
    };
    let mut count = 0;
    for at in board.chain(stone) {
        if board.closed_neighbors(at, enemy) == 0 {
            continue;
        }
        for q in board.size().neighbors(at) {
            if board.cell(q) == enemy.cell()
                && let Some(liberty) = board.atari(q)
                && !found[..count].contains(&liberty)
            {
                if count == found.len() {
                    return count;
                }
                found[count] = liberty;
                count += 1;
            }
        }
    }
    count
}
