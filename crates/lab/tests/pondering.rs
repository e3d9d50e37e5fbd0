//! Thinking in the opponent's time, in matches.

mod common;

use common::{config, games, played};
use tewari_control::PonderStats;
use tewari_lab::config::MatchFile;
use tewari_lab::record::GameLine;

fn connect4(ponder: &str, more: &str) -> String {
    format!(
        "[match]\ngame = 'connect4'\ngames = 4\nopenings = 'random:2'\ntime = '2s'\n\
         clock = 'virtual:500'\n{more}\
         [defaults]\nset = {{'engine.memory' = 1, 'search.solver' = false}}\n\
         [[player]]\nname = 'ponders'\nset = {{{ponder}}}\n[[player]]\nname = 'plain'\n"
    )
}

/// What pondering came to for the player, and the simulations that its opponent made between
/// its own moves.
fn pondered(game: &GameLine, player: &str) -> (PonderStats, u64) {
    let own = usize::from(game.first != player);
    assert_eq!(
        game.pondered(1 - own),
        None,
        "the other one does not ponder"
    );
    let plies = game.opening_moves..game.times.len();
    let own_plies: Vec<usize> = plies.filter(|ply| ply % 2 == own).collect();
    let between = own_plies.windows(2).map(|pair| pair[0] + 1);
    let made = between.map(|ply| game.times[ply].as_ref().unwrap().3).sum();
    (game.pondered(own).unwrap(), made)
}

/// On a virtual clock who ponders makes as many simulations as the other one, the same ones
/// every time.
#[test]
fn virtual_pondering_takes_the_time_of_the_opponent() {
    let standard = "'ponder.kind' = 'standard', 'ponder.reduce' = true";
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for (folder, more) in folders.iter().zip(["", "concurrency = 2\n"]) {
        let report = played(&config(&connect4(standard, more)), folder.path());
        let report = report.unwrap().report();
        assert!(report.failures.is_empty(), "{}", report.text());
    }
    let played = games(folders[0].path());
    assert_eq!(played, games(folders[1].path()));
    for game in &played {
        let (stats, made) = pondered(game, "ponders");
        assert_eq!(stats.simulations, made, "{game:?}");
        assert!((stats.seconds - made as f64 / 500.0).abs() < 1e-3);
        assert_eq!(
            stats.prediction_rate(),
            Some(1.0),
            "every reply is searched"
        );
        assert!(stats.expected > 0 && stats.expected <= stats.hits);
        assert!(stats.useful > 0 && stats.reduced > 0.0, "{stats:?}");
    }
}

#[test]
fn focused_pondering_predicts_some_replies() {
    let folder = tempfile::tempdir().unwrap();
    let focused = "'ponder.kind' = 'focused', 'ponder.replies' = 2";
    played(&config(&connect4(focused, "")), folder.path()).unwrap();
    let mut sum = PonderStats::default();
    for game in games(folder.path()) {
        sum += pondered(&game, "ponders").0;
    }
    assert!(sum.hits > 0 && sum.misses > 0, "{sum:?}");
    assert_eq!(sum.reduced, 0.0);
}

fn against_a_program(timing: &str, thinks: &str) -> String {
    let fake = env!("CARGO_BIN_EXE_fake-gtp");
    format!(
        "[match]\nsize = 5\ngames = 2\n{timing}[[player]]\nname = 'own'\n\
         set = {{'engine.memory' = 2, 'engine.simulations' = 20, 'ponder.kind' = 'standard'}}\n\
         [[player]]\nname = 'slow'\ncommand = ['{fake}', 'slow']\n{thinks}"
    )
}

/// A program is taken to think as long as was said, which has to be said.
#[test]
fn the_time_of_programs_is_declared() {
    let timing = "time = '60s'\nclock = 'virtual:100'\n";
    let folder = tempfile::tempdir().unwrap();
    played(
        &config(&against_a_program(timing, "thinks = 0.3\n")),
        folder.path(),
    )
    .unwrap();
    for game in games(folder.path()) {
        let own = usize::from(game.first != "own");
        let stats = game.pondered(own).unwrap();
        assert!(stats.replies() > 0);
        assert_eq!(stats.simulations, 30 * u64::from(stats.replies()));
    }
    for (thinks, part) in [
        ("", "player slow: a virtual clock does not tell"),
        ("thinks = -1.0\n", "thinks must be a number of seconds"),
    ] {
        let file = MatchFile::parse(&against_a_program(timing, thinks)).unwrap();
        let error = file.resolve(std::path::Path::new("")).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}

/// On the wall the engine searches while the other one thinks, until the reply is there.
#[test]
fn on_the_wall_pondering_is_interrupted_by_the_reply() {
    let folder = tempfile::tempdir().unwrap();
    let report = played(&config(&against_a_program("", "")), folder.path());
    let report = report.unwrap().report();
    assert!(report.failures.is_empty(), "{}", report.text());
    for game in games(folder.path()) {
        let own = usize::from(game.first != "own");
        let stats = game.pondered(own).unwrap();
        assert!(stats.hits > 0 && stats.simulations >= u64::from(stats.hits));
        assert!(stats.seconds > 0.0);
    }
}

#[test]
fn pondering_that_cannot_be_is_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let text = connect4("'ponder.kind' = 'standard', 'search.reuse' = false", "");
    let error = played(&config(&text), folder.path()).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("ponder.kind needs search.reuse"), "{error}");
}
