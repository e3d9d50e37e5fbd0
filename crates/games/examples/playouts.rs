//! Uniform playouts per second of the four games, one thread:
//! `cargo run --release -p tewari-games --example playouts [seconds per game]`.

use std::time::Instant;

use tewari_base::Rng;
use tewari_game::{Game, GameState, MoveList, Outcome, Player};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};

/// Playouts between two looks at the clock.
const BATCH: u64 = 1000;

fn main() {
    let seconds = std::env::args()
        .nth(1)
        .map_or(1.0, |text| text.parse().expect("seconds"));
    println!("game            playouts/s   moves/s  length  first wins  draws    cut");
    measure(&Connect4, seconds);
    measure(&Breakthrough, seconds);
    measure(&Othello, seconds);
    measure(&CatchTheLion, seconds);
}

fn measure<G: Game>(game: &G, seconds: f64) {
    let root = game.initial();
    let mut sim = game.new_sim();
    let mut scratch = MoveList::with_capacity(game.max_moves());
    let (mut playouts, mut moves, mut cut) = (0u64, 0u64, 0u64);
    let mut outcomes = [0u64; 3];
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        for _ in 0..BATCH {
            let mut rng = Rng::stream(1, &[playouts]);
            game.load(&root, &mut sim);
            let mut length = 0;
            while length < game.max_playout_length()
                && let Some(mv) = sim.random_move(&mut rng, &mut scratch)
            {
                sim.play(mv);
                length += 1;
            }
            moves += length as u64;
            playouts += 1;
            match sim.outcome() {
                Some(Outcome::Win(Player::First)) => outcomes[0] += 1,
                Some(Outcome::Win(Player::Second)) => outcomes[1] += 1,
                Some(Outcome::Draw) => outcomes[2] += 1,
                None => cut += 1,
            }
        }
    }
    let elapsed = start.elapsed().as_secs_f64();
    let percent = |count: u64| 100.0 * count as f64 / playouts as f64;
    println!(
        "{:<14}{:>12.0}{:>9.1}M{:>8.1}{:>11.2}%{:>6.2}%{:>6.3}%",
        game.name(),
        playouts as f64 / elapsed,
        moves as f64 / elapsed / 1e6,
        moves as f64 / playouts as f64,
        percent(outcomes[0]),
        percent(outcomes[2]),
        percent(cut),
    );
}
