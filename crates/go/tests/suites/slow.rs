//! The same questions answered slowly, straight from their definitions.

use std::collections::{BTreeMap, BTreeSet};

use tewari_go::{Bare, Board, Color, Layers, Point};

pub type Points = BTreeSet<Point>;

/// The points reachable from `start` over points that `is_inside` accepts.
pub fn flood<L: Layers>(
    board: &Board<L>,
    start: Point,
    is_inside: impl Fn(Point) -> bool,
) -> Points {
    let mut found = Points::from([start]);
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for q in board.size().neighbors(point) {
            if board.size().contains(q) && is_inside(q) && found.insert(q) {
                open.push(q);
            }
        }
    }
    found
}

/// The liberties of the chain at `stone`.
pub fn liberties<L: Layers>(board: &Board<L>, stone: Point) -> Points {
    let color = board.color(stone);
    let chain = flood(board, stone, |q| board.color(q) == color);
    let around = chain.iter().flat_map(|&p| board.size().neighbors(p));
    around.filter(|&q| board.is_empty(q)).collect()
}

/// Whether the chain at `stone` is captured by continuous atari, with every move of the
/// defender tried and every move of the attacker that keeps the chain in atari. `None` when
/// `depth` moves do not settle it.
pub fn is_captured(
    board: &Board<Bare>,
    stone: Point,
    defender: Color,
    attacks: bool,
    depth: u32,
) -> Option<bool> {
    if board.color(stone) != Some(defender) {
        return Some(true);
    }
    let before = liberties(board, stone).len();
    if before > 2 || (!attacks && before > 1) {
        return Some(false);
    }
    let depth = depth.checked_sub(1)?;
    let mover = if attacks { defender.other() } else { defender };
    let mut is_known = true;
    let mut moves: Vec<Option<Point>> = board.empties().iter().copied().map(Some).collect();
    if !attacks {
        moves.push(None);
    }
    for point in moves {
        let mut next = board.clone();
        match point {
            // The defender may retake a ko at once.
            Some(point) if attacks && !board.is_legal(mover, point) => continue,
            Some(point) if board.is_suicide(mover, point) => continue,
            Some(point) => next.play(mover, point),
            None => next.clear_ko(),
        }
        if attacks && next.color(stone).is_some() {
            let keeps_on = before == 2 && liberties(&next, stone).len() == 1;
            if !keeps_on {
                continue;
            }
        }
        match is_captured(&next, stone, defender, !attacks, depth) {
            Some(captured) if captured == attacks => return Some(attacks),
            Some(_) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(!attacks)
}

/// Benson's algorithm with sets: the stones of unconditionally alive chains, and the points of
/// the regions vital to them.
pub fn unconditional_life<L: Layers>(board: &Board<L>, color: Color) -> (Points, Points) {
    let mut chains: BTreeMap<Point, Points> = BTreeMap::new();
    let mut regions: Vec<Points> = Vec::new();
    for point in board.size().points() {
        if board.color(point) == Some(color) {
            let chain = flood(board, point, |q| board.color(q) == Some(color));
            chains.insert(*chain.first().unwrap(), chain);
        } else {
            let region = flood(board, point, |q| board.color(q) != Some(color));
            if region.first() == Some(&point) {
                regions.push(region);
            }
        }
    }
    let touches = |a: &Points, b: &Points| {
        a.iter()
            .any(|&p| board.size().neighbors(p).iter().any(|q| b.contains(q)))
    };
    let is_vital = |region: &Points, chain: &Points| {
        let near = |p: Point| board.size().neighbors(p).iter().any(|q| chain.contains(q));
        region.iter().all(|&p| !board.is_empty(p) || near(p))
    };
    loop {
        let before = chains.len() + regions.len();
        chains.retain(|_, chain| regions.iter().filter(|r| is_vital(r, chain)).count() >= 2);
        regions.retain(|region| {
            let borders = board
                .size()
                .points()
                .filter(|&p| board.color(p) == Some(color));
            let alive: Points = chains.values().flatten().copied().collect();
            borders
                .filter(|&stone| touches(region, &Points::from([stone])))
                .all(|stone| alive.contains(&stone))
        });
        if chains.len() + regions.len() == before {
            break;
        }
    }
    regions.retain(|region| chains.values().any(|chain| is_vital(region, chain)));
    (
        chains.into_values().flatten().collect(),
        regions.into_iter().flatten().collect(),
    )
}

/// Whether a chain whose only eyes are the space `cells` can be captured. The board is given
/// with that space empty; the states of the space are solved backwards from capture. Repetition
/// is allowed to both, so a chain that can go on for ever is not captured.
pub struct EyeSpace {
    board: Board<Bare>,
    cells: Vec<Point>,
    owner: Color,
    wall: Point,
    /// By state and who moves (0: the attacker): the states that can follow.
    next: Vec<[Vec<Outcome>; 2]>,
    lost: Vec<[bool; 2]>,
}

#[derive(Clone, Copy)]
enum Outcome {
    Captured,
    State(usize),
}

impl EyeSpace {
    /// `wall` is a stone of the chain, `cells` all points where something can happen.
    pub fn solve(board: &Board<Bare>, wall: Point, cells: &[Point]) -> Self {
        let owner = board.color(wall).unwrap();
        let states = 3usize.pow(cells.len() as u32);
        let mut space = Self {
            board: board.clone(),
            cells: cells.to_vec(),
            owner,
            wall,
            next: Vec::new(),
            lost: vec![[false; 2]; states],
        };
        for state in 0..states {
            let moves = [owner.other(), owner].map(|mover| space.moves(state, mover));
            space.next.push(moves);
        }
        let is_lost = |lost: &[[bool; 2]], outcome: &Outcome, mover: usize| match *outcome {
            Outcome::Captured => true,
            Outcome::State(state) => lost[state][mover],
        };
        loop {
            let before = space.lost.clone();
            for state in 0..states {
                let [attacks, defends] = &space.next[state];
                let attack = attacks.iter().any(|next| is_lost(&space.lost, next, 1));
                let defend =
                    !defends.is_empty() && defends.iter().all(|next| is_lost(&space.lost, next, 0));
                space.lost[state] = [attack, defend];
            }
            if before == space.lost {
                return space;
            }
        }
    }

    /// Whether the chain is lost when the attacker moves first, and when the owner does.
    pub fn verdict(&self) -> [bool; 2] {
        self.lost[0]
    }

    /// The attacker's first moves after which the chain is lost.
    pub fn killing_moves(&self) -> Vec<Point> {
        let kills = |&(i, _): &(usize, &Point)| {
            // The attacker's stone is digit 1.
            self.lost[3usize.pow(i as u32)][1]
        };
        self.cells
            .iter()
            .enumerate()
            .filter(kills)
            .map(|(_, &point)| point)
            .collect()
    }

    /// The board of a state, if all its chains have liberties.
    fn set_up(&self, state: usize) -> Option<Board<Bare>> {
        Board::from_colors(self.board.size(), |point| {
            let Some(i) = self.cells.iter().position(|&cell| cell == point) else {
                return self.board.color(point);
            };
            match state / 3usize.pow(i as u32) % 3 {
                1 => Some(self.owner.other()),
                2 => Some(self.owner),
                _ => None,
            }
        })
    }

    fn moves(&self, state: usize, mover: Color) -> Vec<Outcome> {
        let Some(board) = self.set_up(state) else {
            return Vec::new();
        };
        let mut outcomes = vec![Outcome::State(state)];
        for &point in self
            .cells
            .iter()
            .filter(|&&cell| board.is_legal(mover, cell))
        {
            let mut next = board.clone();
            next.play(mover, point);
            if next.color(self.wall).is_none() {
                return vec![Outcome::Captured];
            }
            let digit = |cell: &Point| match next.color(*cell) {
                None => 0,
                Some(color) => 1 + usize::from(color == self.owner),
            };
            let state = self
                .cells
                .iter()
                .rev()
                .fold(0, |state, cell| 3 * state + digit(cell));
            outcomes.push(Outcome::State(state));
        }
        outcomes
    }
}
