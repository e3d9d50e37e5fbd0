//! Every allocation and every rule, on scripted searches.
//!
//! A script says what the search looks like at each moment; the plan is asked every hundredth
//! of a second. Nothing is kept back, so that the numbers are those of the formulas.

use std::time::Duration;

use tewari_control::{
    BehindOf, Domain, Ended, TimeParams, TimeRecord, Timekeeper, Unit, UnstableBy, View,
};

const STEP: f64 = 0.01;
const GO13: Domain = Domain::Go(13);

fn params(strategy: &str) -> TimeParams {
    TimeParams {
        control: "100s".parse().unwrap(),
        strategy: strategy.parse().unwrap(),
        margin: 0.0,
        reserve: 0.0,
        most: 1.0,
        ..TimeParams::default()
    }
}

/// A search that nothing can be said about: two moves, both as good.
fn quiet() -> View {
    View {
        moves: 2,
        ..View::EMPTY
    }
}

/// The time planned at a move of a game.
fn planned_in(keeper: &Timekeeper, ply: u32, stones: u32) -> f64 {
    let plan = keeper.plan(ply, stones, Duration::ZERO).unwrap();
    plan.planned().as_secs_f64()
}

fn planned(strategy: &str, domain: Domain, ply: u32, stones: u32) -> f64 {
    let keeper = Timekeeper::new(&params(strategy), domain).unwrap();
    planned_in(&keeper, ply, stones)
}

/// The record of a search that makes a thousand simulations a second and looks like `script`
/// after so many seconds.
fn run_with(params: &TimeParams, domain: Domain, script: impl Fn(f64) -> View) -> TimeRecord {
    let keeper = Timekeeper::new(params, domain).unwrap();
    let mut plan = keeper.plan(0, 0, Duration::ZERO).unwrap();
    let mut steps = 0;
    loop {
        steps += 1;
        let seconds = f64::from(steps) * STEP;
        let simulations = (seconds * 1000.0).round() as u64;
        let view = View {
            simulations,
            ..script(seconds)
        };
        let now = Duration::from_secs_f64(seconds);
        if !plan.ask(now, now + Duration::from_secs_f64(STEP), &view) {
            return plan.record(now, simulations);
        }
    }
}

fn run(strategy: &str, domain: Domain, script: impl Fn(f64) -> View) -> TimeRecord {
    run_with(&params(strategy), domain, script)
}

/// Seconds used, and the rules that acted.
fn summary(record: &TimeRecord) -> (f64, Vec<&str>) {
    let rules = record.fired.iter().map(|fired| &*fired.rule).collect();
    ((record.used * 100.0).round() / 100.0, rules)
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-6, "{a} is not {b}");
}

/// Percent of the whole game's time (100 s), before and from a move on.
#[test]
fn phases() {
    let planned = |ply| planned("phases(p=1,m=27,q=0.1)", Domain::Connect4, ply, 0);
    for (ply, seconds) in [(0, 1.0), (26, 1.0), (27, 0.1), (40, 0.1)] {
        near(planned(ply), seconds);
    }
    let unknown: tewari_control::Strategy = "phases(p=1)".parse().unwrap();
    let error = unknown.resolve(GO13, &params("basic")).unwrap_err();
    assert!(error.to_string().contains("say phases(m=...)"), "{error}");
}

#[test]
fn basic() {
    near(planned("basic(c=40)", Domain::Othello, 7, 0), 2.5);
    near(planned("basic", GO13, 7, 0), 100.0 / 30.0);
    near(planned("basic", Domain::Go(19), 7, 0), 100.0 / 80.0);
}

#[test]
fn enhanced() {
    near(planned("enhanced", GO13, 0, 0), 100.0 / 60.0);
    near(planned("enhanced", GO13, 30, 0), 100.0 / 30.0);
    near(planned("enhanced", GO13, 41, 0), 5.0);
    near(planned("enhanced", Domain::Go(19), 10, 0), 0.625);
}

