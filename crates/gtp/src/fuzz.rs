//! What any input must come to: a function over bytes for fuzzers, with or without a fuzzing
//! engine. `tests/fuzz.rs` drives it from a seed on stable Rust.

use std::io::{Cursor, sink};

use crate::{Line, Options, run};

/// Serves `input` as a session that can reach no file and search for next to no time.
///
/// # Panics
/// When the output is anything but one well-formed response for each command up to `quit`,
/// or when a command broke down. That is a bug found.
pub fn fuzz_gtp(input: &[u8]) {
    let mut output = Vec::new();
    let mut options = Options {
        files: false,
        simulation_cap: Some(2),
        ..Options::default()
    };
    options.params.engine.seed = 1;
    let result = run(Cursor::new(input.to_vec()), &mut output, sink(), options);
    assert!(result.is_ok(), "{result:?}");

    let output = String::from_utf8(output);
    assert!(output.is_ok(), "not UTF-8");
    let output = output.unwrap_or_default();
    let mut rest = output.as_str();
    for line in input.split(|&byte| byte == b'\n') {
        let Line::Command(command) = Line::parse(line) else {
            continue;
        };
        let end = rest.find("\n\n");
        assert!(end.is_some(), "no response to {command:?}");
        let (response, after) = rest.split_at(end.unwrap_or_default());
        rest = &after[2..];
        let body = response.strip_prefix(['=', '?']);
        let id = command.id.as_deref().unwrap_or_default();
        let text = body
            .and_then(|body| body.strip_prefix(id))
            .and_then(|body| body.strip_prefix(' '));
        assert!(
            text.is_some(),
            "malformed response {response:?} to {command:?}"
        );
        let printable = response.chars().all(|c| c == '\n' || !c.is_control());
        assert!(printable, "control characters in {response:?}");
        if response.starts_with('?') {
            assert!(
                !response.contains('\n'),
                "a failure of several lines: {response:?}"
            );
            let text = text.unwrap_or_default();
            assert!(!text.is_empty(), "a failure without words");
            assert!(
                !text.starts_with("internal error"),
                "{text:?} to {command:?}"
            );
        }
        if command.name == "quit" {
            break;
        }
    }
    assert!(rest.is_empty(), "output that nobody asked for: {rest:?}");
}
