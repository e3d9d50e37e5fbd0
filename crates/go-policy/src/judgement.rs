//! Which stones are dead, whose every point is, and what is still to be played: the one opinion
//! that passing, cleaning up, `final_status_list` and `final_score` share.
//!
//! A judgement is made of two things. *Unconditional life* (Benson, exact: see
//! [`tewari_go::tactics::life`]) settles what it can: its stones are alive, and whatever stands
//! in its territory is dead. For the rest there is *evidence*: who owned which point at the end
//! of simulated games ([`Evidence`]), half of which Black began and half White. A chain is dead
//! if the opponent owned its stones more often than its owner did. It is *settled* if that
//! came out clearly, and alike whoever began; a group that dies or lives by who moves first is
//! not.
//!
//! Points follow from stones as in any count: dead stones are taken off, and a region that one
//! colour alone borders is that colour's. What both border goes to the colour that owned it
//! clearly, as territory whose last gap is not closed yet, and otherwise to nobody. An empty
//! point that is not settled is *open*: a dame, a last point or a place to invade. By area it is
//! worth a point to whoever plays there, so these are filled before the game ends; only the
//! shared liberties of a seki are not: *quiet* points that neither side touches, nobody's in
//! most simulated games.
//!
//! **Seki** are living chains that touch a quiet point and have no two eyes: a group, that is
//! chains of one colour joined by territory of theirs, with fewer than two pieces of territory
//! and less than seven points of it. No space of seven points falls to a single move inside,
//! so a larger one lives by itself.
//!
//! Everything here depends on the stones alone, not on who passed, whose turn it is or how the
//! position came about. Hence the answers before and after a pass cannot differ as long as the
//! evidence is the same, and whoever asks keeps the judgement for the next question.
//!
//! What looks like a seki in the corner may be a bent four, and is then dead: see `bent_four`.
//!
//! Deliberately approximate: the evidence is a small search with its errors; points within a
//! seki count like any others, as in [`tewari_go::score`].

mod bent_four;
mod evidence;

pub use evidence::{Evidence, Judge};

use tewari_game::Move;
use tewari_go::score::Ownership;
use tewari_go::tactics::PointSet;
use tewari_go::tactics::life::{Life, unconditional_life};
use tewari_go::{Board, CELLS, Color, Layers, Point, Position, Score, Scoring, Size};

/// What is clear: owned in this share of the simulated games, whoever began. Dead stones whose
/// capture takes several moves reach about 0.85, stones in a fight that is open stay below 0.6
/// in one of the two halves.
const CLEAR: f64 = 0.7;

/// What most simulated games agree on.
const MOST: f64 = 0.5;

/// Territory of so many points lives by itself.
const LIVING_SPACE: usize = 7;

/// What becomes of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It stays.
    Alive,
    /// It is taken off the board at the end.
    Dead,
    /// It stays without two eyes: neither side can attack the other.
    Seki,
}

/// An opinion about every stone and point of a board.
#[derive(Clone, Debug)]
pub struct Judgement {
    size: Size,
    statuses: [Option<Status>; CELLS],
    owners: [Option<Color>; CELLS],
    /// The stones of chains whose fate hangs on who moves first, or is not clear.
    unsettled: PointSet,
    open: PointSet,
    first_moves: [Option<Move>; 2],
}

