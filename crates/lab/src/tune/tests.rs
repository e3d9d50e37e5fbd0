use std::path::Path;

use tewari_base::Rng;
use tewari_base::stats::score_of;

use super::*;
use crate::{Cancel, Ending, LabError, Provenance};

fn parameter(key: &str, low: f64, high: f64, start: f64) -> Parameter {
    Parameter {
        key: key.to_owned(),
        low,
        high,
        start,
        whole: false,
    }
}

/// Two parameters with the best at (0.7, 0.3): at the sides of the range some 200 Elo less.
fn elo(point: &[f64]) -> f64 {
    -400.0 * ((point[0] - 0.7) * (point[0] - 0.7) + (point[1] - 0.3) * (point[1] - 0.3))
}

/// Plays trials on the made-up function.
fn tuned(method: Method, total: u64, seed: u64) -> (Best, Vec<Trial>) {
    let space = Space(vec![
        parameter("a", 0.0, 1.0, 0.2),
        parameter("b", 0.0, 1.0, 0.8),
    ]);
    let mut trials: Vec<Trial> = Vec::new();
    let mut dice = Rng::stream(seed, &[99]);
    for trial in 0..total {
        let Proposal {
            candidate,
            opponent,
        } = propose(method, &space, &trials, total, seed);
        let rival = opponent
            .as_ref()
            .map_or(elo(&space.start()), |point| elo(point));
        let chance = score_of(elo(&candidate) - rival);
        let won = || u64::from((dice.next_u64() >> 11) as f64 / ((1u64 << 53) as f64) < chance);
        let wins = std::iter::repeat_with(won).take(2).sum();
        trials.push(Trial {
            trial,
            candidate,
            opponent,
            wins,
            losses: 2 - wins,
            ..Trial::default()
        });
    }
    (best(method, &space, &trials, total), trials)
}

fn distance(point: &[f64]) -> f64 {
    libm::hypot(point[0] - 0.7, point[1] - 0.3)
}

/// The start is 0.71 away from the optimum. Seeds are fixed, so this either holds or not.
#[test]
fn both_methods_find_a_known_optimum() {
    for (method, trials, near) in [(Method::Spsa, 3_000, 0.12), (Method::Regression, 500, 0.15)] {
        for seed in 1..=2 {
            let (best, _) = tuned(method, trials, seed);
            let distance = distance(&best.point);
            assert!(
                distance < near,
                "{method:?}, seed {seed}: {best:?} is {distance} away"
            );
        }
    }
}

#[test]
fn regression_says_how_good_the_best_is() {
    let (best, trials) = tuned(Method::Regression, 500, 5);
    let truth = score_of(elo(&best.point) - elo(&[0.2, 0.8]));
    let score = best.score.unwrap();
    assert!(
        score.interval.contains(truth),
        "{score:?} should contain {truth}"
    );
    assert!(score.margin() < 0.08, "{score:?}");
    // Later candidates are drawn where it is good.
    let mean = |trials: &[Trial]| {
        trials
            .iter()
            .map(|trial| distance(&trial.candidate))
            .sum::<f64>()
            / trials.len() as f64
    };
    let (early, late) = (mean(&trials[..100]), mean(&trials[400..]));
    assert!(late < 0.85 * early, "{early} {late}");
}

const SMALL: &str = "[tune]\nmethod = 'regression'\n[match]\ngame = 'connect4'\ngames = 24\n\
    openings = 'random:2'\n[player]\nset = {'engine.simulations' = 20, 'engine.memory' = 1}\n\
    [[parameter]]\nkey = 'search.exploration'\nlow = 0.0\nhigh = 3.0\n\
    [[parameter]]\nkey = 'engine.simulations'\nlow = 5\nhigh = 60\n";

fn config(text: &str) -> Result<TuneConfig, String> {
    let file = TuneFile::parse(text)?;
    file.resolve(Path::new(""))
        .map_err(|error| error.to_string())
}

#[test]
fn a_run_goes_on_as_if_it_had_not_been_interrupted() {
    let config = config(SMALL).unwrap();
    assert_eq!((config.trials, config.trial.games), (12, 2));
    let whole = tempfile::tempdir().unwrap();
    let mut tuner = Tuner::new(config.clone(), whole.path()).unwrap();
    let ending = tuner.run(&Provenance::default(), &Cancel::default(), |_| {});
    assert_eq!(ending.unwrap(), Ending::Complete);
    assert_eq!(tuner.games(), 24);
    tuner.write_reports().unwrap();
    let page = std::fs::read_to_string(whole.path().join("tune.html")).unwrap();
    assert!(page.contains("Score by search.exploration") && !page.contains("NaN"));

    let parts = tempfile::tempdir().unwrap();
    let cancel = Cancel::default();
    let mut tuner_parts = Tuner::new(config.clone(), parts.path()).unwrap();
    let ending = tuner_parts.run(&Provenance::default(), &cancel, |_| cancel.raise());
    assert_eq!(ending.unwrap(), Ending::Interrupted);
    drop(tuner_parts);
    // A crash leaves half a line.
    let path = parts.path().join(RECORD);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend(b"{\"type\":\"tri");
    std::fs::write(&path, bytes).unwrap();
    let mut rest = Tuner::new(config.clone(), parts.path()).unwrap();
    assert_eq!(rest.trials().len(), 1);
    rest.run(&Provenance::default(), &Cancel::default(), |_| {})
        .unwrap();
    assert_eq!(rest.trials(), tuner.trials());
    assert_eq!(rest.best(), tuner.best());

    let other = TuneConfig {
        method: Method::Spsa,
        ..config
    };
    drop(rest);
    let error = Tuner::new(other, parts.path()).unwrap_err();
    assert!(matches!(error, LabError::Record(_, why) if why.contains("another tuning run")));
}

#[test]
fn mistakes_are_named() {
    for (text, part) in [
        ("[tune]\nmethod='clop'\n", "unknown choice"),
        ("[match]\ngame='lion'\n", "name a parameter"),
        ("[[parameter]]\nkey='search.explo'\n", "search.explo"),
        ("[[parameter]]\nkey='search.solver'\n", "only numbers"),
        (
            "[[parameter]]\nkey='search.exploration'\nlow=1\n",
            "both low and high",
        ),
        (
            "[[parameter]]\nkey='search.exploration'\nlow=2\nhigh=1\n",
            "is no range",
        ),
        (
            "[[parameter]]\nkey='search.exploration'\nlow=0\nhigh=99\n",
            "outside",
        ),
        (
            "[opponent]\n[[parameter]]\nkey='search.exploration'\n",
            "plays itself",
        ),
        (
            "[player]\ncommand='x'\n[[parameter]]\nkey='search.exploration'\n",
            "our own engine",
        ),
    ] {
        let error = config(text).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
}
