//! A short match against GNU Go, if it is installed; under CI it must be.

mod common;

use common::{config, games, played, quick};
use tewari_gtp::client::find_program;
use tewari_lab::record::End;

fn is_missing() -> bool {
    let missing = find_program("gnugo").is_none();
    if missing {
        assert!(
            std::env::var_os("CI").is_none(),
            "gnugo is missing, and CI skips nothing"
        );
        eprintln!("gnugo is not installed: skipped");
    }
    missing
}

/// Both get the stones, and count them alike once they agree which stones are dead.
#[test]
fn handicap_and_komi_go_with_the_pairs() {
    if is_missing() {
        return;
    }
    let text = format!(
        "[match]\nsize = 7\ngames = 4\nodds = ['3:0.5', '0:9']\ndead = 'agreed'\n\
         scorer = 'gnugo'\n\
         [[player]]\nname = 'own'\n{}[[player]]\nname = 'gnugo'\n\
         command = 'gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead \
         --level 0'\ntimeout = 60\n",
        quick(50)
    );
    let folder = tempfile::tempdir().unwrap();
    let report = played(&config(&text), folder.path()).unwrap().report();
    assert!(report.failures.is_empty(), "{}", report.text());
    let [same, other, _] = report.second_scorer;
    assert!(same > 0 && other == 0, "{}", report.text());
    let games = games(folder.path());
    let odds: Vec<String> = games
        .iter()
        .map(|game| game.odds.unwrap().to_string())
        .collect();
    assert_eq!(odds, ["3:0.5", "3:0.5", "0:9", "0:9"]);
    let sgf = std::fs::read_to_string(folder.path().join("sgf/game-000001.sgf")).unwrap();
    assert!(sgf.contains("HA[3]") && sgf.contains("KM[0.5]"), "{sgf}");
    let white = sgf.find(";W[").unwrap();
    assert!(
        sgf.find(";B[").is_none_or(|black| white < black),
        "White begins: {sgf}"
    );
}

#[test]
fn gnu_go_plays_and_counts_by_our_rules() {
    if is_missing() {
        return;
    }
    let text = format!(
        "[match]\nsize = 5\nkomi = 0.5\ngames = 4\nconcurrency = 2\nscorer = 'gnugo'\n\
         [[player]]\nname = 'own'\n{}[[player]]\nname = 'gnugo'\n\
         command = 'gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead \
         --level 0'\ntimeout = 60\n",
        quick(100)
    );
    let folder = tempfile::tempdir().unwrap();
    let report = played(&config(&text), folder.path()).unwrap().report();
    let first = games(folder.path());
    assert_eq!(first.len(), 4);
    for game in &first {
        assert!(
            matches!(game.end, End::Rules | End::Resign),
            "{:?}",
            game.detail
        );
    }
    assert!(report.failures.is_empty(), "{}", report.text());
    // With its seed sent to it, GNU Go plays the same games again.
    let again = tempfile::tempdir().unwrap();
    played(&config(&text), again.path()).unwrap();
    assert_eq!(games(again.path()), first);
}