impl Judgement {
    /// What `evidence` and unconditional life say about the stones of `board`.
    #[must_use]
    pub fn of<L: Layers>(board: &Board<L>, evidence: &Evidence) -> Self {
        let size = board.size();
        let life = Color::BOTH.map(|color| unconditional_life(board, color));
        let lives = |color: Color| &life[color.index()];
        let mut judgement = Self {
            size,
            statuses: [None; CELLS],
            owners: [None; CELLS],
            unsettled: PointSet::EMPTY,
            open: PointSet::EMPTY,
            first_moves: Color::BOTH.map(|color| evidence.first_move(color)),
        };
        let mut dead = Vec::new();
        for (stone, color) in chains(board) {
            let chain: Vec<Point> = board.chain(stone).collect();
            let (is_dead, is_settled) = if lives(color).stones.contains(stone) {
                (false, true)
            } else if lives(color.other()).territory.contains(stone) {
                (true, true)
            } else {
                evidence.fate(&chain, color)
            };
            if is_dead {
                dead.push(stone);
            }
            for point in chain {
                let status = if is_dead { Status::Dead } else { Status::Alive };
                judgement.statuses[point.index()] = Some(status);
                if !is_settled {
                    judgement.unsettled.insert(point);
                }
            }
        }
        let quiet = judgement.share_out(board, evidence, &life, &dead);
        for (stone, color) in chains(board) {
            let stands = judgement.status(stone) == Some(Status::Alive);
            let touches = board.chain(stone).any(|point| {
                let mut around = size.neighbors(point).into_iter();
                around.any(|q| quiet.contains(q))
            });
            if stands && touches && !lives(color).stones.contains(stone) {
                judgement.judge_seki(board, color, stone, &lives(color).stones);
            }
        }
        let victims = bent_four::victims(board, &judgement);
        if !victims.is_empty() {
            for &stone in &victims {
                for point in board.chain(stone) {
                    judgement.statuses[point.index()] = Some(Status::Dead);
                }
            }
            dead.extend(victims);
            judgement.share_out(board, evidence, &life, &dead);
        }
        judgement
    }

    /// Gives every point to its owner, taking the chains of the stones `dead` off; answers the
    /// quiet points.
    fn share_out<L: Layers>(
        &mut self,
        board: &Board<L>,
        evidence: &Evidence,
        life: &[Life; 2],
        dead: &[Point],
    ) -> PointSet {
        let counted = Ownership::of(board, dead);
        let mut quiet = PointSet::EMPTY;
        self.open = PointSet::EMPTY;
        for point in self.size.points() {
            let clear = Color::BOTH
                .into_iter()
                .find(|&color| evidence.is_clear(point, color));
            let owner = counted.owner(point).or(clear);
            self.owners[point.index()] = owner;
            if !board.is_empty(point) {
                continue;
            }
            let is_safe = life.iter().any(|life| life.territory.contains(point));
            let is_left_alone = evidence.nobodys(point) > MOST;
            if is_left_alone && owner.is_none() {
                quiet.insert(point);
            } else if !is_safe && !is_left_alone && (owner.is_none() || owner != clear) {
                self.open.insert(point);
            }
        }
        quiet
    }

    /// Makes the group of `stone`, which touches a quiet point, seki if it has no two eyes.
    fn judge_seki<L: Layers>(
        &mut self,
        board: &Board<L>,
        color: Color,
        stone: Point,
        living: &PointSet,
    ) {
        let mut seen = PointSet::EMPTY;
        let mut group = Vec::new();
        let mut chains = vec![stone];
        let (mut spaces, mut space_points) = (0, 0);
        while let Some(stone) = chains.pop() {
            if !seen.insert(board.head(stone)) {
                continue;
            }
            if living.contains(stone) {
                return;
            }
            for point in board.chain(stone) {
                seen.insert(point);
                group.push(point);
                for q in self.size.neighbors(point) {
                    if !self.is_space(q, color) || !seen.insert(q) {
                        continue;
                    }
                    spaces += 1;
                    let mut region = vec![q];
                    while let Some(point) = region.pop() {
                        space_points += 1;
                        for q in self.size.neighbors(point) {
                            if self.is_space(q, color) {
                                if seen.insert(q) {
                                    region.push(q);
                                }
                            } else if board.color(q) == Some(color) {
                                chains.push(q);
                            }
                        }
                    }
                }
            }
        }
        if spaces < 2 && space_points < LIVING_SPACE {
            for point in group {
                self.statuses[point.index()] = Some(Status::Seki);
            }
        }
    }

    /// Whether a point is territory of `color`: empty, or a dead stone.
    fn is_space(&self, point: Point, color: Color) -> bool {
        let stands = !matches!(self.statuses[point.index()], None | Some(Status::Dead));
        self.size.contains(point) && !stands && self.owners[point.index()] == Some(color)
    }

