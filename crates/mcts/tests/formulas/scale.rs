//! A balance for scores.
//!
//! Selection answers which move it takes, not what the moves score. But under first-play
//! urgency an untried move scores exactly the urgency, so an entry with one untried move is a
//! balance: the move on the other side is taken as long as it scores at least as much.
//! Bisection finds the weight.

use tewari_game::scripted::Scripted;
use tewari_game::{Move, Reward};
use tewari_mcts::config::{Config, FirstPlay, RaveParams};
use tewari_mcts::credit::{Account, AmafRule, Crediting, FirstTimes, LineMove};
use tewari_mcts::prior::Prior;
use tewari_mcts::tree::{Columns, Counts, Entry, Lookup, Slot, Table};
use tewari_mcts::{RecordedMove, Row, Rule};

/// An entry of a few moves under test and an untried one behind them.
pub struct Scale {
    table: Table,
    slot: Slot,
    moves: usize,
}

impl Scale {
    /// Moves without statistics.
    pub fn new(moves: usize, columns: Columns) -> Self {
        let (table, slot) = entry_of(moves + 1, columns);
        Self { table, slot, moves }
    }

    pub fn entry(&self) -> Entry<'_> {
        self.table.entry(self.slot)
    }

    /// Adds visits to move `i`.
    pub fn visits(self, i: usize, wins: usize, draws: usize, losses: usize) -> Self {
        let parts = [
            (Reward::WIN, wins),
            (Reward::DRAW, draws),
            (Reward::LOSS, losses),
        ];
        for (reward, count) in parts {
            for _ in 0..count {
                self.entry().add::<false>(i, reward);
                if self.entry().columns().squares {
                    self.entry().add_square::<false>(i, reward);
                }
            }
        }
        self
    }

    /// Adds AMAF samples to move `i`.
    pub fn samples(self, i: usize, wins: usize, losses: usize) -> Self {
        self.entry().add_counts(i, amaf_counts(wins, losses));
        self
    }

    pub fn prior(self, i: usize, visits: f32, mean: f32) -> Self {
        self.entry().set_prior(i, Prior { visits, mean });
        self
    }

    pub fn bias(self, i: usize, bias: f32) -> Self {
        self.entry().set_bias(i, bias);
        self
    }

    /// Sends simulations through move `i` that do not come back.
    pub fn under_way(self, i: usize, count: usize) -> Self {
        for _ in 0..count {
            self.entry().depart(i);
        }
        self
    }

    /// The score of move `i`.
    pub fn weigh(&self, config: &Config, i: usize) -> f64 {
        self.weigh_at(config, i, false, &[])
    }

    /// The score of move `i` at the root, for a worker who imagines wins on moves.
    pub fn weigh_at(&self, config: &Config, i: usize, at_root: bool, wins: &[f32]) -> f64 {
        let mut row = Row::new(self.moves + 1);
        row.extra_wins = wins.to_vec();
        let others: Vec<usize> = (0..self.moves).filter(|&other| other != i).collect();
        let mut config = *config;
        config.search.first_play = FirstPlay::Urgency;
        let (mut lighter, mut heavier) = (-10.0, 1000.0);
        for _ in 0..60 {
            let middle = (lighter + heavier) / 2.0;
            config.search.urgency = middle;
            let rule = Rule::new(&config, self.moves + 1, 0);
            let taken = row.select(self.entry(), &rule, at_root, &others);
            if taken == Some(i) {
                lighter = middle;
            } else {
                assert_eq!(taken, Some(self.moves));
                heavier = middle;
            }
        }
        lighter
    }

    /// The move that is taken among those under test; the untried one is left out.
    pub fn take(&self, config: &Config) -> Option<usize> {
        let rule = Rule::new(config, self.moves + 1, 0);
        Row::new(self.moves + 1).select(self.entry(), &rule, false, &[self.moves])
    }
}

/// A table with one entry, whose moves are numbered from 0.
pub fn entry_of(moves: usize, columns: Columns) -> (Table, Slot) {
    let mut table = Table::new(0, moves, columns).unwrap();
    table.begin_search(false);
    let numbers: Vec<Move> = (0..moves as u16).map(Move).collect();
    let Lookup::Absent(victim) = table.find(1) else {
        panic!("the table is empty");
    };
    let claim = victim.claim().expect("nobody else is there");
    claim.entry().fill(&numbers);
    let slot = claim.publish(1);
    (table, slot)
}

/// AMAF samples without visits, taken from an entry whose other move got those.
fn amaf_counts(wins: usize, losses: usize) -> Counts {
    let columns = Columns {
        amaf: true,
        ..Columns::default()
    };
    let (table, slot) = entry_of(2, columns);
    let params = RaveParams {
        on: true,
        ..RaveParams::default()
    };
    let rule = AmafRule::new(&params, 0);
    let mut times = FirstTimes::new(&Scripted::parse("(a:1 b:1 c:1)").unwrap());
    let tree = [LineMove {
        mv: Move(1),
        took_ko: false,
    }];
    let playout = [2, 0].map(|mv| RecordedMove {
        mv: Move(mv),
        rule: 0,
        took_ko: false,
    });
    for i in 0..wins + losses {
        let reward = if i < wins { Reward::WIN } else { Reward::LOSS };
        let account = Account {
            tree: &tree,
            playout: &playout,
        };
        Crediting::new(account, &rule, &mut times, [reward, reward.other()]).credit::<false>(
            table.entry(slot),
            0,
            1,
        );
    }
    table.entry(slot).counts(0)
}

/// That a score is what the arithmetic says, as far as `f32` goes.
#[track_caller]
pub fn assert_close(score: f64, expected: f64) {
    assert!(
        (score - expected).abs() < 3e-6 * expected.abs().max(1.0),
        "{score} is not {expected}"
    );
}
