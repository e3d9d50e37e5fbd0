//! Ladders: does a chain fall to continuous atari?
//!
//! # The game that is read
//!
//! The attacker plays on a liberty of a chain that has two, so that it is in atari after each
//! of his moves. The defender answers atari in the only two ways there are: he extends at the
//! last liberty, or captures an enemy chain in atari that touches the chain in danger. With
//! three liberties the chain has escaped, with none it is captured. Both players' moves are
//! complete for this game, so within the budget the answer is exact: breakers, captures of
//! chasing stones, snapbacks, joining other chains and the edge need no rules of their own.
//! What is not a ladder is not seen: nets, and captures that begin with a quiet move.
//!
//! # Ko
//!
//! Simple ko binds the attacker; the defender may retake at once, as if he had won the ko.
//! So *captured* holds whatever happens in kos, and *escapes* may mean "only by ko". A chain
//! that is itself taken in a ko counts as captured. Several kos can turn in a circle: a
//! position that repeats, with the same player to move, is an escape, since the attacker got
//! nowhere. It can repeat only by a capture, so only then the keys of the line are compared.
//!
//! # Cost
//!
//! Every position visited counts against a budget of nodes; when it is spent, what is still
//! open becomes [`Verdict::Unknown`]. A board is copied only where a player has several moves
//! worth trying, and the last of them is played on the spot. Moves that lose by counting
//! liberties are not tried: an attacker's move is worthless if the defender, extending at the
//! other liberty, has three; an extension is worthless if it gives only one. So along a plain
//! ladder nothing is copied except the root, and each step costs one call of
//! [`liberties_after_extension`] for each liberty and two moves.
//!
//! The longest staircase, from corner to corner on 25×25, makes 2 · (24 + 24) = 96 moves; the
//! default budget is ten times that. Each copy on the way to a position stands for a choice
//! still open, of which real ladders have a handful; 32 boards of 25 KB make 0.8 MB a
//! reader, of which only those are touched that are needed. Beyond, a choice is given up as
//! unknown. A ladder right across 19×19 takes about
//! 12 µs, the usual question 1 µs, most of it for copying the board.

use crate::board::Board;
use crate::layers::{Hashed, Layers};
use crate::point::{Color, MIN_SIZE, Point, Size};
use crate::tactics::atari::{is_capture, saving_captures};
use crate::tactics::liberties::liberties_after_extension;

/// How a ladder ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The chain is taken, whatever the defender does.
    Captured,
    /// The chain gets three liberties, or would have to be taken by winning a ko.
    Escapes,
    /// The budget was spent before that was known.
    Unknown,
}

/// What reading a ladder found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// How it ends with best play.
    pub verdict: Verdict,
    /// The move that makes it so: the attacker's if the verdict is [`Verdict::Captured`] and
    /// it was his turn, the defender's if it is [`Verdict::Escapes`] and it was his.
    pub point: Option<Point>,
}

impl Reading {
    const CAPTURED: Self = Self {
        verdict: Verdict::Captured,
        point: None,
    };
    const ESCAPES: Self = Self {
        verdict: Verdict::Escapes,
        point: None,
    };
    const UNKNOWN: Self = Self {
        verdict: Verdict::Unknown,
        point: None,
    };
}

/// The budget of nodes that reads the ladders of real games to their end.
pub const DEFAULT_NODES: u32 = 1000;

/// Boards of a reader: one for the position asked about, the others for open choices.
const LEVELS: usize = 32;

/// Longer lines are given up as unknown.
const MAX_LINE: usize = 256;

/// A chain with more neighbours in atari than this is given up as unknown.
const MAX_TRIES: usize = 16;

/// Reads ladders on boards of its own, whose memory is reserved once.
///
/// ```
/// use tewari_go::diagram::Diagram;
/// use tewari_go::tactics::ladder::{LadderReader, Verdict};
/// use tewari_go::{Bare, Board};
///
/// let ladder = |text: &str| {
///     let diagram: Diagram = text.parse().unwrap();
///     let board: Board<Bare> = diagram.board().unwrap();
///     let a = diagram.point('a').unwrap();
///     LadderReader::default().after_attack(&board, diagram.point('2').unwrap(), a)
/// };
/// assert_eq!(ladder("
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . . X . . . .
///     . X 2 . . . .
///     . . a X . . .
///     . . . . . . ."), Verdict::Captured);
/// // The stone in the upper right breaks it.
/// assert_eq!(ladder("
///     . . . . . . .
///     . . . . . O .
///     . . . . . . .
///     . . X . . . .
///     . X 2 . . . .
///     . . a X . . .
///     . . . . . . ."), Verdict::Escapes);
/// ```
pub struct LadderReader {
    /// One for each level that was ever reached; there is room for all.
    boards: Vec<Board<Hashed>>,
    /// Keys of the positions on the line being read, by the number of moves made.
    line: Box<[u64]>,
    nodes: u32,
    left: u32,
}

