//! The traits and the small types they speak in.

use std::fmt;

use tewari_base::Rng;

/// One of the two players, named by who moves first in the initial position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// The player who makes the first move of the game.
    First = 0,
    /// The other one.
    Second = 1,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second: an index into pairs.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A move, as a number below [`Game::move_space`]. What it means is the game's business.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u16);

impl Move {
    /// The number as an index into tables.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a game ended, seen from above the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// What the outcome is worth to `player`.
    #[inline(always)]
    #[must_use]
    pub const fn reward(self, player: Player) -> Reward {
        match self {
            Self::Draw => Reward::DRAW,
            Self::Win(winner) if winner as u8 == player as u8 => Reward::WIN,
            Self::Win(_) => Reward::LOSS,
        }
    }
}

/// What a finished game is worth to one player, in half-wins: an integer, so that sums of
/// rewards are exact and their order does not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reward(u8);

impl Reward {
    /// A lost game.
    pub const LOSS: Self = Self(0);
    /// A draw is half a win.
    pub const DRAW: Self = Self(1);
    /// A won game.
    pub const WIN: Self = Self(2);

    /// 0, 1 or 2.
    #[inline(always)]
    #[must_use]
    pub const fn half_wins(self) -> u8 {
        self.0
    }

    /// The reward as a number in `[0, 1]`.
    #[inline]
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0 as f64 / 2.0
    }

    /// The same game as the opponent sees it.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Self {
        Self(2 - self.0)
    }
}

/// What the rules say about a move that repeats an earlier position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Nothing.
    Allowed,
    /// The move is illegal.
    Forbidden,
    /// The game ends in a draw.
    Draw,
}

/// A reusable list of moves: the caller owns it, so filling it allocates only until its
/// capacity has reached the largest position seen.
pub type MoveList = Vec<Move>;

/// A move that the rules do not allow here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("illegal move")
    }
}

impl std::error::Error for IllegalMove {}

/// Text that is not a move or not a position: one line that says what and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(pub String);

impl ParseError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}

/// A game: everything that stays the same from the first move to the last.
///
/// The full [`State`](Self::State) carries the record of the game where the rules need it
/// (superko, repetition). Simulations run on the light, history-free [`Sim`](Self::Sim),
/// loaded from the full state, which has the same rules of movement but may be laxer about
/// repetition; for most games the two are the same type.
pub trait Game: Clone + Send + Sync + 'static {
    /// The full position, as real play needs it.
    type State: GameState;
    /// The light position, as simulations need it.
    type Sim: GameState;

    /// A short lower-case name, as used on the command line: `"connect4"`.
    fn name(&self) -> &'static str;

    /// What the two players are called: `["Black", "White"]`.
    fn player_names(&self) -> [&'static str; 2];

    /// The position before the first move.
    fn initial(&self) -> Self::State;

    /// A light position of the right size, to be filled by [`load`](Self::load).
    fn new_sim(&self) -> Self::Sim;

    /// Makes `sim` the same position as `state`, without allocating.
    fn load(&self, state: &Self::State, sim: &mut Self::Sim);

    /// Every move's number lies below this.
    fn move_space(&self) -> usize;

    /// No position has more legal moves than this.
    fn max_moves(&self) -> usize;

    /// A playout is called a draw after this many moves. Where the game always ends by its
    /// own rules this is a bound that is never reached.
    fn max_playout_length(&self) -> usize;

    /// The move as a person writes it.
    fn format_move(&self, mv: Move) -> String;

    /// Reads what [`format_move`](Self::format_move) writes, in any letter case. The answer
    /// need not be legal in any particular position.
    ///
    /// # Errors
    /// When the text names no move of this game.
    fn parse_move(&self, text: &str) -> Result<Move, ParseError>;

    /// The position on one line: pieces, side to move and whatever else decides what may be
    /// played next, but not the record of the game.
    fn format_state(&self, state: &Self::State) -> String;

    /// Reads what [`format_state`](Self::format_state) writes. The record starts empty.
    ///
    /// # Errors
    /// When the text is no position of this game, with the place and the reason.
    fn parse_state(&self, text: &str) -> Result<Self::State, ParseError>;

    /// Whether the record of the game, which no text and no [`Sim`](Self::Sim) carries, can
    /// forbid a move or end the game (superko, repetition). Only then may a position that was
    /// loaded, read or mapped have more legal moves than the full state it came from, or go on
    /// where that one is over.
    fn history_dependent(&self) -> bool {
        false
    }

    /// Replaces `keys` by the keys of the earlier positions that a repetition is judged by, the
    /// present one last. Only games that are [history
    /// dependent](Self::history_dependent) have any.
    fn past_keys(&self, _state: &Self::State, keys: &mut Vec<u64>) {
        keys.clear();
    }

    /// The key by which the position after `mv` would be recognised among the past ones, or
    /// `None` when no repetition is to be looked for.
    fn key_after(&self, _sim: &Self::Sim, _mv: Move) -> Option<u64> {
        None
    }

    /// The key of the position after a move that no repetition forbids, where a later move may
    /// repeat that position all the same; asked where [`key_after`](Self::key_after) is `None`.
    fn key_after_allowed(&self, _sim: &Self::Sim, _mv: Move) -> Option<u64> {
        None
    }

    /// What the rules make of a position that has occurred `earlier` times before.
    fn on_repetition(&self, _earlier: usize) -> Repetition {
        Repetition::Allowed
    }

    /// How many moves lie behind `state`, as far as it shows; 0 when it shows nothing. What
    /// holds for a part of the game only, as progressive widening does, goes by this number.
    fn moves_made(&self, _state: &Self::State) -> usize {
        0
    }

    /// Makes `sim`, and whatever is played from it, be won and lost by another margin: the
    /// second player is given `by` half points more than the rules say (the first one, if it
    /// is negative). Answers whether the game has a score to do that with. No key changes by
    /// it. Dynamic komi is made of this.
    fn shift_margin(&self, _sim: &mut Self::Sim, _by: i32) -> bool {
        false
    }

    /// Whether statistics of the move in one position say something about the same move in
    /// another one. A pass at the end of a game, for example, says nothing.
    fn is_transferable(&self, _mv: Move) -> bool {
        true
    }

    /// How many symmetric images a position has, the identity included: 1 for a game
    /// without symmetry. Image 0 is the identity.
    fn symmetries(&self) -> usize {
        1
    }

    /// The move that does on image `symmetry` what `mv` does on the original.
    ///
    /// # Panics
    /// May panic when `symmetry` is not below [`symmetries`](Self::symmetries).
    fn map_move(&self, _symmetry: usize, mv: Move) -> Move {
        mv
    }

    /// Image `symmetry` of the position. No symmetry swaps the players. The record of the
    /// image starts empty, as after [`parse_state`](Self::parse_state).
    ///
    /// # Panics
    /// May panic when `symmetry` is not below [`symmetries`](Self::symmetries).
    fn map_state(&self, _symmetry: usize, state: &Self::State) -> Self::State {
        state.clone()
    }
}

