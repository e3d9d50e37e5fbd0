//! Imagined visits: priors, previous search results (PSR), grandfather initialisation.

use tewari_game::scripted::Scripted;
use tewari_mcts::config::{Config, FinalMove, FirstPlay, Formula};
use tewari_mcts::knowledge::EvenGame;
use tewari_mcts::prior::Prior;
use tewari_mcts::tree::Columns;
use tewari_mcts::{Bundle, Search, Snapshot, Uniform};

use crate::scale::{Scale, assert_close};
use crate::tools::{Plain, draw, entry_at, mv, named, plain, search, visits};

const WITH_PRIOR: Columns = Columns {
    amaf: false,
    squares: false,
    prior: true,
    bias: false,
    in_flight: false,
};

fn config() -> Config {
    let mut config = Config::default();
    config.search.formula = Formula::Ucb1;
    config.search.exploration = 0.6;
    config
}

/// Move 0: 10 visits with 6 wins and 20 imagined at 0.2, n = 30, mean (6 + 4)/30 = 0.333 333.
/// Move 1: 30 visits with 12 wins. N = 60, ln N = 4.094 345, exploration 0.6·sqrt(0.136 478) =
/// 0.221 658: 0.554 991 and 0.621 658.
#[test]
fn priors_count_in_means_and_in_the_total() {
    let row = Scale::new(2, WITH_PRIOR)
        .visits(0, 6, 0, 4)
        .visits(1, 12, 0, 18)
        .prior(0, 20.0, 0.2);
    assert_close(row.weigh(&config(), 0), 0.554_991_0);
    assert_close(row.weigh(&config(), 1), 0.621_657_7);
}

/// A move with nothing but 8 imagined visits at 0.75 counts as tried: N = 38, ln N = 3.637 586,
/// 0.75 + 0.6·sqrt(0.454 698) = 1.154 588. The prior's mean is kept in 1/65535.
#[test]
fn a_prior_is_a_first_play() {
    let row = Scale::new(2, WITH_PRIOR)
        .visits(0, 12, 0, 18)
        .prior(1, 8.0, 0.75);
    let mut config = config();
    assert!((row.weigh(&config, 1) - 1.154_588).abs() < 2e-5);
    config.search.first_play = FirstPlay::UnvisitedFirst;
    config.search.exploration = 0.0;
    let row = Scale::new(2, WITH_PRIOR)
        .visits(0, 12, 0, 18)
        .prior(1, 8.0, 0.25);
    assert_eq!(row.take(&config), Some(0), "0.4 > 0.25: it is not untried");
}

/// In the variance of UCB1-TUNED imagined visits are wins and losses. 1000 draws and 1000
/// imagined visits at 0.5: mean 0.5, mean of the squares (250 + 500)/2000 = 0.375, variance
/// 0.125; N = 2100, ln N = 7.649 693, V = 0.125 + sqrt(0.007 649 69) = 0.212 463, so
/// 0.5 + 0.7·sqrt(0.003 824 85·0.212 463) = 0.5 + 0.7·0.028 506 8 = 0.519 955.
#[test]
fn priors_in_the_variance() {
    let columns = Columns {
        squares: true,
        ..WITH_PRIOR
    };
    let row = Scale::new(2, columns)
        .visits(0, 0, 1000, 0)
        .visits(1, 50, 0, 50)
        .prior(0, 1000.0, 0.5);
    let mut config = config();
    config.search.formula = Formula::Ucb1Tuned;
    config.search.exploration = 0.7;
    // The prior's mean is kept in 1/65535, which moves the score by less than 1/65535.
    assert!((row.weigh(&config, 0) - 0.519_954_7).abs() < 1.0 / 65535.0);
}

