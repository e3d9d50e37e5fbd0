//! What a draw adds, and which move is played in the end.

use tewari_mcts::config::{Config, DrawReward, FinalMove, Formula};
use tewari_mcts::tree::{Columns, Proof};
use tewari_mcts::{Snapshot, Tally};

use crate::scale::Scale;
use crate::tools::{draw, entry_at, plain, search, search_once, visits};

/// A draw is half a win: one half-win a visit, and a square of one quarter.
#[test]
fn draws_are_half_wins() {
    let mut config = Config::default();
    config.search.formula = Formula::Ucb1Tuned;
    config.search.draws = DrawReward::Half;
    let mut searcher = plain(&draw("(a:=)"), &config);
    let snapshot = search(&mut searcher, "/", 100).snapshot;
    let expected = Tally {
        visits: 100,
        half_wins: 100,
    };
    assert_eq!(snapshot.moves[0].tally, expected);
    assert_eq!(entry_at(&searcher, "/").unwrap().squares(0), 100);
}

/// Or a win or a loss by chance: every square is that of a win (four quarters) or nothing,
/// about half of a thousand win, and the same ones at every run.
#[test]
fn draws_are_sampled() {
    let mut config = Config::default();
    config.search.formula = Formula::Ucb1Tuned;
    config.search.draws = DrawReward::Sampled;
    let run = || {
        let mut searcher = plain(&draw("(a:= b:(c:=))"), &config);
        let snapshot = search(&mut searcher, "/", 1000).snapshot;
        let root = entry_at(&searcher, "/").unwrap();
        for i in 0..2 {
            assert_eq!(root.squares(i), 2 * root.tally(i).half_wins);
        }
        let half_wins: u64 = snapshot.moves.iter().map(|m| m.tally.half_wins).sum();
        assert_eq!(half_wins % 2, 0);
        half_wins / 2
    };
    let wins = run();
    // The standard deviation is 16.
    assert!((420..580).contains(&wins), "{wins}");
    assert_eq!(run(), wins);
}

/// Visits and wins of moves, as a snapshot.
fn snapshot(moves: &[(usize, usize)]) -> Snapshot {
    let row = moves.iter().enumerate().fold(
        Scale::new(moves.len(), Columns::default()),
        |row, (i, &(visits, wins))| row.visits(i, wins, 0, visits - wins),
    );
    Snapshot::take(row.entry(), &[moves.len()], 0, 0)
}

fn best(snapshot: &Snapshot, rule: FinalMove) -> usize {
    snapshot.best(rule).expect("a move").mv.index()
}

/// 100 visits at 0.5 against 80 at 0.7: the rules differ, and the snapshot says so.
#[test]
fn final_move_rules() {
    let differ = snapshot(&[(100, 50), (80, 56)]);
    assert_eq!(best(&differ, FinalMove::MostVisited), 0);
    assert_eq!(best(&differ, FinalMove::BestMean), 1);
    assert_eq!(best(&differ, FinalMove::MaxRobust), 0);
    assert!(!differ.is_robust());
    let agree = snapshot(&[(80, 40), (100, 70)]);
    assert_eq!(best(&agree, FinalMove::MaxRobust), 1);
    assert!(agree.is_robust());
}

/// Of equally visited moves the better one, of equal ones the first; a move that was never
/// tried has no mean, though it is worth a half.
#[test]
fn final_move_ties() {
    assert_eq!(
        best(&snapshot(&[(9, 3), (9, 4)]), FinalMove::MostVisited),
        1
    );
    assert_eq!(
        best(&snapshot(&[(9, 3), (9, 3)]), FinalMove::MostVisited),
        0
    );
    assert_eq!(best(&snapshot(&[(5, 4), (10, 8)]), FinalMove::BestMean), 1);
    assert_eq!(best(&snapshot(&[(0, 0), (10, 1)]), FinalMove::BestMean), 1);
    assert!(snapshot(&[]).best(FinalMove::BestMean).is_none());
}

/// A proven win is played whatever it was visited, a proven loss only as the last resort.
#[test]
fn final_move_with_proofs() {
    let mut solved = snapshot(&[(100, 90), (50, 20), (1, 0)]);
    solved.moves[2].proof = Proof::Win;
    solved.moves[0].proof = Proof::Loss;
    for rule in [
        FinalMove::MostVisited,
        FinalMove::BestMean,
        FinalMove::MaxRobust,
    ] {
        assert_eq!(best(&solved, rule), 2);
    }
    solved.moves[2].proof = Proof::Loss;
    for rule in [FinalMove::MostVisited, FinalMove::BestMean] {
        assert_eq!(best(&solved, rule), 1);
    }
    assert_eq!(solved.moves[2].value(), 0.0);
}

/// Max-robust goes on for up to half as long again, in eight steps of a sixteenth, until the
/// most visited move has the best mean.
///
/// Crude Monte Carlo over three moves of which the last wins: 31 simulations are dealt 11, 10,
/// 10, so the first leads in visits; steps are 31/16 = 1. 32: 11, 11, 10; 33: 11 each, and
/// among equals the better one leads. Over two moves 47 simulations are dealt 24, 23; steps are
/// 2, so the first stays ahead until 47 + 8·2 = 63.
#[test]
fn max_robust_goes_on() {
    let mut config = Config::default();
    config.search.formula = Formula::MonteCarlo;
    config.search.depth = 1;
    for (rule, drawing, asked, expected) in [
        (FinalMove::BestMean, "(a:2 b:2 c:1)", 31, vec![11, 10, 10]),
        (FinalMove::MaxRobust, "(a:2 b:2 c:1)", 31, vec![11, 11, 11]),
        (FinalMove::MaxRobust, "(a:2 b:2 c:1)", 30, vec![10, 10, 10]),
        (FinalMove::MaxRobust, "(a:2 b:1)", 47, vec![32, 31]),
    ] {
        config.search.final_move = rule;
        let snapshot = search_once(drawing, &config, asked);
        assert_eq!(visits(&snapshot), expected);
        assert_eq!(
            snapshot.simulations,
            expected.iter().map(|&n| u64::from(n)).sum()
        );
    }
}