/// A position in a game.
///
/// Players alternate strictly: where the rules make a player pass, the pass is a move.
/// `clone_from` must not allocate once the target has been as large as the source.
pub trait GameState: Clone + Send + Sync {
    /// Whose turn it is. Meaningless once the game is over.
    fn to_move(&self) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Replaces the content of `moves` by all legal moves, each once, in an order that
    /// depends on the position alone. Empty exactly when the game is over.
    fn legal_moves(&self, moves: &mut MoveList);

    /// Whether `mv` is one of the legal moves. Any number may be asked about.
    fn is_legal(&self, mv: Move) -> bool;

    /// Draws one of the legal moves, each with the same probability; `None` when the game is
    /// over. `scratch` is the caller's, for games that have to list their moves first.
    ///
    /// The draw is part of the contract, so that a faster way cannot change a seeded game:
    /// the answer is number `rng.below(n)` of the `n` [`legal_moves`](Self::legal_moves),
    /// one word is taken from `rng`, and none when the game is over.
    #[inline]
    fn random_move(&self, rng: &mut Rng, scratch: &mut MoveList) -> Option<Move> {
        self.legal_moves(scratch);
        if scratch.is_empty() {
            return None;
        }
        Some(scratch[rng.below(scratch.len() as u32) as usize])
    }

    /// Makes a move that is known to be legal: the fast way, for searches.
    ///
    /// With an illegal move the position becomes nonsense, or the call panics; it is never
    /// unsound. [`try_play`](Self::try_play) is the way for moves from outside.
    fn play(&mut self, mv: Move);

    /// Makes a move after checking it: the way for moves from people and programs.
    ///
    /// # Errors
    /// When the move is illegal; the position is then unchanged.
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) {
            self.play(mv);
            Ok(())
        } else {
            Err(IllegalMove(mv))
        }
    }

    /// Whether the last move took a ko, so that the answer is likely a threat elsewhere.
    fn took_ko(&self) -> bool {
        false
    }

    /// A 64-bit hash of the position, the side to move included, the record of the game
    /// excluded: equal positions have equal keys however they came about.
    fn key(&self) -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_each_others_opponents() {
        for player in Player::BOTH {
            assert_ne!(player, player.other());
            assert_eq!(player, player.other().other());
            assert_eq!(player, Player::BOTH[player.index()]);
        }
    }

    #[test]
    fn what_one_player_gains_the_other_loses() {
        for outcome in [
            Outcome::Draw,
            Outcome::Win(Player::First),
            Outcome::Win(Player::Second),
        ] {
            let [first, second] = Player::BOTH.map(|player| outcome.reward(player));
            assert_eq!(first, second.other());
            assert_eq!(first.half_wins() + second.half_wins(), 2);
            assert_eq!(first.value() + second.value(), 1.0);
        }
        assert_eq!(
            Outcome::Win(Player::Second).reward(Player::Second),
            Reward::WIN
        );
        assert!(Reward::LOSS < Reward::DRAW && Reward::DRAW < Reward::WIN);
    }
}
