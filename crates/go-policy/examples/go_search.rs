//! Searches the empty Go board, plain and with RAVE:
//! `cargo run --release -p tewari-go-policy --example go_search [size] [simulations]`.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tewari_game::{Game, Move};
use tewari_go::{Go, Size};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::observe::{Lengths, Owners};
use tewari_mcts::{Budget, Bundle, Config, Search};

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let size = arguments.next().map_or(Ok(9), |text| text.parse());
    let size = size.ok().and_then(Size::new).ok_or("a size from 2 to 25")?;
    let simulations = arguments
        .next()
        .map_or(20_000, |text| text.parse().expect("simulations"));
    let game = Go::new(size);
    let mut config = Config::default();
    search(&game, config, simulations, "plain UCT")?;
    config.rave.on = true;
    config.search.exploration = 0.0;
    config.search.expand_at = 5;
    search(&game, config, simulations, "RAVE")
}

/// Uniform playouts that fill no eyes, knowledge that proposes no eye; lengths of games and
/// owners of points are observed.
type Setup = Bundle<Go, UniformGo, KeepEyes, (Lengths, Owners)>;

fn search(game: &Go, config: Config, simulations: u64, name: &str) -> Result<(), String> {
    let playout = UniformGo::new(game);
    let mut search: Search<Setup> = Search::new(*game, playout, KeepEyes, config, 256 << 20, 1)?;
    let budget = Budget::simulations(simulations);
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    let report = search.run(&game.initial(), &budget, 1, 0, &stop, &mut ());
    let seconds = start.elapsed().as_secs_f64();

    println!(
        "{name}: {:.0} simulations a second",
        simulations as f64 / seconds
    );
    println!("move  visits   value");
    for m in report.snapshot.ranked().iter().take(5) {
        let (mv, visits) = (game.format_move(m.mv), m.tally.visits);
        println!("{mv:>4}{visits:>8}{:>8.3}", m.value());
    }
    let line: Vec<String> = report.line.iter().map(|&mv| game.format_move(mv)).collect();
    println!("expected: {}", line.join(" "));
    let (lengths, owners) = report.observed;
    println!(
        "{} positions of {} bytes; games of {:.0} moves",
        report.entries_made,
        search.table().layout().bytes(),
        lengths.mean().unwrap_or(0.0),
    );
    let critical = (0..owners.places())
        .max_by(|&a, &b| owners.criticality(a).total_cmp(&owners.criticality(b)))
        .map_or_else(String::new, |place| game.format_move(Move(place as u16)));
    println!(
        "the most critical point is {critical}: {:.2}\n",
        owners.max_criticality()
    );
    Ok(())
}
