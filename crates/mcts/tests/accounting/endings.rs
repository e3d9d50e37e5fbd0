//! Connect-4 endings with the solver: what is won is proven and won, what is lost is proven
//! lost, and brute force agrees with every step.

use std::collections::{HashMap, HashSet};

use tewari_base::Rng;
use tewari_game::{Game, GameState, Move, MoveList, Outcome, Player};
use tewari_games::Connect4;
use tewari_mcts::tree::Proof;
use tewari_mcts::{Config, Search};

use crate::tools::{Plain, ROOM, run, searcher};

type State = <Connect4 as Game>::State;

/// Columns from the first move on. The player to move wins, by one move only, in so many plies
/// if the opponent holds out as long as possible.
const WON: [(&str, u32); 12] = [
    ("624314232165545766111716", 7),
    ("57737331131711353477224", 9),
    ("173762136121172362542324337", 11),
    ("51324236766322122147311614", 11),
    ("27112264611564145212452", 11),
    ("61632633363344676171157", 11),
    ("32353144676337345674416452262", 13),
    ("156555355631611627647226233", 13),
    ("77172756555454111622147762", 13),
    ("5476471741644426676632772313", 13),
    ("4751157761126413772571255", 15),
    ("42212445267274543747321", 17),
];

/// The player to move loses, whatever he does.
const LOST: &str = "311661513357573543115253262";

/// Nobody wins if both play well.
const DRAWN: &str = "52364556752562574442423674";

fn position(columns: &str) -> State {
    let mut state = Connect4.initial();
    for column in columns.chars() {
        let mv = Connect4.parse_move(&column.to_string()).expect("a column");
        state.try_play(mv).expect("a legal move");
    }
    state
}

fn successors(state: &State) -> Vec<(Move, State)> {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    let play = |mv| {
        let mut next = *state;
        next.play(mv);
        (mv, next)
    };
    moves.into_iter().map(play).collect()
}

/// All of the game from here, by going through it.
#[derive(Default)]
struct BruteForce {
    known: HashMap<u64, Outcome>,
    plies: HashMap<u64, u32>,
}

impl BruteForce {
    /// How the game ends when both play perfectly.
    fn outcome(&mut self, state: &State) -> Outcome {
        if let Some(outcome) = state.outcome() {
            return outcome;
        }
        if let Some(&outcome) = self.known.get(&state.key()) {
            return outcome;
        }
        let player = state.to_move();
        let mut best = Outcome::Win(player.other());
        for (_, next) in successors(state) {
            let outcome = self.outcome(&next);
            if outcome.reward(player) > best.reward(player) {
                best = outcome;
            }
            if best == Outcome::Win(player) {
                break;
            }
        }
        self.known.insert(state.key(), best);
        best
    }

    fn winning_moves(&mut self, state: &State) -> Vec<Move> {
        let won = Outcome::Win(state.to_move());
        successors(state)
            .into_iter()
            .filter(|(_, next)| self.outcome(next) == won)
            .map(|(mv, _)| mv)
            .collect()
    }

    /// Plies to the end of a decided game when the winner hurries and the loser delays.
    fn plies(&mut self, state: &State) -> u32 {
        if state.outcome().is_some() {
            return 0;
        }
        if let Some(&plies) = self.plies.get(&state.key()) {
            return plies;
        }
        let result = self.outcome(state);
        let mut plies = Vec::new();
        for (_, next) in successors(state) {
            if self.outcome(&next) == result {
                plies.push(1 + self.plies(&next));
            }
        }
        let won = result == Outcome::Win(state.to_move());
        let plies = plies.into_iter();
        let plies = if won { plies.min() } else { plies.max() }.expect("a game goes on");
        self.plies.insert(state.key(), plies);
        plies
    }
}

fn solver() -> Search<Plain<Connect4>> {
    let mut config = Config::default();
    config.search.solver = true;
    searcher(&Connect4, &config, ROOM, 1)
}

/// More than enough to prove any of the endings.
const SIMULATIONS: u64 = 200_000;

