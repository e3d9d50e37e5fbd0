//! One example for each plug-in of the search, all on Connect-4:
//! `cargo run --release -p tewari-mcts --example plugins [name]`; without a name all of them.
//!
//! Most plug-ins are values of the configuration: `BY_VALUE` shows what to set. Those that shape
//! the innermost loops are types: a policy of playouts, knowledge of moves, an observer; and
//! whoever wants to look while a search runs is a watcher.

use std::sync::atomic::AtomicBool;

use tewari_base::Rng;
use tewari_game::{Game, GameState, Move, MoveList, Outcome, Player};
use tewari_games::Connect4;
use tewari_mcts::config::{
    BiasKind, Config, DrawReward, Driver, FinalMove, FirstPlay, Formula, InFlight, KeyKind,
    Placement, Schedule,
};
use tewari_mcts::knowledge::{EvenGame, Ignorance, Knowledge, Opinion};
use tewari_mcts::observe::{Lengths, Observer};
use tewari_mcts::prior::Prior;
use tewari_mcts::{
    Budget, Bundle, Playout, Record, Report, Search, Setup, Snapshot, Uniform, Watcher,
};

/// Name, what it is, and how to ask for it.
type ByValue = (&'static str, &'static str, fn(&mut Config));

const BY_VALUE: &[ByValue] = &[
    ("monte-carlo", "the same playouts for every move", |c| {
        c.search.formula = Formula::MonteCarlo;
        c.search.depth = 1;
        c.search.final_move = FinalMove::BestMean;
    }),
    ("ucb1", "a bandit at the root only", |c| {
        c.search.formula = Formula::Ucb1;
        c.search.depth = 1;
        c.search.final_move = FinalMove::BestMean;
    }),
    ("uct", "w/n + C·sqrt(ln N / n) in the whole tree", |c| {
        c.search.formula = Formula::Ucb1;
        c.search.exploration = 0.6;
    }),
    ("uct-doubled", "w/n + C·sqrt(2·ln N / n)", |c| {
        c.search.formula = Formula::Ucb1Doubled;
    }),
    ("tuned", "exploration by the measured variance", |c| {
        c.search.formula = Formula::Ucb1Tuned;
        c.search.exploration = 1.3;
    }),
    ("urgency", "first-play urgency", |c| {
        c.search.first_play = FirstPlay::Urgency;
        c.search.urgency = 0.9;
    }),
    ("rave", "Silver's schedule, as in Erica", |c| {
        c.rave.on = true;
        c.rave.schedule = Schedule::Silver;
        c.rave.bias = 0.1;
    }),
    ("rave-gelly", "Gelly's schedule, as in Gomorra", |c| {
        c.rave.on = true;
        c.rave.schedule = Schedule::Gelly;
        c.rave.equivalence = 1000.0;
        c.rave.placement = Placement::Outside;
    }),
    ("distance", "AMAF samples lose value with distance", |c| {
        c.rave.on = true;
        c.rave.distance = 0.01;
    }),
    (
        "ko-threats",
        "answers to a taken ko are no samples above it",
        |c| {
            c.rave.on = true;
            c.rave.ko_threats = true;
        },
    ),
    ("delayed", "an entry at the fifth visit", |c| {
        c.search.expand_at = 5;
    }),
    ("paths", "a tree without transpositions", |c| {
        c.search.key = KeyKind::Path;
    }),
    ("fresh", "nothing is kept from move to move", |c| {
        c.search.reuse = false;
    }),
    ("psr", "the root starts with half of the last root", |c| {
        c.search.reuse = false;
        c.search.psr = 0.5;
    }),
    (
        "grandfather",
        "entries start with what is known two plies above",
        |c| {
            c.search.grandfather = 0.2;
        },
    ),
    ("virtual-loss", "simulations under way count as lost", |c| {
        c.parallel.in_flight = InFlight::VirtualLoss;
        c.parallel.virtual_loss = 1.0;
    }),
    (
        "unobserved",
        "simulations under way count as unobserved",
        |c| {
            c.parallel.in_flight = InFlight::Unobserved;
        },
    ),
    (
        "virtual-wins",
        "each worker prefers root moves of its own",
        |c| {
            c.parallel.virtual_wins = 10.0;
        },
    ),
    ("leaf-parallel", "one worker walks, all play out", |c| {
        c.parallel.driver = Driver::Leaf;
        c.parallel.leaves = 4;
        c.parallel.playouts = 1;
    }),
    ("root-parallel", "a tree for each worker", |c| {
        c.parallel.driver = Driver::Root;
    }),
    ("draws", "a draw is won or lost by chance", |c| {
        c.search.draws = DrawReward::Sampled;
    }),
    ("max-robust", "goes on until visits and means agree", |c| {
        c.search.final_move = FinalMove::MaxRobust;
    }),
    ("solver", "proves wins and losses", |c| {
        c.search.solver = true;
    }),
];

