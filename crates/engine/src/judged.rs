//! The judgement of the present stones, made when it is first needed and kept.
//!
//! Whoever asks about dead stones, be it the choice of a move, `final_status_list` or
//! `final_score`, is given the same [`Judgement`] as long as the stones are the same. So what
//! the engine believed when it passed is what it says afterwards, whatever a second search
//! would find.
//!
//! While a move is chosen, the clock and the simulations of a move bound what judging may cost.
//! Such a partial judgement is made anew for whoever may spend more on it, and before the engine
//! passes, if there is time. One that was ended early does not replace another. What the engine
//! has passed by stays.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tewari_base::{choice, params};
use tewari_control::Domain;
use tewari_game::Move;
use tewari_go::{Color, Position};
use tewari_go_policy::judgement::{Judge, Judgement};

use crate::alarm;
use crate::clocks::Timing;
use crate::govern::Governor;
use crate::settings::Params;

choice! {
    /// How a game is counted after two passes.
    pub enum Count {
        /// The board as it stands, every stone alive: what CGOS and matches without agreement do.
        AsIs,
        /// Dead stones are taken off: what people do, and servers that ask both players.
        Agreed,
    }
}

params! {
    /// The end of a game of Go: dead stones, and when to pass.
    pub struct EndParams = "end" {
        /// Whether the engine passes when nothing is left to play for, and plays on when
        /// passing would lose a game that is won. Otherwise it passes when the search says so.
        judge: bool = true;
        /// How the game is expected to be counted by area. With `as-is` dead stones are
        /// captured first if the result hangs on them. By territory they are always agreed on.
        count: Count = Count::AsIs;
        /// Simulations to judge a position with, for either side to begin. While a move is
        /// chosen not more than the move may take, except before a pass.
        simulations: u64 = 800, range 1..=1_000_000_000;
    }
}

/// The last judgement.
#[derive(Clone, Default)]
pub(crate) struct Judged {
    last: Option<Kept>,
}

/// A judgement that is kept.
#[derive(Clone)]
struct Kept {
    /// The key of the stones it is of.
    key: u64,
    judgement: Box<Judgement>,
    /// The simulations that went into it; none if it was ended early.
    simulations: u64,
    /// Whether the engine has passed by it.
    is_firm: bool,
}

/// What judging a position may cost.
#[derive(Clone, Copy)]
pub(crate) struct Allowance {
    simulations: u64,
    /// When it has to end.
    until: Option<Instant>,
}

/// Judging may take this part of the time that a move has.
const SHARE_OF_TIME: u32 = 4;

/// With fewer simulations there is no judging: the search is left to itself.
const LEAST_SIMULATIONS: u64 = 50;

/// How much a glance is: enough playouts to tell a fight from a finished game. With less time
/// than it takes nobody looks.
const GLANCE: u64 = 128;
const GLANCE_TIME: Duration = Duration::from_millis(2);

/// Not more of the board than this may be in doubt, and at least so much of it covered, for a
/// position that looks as if it might be finished.
const DOUBTFUL: f64 = 0.15;
const COVERED: f64 = 0.4;

impl Allowance {
    /// As much as was asked for. Nobody waits for a move.
    pub(crate) const fn whole(params: &Params) -> Self {
        Self {
            simulations: params.end.simulations,
            until: None,
        }
    }

    /// Not more than the search of a move may take, within a part of the time that a move has
    /// by the clock, or by the limits if there is none. `None` if that is too little.
    pub(crate) fn within(params: &Params, timing: Option<&Timing>) -> Option<Self> {
        let mut allowance = Self::whole(params);
        if let Some(most) = params.engine.limits().simulations {
            allowance.simulations = allowance.simulations.min(most);
        }
        let by_clock = |t: &Timing| Governor::most_simulations(&t.plan, &*t.source);
        match timing.map(|timing| (timing, by_clock(timing))) {
            Some((_, Some(most))) => {
                let share = most / u64::from(SHARE_OF_TIME);
                allowance.simulations = allowance.simulations.min(share);
            }
            Some((timing, None)) => {
                let share = timing.plan.longest() / SHARE_OF_TIME;
                allowance = allowance.at_most(Some(share));
            }
            None => allowance = allowance.at_most(Self::share_of_limit(params)),
        }
        (allowance.simulations >= LEAST_SIMULATIONS).then_some(allowance)
    }

