//! Analysis as front ends see it come: it begins at once, goes on until another line has come,
//! and then ends without losing that line. Searches have no end of their own here.

mod common;

use std::time::Duration;

use common::{ENDLESS, Engine, PATIENCE};

fn engine() -> Engine {
    Engine::start(ENDLESS, Duration::from_millis(100))
}

/// Starts an analysis and answers its first line.
fn begin(engine: &Engine, command: &str, head: &str) -> String {
    engine.send(command);
    assert_eq!(engine.response(), head, "{command}");
    let line = engine.response();
    assert!(
        line.starts_with("info move ") && line.ends_with('\n'),
        "{line}"
    );
    line
}

/// Reads on to the empty line that ends the analysis.
fn end(engine: &Engine) {
    loop {
        let piece = engine.response();
        if piece == "\n" {
            return;
        }
        assert!(piece.starts_with("info move "), "{piece}");
    }
}

#[test]
fn any_line_ends_it_and_none_is_lost() {
    let engine = engine();
    for (line, answer) in [
        ("name\n", Some("= Tewari\n\n")),
        ("9 protocol_version\n", Some("=9 2\n\n")),
        ("stop\n", Some("= \n\n")),
        ("nonsense\n", Some("? unknown command\n\n")),
        ("\n", None),
        ("# interrupt\n", None),
        ("# a comment\r\n", None),
    ] {
        begin(&engine, "7 lz-analyze b interval 1\n", "=7 \n");
        begin_again(&engine);
        engine.send(line);
        end(&engine);
        if let Some(answer) = answer {
            assert_eq!(engine.response(), answer, "{line:?}");
        }
    }
    assert_eq!(engine.end(), "");
}

/// The stream goes on by itself.
fn begin_again(engine: &Engine) {
    assert!(engine.response().starts_with("info move "));
}

#[test]
fn an_analysis_ends_the_one_before() {
    let engine = engine();
    begin(&engine, "1 lz-analyze 1\n", "=1 \n");
    engine.send("2 kata-analyze w 1 rootInfo true ownership true\n");
    end(&engine);
    assert_eq!(engine.response(), "=2 \n");
    let line = engine.response();
    let numbers = line.split_once(" ownership ").unwrap().1.split(' ');
    assert_eq!(numbers.count(), 81);
    engine.send("3 quit\n");
    end(&engine);
    assert_eq!(engine.response(), "=3 \n\n");
    assert_eq!(engine.end(), "");
}

#[test]
fn the_end_of_input_ends_it() {
    let engine = engine();
    begin(&engine, "lz-analyze 1\n", "= \n");
    assert!(engine.end().ends_with("\n\n"));
}

/// What waits behind it in the same script ends it too; something was found all the same.
#[test]
fn a_script_does_not_wait_for_it() {
    let engine = engine();
    engine.send("lz-analyze 100\nname\n");
    let response = engine.whole_response();
    assert!(response.starts_with("= \ninfo move "), "{response}");
    assert_eq!(engine.response(), "= Tewari\n\n");
    assert_eq!(engine.end(), "");
}

/// The search is over at once, because nothing but a pass is left; the analysis is not.
#[test]
fn it_stays_open_though_there_is_nothing_left_to_find() {
    let engine = Engine::start_capped(3);
    engine.send("lz-analyze 1\n");
    assert_eq!(engine.response(), "= \n");
    assert!(engine.response().starts_with("info move "));
    engine.assert_busy();
    engine.send("name\n");
    assert_eq!(engine.response(), "\n");
    assert_eq!(engine.response(), "= Tewari\n\n");
    assert_eq!(engine.end(), "");
}

/// A search for a move tells of itself, is not disturbed by lines, and ends with the move.
#[test]
fn a_move_can_be_watched_and_interrupted() {
    let engine = engine();
    begin(
        &engine,
        "5 kata-genmove_analyze b 1 ownership true\n",
        "=5 \n",
    );
    engine.send("undo\n");
    begin_again(&engine);
    engine.send("# interrupt\n");
    let rest = engine.whole_response();
    let (_, last) = rest.trim_end().rsplit_once('\n').unwrap();
    assert!(last.starts_with("play "), "{rest}");
    assert_eq!(
        engine.response(),
        "= \n\n",
        "the move was there to be undone"
    );
    assert_eq!(engine.end(), "");
}

#[test]
fn a_front_end_that_leaves_ends_it() {
    let mut engine = engine();
    begin(&engine, "lz-analyze 1\n", "= \n");
    engine.output = None;
    let thread = engine.thread;
    let (done, is_done) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(thread.join().unwrap().is_ok()));
    assert_eq!(
        is_done.recv_timeout(PATIENCE),
        Ok(true),
        "input is still open"
    );
}
