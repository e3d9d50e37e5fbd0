//! The searches of Go that the parameters can ask for.
//!
//! What shapes the innermost loops is a type, so each kind of search is compiled by itself. To
//! keep them few, everything that can be a value is one: there are three kinds.

use tewari_go::{Go, Position};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::{GoPlayout, Policy, Replies, UniformGo};
use tewari_go_policy::priors::GoPriors;
use tewari_mcts::Bundle;

use crate::settings::Params;
use crate::stop::Stop;
use crate::think::{Thinker, Thought};

/// A search of Go, of the kind that was asked for last.
#[derive(Clone)]
pub(crate) enum GoThinker {
    /// Uniform playouts and no priors.
    Plain(Thinker<Bundle<Go, UniformGo, KeepEyes>>),
    /// Any playouts without memory.
    Knowing(Thinker<Bundle<Go, GoPlayout<false>, GoPriors>>),
    /// Any playouts with remembered replies.
    Learning(Thinker<Bundle<Go, GoPlayout<true>, GoPriors>>),
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
                let parts = || {
                    (
                        *game,
                        GoPlayout::new(game, &params.playout),
                        GoPriors::new(game, &params.prior),
                    )
                };
                thinker.think(parts, root, terms, params, number, stop)
            }
            Self::Learning(thinker) => {
                let parts = || {
                    (
                        *game,
                        GoPlayout::new(game, &params.playout),
                        GoPriors::new(game, &params.prior),
                    )
                };
                thinker.think(parts, root, terms, params, number, stop)
            }
        }
    }

    fn become_kind_for(&mut self, params: &Params) {
        let learns = params.playout.replies != Replies::Off;
        let plain = params.playout.policy == Policy::Uniform && !params.prior.on && !learns;
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