    /// Where there is no clock, how much of the time for a move judging may take.
    pub(crate) fn share_of_limit(params: &Params) -> Option<Duration> {
        let limit = params.engine.limits().time;
        limit.map(|time| time / SHARE_OF_TIME)
    }

    /// The same with all the simulations that were asked for.
    pub(crate) const fn with_all_simulations(self, params: &Params) -> Self {
        Self {
            simulations: params.end.simulations,
            ..self
        }
    }

    /// The time that is left, if it is limited.
    fn left(&self) -> Option<Duration> {
        let until = self.until?;
        Some(until.saturating_duration_since(Instant::now()))
    }

    /// Whether there is no time.
    pub(crate) fn is_over(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// The same, but no longer than `time` from now if that is given.
    pub(crate) fn at_most(self, time: Option<Duration>) -> Self {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        Self {
            until: self.until.into_iter().chain(until).min(),
            ..self
        }
    }

    /// What `position` is worth to `color` after `mv`: see [`Judge::value_after`].
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn check(
        &self,
        position: &Position,
        color: Color,
        mv: Move,
        params: &Params,
        stop: &Arc<AtomicBool>,
    ) -> Result<f64, String> {
        self.end(stop);
        self.judge(params).value_after(position, color, mv, stop)
    }

    /// Raises `stop` when the time is over.
    fn end(&self, stop: &Arc<AtomicBool>) {
        if let Some(left) = self.left() {
            alarm::raise_after(left, stop);
        }
    }

    /// A judge that searches as our preset for small boards does, whatever kind of search plays
    /// and however large the board is.
    pub(crate) fn judge(&self, params: &Params) -> Judge {
        Judge {
            simulations: self.simulations,
            threads: params.engine.workers_within(self.left()),
            bytes: (params.engine.memory as usize) << 20,
            seed: params.engine.seed,
            config: Params::preset(Domain::Go(9)).config(),
        }
    }
}

impl Judged {
    /// The judgement of the stones of `position`, if it was made before.
    pub(crate) fn known(&self, position: &Position) -> Option<&Judgement> {
        let last = self.last.as_ref()?;
        (last.key == position.board().stones_key()).then_some(&*last.judgement)
    }

    /// Whether more went into the last judgement than this, or nothing will change it.
    pub(crate) fn is_worth(&self, allowance: &Allowance) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|last| last.is_firm || last.simulations >= allowance.simulations)
    }

    /// Whether the last judgement was ended before all was done.
    pub(crate) fn was_ended(&self) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|last| last.simulations == 0)
    }

    /// The engine passes by the last judgement.
    pub(crate) fn stand_by(&mut self) {
        if let Some(last) = &mut self.last {
            last.is_firm = true;
        }
    }

    /// The judgement of the stones of `position`, made now if it was not before or with less.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn judge(
        &mut self,
        position: &Position,
        params: &Params,
        allowance: Allowance,
        stop: &Arc<AtomicBool>,
    ) -> Result<&Judgement, String> {
        let key = position.board().stones_key();
        let is_good = self.is_worth(&allowance);
        let kept = match self.last.take().filter(|kept| kept.key == key) {
            Some(kept) if is_good => kept,
            known => {
                allowance.end(stop);
                let judgement = allowance.judge(params).judge(position, stop)?;
                let was_ended = stop.load(Ordering::Relaxed);
                let new = Kept {
                    key,
                    judgement: Box::new(judgement),
                    simulations: if was_ended { 0 } else { allowance.simulations },
                    is_firm: false,
                };
                known.filter(|_| was_ended).unwrap_or(new)
            }
        };
        Ok(&self.last.insert(kept).judgement)
    }

    /// Whether the game might be finished here: a good part of the board is covered, and a few
    /// playouts agree about most of it.
    pub(crate) fn looks_finished(
        position: &Position,
        params: &Params,
        allowance: Allowance,
    ) -> bool {
        let (board, size) = (position.board(), position.size());
        let points = size.points_count() as f64;
        let stones = points - f64::from(board.empty_count());
        let is_hasty = allowance.left().is_some_and(|left| left < GLANCE_TIME);
        if stones < COVERED * points || is_hasty {
            return false;
        }
        let glance = Judge {
            simulations: allowance.simulations.min(GLANCE),
            ..allowance.judge(params)
        };
        let evidence = glance.glance(position, &AtomicBool::new(false));
        let doubtful = size.points().filter(|&point| evidence.is_doubtful(point));
        doubtful.count() as f64 <= DOUBTFUL * points
    }
}
