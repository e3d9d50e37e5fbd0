//! What a predictor of moves does: progressive bias and progressive widening.

use std::sync::atomic::AtomicBool;

use tewari_game::scripted::{Scripted, State};
use tewari_game::{Game, GameState, Move};
use tewari_mcts::config::{BiasKind, Config, FirstPlay, Formula};
use tewari_mcts::knowledge::{Knowledge, Opinion};
use tewari_mcts::prior::Prior;
use tewari_mcts::tree::{Columns, Entry};
use tewari_mcts::{Budget, Bundle, Row, Rule, Search, Uniform};

use crate::scale::{Scale, assert_close, entry_of};
use crate::tools::{draw, entry_at, mv, search};

const WITH_BIAS: Columns = Columns {
    amaf: false,
    squares: false,
    prior: false,
    bias: true,
    in_flight: false,
};

fn config() -> Config {
    let mut config = Config::default();
    config.search.formula = Formula::Ucb1;
    config.search.exploration = 0.6;
    config
}

/// n = (10, 30), w = (6, 12), H = (0.2, 0.8): UCB1 gives 0.964 417 and 0.610 396 (see
/// `selection.rs`). Chaslot adds H/(n+1): 0.2/11 = 0.018 182 and 0.8/31 = 0.025 806. Erica adds
/// C·H/(n+1), C = 50: 0.909 091 and 1.290 323, and now the second move is taken.
#[test]
fn progressive_bias() {
    let row = Scale::new(2, WITH_BIAS)
        .visits(0, 6, 0, 4)
        .visits(1, 12, 0, 18)
        .bias(0, 0.2)
        .bias(1, 0.8);
    let mut config = config();
    for (kind, first, second, taken) in [
        (BiasKind::Off, 0.964_416_9, 0.610_396_2, 0),
        (BiasKind::Chaslot, 0.982_598_7, 0.636_202_6, 0),
        (BiasKind::Weighted, 1.873_507_8, 1.900_718_8, 1),
    ] {
        config.predictor.bias = kind;
        config.predictor.weight = 50.0;
        assert_close(row.weigh(&config, 0), first);
        assert_close(row.weigh(&config, 1), second);
        assert_eq!(row.take(&config), Some(taken));
    }
}

/// An untried move gets the whole bias on top of its urgency: 0.5 + 50·0.02/1 = 1.5 against
/// 0.964 417.
#[test]
fn progressive_bias_of_an_untried_move() {
    let row = Scale::new(2, WITH_BIAS).visits(0, 6, 0, 34).bias(1, 0.02);
    let mut config = config();
    config.search.first_play = FirstPlay::Urgency;
    config.search.urgency = 0.0;
    config.predictor.bias = BiasKind::Weighted;
    config.predictor.weight = 50.0;
    // Move 0 scores 0.15 + 0.6·sqrt(3.688 879/40) = 0.332 209; 0.02 is 1311/65535 = 0.020 005.
    assert_eq!(row.take(&config), Some(1));
    config.predictor.weight = 16.0;
    assert_eq!(row.take(&config), Some(0), "16·0.020 005 = 0.320 076");
    config.predictor.weight = 17.0;
    assert_eq!(row.take(&config), Some(1), "17·0.020 005 = 0.340 079");
}

fn widening() -> Config {
    let mut config = config();
    config.search.first_play = FirstPlay::UnvisitedFirst;
    config.predictor.widening = true;
    config
}

/// Spends `total` visits on the first `tried` moves and asks for the next: the first untried
/// one if it is shown, since nothing is taken before an untried move.
fn shows_next(config: &Config, played: usize, tried: usize, total: usize) -> bool {
    let (table, slot) = entry_of(8, WITH_BIAS);
    let entry: Entry<'_> = table.entry(slot);
    for i in 0..total {
        entry.add::<false>(i % tried, tewari_game::Reward::LOSS);
    }
    let rule = Rule::new(config, 8, played);
    Row::new(8).select(entry, &rule, false, &[]) == Some(tried)
}

/// t_1 = 0, t_2 = 40, t_3 = 40 + 40·1.4 = 96, t_4 = 96 + 78.4 = 174.4,
/// t_5 = 174.4 + 109.76 = 284.16, t_6 = 284.16 + 153.664 = 437.824.
#[test]
fn widening_shows_moves_one_by_one() {
    let config = widening();
    for (shown, hidden_at, shown_at) in [
        (2, 39, 40),
        (3, 95, 96),
        (4, 174, 175),
        (5, 284, 285),
        (6, 437, 438),
    ] {
        let tried = shown - 1;
        assert!(!shows_next(&config, 0, tried, hidden_at), "{hidden_at}");
        assert!(shows_next(&config, 0, tried, shown_at), "{shown_at}");
    }
}

