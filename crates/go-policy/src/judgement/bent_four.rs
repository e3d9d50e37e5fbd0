//! Bent four in the corner: a seki that is none.
//!
//! ```text
//!     X X a O X        Neither side seems to be able to play at a or b. But Black may play b
//!     X O O O X        whenever he likes. White takes the four stones, Black plays inside
//!     b O X X X        again, and White's life hangs on a ko that Black takes first. Black
//!     O O X            removes all threats before he begins: White is dead.
//!     X X X
//! ```
//!
//! Chinese and Japanese rules say so in as many words, and a search has a hard time finding
//! it: the line is twenty moves long and begins with the loss of four stones. So it is known by
//! its shape. The three stones and one of their liberties are the corner, its two neighbours and
//! the next point along one edge, and everything around was judged to be seki.

use tewari_go::{Board, Layers, Point, Size};

use super::{Judgement, Status};

/// One stone of each chain that a bent four kills.
pub(super) fn victims<L: Layers>(board: &Board<L>, judgement: &Judgement) -> Vec<Point> {
    let is_seki = |point| judgement.status(point) == Some(Status::Seki);
    let mut victims = Vec::new();
    for shape in shapes(board.size()) {
        let stones: Vec<Point> = shape.iter().copied().filter(|&p| is_seki(p)).collect();
        let empty = shape.iter().filter(|&&p| board.is_empty(p)).count();
        let [stone, ..] = stones[..] else { continue };
        let is_one_chain = stones.iter().all(|&p| board.head(p) == board.head(stone));
        if stones.len() != 3 || empty != 1 || !is_one_chain || board.chain_len(stone) != 3 {
            continue;
        }
        let around = stones.iter().flat_map(|&p| board.size().neighbors(p));
        victims.extend(around.filter(|&q| is_seki(q) && board.color(q) != board.color(stone)));
    }
    victims
}

/// The eight bent fours in the corners of a board.
fn shapes(size: Size) -> Vec<[Point; 4]> {
    const ALONG: [(u8, u8); 4] = [(0, 0), (1, 0), (2, 0), (0, 1)];
    let far = size.get() - 1;
    let mut shapes = Vec::new();
    if far < 2 {
        return shapes;
    }
    for image in 0..8 {
        let place = |(x, y): (u8, u8)| {
            let (x, y) = if image & 1 == 0 { (x, y) } else { (y, x) };
            let x = if image & 2 == 0 { x } else { far - x };
            let y = if image & 4 == 0 { y } else { far - y };
            size.point(x, y)
        };
        if let [Some(a), Some(b), Some(c), Some(d)] = ALONG.map(place) {
            shapes.push([a, b, c, d]);
        }
    }
    shapes
}
