//! Moves by the first rule that offers one.
//!
//! The order is MoGo's (Gelly, Wang, Munos and Teytaud 2006) with later additions:
//!
//! 1. *atari*: the chain of the last move is in atari: take it. The last move put chains of
//!    ours in atari: save them by capturing an enemy chain in atari that touches them, or by
//!    extending if that helps. All these moves are offered together;
//! 2. *nakade*: the last move emptied a space of three to six points, or is beside one, which
//!    one side encloses: its vital point, whoever's eye it is;
//! 3. *two liberties*: the chain of the last move has two: put it in atari if it cannot
//!    escape. Chains of ours beside the last move have two: give them a third if they could be
//!    captured otherwise;
//! 4. *shapes*: points around the last move where a 3×3 shape fits;
//! 5. *capture* anything anywhere;
//! 6. *fill the board*: the first of a few random points with nothing around it;
//! 7. *chance*: see [`draw`](super::draw).
//!
//! Among the moves that a rule offers one is drawn. A rule is asked with its probability, so
//! that no wrong move is forced in every playout.
//!
//! # Deliberately so
//!
//! An extension that leaves two liberties is read as a ladder, if that is switched on, within
//! a small budget; what is not settled then counts as an escape. A rule does not look at what
//! a later one would have found.

use tewari_base::Rng;
use tewari_go::tactics::atari::saving_captures;
use tewari_go::tactics::ladder::{LadderReader, Verdict};
use tewari_go::tactics::liberties::liberties_after_extension;
use tewari_go::{Cell, Color, Point};

use super::ataris::Ataris;
use super::board::PlayoutBoard;
use super::candidates::Candidates;
use super::params::{Chance, Ladders, PlayoutParams};
use super::rule::PlayoutRule;
use crate::codes::CodeSet;
use crate::sense::is_bad_self_atari;
use crate::shape::shapes;
use crate::vital::deciding_point;

/// The eight neighbours of a point, all empty, as a code.
const NOTHING_AROUND: u16 = 0b1010_1010_1010_1010;

/// The rules with their probabilities and scratch.
#[derive(Clone)]
pub(super) struct Sequence {
    take: Chance,
    save_capture: Chance,
    save_extend: Chance,
    two_liberties: Chance,
    nakade: Chance,
    shapes: Chance,
    capture: Chance,
    fill: u32,
    ladders: Ladders,
    keep_safe: bool,
    table: &'static CodeSet,
    found: Candidates,
    reader: LadderReader,
}

impl Sequence {
    pub(super) fn new(params: &PlayoutParams) -> Self {
        Self {
            take: Chance::new(params.take),
            save_capture: Chance::new(params.save_capture),
            save_extend: Chance::new(params.save_extend),
            two_liberties: Chance::new(params.two_liberties),
            nakade: Chance::new(params.nakade),
            shapes: Chance::new(params.shapes),
            capture: Chance::new(params.capture),
            fill: params.fill,
            ladders: params.ladders,
            keep_safe: params.keep_safe,
            table: shapes(),
            found: Candidates::new(),
            reader: LadderReader::new(params.ladder_nodes),
        }
    }

    /// The move of the first rule that offers one to `color`, if any does.
    #[inline]
    pub(super) fn choose(
        &mut self,
        board: &PlayoutBoard,
        ataris: &mut Ataris,
        color: Color,
        last: Point,
        rng: &mut Rng,
    ) -> Option<(Point, PlayoutRule)> {
        self.found.clear();
        // After a set-up the last move may be anywhere and anyone's.
        if board.cell(last) == color.other().cell() {
            self.answer_atari(board, color, last, rng);
            if let Some(choice) = self.found.pick(rng) {
                return Some(choice);
            }
            if self.nakade.happens(rng) {
                self.find_vital_points(board, color, last);
                if let Some(choice) = self.found.pick(rng) {
                    return Some(choice);
                }
            }
            if self.two_liberties.happens(rng) {
                self.find_two_liberties(board, color, last);
                if let Some(choice) = self.found.pick(rng) {
                    return Some(choice);
                }
            }
            if self.shapes.happens(rng) {
                self.find_shapes(board, color, last);
                if let Some(choice) = self.found.pick(rng) {
                    return Some(choice);
                }
            }
        }
        if self.capture.happens(rng) {
            self.find_captures(board, ataris, color);
            if let Some(choice) = self.found.pick(rng) {
                return Some(choice);
            }
        }
        self.find_open_space(board, rng)
    }

