//! What a simulation adds to the AMAF statistics of the positions it passed.

use tewari_game::scripted::Scripted;
use tewari_game::{Move, Reward};
use tewari_mcts::config::RaveParams;
use tewari_mcts::credit::{Account, AmafRule, Crediting, FirstTimes, LineMove};
use tewari_mcts::tree::{Columns, Slot, Table};
use tewari_mcts::{AmafTally, RecordedMove};

use crate::graph::Graph;
use crate::scale::entry_of;

const COLUMNS: Columns = Columns {
    amaf: true,
    squares: false,
    prior: false,
    bias: false,
    in_flight: false,
};

/// Positions that all have the moves `a` to `f`, and the simulations that pass them.
struct Line {
    /// One for each depth.
    entries: Vec<(Table, Slot)>,
    times: FirstTimes,
    params: RaveParams,
}

impl Line {
    fn new(depths: usize) -> Self {
        Self {
            entries: (0..depths).map(|_| entry_of(6, COLUMNS)).collect(),
            times: FirstTimes::new(&Scripted::parse("(a:1 b:1 c:1 d:1 e:1 f:1)").unwrap()),
            params: RaveParams {
                on: true,
                ..RaveParams::default()
            },
        }
    }

    /// A simulation that the player at even depths ends with `reward`. Its moves are letters;
    /// as many are made in the tree as there are entries. A capital takes a ko.
    fn simulate(&mut self, moves: &str, reward: Reward) {
        let (tree, playout) = moves.split_at(self.entries.len());
        let mv = |c: char| Move(c.to_ascii_lowercase() as u16 - u16::from(b'a'));
        let tree: Vec<LineMove> = tree
            .chars()
            .map(|c| LineMove {
                mv: mv(c),
                took_ko: c.is_uppercase(),
            })
            .collect();
        let playout: Vec<RecordedMove> = playout
            .chars()
            .map(|c| RecordedMove {
                mv: mv(c),
                rule: 0,
                took_ko: c.is_uppercase(),
            })
            .collect();
        let account = Account {
            tree: &tree,
            playout: &playout,
        };
        let rule = AmafRule::new(&self.params, 0);
        let rewards = [reward, reward.other()];
        let mut crediting = Crediting::new(account, &rule, &mut self.times, rewards);
        for (depth, (table, slot)) in self.entries.iter().enumerate().rev() {
            crediting.credit::<false>(table.entry(*slot), depth, tree[depth].mv.index());
        }
    }

    /// Samples and units of the moves `a` to `f` at `depth`; zeros where there is no sample.
    fn samples(&self, depth: usize) -> [(u32, u64); 6] {
        let (table, slot) = &self.entries[depth];
        std::array::from_fn(|i| {
            let AmafTally { samples, units } = table.entry(*slot).amaf(i);
            (samples, units)
        })
    }
}

const NONE: (u32, u64) = (0, 0);
const LOST: (u32, u64) = (1, 0);
const WON: (u32, u64) = (1, 4096);

/// Times 0 to 6: a b | c d b c e, players alternate, whoever moves at even times wins.
///
/// - At depth 0 the winner is to move. a at 0, c at 2 and e at 6 are his; b was first made at
///   1 by the other, so his own b at 4 says nothing; d is the other's.
/// - At depth 1 the loser is to move. b at 1 and d at 3 are his; his c at 5 comes after the
///   winner's at 2; a was made before this position.
#[test]
fn only_the_first_occurrence_by_the_same_player_counts() {
    let mut line = Line::new(2);
    line.simulate("abcdbce", Reward::WIN);
    assert_eq!(line.samples(0), [WON, NONE, WON, NONE, WON, NONE]);
    assert_eq!(line.samples(1), [NONE, LOST, NONE, LOST, NONE, NONE]);
    // Nothing of it is left for the next simulation: f a | b, the loser of which is at depth 0.
    line.simulate("fab", Reward::LOSS);
    assert_eq!(line.samples(0), [WON, LOST, WON, NONE, WON, LOST]);
    assert_eq!(line.samples(1), [WON, LOST, NONE, LOST, NONE, NONE]);
}

/// A move that was made in the tree and again in the playout counts once, from the first time.
#[test]
fn a_move_counts_once() {
    let mut line = Line::new(2);
    line.params.distance = 0.01;
    line.simulate("abcbab", Reward::WIN);
    // a at 0, not at 4; c at 2: 4096 − 82.
    assert_eq!(line.samples(0), [WON, NONE, (1, 4014), NONE, NONE, NONE]);
}

/// A draw is half a win for both.
#[test]
fn draws_count_half() {
    let mut line = Line::new(2);
    line.simulate("abcd", Reward::DRAW);
    let half = (1, 2048);
    assert_eq!(line.samples(0), [half, NONE, half, NONE, NONE, NONE]);
    assert_eq!(line.samples(1), [NONE, half, NONE, half, NONE, NONE]);
}

/// A win counts 1 − d·w and a loss d·w, in 1/4096, rounded, clamped to [0, 1]. With w = 0.01
/// a move is 40.96 units: 1 → 41, 2 → 81.92 → 82, 3 → 122.88 → 123, 100 → 4096, 101 → 4136.96.
#[test]
fn distance_bias() {
    let params = RaveParams {
        on: true,
        distance: 0.01,
        ..RaveParams::default()
    };
    let rule = AmafRule::new(&params, 0);
    for (apart, shift) in [(0, 0), (1, 41), (2, 82), (3, 123), (50, 2048), (100, 4096)] {
        assert_eq!(rule.sample(2, apart), 4096 - shift, "win, {apart} apart");
        assert_eq!(rule.sample(0, apart), shift, "loss, {apart} apart");
        assert_eq!(rule.sample(1, apart), 2048, "draw, {apart} apart");
    }
    assert_eq!(rule.sample(2, 101), 0);
    assert_eq!(rule.sample(0, 101), 4096);
}