    /// What becomes of the stone at `point`; `None` if there is none.
    #[must_use]
    pub const fn status(&self, point: Point) -> Option<Status> {
        self.statuses[point.index()]
    }

    /// Whose the point is in the end: that of a stone that stays, or territory.
    #[must_use]
    pub const fn owner(&self, point: Point) -> Option<Color> {
        self.owners[point.index()]
    }

    /// The stones of a status, rank 1 first.
    pub fn stones(&self, status: Status) -> impl Iterator<Item = Point> + '_ {
        let points = self.size.points();
        points.filter(move |&point| self.status(point) == Some(status))
    }

    /// The points of the territory of `color`, those under dead stones included.
    pub fn territory(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        let points = self.size.points();
        points.filter(move |&point| self.is_space(point, color))
    }

    /// Whether no chain's fate is in doubt.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.unsettled.is_empty()
    }

    /// The stones whose fate is in doubt.
    #[must_use]
    pub const fn unsettled(&self) -> &PointSet {
        &self.unsettled
    }

    /// The move of `color` that began the evidence: in a fight that is open, what gains most.
    /// It depends on the stones alone, so the game may forbid it. `None` without a search.
    #[must_use]
    pub const fn first_move(&self, color: Color) -> Option<Move> {
        self.first_moves[color.index()]
    }

    /// The empty points where there is something left to play for.
    #[must_use]
    pub const fn open(&self) -> &PointSet {
        &self.open
    }

    /// Whether a dead stone of `color` stands on the board.
    #[must_use]
    pub fn has_dead<L: Layers>(&self, board: &Board<L>, color: Color) -> bool {
        self.stones(Status::Dead)
            .any(|point| board.color(point) == Some(color))
    }

    /// The empty points around the dead stones of `color`, from which they are captured: all
    /// that hang together with them without a stone of the opponent between.
    #[must_use]
    pub fn around_dead<L: Layers>(&self, board: &Board<L>, color: Color) -> PointSet {
        let (mut empty, mut seen) = (PointSet::EMPTY, PointSet::EMPTY);
        let is_dead = |&point: &Point| board.color(point) == Some(color);
        let mut next: Vec<Point> = self.stones(Status::Dead).filter(is_dead).collect();
        while let Some(point) = next.pop() {
            if !seen.insert(point) {
                continue;
            }
            if board.is_empty(point) {
                empty.insert(point);
            }
            let around = self.size.neighbors(point).into_iter();
            next.extend(around.filter(|&q| {
                self.size.contains(q)
                    && (board.is_empty(q) || self.status(q) == Some(Status::Dead) && is_dead(&q))
            }));
        }
        empty
    }

    /// Area of Black minus area of White, in points, komi left out.
    #[must_use]
    pub fn area(&self) -> i32 {
        let points = self.size.points();
        points.map(|point| sign(self.owner(point))).sum()
    }

    /// The result of `position` by its own rules, as it would be counted now.
    #[must_use]
    pub fn score(&self, position: &Position) -> Score {
        let board = position.board();
        let points = match position.rules().scoring {
            Scoring::Area => self.area(),
            Scoring::Territory => {
                let of = |point: Point| match board.color(point) {
                    None => sign(self.owner(point)),
                    Some(color) if self.status(point) == Some(Status::Dead) => {
                        sign(self.owner(point)) + sign(Some(color.other()))
                    }
                    Some(_) => 0,
                };
                let lost = |color| position.lost(color) as i32;
                let territory: i32 = self.size.points().map(of).sum();
                territory + lost(Color::White) - lost(Color::Black)
            }
        };
        Score(2 * points - position.light().white_bonus)
    }
}

/// One stone of every chain with its colour.
fn chains<L: Layers>(board: &Board<L>) -> Vec<(Point, Color)> {
    let heads = board.size().points().filter_map(|point| {
        let color = board.color(point)?;
        (board.head(point) == point).then_some((point, color))
    });
    heads.collect()
}

const fn sign(owner: Option<Color>) -> i32 {
    match owner {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    }
}
