//! The searches of Go that the parameters can ask for.
//!
//! What shapes the innermost loops is a type, so each kind of search is compiled by itself. To
//! keep them few, everything that can be a value is one: there are three kinds, for each of
//! the observers that are asked for.

use tewari_control::Pondered;
use tewari_go::{Bare, Board, Go, Position};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::{GoPlayout, PlayoutBoard, Policy, Replies, UniformGo};
use tewari_go_policy::priors::GoPriors;
use tewari_mcts::Bundle;
use tewari_mcts::observe::Observer;

use crate::settings::Params;
use crate::think::{Order, Thinker, Thought};

/// Whoever can watch all playouts of Go.
pub(crate) trait GoObserver: Observer<Board<Bare>> + Observer<PlayoutBoard> {}

impl<O: Observer<Board<Bare>> + Observer<PlayoutBoard>> GoObserver for O {}

/// A search of Go, of the kind that was asked for last.
#[derive(Clone)]
pub(crate) enum GoThinker<O: GoObserver> {
    /// Uniform playouts and no priors.
    Plain(Thinker<Bundle<Go, UniformGo, KeepEyes, O>>),
    /// Any playouts without memory.
    Knowing(Thinker<Bundle<Go, GoPlayout<false>, GoPriors, O>>),
    /// Any playouts with remembered replies.
    Learning(Thinker<Bundle<Go, GoPlayout<true>, GoPriors, O>>),
}

impl<O: GoObserver> Default for GoThinker<O> {
    fn default() -> Self {
        Self::Plain(Thinker::default())
    }
}

/// Calls a method of the thinker of the kind at hand with the parts it is made of.
macro_rules! with_parts {
    ($self:ident, $game:ident, $params:ident, $method:ident($($argument:expr),*)) => {{
        let knowing = || GoPriors::new($game, &$params.prior);
        match $self {
            Self::Plain(thinker) => {
                let parts = || (*$game, UniformGo::new($game), KeepEyes);
                thinker.$method(parts, $($argument),*)
            }
            Self::Knowing(thinker) => {
                let parts = || (*$game, GoPlayout::new($game, &$params.playout), knowing());
                thinker.$method(parts, $($argument),*)
            }
            Self::Learning(thinker) => {
                let parts = || (*$game, GoPlayout::new($game, &$params.playout), knowing());
                thinker.$method(parts, $($argument),*)
            }
        }
    }};
}

impl<O: GoObserver> GoThinker<O> {
    /// Whether there has been a search.
    pub(crate) const fn has_tree(&self) -> bool {
        match self {
            Self::Plain(thinker) => thinker.has_tree(),
            Self::Knowing(thinker) => thinker.has_tree(),
            Self::Learning(thinker) => thinker.has_tree(),
        }
    }

    /// See [`Thinker::think`].
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn think(
        &mut self,
        game: &Go,
        root: &Position,
        order: Order<'_>,
    ) -> Result<Option<Thought>, String> {
        let params = order.params;
        self.become_kind_for(params);
        with_parts!(self, game, params, think(root, order))
    }

    /// See [`Thinker::ponder`].
    ///
    /// # Errors
    /// When the parameters contradict each other.
    pub(crate) fn ponder(
        &mut self,
        game: &Go,
        root: &Position,
        order: &Order<'_>,
        most: Option<u64>,
        known: Option<&[u16]>,
    ) -> Result<Pondered, String> {
        let params = order.params;
        self.become_kind_for(params);
        with_parts!(self, game, params, ponder(root, order, most, known))
    }

    fn become_kind_for(&mut self, params: &Params) {
        let playout = &params.playout;
        let learns = playout.replies != Replies::Off;
        let reference = playout.policy == Policy::Uniform && playout.mercy == 0;
        let plain = reference && !params.prior.on && !learns;
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

#[cfg(test)]
mod tests {
    use tewari_go_policy::playout::Policy;

    use super::*;

    /// The reference for speed knows neither mercy nor opinions nor replies.
    #[test]
    fn the_plain_kind_is_for_those_who_ask_for_nothing_else() {
        let plain = |change: fn(&mut Params)| {
            let mut params = Params::default();
            params.playout.policy = Policy::Uniform;
            params.prior.on = false;
            change(&mut params);
            let mut thinker = GoThinker::<()>::default();
            thinker.become_kind_for(&params);
            matches!(thinker, GoThinker::Plain(_))
        };
        assert!(plain(|_| ()));
        assert!(!plain(|params| params.playout.mercy = 20));
        assert!(!plain(|params| params.prior.on = true));
        assert!(!plain(|params| params.playout.replies = Replies::One));
        assert!(!plain(|params| params.playout.policy = Policy::Weighted));
    }
}
