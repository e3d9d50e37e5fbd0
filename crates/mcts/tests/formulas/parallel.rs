//! Several simulations under way in one tree.
//!
//! The row: n = (10, 30), w = (6, 12), and simulations under way.

use tewari_mcts::config::{Config, Formula, InFlight};
use tewari_mcts::tree::Columns;

use crate::scale::{Scale, assert_close};
use crate::tools::search_once;

const WITH_IN_FLIGHT: Columns = Columns {
    amaf: false,
    squares: false,
    prior: false,
    bias: false,
    in_flight: true,
};

fn config(in_flight: InFlight) -> Config {
    let mut config = Config::default();
    config.search.formula = Formula::Ucb1;
    config.search.exploration = 0.6;
    config.parallel.in_flight = in_flight;
    config.parallel.virtual_loss = 1.0;
    config
}

fn row() -> Scale {
    Scale::new(3, WITH_IN_FLIGHT)
        .visits(0, 6, 0, 4)
        .visits(1, 12, 0, 18)
}

/// Two simulations under way through move 0 count as two losses: n = 12, mean 6/12 = 0.5,
/// N = 42, ln N = 3.737 670: 0.5 + 0.6·sqrt(0.311 472) = 0.834 858; the other move feels N:
/// 0.4 + 0.6·sqrt(0.124 589) = 0.611 783. Three losses each: n = 16, N = 46, ln N = 3.828 641,
/// 6/16 + 0.6·sqrt(0.239 290) = 0.668 504.
#[test]
fn virtual_loss() {
    let mut config = config(InFlight::VirtualLoss);
    let row = row().under_way(0, 2);
    assert_close(row.weigh(&config, 0), 0.834_858_3);
    assert_close(row.weigh(&config, 1), 0.611_783_0);
    config.parallel.virtual_loss = 3.0;
    assert_close(row.weigh(&config, 0), 0.668_503_7);
}

/// An untried move that somebody tries counts as lost, no longer as untried.
#[test]
fn virtual_loss_of_an_untried_move() {
    let row = row().under_way(2, 1);
    // N = 41: 0 + 0.6·sqrt(3.713 572) = 0.6·1.927 063 = 1.156 238.
    let score = row.weigh(&config(InFlight::VirtualLoss), 2);
    assert_close(score, 1.156_238_0);
}

/// Unobserved samples count in the exploration term alone: mean 0.6, n + o = 12, N + O = 42:
/// 0.6 + 0.6·sqrt(0.311 472) = 0.934 858.
#[test]
fn unobserved() {
    let config = config(InFlight::Unobserved);
    let row = row().under_way(0, 2);
    assert_close(row.weigh(&config, 0), 0.934_858_3);
    assert_close(row.weigh(&config, 1), 0.611_783_0);
}

/// An untried move that three workers try has no mean yet; it is given that of the row,
/// 18/40 = 0.45, and the exploration term of its formula with n + o = 3, N + O = 43,
/// ln N = 3.761 200: 0.6·sqrt(1.253 733) = 0.671 821, or 0.6·sqrt(2.507 467) = 0.950 099 where
/// the logarithm is doubled, or 0.6·sqrt(1.253 733/4) = 0.335 911 with UCB1-TUNED.
#[test]
fn unobserved_first_plays() {
    let mut config = config(InFlight::Unobserved);
    let row = row().under_way(2, 3);
    assert_close(row.weigh(&config, 2), 1.121_821_4);
    config.search.formula = Formula::Ucb1Doubled;
    assert_close(row.weigh(&config, 2), 1.400_099_0);
    config.search.formula = Formula::Ucb1Tuned;
    assert_close(row.weigh(&config, 2), 0.785_910_7);
}

/// Ignored: 0.964 417 and 0.610 396, as if nobody were there.
#[test]
fn ignored() {
    let config = config(InFlight::Ignored);
    let row = row().under_way(0, 2);
    assert_close(row.weigh(&config, 0), 0.964_416_9);
    assert_close(row.weigh(&config, 1), 0.610_396_2);
}

/// Five imagined wins on move 0, at the root alone and for the worker who imagines them:
/// n = 15, mean 11/15 = 0.733 333, N still 40: 0.733 333 + 0.6·sqrt(0.245 925) = 1.030 878.
#[test]
fn virtual_wins() {
    let config = config(InFlight::VirtualLoss);
    let wins = [5.0, 0.0, 0.0, 0.0];
    assert_close(row().weigh_at(&config, 0, true, &wins), 1.030_878_5);
    assert_close(row().weigh_at(&config, 1, true, &wins), 0.610_396_2);
    assert_close(row().weigh_at(&config, 0, false, &wins), 0.964_416_9);
    assert_close(row().weigh_at(&config, 0, true, &[]), 0.964_416_9);
}

/// The first worker imagines nothing, so a search with one thread is what it is without.
#[test]
fn virtual_wins_are_for_further_workers() {
    let drawing = "(a:(x:1 y:2 z:1) b:(x:1 y:2) c:=)";
    let mut config = config(InFlight::VirtualLoss);
    let without = search_once(drawing, &config, 300);
    config.parallel.virtual_wins = 10.0;
    assert_eq!(search_once(drawing, &config, 300), without);
}