#[test]
fn won_endings_are_proven() {
    for (columns, plies) in WON {
        let state = position(columns);
        let mut truth = BruteForce::default();
        let winning = truth.winning_moves(&state);
        assert_eq!(winning.len(), 1, "{columns}");
        assert_eq!(truth.plies(&state), plies, "{columns}");
        let report = run(&mut solver(), &state, SIMULATIONS, 1, 0);
        assert_eq!(report.snapshot.proof, Proof::Win, "{columns}");
        assert_eq!(report.best, Some(winning[0]), "{columns}");
        assert!(report.snapshot.simulations < SIMULATIONS, "{columns}");
    }
}

/// From each ending three games to the end against random defence, with few simulations a
/// move: once won never let go.
#[test]
fn won_endings_are_won() {
    for (number, (columns, _)) in WON.into_iter().enumerate() {
        let mut truth = BruteForce::default();
        for seed in 0..3 {
            let mut rng = Rng::stream(seed, &[number as u64]);
            let mut state = position(columns);
            let winner: Player = state.to_move();
            let mut solver = solver();
            let mut simulations = SIMULATIONS;
            while state.outcome().is_none() {
                let mv = if state.to_move() == winner {
                    let report = run(&mut solver, &state, simulations, 1, seed);
                    assert_eq!(report.snapshot.proof, Proof::Win, "{columns}");
                    // The tree is reused: what is proven stays proven.
                    simulations = 5000;
                    report.best
                } else {
                    state.random_move(&mut rng, &mut MoveList::new())
                };
                state.play(mv.expect("the game goes on"));
                assert_eq!(truth.outcome(&state), Outcome::Win(winner), "{columns}");
            }
        }
    }
}

/// Follows the solver's move and every reply to it, to the end of all games.
fn win_against_everything(
    solver: &mut Search<Plain<Connect4>>,
    state: &State,
    winner: Player,
    seen: &mut HashSet<u64>,
) {
    if let Some(outcome) = state.outcome() {
        assert_eq!(outcome, Outcome::Win(winner));
        return;
    }
    if !seen.insert(state.key()) {
        return;
    }
    if state.to_move() == winner {
        let report = run(solver, state, SIMULATIONS, 1, 0);
        assert_eq!(report.snapshot.proof, Proof::Win);
        let mut next = *state;
        next.play(report.best.expect("the game goes on"));
        win_against_everything(solver, &next, winner, seen);
    } else {
        for (_, next) in successors(state) {
            win_against_everything(solver, &next, winner, seen);
        }
    }
}

/// Whatever the defender replies, and whatever he replies to that: the ending is won, and every
/// position on the way is proven.
#[test]
fn won_endings_are_won_against_every_reply() {
    let mut positions = 0;
    for (columns, _) in WON {
        let state = position(columns);
        let mut seen = HashSet::new();
        win_against_everything(&mut solver(), &state, state.to_move(), &mut seen);
        positions += seen.len();
    }
    assert!(positions > 500, "{positions}");
}

#[test]
fn lost_endings_are_proven_and_draws_are_not() {
    let lost = position(LOST);
    assert_eq!(
        BruteForce::default().outcome(&lost),
        Outcome::Win(lost.to_move().other())
    );
    let report = run(&mut solver(), &lost, SIMULATIONS, 1, 0);
    assert_eq!(report.snapshot.proof, Proof::Loss);
    assert!(report.best.is_some(), "a move is played all the same");

    let drawn = position(DRAWN);
    assert_eq!(BruteForce::default().outcome(&drawn), Outcome::Draw);
    let report = run(&mut solver(), &drawn, 20_000, 1, 0);
    assert_eq!(report.snapshot.proof, Proof::Open);
    assert_eq!(report.snapshot.simulations, 20_000);
}

/// Several threads prove the same.
#[test]
fn threads_prove_together() {
    let mut config = Config::default();
    config.search.solver = true;
    for (columns, _) in &WON[..6] {
        let state = position(columns);
        let mut solver = searcher(&Connect4, &config, ROOM, 4);
        let report = run(&mut solver, &state, SIMULATIONS, 4, 0);
        assert_eq!(report.snapshot.proof, Proof::Win, "{columns}");
        let winning = BruteForce::default().winning_moves(&state);
        assert_eq!(report.best, Some(winning[0]), "{columns}");
    }
}
