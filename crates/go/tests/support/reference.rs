//! The rules of Go in their slowest and plainest form, to compare the real ones with.
//!
//! A board is a square of points. Chains and regions are flood-filled each time they are
//! asked for, a move is judged by making it on a copy, and repetition by comparing whole
//! boards with all earlier ones. Nothing is hashed, nothing is kept up to date, and nothing
//! of the crate is used but the names of its colours, rules and errors.

use tewari_go::{Color, Illegal, Ko, Rules};

/// Column and row, both from 0.
pub type Xy = (usize, usize);

const MOST: usize = 25;

/// Stones by row and column. Rows and columns beyond the board's size stay empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    n: usize,
    stones: [[Option<Color>; MOST]; MOST],
}

impl Grid {
    pub fn new(n: usize) -> Self {
        Self {
            n,
            stones: [[None; MOST]; MOST],
        }
    }

    pub fn at(&self, (x, y): Xy) -> Option<Color> {
        self.stones[y][x]
    }

    pub fn set(&mut self, (x, y): Xy, stone: Option<Color>) {
        self.stones[y][x] = stone;
    }

    /// All points, rank by rank.
    pub fn points(&self) -> impl Iterator<Item = Xy> + use<> {
        let n = self.n;
        (0..n).flat_map(move |y| (0..n).map(move |x| (x, y)))
    }

    /// The point that lies `(dx, dy)` away, if the board reaches that far.
    pub fn beside(&self, (x, y): Xy, (dx, dy): (isize, isize)) -> Option<Xy> {
        let x = x.checked_add_signed(dx).filter(|&x| x < self.n)?;
        let y = y.checked_add_signed(dy).filter(|&y| y < self.n)?;
        Some((x, y))
    }

    pub fn neighbors(&self, at: Xy) -> impl Iterator<Item = Xy> + '_ {
        [(0, -1), (-1, 0), (1, 0), (0, 1)]
            .into_iter()
            .filter_map(move |d| self.beside(at, d))
    }

    pub fn diagonals(&self, at: Xy) -> impl Iterator<Item = Xy> + '_ {
        [(-1, -1), (1, -1), (-1, 1), (1, 1)]
            .into_iter()
            .filter_map(move |d| self.beside(at, d))
    }

    /// All points connected with `start` that hold what `start` holds, in order.
    pub fn group(&self, start: Xy) -> Vec<Xy> {
        let mut found = vec![start];
        let mut seen = [[false; MOST]; MOST];
        seen[start.1][start.0] = true;
        let mut next = 0;
        while next < found.len() {
            let at = found[next];
            next += 1;
            for q in self.neighbors(at) {
                if self.at(q) == self.at(start) && !seen[q.1][q.0] {
                    seen[q.1][q.0] = true;
                    found.push(q);
                }
            }
        }
        found.sort_unstable_by_key(|&(x, y)| (y, x));
        found
    }

    /// The points beside `group` that hold `content`, each once, in order.
    pub fn bordering(&self, group: &[Xy], content: Option<Color>) -> Vec<Xy> {
        let beside = group.iter().flat_map(|&at| self.neighbors(at));
        let mut found: Vec<Xy> = beside.filter(|&q| self.at(q) == content).collect();
        found.sort_unstable_by_key(|&(x, y)| (y, x));
        found.dedup();
        found
    }

    pub fn liberties(&self, stone: Xy) -> Vec<Xy> {
        self.bordering(&self.group(stone), None)
    }

    /// Whether every stone belongs to a chain with a liberty.
    pub fn is_sound(&self) -> bool {
        self.points()
            .all(|at| self.at(at).is_none() || !self.liberties(at).is_empty())
    }

    /// The board after `color` played the empty point `at`, and the stones that vanished:
    /// the enemy's without liberties, or else those of the stone itself.
    pub fn after(&self, color: Color, at: Xy) -> (Self, Vec<Xy>) {
        let mut board = *self;
        board.set(at, Some(color));
        let mut gone = Vec::new();
        let enemies: Vec<Xy> = board
            .neighbors(at)
            .filter(|&q| board.at(q) == Some(color.other()))
            .collect();
        for q in enemies {
            if board.at(q).is_some() && board.liberties(q).is_empty() {
                gone.extend(board.lift(q));
            }
        }
        if gone.is_empty() && board.liberties(at).is_empty() {
            gone.extend(board.lift(at));
        }
        gone.sort_unstable_by_key(|&(x, y)| (y, x));
        (board, gone)
    }

    fn lift(&mut self, stone: Xy) -> Vec<Xy> {
        let chain = self.group(stone);
        for &at in &chain {
            self.set(at, None);
        }
        chain
    }

    /// The owner of every point once the chains of `dead` are taken off: the stone's colour,
    /// or the one colour that an empty region meets.
    pub fn owners(&self, dead: &[Xy]) -> Vec<(Xy, Option<Color>)> {
        let mut board = *self;
        for &stone in dead {
            if self.at(stone).is_some() {
                for at in self.group(stone) {
                    board.set(at, None);
                }
            }
        }
        let mut owners = vec![None; self.n * self.n];
        let mut known = vec![false; self.n * self.n];
        for start in self.points() {
            if !known[self.index(start)] {
                let group = board.group(start);
                let meets = |color| !board.bordering(&group, Some(color)).is_empty();
                let owner = match (board.at(start), meets(Color::Black), meets(Color::White)) {
                    (Some(color), _, _) => Some(color),
                    (None, true, false) => Some(Color::Black),
                    (None, false, true) => Some(Color::White),
                    (None, _, _) => None,
                };
                for &at in &group {
                    known[self.index(at)] = true;
                    owners[self.index(at)] = owner;
                }
            }
        }
        self.points().zip(owners).collect()
    }

    fn index(&self, (x, y): Xy) -> usize {
        y * self.n + x
    }

    /// Black's area minus White's.
    pub fn area(&self, dead: &[Xy]) -> i32 {
        self.owners(dead)
            .into_iter()
            .map(|(_, owner)| points_for_black(owner))
            .sum()
    }

    /// Black's territory and dead enemies minus White's.
    pub fn territory(&self, dead: &[Xy]) -> i32 {
        let dead: Vec<Xy> = dead
            .iter()
            .filter(|&&stone| self.at(stone).is_some())
            .flat_map(|&stone| self.group(stone))
            .collect();
        let worth = |(at, owner): (Xy, Option<Color>)| match self.at(at) {
            None => points_for_black(owner),
            Some(color) if dead.contains(&at) => {
                points_for_black(owner) + points_for_black(Some(color.other()))
            }
            Some(_) => 0,
        };
        self.owners(&dead).into_iter().map(worth).sum()
    }
}

