//! Configurations that make no sense are refused with one line that names the parameters.

use tewari_mcts::Config;
use tewari_mcts::config::{BiasKind, Formula};

#[track_caller]
fn assert_refused(change: impl Fn(&mut Config), parameters: &[&str]) {
    let mut config = Config::default();
    assert_eq!(config.check(), Ok(()));
    change(&mut config);
    let error = config.check().unwrap_err();
    assert!(!error.contains('\n'), "one line: {error}");
    for parameter in parameters {
        assert!(error.contains(parameter), "{error} names {parameter}");
    }
}

#[test]
fn senseless_combinations_are_refused() {
    assert_refused(|c| c.search.psr = 0.5, &["search.psr", "search.reuse"]);
    assert_refused(
        |c| c.search.formula = Formula::MonteCarlo,
        &["search.formula", "search.depth"],
    );
    assert_refused(
        |c| {
            c.search.formula = Formula::MonteCarlo;
            c.search.depth = 1;
            c.rave.on = true;
        },
        &["search.formula", "rave.on"],
    );
    assert_refused(
        |c| {
            c.search.depth = 1;
            c.search.grandfather = 0.5;
        },
        &["search.depth", "search.grandfather"],
    );
}

#[test]
fn bias_and_widening_need_a_predictor() {
    let mut config = Config::default();
    assert_eq!(config.check_with(false), Ok(()));
    config.predictor.widening = true;
    assert!(config.check_with(false).is_err());
    assert_eq!(config.check_with(true), Ok(()));
    config.predictor.widening = false;
    config.predictor.bias = BiasKind::Weighted;
    let error = config.check_with(false).unwrap_err();
    assert!(
        error.contains("predictor.bias") && !error.contains('\n'),
        "{error}"
    );
    assert_eq!(config.check_with(true), Ok(()));
}
