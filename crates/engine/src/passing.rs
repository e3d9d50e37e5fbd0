//! The move to make when the game is about to end.
//!
//! A search knows nothing but winning: ahead by forty points it fills its own territory as
//! gladly as it passes, and it believes that two passes end the game with every stone alive.
//! The judgement of the position corrects it:
//!
//! 1. If a fight is open, the search decides, with two exceptions. If the opponent has passed
//!    and the board is won as it stands and will be counted so, pass: that is certain. And while
//!    fights are open a pass is made only to win by it: the search passes where all moves that
//!    it tried lose, and may have overlooked the one that does not. The search of the judgement,
//!    in which the game hangs on every stone, has looked closer: its move is made.
//! 2. If there are dame, points that nobody owns yet, the best of them is played. By area they
//!    count; by territory they cost nothing, and the search is not left to spend its own points
//!    instead. Where other points are open, the search decides, but not to pass: a side that
//!    believes itself lost is fond of passing, and the answer may be another pass.
//! 3. If nothing at all is open: pass if that wins. If only the dead stones on the board are in
//!    the way of that, capture them. If the game is lost, pass as well; but where the search
//!    sees a win and the judgement does not, the search is believed.
//!
//! All that is for games that have been played. Where hardly a stone stands on the board playouts
//! may give all of it to whoever has the handicap, and nothing is open then. So the search decides
//! there, but not to pass, unless the opponent has and that wins.
//!
//! A judgement that every fight is settled can be wrong, and then a dame or a pass gives away
//! what the search was about to save. So where the search sees a win, a move of 2 or 3 that it
//! hardly tried is [checked](LastMoves::needs_check) by a search of its own before it is made.
//! That search counts every stone as alive, so it has no say where dead stones are agreed on.
//!
//! By area, 2 and 3 wait until the game is decided: before that the search finds the last points
//! by itself, and knows better than any rule which of them comes first.

use tewari_go::tactics::PointSet;
use tewari_go::tactics::liberties::is_self_atari;
use tewari_go::{Color, PASS, Point, Position, Scoring};
use tewari_go_policy::judgement::Judgement;

use crate::judged::Count;
use crate::think::{Candidate, Thought};

/// A move tried so often that the search thinks worse by more than this is not made for the
/// sake of order.
const WORSE: f64 = 0.1;
const TRIED: u32 = 50;

/// Above this value a search sees a win, and above the other, or below its counterpart, the game
/// is decided.
const EVEN: f64 = 0.5;
const DECIDED: f64 = 0.9;

/// More of the board than this is open only while the game is not over, and are no dame.
const MOST_OPEN: f64 = 0.15;

/// Where stones stand on less of the board than this the game has hardly begun.
const FEWEST_STONES: f64 = 0.2;

/// A search of `color` at the end of a game.
pub(crate) struct LastMoves<'a> {
    pub(crate) position: &'a Position,
    pub(crate) color: Color,
    pub(crate) judgement: &'a Judgement,
    pub(crate) count: Count,
}