/// t_2 = 10, t_3 = 10 + 10·2 = 30, t_4 = 30 + 40 = 70.
#[test]
fn widening_has_two_constants() {
    let mut config = widening();
    config.predictor.widening_first = 10.0;
    config.predictor.widening_growth = 2.0;
    for (shown, threshold) in [(2, 10), (3, 30), (4, 70)] {
        assert!(!shows_next(&config, 0, shown - 1, threshold - 1));
        assert!(shows_next(&config, 0, shown - 1, threshold));
    }
}

/// From the given move of the game on everything is shown; 0 means never.
#[test]
fn widening_ends_with_the_game() {
    let mut config = widening();
    config.predictor.widening_until = 200;
    assert!(!shows_next(&config, 199, 1, 1));
    assert!(shows_next(&config, 200, 1, 1));
    config.predictor.widening_until = 0;
    assert!(!shows_next(&config, 100_000, 1, 1));
}

/// Visits that priors imagine are none: a position is as narrow as without them.
#[test]
fn widening_counts_no_imagined_visits() {
    let columns = Columns {
        prior: true,
        ..WITH_BIAS
    };
    let mut config = widening();
    config.search.exploration = 0.0;
    for (made, shown) in [(1, 1), (39, 1), (40, 2), (96, 3)] {
        let (table, slot) = entry_of(4, columns);
        let entry = table.entry(slot);
        for i in 0..4 {
            let mean = 0.2 * (i as f32 + 1.0);
            entry.set_prior(
                i,
                Prior {
                    visits: 100.0,
                    mean,
                },
            );
        }
        for _ in 0..made {
            entry.add::<false>(0, tewari_game::Reward::LOSS);
        }
        let rule = Rule::new(&config, 4, 0);
        let best = Row::new(4).select(entry, &rule, false, &[]);
        assert_eq!(best, Some(shown - 1), "{made} visits");
    }
}

/// Excluded moves make room, so that a position is never without a move.
#[test]
fn widening_passes_over_excluded_moves() {
    let (table, slot) = entry_of(8, WITH_BIAS);
    let rule = Rule::new(&widening(), 8, 0);
    let taken = Row::new(8).select(table.entry(slot), &rule, false, &[0, 1]);
    assert_eq!(taken, Some(2));
}

/// A predictor that likes moves the more the higher their number.
#[derive(Clone)]
struct Later;

impl Knowledge<Scripted> for Later {
    const PRIORS: bool = false;
    const BIAS: bool = true;

    fn judge(
        &mut self,
        _: &Scripted,
        sim: &State,
        line: &[Move],
        moves: &[Move],
        opinions: &mut [Opinion],
    ) {
        assert!(moves.iter().all(|&mv| sim.is_legal(mv)));
        assert!(line.len() < 3);
        for (mv, opinion) in moves.iter().zip(opinions) {
            opinion.bias = f32::from(mv.0) / 5.0;
        }
    }
}

/// The likeliest moves come first, at the root and below; with unvisited first and widening
/// the second of them is tried at the 41st simulation.
#[test]
fn widening_ranks_by_the_predictor() {
    type Predicted = Bundle<Scripted, Uniform<Scripted>, Later>;
    let game = draw("(a:1 b:1 c:(a:1 d:1 b:2))");
    let mut config = widening();
    config.search.expand_at = 1;
    let playout = Uniform::new(&game);
    let mut wide: Search<Predicted> =
        Search::new(game.clone(), playout, Later, config, 1 << 16, 1).unwrap();
    let report = search(&mut wide, "/", 40);
    let order: Vec<Move> = report.snapshot.moves.iter().map(|m| m.mv).collect();
    assert_eq!(order, ["c", "b", "a"].map(|label| mv(&game, label)));
    assert_eq!(report.snapshot.moves[0].tally.visits, 40);
    let below = entry_at(&wide, "/c").unwrap();
    let order: Vec<Move> = (0..3).map(|i| below.mv(i)).collect();
    assert_eq!(order, ["d", "b", "a"].map(|label| mv(&game, label)));
    assert_eq!(below.bias(0), 0.6);
    let report = search(&mut wide, "/", 1);
    assert_eq!(report.snapshot.moves[1].tally.visits, 1, "41st");
}

/// What ends widening is the number of the move in the game, not that of the search.
#[test]
fn widening_ends_by_the_move_of_the_game() {
    type Predicted = Bundle<Scripted, Uniform<Scripted>, Later>;
    let game = draw("(a:(b:(c:1 d:1)) e:1)");
    let mut config = widening();
    config.predictor.widening_until = 2;
    for (path, number, shown) in [("/", 7, 1), ("/a/b", 0, 2)] {
        let mut wide: Search<Predicted> =
            Search::new(game.clone(), Uniform::new(&game), Later, config, 1 << 16, 1).unwrap();
        let state = game.parse_state(path).unwrap();
        let (budget, stop) = (Budget::simulations(10), AtomicBool::new(false));
        let report = wide.run(&state, &budget, 1, number, &stop, &mut ());
        let tried = report.snapshot.moves.iter().filter(|m| m.tally.visits > 0);
        assert_eq!(tried.count(), shown, "{path}");
    }
}
