//! Searches a Connect-4 position:
//! `cargo run --release -p tewari-mcts --example connect4_search [columns] [simulations]`,
//! for instance `connect4_search 4444 100000` after four discs in the middle; `-` for none.

use std::sync::atomic::AtomicBool;

use tewari_game::{Game, GameState};
use tewari_games::Connect4;
use tewari_mcts::config::{Config, Formula};
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::tree::Proof;
use tewari_mcts::{Budget, Bundle, Search, Uniform};

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let columns = arguments.next().filter(|text| text != "-");
    let simulations = arguments
        .next()
        .map_or(100_000, |text| text.parse().expect("simulations"));
    let game = Connect4;
    let mut state = game.initial();
    for column in columns.unwrap_or_default().chars() {
        let mv = game.parse_move(&column.to_string());
        let mv = mv.map_err(|error| error.to_string())?;
        state.try_play(mv).map_err(|error| error.to_string())?;
    }

    let mut config = Config::default();
    config.search.formula = Formula::Ucb1Tuned;
    config.search.exploration = 1.3;
    config.search.solver = true;
    let playout = Uniform::new(&game);
    let mut search: Search<Bundle<Connect4, Uniform<Connect4>, Ignorance>> =
        Search::new(game, playout, Ignorance, config, 64 << 20, 1)?;
    let budget = Budget::simulations(simulations);
    let stop = AtomicBool::new(false);
    let report = search.run(&state, &budget, 1, 0, &stop, &mut ());

    println!("{}", game.format_state(&state));
    println!("column   visits    value  proof");
    for m in report.snapshot.ranked() {
        let proof = match m.proof {
            Proof::Open => "",
            Proof::Win => "win",
            Proof::Loss => "loss",
        };
        let (column, visits) = (game.format_move(m.mv), m.tally.visits);
        println!("{column:>6}{visits:>9}{:>9.3}  {proof}", m.value());
    }
    let line: Vec<String> = report.line.iter().map(|&mv| game.format_move(mv)).collect();
    println!("expected: {}", line.join(" "));
    println!(
        "{} simulations, {} positions of {} bytes",
        report.snapshot.simulations,
        report.entries_made,
        search.table().layout().bytes(),
    );
    Ok(())
}
