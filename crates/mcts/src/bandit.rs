//! UCB1 over the moves of the root: a search one move deep.
//!
//! Each simulation tries the move with the highest
//!
//! ```text
//!   w/n + C·sqrt(ln N / n)
//! ```
//!
//! (Auer, Cesa-Bianchi and Fischer 2002), where `n` and `w` are the visits and rewards of the
//! move and `N` the visits of all, then plays out. A move that was never tried comes first, in
//! the order given.
//!
//! Workers share the statistics. Simulation `i` draws its random bits from the stream
//! (seed, search, i), whichever worker runs it; with one worker a search is a function of its
//! arguments, with several the order in which results arrive also matters.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tewari_base::Rng;
use tewari_game::{Game, GameState, Move};

use crate::playout::{Playout, Record};
use crate::statistic::Tally;

/// The statistic of an arm, shared between threads.
#[derive(Default, Debug)]
struct Statistic(AtomicU64);

impl Statistic {
    fn add(&self, reward: tewari_game::Reward) {
        self.0.fetch_add(Tally::packed(reward), Ordering::Relaxed);
    }

    fn read(&self) -> Tally {
        Tally::unpack(self.0.load(Ordering::Relaxed))
    }
}

/// How a search is to be run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// At most this many simulations.
    pub simulations: u64,
    /// Worker threads, at least one.
    pub threads: usize,
    /// The seed of all random streams.
    pub seed: u64,
    /// The number of this search among all searches of the seed.
    pub search: u64,
    /// The constant `C` of UCB1.
    pub exploration: f64,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The moves in the order given, with their statistics.
    pub moves: Vec<(Move, Tally)>,
    /// How many simulations were run.
    pub simulations: u64,
}

impl Report {
    /// The move with the best mean reward; among equals the more visited, then the earlier.
    #[must_use]
    pub fn best(&self) -> Option<(Move, Tally)> {
        let rank = |tally: &Tally| (tally.mean(), tally.visits);
        let mut best: Option<(Move, Tally)> = None;
        for &(mv, tally) in &self.moves {
            if tally.visits > 0 && best.is_none_or(|(_, held)| rank(&tally) > rank(&held)) {
                best = Some((mv, tally));
            }
        }
        best.or_else(|| self.moves.first().copied())
    }
}

/// Searches `moves` from `root` until the plan is fulfilled or `stop` is raised. At least one
/// simulation is run, so that a stopped search still has an answer.
pub fn search<G: Game, P: Playout<G>>(
    game: &G,
    root: &G::State,
    moves: &[Move],
    playout: &P,
    plan: &Plan,
    stop: &AtomicBool,
) -> Report {
    let arms: Vec<Statistic> = moves.iter().map(|_| Statistic::default()).collect();
    let next = AtomicU64::new(0);
    let work = || {
        let mut start = game.new_sim();
        game.load(root, &mut start);
        let player = start.to_move();
        let mut sim = start.clone();
        let mut record = Record::for_game(game);
        let mut playout = playout.clone();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= plan.simulations.max(1) || index > 0 && stop.load(Ordering::Relaxed) {
                next.fetch_sub(1, Ordering::Relaxed);
                break;
            }
            let Some(arm) = select(&arms, plan.exploration) else { break };
            let mut rng = Rng::stream(plan.seed, &[plan.search, index]);
            sim.clone_from(&start);
            sim.play(moves[arm]);
            let outcome =
                sim.outcome().unwrap_or_else(|| playout.run(&sim, &mut rng, &mut record));
            arms[arm].add(outcome.reward(player));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..plan.threads {
            scope.spawn(work);
        }
        work();
    });
    let moves: Vec<(Move, Tally)> =
        moves.iter().zip(&arms).map(|(&mv, arm)| (mv, arm.read())).collect();
    let simulations = moves.iter().map(|(_, tally)| u64::from(tally.visits)).sum();
    Report { moves, simulations }
}

/// The arm that UCB1 tries next.
fn select(arms: &[Statistic], exploration: f64) -> Option<usize> {
    let mut total = 0u64;
    for (i, arm) in arms.iter().enumerate() {
        let visits = arm.read().visits;
        if visits == 0 {
            return Some(i);
        }
        total += u64::from(visits);
    }
    let log = libm::log(total as f64);
    let score = |arm: &Statistic| {
        let tally = arm.read();
        tally.mean() + exploration * (log / f64::from(tally.visits)).sqrt()
    };
    let mut best = None;
    for (i, arm) in arms.iter().enumerate() {
        let score = score(arm);
        if best.is_none_or(|(_, held)| score > held) {
            best = Some((i, score));
        }
    }
    best.map(|(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Uniform;
    use tewari_game::Reward;
    use tewari_game::scripted::Scripted;

    const PLAN: Plan = Plan { simulations: 400, threads: 1, seed: 1, search: 0, exploration: 0.6 };

    fn run(tree: &str, plan: &Plan) -> (Scripted, Report) {
        let game = Scripted::parse(tree).unwrap();
        let root = game.initial();
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        let playout = Uniform::new(&game);
        let report = search(&game, &root, &moves, &playout, plan, &AtomicBool::new(false));
        (game, report)
    }

    #[test]
    fn the_winning_move_is_found() {
        let (game, report) = run("(a:2 b:1 c:=)", &PLAN);
        let (best, tally) = report.best().unwrap();
        assert_eq!(game.format_move(best), "b");
        assert_eq!(tally.mean(), 1.0);
        assert_eq!(report.simulations, 400);
    }

    /// After one visit each, N = 2: the scores are 1 + C·sqrt(ln 2) and 0 + C·sqrt(ln 2), so
    /// the win is tried until ln N has grown enough. With C = 0.6 the loser's second turn
    /// comes at the first N with 0.6·sqrt(ln N) > 1 + 0.6·sqrt(ln N / (N - 1)), N = 65.
    #[test]
    fn ucb1_is_the_published_formula() {
        let arms = [Statistic::default(), Statistic::default()];
        arms[0].add(Reward::WIN);
        arms[1].add(Reward::LOSS);
        let mut n = 2;
        while select(&arms, 0.6) == Some(0) {
            arms[0].add(Reward::WIN);
            n += 1;
        }
        let gap = |n: f64| 0.6 * n.ln().sqrt() - 1.0 - 0.6 * (n.ln() / (n - 1.0)).sqrt();
        assert!(gap(f64::from(n)) > 0.0 && gap(f64::from(n - 1)) <= 0.0, "N = {n}");
    }

    #[test]
    fn the_same_plan_gives_the_same_search() {
        let tree = "(a:(x:1 y:2 z:2) b:(x:1 y:1 z:2) c:(x:= y:=))";
        assert_eq!(run(tree, &PLAN).1, run(tree, &PLAN).1);
        let other = Plan { seed: 2, ..PLAN };
        assert_ne!(run(tree, &PLAN).1, run(tree, &other).1);
    }

    #[test]
    fn threads_lose_no_simulation() {
        let (_, report) = run("(a:(x:1 y:2) b:=)", &Plan { threads: 4, simulations: 5000, ..PLAN });
        assert_eq!(report.simulations, 5000);
    }

    #[test]
    fn a_stopped_search_has_an_answer() {
        let game = Scripted::parse("(a:1 b:2)").unwrap();
        let root = game.initial();
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        let stop = AtomicBool::new(true);
        let report = search(&game, &root, &moves, &Uniform::new(&game), &PLAN, &stop);
        assert_eq!(report.simulations, 1);
        assert!(report.best().is_some());
    }
}