/// Plug-ins that are types.
const BY_TYPE: &[(&str, fn())] = &[
    ("priors", priors),
    ("bias", bias),
    ("widening", widening),
    ("playout", playout),
    ("observer", observer),
    ("watcher", watcher),
];

/// Yellow has two discs side by side at the bottom, and Red must see to it that a third does
/// not get room on both sides.
fn position() -> <Connect4 as Game>::State {
    let mut state = Connect4.initial();
    for column in [3, 3, 2] {
        state.play(Move(column));
    }
    state
}

const BYTES: usize = 16 << 20;
const THREADS: usize = 2;

fn search_with<P, K, O>(playout: P, knowledge: K, config: Config) -> Report<O>
where
    P: Playout<Connect4> + 'static,
    K: Knowledge<Connect4> + 'static,
    O: Observer<P::End>,
{
    let mut search: Search<Bundle<Connect4, P, K, O>> =
        Search::new(Connect4, playout, knowledge, config, BYTES, THREADS)
            .expect("the configuration is sound");
    run(&mut search, &mut ())
}

fn run<S: Setup<Game = Connect4>>(
    search: &mut Search<S>,
    watcher: &mut dyn Watcher,
) -> Report<S::Observer> {
    let budget = Budget {
        threads: THREADS,
        ..Budget::simulations(10_000)
    };
    search.run(&position(), &budget, 1, 0, &AtomicBool::new(false), watcher)
}

fn tell<O>(name: &str, what: &str, report: &Report<O>) {
    let best = report.best.expect("the game goes on");
    let snapshot = &report.snapshot;
    println!(
        "{name:<14} column {} at {:.2} after {} simulations: {what}",
        Connect4.format_move(best),
        snapshot.value(),
        snapshot.simulations,
    );
}

fn by_value((name, what, change): &ByValue) {
    let mut config = Config::default();
    change(&mut config);
    let report = search_with::<_, _, ()>(Uniform::new(&Connect4), Ignorance, config);
    tell(name, what, &report);
}

/// Seven imagined visits with an even result for every move.
fn priors() {
    let even = EvenGame(Prior {
        visits: 7.0,
        mean: 0.5,
    });
    let report = search_with::<_, _, ()>(Uniform::new(&Connect4), even, Config::default());
    tell("priors", "imagined visits before the first", &report);
}

/// A predictor who likes the middle.
#[derive(Clone)]
struct Middle;

impl Knowledge<Connect4> for Middle {
    const PRIORS: bool = false;
    const BIAS: bool = true;

    fn judge(
        &mut self,
        _: &Connect4,
        _: &<Connect4 as Game>::Sim,
        _: &[Move],
        moves: &[Move],
        opinions: &mut [Opinion],
    ) {
        for (mv, opinion) in moves.iter().zip(opinions) {
            opinion.bias = 0.4 / f32::from(1 + mv.0.abs_diff(3));
        }
    }
}

fn bias() {
    let mut config = Config::default();
    config.predictor.bias = BiasKind::Weighted;
    config.predictor.weight = 5.0;
    let report = search_with::<_, _, ()>(Uniform::new(&Connect4), Middle, config);
    tell("bias", "a predictor's opinion fades with visits", &report);
}

fn widening() {
    let mut config = Config::default();
    config.predictor.widening = true;
    let report = search_with::<_, _, ()>(Uniform::new(&Connect4), Middle, config);
    tell("widening", "the likeliest moves are shown first", &report);
}

/// Last good reply: whatever was answered to a move by the later winner is answered again, and
/// a reply that lost is forgotten (LGRF-1).
#[derive(Clone)]
struct LastGoodReply {
    /// By player, and by the move replied to.
    replies: [[Option<Move>; 7]; 2],
    sim: <Connect4 as Game>::Sim,
    scratch: MoveList,
}

impl Playout<Connect4> for LastGoodReply {
    type End = <Connect4 as Game>::Sim;
    const LEARNS: bool = true;

