//! The position as simulations see it: stones, side to move, passes, and nothing remembered.

use tewari_game::{GameState, Move, MoveList, Outcome, Player};

use crate::board::Board;
use crate::layers::{Hashed, Layers};
use crate::point::{Color, PASS, Point, Size};
use crate::score::{self, Score};
use crate::zobrist;

/// A board with a side to move. Simple ko only, area scoring as the board stands.
///
/// What it lacks against [`Position`](crate::Position) is the record: superko and territory
/// scoring with prisoners need real play.
pub struct Light<L: Layers = Hashed> {
    /// The stones.
    pub board: Board<L>,
    to_move: Color,
    passes: u8,
    /// The last move and the one before it; [`Point::NONE`] for a pass or nothing.
    last: [Point; 2],
    /// What White is given, komi and handicap compensation, in half points.
    pub white_bonus: i32,
    /// Whether a move may remove stones of its own colour.
    pub suicide: bool,
}

impl<L: Layers> Light<L> {
    /// The empty board with Black to move, suicide forbidden.
    #[must_use]
    pub fn new(size: Size, white_bonus: i32) -> Self {
        let board = Board::new(size);
        Self {
            board,
            to_move: Color::Black,
            passes: 0,
            last: [Point::NONE; 2],
            white_bonus,
            suicide: false,
        }
    }

    /// Makes this the same position as `other` without allocating.
    #[inline]
    pub fn load<M: Layers>(&mut self, other: &Light<M>) {
        self.board.load(&other.board);
        self.to_move = other.to_move;
        self.passes = other.passes;
        self.last = other.last;
        self.white_bonus = other.white_bonus;
        self.suicide = other.suicide;
    }

    /// Whose turn it is.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.to_move
    }

    /// Gives the turn to `color`. The ban of simple ko holds for the player it was made for,
    /// so it is lifted when the turn changes.
    pub fn set_turn(&mut self, color: Color) {
        if color != self.to_move {
            self.to_move = color;
            self.board.clear_ko();
        }
    }

    /// How many passes were made in a row just now.
    #[inline(always)]
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// Sets the number of passes in a row.
    pub(crate) const fn set_passes(&mut self, passes: u8) {
        self.passes = passes;
    }

    /// Where the last move was made and the one before it, for those who answer locally:
    /// [`Point::NONE`] for a pass or if nothing was played. No key knows of it.
    #[inline(always)]
    #[must_use]
    pub const fn last_points(&self) -> [Point; 2] {
        self.last
    }

    /// Notes that a move was made at `point`, [`Point::NONE`] being a pass.
    #[inline(always)]
    pub(crate) const fn note_move(&mut self, point: Point) {
        self.last = [point, self.last[0]];
    }

    /// Forgets which moves were made last.
    pub(crate) const fn forget_moves(&mut self) {
        self.last = [Point::NONE; 2];
    }

    /// Whether the player to move may play at `point`.
    fn may_play(&self, point: Point) -> bool {
        let board = &self.board;
        board.is_legal(self.to_move, point)
            || self.suicide && board.is_empty(point) && board.ko() != Some(point)
    }

    /// The area score as the board stands.
    #[must_use]
    pub fn score(&self) -> Score {
        Score(2 * score::area(&self.board, &[]) - self.white_bonus)
    }
}

impl<L: Layers> Clone for Light<L> {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.load(source);
    }
}

/// How a score decides a game.
pub(crate) fn outcome_of(score: Score) -> Outcome {
    score
        .winner()
        .map_or(Outcome::Draw, |color| Outcome::Win(color.player()))
}

impl<L: Layers> Light<L> {
    /// The key of the search tables: stones, side to move, the point of simple ko, and the
    /// passes just made, because a pass that ends the game is not the one that does not.
    #[inline(always)]
    #[must_use]
    pub fn position_key(&self) -> u64 {
        self.board.stones_key() ^ zobrist::turn(self.to_move, self.board.ko(), self.passes)
    }
}

impl GameState for Light<Hashed> {
    #[inline(always)]
    fn to_move(&self) -> Player {
        self.to_move.player()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.passes >= 2).then(|| outcome_of(self.score()))
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clear();
        if self.passes < 2 {
            let points = self.board.size().points();
            moves.extend(
                points
                    .filter(|&point| self.may_play(point))
                    .map(Point::to_move),
            );
            moves.push(PASS);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.passes < 2
            && (mv == PASS
                || self
                    .board
                    .size()
                    .point_of(mv)
                    .is_some_and(|point| self.may_play(point)))
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        match self.board.size().point_of(mv) {
            Some(point) => {
                self.board.play(self.to_move, point);
                self.note_move(point);
                self.passes = 0;
            }
            None => {
                self.board.clear_ko();
                self.note_move(Point::NONE);
                self.passes += 1;
            }
        }
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn took_ko(&self) -> bool {
        self.board.ko().is_some()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position_key()
    }
}
