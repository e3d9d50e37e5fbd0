//! An engine at the other end of two pipes, for tests of what happens when.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tewari_gtp::{Options, run};

/// Far more than any step takes, far less than an endless search.
pub const PATIENCE: Duration = Duration::from_secs(60);

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
pub struct Engine {
    pub input: Option<Sender<Vec<u8>>>,
    pub output: Option<Receiver<Vec<u8>>>,
    pub thread: JoinHandle<io::Result<()>>,
}

impl Engine {
    /// An engine that thinks for `simulations`, small boards, one thread.
    pub fn start(simulations: u64, script_gap: Duration) -> Self {
        let mut options = Options::default();
        options.params.engine.simulations = simulations;
        options.script_gap = script_gap;
        Self::start_with(options)
    }

    /// An engine that may not make more simulations, whatever is asked.
    pub fn start_capped(simulations: u64) -> Self {
        Self::start_with(Options {
            simulation_cap: Some(simulations),
            ..Options::default()
        })
    }

    fn start_with(mut options: Options) -> Self {
        options.params.engine.seed = 1;
        options.params.engine.threads = 1;
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

    pub fn send(&self, text: &str) {
        self.input
            .as_ref()
            .unwrap()
            .send(text.as_bytes().to_vec())
            .unwrap();
    }

    pub fn response(&self) -> String {
        String::from_utf8(
            self.output
                .as_ref()
                .unwrap()
                .recv_timeout(PATIENCE)
                .unwrap(),
        )
        .unwrap()
    }

    /// Everything said up to an empty line.
    pub fn whole_response(&self) -> String {
        let mut text = String::new();
        while !text.ends_with("\n\n") {
            text += &self.response();
        }
        text
    }

    /// That the engine says nothing for a while.
    pub fn assert_busy(&self) {
        let answer = self
            .output
            .as_ref()
            .unwrap()
            .recv_timeout(Duration::from_millis(300));
        assert_eq!(answer, Err(RecvTimeoutError::Timeout));
    }

    /// Everything said until the end.
    pub fn end(self) -> String {
        drop(self.input);
        let output: Vec<Vec<u8>> = self.output.unwrap().iter().collect();
        self.thread.join().unwrap().unwrap();
        String::from_utf8(output.concat()).unwrap()
    }
}

/// A search that no test waits for.
pub const ENDLESS: u64 = 1_000_000_000_000;