#[test]
fn yamashita() {
    near(planned("yamashita", GO13, 99, 0), 2.0);
    near(planned("yamashita(floor=20)", GO13, 1000, 0), 5.0);
}

#[test]
fn expected_moves_by_moves_and_stones() {
    for (strategy, at, later) in [
        ("exp-moves", (0, 0), (60, 0)),
        ("exp-stones", (0, 0), (0, 60)),
    ] {
        let (first, second) = (
            planned(strategy, GO13, at.0, at.1),
            planned(strategy, GO13, later.0, later.1),
        );
        // Shipped tables: 40 to 130 own moves at the start, fewer later.
        assert!(
            (100.0 / 130.0..100.0 / 40.0).contains(&first) && second > first,
            "{strategy}: {first} {second}"
        );
    }
}

/// Longer simulations in the previous search mean more moves to come; without one the number
/// of moves played must do.
#[test]
fn expected_moves_by_simulations() {
    let mut keeper = Timekeeper::new(&params("exp-sim"), GO13).unwrap();
    let first = planned_in(&keeper, 20, 20);
    near(first, planned("exp-moves", GO13, 20, 20));
    keeper.learn(Some(200.0), None);
    let long = planned_in(&keeper, 20, 20);
    keeper.learn(Some(60.0), None);
    assert!(planned_in(&keeper, 20, 20) > long);
}

#[test]
fn open() {
    let base = planned("exp-moves", Domain::Connect4, 4, 0);
    near(
        planned("exp-moves+open", Domain::Connect4, 4, 0),
        base * 2.25,
    );
    near(
        planned("exp-moves+open(f=3)", Domain::Connect4, 4, 0),
        base * 3.0,
    );
}

/// `1 + 2·exp(−(x−40)²/800)` on 13×13: 3 at its peak, 1 + 2/√e one width away.
#[test]
fn mid() {
    let factor = |ply| planned("exp-moves+mid", GO13, ply, 0) / planned("exp-moves", GO13, ply, 0);
    near(factor(40), 3.0);
    near(factor(60), 1.0 + 2.0 / 1f64.exp().sqrt());
    near(factor(20), factor(60));
}

/// κ·8.33 − 0.67, within [0.25, 10].
#[test]
fn kappa_of_the_last_move() {
    let mut keeper = Timekeeper::new(&params("exp-stones+kappa-lm"), GO13).unwrap();
    let base = planned("exp-stones", GO13, 0, 0);
    near(planned_in(&keeper, 0, 0), base);
    for (criticality, factor) in [(0.2, 0.996), (0.0, 0.25), (0.5, 3.495), (9.0, 10.0)] {
        keeper.learn(None, Some(criticality));
        near(planned_in(&keeper, 0, 0), base * factor);
    }
}

#[test]
fn kappa_expected() {
    let factor =
        |ply| planned("exp-stones+kappa-exp", GO13, ply, 0) / planned("exp-stones", GO13, ply, 0);
    for ply in [0, 20, 60, 100] {
        assert!((0.5..=10.0).contains(&factor(ply)), "{}", factor(ply));
    }
    // A constant, whatever the table says.
    let flat = "exp-stones+kappa-exp(s=0,i=2)";
    near(
        planned(flat, GO13, 30, 0),
        2.0 * planned("exp-stones", GO13, 30, 0),
    );
}

/// After the first tenth of a second the time becomes κ·8.33 − 1.33 times as long.
#[test]
fn kappa_of_the_current_move() {
    let critical = |kappa| {
        move |seconds: f64| View {
            // What is seen later does not matter.
            max_criticality: Some(if seconds < 0.2 { kappa } else { 0.9 }),
            ..quiet()
        }
    };
    let run = |kappa| run("basic(c=100)+kappa-cm", GO13, critical(kappa));
    let hot = run(0.4);
    assert_eq!(summary(&hot), (2.0, vec!["kappa-cm"]));
    near(hot.fired[0].at, 0.1);
    assert_eq!(summary(&run(0.0)), (0.6, vec!["kappa-cm"]));
    // Where nobody measures it, nothing happens.
    let unknown = self::run("basic(c=100)+kappa-cm", GO13, |_| quiet());
    assert_eq!(summary(&unknown), (1.0, vec![]));
}