    /// The moves of all local rules for `color` after the move at `last`.
    pub(super) fn all_moves(
        &mut self,
        board: &PlayoutBoard,
        color: Color,
        last: Point,
        rng: &mut Rng,
    ) -> &Candidates {
        self.found.clear();
        if board.cell(last) == color.other().cell() {
            self.answer_atari(board, color, last, rng);
            self.find_vital_points(board, color, last);
            self.find_two_liberties(board, color, last);
            self.find_shapes(board, color, last);
        }
        &self.found
    }

    #[inline]
    fn answer_atari(&mut self, board: &PlayoutBoard, color: Color, last: Point, rng: &mut Rng) {
        if let Some(liberty) = board.atari(last)
            && board.is_legal(color, liberty)
            && self.take.happens(rng)
        {
            self.found.push(liberty, PlayoutRule::Take);
        }
        let mut seen = [Point::NONE; 4];
        for (i, q) in board.size().neighbors(last).into_iter().enumerate() {
            if board.cell(q) == color.cell()
                && let Some(liberty) = board.atari(q)
                && !seen.contains(&board.head(q))
            {
                seen[i] = board.head(q);
                self.save(board, color, q, liberty, rng);
            }
        }
    }

    /// Ways to save the chain at `stone` from atari.
    fn save(
        &mut self,
        board: &PlayoutBoard,
        color: Color,
        stone: Point,
        liberty: Point,
        rng: &mut Rng,
    ) {
        if self.save_capture.happens(rng) {
            let mut captures = [Point::NONE; 8];
            let count = saving_captures(board, stone, &mut captures);
            for &point in &captures[..count] {
                if board.is_legal(color, point) {
                    self.found.push(point, PlayoutRule::SaveByCapture);
                }
            }
        }
        if self.save_extend.happens(rng)
            && board.is_legal(color, liberty)
            && self.extension_works(board, stone, liberty)
        {
            self.found.push(liberty, PlayoutRule::SaveByExtension);
        }
    }

    fn extension_works(&mut self, board: &PlayoutBoard, stone: Point, liberty: Point) -> bool {
        match liberties_after_extension(board, stone, liberty, Point::NONE, 3) {
            0 | 1 => false,
            2 => {
                self.ladders == Ladders::Off
                    || self.reader.after_defense(board, stone, liberty) != Verdict::Captured
            }
            _ => true,
        }
    }

    #[inline]
    fn find_vital_points(&mut self, board: &PlayoutBoard, color: Color, last: Point) {
        let enemy = color.other();
        if board.captured().len() >= 3
            && let Some(&start) = board.captured().first()
        {
            self.decide_space(board, color, enemy, start);
        }
        // All empty neighbours of an enemy stone are in one space of ours, if they are in any. Two
        // of them are in one space of the enemy if the point between them is.
        let [s, w, e, n] = board.size().neighbors(last).map(|q| board.is_empty(q));
        let diagonals = board.size().diagonals(last);
        let [sw, se, nw, ne] = diagonals
            .map(|q| !matches!(board.cell(q), Cell::Border) && board.cell(q) != enemy.cell());
        let is_new = [
            s,
            w && !(s && sw),
            e && !(s && se),
            n && !(w && nw || e && ne),
        ];
        for (q, is_new) in board.size().neighbors(last).into_iter().zip(is_new) {
            if is_new {
                self.decide_space(board, color, enemy, q);
            }
        }
        if s || w || e || n {
            self.decide_space(board, color, color, last);
        }
    }

    #[inline(always)]
    fn decide_space(&mut self, board: &PlayoutBoard, color: Color, owner: Color, start: Point) {
        if let Some(point) = deciding_point(board, owner, start)
            && board.is_legal(color, point)
        {
            self.found.push(point, PlayoutRule::Nakade);
        }
    }

