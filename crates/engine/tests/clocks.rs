//! Games on the clock: every strategy, on the virtual clock, to the end.

use tewari_control::{Domain, Ended, Name, SourceKind, TimeLeft, TimeRecord};
use tewari_engine::{GameKind, Params, Stop, Table};
use tewari_game::Player;
use tewari_go::Size;
use tewari_mcts::config::FinalMove;

fn params(kind: GameKind, strategy: &str, control: &str, speed: f64) -> Params {
    let mut params = Params::preset(table(kind).domain());
    params.engine.memory = 8;
    params.engine.seed = 5;
    params.time.control = control.parse().unwrap();
    params.time.strategy = strategy.parse().unwrap();
    params.time.source = SourceKind::Virtual;
    params.time.speed = speed;
    params
}

fn table(kind: GameKind) -> Box<dyn Table> {
    kind.table(Size::new(5).unwrap())
}

/// Plays a game; the moves, and what both sides wrote down.
fn game(kind: GameKind, params: &Params) -> (Vec<String>, Vec<TimeRecord>) {
    let mut table = table(kind);
    while let Some(thought) = table.think(params, &Stop::default()).unwrap() {
        let mv = table.format_move(thought.best.mv);
        assert!(thought.time.is_some());
        table.play(&mv).unwrap();
        if table.moves().len() > 400 {
            break;
        }
    }
    let clocks = table.clocks();
    let mut records = Vec::new();
    for side in [Player::First, Player::Second] {
        let keeper = clocks.get(side).unwrap();
        assert!(!keeper.clock().has_fallen(), "{kind} {params:?}");
        records.extend_from_slice(keeper.records());
    }
    (table.moves(), records)
}

/// A game on the virtual clock is a function of its seeds, whatever the threads.
#[test]
fn virtual_games_repeat_exactly() {
    let kind = GameKind::Connect4;
    let mut params = params(kind, "exp-moves+unst+close+stop(f=1.2)", "2s", 3000.0);
    params.engine.threads = 1;
    let one = game(kind, &params);
    params.engine.threads = 0;
    assert_eq!(game(kind, &params), one);
    params.engine.seed = 6;
    assert_ne!(game(kind, &params).0, one.0);
    // Rules acted, and what they did is written down.
    let rules = |name: &str| {
        let fired = one.1.iter().flat_map(|record| &record.fired);
        fired.filter(|fired| fired.rule == name).count()
    };
    let counts = ["stop", "unst", "close"].map(rules);
    assert!(counts[0] > 0 && counts[1] + counts[2] > 0, "{counts:?}");
    for record in &one.1 {
        let seconds = record.simulations as f64 / 3000.0;
        assert!((record.used - seconds).abs() < 1e-8, "{record:?}");
        assert!(record.used <= record.left);
    }
}

/// Every part, put on a plain allocation, finishes a game of every kind within its time.
#[test]
fn no_strategy_loses_on_time() {
    for kind in GameKind::ALL {
        for &name in Name::ALL {
            let domain = table(kind).domain();
            let numbers = tewari_control::preset(name, domain).is_some();
            if (name.is_for_go() && kind != GameKind::Go) || !numbers || name == Name::Distribution
            {
                continue;
            }
            let strategy = match name.role() {
                tewari_control::Role::Allocation | tewari_control::Role::Whole => {
                    name.text().to_owned()
                }
                _ => format!("exp-moves+{}", name.text()),
            };
            let params = params(kind, &strategy, "1s", 1000.0);
            let (moves, records) = game(kind, &params);
            assert_eq!(records.len(), moves.len());
            for side in 0..2 {
                let used: f64 = records
                    .iter()
                    .filter(|record| record.ply % 2 == side)
                    .map(|record| record.used)
                    .sum();
                assert!(used <= 1.0, "{kind} {strategy}: {used}");
            }
        }
    }
}

