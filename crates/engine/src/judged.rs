//! The judgement of the present stones, made when it is first needed and kept.
//!
//! Whoever asks about dead stones, be it the choice of a move, `final_status_list` or
//! `final_score`, is given the same [`Judgement`] as long as the stones are the same. So what
//! the engine believed when it passed is what it says afterwards, whatever a second search
//! would find.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
        /// Simulations to judge a position with, for either side to begin; never more than a
        /// move may take.
        simulations: u64 = 800, range 1..=1_000_000_000;
    }
}

/// The last judgement with the key of its stones.
#[derive(Clone, Default)]
pub(crate) struct Judged {
    last: Option<(u64, Box<Judgement>)>,
}

/// What judging a position may cost.
#[derive(Clone, Copy)]
pub(crate) struct Allowance {
    simulations: u64,
    time: Option<Duration>,
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
    /// As much as was asked for, but not more than the search of a move may take. Nobody waits
    /// for a clock.
    pub(crate) fn without_clock(params: &Params) -> Self {
        let most = params.engine.limits().simulations;
        Self {
            simulations: most.map_or(params.end.simulations, |most| {
                most.min(params.end.simulations)
            }),
            time: None,
        }
    }

    /// The same within a part of the time that a move has by the clock, or by the limits if
    /// there is none. `None` if that is too little.
    pub(crate) fn within(params: &Params, timing: Option<&Timing>) -> Option<Self> {
        let mut allowance = Self::without_clock(params);
        let by_clock = |t: &Timing| Governor::most_simulations(&t.plan, &*t.source);
        match timing.map(|timing| (timing, by_clock(timing))) {
            Some((_, Some(most))) => {
                let share = most / u64::from(SHARE_OF_TIME);
                allowance.simulations = allowance.simulations.min(share);
            }
            Some((timing, None)) => allowance.time = Some(timing.plan.longest() / SHARE_OF_TIME),
            None => {
                let limit = params.engine.limits().time;
                allowance.time = limit.map(|time| time / SHARE_OF_TIME);
            }
        }
        (allowance.simulations >= LEAST_SIMULATIONS).then_some(allowance)
    }

    /// The same, but no longer than `time` if that is given.
    pub(crate) fn at_most(self, time: Option<Duration>) -> Self {
        Self {
            time: self.time.into_iter().chain(time).min(),
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
        if let Some(time) = self.time {
            alarm::raise_after(time, stop);
        }
    }

    /// A judge that searches as our preset for small boards does, whatever kind of search plays
    /// and however large the board is.
    pub(crate) fn judge(&self, params: &Params) -> Judge {
        Judge {
            simulations: self.simulations,
            threads: params.engine.workers_within(self.time),
            seed: params.engine.seed,
            config: Params::preset(Domain::Go(9)).config(),
        }
    }
}

impl Judged {
    /// The judgement of the stones of `position`, if it was made before.
    pub(crate) fn known(&self, position: &Position) -> Option<&Judgement> {
        let (key, judgement) = self.last.as_ref()?;
        (*key == position.board().stones_key()).then_some(&**judgement)
    }

    /// The judgement of the stones of `position`, made now if it was not before.
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
        let kept = self.last.take().filter(|(of, _)| *of == key);
        let kept = match kept {
            Some(kept) => kept,
            None => {
                allowance.end(stop);
                let judgement = allowance.judge(params).judge(position, stop)?;
                (key, Box::new(judgement))
            }
        };
        Ok(&self.last.insert(kept).1)
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
        let is_hasty = allowance.time.is_some_and(|time| time < GLANCE_TIME);
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
