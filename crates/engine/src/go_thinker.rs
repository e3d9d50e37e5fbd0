//! The searches of Go that the parameters can ask for.
//!
//! What shapes the innermost loops is a type, so each kind of search is compiled by itself. To
//! keep them few, everything that can be a value is one: there are three kinds.

use tewari_go::{Go, Position};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::{GoPlayout, Policy, Replies, UniformGo};
use tewari_mcts::Bundle;

use crate::settings::Params;
use crate::stop::Stop;
use crate::think::{Thinker, Thought};

/// A search of Go, of the kind that was asked for last.
#[derive(Clone)]
pub(crate) enum GoThinker {
    /// Uniform playouts.
    Plain(Thinker<Bundle<Go, UniformGo, KeepEyes>>),
    /// Playouts with rules.
    Knowing(Thinker<Bundle<Go, GoPlayout<false>, KeepEyes>>),
    /// Playouts with rules and remembered replies.
    Learning(Thinker<Bundle<Go, GoPlayout<true>, KeepEyes>>),
}

impl Default for GoThinker {
    fn default() -> Self {
        Self::Plain(Thinker::default())
    }
}

impl GoThinker {
    /// Searches `root`; `None` when there is no move.
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn think(
        &mut self,
        game: &Go,
        root: &Position,
        params: &Params,
        stop: &Stop,
    ) -> Result<Option<Thought>, String> {
        self.become_kind_for(params);
        let terms = i64::from(root.light().white_bonus);
        let number = root.moves().count() as u64;
        match self {
            Self::Plain(thinker) => {
                let parts = || (*game, UniformGo::new(game), KeepEyes);
                thinker.think(parts, root, terms, params, number, stop)
            }
            Self::Knowing(thinker) => {
                let parts = || (*game, GoPlayout::new(game, &params.playout), KeepEyes);
                thinker.think(parts, root, terms, params, number, stop)
            }
            Self::Learning(thinker) => {
                let parts = || (*game, GoPlayout::new(game, &params.playout), KeepEyes);
                thinker.think(parts, root, terms, params, number, stop)
            }
        }
    }

    fn become_kind_for(&mut self, params: &Params) {
        let learns = params.playout.replies != Replies::Off;
        let plain = params.playout.policy == Policy::Uniform && !learns;
        *self = match std::mem::take(self) {
            kind @ Self::Plain(_) if plain => kind,
            kind @ Self::Knowing(_) if !plain && !learns => kind,
            kind @ Self::Learning(_) if learns => kind,
            _ if plain => Self::default(),
            _ if learns => Self::Learning(Thinker::default()),
            _ => Self::Knowing(Thinker::default()),
        };
    }
}
