//! What ends a search before its time, and what does not.
//!
//! Searches here have a limit that takes minutes to reach, so a test that passes shows that
//! the search was stopped. No test measures how fast; all wait generously and then fail.

mod common;

use std::io::{self, Write};
use std::time::Duration;

use common::{ENDLESS, Engine};
use tewari_gtp::{Options, run};

fn is_move(response: &str) -> bool {
    let body = response
        .strip_prefix("= ")
        .and_then(|body| body.strip_suffix("\n\n"));
    body.is_some_and(|word| word == "pass" || word.starts_with(|c: char| c.is_ascii_uppercase()))
}

#[test]
fn quit_ends_a_search() {
    let engine = Engine::start(ENDLESS, Duration::from_millis(100));
    engine.send("genmove b\n");
    engine.assert_busy();
    engine.send("5 quit\n");
    assert!(is_move(&engine.response()));
    assert_eq!(engine.response(), "=5 \n\n");
    assert_eq!(engine.end(), "");
}

#[test]
fn the_end_of_input_ends_a_search() {
    let engine = Engine::start(ENDLESS, Duration::from_millis(100));
    engine.send("genmove b\n");
    engine.assert_busy();
    assert!(is_move(&engine.end()));
}

#[test]
fn an_interruption_ends_a_search_and_not_the_next() {
    let engine = Engine::start(ENDLESS, Duration::from_millis(100));
    engine.send("# interrupt\ngenmove b\n");
    engine.assert_busy();
    engine.send("# interrupt\n");
    assert!(is_move(&engine.response()));
    engine.send("genmove w\n");
    engine.assert_busy();
    engine.send("# interrupt\nname\n");
    assert!(is_move(&engine.response()));
    assert_eq!(engine.response(), "= Tewari\n\n");
    assert_eq!(engine.end(), "");
}

#[test]
fn an_interruption_reaches_commands_that_wait() {
    let engine = Engine::start(ENDLESS, Duration::from_millis(100));
    engine.send("genmove b\ngenmove w\n# interrupt\n");
    assert!(is_move(&engine.response()));
    assert!(is_move(&engine.response()));
    assert_eq!(engine.end(), "");
}

#[test]
fn other_commands_wait_without_disturbing() {
    let engine = Engine::start(ENDLESS, Duration::from_millis(100));
    engine.send("genmove b\n");
    engine.send("protocol_version\n\n# note\nname\n");
    engine.assert_busy();
    engine.send("# interrupt\n");
    assert!(is_move(&engine.response()));
    assert_eq!(engine.response(), "= 2\n\n");
    assert_eq!(engine.response(), "= Tewari\n\n");
    assert_eq!(engine.end(), "");
}

#[test]
fn a_script_gets_what_it_asks_for() {
    // No gap is long enough to cut this search short, so it has all of its simulations.
    for end in ["quit\n", "quit", ""] {
        let engine = Engine::start(3000, Duration::from_secs(3600));
        engine.send(&format!("genmove b\ngomill-explain_last_move\n{end}"));
        let output = engine.end();
        assert!(output.contains(", 3000 in all\n\n"), "{output}");
    }
}

#[test]
fn a_front_end_that_no_longer_listens_is_no_error() {
    let mut engine = Engine::start(1, Duration::ZERO);
    engine.output = None;
    engine.send("name\nversion\n");
    engine.thread.join().unwrap().unwrap();
}

#[test]
fn other_trouble_with_the_output_is_an_error() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let result = run(
        io::Cursor::new("name\n"),
        Full,
        io::sink(),
        Options::default(),
    );
    assert_eq!(result.unwrap_err().kind(), io::ErrorKind::StorageFull);
}

/// Pondering goes on for ever if nothing disturbs it; every command does, and none is lost.
#[test]
fn commands_interrupt_pondering() {
    let engine = Engine::start(20, Duration::ZERO);
    engine.send("kata-set-param ponder.kind standard\n");
    assert_eq!(engine.response(), "= \n\n");
    engine.send("genmove b\n");
    assert!(engine.response().starts_with("= "));
    for _ in 0..3 {
        engine.assert_busy();
        engine.send("name\n");
        assert_eq!(engine.response(), "= Tewari\n\n");
    }
    engine.assert_busy();
    engine.send("play w pass\ngenmove b\n");
    assert_eq!(engine.response(), "= \n\n");
    assert!(engine.response().starts_with("= "));
    engine.assert_busy();
    engine.send("quit\n");
    assert_eq!(engine.end(), "= \n\n");
}
