//! Matches on the clock.

mod common;

use common::{config, games, played};
use tewari_lab::record::End;

const VIRTUAL: &str = "[match]\ngame = 'connect4'\ngames = 4\nopenings = 'random:2'\n\
    time = '2s'\nclock = 'virtual:500'\n[defaults]\nset = {'engine.memory' = 1}\n\
    [[player]]\nname = 'stop'\nset = {'time.strategy' = 'exp-moves+stop'}\n\
    [[player]]\nname = 'plain'\nset = {'time.strategy' = 'exp-moves'}\n";

/// On a virtual clock a match depends on nothing but its seeds, and nobody spends what he has
/// not got.
#[test]
fn virtual_time_is_simulations() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let report = played(&config(VIRTUAL), folders[0].path())
        .unwrap()
        .report();
    played(
        &config(&VIRTUAL.replace("games = 4", "games = 4\nconcurrency = 2")),
        folders[1].path(),
    )
    .unwrap();
    let first = games(folders[0].path());
    assert_eq!(first, games(folders[1].path()));
    assert!(report.failures.is_empty(), "{}", report.text());
    for game in &first {
        let mut used = [0.0; 2];
        assert_eq!(game.times.len(), game.moves.split(' ').count());
        for (ply, time) in game.times.iter().enumerate().skip(game.opening_moves) {
            let time = time.as_ref().unwrap();
            assert!((time.2 - time.3 as f64 / 500.0).abs() < 1e-3, "{time:?}");
            // What was left is what had not been used.
            assert!(
                (time.0 + used[ply % 2] - 2.0).abs() < 1e-2,
                "{time:?} {used:?}"
            );
            used[ply % 2] += time.2;
        }
        assert!(
            used.iter().all(|&used| used > 0.5 && used <= 2.0),
            "{used:?}"
        );
    }
}

#[test]
fn who_is_late_loses_on_time() {
    let fake = env!("CARGO_BIN_EXE_fake-gtp");
    let text = format!(
        "[match]\nsize = 5\ngames = 2\ntime = '100ms'\nmargin = 0.05\n\
         [[player]]\nname = 'own'\ntime = '1h'\n\
         set = {{'engine.simulations' = 20, 'engine.memory' = 2}}\n\
         [[player]]\nname = 'slow'\ncommand = ['{fake}', 'slow']\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let report = played(&config(&text), folder.path()).unwrap().report();
    assert_eq!(report.failures["slow"][End::Time.title()], 2);
    let text = report.text();
    assert!(
        text.contains("slow lost games by failing: 2 on time"),
        "{text}"
    );
    for game in games(folder.path()) {
        assert_eq!(game.end, End::Time);
        assert!(game.detail.unwrap().contains("0.100 s"));
    }
}

/// On a virtual clock programs have none.
#[test]
fn programs_have_no_virtual_time() {
    let fake = env!("CARGO_BIN_EXE_fake-gtp");
    let text = format!(
        "[match]\nsize = 5\ngames = 2\ntime = '1s'\nclock = 'virtual:100'\n\
         [[player]]\nname = 'own'\nset = {{'engine.memory' = 2}}\n\
         [[player]]\nname = 'slow'\ncommand = ['{fake}', 'slow']\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let report = played(&config(&text), folder.path()).unwrap().report();
    assert!(report.failures.is_empty(), "{}", report.text());
}
