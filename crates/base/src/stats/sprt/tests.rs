use super::*;

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    }
}

fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not {b}");
}

/// The reference values of fastchess, app/tests/sprt_test.cpp (wins, losses, draws), given
/// there to two digits.
#[test]
fn games_as_published() {
    use EloModel::{Logistic, Normalized};
    for (wins, losses, draws, elo0, elo1, model, llr) in [
        (36433, 36027, 68692, 0.0, 2.0, Normalized, 0.92),
        (10871, 10650, 20431, -1.75, 0.25, Normalized, 2.30),
        (21404, 21184, 40708, 0.5, 2.5, Logistic, -1.57),
        (57433, 57030, 106_593, 0.0, 2.0, Logistic, -2.59),
    ] {
        let state = sprt(elo0, elo1, model).judge_games(&Wdl {
            wins,
            draws,
            losses,
        });
        close(state.llr, llr, 0.01);
    }
}

/// The same source, pairs from two losses to two wins.
#[test]
fn pairs_as_published() {
    use EloModel::{Logistic, Normalized};
    for (pairs, elo0, elo1, model, llr) in [
        (
            [365, 16618, 36029 + 200, 16974, 390],
            0.0,
            2.0,
            Normalized,
            2.25,
        ),
        (
            [127, 4883, 10311 + 401, 5150, 104],
            -1.75,
            0.25,
            Normalized,
            3.01,
        ),
        (
            [223, 9863, 20279 + 1000, 10037, 246],
            0.5,
            2.5,
            Logistic,
            -3.07,
        ),
        (
            [871, 26175, 55003 + 980, 26678, 821],
            0.0,
            2.0,
            Logistic,
            -4.98,
        ),
    ] {
        close(
            sprt(elo0, elo1, model).judge_pairs(&Pairs(pairs)).llr,
            llr,
            0.01,
        );
    }
}

/// Without draws the likelihoods are binomial: 60 wins, 40 losses, 0 against 100 Elo:
/// s1 = 0.640065, 60 ln(s1/½) + 40 ln((1−s1)/½) = 14.8177 − 13.1474 = 1.6703 by hand.
/// The unseen draws change the fourth digit.
#[test]
fn binomial_by_hand() {
    let games = Wdl {
        wins: 60,
        draws: 0,
        losses: 40,
    };
    let state = sprt(0.0, 100.0, EloModel::Logistic).judge_games(&games);
    let s1 = score_of(100.0);
    let by_hand = 60.0 * libm::log(s1 / 0.5) + 40.0 * libm::log((1.0 - s1) / 0.5);
    close(by_hand, 1.6703, 1e-4);
    close(state.llr, by_hand, 2e-3);
}

/// 104 pairs all won. Almost all of the likeliest distribution lies in the outer results,
/// where t = (2q − 1) / (2√(q(1 − q))): q = ½ for 0 and q = 0.510175 for 5 normalised Elo
/// (t = 5√2/347.44 = 0.020352), so 104 ln(2q) = 2.095 by hand.
#[test]
fn normalised_by_hand() {
    let test = sprt(0.0, 5.0, EloModel::Normalized);
    close(test.judge_pairs(&Pairs([0, 0, 0, 0, 104])).llr, 2.095, 1e-3);
}

/// Wald's bounds for 5% and 5%: ±ln 19 = ±2.9444.
#[test]
fn bounds_and_verdicts() {
    let test = sprt(0.0, 50.0, EloModel::Logistic);
    close(test.bounds().high, 2.944_438_979, 1e-9);
    close(test.bounds().low, -2.944_438_979, 1e-9);
    let verdict = |wins, losses| {
        test.judge_games(&Wdl {
            wins,
            draws: 0,
            losses,
        })
        .verdict
    };
    assert_eq!(verdict(0, 0), Verdict::Continue);
    assert_eq!(verdict(110, 100), Verdict::Continue);
    assert_eq!(verdict(140, 100), Verdict::AcceptUpper);
    assert_eq!(verdict(100, 120), Verdict::AcceptLower);
}

/// Small and lopsided results stay finite and lean to the right side.
#[test]
fn few_results_do_no_harm() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let test = sprt(-10.0, 10.0, model);
        for i in 0..5 {
            let mut pairs = Pairs::default();
            pairs.0[i] = 3;
            let llr = test.judge_pairs(&pairs).llr;
            assert!(llr.is_finite());
            assert!(
                if i < 2 {
                    llr < 0.0
                } else {
                    i == 2 || llr > 0.0
                },
                "{i}: {llr}"
            );
        }
        close(test.judge_pairs(&Pairs([2, 3, 7, 3, 2])).llr, 0.0, 1e-9);
    }
}

#[test]
fn senseless_numbers_are_refused() {
    let good = sprt(0.0, 10.0, EloModel::Logistic);
    assert!(good.check().is_ok());
    for bad in [
        Sprt { elo1: 0.0, ..good },
        Sprt {
            elo0: f64::NAN,
            ..good
        },
        Sprt { alpha: 0.0, ..good },
        Sprt { beta: 1.0, ..good },
        Sprt {
            alpha: 0.6,
            beta: 0.6,
            ..good
        },
    ] {
        assert!(bad.check().is_err(), "{bad:?}");
    }
}
