//! What a playout from the empty board costs: `cargo bench -p tewari-go-policy`.
//!
//! Speed is given per second of processor time, the median of several runs. Because that
//! still depends on the machine, the figure to compare by is instructions per playout: the
//! program runs itself under `valgrind --tool=callgrind` for two different numbers of
//! playouts and divides the difference, which leaves out start-up and set-up but not the
//! board copy and the scoring that each playout needs.
//!
//! The other policies follow with their default parameters, as a multiple of the uniform one.
//!
//! The column "of libEGO" compares with the light playouts of libEGO from the empty board,
//! counted the same way: 70,000 instructions on 9×9 and 335,000 on 19×19.

mod measure;

use std::hint::black_box;
use std::time::Instant;

use measure::{cpu_seconds, instructions, median};

use tewari_base::Rng;
use tewari_game::Game;
use tewari_go::{Go, Size};
use tewari_go_policy::playout::{GoPlayout, PlayoutParams, Policy, Replies, UniformGo};
use tewari_mcts::{Playout, Record};

const SIZES: [u8; 3] = [9, 13, 19];
const SEED: u64 = 1;

fn libego(size: u8) -> Option<f64> {
    match size {
        9 => Some(70_000.0),
        19 => Some(335_000.0),
        _ => None,
    }
}

/// A policy that is measured.
#[derive(Clone, Copy)]
enum Measured {
    /// The uniform policy on its bare board.
    Uniform,
    /// A policy by its parameters.
    Knowing(Policy, Replies),
}

const POLICIES: [(&str, Measured); 5] = [
    ("uniform", Measured::Uniform),
    (
        "weighted",
        Measured::Knowing(Policy::Weighted, Replies::Off),
    ),
    (
        "sequence",
        Measured::Knowing(Policy::Sequence, Replies::Off),
    ),
    ("lgrf-1", Measured::Knowing(Policy::Sequence, Replies::One)),
    ("lgrf-2", Measured::Knowing(Policy::Sequence, Replies::Two)),
];

/// Runs `count` playouts; answers how many moves they had.
fn run(policy: Measured, size: u8, count: u64) -> u64 {
    let game = Go::new(Size::new(size).expect("a size that is served"));
    match policy {
        Measured::Uniform => play(&game, UniformGo::new(&game), count),
        Measured::Knowing(policy, replies) => {
            let params = PlayoutParams {
                policy,
                replies,
                ..PlayoutParams::default()
            };
            if replies == Replies::Off {
                play(&game, GoPlayout::<false>::new(&game, &params), count)
            } else {
                play(&game, GoPlayout::<true>::new(&game, &params), count)
            }
        }
    }
}

fn play<P: Playout<Go>>(game: &Go, mut policy: P, count: u64) -> u64 {
    let start = game.new_sim();
    let mut record = Record::for_game(game);
    let mut moves = 0;
    for i in 0..count {
        let outcome = policy.run(&start, &mut Rng::stream(SEED, &[i]), &mut record);
        if P::LEARNS {
            policy.learn(&[], &record, outcome);
        }
        black_box(outcome);
        moves += record.len() as u64;
    }
    moves
}

fn playouts_per_second(policy: Measured, size: u8) -> f64 {
    let (since, count) = (Instant::now(), 1_000_000 / u64::from(size).pow(2));
    let rate = |_| {
        let before = cpu_seconds(since);
        black_box(run(policy, size, count));
        count as f64 / (cpu_seconds(since) - before)
    };
    median((0..9).map(rate).collect())
}

fn instructions_per_playout(policy: usize, size: u8) -> Option<f64> {
    let (few, many) = (200, 1200);
    let of = |count: u64| instructions(&[policy.to_string(), size.to_string(), count.to_string()]);
    Some((of(many)? - of(few)?) / (many - few) as f64)
}

fn main() {
    let numbers: Vec<u64> = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .collect();
    if let [policy, size, count] = numbers[..] {
        black_box(run(POLICIES[policy as usize].1, size as u8, count));
        return;
    }
    println!("playouts from the empty board, one thread, seed {SEED}");
    println!("policy    board   moves  playouts/s  instructions  of uniform  of libEGO");
    for size in SIZES {
        let mut uniform = None;
        for (i, (name, policy)) in POLICIES.into_iter().enumerate() {
            let count = 2_000;
            let moves = run(policy, size, count) as f64 / count as f64;
            let speed = playouts_per_second(policy, size);
            let cost = instructions_per_playout(i, size);
            uniform = uniform.or(cost);
            let text = cost.map_or_else(|| "no valgrind".to_owned(), |cost| format!("{cost:.0}"));
            let ratio = |base: Option<f64>| {
                cost.zip(base).map_or_else(
                    || "-".to_owned(),
                    |(cost, base)| format!("{:.2}", cost / base),
                )
            };
            println!(
                "{name:9} {size:2}x{size:<2} {moves:7.1} {speed:11.0} {text:>13} {:>11} {:>10}",
                ratio(uniform),
                ratio(libego(size)),
            );
        }
    }
}
