//! A handful of moves to choose from.

use tewari_base::Rng;
use tewari_go::Point;

use super::rule::PlayoutRule;

/// More candidates than a rule ever finds in one place; what is beyond is dropped.
const ROOM: usize = 64;

/// Moves that a rule offers. A move that is offered twice counts twice.
#[derive(Clone)]
pub(crate) struct Candidates {
    points: [(Point, PlayoutRule); ROOM],
    count: usize,
}

impl Candidates {
    pub(crate) const fn new() -> Self {
        Self {
            points: [(Point::NONE, PlayoutRule::Chance); ROOM],
            count: 0,
        }
    }

    #[inline(always)]
    pub(crate) const fn clear(&mut self) {
        self.count = 0;
    }

    #[inline(always)]
    pub(crate) const fn push(&mut self, point: Point, rule: PlayoutRule) {
        if self.count < ROOM {
            self.points[self.count] = (point, rule);
            self.count += 1;
        }
    }

    /// All of them.
    pub(crate) fn as_slice(&self) -> &[(Point, PlayoutRule)] {
        &self.points[..self.count]
    }

    /// One of them by chance.
    #[inline(always)]
    pub(crate) fn pick(&self, rng: &mut Rng) -> Option<(Point, PlayoutRule)> {
        match self.count {
            0 => None,
            1 => Some(self.points[0]),
            n => Some(self.points[rng.below(n as u32) as usize]),
        }
    }
}
