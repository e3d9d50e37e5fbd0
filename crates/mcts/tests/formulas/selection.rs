//! The formulas: what a move scores from its visits.
//!
//! The row of most cases has two tried moves, N = 40 and ln N = 3.688 879:
//!
//! | move | n | w | mean |
//! |---|---|---|---|
//! | 0 | 10 | 6 | 0.6 |
//! | 1 | 30 | 12 | 0.4 |

use tewari_base::Rng;
use tewari_mcts::config::{Config, FinalMove, FirstPlay, Formula};
use tewari_mcts::tree::Columns;
use tewari_mcts::{Row, Rule};

use crate::scale::{Scale, assert_close};
use crate::tools::{draw, named, plain, search, search_once, visits};

fn config(formula: Formula, exploration: f64) -> Config {
    let mut config = Config::default();
    config.search.formula = formula;
    config.search.exploration = exploration;
    config
}

/// The row alone and with many untried moves behind it: short rows take a shorter way.
fn rows() -> [Scale; 2] {
    [2, 20].map(|moves| {
        Scale::new(moves, Columns::default())
            .visits(0, 6, 0, 4)
            .visits(1, 12, 0, 18)
    })
}

const WITH_SQUARES: Columns = Columns {
    amaf: false,
    squares: true,
    prior: false,
    bias: false,
    in_flight: false,
};

/// `w/n + C·sqrt(ln N / n)`, C = 0.6:
/// 0.6 + 0.6·sqrt(0.368 888) = 0.6 + 0.6·0.607 361 = 0.964 417,
/// 0.4 + 0.6·sqrt(0.122 963) = 0.4 + 0.6·0.350 660 = 0.610 396.
#[test]
fn ucb1() {
    let config = config(Formula::Ucb1, 0.6);
    for row in rows() {
        assert_close(row.weigh(&config, 0), 0.964_416_9);
        assert_close(row.weigh(&config, 1), 0.610_396_2);
    }
    assert_eq!(rows()[0].take(&config), Some(0));
}

/// `w/n + C·sqrt(2·ln N / n)`, C = 0.6:
/// 0.6 + 0.6·sqrt(0.737 776) = 0.6 + 0.6·0.858 939 = 1.115 363,
/// 0.4 + 0.6·sqrt(0.245 925) = 0.4 + 0.6·0.495 909 = 0.697 545.
#[test]
fn ucb1_doubled() {
    let config = config(Formula::Ucb1Doubled, 0.6);
    for row in rows() {
        assert_close(row.weigh(&config, 0), 1.115_363_3);
        assert_close(row.weigh(&config, 1), 0.697_545_1);
    }
}

/// Without exploration the mean is left.
#[test]
fn no_exploration() {
    for formula in [Formula::Ucb1, Formula::Ucb1Doubled, Formula::Ucb1Tuned] {
        let config = config(formula, 0.0);
        for row in rows() {
            assert_close(row.weigh(&config, 0), 0.6);
            assert_close(row.weigh(&config, 1), 0.4);
        }
    }
}

/// `mean + C·sqrt(ln N / n · min(1/4, V))`, `V = variance + sqrt(2·ln N / n)`, C = 0.7.
///
/// - n = 10 of N = 40, 6 wins: variance 0.6 − 0.36 = 0.24, V = 0.24 + 0.859 > 1/4,
///   so 0.6 + 0.7·sqrt(0.368 888 / 4) = 0.6 + 0.7·0.303 681 = 0.812 577;
/// - n = 1000 of N = 1040, 950 wins: ln N = 6.946 976, variance 0.95 − 0.9025 = 0.0475,
///   V = 0.0475 + sqrt(0.013 893 95) = 0.0475 + 0.117 873 = 0.165 373,
///   so 0.95 + 0.7·sqrt(0.006 946 976 · 0.165 373) = 0.95 + 0.7·0.033 894 5 = 0.973 726.
#[test]
fn ucb1_tuned_without_draws() {
    let config = config(Formula::Ucb1Tuned, 0.7);
    let row = Scale::new(2, WITH_SQUARES)
        .visits(0, 6, 0, 4)
        .visits(1, 12, 0, 18);
    assert_close(row.weigh(&config, 0), 0.812_576_5);
    let row = Scale::new(2, WITH_SQUARES)
        .visits(0, 950, 0, 50)
        .visits(1, 20, 0, 20);
    assert_close(row.weigh(&config, 0), 0.973_726_2);
}

