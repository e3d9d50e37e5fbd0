//! The judgement of the present stones, made when it is first needed and kept.
//!
//! Whoever asks about dead stones, be it the choice of a move, `final_status_list` or
//! `final_score`, is given the same [`Judgement`] as long as the stones are the same. So what
//! the engine believed when it passed is what it says afterwards, whatever a second search
//! would find.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tewari_base::{choice, params};
use tewari_go::Position;
use tewari_go_policy::judgement::{Judge, Judgement};

use crate::registry::GameKind;
use crate::settings::Params;
use crate::think::with_timer;

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

/// How much a glance is: enough playouts to tell a fight from a finished game.
const GLANCE: u64 = 128;

/// Not more of the board than this may be in doubt, and at least so much of it covered, for a
/// position that looks as if it might be finished.
const DOUBTFUL: f64 = 0.15;
const COVERED: f64 = 0.4;

impl Judged {
    /// The judgement of the stones of `position`, if it was made before.
    pub(crate) fn known(&self, position: &Position) -> Option<&Judgement> {
        let (key, judgement) = self.last.as_ref()?;
        (*key == position.board().stones_key()).then_some(&**judgement)
    }

    /// The judgement of the stones of `position`, within `time` if it has to be made now.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn judge(
        &mut self,
        position: &Position,
        params: &Params,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<&Judgement, String> {
        let key = position.board().stones_key();
        let kept = self.last.take().filter(|(of, _)| *of == key);
        let kept = match kept {
            Some(kept) => kept,
            None => {
                let judge = judge(params, params.end.simulations);
                let judgement = with_timer(time, stop, || judge.judge(position, stop))?;
                (key, Box::new(judgement))
            }
        };
        Ok(&self.last.insert(kept).1)
    }

    /// Whether the game might be finished here: a good part of the board is covered, and a few
    /// playouts agree about most of it.
    pub(crate) fn looks_finished(position: &Position, params: &Params) -> bool {
        let (board, size) = (position.board(), position.size());
        let points = size.points_count() as f64;
        let stones = points - f64::from(board.empty_count());
        if stones < COVERED * points {
            return false;
        }
        let evidence = judge(params, GLANCE).glance(position, &AtomicBool::new(false));
        let doubtful = size.points().filter(|&point| evidence.is_doubtful(point));
        doubtful.count() as f64 <= DOUBTFUL * points
    }
}

/// A judge that searches as our preset for Go does, whatever kind of search plays.
pub(crate) fn judge(params: &Params, simulations: u64) -> Judge {
    let most = params.engine.limits().simulations.unwrap_or(u64::MAX);
    Judge {
        simulations: simulations.min(most),
        threads: params.engine.worker_count(),
        seed: params.engine.seed,
        config: Params::preset(GameKind::Go).config(),
    }
}
