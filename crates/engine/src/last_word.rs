//! The judgement's say about the move of a search.

use tewari_go::{Color, PASS, Position};

use crate::judged::{Allowance, Judged};
use crate::passing::LastMoves;
use crate::settings::Params;
use crate::stop::Stop;
use crate::think::{Candidate, Thought};

/// A search whose position was judged.
pub(crate) struct LastWord<'a> {
    pub(crate) root: &'a Position,
    pub(crate) color: Color,
    pub(crate) params: &'a Params,
    /// What checking a move may cost; no time if that of the move is up.
    pub(crate) allowance: Allowance,
    /// What judging once more may cost before the engine passes, until the same moment.
    pub(crate) before_passing: Option<Allowance>,
    pub(crate) stop: &'a Stop,
}

impl LastWord<'_> {
    /// What to play instead of the best move of the search, if it should be something else.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn instead(
        &self,
        judged: &mut Judged,
        thought: &Thought,
    ) -> Result<Option<Candidate>, String> {
        let passes = |instead: Option<Candidate>| instead.unwrap_or(thought.best).mv == PASS;
        let mut instead = self.by_judgement(judged, thought)?;
        if passes(instead)
            && let Some(more) = self.before_passing
            && !judged.is_worth(&more)
            // What had too little time will not have more now.
            && !judged.was_ended()
        {
            judged.judge(self.root, self.params, more, &self.stop.flag())?;
            instead = self.by_judgement(judged, thought)?;
        }
        if passes(instead) {
            judged.stand_by();
        }
        Ok(instead)
    }

    /// The same by the judgement as it is. When the time of the move is up, it is believed.
    fn by_judgement(
        &self,
        judged: &Judged,
        thought: &Thought,
    ) -> Result<Option<Candidate>, String> {
        let Some(judgement) = judged.known(self.root) else {
            return Ok(None);
        };
        let last_moves = LastMoves {
            position: self.root,
            color: self.color,
            judgement,
            count: self.params.end.count,
        };
        let Some(other) = last_moves.instead(thought) else {
            return Ok(None);
        };
        if self.allowance.is_over() || !last_moves.needs_check(thought, &other) {
            return Ok(Some(other));
        }
        let flag = self.stop.flag();
        let value = self
            .allowance
            .check(self.root, self.color, other.mv, self.params, &flag)?;
        Ok(LastMoves::may_replace(thought, value).then_some(other))
    }
}
