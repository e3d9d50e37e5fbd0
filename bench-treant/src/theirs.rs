//! The same rules and playouts for treant.

use std::cell::RefCell;

use tewari_base::Rng;
use tewari_game::{Game, GameState as _, Move, MoveList, Outcome, Player};
use tewari_games::Connect4;
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

use crate::{EXPLORATION, Sample, counting, timed};

#[derive(Clone)]
struct Position(<Connect4 as Game>::State);

impl GameState for Position {
    type Move = Move;
    type Player = Player;
    type MoveList = Vec<Move>;

    fn current_player(&self) -> Player {
        self.0.to_move()
    }

    fn available_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::with_capacity(Connect4.max_moves());
        self.0.legal_moves(&mut moves);
        moves
    }

    fn make_move(&mut self, mv: &Move) {
        self.0.play(*mv);
    }
}

thread_local! {
    static CHANCE: RefCell<(Rng, MoveList)> = RefCell::new((Rng::new(0), MoveList::new()));
}

/// +1 if the first player wins a random game from here, −1 if the second does.
fn play_out(start: &Position) -> i64 {
    CHANCE.with_borrow_mut(|(rng, scratch)| {
        let mut state = start.0;
        while let Some(mv) = state.random_move(rng, scratch) {
            state.play(mv);
        }
        match state.outcome() {
            Some(Outcome::Win(Player::First)) => 1,
            Some(Outcome::Win(Player::Second)) => -1,
            _ => 0,
        }
    })
}

struct Playouts;

impl Evaluator<Plain> for Playouts {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &Position,
        moves: &Vec<Move>,
        _: Option<SearchHandle<'_, Plain>>,
    ) -> (Vec<()>, i64) {
        (vec![(); moves.len()], play_out(state))
    }

    fn evaluate_existing_state(
        &self,
        state: &Position,
        _: &i64,
        _: SearchHandle<'_, Plain>,
    ) -> i64 {
        play_out(state)
    }

    fn interpret_evaluation_for_player(&self, evaluation: &i64, player: &Player) -> i64 {
        match player {
            Player::First => *evaluation,
            Player::Second => -*evaluation,
        }
    }
}

struct Plain;

impl MCTS for Plain {
    type State = Position;
    type Eval = Playouts;
    type NodeData = ();
    type ExtraThreadData = ();
    type TreePolicy = UCTPolicy;
    type TranspositionTable = ();
}

/// Its formula is `mean + C·2·sqrt(ln N / n)`; the 2 makes up for means in [−1, 1], so the
/// constant is ours.
pub fn search(simulations: u64, seed: u64) -> Sample {
    CHANCE.with_borrow_mut(|(rng, _)| *rng = Rng::new(seed));
    let before = counting::in_use();
    let ((nodes, bytes), seconds) = timed(|| {
        let policy = UCTPolicy::new(EXPLORATION);
        let start = Position(Connect4.initial());
        let mut manager = MCTSManager::new(start, Plain, Playouts, policy, ());
        manager.playout_n(simulations);
        (manager.tree().num_nodes(), counting::in_use() - before)
    });
    Sample {
        seconds,
        nodes,
        bytes_per_node: bytes as f64 / nodes as f64,
    }
}
