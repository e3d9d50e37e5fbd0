//! Recorded games: a change of anything a game shows to the outside changes one of them.
//!
//! `TEWARI_BLESS=1 cargo test -p tewari-games --test transcripts` writes them anew.

use std::path::Path;
use std::{env, fs};

use tewari_game::{Game, transcript};
use tewari_games::{Breakthrough, CatchTheLion, Connect4, Othello};

fn check<G: Game>(game: &G, seed: u64) {
    let recorded = transcript::record(game, seed, 100);
    let file = format!("tests/transcripts/{}-{seed}.txt", game.name());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("TEWARI_BLESS").is_some() {
        fs::write(&path, recorded).unwrap();
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = kept
        .lines()
        .zip(recorded.lines())
        .position(|(kept, new)| kept != new);
    assert!(
        kept == recorded,
        "{} differs at line {}; if that is intended, run again with TEWARI_BLESS=1",
        path.display(),
        differs.unwrap_or(kept.lines().count().min(recorded.lines().count())) + 1,
    );
}

#[test]
fn connect4() {
    check(&Connect4, 1);
    check(&Connect4, 2);
}

#[test]
fn breakthrough() {
    check(&Breakthrough, 1);
}

#[test]
fn othello() {
    check(&Othello, 1);
}

#[test]
fn lion() {
    check(&CatchTheLion, 1);
    check(&CatchTheLion, 2);
}