/// The line of the first test with w = 0.01: at depth 0 the moves lie 0, 2 and 6 away
/// (245.76 → 246), at depth 1 0 and 2.
#[test]
fn distance_bias_along_a_line() {
    let mut line = Line::new(2);
    line.params.distance = 0.01;
    line.simulate("abcdbce", Reward::WIN);
    let (two, six) = ((1, 4096 - 82), (1, 4096 - 246));
    assert_eq!(line.samples(0), [WON, NONE, two, NONE, six, NONE]);
    assert_eq!(line.samples(1), [NONE, LOST, NONE, (1, 82), NONE, NONE]);
}

/// e B c | d …: b takes a ko, c is the threat that answers it. The player of e and c gets no
/// sample for c at depth 0, above the ko; at depth 2, where c is a move like others, he does.
#[test]
fn ko_threats_in_the_tree() {
    for fix in [false, true] {
        let mut line = Line::new(3);
        line.params.ko_threats = fix;
        line.simulate("eBcda", Reward::WIN);
        let threat = if fix { NONE } else { WON };
        assert_eq!(line.samples(0), [WON, NONE, threat, NONE, WON, NONE]);
        assert_eq!(line.samples(1), [NONE, LOST, NONE, LOST, NONE, NONE]);
        assert_eq!(line.samples(2), [WON, NONE, WON, NONE, NONE, NONE]);
    }
}

/// The ko is the last move of the tree, so that the threat c is the first of the playout; and
/// a second ko D inside the playout, answered by a.
#[test]
fn ko_threats_in_the_playout() {
    for fix in [false, true] {
        let mut line = Line::new(2);
        line.params.ko_threats = fix;
        line.simulate("eBcDaf", Reward::WIN);
        let threat = if fix { NONE } else { WON };
        assert_eq!(line.samples(0), [threat, NONE, threat, NONE, WON, NONE]);
        assert_eq!(line.samples(1), [NONE, LOST, NONE, LOST, NONE, LOST]);
    }
}

/// The same with distance bias on, which takes another way through the code.
#[test]
fn ko_threats_with_distance_bias() {
    let mut line = Line::new(3);
    line.params.ko_threats = true;
    line.params.distance = 0.01;
    line.simulate("eBcda", Reward::WIN);
    let four = (1, 4096 - 164);
    assert_eq!(line.samples(0), [four, NONE, NONE, NONE, WON, NONE]);
}

/// e B c | d c: the threat c is made once more later, by the same player and without a ko. Above
/// the ko that is its first time.
#[test]
fn a_ko_threat_that_is_made_again() {
    let mut line = Line::new(3);
    line.params.ko_threats = true;
    line.params.distance = 0.01;
    line.simulate("eBcdc", Reward::WIN);
    let four = (1, 4096 - 164);
    assert_eq!(line.samples(0), [NONE, NONE, four, NONE, WON, NONE]);
    assert_eq!(line.samples(2), [NONE, NONE, WON, NONE, NONE, NONE]);
}

/// Without RAVE, and when no more samples fit, nothing is added.
#[test]
fn switched_off() {
    let off = RaveParams::default();
    let on = RaveParams { on: true, ..off };
    assert!(!AmafRule::new(&off, 0).is_on());
    assert!(AmafRule::new(&on, 0).is_on());
    let mut line = Line::new(2);
    line.params.on = false;
    line.simulate("abcd", Reward::WIN);
    assert_eq!(line.samples(0), [NONE; 6]);
    assert_eq!(
        line.entries[0].0.entry(line.entries[0].1).tally(0).visits,
        1
    );
}

/// Samples stop before a count of 26 bits overflows, in the middle of a search too, and then
/// the next search has a new tree.
#[test]
fn samples_stop_where_they_have_no_room() {
    let on = RaveParams {
        on: true,
        ..RaveParams::default()
    };
    let most = (1 << 26) - 4096;
    let rule = AmafRule::new(&on, most - 10);
    assert!(rule.at(9).is_on());
    assert!(!rule.at(10).is_on());
    assert!(!AmafRule::new(&on, most + 1).at(0).is_on());
    assert!(AmafRule::has_room(&on, most - 1));
    assert!(!AmafRule::has_room(&on, most));
    assert!(AmafRule::has_room(&RaveParams::default(), most), "off");
}

/// What a game calls not transferable, like a pass, never gets a sample.
#[test]
fn moves_that_say_nothing_elsewhere() {
    let mut line = Line::new(2);
    let mut graph = Graph::parse("0>1,2,3,4,5 5=1");
    graph.not_transferable = Some(Move(2));
    line.times = FirstTimes::new(&graph);
    line.simulate("abcda", Reward::WIN);
    assert_eq!(line.samples(0), [WON, NONE, NONE, NONE, NONE, NONE]);
    line.simulate("cb", Reward::WIN);
    assert_eq!(line.samples(0), [WON, NONE, NONE, NONE, NONE, NONE]);
}
