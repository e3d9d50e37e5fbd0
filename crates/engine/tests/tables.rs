//! What a front end may rely on, at the table of every game.

use tewari_engine::{GameKind, Glyphs, Params, Stop, Table, TableError};
use tewari_go::Size;

fn table(kind: GameKind) -> Box<dyn Table> {
    kind.table(Size::new(5).unwrap())
}

fn params(kind: GameKind, simulations: u64) -> Params {
    let mut params = Params::preset(table(kind).domain());
    params.engine.simulations = simulations;
    params.engine.threads = 1;
    params.engine.memory = 4;
    params.engine.seed = 1;
    params
}

fn self_play(kind: GameKind, simulations: u64) -> Box<dyn Table> {
    let (params, stop, mut table) = (params(kind, simulations), Stop::default(), table(kind));
    while let Some(thought) = table.think(&params, &stop).unwrap() {
        let mv = table.format_move(thought.best.mv);
        table.play(&mv).unwrap();
        assert!(table.moves().len() < 500, "{kind} does not end");
    }
    table
}

#[test]
fn games_are_played_to_their_end_and_repeat() {
    for kind in GameKind::ALL {
        let table = self_play(kind, 50);
        assert!(table.ending().is_some() && table.legal_moves().is_empty());
        assert_eq!(self_play(kind, 50).moves(), table.moves(), "{kind}");
    }
}

#[test]
fn saved_games_load_and_undo_takes_them_back() {
    for kind in GameKind::ALL {
        let played = self_play(kind, 20);
        let mut loaded = table(kind);
        loaded
            .load(played.save(["you", "Tewari"]).as_bytes())
            .unwrap();
        assert_eq!(loaded.moves(), played.moves());
        assert_eq!(loaded.draw(Glyphs::Ascii), played.draw(Glyphs::Ascii));
        assert_eq!(loaded.ending(), played.ending());
        while loaded.undo() {}
        assert_eq!(loaded.draw(Glyphs::Ascii), table(kind).draw(Glyphs::Ascii));
    }
}

#[test]
fn refusals_change_nothing_and_say_why_on_one_line() {
    for kind in GameKind::ALL {
        let mut table = table(kind);
        let before = table.draw(Glyphs::Ascii);
        for junk in ["", "nonsense", "zz99", "\u{1F600}"] {
            let error = table.play(junk).unwrap_err();
            assert!(
                matches!(error, TableError::NotAMove(_)),
                "{kind} {junk}: {error}"
            );
            assert!(!error.to_string().contains('\n'));
        }
        assert!(matches!(
            table.load(b"\xff\x00 junk"),
            Err(TableError::Record(_))
        ));
        assert_eq!(table.draw(Glyphs::Ascii), before);
    }
    let mut finished = self_play(GameKind::Connect4, 20);
    assert_eq!(finished.play("4"), Err(TableError::Over));
    let mut othello = table(GameKind::Othello);
    assert!(matches!(
        othello.play("a1"),
        Err(TableError::Illegal { .. })
    ));
    let mut go = table(GameKind::Go);
    go.play("c3").unwrap();
    assert_eq!(
        go.play("c3").unwrap_err().to_string(),
        "C3 is illegal: there is a stone already"
    );
}

#[test]
fn contradictory_parameters_are_refused() {
    let mut params = params(GameKind::Go, 10);
    params.search.psr = 0.5;
    let error = table(GameKind::Go)
        .think(&params, &Stop::default())
        .unwrap_err();
    assert!(error.to_string().contains("search.psr"), "{error}");
}

#[test]
fn a_raised_stop_ends_the_search_at_once() {
    let stop = Stop::default();
    stop.raise();
    for kind in GameKind::ALL {
        let thought = table(kind)
            .think(&params(kind, 1_000_000_000), &stop)
            .unwrap()
            .unwrap();
        assert_eq!(thought.simulations, 1);
    }
}

/// One move from the end, a search with proofs finds the win and the only defence.
#[test]
fn connect4_wins_and_defends() {
    let think = |moves: &str| {
        let mut table = table(GameKind::Connect4);
        for mv in moves.split(' ') {
            table.play(mv).unwrap();
        }
        let params = params(GameKind::Connect4, 2000);
        let thought = table.think(&params, &Stop::default()).unwrap().unwrap();
        (table.format_move(thought.best.mv), thought.best.value)
    };
    assert_eq!(think("1 2 1 2 1 2"), ("1".to_owned(), 1.0));
    assert_eq!(think("1 2 1 2 1").0, "1");
}
