//! The judgement's part in the choice of a move: the position is judged before the search, where
//! the game looks finished, and what the search found is looked at after it.
//!
//! A pass is never the search's decision alone: if it would pass where nothing was judged before,
//! the position is judged then.

use std::time::{Duration, Instant};

use tewari_go::{Color, PASS, Position};

use crate::clocks::Timing;
use crate::judged::{Allowance, Judged};
use crate::passing::LastMoves;
use crate::settings::Params;
use crate::stop::Stop;
use crate::think::{Candidate, Thought};

/// The choice of a move, as far as judgements go.
pub(crate) struct LastWord<'a> {
    root: &'a Position,
    color: Color,
    params: &'a Params,
    stop: &'a Stop,
    started: Instant,
    /// What judging may cost; nothing where nobody is to judge.
    allowance: Option<Allowance>,
    was_judged: bool,
}

/// What may be spent after a search, all of it until the same moment.
struct Rest {
    /// On checking a move.
    checks: Allowance,
    /// On judging once more before a pass.
    judgement: Option<Allowance>,
}

impl<'a> LastWord<'a> {
    /// A move of `color` at `root` is to be chosen, now, and nobody judges yet.
    pub(crate) fn new(
        root: &'a Position,
        color: Color,
        params: &'a Params,
        stop: &'a Stop,
    ) -> Self {
        Self {
            root,
            color,
            params,
            stop,
            started: Instant::now(),
            allowance: None,
            was_judged: false,
        }
    }

    /// Before the search: judges the position if the opponent `has_passed` or the game looks
    /// finished.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn prepare(
        &mut self,
        judged: &mut Judged,
        timing: Option<&Timing>,
        has_passed: bool,
    ) -> Result<(), String> {
        self.allowance = Allowance::within(self.params, timing);
        if let Some(allowance) = self.allowance
            && (has_passed || Judged::looks_finished(self.root, self.params, allowance))
        {
            self.judge(judged, allowance)?;
            self.was_judged = true;
        }
        Ok(())
    }

    /// How much shorter a limit of time is for the search, where there is no clock: it leaves as
    /// much to the judgement after it as it had before.
    pub(crate) fn kept_back(&self) -> Duration {
        let share = Allowance::share_of_limit(self.params).filter(|_| self.was_judged);
        share.map_or(Duration::ZERO, |share| self.started.elapsed() + share)
    }

    /// After the search: what to play instead of its best move, if it should be something else.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn instead(
        &self,
        judged: &mut Judged,
        timing: Option<&Timing>,
        thought: &Thought,
    ) -> Result<Option<Candidate>, String> {
        let passes = |instead: Option<Candidate>| instead.unwrap_or(thought.best).mv == PASS;
        let Some(rest) = self.rest(timing) else {
            return Ok(None);
        };
        if !self.was_judged {
            if !passes(None) || rest.checks.is_over() {
                return Ok(None);
            }
            self.judge(judged, rest.checks)?;
        }
        let mut instead = self.by_judgement(judged, &rest.checks, thought)?;
        if passes(instead)
            && let Some(more) = rest.judgement
            && !judged.is_worth(&more)
            // What had too little time will not have more now.
            && !judged.was_ended()
        {
            self.judge(judged, more)?;
            instead = self.by_judgement(judged, &rest.checks, thought)?;
        }
        if passes(instead) {
            judged.stand_by();
        }
        Ok(instead)
    }

    /// What is left after the search.
    fn rest(&self, timing: Option<&Timing>) -> Option<Rest> {
        let before = self.allowance?;
        let left = match timing {
            Some(timing) => timing.left_on_the_wall(),
            None => {
                let limit = self.params.engine.limits().time.filter(|_| self.was_judged);
                limit.map(|limit| limit.saturating_sub(self.started.elapsed()))
            }
        };
        let checks = Allowance::within(self.params, timing)
            .unwrap_or(before)
            .at_most(left);
        // Where time is simulations there is none to spare.
        let has_time = timing.is_none() || left.is_some_and(|left| !left.is_zero());
        let judgement = has_time.then(|| checks.with_all_simulations(self.params));
        Some(Rest { checks, judgement })
    }

    fn judge(&self, judged: &mut Judged, allowance: Allowance) -> Result<(), String> {
        judged.judge(self.root, self.params, allowance, &self.stop.flag())?;
        Ok(())
    }

    /// What to play instead by the judgement as it is. When the time of the move is up, it is
    /// believed.
    fn by_judgement(
        &self,
        judged: &Judged,
        checks: &Allowance,
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
        if checks.is_over() || !last_moves.needs_check(thought, &other) {
            return Ok(Some(other));
        }
        let flag = self.stop.flag();
        let value = checks.check(self.root, self.color, other.mv, self.params, &flag)?;
        Ok(LastMoves::may_replace(thought, value).then_some(other))
    }
}
