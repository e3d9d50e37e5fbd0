//! Last good replies with forgetting (Baier and Drake 2010).
//!
//! After a playout every answer of the winner is remembered as the reply to the move before it
//! (LGRF-1) and to the two moves before it (LGRF-2); every answer of the loser that is what
//! is remembered is forgotten. In the next playout the reply to the last two moves is played
//! if there is one and it is acceptable, else the reply to the last one, else the policy goes
//! on as usual. The memory belongs to one worker and is never merged.
//!
//! The table for two moves has a cell for every pair: 2 · 382² · 2 bytes on 19×19, 0.6 MB.

use tewari_go::{Color, Point, Size};

use super::params::Replies;

/// The replies one worker remembers.
#[derive(Clone)]
pub(crate) struct ReplyMemory {
    kind: Replies,
    cells: usize,
    /// By player and last move.
    to_one: Vec<Point>,
    /// By player, the move before the last and the last.
    to_two: Vec<Point>,
}

impl ReplyMemory {
    pub(crate) fn new(kind: Replies, size: Size) -> Self {
        let cells = size.cells();
        let (one, two) = match kind {
            Replies::Off => (0, 0),
            Replies::One => (2 * cells, 0),
            Replies::Two => (2 * cells, 2 * cells * cells),
        };
        Self {
            kind,
            cells,
            to_one: vec![Point::NONE; one],
            to_two: vec![Point::NONE; two],
        }
    }

    pub(crate) fn kind(&self) -> Replies {
        self.kind
    }

    pub(crate) fn forget(&mut self) {
        self.to_one.fill(Point::NONE);
        self.to_two.fill(Point::NONE);
    }

    fn place_of_one(&self, color: Color, last: Point) -> usize {
        color.index() * self.cells + last.index()
    }

    fn place_of_two(&self, color: Color, [last, before]: [Point; 2]) -> usize {
        (color.index() * self.cells + before.index()) * self.cells + last.index()
    }

    /// What `color` answered last to the last move.
    pub(crate) fn reply_to_one(&self, color: Color, last: Point) -> Point {
        let place = self.place_of_one(color, last);
        self.to_one.get(place).copied().unwrap_or(Point::NONE)
    }

    /// What `color` answered last to the last two moves.
    pub(crate) fn reply_to_two(&self, color: Color, line: [Point; 2]) -> Point {
        let place = self.place_of_two(color, line);
        self.to_two.get(place).copied().unwrap_or(Point::NONE)
    }

    /// Learns from one answer in a finished game. Passes are neither answered nor answers.
    pub(crate) fn learn(&mut self, color: Color, line: [Point; 2], answer: Point, won: bool) {
        let [last, before] = line;
        if last == Point::NONE || answer == Point::NONE {
            return;
        }
        let place = self.place_of_one(color, last);
        adjust(&mut self.to_one, place, answer, won);
        if before != Point::NONE {
            let place = self.place_of_two(color, line);
            adjust(&mut self.to_two, place, answer, won);
        }
    }
}

fn adjust(table: &mut [Point], place: usize, answer: Point, won: bool) {
    if let Some(known) = table.get_mut(place) {
        if won {
            *known = answer;
        } else if *known == answer {
            *known = Point::NONE;
        }
    }
}
