use super::*;

fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not {b}");
}

const fn games(wins: u64, losses: u64) -> Wdl {
    Wdl {
        wins,
        draws: 0,
        losses,
    }
}

/// Citations among four journals of statistics (Stigler 1994): the example of the R package
/// BradleyTerry2 (Turner and Firth, *J. Stat. Softw.* 48, 2012), which prints the
/// coefficients and standard errors below, Biometrika being 0.
#[test]
fn journals_as_published() {
    let (biometrika, comm, jasa, jrss) = (0, 1, 2, 3);
    let results = [
        (biometrika, comm, games(730, 33)),
        (biometrika, jasa, games(498, 320)),
        (biometrika, jrss, games(221, 284)),
        (comm, jasa, games(68, 813)),
        (comm, jrss, games(17, 276)),
        (jasa, jrss, games(142, 325)),
    ];
    let fit = BradleyTerry::fit(4, &results, 0.0, Anchor::Player(biometrika, 0.0)).unwrap();
    for (journal, coefficient, error) in [
        (comm, -2.949_07, 0.102_55),
        (jasa, -0.479_57, 0.060_59),
        (jrss, 0.268_95, 0.070_83),
    ] {
        let elo = fit.rating(journal).elo;
        close(elo.value / ELO_SCALE, coefficient, 6e-6);
        close(elo.margin() / ELO_SCALE / Z95, error, 6e-6);
    }
    let own = fit.rating(biometrika).elo;
    close(own.value, 0.0, 1e-9);
    close(own.margin(), 0.0, 1e-6);
    // With another anchor the differences and their intervals are the same.
    let centred = BradleyTerry::fit(4, &results, 0.0, Anchor::Mean(1500.0)).unwrap();
    let mean: f64 = (0..4).map(|i| centred.rating(i).elo.value).sum::<f64>() / 4.0;
    close(mean, 1500.0, 1e-9);
    let (a, b) = (fit.difference(comm, jrss), centred.difference(comm, jrss));
    close(a.value, b.value, 1e-9);
    close(a.margin(), b.margin(), 1e-9);
    assert!(fit.superiority(jrss, comm) > 0.999_999);
}

/// Two players: the fit is the Elo of the score, its variance 1 / (n p q), by hand.
#[test]
fn two_players_by_hand() {
    let result = Wdl {
        wins: 50,
        draws: 50,
        losses: 0,
    };
    let fit = BradleyTerry::fit(2, &[(0, 1, result)], 0.0, Anchor::Player(1, 100.0)).unwrap();
    let elo = fit.rating(0).elo;
    close(elo.value, 100.0 + 190.848_501_887_865, 1e-9);
    close(
        elo.margin() / ELO_SCALE,
        Z95 / libm::sqrt(100.0 * 0.75 * 0.25),
        1e-9,
    );
    assert!(fit.difference(0, 1).interval.contains(190.0));
}

/// A player without a point: an error without prior; with two virtual draws for each of
/// the two players, by hand, 12 : 2 points.
#[test]
fn the_prior_makes_ratings_finite() {
    let results = [(0, 1, games(10, 0))];
    let error = BradleyTerry::fit(2, &results, 0.0, Anchor::Mean(0.0)).unwrap_err();
    assert_eq!(error, FitError::Unbounded(1, 0));
    assert!(
        error
            .to_string()
            .starts_with("player 2 scored nothing against player 1")
    );
    let fit = BradleyTerry::fit(2, &results, 2.0, Anchor::Mean(0.0)).unwrap();
    close(
        fit.difference(0, 1).value,
        ELO_SCALE * libm::log(12.0 / 2.0),
        1e-8,
    );
}

#[test]
fn players_who_never_met_have_no_ratings() {
    let results = [(0, 1, games(3, 2)), (2, 3, games(1, 1))];
    let error = BradleyTerry::fit(4, &results, 1.0, Anchor::Mean(0.0)).unwrap_err();
    assert_eq!(error, FitError::Unconnected(0, 2));
    assert_eq!(error.to_string(), "no games join the players 1 and 3");
    assert!(BradleyTerry::fit(1, &[], 0.0, Anchor::Mean(0.0)).is_ok());
}

/// The scores that the ratings predict are the scores that were made (the likelihood
/// equations), for any results.
#[test]
fn predicted_scores_are_the_actual_ones() {
    let results = [
        (0, 1, games(7, 3)),
        (1, 2, games(1, 9)),
        (2, 3, games(5, 5)),
        (3, 0, games(8, 2)),
    ];
    let fit = BradleyTerry::fit(4, &results, 0.0, Anchor::Mean(0.0)).unwrap();
    for player in 0..4 {
        let (mut expected, mut actual) = (0.0, 0.0);
        for &(i, j, games) in &results {
            for (a, b, games) in [(i, j, games), (j, i, games.other())] {
                if a == player {
                    let difference = fit.difference(a, b).value;
                    expected += crate::stats::score_of(difference) * games.games() as f64;
                    actual += games.points();
                }
            }
        }
        close(expected, actual, 1e-9);
    }
}
