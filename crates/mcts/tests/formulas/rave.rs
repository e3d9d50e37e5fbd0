//! RAVE: how visits and AMAF are mixed.
//!
//! The row, N = 40, ln N = 3.688 879; move 0 has exploration 0.6·sqrt(0.368 888) = 0.364 417:
//!
//! | move | n | mean | a | AMAF mean |
//! |---|---|---|---|---|
//! | 0 | 10 | 0.6 | 20 | 0.75 |
//! | 1 | 30 | 0.4 | 0 | |
//! | 2 | 0 | | 12 | 0.25 |

use tewari_mcts::config::{Config, FirstPlay, Formula, Placement, Schedule};
use tewari_mcts::tree::Columns;

use crate::scale::{Scale, assert_close};

const WITH_AMAF: Columns = Columns {
    amaf: true,
    squares: false,
    prior: false,
    bias: false,
    in_flight: false,
};

fn config(schedule: Schedule, placement: Placement) -> Config {
    let mut config = Config::default();
    config.search.formula = Formula::Ucb1;
    config.search.exploration = 0.6;
    config.rave.on = true;
    config.rave.schedule = schedule;
    config.rave.equivalence = 80.0;
    config.rave.bias = 0.1;
    config.rave.placement = placement;
    config
}

fn row() -> Scale {
    Scale::new(3, WITH_AMAF)
        .visits(0, 6, 0, 4)
        .visits(1, 12, 0, 18)
        .samples(0, 15, 5)
        .samples(2, 3, 9)
}

/// `(1−β)·(mean + explore) + β·amaf` and `(1−β)·mean + β·amaf + explore`, k = 80, b = 0.1:
///
/// | schedule | β | inside | outside |
/// |---|---|---|---|
/// | Gelly, by the move's visits | sqrt(80/110) = 0.852 803 | 0.147 197·0.964 417 + 0.639 602 = 0.781 562 | 0.088 318 + 0.639 602 + 0.364 417 = 1.092 337 |
/// | Gelly, by the parent's | sqrt(80/200) = 0.632 456 | 0.367 544·0.964 417 + 0.474 342 = 0.828 808 | 0.220 527 + 0.474 342 + 0.364 417 = 1.059 285 |
/// | Silver | 20/(10+20+4·10·20·0.01) = 0.526 316 | 0.473 684·0.964 417 + 0.394 737 = 0.851 566 | 0.284 211 + 0.394 737 + 0.364 417 = 1.043 364 |
#[test]
fn schedules_and_placements() {
    for (schedule, inside, outside) in [
        (Schedule::Gelly, 0.781_561_5, 1.092_337_3),
        (Schedule::GellyParent, 0.828_807_7, 1.059_285_2),
        (Schedule::Silver, 0.851_565_9, 1.043_364_2),
    ] {
        let row = row();
        assert_close(row.weigh(&config(schedule, Placement::Inside), 0), inside);
        assert_close(row.weigh(&config(schedule, Placement::Outside), 0), outside);
    }
}

/// A move without samples is what it is without RAVE: 0.4 + 0.6·0.350 660 = 0.610 396.
#[test]
fn without_samples_visits_decide() {
    for schedule in [Schedule::Gelly, Schedule::GellyParent, Schedule::Silver] {
        for placement in [Placement::Inside, Placement::Outside] {
            assert_close(row().weigh(&config(schedule, placement), 1), 0.610_396_2);
        }
    }
}

/// A move without visits is its AMAF mean; outside, n counts as one in the exploration term:
/// 0.25 + 0.6·sqrt(3.688 879) = 0.25 + 0.6·1.920 645 = 1.402 387.
#[test]
fn without_visits_samples_decide() {
    for schedule in [Schedule::Gelly, Schedule::GellyParent, Schedule::Silver] {
        assert_close(row().weigh(&config(schedule, Placement::Inside), 2), 0.25);
        let outside = row().weigh(&config(schedule, Placement::Outside), 2);
        assert_close(outside, 1.402_387_0);
    }
}

