//! The one generic parameter of a search: a bundle of types.

use tewari_game::Game;

use crate::knowledge::Knowledge;
use crate::observe::Observer;
use crate::playout::Playout;

/// What is chosen when the program is compiled, because it shapes the innermost loops: the
/// game, how it is played out, what is known of its moves, and who watches. Everything else
/// is a value in [`Config`](crate::config::Config), read once per position.
pub trait Setup: 'static {
    /// The game.
    type Game: Game;
    /// How simulations end.
    type Playout: Playout<Self::Game>;
    /// What is known of moves before they are tried.
    type Knowledge: Knowledge<Self::Game>;
    /// Who watches playouts end.
    type Observer: Observer<<Self::Playout as Playout<Self::Game>>::End>;
}

/// A setup made of its four types.
pub struct Bundle<G, P, K, O = ()> {
    parts: std::marker::PhantomData<(G, P, K, O)>,
}

impl<G, P, K, O> Setup for Bundle<G, P, K, O>
where
    G: Game,
    P: Playout<G> + 'static,
    K: Knowledge<G> + 'static,
    O: Observer<P::End>,
{
    type Game = G;
    type Playout = P;
    type Knowledge = K;
    type Observer = O;
}