impl LastMoves<'_> {
    /// What to play instead of the best move of the search, if it should be something else.
    pub(crate) fn instead(&self, thought: &Thought) -> Option<Candidate> {
        let Self {
            position,
            color,
            judgement,
            ..
        } = *self;
        let best = thought.best;
        let is_move = |candidate: &Candidate| candidate.mv != PASS;
        let pass = Candidate {
            value: best.value,
            ..Candidate::unknown(PASS)
        };
        let tried = |candidate: &Candidate| candidate.mv == PASS && candidate.visits > 0;
        let pass = of(thought, tried).unwrap_or(pass);
        let ours = Some(color);
        let as_is = self.counts_as_is();
        let judged_winner = judgement.score(position).winner();
        let winner = if as_is {
            position.score(&[]).winner()
        } else {
            judged_winner
        };
        let ends = position.light().passes() == 1 && position.turn() == color;
        if self.has_hardly_begun() && !(ends && winner == ours) {
            return (best.mv == PASS).then(|| of(thought, is_move)).flatten();
        }
        if !judgement.is_settled() {
            let wins = ends && winner == ours;
            return if wins && as_is {
                Some(pass)
            } else if best.mv == PASS && !wins {
                self.fight(thought, ends)
            } else {
                None
            };
        }
        // What the search thinks is about another game if komi was shifted.
        let value = (thought.shift == 0).then_some(best.value);
        let decided = value.is_some_and(|value| !(1.0 - DECIDED..DECIDED).contains(&value));
        let by_territory = position.rules().scoring == Scoring::Territory;
        if !(decided || by_territory || best.mv == PASS || ends && winner == ours) {
            return None;
        }
        let open = judgement.open();
        let dame = self.dame();
        if let Some(filler) = self.best_within(thought, &dame) {
            return Some(filler);
        }
        if dame.len() < open.len() && !(ends && winner == ours) {
            let within = || self.best_within(thought, open);
            return (best.mv == PASS)
                .then(|| within().or_else(|| of(thought, is_move)))
                .flatten();
        }
        let sees_a_win = value.is_some_and(|value| value >= EVEN);
        if winner == ours {
            Some(pass)
        } else if judged_winner == ours {
            let around = judgement.around_dead(position.board(), color.other());
            self.best_within(thought, &around)
                .or_else(|| of(thought, is_move))
        } else {
            (!sees_a_win).then_some(pass)
        }
    }

    /// What to do about the fights that are open: the first move of the judgement's search, else
    /// the best move that is no pass. That search may well pass, if no pass `ends` the game and
    /// the game is about to end.
    fn fight(&self, thought: &Thought, ends: bool) -> Option<Candidate> {
        let first = self.judgement.first_move(self.color);
        let may_pass = !ends && !self.is_large(self.judgement.open());
        let is_first = |candidate: &Candidate| Some(candidate.mv) == first;
        let is_move = |candidate: &Candidate| candidate.mv != PASS;
        of(thought, |candidate| {
            is_first(candidate) && (is_move(candidate) || may_pass)
        })
        .or_else(|| of(thought, is_move))
    }

    fn has_hardly_begun(&self) -> bool {
        let all = self.position.size().points_count() as f64;
        let stones = all - f64::from(self.position.board().empty_count());
        stones < FEWEST_STONES * all
    }

    /// Whether so many open points say that the game is not over.
    fn is_large(&self, points: &PointSet) -> bool {
        let all = self.position.size().points_count() as f64;
        f64::from(points.len()) > MOST_OPEN * all
    }

    /// Whether `other`, to be played instead of the best move, might lose what the search sees
    /// won: it hardly tried it, and the game goes on after it.
    pub(crate) fn needs_check(&self, thought: &Thought, other: &Candidate) -> bool {
        let ends = other.mv == PASS && self.position.light().passes() == 1;
        let sees_a_win = thought.shift == 0 && thought.best.value >= EVEN;
        let is_new = other.mv != thought.best.mv && other.visits < TRIED;
        self.counts_as_is() && sees_a_win && is_new && !ends
    }

    /// Whether the board will be counted as it stands.
    fn counts_as_is(&self) -> bool {
        self.count == Count::AsIs && self.position.rules().scoring == Scoring::Area
    }

    /// Whether a move that turned out to be worth `value` may be made instead of the best one.
    pub(crate) fn may_replace(thought: &Thought, value: f64) -> bool {
        value >= thought.best.value - WORSE
    }

    /// The open points that nobody owns; none where they are so many that the game is not over.
    fn dame(&self) -> PointSet {
        let mut dame = PointSet::EMPTY;
        let is_nobodys = |&point: &Point| self.judgement.owner(point).is_none();
        for point in self.judgement.open().iter().filter(is_nobodys) {
            dame.insert(point);
        }
        if self.is_large(&dame) {
            return PointSet::EMPTY;
        }
        dame
    }

    /// The best candidate on one of these points that harms nobody but the opponent.
    fn best_within(&self, thought: &Thought, points: &PointSet) -> Option<Candidate> {
        let board = self.position.board();
        of(thought, |candidate| {
            let point = self.position.size().point_of(candidate.mv);
            point.is_some_and(|point| {
                let is_bad =
                    candidate.visits >= TRIED && candidate.value < thought.best.value - WORSE;
                points.contains(point) && !is_bad && !is_self_atari(board, self.color, point)
            })
        })
    }
}

/// The first candidate, in the order of preference, that is as wanted; the best move first.
fn of(thought: &Thought, is_wanted: impl Fn(&Candidate) -> bool) -> Option<Candidate> {
    let mut candidates = std::iter::once(&thought.best).chain(&thought.candidates);
    candidates.find(|candidate| is_wanted(candidate)).copied()
}

#[cfg(test)]
mod tests {
    use tewari_game::Move;
    use tewari_go::{Komi, Rules, Size};
    use tewari_go_policy::judgement::{Evidence, Judgement};

    use super::*;

    fn candidate(mv: Move, visits: u32, value: f64) -> Candidate {
        Candidate {
            visits,
            value,
            ..Candidate::unknown(mv)
        }
    }

    /// Whether a move tried `visits` times is checked before it replaces one of that value.
    fn is_checked(position: &Position, mv: Move, visits: u32, best: f64, shift: i32) -> bool {
        let judgement = Judgement::of(position.board(), &Evidence::default());
        let last_moves = LastMoves {
            position,
            color: position.turn(),
            judgement: &judgement,
            count: Count::AsIs,
        };
        let thought = Thought {
            shift,
            ..Thought::without_search(candidate(Move(30), 200, best))
        };
        last_moves.needs_check(&thought, &candidate(mv, visits, 0.5))
    }

    #[test]
    fn what_the_search_hardly_tried_is_checked_before_it_replaces_a_win() {
        let mut position = Position::new(Size::new(9).unwrap(), Rules::CHINESE, Komi::DEFAULT);
        assert!(is_checked(&position, Move(40), 0, 0.99, 0));
        assert!(is_checked(&position, PASS, 3, 0.99, 0));
        assert!(!is_checked(&position, Move(40), TRIED, 0.99, 0), "tried");
        assert!(!is_checked(&position, Move(40), 0, 0.2, 0), "lost");
        assert!(!is_checked(&position, Move(40), 0, 0.99, 4), "another game");
        assert!(
            !is_checked(&position, Move(30), 0, 0.99, 0),
            "the same move"
        );
        position.play(Color::Black, PASS).unwrap();
        assert!(!is_checked(&position, PASS, 0, 0.99, 0), "it ends the game");
    }

    #[test]
    fn a_checked_move_may_be_a_little_worse() {
        let thought = Thought::without_search(candidate(Move(30), 200, 0.95));
        assert!(LastMoves::may_replace(&thought, 0.86));
        assert!(!LastMoves::may_replace(&thought, 0.84));
    }
}
