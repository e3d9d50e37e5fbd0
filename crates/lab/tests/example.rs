//! The example that people start from.

use std::path::Path;

use tewari_lab::config::{MatchFile, PlayerKind};

#[test]
fn the_example_is_a_match() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments/example-match.toml");
    let file = MatchFile::read(&path).unwrap();
    let config = file.resolve(path.parent().unwrap()).unwrap();
    assert_eq!(config.players.len(), 3);
    assert!(matches!(config.players[2].kind, PlayerKind::External(_)));
    // It shows every key: what is commented out must be right, too.
    let text = std::fs::read_to_string(&path).unwrap();
    for key in [
        "game",
        "size",
        "komi",
        "rules",
        "games",
        "schedule",
        "concurrency",
        "seed",
        "openings",
        "opening_plies",
        "opening_order",
        "move_limit",
        "time",
        "clock",
        "margin",
        "odds",
        "affinity",
        "at_limit",
        "dead",
        "scorer",
        "anchor",
        "elo0",
        "elo1",
        "alpha",
        "beta",
        "model",
        "set",
        "config",
        "command",
        "gtp",
        "game_gtp",
        "env",
        "cwd",
        "stderr",
        "timeout",
        "memory",
        "threads",
        "restart",
    ] {
        let shown = text.lines().any(|line| {
            line.trim_start_matches('#')
                .trim_start()
                .starts_with(&format!("{key} = "))
        });
        assert!(shown, "{key} is not shown");
    }
}