/// Unstable until so many seconds.
fn unstable_until(end: f64) -> impl Fn(f64) -> View {
    move |seconds| View {
        has_best_mean: seconds > end,
        ..quiet()
    }
}

#[test]
fn unst() {
    let run = |strategy, end| run(strategy, Domain::Connect4, unstable_until(end));
    assert_eq!(summary(&run("basic(c=50)+unst", 0.0)), (2.0, vec![]));
    assert_eq!(summary(&run("basic(c=50)+unst", 9.0)), (3.5, vec!["unst"]));
    // Twice as long each time, but no more than twice.
    let both = vec!["unst-l", "unst-l"];
    assert_eq!(summary(&run("basic(c=50)+unst-l", 9.0)), (8.0, both));
    let once = vec!["unst-l"];
    assert_eq!(summary(&run("basic(c=50)+unst-l", 3.0)), (4.0, once));
}

#[test]
fn behind() {
    let losing = |value| {
        move |_: f64| View {
            best_value: value,
            root_value: 0.59,
            ..quiet()
        }
    };
    let run = |strategy, value| run(strategy, GO13, losing(value));
    assert_eq!(summary(&run("basic(c=50)+behind", 0.61)), (2.0, vec![]));
    assert_eq!(
        summary(&run("basic(c=50)+behind", 0.59)),
        (3.0, vec!["behind"])
    );
    let twice = vec!["behind-l", "behind-l"];
    let record = run("basic(c=50)+behind-l", 0.59);
    // 2·1.25 = 2.5, and 2.5·1.25 = 3.125: the last question before that is at 3.12.
    assert_eq!(summary(&record), (3.12, twice));
}

#[test]
fn close() {
    let visits = |second| {
        move |_: f64| View {
            most_visits: 100.0,
            second_visits: second,
            ..quiet()
        }
    };
    let run = |strategy, second| run(strategy, GO13, visits(second));
    assert_eq!(summary(&run("basic(c=50)+close", 60.0)), (2.0, vec![]));
    assert_eq!(
        summary(&run("basic(c=50)+close", 61.0)),
        (5.0, vec!["close"])
    );
    let (used, rules) = (2.0 * 1.5f64.powi(4), vec!["close-l"; 4]);
    let record = run("basic(c=50)+close-l", 51.0);
    assert!((record.used - used).abs() < 0.02, "{record:?}");
    assert_eq!(summary(&record).1, rules);
}

/// All simulations go to one move: it has n visits, the other none.
fn one_sided(seconds: f64) -> View {
    View {
        most_visits: seconds * 1000.0,
        ..quiet()
    }
}

/// With p = 1 a search can be stopped when half its time is over, and never before. STOP looks
/// every fifty simulations, so it sees that at the next twentieth of a second.
#[test]
fn stop_safely() {
    let record = run("basic(c=50)+stop-a", GO13, one_sided);
    assert_eq!(summary(&record), (1.05, vec!["stop-a"]));
    assert_eq!(record.ended, Ended::Stop);
    near(record.planned, 2.0);
    near(record.saved_share(), 0.475);
    // Planned for five times as long in Connect-4.
    let record = run("basic(c=50)+stop-b", Domain::Connect4, one_sided);
    near(record.planned, 10.0);
    assert_eq!(summary(&record).1, ["stop-b"]);
    // It does not stop what is open.
    let open = |seconds: f64| View {
        second_visits: seconds * 999.0,
        ..one_sided(seconds)
    };
    let record = run("basic(c=50)+stop-a", GO13, open);
    assert_eq!(
        (summary(&record), record.ended),
        ((2.0, vec![]), Ended::Planned)
    );
}

