//! Go as a game of the common contract: the conformance kit, perft, and recorded games.
//!
//! `TEWARI_BLESS=1 cargo test -p tewari-go --test conformance` writes the records anew.

mod support;

use std::path::Path;
use std::{env, fs};

use support::reference::Reference;
use support::{area_rules, size};
use tewari_game::{Game, conformance, perft, transcript};
use tewari_go::{Go, Komi, Rules};

/// Only rules that count by area: prisoners are part of the record, which neither the text of
/// a position nor the simulations' board carries, so that the winner by territory may differ.
fn check_conformance(n: u8, games: u32) {
    for (seed, rules) in area_rules().into_iter().enumerate() {
        let go = Go {
            size: size(n),
            rules,
            komi: Komi::from_points(0.5).unwrap(),
        };
        conformance::check(&go, games, seed as u64);
    }
}

#[test]
fn small_boards_keep_the_contract() {
    for n in 2..=4 {
        check_conformance(n, 25);
    }
}

#[test]
fn middle_boards_keep_the_contract() {
    for n in 5..=7 {
        check_conformance(n, 3);
    }
}

#[test]
fn nine_lines_keep_the_contract() {
    check_conformance(9, 1);
}

/// How many sequences of `depth` moves the reference knows.
fn slow_perft(game: &Reference, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.passes == 2 {
        return 0;
    }
    let points = game
        .board
        .points()
        .filter(|&at| game.check(game.turn, at).is_ok());
    points
        .map(Some)
        .chain([None])
        .map(|at| {
            let mut next = game.clone();
            next.play(game.turn, at);
            slow_perft(&next, depth - 1)
        })
        .sum()
}

fn check_perft(n: u8, rules: Rules, counts: &[u64]) {
    let go = Go {
        size: size(n),
        rules,
        komi: Komi::DEFAULT,
    };
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(
            perft(&go.initial(), depth),
            count,
            "{} {n}x{n} {depth}",
            rules.name()
        );
        if count < 40_000 {
            assert_eq!(slow_perft(&Reference::new(n.into(), rules), depth), count);
        }
    }
}

#[test]
fn perft_on_2x2() {
    let counts = [5, 21, 68, 156, 316, 604, 1088, 2184, 4184, 8024];
    check_perft(2, Rules::CHINESE, &counts);
    // Whoever fills the last point of 2×2 captures, so that there is no suicide of two.
    check_perft(2, Rules::TROMP_TAYLOR, &counts);
    check_perft(
        2,
        Rules::AGA,
        &[5, 21, 68, 156, 316, 604, 1112, 2312, 4544, 8800],
    );
    check_perft(
        2,
        Rules::NEW_ZEALAND,
        &[5, 21, 68, 180, 428, 860, 1704, 3936, 9808, 24_400],
    );
    check_perft(
        2,
        Rules::JAPANESE,
        &[5, 21, 68, 156, 316, 604, 1168, 2592, 5768, 12_120],
    );
}

#[test]
fn perft_on_3x3_and_4x4() {
    check_perft(
        3,
        Rules::CHINESE,
        &[10, 91, 738, 5281, 33_384, 179_712, 842_696],
    );
    check_perft(
        3,
        Rules::TROMP_TAYLOR,
        &[10, 91, 738, 5281, 33_384, 180_768, 857_576],
    );
    check_perft(
        3,
        Rules::AGA,
        &[10, 91, 738, 5281, 33_384, 179_712, 842_728],
    );
    check_perft(3, Rules::NEW_ZEALAND, &[10, 91, 738, 5345, 34_272, 193_040]);
    check_perft(3, Rules::JAPANESE, &[10, 91, 738, 5281, 33_384, 179_712]);
    check_perft(4, Rules::CHINESE, &[17, 273, 4112, 57_984]);
    check_perft(4, Rules::NEW_ZEALAND, &[17, 273, 4112, 58_104]);
}

fn check_transcript(n: u8, rules: Rules, seed: u64) {
    let go = Go {
        size: size(n),
        rules,
        komi: Komi::DEFAULT,
    };
    let recorded = transcript::record(&go, seed, 200);
    let file = format!("tests/transcripts/{}-{n}x{n}-{seed}.txt", rules.name());
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
fn transcripts() {
    check_transcript(2, Rules::CHINESE, 1);
    check_transcript(3, Rules::TROMP_TAYLOR, 1);
    check_transcript(4, Rules::NEW_ZEALAND, 1);
    check_transcript(5, Rules::JAPANESE, 1);
    check_transcript(7, Rules::AGA, 1);
    check_transcript(9, Rules::CHINESE, 1);
}