/// 10 visits at 0.6 and 30 imagined at 0.9 believe more than 35 visits at 0.8: weight 40 and
/// belief (6 + 27)/40 = 0.825. But what was found is told and played by the visits really made.
#[test]
fn priors_guide_the_search_and_not_the_final_move() {
    let row = Scale::new(2, WITH_PRIOR)
        .visits(0, 6, 0, 4)
        .prior(0, 30.0, 0.9)
        .visits(1, 28, 0, 7);
    let snapshot = Snapshot::take(row.entry(), &[2], 45, 0);
    let first = &snapshot.moves[0];
    assert_eq!(first.weight(), 40.0);
    assert!((first.belief() - 0.825).abs() < 1e-5);
    assert_eq!(first.value(), 0.6);
    let best = |rule| snapshot.best(rule).unwrap().mv;
    assert_eq!(best(FinalMove::MostVisited), snapshot.moves[1].mv);
    assert_eq!(best(FinalMove::BestMean), first.mv);
    assert!((snapshot.value() - 34.0 / 45.0).abs() < 1e-9);
    assert_eq!(visits(&snapshot), [10, 35]);
}

/// The even-game prior: 7 imagined visits at 0.5 for every move of every entry, none of them
/// counted as made.
#[test]
fn even_game_prior() {
    type Even = Bundle<Scripted, Uniform<Scripted>, EvenGame>;
    let game = draw("(a:(x:1 y:2) b:2)");
    let prior = Prior {
        visits: 7.0,
        mean: 0.5,
    };
    let mut config = config();
    config.search.expand_at = 1;
    let playout = Uniform::new(&game);
    let mut even: Search<Even> =
        Search::new(game.clone(), playout, EvenGame(prior), config, 1 << 16, 1).unwrap();
    let snapshot = search(&mut even, "/", 50).snapshot;
    let below = entry_at(&even, "/a").unwrap();
    let priors = [snapshot.moves[0].prior, snapshot.moves[1].prior];
    for kept in priors.into_iter().chain([below.prior(0), below.prior(1)]) {
        assert_eq!(kept.visits, 7.0);
        assert!((kept.mean - 0.5).abs() < 1e-5);
    }
    assert_eq!(visits(&snapshot).iter().sum::<u32>(), 50);
}

/// The first root has the moves a, b (lost) and c (won); two plies later there are b (now
/// won), c (now lost) and d, which is new.
const TWO_PLIES: &str = "(a:(x:(b:1 c:2 d:1)) b:2 c:1)";

fn psr(formula: Formula, depth: u32, share: f64) -> Search<Plain> {
    let mut config = config();
    config.search.formula = formula;
    config.search.depth = depth;
    config.search.reuse = false;
    config.search.psr = share;
    config.search.final_move = FinalMove::BestMean;
    plain(&draw(TWO_PLIES), &config)
}

/// PSR with crude Monte Carlo, r = 0.4. First search: 10 playouts each, b loses all and c wins
/// all. Second: b and c start with 4 visits, 0 and 4 wins; a is dropped, d starts at zero. 30
/// simulations are dealt equally: b (0 + 10)/14 = 0.714, c (4 + 0)/14 = 0.286, d 10/10.
#[test]
fn psr_for_monte_carlo() {
    let mut crude = psr(Formula::MonteCarlo, 1, 0.4);
    let game = crude.game().clone();
    let first = search(&mut crude, "/", 30).snapshot;
    assert_eq!(visits(&first), [10, 10, 10]);
    let report = search(&mut crude, "/a/x", 30);
    let second = &report.snapshot;
    assert_eq!((second.inherited, visits(second)), (0, vec![10, 10, 10]));
    for (label, prior_visits, prior_mean, belief) in [
        ("b", 4.0, 0.0, 10.0 / 14.0),
        ("c", 4.0, 1.0, 4.0 / 14.0),
        ("d", 0.0, 0.0, 1.0),
    ] {
        let report = named(&game, second, label);
        assert_eq!(report.prior.visits, prior_visits, "{label}");
        assert_eq!(report.prior.mean, prior_mean, "{label}");
        assert!((report.belief() - belief).abs() < 1e-6, "{label}");
    }
    assert_eq!(report.best, Some(mv(&game, "d")));
    // What was inherited is inherited again: 0.4·14 = 5.6, kept in sixteenths.
    let third = search(&mut crude, "/a/x", 30).snapshot;
    assert!((named(&game, &third, "b").prior.visits - 5.6).abs() < 1.0 / 16.0);
    assert_eq!(named(&game, &third, "d").prior.visits, 4.0);
}

