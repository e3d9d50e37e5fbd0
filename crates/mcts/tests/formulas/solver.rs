//! Proven wins and losses, and what proves nothing.

use std::sync::atomic::AtomicBool;

use tewari_base::Rng;
use tewari_game::{Game, GameState, Outcome, Player, Repetition};
use tewari_mcts::config::Config;
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::tree::{Columns, Proof};
use tewari_mcts::{Budget, Bundle, Report, Search, Uniform};

use crate::graph::{Graph, Recorded};
use crate::scale::Scale;
use crate::tools::{draw, entry_at, named, plain, search};

fn config() -> Config {
    let mut config = Config::default();
    config.search.solver = true;
    config.search.expand_at = 1;
    config
}

fn proof_of(drawing: &str) -> Proof {
    let mut solver = plain(&draw(drawing), &config());
    search(&mut solver, "/", 1000).snapshot.proof
}

/// One winning move wins; a position is lost when all moves lose.
#[test]
fn wins_and_losses_are_proven() {
    assert_eq!(proof_of("(a:1)"), Proof::Win);
    assert_eq!(proof_of("(a:2 b:1 c:=)"), Proof::Win);
    assert_eq!(proof_of("(a:2)"), Proof::Loss);
    assert_eq!(proof_of("(a:2 b:2)"), Proof::Loss);
    assert_eq!(proof_of("(a:(x:1 y:1) b:2)"), Proof::Win);
    assert_eq!(proof_of("(a:(x:1 y:2) b:2)"), Proof::Loss);
    assert_eq!(proof_of("(a:(x:(p:2 q:1) y:(p:1)) b:=)"), Proof::Win);
}

/// A draw is never proven, alone or among losses.
#[test]
fn draws_are_not_proven() {
    assert_eq!(proof_of("(a:=)"), Proof::Open);
    assert_eq!(proof_of("(a:= b:2)"), Proof::Open);
    assert_eq!(proof_of("(a:(x:= y:1) b:2)"), Proof::Open);
}

/// Without the solver nothing is proven.
#[test]
fn switched_off() {
    let mut off = config();
    off.search.solver = false;
    let mut searcher = plain(&draw("(a:1 b:2)"), &off);
    let snapshot = search(&mut searcher, "/", 100).snapshot;
    assert_eq!(snapshot.proof, Proof::Open);
    assert!(snapshot.moves.iter().all(|m| m.proof == Proof::Open));
}

/// Each move carries its own proof, for the player who makes it, also below the root; a search
/// whose root is proven ends early.
#[test]
fn moves_carry_proofs() {
    let game = draw("(a:(x:1 y:2) b:(x:1 y:1) c:=)");
    let mut solver = plain(&game, &config());
    let report = search(&mut solver, "/", 10_000);
    assert!(report.snapshot.simulations < 1000);
    let root = &report.snapshot;
    assert_eq!(named(&game, root, "b").proof, Proof::Win);
    assert_ne!(named(&game, root, "c").proof, Proof::Win);
    assert_eq!(report.best, Some(named(&game, root, "b").mv));
    let below = entry_at(&solver, "/b").unwrap();
    assert_eq!(below.proof(), Proof::Loss, "for the second player");
    assert_eq!(
        (below.move_proof(0), below.move_proof(1)),
        (Proof::Loss, Proof::Loss)
    );
    assert_eq!(named(&game, root, "b").value(), 1.0);
}

/// A proven loss is tried no more while anything else is left, however good it looked; with
/// nothing else left a move is taken all the same. A proven win is taken at once.
#[test]
fn proofs_guide_the_selection() {
    let row = Scale::new(3, Columns::default())
        .visits(0, 9, 0, 1)
        .visits(1, 5, 0, 5)
        .visits(2, 0, 0, 10);
    let config = config();
    assert_eq!(row.take(&config), Some(0));
    row.entry().prove_move(0, Proof::Loss);
    assert_eq!(row.take(&config), Some(1));
    row.entry().prove_move(1, Proof::Loss);
    assert_eq!(row.take(&config), Some(2));
    let won = Scale::new(2, Columns::default()).visits(0, 10, 0, 0);
    won.entry().prove_move(1, Proof::Win);
    assert_eq!(won.take(&config), Some(1));
    row.entry().prove_move(2, Proof::Loss);
    assert_eq!(row.take(&config), Some(0));
}

/// A random drawing: how deep, and what it looks like.
fn random_tree(rng: &mut Rng, depth: usize, drawing: &mut String) {
    if depth == 0 || rng.below(5) == 0 {
        drawing.push(['1', '2', '='][rng.below(3) as usize]);
        return;
    }
    drawing.push('(');
    for label in ["a", "b", "c"].iter().take(1 + rng.below(3) as usize) {
        drawing.push_str(label);
        drawing.push(':');
        random_tree(rng, depth - 1, drawing);
    }
    drawing.push(')');
}

/// On random trees the solver proves what is true, nothing else, and all of it, and plays a
/// winning move where there is one.
#[test]
fn proofs_agree_with_perfect_play() {
    let mut proven = 0;
    for seed in 0..300 {
        let mut drawing = String::new();
        random_tree(&mut Rng::new(seed), 5, &mut drawing);
        let game = draw(&drawing);
        let root = game.initial();
        if root.outcome().is_some() {
            continue;
        }
        let mut solver = plain(&game, &config());
        let report = search(&mut solver, "/", 3000);
        let truth = game.minimax(&root);
        let expected = match truth {
            Outcome::Win(Player::First) => Proof::Win,
            Outcome::Win(Player::Second) => Proof::Loss,
            Outcome::Draw => Proof::Open,
        };
        assert_eq!(report.snapshot.proof, expected, "{drawing}");
        proven += usize::from(expected != Proof::Open);
        let mut next = root.clone();
        next.play(report.best.expect("a move"));
        assert_eq!(game.minimax(&next), truth, "{drawing}");
    }
    assert!(proven > 100);
}

