//! From a leaf to the end of the game.

use tewari_base::Rng;
use tewari_game::{Game, GameState, Move, MoveList, Outcome};

/// A way to play a game to its end.
///
/// One call is one whole playout; what happened is left in the [`Record`]. A policy may keep
/// scratch memory and may learn, so each worker owns a clone.
pub trait Playout<G: Game>: Clone + Send + Sync {
    /// What observers are shown of the end of a playout: usually the board.
    type End: ?Sized;

    /// Whether [`learn`](Self::learn) does anything; where not, it is never called. A policy
    /// that learns differs from worker to worker.
    const LEARNS: bool = false;

    /// Plays from `start` to the end, or to the game's length limit.
    fn run(&mut self, start: &G::Sim, rng: &mut Rng, record: &mut Record) -> Outcome;

    /// The end of the last playout.
    fn end(&self) -> &Self::End;

    /// Learns from a simulation: the moves inside the tree, then those of the playout. This
    /// is the hook for replies that are remembered from playout to playout (LGRF). Called only
    /// where [`LEARNS`](Self::LEARNS) says so.
    fn learn(&mut self, _tree: &[Move], _record: &Record, _outcome: Outcome) {}

    /// Forgets what was learnt, as a new game demands.
    fn forget(&mut self) {}
}

/// A move of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// The policy's own number for the rule that made it; 0 is chance.
    pub rule: u8,
    /// Whether the move took a ko.
    pub took_ko: bool,
}

/// The moves of one playout, passes included, reused from playout to playout.
#[derive(Clone, Default, Debug)]
pub struct Record {
    moves: Vec<RecordedMove>,
    depth: usize,
    root_move: Option<Move>,
}

impl Record {
    /// A record with room for the longest playout of `game`.
    pub fn for_game<G: Game>(game: &G) -> Self {
        Self {
            moves: Vec::with_capacity(game.max_playout_length()),
            depth: 0,
            root_move: None,
        }
    }

    /// How many moves lead from the root of the search to the start of the playout.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// The root's move that led to the playout; `None` for one of the root itself.
    #[must_use]
    pub const fn root_move(&self) -> Option<Move> {
        self.root_move
    }

    /// Notes that the next playout starts after so many moves, of which `root_move` was the
    /// first; [`clear`](Self::clear) leaves that alone.
    #[inline(always)]
    pub const fn start_after(&mut self, depth: usize, root_move: Option<Move>) {
        self.depth = depth;
        self.root_move = root_move;
    }

    /// Forgets the last playout.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Adds a move.
    #[inline(always)]
    pub fn push(&mut self, mv: Move, rule: u8, took_ko: bool) {
        self.moves.push(RecordedMove { mv, rule, took_ko });
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// How many moves there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move was made.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// Uniformly random legal moves: the policy that every game has.
///
/// A playout that reaches the game's length limit is a draw.
#[derive(Clone)]
pub struct Uniform<G: Game> {
    /// The end of the last playout; not here while one is under way.
    sim: Option<G::Sim>,
    limit: usize,
    scratch: MoveList,
}

impl<G: Game> Uniform<G> {
    /// The policy for `game`.
    pub fn new(game: &G) -> Self {
        Self {
            sim: Some(game.new_sim()),
            limit: game.max_playout_length(),
            scratch: MoveList::with_capacity(game.max_moves()),
        }
    }
}

impl<G: Game> Playout<G> for Uniform<G> {
    type End = G::Sim;

    #[inline(always)]
    fn run(&mut self, start: &G::Sim, rng: &mut Rng, record: &mut Record) -> Outcome {
        record.clear();
        // Out of the worker's memory: small positions are played in registers.
        let mut sim = self.sim.take().unwrap_or_else(|| start.clone());
        sim.clone_from(start);
        for _ in 0..self.limit {
            let Some(mv) = sim.random_move(rng, &mut self.scratch) else {
                break;
            };
            sim.play(mv);
            record.push(mv, 0, sim.took_ko());
        }
        let outcome = sim.outcome().unwrap_or(Outcome::Draw);
        self.sim = Some(sim);
        outcome
    }

    fn end(&self) -> &G::Sim {
        self.sim.as_ref().expect("no playout is under way")
    }
}