/// PSR with UCB1 and with UCT: n = r·n', w = r·w' from whatever the first search counted.
#[test]
fn psr_for_ucb1_and_uct() {
    for depth in [1, 0] {
        let mut searcher = psr(Formula::Ucb1, depth, 0.5);
        let game = searcher.game().clone();
        let first = search(&mut searcher, "/", 100).snapshot;
        let second = search(&mut searcher, "/a/x", 2).snapshot;
        for (label, mean) in [("b", 0.0), ("c", 1.0)] {
            let before = named(&game, &first, label);
            let after = named(&game, &second, label);
            assert_eq!(after.prior.visits, 0.5 * before.tally.visits as f32);
            assert_eq!(after.prior.mean, mean, "{label}");
        }
        assert_eq!(named(&game, &second, "d").prior, Prior::NONE);
        // The new move first; then by the formula with N = Σ n, inherited visits included:
        // c has a mean of 1 and by far the most visits, so d, with mean 1 and one visit.
        assert_eq!(visits(&second), [0, 0, 2], "b, c, d");
    }
}

/// N contains what was inherited. r = 1 and C = 1, first search 1000: after the new d was won
/// once, d scores 1 + sqrt(ln N) > 3.4 as long as N > 316; without inheritance N = 1, ln N = 0.
/// The row of the second search is read back to weigh exactly that.
#[test]
fn psr_counts_in_the_total() {
    let row = Scale::new(3, WITH_PRIOR)
        .prior(0, 100.0, 0.0)
        .prior(1, 900.0, 1.0)
        .visits(2, 1, 0, 0);
    let mut config = config();
    config.search.exploration = 1.0;
    // N = 1001: 1 + sqrt(6.908 755) = 3.628 451.
    assert_close(row.weigh(&config, 2), 3.628_451_1);
}

/// Without PSR or with r = 0 nothing is carried over, and `forget` drops what would be.
#[test]
fn psr_off_and_forgotten() {
    for (share, forget) in [(0.0, false), (0.5, true)] {
        let mut searcher = psr(Formula::Ucb1, 0, share);
        let game = searcher.game().clone();
        search(&mut searcher, "/", 100);
        if forget {
            searcher.forget();
        }
        let second = search(&mut searcher, "/a/x", 30).snapshot;
        for label in ["b", "c", "d"] {
            assert_eq!(named(&game, &second, label).prior, Prior::NONE);
        }
    }
}

/// Grandfather initialisation, share 0.5: the entry two plies below the root starts with half
/// of what the root knows of the same moves at that moment; d is new, and at depth 1 there is
/// no grandfather.
#[test]
fn grandfather() {
    let mut config = config();
    config.search.expand_at = 1;
    config.search.grandfather = 0.5;
    config.search.exploration = 2.0;
    let game = draw(TWO_PLIES);
    let grown = |simulations| {
        let mut searcher = plain(&game, &config);
        let report = search(&mut searcher, "/", simulations);
        (searcher, report)
    };
    // The first simulation whose entry is the second one, that of /a/x.
    let at = (1..).find(|&k| grown(k).1.entries_made == 2).unwrap();
    let before = grown(at - 1).1.snapshot;
    let (searcher, _) = grown(at);
    let below = entry_at(&searcher, "/a/x").unwrap();
    for (label, mean) in [("b", 0.0), ("c", 1.0)] {
        let i = below.find(mv(&game, label)).unwrap();
        let visits = named(&game, &before, label).tally.visits;
        assert!(visits > 0);
        assert_eq!(below.prior(i).visits, 0.5 * visits as f32, "{label}");
        assert_eq!(below.prior(i).mean, mean, "{label}");
    }
    let d = below.find(mv(&game, "d")).unwrap();
    assert_eq!(below.prior(d), Prior::NONE);
    let child = entry_at(&searcher, "/a").unwrap();
    assert_eq!(child.prior(0), Prior::NONE);
    // What the grandfather lent is not counted as made.
    let (searcher, report) = grown(300);
    assert_eq!(visits(&report.snapshot).iter().sum::<u32>(), 300);
    let edge = named(&game, &report.snapshot, "a").tally.visits;
    let child = entry_at(&searcher, "/a").unwrap();
    assert_eq!(child.total_visits(), u64::from(edge));
}