type OnGraph = Bundle<Graph, Uniform<Graph>, Ignorance>;

fn on_graph(graph: &Graph) -> Search<OnGraph> {
    let playout = Uniform::new(graph);
    Search::new(graph.clone(), playout, Ignorance, config(), 1 << 16, 1).unwrap()
}

fn run(solver: &mut Search<OnGraph>, state: &Recorded, simulations: u64) -> Report<()> {
    let budget = Budget::simulations(simulations);
    solver.run(state, &budget, 1, 0, &AtomicBool::new(false), &mut ())
}

/// From 1 the second player may go to 2, where he has lost, or back to 0.
const ESCAPE: &str = "0>1 1>0,2 2=1";

/// Going back ends in a draw at the third occurrence. That the other move loses is proven;
/// that going back draws, or anything that follows from it, is not.
#[test]
fn a_draw_by_repetition_proves_nothing() {
    let graph = Graph::parse(ESCAPE).with_repetition(2, Repetition::Draw);
    let mut solver = on_graph(&graph);
    let report = run(&mut solver, &graph.initial(), 2000);
    assert_eq!(report.snapshot.simulations, 2000);
    assert_eq!(report.snapshot.proof, Proof::Open);
    assert_eq!(report.snapshot.moves[0].proof, Proof::Open);
    // The second player draws.
    let value = report.snapshot.moves[0].value();
    assert!((0.45..0.6).contains(&value), "{value}");
}

/// Going back is forbidden. The second player has lost, but an entry does not know the
/// history, so nothing may be proven, and the value alone tells.
#[test]
fn a_forbidden_move_proves_nothing() {
    let graph = Graph::parse(ESCAPE).with_repetition(1, Repetition::Forbidden);
    let mut solver = on_graph(&graph);
    let report = run(&mut solver, &graph.initial(), 2000);
    assert_eq!(report.snapshot.proof, Proof::Open);
    assert_eq!(report.snapshot.moves[0].proof, Proof::Open);
    assert_eq!(report.snapshot.moves[0].value(), 1.0);
}

/// Both players can go round for ever, and whoever stops loses: a simulation ends all the
/// same.
#[test]
fn going_round_ends() {
    let graph = Graph::parse("0>1,2 1>0,3 2=2 3=1");
    let report = run(&mut on_graph(&graph), &graph.initial(), 100);
    assert_eq!(report.snapshot.simulations, 100);
}

/// What the record of the game forbids is not among the moves of the root, though the light
/// position would allow it.
#[test]
fn the_root_has_legal_moves_only() {
    let graph = Graph::parse("0>1 1>2 2>1,3 3=1").with_repetition(1, Repetition::Forbidden);
    let report = run(&mut on_graph(&graph), &graph.after(&[1, 2]), 10);
    let moves: Vec<u16> = report.snapshot.moves.iter().map(|m| m.mv.0).collect();
    assert_eq!(moves, [3]);
}

/// A move that is proven to win may be forbidden where the game has been before. Place 1 is
/// lost for the second player (6, then 7), so at 9 the first player wins by going there; that
/// is proven from 4. But a game that came by 1 already may not return, and must go to 10.
#[test]
fn a_proven_move_can_be_forbidden() {
    let graph = Graph::parse("0>1,4 1>6 6>7,8 7=1 8>9 9>1,10 10>11,12 11=2 12=1 4>9")
        .with_repetition(1, Repetition::Forbidden);
    let mut solver = on_graph(&graph);
    let free = run(&mut solver, &graph.after(&[4]), 500);
    assert_eq!(
        free.snapshot.proof,
        Proof::Loss,
        "the second player is to move"
    );

    let bound = run(&mut solver, &graph.after(&[1, 6, 8, 9]), 500);
    let moves: Vec<u16> = bound.snapshot.moves.iter().map(|m| m.mv.0).collect();
    assert_eq!(moves, [10]);
    assert_eq!(bound.best.map(|mv| mv.0), Some(10));
    assert_eq!(bound.snapshot.proof, Proof::Open, "11 or 12 is to be seen");
    assert_eq!(bound.snapshot.simulations, 500);
    let sum: u64 = bound
        .snapshot
        .moves
        .iter()
        .map(|m| u64::from(m.tally.visits))
        .sum();
    assert_eq!(sum, bound.snapshot.simulations + bound.snapshot.inherited);
}

/// At 2 the first player may return to 1, except in a game that came that way. Then he has
/// lost, but the next search of the same position with another past must not believe it: there
/// he returns to 1, and as the second player may not return to 2 he wins by 9.
#[test]
fn a_loss_by_history_does_not_outlive_the_search() {
    let graph = Graph::parse("0>1 1>2,9 2>1,3 3=2 9=1").with_repetition(1, Repetition::Forbidden);
    let mut solver = on_graph(&graph);
    let bound = run(&mut solver, &graph.after(&[1, 2]), 300);
    assert_eq!(bound.best.map(|mv| mv.0), Some(3), "all that is left");
    assert_eq!(bound.snapshot.moves[0].proof, Proof::Loss);
    assert_eq!(bound.snapshot.proof, Proof::Open, "history proves nothing");

    let free = run(&mut solver, &graph.at(2, Player::First), 300);
    let moves: Vec<u16> = free.snapshot.moves.iter().map(|m| m.mv.0).collect();
    assert_eq!(moves, [1, 3]);
    assert_eq!(free.best.map(|mv| mv.0), Some(1));
    assert_ne!(free.snapshot.proof, Proof::Loss);
}