impl Default for LadderReader {
    fn default() -> Self {
        Self::new(DEFAULT_NODES)
    }
}

/// A copy reads with the same budget on boards of its own.
impl Clone for LadderReader {
    fn clone(&self) -> Self {
        Self::new(self.nodes)
    }
}

impl LadderReader {
    /// A reader that looks at no more than `nodes` positions per question.
    #[must_use]
    pub fn new(nodes: u32) -> Self {
        let mut reader = Self {
            boards: Vec::with_capacity(LEVELS),
            line: Box::new([0; MAX_LINE]),
            nodes,
            left: 0,
        };
        reader.add_board();
        reader
    }

    /// Whether the chain at `stone` can be captured by its enemy moving now, and where he
    /// begins. A chain with three liberties escapes.
    pub fn attack<L: Layers>(&mut self, board: &Board<L>, stone: Point) -> Reading {
        let root = self.root(board, None);
        self.chase(root, stone)
    }

    /// Whether the chain at `stone` can be saved by its owner moving now, and where. A chain
    /// that is not in atari escapes without a move.
    pub fn defend<L: Layers>(&mut self, board: &Board<L>, stone: Point) -> Reading {
        let root = self.root(board, None);
        self.flee(root, stone)
    }

    /// What becomes of the chain at `stone` when its enemy plays at the empty `point`, which
    /// is legal for him.
    pub fn after_attack<L: Layers>(
        &mut self,
        board: &Board<L>,
        stone: Point,
        point: Point,
    ) -> Verdict {
        let attacker = board.color(stone).map(Color::other);
        let root = self.root(board, attacker.map(|color| (color, point)));
        self.flee(root, stone).verdict
    }

    /// What becomes of the chain at `stone` when its owner plays at the empty `point`, which
    /// is legal for him, ko aside.
    pub fn after_defense<L: Layers>(
        &mut self,
        board: &Board<L>,
        stone: Point,
        point: Point,
    ) -> Verdict {
        let root = self.root(board, board.color(stone).map(|color| (color, point)));
        self.chase(root, stone).verdict
    }

    fn root<L: Layers>(&mut self, board: &Board<L>, mv: Option<(Color, Point)>) -> Node {
        self.left = self.nodes;
        self.boards[0].load_unkeyed(board);
        if let Some((color, point)) = mv {
            self.boards[0].play(color, point);
        }
        self.line[0] = self.boards[0].stones_key();
        Node { level: 0, ply: 0 }
    }

    /// The attacker is to move.
    fn chase(&mut self, node: Node, stone: Point) -> Reading {
        let board = &self.boards[node.level];
        let Some(defender) = board.color(stone) else {
            return Reading::CAPTURED;
        };
        let attacker = defender.other();
        if let Some(liberty) = board.atari(stone) {
            return if board.ko() == Some(liberty) {
                Reading::ESCAPES
            } else {
                Reading {
                    verdict: Verdict::Captured,
                    point: Some(liberty),
                }
            };
        }
        let Some([a, b]) = board.two_liberties(stone) else {
            return Reading::ESCAPES;
        };
        let reach = [(a, b), (b, a)]
            .map(|(point, other)| liberties_after_extension(board, stone, point, other, 4));
        let mut moves = [(a, b, reach[1]), (b, a, reach[0])];
        moves.sort_unstable_by_key(|&(_, _, reach_of_other)| reach_of_other);
        let mut tries = Tries::NONE;
        for (point, other, reach_of_other) in moves {
            // Of the other liberty's reach, `point` is lost. The rest is certain unless the move
            // saves, by a capture, what the extension would have captured.
            let outrun = reach_of_other > 3
                && !(is_capture(board, defender, other) && is_capture(board, attacker, point));
            if !outrun && board.is_legal(attacker, point) {
                tries.push(point);
            }
        }
        self.best(node, stone, attacker, &tries, Verdict::Captured)
    }

    /// The defender is to move.
    fn flee(&mut self, node: Node, stone: Point) -> Reading {
        let board = &self.boards[node.level];
        let Some(defender) = board.color(stone) else {
            return Reading::CAPTURED;
        };
        let Some(liberty) = board.atari(stone) else {
            return Reading::ESCAPES;
        };
        let reach = liberties_after_extension(board, stone, liberty, Point::NONE, 3);
        if reach > 2 {
            return Reading {
                verdict: Verdict::Escapes,
                point: Some(liberty),
            };
        }
        let mut captures = [Point::NONE; MAX_TRIES];
        let count = saving_captures(board, stone, &mut captures);
        if count == MAX_TRIES {
            return Reading::UNKNOWN;
        }
        let mut tries = Tries::NONE;
        for &capture in captures[..count].iter().filter(|&&point| point != liberty) {
            tries.push(capture);
        }
        if reach == 2 {
            tries.push(liberty);
        }
        self.best(node, stone, defender, &tries, Verdict::Escapes)
    }

