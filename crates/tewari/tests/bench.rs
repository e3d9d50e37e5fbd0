//! The signature is a function of the program alone.

mod common;

use common::run_in;

#[test]
fn the_signature_is_repeatable_and_can_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let bench = |arguments: &[&str]| run_in(folder.path(), arguments, "");
    let first = bench(&["bench", "--signature"]);
    assert_eq!(first.code, 0, "{}", first.err);
    let last = first.out.lines().last().unwrap();
    let word = last.strip_prefix("signature ").unwrap();
    assert!(
        word.len() == 16 && word.bytes().all(|c| c.is_ascii_hexdigit()),
        "{last}"
    );
    for word in [
        "go9 ",
        "go19 ",
        "connect4 ",
        "breakthrough ",
        "othello ",
        "lion ",
        "uct ",
        "tuned-solver ",
        "rave-silver ",
        "rave-gelly ",
        "psr ",
        "grandfather ",
        "widening ",
        "leaf-parallel ",
        "root-parallel ",
        "cluster ",
    ] {
        assert!(
            first.out.lines().any(|line| line.starts_with(word)),
            "{word}"
        );
    }

    let file = folder.path().join("bench.signature");
    std::fs::write(&file, &first.out).unwrap();
    let same = bench(&["bench", "--check", "bench.signature"]);
    assert_eq!((same.code, same.err.as_str()), (0, ""));
    assert_eq!(same.out, first.out);

    // A changed game is named.
    let total = tewari_base::mix(tewari_base::mix(1));
    std::fs::write(&file, format!("go9 1\nsignature {total:016x}\n")).unwrap();
    let changed = bench(&["bench", "--check", "bench.signature"]);
    assert_eq!(changed.code, 1);
    let start = "error: the behaviour is not that of bench.signature: go9 was 0000000000000001 and";
    assert!(changed.err.starts_with(start), "{}", changed.err);
    assert_eq!(changed.err.lines().count(), 1, "{}", changed.err);

    // A file that contradicts itself is refused.
    std::fs::write(&file, "go9 1\nsignature 1\n").unwrap();
    let refused = bench(&["bench", "--check", "bench.signature"]);
    assert_eq!(refused.code, 1);
    assert!(
        refused
            .err
            .contains("does not belong to the games above it"),
        "{}",
        refused.err
    );
}
