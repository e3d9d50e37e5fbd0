//! Stones, chains and captures: the board that serves both real play and playouts.
//!
//! # Chains and pseudo-liberties
//!
//! The stones of a chain form a circular list; one of them, the *head*, names the chain.
//! Merging relabels the smaller chain. Instead of its set of liberties a chain keeps sums
//! over its *pseudo-liberties*, the pairs (stone of the chain, empty neighbour), in one word:
//!
//! ```text
//!   bits  0..11   how many            n  = Σ 1
//!   bits 11..31   sum of the points   s  = Σ p
//!   bits 31..61   sum of the squares  s₂ = Σ p²
//! ```
//!
//! Placing a stone subtracts the point's word from the four chains around it, removing a
//! stone adds it: one addition keeps all three sums. They answer what capture needs exactly:
//! the chain is captured when the word is zero, and its only liberty is `p` when the word is
//! `n` times the word of `p`: by the Cauchy–Schwarz inequality `n·s₂ = s²` only if all
//! summands are equal. Counting pseudo-liberties is the idea of the fast Monte-Carlo boards
//! (libEGO); recognising atari by second moments is an old trick of the computer-go list.
//! No field can overflow: a 25×25 board has at most 4·312 pseudo-liberties in one chain, and
//! points lie below 703, so n < 2^11, s < 2^20, s₂ < 2^30.
//!
//! More than one liberty is not counted here; [`Board::liberties`] walks the chain.
//!
//! # Neighbour counts
//!
//! Each cell counts its black, white and empty neighbours, four bits each; border counts as
//! both black and white, so that "all four neighbours are mine or border" is one comparison.
//!
//! # Deliberately so
//!
//! Cell 0 poses as the chain of all empty and border cells: updating its sums is cheaper than
//! asking whether there is a chain. Its word is meaningless and never read.

mod around;
mod kept;
mod liberties;
mod reach;
mod sums;

use self::around::Around;
use self::sums::Sums;
use crate::layers::Layers;
use crate::point::{CELLS, Cell, Color, Point, Size};
use crate::zobrist;

/// Stones on a board, their chains, and the point where simple ko forbids to retake.
///
/// The board does not know whose turn it is, nor komi, nor history: see
/// [`Light`](crate::Light) and [`Position`](crate::Position).
///
/// ```
/// use tewari_go::{Board, Bare, Color, Size};
/// let size = Size::new(9).unwrap();
/// let mut board = Board::<Bare>::new(size);
/// let (corner, left, below) =
///     (size.point(0, 0).unwrap(), size.point(1, 0).unwrap(), size.point(0, 1).unwrap());
/// board.play(Color::White, corner);
/// board.play(Color::Black, left);
/// assert_eq!(board.atari(corner), Some(below));
/// board.play(Color::Black, below);
/// assert_eq!(board.color(corner), None);
/// ```
pub struct Board<L: Layers> {
    size: Size,
    /// Where the simple ko rule forbids the next move, or [`Point::NONE`].
    ko: Point,
    empty_count: u16,
    stones: [u16; 2],
    /// Key of the stones, kept under `L::HASH`.
    hash: u64,
    cells: [Cell; CELLS],
    around: [Around; CELLS],
    /// Head of the chain that a stone belongs to; `NONE` elsewhere.
    head: [Point; CELLS],
    /// Next stone of the same chain, in a circle.
    next: [Point; CELLS],
    /// Number of stones, by head.
    length: [u16; CELLS],
    /// Pseudo-liberties, by head.
    sums: [Sums; CELLS],
    /// The empty points, in no particular order, in `empties[..empty_count]`.
    empties: [Point; CELLS],
    /// Where in `empties` an empty point stands.
    place: [u16; CELLS],
    /// Eight neighbours, two bits each, kept under `L::CODES`.
    codes: [u16; CELLS],
    /// What the last move captured, kept under `L::CAPTURES`.
    captured: [Point; CELLS],
    captured_count: u16,
    layers: std::marker::PhantomData<L>,
}

