//! How the tree grows and what is kept: delayed creation, depth, keys, reuse, playouts that
//! learn.

use std::sync::{Arc, Mutex};

use tewari_base::Rng;
use tewari_game::scripted::{Scripted, State};
use tewari_game::{Game, GameState, Move, MoveList, Outcome, Player};
use tewari_mcts::config::{Config, KeyKind};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::{Bundle, Playout, Record, Search};

use crate::tools::{Plain, draw, entry_at, mv, plain, search};

const CHAIN: &str = "(a:(b:(c:(d:(e:1)))))";

/// A position gets an entry when the move to it is made for the n-th time. On a chain with
/// n = 3 the move a is made at every simulation, so /a gets its entry at the 3rd; b is made in
/// an entry from then on, so /a/b gets one at the 5th, c at the 7th.
#[test]
fn delayed_creation() {
    let mut config = Config::default();
    for (expand_at, made) in [
        (3, [0, 0, 1, 1, 2, 2, 3, 3]),
        (2, [0, 1, 2, 3, 4, 4, 4, 4]),
        (1, [1, 2, 3, 4, 4, 4, 4, 4]),
    ] {
        config.search.expand_at = expand_at;
        for (i, made) in made.into_iter().enumerate() {
            let mut chain = plain(&draw(CHAIN), &config);
            let report = search(&mut chain, "/", i as u64 + 1);
            assert_eq!(report.entries_made, made, "{expand_at}, {}", i + 1);
        }
    }
}

/// A simulation makes at most one entry, even where several are due.
#[test]
fn one_entry_per_simulation() {
    let mut config = Config::default();
    config.search.expand_at = 1;
    let mut chain = plain(&draw(CHAIN), &config);
    for made in [1, 1, 1, 1, 0] {
        assert_eq!(search(&mut chain, "/", 1).entries_made, made);
    }
}

/// The depth of the tree in moves: 1 keeps the root alone.
#[test]
fn depth_is_limited() {
    let mut config = Config::default();
    config.search.expand_at = 1;
    for (depth, entries) in [(1, 1), (2, 2), (3, 3), (0, 5)] {
        config.search.depth = depth;
        let mut chain = plain(&draw(CHAIN), &config);
        search(&mut chain, "/", 50);
        assert_eq!(chain.table().live().count(), entries, "{depth}");
    }
}

/// The position l or r is decided at is reached by a-x and by b-z.
const DIAMOND: &str = "(a:(x:@d(l:1 r:2)) b:(z:@d))";

/// With position keys both ways lead to one entry, whose visits add up; with path keys each
/// has its own.
#[test]
fn transpositions() {
    let mut config = Config::default();
    config.search.expand_at = 1;
    let game = draw(DIAMOND);
    let visits = |at: &Search<Plain>, path| entry_at(at, path).unwrap().total_visits();

    config.search.key = KeyKind::Position;
    let mut merging = plain(&game, &config);
    search(&mut merging, "/", 100);
    assert_eq!(merging.table().live().count(), 4, "/, /a, /b, the diamond");
    let parents = ["/a", "/b"].map(|path| visits(&merging, path));
    // The first visits of /a and /b ended in them; whoever comes second to the diamond finds it
    // and goes on, unless he has just made an entry himself.
    let diamond = visits(&merging, "/a/x");
    assert_eq!(parents.iter().sum::<u64>(), 100);
    assert_eq!(diamond, 98);

    config.search.key = KeyKind::Path;
    let mut apart = plain(&game, &config);
    search(&mut apart, "/", 100);
    let entries: Vec<u64> = apart
        .table()
        .live()
        .filter(|(_, entry)| entry.count() == 2 && entry.mv(0) == mv(&game, "l"))
        .map(|(_, entry)| entry.total_visits())
        .collect();
    assert_eq!(apart.table().live().count(), 5);
    assert_eq!(entries.len(), 2, "one for each way");
    assert_eq!(entries.iter().sum::<u64>(), 98);
    assert!(entries.iter().all(|&visits| visits > 0));
}

/// With reuse a search starts from what the one before it left at its root, without from
/// nothing; `forget` always starts from nothing.
#[test]
fn reuse() {
    let game = draw("(a:(x:(b:1 c:2 d:1) y:1) b:2)");
    let mut config = Config::default();
    for (reuse, forget) in [(true, false), (false, false), (true, true)] {
        config.search.reuse = reuse;
        let mut searcher = plain(&game, &config);
        search(&mut searcher, "/", 500);
        let left = entry_at(&searcher, "/a/x").unwrap().total_visits();
        assert!(left > 50);
        if forget {
            searcher.forget();
        }
        let report = search(&mut searcher, "/a/x", 40);
        let inherited = if reuse && !forget { left } else { 0 };
        assert_eq!(report.snapshot.inherited, inherited);
        let sum: u64 = report
            .snapshot
            .moves
            .iter()
            .map(|m| u64::from(m.tally.visits))
            .sum();
        assert_eq!(sum, 40 + inherited);
    }
}