    /// Tries the moves of `mover`, who wants `goal`.
    fn best(
        &mut self,
        node: Node,
        stone: Point,
        mover: Color,
        tries: &Tries,
        goal: Verdict,
    ) -> Reading {
        let mut known = true;
        for (i, &point) in tries.as_slice().iter().enumerate() {
            let is_last = i + 1 == tries.count;
            let verdict = match self.descend(node, mover, point, is_last) {
                Descent::To(child) if goal == Verdict::Captured => self.flee(child, stone).verdict,
                Descent::To(child) => self.chase(child, stone).verdict,
                Descent::Repeats => Verdict::Escapes,
                Descent::Refused => Verdict::Unknown,
            };
            if verdict == goal {
                return Reading {
                    verdict,
                    point: Some(point),
                };
            }
            known &= verdict != Verdict::Unknown;
        }
        match (known, goal) {
            (false, _) => Reading::UNKNOWN,
            (true, Verdict::Captured) => Reading::ESCAPES,
            (true, _) => Reading::CAPTURED,
        }
    }

    /// A board for one more level. Not to be inlined: the new board would have a place on the
    /// stack in every step of the recursion.
    #[cold]
    #[inline(never)]
    fn add_board(&mut self) {
        let size = Size::new(MIN_SIZE).expect("the smallest size is a size");
        self.boards.push(Board::new(size));
    }

    /// Makes a move: on the node's own board if it is the last to be tried there, otherwise on
    /// a copy.
    fn descend(&mut self, node: Node, mover: Color, point: Point, is_last: bool) -> Descent {
        let level = node.level + usize::from(!is_last);
        let child = Node {
            level,
            ply: node.ply + 1,
        };
        if self.left == 0 || level == LEVELS || child.ply == MAX_LINE {
            return Descent::Refused;
        }
        self.left -= 1;
        if level == self.boards.len() {
            self.add_board();
        }
        if !is_last {
            let (below, above) = self.boards.split_at_mut(level);
            above[0].load(&below[node.level]);
        }
        let board = &mut self.boards[level];
        let before = board.empty_count();
        board.play(mover, point);
        let key = board.stones_key();
        self.line[child.ply] = key;
        let captured = board.empty_count() >= before;
        let is_same = |&earlier: &u64| earlier == key;
        if captured
            && self.line[..child.ply]
                .iter()
                .rev()
                .skip(1)
                .step_by(2)
                .any(is_same)
        {
            Descent::Repeats
        } else {
            Descent::To(child)
        }
    }
}

/// A position of the line being read: its board, which may be played on, and how many moves
/// led there.
#[derive(Clone, Copy)]
struct Node {
    level: usize,
    ply: usize,
}

enum Descent {
    To(Node),
    /// The position was there before.
    Repeats,
    /// The budget is spent.
    Refused,
}

/// Moves worth trying, best guess first.
struct Tries {
    points: [Point; MAX_TRIES],
    count: usize,
}

impl Tries {
    const NONE: Self = Self {
        points: [Point::NONE; MAX_TRIES],
        count: 0,
    };

    fn push(&mut self, point: Point) {
        self.points[self.count] = point;
        self.count += 1;
    }

    fn as_slice(&self) -> &[Point] {
        &self.points[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::Bare;

    /// A white chain along the middle line with more black stones in atari beside it than the
    /// reader keeps, and one liberty:
    ///
    /// ```text
    ///     . X . X . X         the points above 1 are where White can capture
    ///     1 O 1 O 1 O
    ///     O O O O O O
    ///     1 O 1 O 1 O
    ///     . X . X . X
    /// ```
    #[test]
    fn too_many_captures_are_admitted() {
        let size = Size::new(19).unwrap();
        let board = Board::<Bare>::from_colors(size, |point| {
            let (x, y) = size.xy(point);
            match (y.abs_diff(9), x % 2) {
                (0, _) if x == 18 => None,
                (0, _) | (1, 1) => Some(Color::White),
                (1, 0) | (2, 1) => Some(Color::Black),
                _ => None,
            }
        })
        .unwrap();
        let stone = size.point(0, 9).unwrap();
        assert_eq!(board.atari(stone), size.point(18, 9));
        let mut captures = [Point::NONE; 64];
        assert!(saving_captures(&board, stone, &mut captures) > MAX_TRIES);
        assert_eq!(
            LadderReader::default().defend(&board, stone),
            Reading::UNKNOWN
        );
    }
}
