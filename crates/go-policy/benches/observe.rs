//! What observers cost: `cargo bench -p tewari-go-policy --bench observe`.
//!
//! Instructions per simulation of the same search, 9×9, UCT, with each observer, and with a
//! loop that knows no observers at all: it descends, plays out and credits by itself. The
//! empty observer must cost what that loop costs, up to what the compiler makes of two
//! different loops.

#[path = "measure/callgrind.rs"]
mod callgrind;

use std::hint::black_box;

use callgrind::instructions;
use tewari_base::Rng;
use tewari_game::Game;
use tewari_go::{Bare, Board, Go, Size};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::observe::{Lengths, Observer, Owners};
use tewari_mcts::plant::columns;
use tewari_mcts::store::Local;
use tewari_mcts::tree::Table;
use tewari_mcts::walk::{Ground, Leaf, Progress, Worker};
use tewari_mcts::{Bundle, Config, Playout};

const FEW: u64 = 1000;
const MANY: u64 = 6000;
const BYTES: usize = 64 << 20;

type Setup<O> = Bundle<Go, UniformGo, KeepEyes, O>;

/// Runs `count` simulations by `simulate`, which gets the worker and the simulation's number.
fn grow<O: Observer<Board<Bare>>>(
    count: u64,
    simulate: impl Fn(&mut Worker<Setup<O>>, &Ground<'_, Go>, &Table, tewari_mcts::tree::Slot, u64),
) {
    let game = Go::new(Size::new(9).expect("a size that is served"));
    let (state, config) = (game.initial(), Config::default());
    let mut table =
        Table::new(BYTES, game.max_moves(), columns::<Setup<O>>(&config, false)).unwrap();
    table.begin_search(false);
    let mut ground = Ground::new(&game, &state, &config, 1, 0, 0);
    let root = ground
        .plant(&state, &table, &KeepEyes, &[])
        .expect("the game goes on");
    let mut worker = Worker::new(&ground, &UniformGo::new(&game), &KeepEyes);
    for index in 0..count {
        simulate(&mut worker, &ground, &table, root, index);
    }
    black_box(&worker.observer);
}

fn observed<O: Observer<Board<Bare>>>(count: u64) {
    grow::<O>(count, |worker, ground, table, root, index| {
        worker.simulate(ground, &Local::<false>(table), index, root);
    });
}

/// The same, written without any observer.
fn unobserved(count: u64) {
    let game = Go::new(Size::new(9).expect("a size that is served"));
    let policy = std::cell::RefCell::new(UniformGo::new(&game));
    grow::<()>(count, |worker, ground, table, root, index| {
        let store = Local::<false>(table);
        let mut rng = Rng::stream(ground.seed, &[ground.search, index]);
        worker.depart(ground, index);
        let Progress::Leaf(leaf) = worker.descend(ground, &store, root);
        let outcome = match leaf {
            Leaf::Ended { outcome, .. } => {
                worker.record.clear();
                outcome
            }
            Leaf::Open => policy
                .borrow_mut()
                .run(&worker.sim, &mut rng, &mut worker.record),
        };
        worker.credit(ground, &store, leaf, outcome);
    });
}

fn run(mode: &str, count: u64) {
    match mode {
        "none" => unobserved(count),
        "empty" => observed::<()>(count),
        "lengths" => observed::<Lengths>(count),
        "owners" => observed::<Owners>(count),
        "both" => observed::<(Lengths, Owners)>(count),
        other => panic!("no observer is called {other:?}"),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, count] = &arguments[..]
        && let Ok(count) = count.parse()
    {
        return run(mode, count);
    }
    println!("instructions per simulation, 9x9, uniform playouts, UCT");
    let per_simulation = |mode: &str| {
        let of = |count: u64| instructions(&[mode.to_owned(), count.to_string()]);
        Some((of(MANY)? - of(FEW)?) / (MANY - FEW) as f64)
    };
    let Some(none) = per_simulation("none") else {
        println!("valgrind is missing");
        return;
    };
    println!("{:<10} {none:10.1}", "no code");
    for mode in ["empty", "lengths", "owners", "both"] {
        if let Some(cost) = per_simulation(mode) {
            let more = 100.0 * (cost / none - 1.0);
            println!("{mode:<10} {cost:10.1}  {more:+.3}%");
        }
    }
}