/// Draws vary less than wins and losses with the same mean. n = 400 of N = 1000, 100 wins and
/// 300 draws: mean 0.625, mean of the squares (100 + 300/4)/400 = 0.4375, variance
/// 0.4375 − 0.390 625 = 0.046 875, ln N = 6.907 755, V = 0.046 875 + sqrt(0.034 538 8) =
/// 0.046 875 + 0.185 846 = 0.232 721 < 1/4, so 0.625 + 0.7·sqrt(0.017 269 4 · 0.232 721) =
/// 0.625 + 0.7·0.063 395 2 = 0.669 377.
///
/// 250 wins and 150 losses have the same mean and variance 0.234 375, so V > 1/4 and the score
/// is 0.625 + 0.7·sqrt(0.017 269 4 / 4) = 0.625 + 0.7·0.065 706 5 = 0.670 995.
#[test]
fn ucb1_tuned_with_draws() {
    let config = config(Formula::Ucb1Tuned, 0.7);
    let row = Scale::new(3, WITH_SQUARES)
        .visits(0, 100, 300, 0)
        .visits(1, 250, 0, 150)
        .visits(2, 200, 0, 0);
    assert_close(row.weigh(&config, 0), 0.669_376_6);
    assert_close(row.weigh(&config, 1), 0.670_994_6);
}

/// An untried move is worth the urgency: tried first at 1, not at all at 0.9, when the best
/// tried move scores 0.964 417.
#[test]
fn first_play_urgency() {
    let mut config = config(Formula::Ucb1, 0.6);
    config.search.first_play = FirstPlay::Urgency;
    let row = Scale::new(3, Columns::default())
        .visits(0, 6, 0, 4)
        .visits(1, 12, 0, 18);
    for (urgency, taken) in [(0.9, 0), (0.964, 0), (0.965, 2), (1.0, 2)] {
        config.search.urgency = urgency;
        assert_eq!(row.take(&config), Some(taken), "{urgency}");
    }
}

/// Every move once before any move twice, in the order of the entry.
#[test]
fn unvisited_first() {
    let mut config = config(Formula::Ucb1, 0.6);
    config.search.first_play = FirstPlay::UnvisitedFirst;
    config.search.urgency = 0.0;
    // Two moves win at once; still the losing ones are tried before they are tried again.
    let drawing = "(a:1 b:2 c:1 d:2 e:2)";
    for (simulations, expected) in [
        (1, [1, 0, 0, 0, 0]),
        (3, [1, 1, 1, 0, 0]),
        (5, [1, 1, 1, 1, 1]),
        (6, [2, 1, 1, 1, 1]),
    ] {
        let snapshot = search_once(drawing, &config, simulations);
        assert_eq!(visits(&snapshot), expected);
    }
    // With an urgency below a win the first winner is never left.
    config.search.first_play = FirstPlay::Urgency;
    assert_eq!(
        visits(&search_once(drawing, &config, 6)),
        [6, 0, 0, 0, 0],
        "1 + 0.6·sqrt(ln n / n) > 0"
    );
}

/// Crude Monte Carlo: the same number of playouts for every move, the rest for the first ones,
/// whatever they bring; the best mean is played.
#[test]
fn monte_carlo() {
    let mut config = config(Formula::MonteCarlo, 0.6);
    config.search.depth = 1;
    config.search.final_move = FinalMove::BestMean;
    let drawing = "(a:2 b:(x:1 y:2) c:1)";
    for (simulations, expected) in [
        (3, [1, 1, 1]),
        (30, [10, 10, 10]),
        (31, [11, 10, 10]),
        (32, [11, 11, 10]),
    ] {
        let snapshot = search_once(drawing, &config, simulations);
        assert_eq!(visits(&snapshot), expected);
    }
    let game = draw(drawing);
    let mut crude = plain(&game, &config);
    let report = search(&mut crude, "/", 31);
    assert_eq!(report.best, Some(named(&game, &report.snapshot, "c").mv));
    assert_eq!(report.entries_made, 0, "there is no tree");
}