/// Path keys continue over the moves that were made: after one move, after two, and after none
/// the tree of the last search is there, and only that part of it which belongs to the way. A
/// jump begins a tree of its own.
#[test]
fn reuse_with_path_keys() {
    let game = draw("(a:(x:@d(b:(c:1 d:2) e:1) y:1) b:(z:@d w:2))");
    let mut config = Config::default();
    config.search.key = KeyKind::Path;
    for ways in [&["/", "/a", "/a/x", "/a/x"][..], &["/", "/b/z", "/a/x/b"]] {
        let mut searcher = plain(&game, &config);
        let mut left = 0;
        for (i, way) in ways.iter().enumerate() {
            let snapshot = search(&mut searcher, way, 500).snapshot;
            assert_eq!(snapshot.inherited > 0, i > 0, "{way}");
            // Every visit of the last root that came this way is there, less the one that made
            // the entry and those that ended before it.
            assert!(snapshot.inherited <= left || i == 0, "{way}");
            left = u64::from(snapshot.moves.iter().map(|m| m.tally.visits).sum::<u32>());
        }
    }
    let mut searcher = plain(&game, &config);
    search(&mut searcher, "/", 500);
    let snapshot = search(&mut searcher, "/a/x/b", 100).snapshot;
    assert_eq!(snapshot.inherited, 0, "three moves away");
    searcher.forget();
    assert_eq!(search(&mut searcher, "/a/x/b", 1).snapshot.inherited, 0);
}

/// One call of `learn`: its number since the last `forget`, the moves of the tree, those of
/// the playout, and how it ended.
type Lesson = (usize, Vec<Move>, Vec<Move>, Outcome);

/// Plays the first legal move and writes down what it is taught.
#[derive(Clone)]
struct Pupil {
    lessons: Arc<Mutex<Vec<Lesson>>>,
    learnt: usize,
    end: State,
}

impl Playout<Scripted> for Pupil {
    type End = State;
    const LEARNS: bool = true;

    fn run(&mut self, start: &State, _: &mut Rng, record: &mut Record) -> Outcome {
        record.clear();
        self.end.clone_from(start);
        let mut moves = MoveList::new();
        loop {
            self.end.legal_moves(&mut moves);
            let Some(&mv) = moves.first() else { break };
            self.end.play(mv);
            record.push(mv, 0, false);
        }
        self.end.outcome().expect("the game is over")
    }

    fn end(&self) -> &State {
        &self.end
    }

    fn learn(&mut self, tree: &[Move], record: &Record, outcome: Outcome) {
        self.learnt += 1;
        let playout = record.moves().iter().map(|step| step.mv).collect();
        self.lessons
            .lock()
            .unwrap()
            .push((self.learnt, tree.to_vec(), playout, outcome));
    }

    fn forget(&mut self) {
        self.learnt = 0;
    }
}

/// The hook for replies that are remembered (LGRF): after each simulation the moves of the
/// tree, those of the playout and the result; what is learnt lasts from search to search until
/// it is forgotten.
#[test]
fn playouts_learn() {
    let game = draw("(a:(b:(c:(d:2))))");
    let lessons = Arc::new(Mutex::new(Vec::new()));
    let pupil = Pupil {
        lessons: Arc::clone(&lessons),
        learnt: 0,
        end: game.initial(),
    };
    let mut config = Config::default();
    config.search.expand_at = 1;
    let mut school: Search<Bundle<Scripted, Pupil, Ignorance>> =
        Search::new(game.clone(), pupil, Ignorance, config, 1 << 16, 1).unwrap();
    search(&mut school, "/", 3);
    let line = |labels: &str| -> Vec<Move> {
        let labels = labels.split_terminator(' ');
        labels.map(|label| mv(&game, label)).collect()
    };
    let lost = Outcome::Win(Player::Second);
    assert_eq!(
        *lessons.lock().unwrap(),
        [
            (1, line("a b"), line("c d"), lost),
            (2, line("a b c"), line("d"), lost),
            (3, line("a b c d"), line(""), lost),
        ]
    );
    let numbers = || -> Vec<usize> { lessons.lock().unwrap().drain(..).map(|l| l.0).collect() };
    numbers();
    search(&mut school, "/", 2);
    assert_eq!(numbers(), [4, 5], "remembered from search to search");
    school.forget();
    search(&mut school, "/", 2);
    assert_eq!(numbers(), [1, 2], "a new game");
}
