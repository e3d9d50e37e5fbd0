//! Configurations that make no sense are refused with one line that names the parameters.

use tewari_mcts::Config;
use tewari_mcts::config::Formula;

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
