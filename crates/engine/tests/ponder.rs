//! Searching on the opponent's time. A search that is stopped beforehand makes exactly one
//! simulation, so that many short ones make a long one that can be repeated.

use tewari_control::PonderKind;
use tewari_engine::{GameKind, Params, Stop, Table};
use tewari_go::Size;

fn params(kind: GameKind, ponder: PonderKind) -> Params {
    let mut params = Params::preset(table(kind).domain());
    params.engine.memory = 8;
    params.engine.seed = 3;
    params.engine.threads = 1;
    params.engine.simulations = 300;
    params.ponder.kind = ponder;
    params.ponder.replies = 2;
    params
}

fn table(kind: GameKind) -> Box<dyn Table> {
    kind.table(Size::new(7).unwrap())
}

/// Thinks, plays, and ponders so many simulations; answers the reply that was expected.
fn begin(table: &mut dyn Table, params: &Params, simulations: usize) -> String {
    let thought = table.think(params, &Stop::default()).unwrap().unwrap();
    let mv = table.format_move(thought.best.mv);
    table.play(&mv).unwrap();
    let stop = Stop::default();
    stop.raise();
    for _ in 0..simulations {
        table.ponder(params, None, &stop).unwrap();
    }
    table.format_move(thought.line[1])
}

/// What was found below the reply is there for the next search.
#[test]
fn the_tree_is_reused() {
    for kind in [GameKind::Connect4, GameKind::Go] {
        let visits = |simulations| {
            let params = params(kind, PonderKind::Standard);
            let mut table = table(kind);
            let reply = begin(&mut *table, &params, simulations);
            table.play(&reply).unwrap();
            let thought = table.think(&params, &Stop::default()).unwrap().unwrap();
            assert_eq!(thought.simulations, 300);
            let visits = thought.candidates.iter().map(|c| u64::from(c.visits));
            (visits.sum::<u64>(), *table.pondering())
        };
        let ((without, none), (with, stats)) = (visits(0), visits(400));
        assert!(with > without, "{kind}: {with} {without}");
        assert_eq!(none.prediction_rate(), None);
        assert_eq!((stats.hits, stats.misses), (1, 0));
        assert_eq!(stats.simulations, 400);
        assert!(stats.useful > 0 && stats.useful < 400);
    }
}

/// Focused pondering searches the best replies alone; others are misses.
#[test]
fn focused_pondering_predicts() {
    let kind = GameKind::Connect4;
    let params = params(kind, PonderKind::Focused);
    let mut hits = 0;
    for reply in 0..7 {
        let mut table = table(kind);
        begin(&mut *table, &params, 100);
        let reply = table.legal_moves()[reply].clone();
        table.play(&reply).unwrap();
        table.think(&params, &Stop::default()).unwrap();
        let stats = table.pondering();
        assert_eq!(stats.hits + stats.misses, 1);
        assert_eq!(stats.useful > 0, stats.hits == 1, "{stats:?}");
        hits += stats.hits;
    }
    assert_eq!(hits, 2);
}

/// Where time is simulations, pondering takes as many as it is told to, and the time that they
/// are worth: the same ones every time.
#[test]
fn virtual_pondering_is_counted_in_simulations() {
    for kind in [GameKind::Connect4, GameKind::Go] {
        let mut params = params(kind, PonderKind::Standard);
        params.engine.simulations = 0;
        params.engine.threads = 3;
        params.time.control = "8s".parse().unwrap();
        params.time.source = tewari_control::SourceKind::Virtual;
        params.time.speed = 500.0;
        params.ponder.reduce = true;
        let thoughts = || {
            let mut table = table(kind);
            let reply = begin(&mut *table, &params, 0);
            let stop = Stop::default();
            table.ponder(&params, Some(400), &stop).unwrap();
            table.play(&reply).unwrap();
            let thought = table.think(&params, &stop).unwrap().unwrap();
            let stats = *table.pondering();
            assert_eq!((stats.simulations, stats.seconds), (400, 0.8));
            let share = stats.useful as f64 / 400.0;
            assert!((stats.reduced - 0.8 * share).abs() < 1e-6, "{stats:?}");
            (thought.candidates, thought.time, stats)
        };
        assert_eq!(thoughts(), thoughts(), "{kind}");
    }
}

/// With time reduction the next move is planned shorter.
#[test]
fn time_pondered_is_taken_from_the_plan() {
    let kind = GameKind::Othello;
    let mut params = params(kind, PonderKind::Standard);
    params.time.control = "1h".parse().unwrap();
    params.ponder.reduce = true;
    let mut table = table(kind);
    begin(&mut *table, &params, 50);
    let reply = table.legal_moves()[0].clone();
    table.play(&reply).unwrap();
    let thought = table.think(&params, &Stop::default()).unwrap().unwrap();
    let time = thought.time.unwrap();
    assert!(time.pondered > 0.0 && time.pondered <= table.pondering().seconds);
    assert_eq!(table.pondering().reduced, time.pondered);
}

#[test]
fn pondering_needs_a_tree_that_stays() {
    let mut params = params(GameKind::Connect4, PonderKind::Standard);
    params.search.reuse = false;
    let error = table(GameKind::Connect4)
        .ponder(&params, None, &Stop::default())
        .unwrap_err();
    assert_eq!(error.to_string(), "ponder.kind needs search.reuse = true");
    params.ponder.kind = PonderKind::Off;
    assert!(
        table(GameKind::Connect4)
            .ponder(&params, None, &Stop::default())
            .is_ok()
    );
}
