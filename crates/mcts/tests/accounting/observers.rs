//! What observers see, and what watchers are told of it.

use std::sync::atomic::AtomicBool;

use tewari_game::{Game, Outcome, Player};
use tewari_games::Othello;
use tewari_mcts::config::{Config, Driver};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::observe::{Insight, Lengths, Observer, Owners};
use tewari_mcts::{Budget, Bundle, Record, Report, Search, Snapshot, Uniform, Watcher, Wish};

use crate::tools::ROOM;

type Observed = Bundle<Othello, Uniform<Othello>, Ignorance, (Lengths, Owners)>;

/// Keeps what it is shown.
#[derive(Default)]
struct Album(Vec<Snapshot>, Wish);

impl Watcher for Album {
    fn is_due(&mut self, _: u64) -> bool {
        true
    }

    fn stride(&self) -> u64 {
        100
    }

    fn look(&mut self, snapshot: &Snapshot) -> bool {
        self.0.push(snapshot.clone());
        true
    }

    fn wish(&self) -> Wish {
        self.1
    }
}

fn observe(driver: Driver, threads: usize) -> (Report<(Lengths, Owners)>, Album) {
    observe_for(Wish::default(), driver, threads)
}

fn observe_for(wish: Wish, driver: Driver, threads: usize) -> (Report<(Lengths, Owners)>, Album) {
    let mut config = Config::default();
    config.parallel.driver = driver;
    let mut search: Search<Observed> = Search::new(
        Othello,
        Uniform::new(&Othello),
        Ignorance,
        config,
        ROOM,
        threads,
    )
    .expect("the configuration is sound");
    let budget = Budget {
        threads,
        ..Budget::simulations(1000)
    };
    let mut album = Album(Vec::new(), wish);
    let stop = AtomicBool::new(false);
    let report = search.run(&Othello.initial(), &budget, 7, 0, &stop, &mut album);
    (report, album)
}

/// Every playout is seen by somebody, and all of it is in the report, whoever does the work.
/// A game of Othello has 60 discs to be laid and now and then a pass or an early end.
#[test]
fn every_playout_is_seen() {
    for driver in [Driver::SharedTree, Driver::Leaf, Driver::Root] {
        for threads in [1, 3] {
            let (report, _) = observe(driver, threads);
            let (lengths, owners) = &report.observed;
            assert_eq!(lengths.playouts + lengths.cut, 1000);
            assert_eq!(owners.playouts(), lengths.playouts);
            let insight = report.snapshot.insight;
            assert_eq!(insight.game_length, lengths.mean());
            assert_eq!(insight.criticality, Some(owners.max_criticality()));
            let length = lengths.mean().expect("games were played");
            assert!((58.0..64.0).contains(&length), "{driver:?}: {length}");
            // Corners are won by whoever has them, the four discs of the start say little.
            let corner = owners.criticality(0);
            let middle = owners.criticality(3 * 8 + 3);
            assert!(corner > middle, "{driver:?}: {corner} {middle}");
            assert!((0.1..0.9).contains(&owners.max_criticality()));
        }
    }
}

/// With one worker a watcher is told of every simulation so far, by every driver.
#[test]
fn watchers_are_told() {
    for driver in [Driver::SharedTree, Driver::Leaf, Driver::Root] {
        let (report, album) = observe(driver, 1);
        assert_eq!(album.0.len(), 10, "{driver:?}");
        for shown in &album.0 {
            assert!(!shown.line.is_empty());
            assert!(
                shown
                    .insight
                    .game_length
                    .is_some_and(|length| length > 50.0)
            );
            assert!(shown.insight.criticality.is_some());
        }
        assert_eq!(album.0[9], report.snapshot, "{driver:?}");
        assert_eq!(report.snapshot.line, report.line);
    }
}

/// Tells how many playouts it has seen.
#[derive(Clone, Default)]
struct Count(u64);

impl<E: ?Sized> Observer<E> for Count {
    fn observe(&mut self, _: &E, _: &Record, _: Outcome) {
        self.0 += 1;
    }

    fn merge(&mut self, other: &Self) {
        self.0 += other.0;
    }

    fn insight(&self) -> Insight {
        Insight {
            game_length: Some(self.0 as f64),
            ..Insight::NONE
        }
    }
}

/// With several workers, of what the others have told of. Three trees grow in rounds of 100
/// simulations; within a round each worker tells at the 64th. When the first looks at the end
/// of the third round, the others have told of 164 each at least.
#[test]
fn watchers_are_told_of_other_workers() {
    let mut config = Config::default();
    config.parallel.driver = Driver::Root;
    config.parallel.merge_every = 100;
    let mut search: Search<Bundle<Othello, Uniform<Othello>, Ignorance, Count>> =
        Search::new(Othello, Uniform::new(&Othello), Ignorance, config, ROOM, 3)
            .expect("the configuration is sound");
    let budget = Budget {
        threads: 3,
        ..Budget::simulations(900)
    };
    let mut album = Album::default();
    let stop = AtomicBool::new(false);
    let report = search.run(&Othello.initial(), &budget, 7, 0, &stop, &mut album);
    assert_eq!(report.snapshot.insight.game_length, Some(900.0));
    let told = album.0[2].insight.game_length.expect("it counts");
    assert!((300.0 + 2.0 * 164.0..=900.0).contains(&told), "{told}");
}

/// Every playout comes after a move of the root, so what was seen after each of them adds up to
/// what was seen in all, at the end and whenever somebody looks.
#[test]
fn owners_by_move_add_up() {
    let wish = Wish {
        survey: true,
        survey_by_move: true,
        ..Wish::default()
    };
    for driver in [Driver::SharedTree, Driver::Leaf, Driver::Root] {
        for threads in [1, 3] {
            let (report, album) = observe_for(wish, driver, threads);
            let last = [report.snapshot];
            for snapshot in album.0.iter().filter(|_| threads == 1).chain(&last) {
                let survey = snapshot.survey.as_ref().expect("it was wished for");
                assert_eq!(survey.by_move.len(), 4, "the game has four first moves");
                for place in [0, 7, 20, 27, 63] {
                    let sum: f64 = snapshot
                        .moves
                        .iter()
                        .map(|m| {
                            let after = survey.after(m.mv).expect("every move was tried");
                            let visits = f64::from(m.tally.visits);
                            visits * after.balance(place, Player::First)
                        })
                        .sum();
                    let mean = sum / snapshot.simulations as f64;
                    let all = survey.owned.balance(place, Player::First);
                    assert!(
                        (mean - all).abs() < 1e-9,
                        "{driver:?} {place}: {mean} {all}"
                    );
                }
            }
        }
    }
}

#[test]
fn owners_by_move_are_not_counted_for_nobody() {
    let wish = Wish {
        survey: true,
        ..Wish::default()
    };
    let (report, _) = observe_for(wish, Driver::SharedTree, 1);
    assert_eq!(report.snapshot.survey.expect("wished for").by_move, []);
}