fn points_for_black(owner: Option<Color>) -> i32 {
    match owner {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    }
}

/// A game in progress.
#[derive(Clone)]
pub struct Reference {
    pub rules: Rules,
    pub board: Grid,
    pub turn: Color,
    pub passes: usize,
    /// Where the player whose turn it is may not retake.
    pub ko: Option<Xy>,
    /// Stones lost so far, by colour.
    pub lost: [u32; 2],
    /// What the last move took off the board.
    pub gone: Vec<Xy>,
    /// Every board since the last set-up with the player then to move, this one included.
    pub past: Vec<(Grid, Color)>,
}

impl Reference {
    pub fn new(n: usize, rules: Rules) -> Self {
        let (board, turn) = (Grid::new(n), Color::Black);
        let past = vec![(board, turn)];
        Self {
            rules,
            board,
            turn,
            passes: 0,
            ko: None,
            lost: [0; 2],
            gone: Vec::new(),
            past,
        }
    }

    /// Whether `color` may play `at`, whoever's turn it is; a pass is always allowed.
    pub fn check(&self, color: Color, at: Xy) -> Result<(), Illegal> {
        if self.board.at(at).is_some() {
            return Err(Illegal::Occupied);
        }
        if self.ko == Some(at) && color == self.turn {
            return Err(Illegal::Ko);
        }
        let (after, _) = self.board.after(color, at);
        if !self.rules.suicide && after.at(at).is_none() {
            return Err(Illegal::Suicide);
        }
        let repeats = match self.rules.ko {
            Ko::Simple => false,
            Ko::Positional => self.past.iter().any(|(board, _)| *board == after),
            Ko::Situational => self.past.contains(&(after, color.other())),
        };
        if repeats {
            Err(Illegal::Superko)
        } else {
            Ok(())
        }
    }

    /// Makes a legal move: at a point, or a pass.
    pub fn play(&mut self, color: Color, at: Option<Xy>) {
        self.ko = None;
        match at {
            None => self.passes = (self.passes + 1).min(2),
            Some(at) => {
                self.passes = 0;
                let (after, gone) = self.board.after(color, at);
                for &stone in &gone {
                    let owner = if stone == at {
                        color
                    } else {
                        self.board.at(stone).unwrap()
                    };
                    self.lost[owner.index()] += 1;
                }
                if let [only] = gone[..]
                    && only != at
                    && after.after(color.other(), only).0 == self.board
                {
                    self.ko = Some(only);
                }
                self.board = after;
                self.gone = gone;
            }
        }
        self.turn = color.other();
        self.past.push((self.board, self.turn));
    }

    /// Gives the turn to `color`. A position where nothing was played yet simply has another
    /// player to move; later the new situation is one more that must not come again.
    pub fn set_turn(&mut self, color: Color) {
        if color != self.turn {
            self.passes = 0;
            self.turn = color;
            self.ko = None;
            if self.past.len() == 1 {
                self.past.clear();
            }
            self.past.push((self.board, color));
        }
    }

    /// Changes points outside of play, unless a stone would be without liberty.
    pub fn setup(&mut self, stones: &[(Xy, Option<Color>)]) -> bool {
        let mut board = self.board;
        for &(at, stone) in stones {
            board.set(at, stone);
        }
        if !board.is_sound() {
            return false;
        }
        self.board = board;
        self.ko = None;
        self.passes = 0;
        self.past = vec![(board, self.turn)];
        true
    }
}
