//! A short match against GNU Go, if it is installed; under CI it must be.

mod common;

use common::{config, games, played, quick};
use tewari_gtp::client::find_program;
use tewari_lab::record::End;

#[test]
fn gnu_go_plays_and_counts_by_our_rules() {
    if find_program("gnugo").is_none() {
        assert!(
            std::env::var_os("CI").is_none(),
            "gnugo is missing, and CI skips nothing"
        );
        eprintln!("gnugo is not installed: skipped");
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
