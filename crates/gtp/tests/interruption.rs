//! What ends a search before its time, and what does not.
//!
//! Searches here have a limit that takes minutes to reach, so a test that passes shows that
//! the search was stopped. No test measures how fast; all wait generously and then fail.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tewari_engine::Params;
use tewari_gtp::{Options, run};

/// Far more than any step takes, far less than an endless search.
const PATIENCE: Duration = Duration::from_secs(60);

/// A pipe: the reading end of a channel of bytes.
struct Pipe {
    source: Receiver<Vec<u8>>,
    waiting: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.waiting.is_empty() {
            match self.source.recv() {
                Ok(bytes) => self.waiting = bytes,
                Err(_) => return Ok(0),
            }
        }
        let length = buffer.len().min(self.waiting.len());
        buffer[..length].copy_from_slice(&self.waiting[..length]);
        self.waiting.drain(..length);
        Ok(length)
    }
}

/// The writing end of a pipe; nobody listening is a broken pipe.
struct Speaker(Sender<Vec<u8>>);

impl Write for Speaker {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        self.0
            .send(bytes.to_vec())
            .map(|()| bytes.len())
            .map_err(gone)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An engine at the other end of two pipes.
struct Engine {
    input: Option<Sender<Vec<u8>>>,
    output: Option<Receiver<Vec<u8>>>,
    thread: JoinHandle<io::Result<()>>,
}

impl Engine {
    /// An engine that thinks for `simulations`, small boards, one thread.
    fn start(simulations: u64, script_gap: Duration) -> Self {
        let mut params = Params::default();
        params.engine.seed = 1;
        params.engine.threads = 1;
        params.engine.simulations = simulations;
        let options = Options {
            params,
            script_gap,
            ..Options::default()
        };
        let (input, source) = channel();
        let (speaker, output) = channel();
        let pipe = Pipe {
            source,
            waiting: Vec::new(),
        };
        let thread = thread::spawn(move || run(pipe, Speaker(speaker), io::sink(), options));
        let engine = Self {
            input: Some(input),
            output: Some(output),
            thread,
        };
        engine.send("boardsize 9\n");
        assert_eq!(engine.response(), "= \n\n");
        engine
    }

    fn send(&self, text: &str) {
        self.input
            .as_ref()
            .unwrap()
            .send(text.as_bytes().to_vec())
            .unwrap();
    }

    fn response(&self) -> String {
        String::from_utf8(
            self.output
                .as_ref()
                .unwrap()
                .recv_timeout(PATIENCE)
                .unwrap(),
        )
        .unwrap()
    }

    /// That the engine says nothing for a while.
    fn assert_busy(&self) {
        let answer = self
            .output
            .as_ref()
            .unwrap()
            .recv_timeout(Duration::from_millis(300));
        assert_eq!(answer, Err(RecvTimeoutError::Timeout));
    }

    /// Everything said until the end.
    fn end(self) -> String {
        drop(self.input);
        let output: Vec<Vec<u8>> = self.output.unwrap().iter().collect();
        self.thread.join().unwrap().unwrap();
        String::from_utf8(output.concat()).unwrap()
    }
}

/// A search that no test waits for.
const ENDLESS: u64 = 1_000_000_000_000;

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