/// f = 2.5 and p = 0.4: five seconds are planned, and n·(5 − t)/t·0.4 < n from t = 10/7 on.
#[test]
fn stop() {
    let record = run("basic(c=50)+stop", GO13, one_sided);
    near(record.planned, 5.0);
    assert_eq!(summary(&record).1, ["stop"]);
    assert!((record.used - 10.0 / 7.0).abs() <= 0.05, "{record:?}");
}

/// STOP looks every so many simulations only.
#[test]
fn stop_has_intervals() {
    let mut params = params("basic(c=50)+stop-a");
    params.stop_every = 700;
    let record = run_with(&params, GO13, one_sided);
    near(record.used, 1.4);
}

/// Erica: think t; behind by the root's mean: P·t more; not the best score: t/2 more.
#[test]
fn erica_and_its_baseline() {
    let bad = |_: f64| View {
        root_value: 0.39,
        best_value: 0.7,
        has_best_score: false,
        ..quiet()
    };
    let record = run("erica", Domain::Go(19), bad);
    near(record.planned, 100.0 / 240.0);
    assert_eq!(summary(&record).1, ["behind", "unst"]);
    assert!(
        (record.used - record.planned * 2.5).abs() <= 0.03,
        "{record:?}"
    );
    // Orego reads means of moves; and its additions are shares of what was used before.
    let record = run("erica-baseline", Domain::Go(19), bad);
    assert_eq!(summary(&record).1, [""; 0]);
    let bad = |_: f64| View {
        best_value: 0.59,
        has_best_mean: false,
        ..quiet()
    };
    let record = run("erica-baseline", GO13, bad);
    near(record.planned, 100.0 / 60.0);
    assert_eq!(summary(&record).1, ["behind", "unst"]);
    let used = record.planned * 1.75 * 1.5;
    assert!((record.used - used).abs() <= 0.05, "{record:?}");
}

/// Both readings can be chosen for rules that are put together by hand.
#[test]
fn readings_are_selectable() {
    let mut params = params("basic(c=50)+behind+unst");
    params.unit = Unit::Planned;
    params.behind_of = BehindOf::Root;
    params.unstable_by = UnstableBy::Score;
    let bad = |_: f64| View {
        root_value: 0.1,
        best_value: 0.9,
        has_best_score: false,
        ..quiet()
    };
    // 2 + 0.5·2 + 1.5·2
    let record = run_with(&params, GO13, bad);
    assert_eq!(summary(&record), (6.0, vec!["behind", "unst"]));
}

#[test]
fn distribution() {
    // By turns, in percent of the whole time; by stones in Go.
    let strategy = "distribution(0:2,10:4,20:0)";
    near(planned(strategy, Domain::Othello, 10, 0), 3.0);
    near(planned(strategy, Domain::Othello, 30, 0), 2.0);
    near(planned(strategy, GO13, 99, 5), 3.0);
}

#[test]
fn the_only_move_is_made_at_once() {
    let only = |_: f64| View {
        moves: 1,
        ..quiet()
    };
    let record = run("basic(c=50)", GO13, only);
    assert_eq!((record.used, record.ended), (STEP, Ended::Forced));
    let mut params = params("basic(c=50)");
    params.forced = false;
    assert_eq!(run_with(&params, GO13, only).ended, Ended::Planned);
}

/// Whatever the rules want, no move takes more than its share of the clock.
#[test]
fn no_rule_goes_beyond_the_clock() {
    let mut params = params("basic(c=2)+unst-l(f=5,l=100)");
    params.most = 0.8;
    let record = run_with(&params, GO13, unstable_until(1e9));
    assert_eq!((record.used, record.ended), (80.0, Ended::Longest));
    params.control = "60s+3x10s".parse().unwrap();
    params.margin = 1.0;
    params.most = 1.0;
    let mut keeper = Timekeeper::new(&params, GO13).unwrap();
    keeper.spend(Duration::from_secs(60)).unwrap();
    // In byo-yomi the whole period is planned, less the margin, and nothing can be added.
    let plan = keeper.plan(0, 0, Duration::ZERO).unwrap();
    assert_eq!(plan.planned(), Duration::from_secs(9));
    assert_eq!(plan.longest(), Duration::from_secs(9));
}