/// UCB1 at the root only: nothing but the root gets an entry, and the root's moves are the arms
/// of a bandit. Arms that always bring 1 and 0, C = 0.6: with one visit b is tried again when
/// 0.6·sqrt(ln N) > 1 + 0.6·sqrt(ln N / (N − 1)), that is 0.6·sqrt(ln N)·(1 − 1/sqrt(N − 1)) > 1.
/// At N = 46 the left side is 1.174 015·(1 − 0.149 071) = 0.999 003, at N = 47
/// 1.177 307·(1 − 0.147 442) = 1.003 723: simulation 48 is the first to take b again.
#[test]
fn ucb1_at_the_root_only() {
    let mut config = config(Formula::Ucb1, 0.6);
    config.search.depth = 1;
    let drawing = "(a:(x:(y:1)) b:(x:(y:2)))";
    let game = draw(drawing);
    let mut bandit = plain(&game, &config);
    let report = search(&mut bandit, "/", 47);
    assert_eq!(visits(&report.snapshot), [46, 1]);
    assert_eq!(report.entries_made, 0);
    assert_eq!(bandit.table().live().count(), 1, "the root alone");
    assert_eq!(visits(&search_once(drawing, &config, 48)), [46, 2]);
}

/// UCT: the same bandit at every position. After a, which looks even, only y saves the second
/// player; UCT finds it and prefers b, playouts alone do not.
#[test]
fn uct_finds_what_playouts_miss() {
    let drawing = "(a:(x:1 y:2 z:1) b:(x:1 y:2))";
    let mut config = config(Formula::Ucb1, 0.6);
    config.search.depth = 1;
    let flat = search_once(drawing, &config, 2000);
    assert!(flat.moves[0].value() > 0.6, "2/3 by chance");
    config.search.depth = 0;
    let tree = search_once(drawing, &config, 2000);
    assert!(tree.moves[0].value() < 0.1, "y answers a");
}

/// Rows of few moves and rows without further columns take shorter ways through the code; all
/// of them choose alike, with moves excluded or not, and nothing where all are excluded.
#[test]
fn all_ways_choose_alike() {
    let further = Columns {
        prior: true,
        ..Columns::default()
    };
    let mut rng = Rng::new(1);
    for round in 0..2000 {
        let moves = 1 + rng.below(12) as usize;
        let mut short = Scale::new(moves, Columns::default());
        let mut long = Scale::new(moves, further);
        for i in 0..moves {
            let [wins, draws, losses] = [8, 3, 8].map(|most| rng.below(most) as usize);
            // A third of the moves stay untried in some rows, and none in others.
            if round % 2 == 0 || rng.below(3) > 0 {
                short = short.visits(i, wins, draws, losses);
                long = long.visits(i, wins, draws, losses);
            }
        }
        let mut config = config(
            [Formula::Ucb1, Formula::Ucb1Doubled][round % 2],
            f64::from(rng.below(3)) * 0.4,
        );
        config.search.first_play =
            [FirstPlay::UnvisitedFirst, FirstPlay::Urgency][rng.below(2) as usize];
        let rule = Rule::new(&config, moves + 1, 0);
        let mut row = Row::new(moves + 1);
        let mut excluded: Vec<usize> = Vec::new();
        for _ in 0..=moves {
            let taken = row.select(short.entry(), &rule, false, &excluded);
            assert_eq!(row.select(long.entry(), &rule, false, &excluded), taken);
            let taken = taken.expect("a move is left");
            assert!(!excluded.contains(&taken));
            excluded.push(taken);
        }
        for scale in [&short, &long] {
            assert_eq!(row.select(scale.entry(), &rule, false, &excluded), None);
        }
    }
}
