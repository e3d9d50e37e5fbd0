//! One-point eyes, real and false.
//!
//! A *one-point eye* of a colour is an empty point with only its stones, or the edge, on the
//! four sides. The enemy can play there only by capturing some of these stones. If that can
//! happen to a part of them while others stay, the eye is *false*.
//!
//! The 1-eye rule of playouts, [`Board::is_eye`](crate::Board::is_eye), counts enemies on the
//! diagonals. The reason behind it: a diagonal that is held joins the two stones beside it,
//!
//! ```text
//!     . X d        d joins the upper X to the right X; with three of the four diagonals
//!     X * X        (both of the two at the edge, the one in the corner) all stones around
//!     . X .        the eye are one chain, which can be captured only as a whole.
//! ```
//!
//! So here the question is asked about chains instead of diagonals: *are the stones around
//! the point linked without it?* Stones are linked if they are of one chain, however far the
//! way round, or if their chains share another one-point eye that only chains around the
//! first eye touch. Around two eyes shared like this no chain can be captured: each keeps
//! both eyes as liberties, and the enemy can fill neither while the other is there. That is
//! the *two-headed dragon*, all of whose eyes look false on the diagonals.
//!
//! [`Eye::Real`] is therefore a proof: the enemy can take the point only when every chain
//! around it falls at once. [`Eye::Open`] means that the stones are not linked yet but could
//! be, by a stone on an empty diagonal or by capturing an enemy on a diagonal that is in
//! atari. [`Eye::False`] means that no such way is left.
//!
//! Approximate are the two latter ones: an enemy on a diagonal that is dead, but not in
//! atari, counts as if it would stay, and it is not asked who would win the race for an empty
//! diagonal.

use crate::board::Board;
use crate::layers::Layers;
use crate::point::{Color, Point};
use crate::tactics::Chains;

/// What a point is to the colour around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Eye {
    /// No one-point eye: occupied, or not surrounded.
    None,
    /// Surrounded by chains that cannot all be linked.
    False,
    /// Surrounded by chains that could still be linked, or kept apart.
    Open,
    /// Surrounded by chains that are linked: it falls only together with all of them.
    Real,
}

/// What the point is to `color`.
///
/// ```
/// use tewari_go::diagram::Diagram;
/// use tewari_go::tactics::eyes::{Eye, eye};
/// use tewari_go::{Bare, Board, Color};
/// let diagram: Diagram = "
///     . O X a
///     . O O X
///     . . O X
///     . . O b
/// ".parse().unwrap();
/// let board: Board<Bare> = diagram.board().unwrap();
/// assert_eq!(eye(&board, Color::Black, diagram.point('a').unwrap()), Eye::False);
/// assert_eq!(eye(&board, Color::Black, diagram.point('b').unwrap()), Eye::None);
/// ```
#[must_use]
pub fn eye<L: Layers>(board: &Board<L>, color: Color, point: Point) -> Eye {
    if !board.is_empty(point) || !board.is_surrounded_by(point, color) {
        return Eye::None;
    }
    let mut links = Links {
        chains: Chains::around(board, color, point),
        group: [0, 1, 2, 3],
    };
    if links.all_linked() {
        return Eye::Real;
    }
    links.link_by_shared_eyes(board, color, point);
    if links.all_linked() {
        return Eye::Real;
    }
    links.link_by_diagonals(board, color, point);
    if links.all_linked() {
        Eye::Open
    } else {
        Eye::False
    }
}

/// The chains around an eye, and which of them are linked: chain `i` is linked with the
/// chains of the same group number.
struct Links {
    chains: Chains,
    group: [u8; 4],
}

impl Links {
    fn all_linked(&self) -> bool {
        self.group[..self.chains.len()]
            .iter()
            .all(|&group| group == self.group[0])
    }

    fn link(&mut self, a: Point, b: Point) {
        let place = |head| self.chains.iter().position(|&chain| chain == head);
        if let (Some(i), Some(j)) = (place(a), place(b)) {
            let (from, to) = (self.group[i], self.group[j]);
            for group in &mut self.group {
                if *group == from {
                    *group = to;
                }
            }
        }
    }

    fn link_by_shared_eyes<L: Layers>(&mut self, board: &Board<L>, color: Color, eye: Point) {
        let chains = self.chains;
        for &chain in chains.iter() {
            for stone in board.chain(chain) {
                for q in board.size().neighbors(stone) {
                    if q != eye && board.is_empty(q) && board.is_surrounded_by(q, color) {
                        let others = Chains::around(board, color, q);
                        if others.iter().all(|other| chains.contains(other)) {
                            for &other in others.iter() {
                                self.link(chain, other);
                            }
                        }
                    }
                }
            }
        }
    }

    fn link_by_diagonals<L: Layers>(&mut self, board: &Board<L>, color: Color, eye: Point) {
        let [s, w, e, n] = board.size().neighbors(eye);
        let [sw, se, nw, ne] = board.size().diagonals(eye);
        for (diagonal, a, b) in [(sw, s, w), (se, s, e), (nw, n, w), (ne, n, e)] {
            let takeable = board.is_empty(diagonal)
                || board.cell(diagonal) == color.other().cell() && board.atari(diagonal).is_some();
            if takeable {
                self.link(board.head(a), board.head(b));
            }
        }
    }
}