impl<L: Layers> Board<L> {
    /// The empty board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let mut board = Self {
            size,
            ko: Point::NONE,
            empty_count: 0,
            stones: [0; 2],
            hash: zobrist::empty(size),
            cells: [Cell::Border; CELLS],
            around: [Around(0); CELLS],
            head: [Point::NONE; CELLS],
            next: [Point::NONE; CELLS],
            length: [0; CELLS],
            sums: [Sums::NONE; CELLS],
            empties: [Point::NONE; CELLS],
            place: [0; CELLS],
            codes: [0; CELLS],
            captured: [Point::NONE; CELLS],
            captured_count: 0,
            layers: std::marker::PhantomData,
        };
        for point in size.points() {
            board.cells[point.index()] = Cell::Empty;
            board.push_empty(point);
        }
        for point in size.points() {
            let around = size.neighbors(point).iter().fold(0, |sum, &q| {
                sum + match board.cell(q) {
                    Cell::Border => Around::BORDER_ONE,
                    _ => Around::EMPTY_ONE,
                }
            });
            board.around[point.index()] = Around(around);
        }
        if L::CODES {
            board.codes_from_cells();
        }
        board
    }

    /// The board with these stones, or `None` when some chain would have no liberty.
    #[must_use]
    pub fn from_colors(size: Size, color_at: impl Fn(Point) -> Option<Color>) -> Option<Self> {
        let mut board = Self::new(size);
        for point in size.points() {
            if let Some(color) = color_at(point) {
                board.remove_empty(point);
                board.put(color, point);
            }
        }
        let alive = |point| {
            board.color(point).is_none() || board.sums[board.head(point).index()] != Sums::NONE
        };
        size.points().all(alive).then_some(board)
    }

    /// The board's size.
    #[inline(always)]
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// What lies at a point or beside the board.
    #[inline(always)]
    #[must_use]
    pub const fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// The colour of the stone at `point`, if there is one.
    #[inline(always)]
    #[must_use]
    pub const fn color(&self, point: Point) -> Option<Color> {
        self.cell(point).color()
    }

    /// Whether `point` is an empty point of the board.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(&self, point: Point) -> bool {
        matches!(self.cell(point), Cell::Empty)
    }

    /// Where simple ko forbids the opponent of the last mover to play.
    #[inline(always)]
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        (self.ko != Point::NONE).then_some(self.ko)
    }

    /// Lifts the ban of simple ko, as a pass does.
    #[inline(always)]
    pub const fn clear_ko(&mut self) {
        self.ko = Point::NONE;
    }

    /// Bans `point` for the next move; [`Point::NONE`] bans nothing.
    pub(crate) const fn set_ko(&mut self, point: Point) {
        self.ko = point;
    }

    /// How many stones of `color` stand on the board.
    #[inline(always)]
    #[must_use]
    pub const fn stones(&self, color: Color) -> u16 {
        self.stones[color.index()]
    }

    /// The empty points, in no particular order.
    #[inline(always)]
    #[must_use]
    pub fn empties(&self) -> &[Point] {
        &self.empties[..self.empty_count as usize & (CELLS - 1)]
    }

    /// The `index`-th empty point in the board's own order.
    #[inline(always)]
    #[must_use]
    pub const fn empty_at(&self, index: u32) -> Point {
        self.empties[index as usize & (CELLS - 1)]
    }

    /// How many points are empty.
    #[inline(always)]
    #[must_use]
    pub const fn empty_count(&self) -> u32 {
        self.empty_count as u32
    }

    /// Exchanges two places in the order of the empty points. Playouts draw without
    /// replacement by moving a refused point behind the ones still to be drawn.
    #[inline(always)]
    pub const fn swap_empties(&mut self, i: u32, j: u32) {
        let (i, j) = (i as usize & (CELLS - 1), j as usize & (CELLS - 1));
        let (a, b) = (self.empties[i], self.empties[j]);
        self.empties[i] = b;
        self.place[b.index()] = i as u16;
        self.empties[j] = a;
        self.place[a.index()] = j as u16;
    }

    /// The stone that names the chain of the stone at `point`.
    #[inline(always)]
    #[must_use]
    pub const fn head(&self, point: Point) -> Point {
        self.head[point.index()]
    }

    /// How many stones the chain of the stone at `point` has.
    #[inline(always)]
    #[must_use]
    pub const fn chain_len(&self, point: Point) -> u16 {
        self.length[self.head(point).index()]
    }

    /// The stones of the chain of the stone at `point`, from that stone on.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let mut at = point;
        let mut left = if self.color(point).is_some() {
            self.chain_len(point)
        } else {
            0
        };
        std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            let stone = at;
            at = self.next[at.index()];
            Some(stone)
        })
    }

    /// How many neighbours of a point are empty.
    #[inline(always)]
    #[must_use]
    pub const fn empty_neighbors(&self, point: Point) -> u16 {
        self.around[point.index()].empty()
    }

    /// How many neighbours of a point are stones of `color` or border.
    #[inline(always)]
    #[must_use]
    pub const fn closed_neighbors(&self, point: Point, color: Color) -> u16 {
        self.around[point.index()].closed(color)
    }

    /// The eight neighbours of a point: the four orthogonal ones, then the diagonal ones.
    #[inline(always)]
    #[must_use]
    pub const fn surroundings(&self, point: Point) -> [Point; 8] {
        let [a, b, c, d] = self.size.neighbors(point);
        let [e, f, g, h] = self.size.diagonals(point);
        [a, b, c, d, e, f, g, h]
    }

    /// Whether all four neighbours are stones of `color` or border.
    #[inline(always)]
    #[must_use]
    pub const fn is_surrounded_by(&self, point: Point, color: Color) -> bool {
        self.around[point.index()].all(color)
    }

    /// Whether an empty point is an eye that `color` should not fill: surrounded by its own
    /// stones, with at most one enemy on the diagonals, none where the board ends.
    ///
    /// This is the *1-eye rule* of the Monte-Carlo literature: cheap, and wrong for some eyes
    /// of large groups whose diagonals are linked elsewhere.
    #[inline(always)]
    #[must_use]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        self.is_surrounded_by(point, color) && self.diagonals_hold(color, point)
    }

    #[inline]
    fn diagonals_hold(&self, color: Color, point: Point) -> bool {
        let enemy = color.other().cell();
        let (mut enemies, mut border) = (0, 0);
        for q in self.size.diagonals(point) {
            let cell = self.cell(q);
            enemies += u8::from(cell as u8 == enemy as u8);
            border |= u8::from(cell as u8 == Cell::Border as u8);
        }
        enemies + border < 2
    }

    /// Whether a stone of `color` at the empty `point` would leave its chain without
    /// liberties, nothing having been captured.
    #[inline(always)]
    #[must_use]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        !self.around[point.index()].has_empty() && !self.finds_liberty(color, point)
    }

    /// For a point without empty neighbours: whether a stone there captures something or
    /// joins a chain that keeps a liberty.
    #[inline]
    fn finds_liberty(&self, color: Color, point: Point) -> bool {
        self.size.neighbors(point).into_iter().any(|q| {
            let cell = self.cell(q);
            let dies = self.only_liberty(q, point);
            (cell as u8 == color.cell() as u8 && !dies)
                || (cell as u8 == color.other().cell() as u8 && dies)
        })
    }

    /// Whether `color` may play at `point` by the rules without superko and with suicide
    /// forbidden.
    #[inline(always)]
    #[must_use]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && point != self.ko && !self.is_suicide(color, point)
    }

    /// Whether a uniform playout may play the empty `point`: legal by simple ko, no suicide,
    /// and no eye of one's own.
    #[inline(always)]
    #[must_use]
    pub fn is_acceptable(&self, color: Color, point: Point) -> bool {
        let around = self.around[point.index()];
        if around.has_empty() {
            return true;
        }
        point != self.ko
            && !(around.all(color) && self.diagonals_hold(color, point))
            && self.finds_liberty(color, point)
    }

    /// Puts a stone of `color` on the empty `point`, removes what it captures, then the
    /// stone's own chain if that has no liberty, and notes a simple ko.
    ///
    /// The move is trusted to be playable: on an occupied point or outside of the board the
    /// position becomes nonsense.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) {
        debug_assert!(self.is_empty(point), "a stone stands there");
        let enemy = color.other();
        let in_enemy_eye = self.around[point.index()].all(enemy);
        if L::CAPTURES {
            self.captured_count = 0;
        }
        self.remove_empty(point);
        self.put(color, point);
        self.ko = Point::NONE;
        if in_enemy_eye {
            // Only a stone without friends can take a ko.
            let before = self.empty_count;
            let taken = self.capture_around(color, point);
            if self.empty_count == before + 1 {
                self.ko = taken;
            }
        } else {
            self.capture_around(color, point);
        }
        if self.sums[self.head(point).index()] == Sums::NONE {
            self.remove_chain(point);
        }
    }

    /// Puts the stone down, joins it to its friends, takes the liberty from its enemies.
    #[inline(always)]
    fn put(&mut self, color: Color, point: Point) {
        let word = Sums::of(point);
        let placing = Around::placing(color);
        self.cells[point.index()] = color.cell();
        self.stones[color.index()] += 1;
        if L::HASH {
            self.hash ^= zobrist::stone(color, point);
        }
        if L::CODES {
            self.update_codes(point, color.cell() as u16 ^ Cell::Empty as u16);
        }
        let mut sums = Sums::NONE;
        let neighbors = self.size.neighbors(point);
        for q in neighbors {
            let i = q.index();
            self.around[i].0 = self.around[i].0.wrapping_add(placing);
            let head = self.head[i].index();
            self.sums[head] = self.sums[head].minus(word);
            if self.cells[i] == Cell::Empty {
                sums = sums.plus(Sums::of(q));
            }
        }
        self.head[point.index()] = point;
        self.next[point.index()] = point;
        self.length[point.index()] = 1;
        self.sums[point.index()] = sums;
        for q in neighbors {
            if self.cell(q) == color.cell() && self.head(q) != self.head(point) {
                self.merge(self.head(q), self.head(point));
            }
        }
    }

    /// Captures the enemy chains around `point` that have no liberty left; answers the head
    /// of the last one.
    #[inline(always)]
    fn capture_around(&mut self, color: Color, point: Point) -> Point {
        let mut taken = Point::NONE;
        for q in self.size.neighbors(point) {
            if self.cell(q) == color.other().cell() && self.sums[self.head(q).index()] == Sums::NONE
            {
                taken = self.head(q);
                self.remove_chain(taken);
            }
        }
        taken
    }

    #[inline]
    fn merge(&mut self, a: Point, b: Point) {
        let (large, small) = if self.length[a.index()] >= self.length[b.index()] {
            (a, b)
        } else {
            (b, a)
        };
        self.length[large.index()] += self.length[small.index()];
        self.sums[large.index()] = self.sums[large.index()].plus(self.sums[small.index()]);
        let mut at = small;
        loop {
            self.head[at.index()] = large;
            at = self.next[at.index()];
            if at == small {
                break;
            }
        }
        let after = self.next[large.index()];
        self.next[large.index()] = self.next[small.index()];
        self.next[small.index()] = after;
    }

    #[inline(never)]
    fn remove_chain(&mut self, stone: Point) {
        let Some(color) = self.color(stone) else {
            return;
        };
        let placing = Around::placing(color);
        self.stones[color.index()] -= self.length[self.head(stone).index()];
        let mut at = stone;
        loop {
            let i = at.index();
            self.cells[i] = Cell::Empty;
            self.head[i] = Point::NONE;
            self.push_empty(at);
            if L::HASH {
                self.hash ^= zobrist::stone(color, at);
            }
            if L::CODES {
                self.update_codes(at, color.cell() as u16 ^ Cell::Empty as u16);
            }
            if L::CAPTURES {
                self.captured[self.captured_count as usize & (CELLS - 1)] = at;
                self.captured_count += 1;
            }
            let word = Sums::of(at);
            for q in self.size.neighbors(at) {
                let j = q.index();
                self.around[j].0 = self.around[j].0.wrapping_sub(placing);
                let head = self.head[j].index();
                self.sums[head] = self.sums[head].plus(word);
            }
            at = self.next[i];
            if at == stone {
                break;
            }
        }
    }

    #[inline(always)]
    fn push_empty(&mut self, point: Point) {
        let i = self.empty_count as usize & (CELLS - 1);
        self.empties[i] = point;
        self.place[point.index()] = i as u16;
        self.empty_count += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, point: Point) {
        self.empty_count -= 1;
        let last = self.empties[self.empty_count as usize & (CELLS - 1)];
        let i = self.place[point.index()];
        self.empties[i as usize & (CELLS - 1)] = last;
        self.place[last.index()] = i;
    }

    /// Makes this the same position as `other`, whatever layers either keeps, without
    /// allocating. Only the cells that the size uses are copied.
    #[inline]
    pub fn load<M: Layers>(&mut self, other: &Board<M>) {
        self.load_unkeyed(other);
        if L::HASH {
            self.hash = if M::HASH {
                other.hash
            } else {
                self.hash_from_cells()
            };
        }
    }

    /// Like [`load`](Self::load), for those who compare keys only with each other: those of
    /// the moves to come are relative to this position, whose key is zero.
    #[inline]
    pub(crate) fn load_unkeyed<M: Layers>(&mut self, other: &Board<M>) {
        let cells = other.size.cells() & (CELLS - 1);
        self.size = other.size;
        self.ko = other.ko;
        self.hash = 0;
        self.empty_count = other.empty_count;
        self.stones = other.stones;
        self.cells[..cells].copy_from_slice(&other.cells[..cells]);
        self.around[..cells].copy_from_slice(&other.around[..cells]);
        self.head[..cells].copy_from_slice(&other.head[..cells]);
        self.next[..cells].copy_from_slice(&other.next[..cells]);
        self.length[..cells].copy_from_slice(&other.length[..cells]);
        self.sums[..cells].copy_from_slice(&other.sums[..cells]);
        let empty = other.empties().len();
        self.empties[..empty].copy_from_slice(other.empties());
        self.place[..cells].copy_from_slice(&other.place[..cells]);
        if L::CODES {
            if M::CODES {
                self.codes[..cells].copy_from_slice(&other.codes[..cells]);
            } else {
                self.codes_from_cells();
            }
        }
        if L::CAPTURES {
            self.captured_count = if M::CAPTURES { other.captured_count } else { 0 };
            let captured = self.captured_count as usize & (CELLS - 1);
            self.captured[..captured].copy_from_slice(&other.captured[..captured]);
        }
    }
}

impl<L: Layers> Clone for Board<L> {
    fn clone(&self) -> Self {
        let mut board = Self::new(self.size);
        board.load(self);
        board
    }

    fn clone_from(&mut self, source: &Self) {
        self.load(source);
    }
}