#[test]
fn a_lost_clock_leaves_no_time() {
    let mut keeper = Timekeeper::new(&params("exp-stones+stop"), GO13).unwrap();
    assert!(keeper.spend(Duration::from_secs(101)).is_err());
    let plan = keeper.plan(0, 0, Duration::ZERO).unwrap();
    assert_eq!(
        (plan.planned(), plan.longest()),
        (Duration::ZERO, Duration::ZERO)
    );
}

#[test]
fn time_pondered_is_not_planned_again() {
    let keeper = Timekeeper::new(&params("basic(c=50)"), GO13).unwrap();
    let plan = |seconds| keeper.plan(0, 0, Duration::from_secs_f64(seconds)).unwrap();
    assert_eq!(plan(0.5).planned(), Duration::from_secs_f64(1.5));
    assert_eq!(plan(7.0).planned(), Duration::ZERO);
}

#[test]
fn what_a_game_has_no_use_for_is_refused() {
    let refused = |strategy: &str, domain| {
        Timekeeper::new(&params(strategy), domain)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused("exp-stones", Domain::Othello),
        "exp-stones is for Go, not for Othello"
    );
    assert_eq!(
        refused("exp-moves+mid(a=2)", Domain::Connect4),
        "no published number is known for mid in Connect-4: say mid(b=...)"
    );
    assert!(Timekeeper::new(&params("exp-moves+mid(a=1,b=0,c=9)"), Domain::Connect4).is_ok());
}

/// A search that ends 0.05 s late: the next one is told to end so much earlier, and the lag of
/// all moves to come is set aside; lag that does not come back is forgotten by and by.
#[test]
fn lag_is_measured_and_provided_for() {
    let mut keeper = Timekeeper::new(&params("exp-moves"), Domain::Connect4).unwrap();
    let plan = |keeper: &Timekeeper| keeper.plan(0, 0, Duration::ZERO).unwrap();
    let prompt = plan(&keeper);
    assert_eq!(prompt.deadline(), prompt.planned());
    let late = Duration::from_millis(50);
    let record = |keeper: &Timekeeper, late: Duration| {
        let mut plan = plan(keeper);
        let end = plan.deadline() + Duration::from_nanos(1);
        assert!(!plan.ask(end, end, &quiet()));
        plan.record(plan.deadline() + late, 1000)
    };
    keeper.keep(record(&keeper, late));
    let wary = plan(&keeper);
    near(
        (wary.planned() - wary.deadline()).as_secs_f64(),
        late.as_secs_f64(),
    );
    let lags = (prompt.planned() - wary.planned()).as_secs_f64() * wary.record(late, 1).moves_left;
    near(lags, 0.05 * wary.record(late, 1).moves_left);
    for _ in 0..60 {
        keeper.keep(record(&keeper, Duration::ZERO));
    }
    assert!(plan(&keeper).planned() > prompt.planned().mul_f64(0.999));
}

/// The clock of whoever keeps it has run half a second more than ours: as much is set aside for
/// every move to come.
#[test]
fn lag_on_the_way_is_learned_from_whoever_keeps_the_clock() {
    let mut keeper = Timekeeper::new(&params("exp-moves"), Domain::Connect4).unwrap();
    let left = |keeper: &Timekeeper| keeper.clock().left();
    let plan = |keeper: &Timekeeper| keeper.plan(0, 0, Duration::ZERO).unwrap().planned();
    keeper.spend(Duration::from_secs(1)).unwrap();
    let mut agreed = keeper.clone();
    agreed.believe(left(&keeper));
    let mut told = left(&keeper);
    told.time -= Duration::from_millis(500);
    keeper.believe(told);
    // Half a second for this move, and the half that is gone already is shared by all of them.
    let difference = (plan(&agreed) - plan(&keeper)).as_secs_f64();
    assert!((0.5..0.55).contains(&difference), "{difference}");
}