    #[inline]
    fn find_two_liberties(&mut self, board: &PlayoutBoard, color: Color, last: Point) {
        let mut seen = [Point::NONE; 4];
        self.attack(board, color, last);
        for (i, q) in board.size().neighbors(last).into_iter().enumerate() {
            if board.cell(q) == color.cell() && !seen.contains(&board.head(q)) {
                seen[i] = board.head(q);
                self.strengthen(board, color, q);
            }
        }
    }

    /// Ataris on the enemy chain at `stone` that it does not escape by extending. Ladders are read
    /// only where no atari catches it for sure, and one that works is enough.
    #[inline]
    fn attack(&mut self, board: &PlayoutBoard, color: Color, stone: Point) {
        let Some([a, b]) = board.two_liberties(stone) else {
            return;
        };
        // What the enemy reaches by extending at the other liberty, `point` included.
        let ways = [(a, b), (b, a)].map(|(point, other)| {
            let reach = liberties_after_extension(board, stone, other, point, 4);
            (point, reach)
        });
        let mut is_caught = false;
        for (point, reach) in ways {
            if reach < 3 && self.is_playable(board, color, point) {
                self.found.push(point, PlayoutRule::Attack);
                is_caught = true;
            }
        }
        if is_caught || self.ladders != Ladders::All {
            return;
        }
        for (point, reach) in ways {
            if reach == 3
                && self.is_playable(board, color, point)
                && self.reader.after_attack(board, stone, point) == Verdict::Captured
            {
                self.found.push(point, PlayoutRule::Attack);
                return;
            }
        }
    }

    /// Moves that give the chain at `stone` a third liberty, if it could be captured.
    #[inline]
    fn strengthen(&mut self, board: &PlayoutBoard, color: Color, stone: Point) {
        let Some([a, b]) = board.two_liberties(stone) else {
            return;
        };
        let reach = [(a, b), (b, a)]
            .map(|(point, other)| liberties_after_extension(board, stone, point, other, 4));
        // After an attack at one liberty the other one gives one less than it reaches.
        let clear = reach[0] < 3 || reach[1] < 3;
        let possible = reach[0] < 4 || reach[1] < 4;
        let caught = clear
            || possible
                && self.ladders == Ladders::All
                && self.reader.attack(board, stone).verdict == Verdict::Captured;
        if !caught {
            return;
        }
        for (point, reach) in [(a, reach[0]), (b, reach[1])] {
            if reach >= 3 && board.is_legal(color, point) && !board.is_eye(color, point) {
                self.found.push(point, PlayoutRule::Strengthen);
            }
        }
    }

    #[inline]
    fn find_shapes(&mut self, board: &PlayoutBoard, color: Color, last: Point) {
        for q in board.surroundings(last) {
            if board.is_empty(q)
                && self.table.has(color, board.code(q))
                && self.is_playable(board, color, q)
            {
                self.found.push(q, PlayoutRule::Shape);
            }
        }
    }

    #[inline]
    fn find_captures(&mut self, board: &PlayoutBoard, ataris: &mut Ataris, color: Color) {
        for &stone in ataris.of(board, color.other()) {
            if let Some(liberty) = board.atari(stone)
                && board.is_legal(color, liberty)
            {
                self.found.push(liberty, PlayoutRule::Capture);
            }
        }
    }

    #[inline]
    fn find_open_space(&self, board: &PlayoutBoard, rng: &mut Rng) -> Option<(Point, PlayoutRule)> {
        let count = board.empty_count();
        for _ in 0..self.fill {
            let point = board.empty_at(rng.below(count));
            if board.code(point) == NOTHING_AROUND {
                return Some((point, PlayoutRule::Fill));
            }
        }
        None
    }

    #[inline(always)]
    fn is_playable(&self, board: &PlayoutBoard, color: Color, point: Point) -> bool {
        board.is_acceptable(color, point)
            && !(self.keep_safe && is_bad_self_atari(board, color, point))
    }
}