    fn run(&mut self, start: &Self::End, rng: &mut Rng, record: &mut Record) -> Outcome {
        record.clear();
        self.sim.clone_from(start);
        loop {
            if let Some(outcome) = self.sim.outcome() {
                return outcome;
            }
            let reply = record
                .moves()
                .last()
                .and_then(|last| self.replies[self.sim.to_move().index()][last.mv.index()])
                .filter(|&mv| self.sim.is_legal(mv));
            // The rule that made a move is recorded with it; 0 is chance.
            let (mv, rule) = match reply {
                Some(mv) => (mv, 1),
                None => {
                    let mv = self.sim.random_move(rng, &mut self.scratch);
                    (mv.expect("the game goes on"), 0)
                }
            };
            self.sim.play(mv);
            record.push(mv, rule, false);
        }
    }

    fn end(&self) -> &Self::End {
        &self.sim
    }

    fn learn(&mut self, tree: &[Move], record: &Record, outcome: Outcome) {
        let Outcome::Win(winner) = outcome else {
            return;
        };
        let line = tree
            .iter()
            .copied()
            .chain(record.moves().iter().map(|step| step.mv));
        // In `position` the second player is to move.
        let mut player = Player::Second;
        let mut last: Option<Move> = None;
        for mv in line {
            if let Some(last) = last {
                let reply = &mut self.replies[player.index()][last.index()];
                if player == winner {
                    *reply = Some(mv);
                } else if *reply == Some(mv) {
                    *reply = None;
                }
            }
            last = Some(mv);
            player = player.other();
        }
    }

    fn forget(&mut self) {
        self.replies = [[None; 7]; 2];
    }
}

fn playout() {
    let policy = LastGoodReply {
        replies: [[None; 7]; 2],
        sim: Connect4.new_sim(),
        scratch: MoveList::new(),
    };
    let report = search_with::<_, _, ()>(policy, Ignorance, Config::default());
    tell("playout", "a policy that learns: last good reply", &report);
}

/// How often each player won a playout.
#[derive(Clone, Copy, Default)]
struct Wins([u64; 2]);

impl<E: ?Sized> Observer<E> for Wins {
    fn observe(&mut self, _: &E, _: &Record, outcome: Outcome) {
        if let Outcome::Win(winner) = outcome {
            self.0[winner.index()] += 1;
        }
    }

    fn merge(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more;
        }
    }
}

/// Two observers at once are a pair.
fn observer() {
    let playout = Uniform::new(&Connect4);
    let report: Report<(Lengths, Wins)> = search_with(playout, Ignorance, Config::default());
    let (lengths, Wins([yellow, red])) = report.observed;
    tell("observer", "sees how playouts end", &report);
    println!(
        "{:<14} {} playouts, games of {:.1} moves; Yellow won {yellow}, Red {red}",
        "",
        lengths.playouts,
        lengths.mean().unwrap_or(0.0),
    );
}

/// Ends the search when one move has three quarters of all visits.
struct Decided;

impl Watcher for Decided {
    fn is_due(&mut self, _: u64) -> bool {
        true
    }

    fn stride(&self) -> u64 {
        500
    }

    fn look(&mut self, snapshot: &Snapshot) -> bool {
        let most = snapshot.moves.iter().map(|m| m.tally.visits).max();
        4 * u64::from(most.unwrap_or(0)) < 3 * snapshot.simulations
    }
}

fn watcher() {
    let playout = Uniform::new(&Connect4);
    let mut search: Search<Bundle<Connect4, Uniform<Connect4>, Ignorance>> = Search::new(
        Connect4,
        playout,
        Ignorance,
        Config::default(),
        BYTES,
        THREADS,
    )
    .expect("the configuration is sound");
    let report = run(&mut search, &mut Decided);
    tell("watcher", "ends the search when it is decided", &report);
}

fn main() {
    let wanted = std::env::args().nth(1);
    let is_wanted = |name: &str| wanted.as_deref().is_none_or(|wanted| wanted == name);
    let values = BY_VALUE.iter().filter(|plugin| is_wanted(plugin.0));
    let types = BY_TYPE.iter().filter(|plugin| is_wanted(plugin.0));
    if values.clone().count() + types.clone().count() == 0 {
        let names = BY_VALUE
            .iter()
            .map(|p| p.0)
            .chain(BY_TYPE.iter().map(|p| p.0));
        eprintln!("plug-ins: {}", names.collect::<Vec<_>>().join(" "));
        std::process::exit(2);
    }
    values.for_each(by_value);
    types.for_each(|(_, show)| show());
}
