//! Moves by chance, with weights (the first playouts of Crazy Stone; Coulom 2006).
//!
//! Every acceptable move has weight one, with two exceptions: the last liberty of a chain in
//! atari, of either colour, and a move that makes a one-point eye. A self-atari that makes no
//! sense has weight zero. Behind the rules of the sequence, a move that [wastes](crate::waste) a
//! turn has a weight below one, too.
//!
//! # How a move is drawn
//!
//! The last liberties are known, so the extra weight of all of them that can be played is one
//! product: first it is drawn whether the move is one of them. Otherwise an empty point is
//! drawn; a point that is not acceptable is put behind the others, and all is drawn again
//! without it. If eyes have a weight `e > 1`, an acceptable point that makes none is kept with
//! probability `1/e` and else put back, as if all weights were divided by `e`; the eyes are
//! never put back. A wasted move of weight `w` is kept with probability `w/e`. So the weights are
//! exact, but that after many returns the next acceptable point is taken.

use tewari_base::Rng;
use tewari_go::{Color, Point};

use super::ataris::Ataris;
use super::board::PlayoutBoard;
use super::candidates::Candidates;
use super::params::{Chance, PlayoutParams, Policy, Rest};
use super::rule::PlayoutRule;
use crate::codes::CodeSet;
use crate::sense::is_bad_self_atari;
use crate::waste::wastes;

/// How often a point is put back at most.
const MAX_RETURNS: u32 = 64;

/// The weights.
#[derive(Clone)]
pub(super) struct Draw {
    /// What a last liberty counts beyond an ordinary move, where one that makes an eye counts
    /// one.
    urgent_extra: f64,
    /// What an ordinary move counts then: the probability to keep it.
    ordinary: Chance,
    /// The same for a wasted one.
    wasted: Chance,
    wastes: &'static CodeSet,
    has_eye_weight: bool,
    /// Whether any point may be put back.
    is_choosy: bool,
    keep_safe: bool,
    urgent: Candidates,
}

impl Draw {
    pub(super) fn new(params: &PlayoutParams) -> Self {
        let is_weighted = match params.policy {
            Policy::Uniform => false,
            Policy::Weighted => true,
            Policy::Sequence => params.rest == Rest::Weighted,
        };
        let weights = [params.atari_weight, params.eye_weight];
        let [atari, eye] = if is_weighted { weights } else { [1.0; 2] };
        let waste = match params.policy {
            Policy::Uniform | Policy::Weighted => 1.0,
            Policy::Sequence => params.waste,
        };
        Self {
            urgent_extra: (atari - 1.0) / eye,
            ordinary: Chance::new(1.0 / eye),
            wasted: Chance::new(waste / eye),
            wastes: wastes(),
            has_eye_weight: eye > 1.0,
            is_choosy: eye > 1.0 || waste < 1.0,
            keep_safe: params.keep_safe && params.policy != Policy::Uniform,
            urgent: Candidates::new(),
        }
    }

    /// A move for `color`, or `None` if there is no acceptable one.
    #[inline]
    pub(super) fn choose(
        &mut self,
        board: &mut PlayoutBoard,
        ataris: &mut Ataris,
        color: Color,
        rng: &mut Rng,
    ) -> Option<(Point, PlayoutRule)> {
        let extra = if self.urgent_extra > 0.0 {
            self.find_urgent(board, ataris, color);
            self.urgent_extra * self.urgent.as_slice().len() as f64
        } else {
            0.0
        };
        let mut left = board.empty_count();
        let mut returns = 0;
        while left > 0 {
            if extra > 0.0 && rng.unit() * (extra + f64::from(left)) < extra {
                return self.urgent.pick(rng);
            }
            let i = rng.below(left);
            let point = board.empty_at(i);
            if self.is_playable(board, color, point) {
                if !self.is_choosy
                    || returns == MAX_RETURNS
                    || self.is_kept(board, color, point, rng)
                {
                    return Some((point, PlayoutRule::Chance));
                }
                returns += 1;
            } else {
                left -= 1;
                board.swap_empties(i, left);
            }
        }
        None
    }

    #[inline(always)]
    fn is_kept(&self, board: &PlayoutBoard, color: Color, point: Point, rng: &mut Rng) -> bool {
        let is_waste = self.wastes.has(color, board.code(point));
        let chance = if is_waste { self.wasted } else { self.ordinary };
        self.has_eye_weight && makes_eye(board, color, point) || chance.happens(rng)
    }

    /// The last liberties of chains that `color` can play.
    fn find_urgent(&mut self, board: &PlayoutBoard, ataris: &mut Ataris, color: Color) {
        self.urgent.clear();
        for side in Color::BOTH {
            for &stone in ataris.of(board, side) {
                let known = |point| self.urgent.as_slice().iter().any(|known| known.0 == point);
                if let Some(point) = board.atari(stone)
                    && !known(point)
                    && self.is_playable(board, color, point)
                {
                    self.urgent.push(point, PlayoutRule::Urgent);
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn is_playable(&self, board: &PlayoutBoard, color: Color, point: Point) -> bool {
        board.is_acceptable(color, point)
            && !(self.keep_safe && is_bad_self_atari(board, color, point))
    }
}

/// Whether a stone of `color` at `point` closes the last side of an empty neighbour.
#[inline]
fn makes_eye(board: &PlayoutBoard, color: Color, point: Point) -> bool {
    board
        .size()
        .neighbors(point)
        .into_iter()
        .any(|q| board.is_empty(q) && board.closed_neighbors(q, color) == 3)
}
