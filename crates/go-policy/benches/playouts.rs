//! What a playout from the empty board costs: `cargo bench -p tewari-go-policy`.
//!
//! Speed is given per second of processor time, the median of several runs. Because that
//! still depends on the machine, the figure to compare by is instructions per playout: the
//! program runs itself under `valgrind --tool=callgrind` for two different numbers of
//! playouts and divides the difference, which leaves out start-up and set-up but not the
//! board copy and the scoring that each playout needs.
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
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::Record;

const SIZES: [u8; 3] = [9, 13, 19];
const SEED: u64 = 1;

fn libego(size: u8) -> Option<f64> {
    match size {
        9 => Some(70_000.0),
        19 => Some(335_000.0),
        _ => None,
    }
}

/// Runs `count` playouts; answers how many moves they had.
fn run(size: u8, count: u64) -> u64 {
    let game = Go::new(Size::new(size).expect("a size that is served"));
    let start = game.new_sim();
    let mut policy = UniformGo::new(&game);
    let mut record = Record::for_game(&game);
    let mut moves = 0;
    for i in 0..count {
        black_box(policy.play_out(&start, &mut Rng::stream(SEED, &[i]), &mut record));
        moves += record.len() as u64;
    }
    moves
}

fn playouts_per_second(size: u8) -> f64 {
    let (since, count) = (Instant::now(), 2_000_000 / u64::from(size).pow(2));
    let rate = |_| {
        let before = cpu_seconds(since);
        black_box(run(size, count));
        count as f64 / (cpu_seconds(since) - before)
    };
    median((0..9).map(rate).collect())
}

fn instructions_per_playout(size: u8) -> Option<f64> {
    let (few, many) = (200, 1200);
    let of = |count: u64| instructions(&[size.to_string(), count.to_string()]);
    Some((of(many)? - of(few)?) / (many - few) as f64)
}

fn main() {
    let numbers: Vec<u64> = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .collect();
    if let [size, count] = numbers[..] {
        black_box(run(size as u8, count));
        return;
    }
    println!("uniform playouts from the empty board, one thread, seed {SEED}");
    println!("board   moves  playouts/s  instructions  of libEGO");
    for size in SIZES {
        let count = 5_000;
        let moves = run(size, count) as f64 / count as f64;
        let speed = playouts_per_second(size);
        let cost = instructions_per_playout(size);
        let text = cost.map_or_else(|| "no valgrind".to_owned(), |cost| format!("{cost:.0}"));
        let ratio = cost.zip(libego(size)).map_or_else(
            || "-".to_owned(),
            |(cost, libego)| format!("{:.2}", cost / libego),
        );
        println!("{size:2}x{size:<2} {moves:7.1} {speed:11.0} {text:>13} {ratio:>10}");
    }
}
