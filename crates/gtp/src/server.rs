//! A session over a stream of bytes.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tewari_engine::Stop;

use crate::boards::BoardSession;
use crate::host::Host;
use crate::interrupts::{Arrivals, Interrupts};
use crate::line::{Command, Line};
use crate::session::{Options, Session};

/// Answers the commands from `input` on `output` until `quit` or the end of input.
///
/// Input is read by a thread of its own, so that three things reach a search under way: the
/// comment `# interrupt`, which makes the engine answer with what it has; `quit`; and the end
/// of input. The latter two let a script finish, see [`Options::script_gap`]. Other commands
/// wait their turn and disturb nothing, except an analysis, which any line ends.
///
/// A line is as long as it is; the protocol knows no limit. When the front end no longer
/// listens, the session ends without a word.
///
/// # Errors
/// When the output cannot be written for any other reason than that nobody listens, or the
/// thread cannot be started.
pub fn run<R, W, L>(input: R, output: W, log: L, options: Options) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write,
    L: Write + Send + 'static,
{
    let gap = options.script_gap;
    serve(input, output, Session::new(options, log), gap)
}

/// As [`run`], for a board game.
///
/// # Errors
/// As [`run`].
pub fn run_board<R, W>(input: R, output: W, session: BoardSession) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write,
{
    serve(input, output, session, Options::default().script_gap)
}

fn serve<R, W, H>(input: R, mut output: W, mut session: H, gap: Duration) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write,
    H: Host,
{
    session.attend();
    session.greet();
    let interrupts = Arc::new(Interrupts::new(session.stop()));
    let (sender, receiver) = channel();
    let shared = interrupts.clone();
    let pondering = Stop::default();
    let disturb = pondering.clone();
    // Not joined: it may be waiting for input that never comes.
    thread::Builder::new()
        .name("gtp-input".to_owned())
        .spawn(move || {
            read(input, &sender, &shared, &disturb, gap);
            disturb.raise();
        })?;
    let stop = session.stop();
    while let Some((number, command)) = next(&mut session, &receiver, &pondering) {
        let yields = H::is_open(&command.name);
        interrupts.begin(number, yields);
        let mut written = Ok(());
        let mut write = |piece: &str| {
            if written.is_ok() {
                written = output
                    .write_all(piece.as_bytes())
                    .and_then(|()| output.flush());
                if written.is_err() {
                    stop.raise();
                }
            }
        };
        let open = session.execute_to(&command, &mut write);
        if open && written.is_ok() {
            interrupts.wait_for_line_after(number);
            written = output.write_all(b"\n").and_then(|()| output.flush());
        }
        interrupts.end();
        match written {
            Ok(()) if session.is_over() => break,
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The next command; until it comes the session ponders, if it wants to.
///
/// A command that is in the queue before `pondering` is lowered is found by `try_recv`; one
/// that comes later raises it again, whether the search has begun by then or not. So no command
/// ever waits for pondering longer than for a simulation to end.
fn next(
    session: &mut impl Host,
    queue: &Receiver<(u64, Command)>,
    pondering: &Stop,
) -> Option<(u64, Command)> {
    pondering.lower();
    match queue.try_recv() {
        Ok(command) => return Some(command),
        Err(TryRecvError::Disconnected) => return None,
        Err(TryRecvError::Empty) => {}
    }
    session.ponder(pondering);
    queue.recv().ok()
}

/// Reads commands into the queue until `quit` or the end.
///
/// Each command disturbs the pondering *after* it is in the queue: see [`next`].
fn read(
    input: impl Read,
    queue: &Sender<(u64, Command)>,
    interrupts: &Interrupts,
    disturb: &Stop,
    gap: Duration,
) {
    let mut input = BufReader::new(input);
    let mut arrivals = Arrivals::new(gap);
    let mut line = Vec::new();
    loop {
        line.clear();
        // A broken input has ended.
        let length = input.read_until(b'\n', &mut line).unwrap_or(0);
        let now = Instant::now();
        interrupts.follow(arrivals.last());
        if length == 0 {
            interrupts.stop_through(arrivals.settled(now));
            return;
        }
        match Line::parse(&line) {
            Line::Blank => {}
            Line::Interrupt => interrupts.stop_through(arrivals.last()),
            Line::Command(command) => {
                let quit = command.name == "quit";
                if quit {
                    interrupts.stop_through(arrivals.settled(now));
                }
                let sent = queue.send((arrivals.next(now), command));
                disturb.raise();
                if sent.is_err() || quit {
                    return;
                }
            }
        }
    }
}