/// A move with samples counts as tried: with unvisited first, an untried move without samples
/// goes before it, and then the score decides.
#[test]
fn samples_count_as_a_first_play() {
    let mut config = config(Schedule::Silver, Placement::Inside);
    config.search.first_play = FirstPlay::UnvisitedFirst;
    assert_eq!(row().take(&config), Some(0), "move 2 scores 0.25");
    let row = Scale::new(4, WITH_AMAF)
        .visits(0, 6, 0, 4)
        .samples(1, 3, 9)
        .visits(2, 1, 0, 0);
    assert_eq!(row.take(&config), Some(3));
}

/// The exploration term of AMAF, `C·sqrt(ln A / a)` with A = 32 samples and C = 0.2, is part
/// of its mean: 0.2·sqrt(3.465 736/20) = 0.083 255, times β = 0.526 316 is 0.043 819 more,
/// 0.851 566 + 0.043 819 = 0.895 385. For move 2 β is 1: 0.25 + 0.2·sqrt(3.465 736/12) =
/// 0.25 + 0.107 483 = 0.357 483.
#[test]
fn exploration_of_amaf() {
    let mut config = config(Schedule::Silver, Placement::Inside);
    config.rave.exploration = 0.2;
    assert_close(row().weigh(&config, 0), 0.895_384_6);
    assert_close(row().weigh(&config, 2), 0.357_482_5);
}

/// Both exploration terms can be left out, each for itself (Erica has no AMAF exploration):
/// with Silver's β the bare mixture is 0.473 684·0.6 + 0.526 316·0.75 = 0.678 947.
#[test]
fn no_exploration() {
    for placement in [Placement::Inside, Placement::Outside] {
        let mut config = config(Schedule::Silver, placement);
        config.search.exploration = 0.0;
        assert_close(row().weigh(&config, 0), 0.678_947_4);
    }
}

/// The constants are used: k = 1000 gives Gelly sqrt(1000/1030) = 0.985 329, by the parent
/// sqrt(1000/1120) = 0.944 911; b = 0.5 gives Silver 20/(30 + 200) = 0.086 957. Without
/// exploration the mixtures are 0.6 + 0.15·β.
#[test]
fn constants() {
    for (schedule, expected) in [
        (Schedule::Gelly, 0.747_799_4),
        (Schedule::GellyParent, 0.741_736_7),
        (Schedule::Silver, 0.613_043_5),
    ] {
        let mut config = config(schedule, Placement::Inside);
        config.search.exploration = 0.0;
        config.rave.equivalence = 1000.0;
        config.rave.bias = 0.5;
        assert_close(row().weigh(&config, 0), expected);
    }
}

/// Priors count among the visits and, if they are asked to, among the samples. Ten imagined visits
/// of 0.8 make n = 20 and a mean of 0.7. Without them AMAF is 0.75, β = 20/(20 + 20 + 16) =
/// 0.357 143 and the mixture 0.642 857·0.7 + 0.357 143·0.75 = 0.717 857. As half as many samples
/// they make a = 25 and 19 wins, 0.76, β = 25/(20 + 25 + 20) = 0.384 615 and the mixture
/// 0.615 385·0.7 + 0.384 615·0.76 = 0.723 077. A move that is only imagined is its prior.
#[test]
fn priors_as_samples() {
    let columns = Columns {
        prior: true,
        ..WITH_AMAF
    };
    let row = Scale::new(3, columns)
        .visits(0, 6, 0, 4)
        .samples(0, 15, 5)
        .prior(0, 10.0, 0.8)
        .visits(1, 12, 0, 18)
        .prior(2, 1.0, 0.2);
    let mut config = config(Schedule::Silver, Placement::Inside);
    config.search.exploration = 0.0;
    assert_close(row.weigh(&config, 0), 0.717_857_1);
    assert_close(row.weigh(&config, 2), 0.2);
    config.rave.prior = 0.5;
    assert_close(row.weigh(&config, 0), 0.723_076_9);
    assert_close(row.weigh(&config, 2), 0.2);
}