#[test]
fn every_kind_of_clock_is_kept() {
    for control in [
        "1s",
        "0.05s/move",
        "0.3s+4/0.1s",
        "0.3s+3x0.05s",
        "0.2s+0.05s",
    ] {
        let params = params(GameKind::Othello, "exp-moves+stop", control, 1000.0);
        game(GameKind::Othello, &params);
    }
}

/// A time per move is used to the last simulation.
#[test]
fn a_time_per_move_is_used() {
    let params = params(GameKind::Breakthrough, "exp-moves", "0.1s/move", 1000.0);
    let thought = table(GameKind::Breakthrough)
        .think(&params, &Stop::default())
        .unwrap()
        .unwrap();
    assert_eq!(thought.simulations, 100);
}

#[test]
fn a_lost_clock_answers_at_once() {
    let params = params(GameKind::Go, "exp-stones+stop", "100s", 1000.0);
    let mut table = table(GameKind::Go);
    let left = TimeLeft {
        time: std::time::Duration::ZERO,
        count: 0,
    };
    let domain = table.domain();
    assert_eq!(domain, Domain::Go(5));
    let told = table
        .clocks()
        .believe(Player::First, left, &params.time, domain);
    told.unwrap();
    let thought = table.think(&params, &Stop::default()).unwrap().unwrap();
    assert_eq!(thought.simulations, 1);
    // Told that there is time after all, it thinks.
    let left = TimeLeft {
        time: std::time::Duration::from_secs(1),
        count: 0,
    };
    let told = table
        .clocks()
        .believe(Player::First, left, &params.time, domain);
    told.unwrap();
    let thought = table.think(&params, &Stop::default()).unwrap().unwrap();
    assert!(thought.simulations > 1);
}

/// On the wall clock, too; and it is far quicker than the clock it is on.
#[test]
fn a_lost_wall_clock_answers_at_once() {
    let mut params = params(GameKind::Othello, "exp-moves", "1h", 1.0);
    params.time.source = SourceKind::Wall;
    let mut table = table(GameKind::Othello);
    let mut clock = tewari_control::Clock::new(params.time.control);
    assert!(clock.spend(std::time::Duration::from_secs(4000)).is_err());
    table.clocks().set(Player::First, &clock);
    let thought = table.think(&params, &Stop::default()).unwrap().unwrap();
    let record = thought.time.unwrap();
    assert_eq!((record.planned, record.left), (0.0, 0.0));
    assert_ne!(record.ended, Ended::Forced);
}

#[test]
fn criticality_is_measured_where_it_is_needed() {
    let of = |strategy| {
        let params = params(GameKind::Go, strategy, "1s", 1000.0);
        let thought = table(GameKind::Go).think(&params, &Stop::default());
        thought.unwrap().unwrap().max_criticality
    };
    assert_eq!(of("exp-stones"), None);
    assert!(of("exp-stones+kappa-lm").is_some());
    assert!(of("exp-stones+kappa-cm").is_some());
}

#[test]
fn contradictions_are_refused() {
    let mut params = params(GameKind::Connect4, "exp-moves+stop", "1s", 1000.0);
    let refused = |params: &Params| {
        let thought = table(GameKind::Connect4).think(params, &Stop::default());
        thought.unwrap_err().to_string()
    };
    params.search.final_move = FinalMove::BestMean;
    assert_eq!(
        refused(&params),
        "stop in time.strategy presupposes search.final_move = most-visited"
    );
    params.search.final_move = FinalMove::MaxRobust;
    assert!(refused(&params).starts_with("search.final_move = max-robust"));
    params.search.final_move = FinalMove::MostVisited;
    params.time.strategy = "exp-stones".parse().unwrap();
    assert_eq!(refused(&params), "exp-stones is for Go, not for Connect-4");
    // Without a clock nobody asks for a strategy.
    params.time.control = "none".parse().unwrap();
    params.engine.simulations = 10;
    let thought = table(GameKind::Connect4).think(&params, &Stop::default());
    assert!(thought.unwrap().unwrap().time.is_none());
}
