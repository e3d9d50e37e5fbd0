//! The other side of the protocol: driving a program that speaks GTP.
//!
//! ```text
//!   Client::send ──▶ standard input of the program
//!        ▲
//!        └── lines ◀── reader thread ◀── its standard output
//! ```
//!
//! The program is started directly, never through a shell, and in a process group of its own,
//! so that Ctrl-C at the terminal reaches the one who drives it and not the program. What it
//! writes to standard error goes to a file or nowhere: nobody has to drain it. A program that
//! dies, hangs or talks nonsense costs its [`Client`] and nothing else: dropping the client
//! ends the program whatever it is doing.
//!
//! Before its first response a program may print what it likes to standard output (some greet
//! their user); from then on every line must belong to a response.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

#[cfg(test)]
mod tests;

/// Folders where distributions put games without always naming them in PATH.
const GAME_FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];
/// A longer line is nonsense: a 25×25 ownership map has less than 10 kB.
const MAX_LINE: u64 = 1 << 20;
/// No answer has more lines than this.
const MAX_LINES: usize = 10_000;
/// Greetings before the first response may have so many lines.
const MAX_GREETING: usize = 1_000;
/// How often a waiting client looks whether it was cancelled.
const GLANCE: Duration = Duration::from_millis(20);

/// How to start a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Launch {
    /// The program, a path or a name to be looked up as [`find_program`] does.
    pub program: String,
    /// Its arguments, passed on as they are.
    pub arguments: Vec<String>,
    /// Variables added to its environment.
    pub environment: Vec<(String, String)>,
    /// The folder it runs in; ours if `None`.
    pub folder: Option<PathBuf>,
    /// The file to which its standard error is appended; thrown away if `None`.
    pub log: Option<PathBuf>,
}

/// What went wrong with a program.
#[derive(Debug)]
pub enum ClientError {
    /// No program of this name, here or in the folders of PATH.
    NotFound(String),
    /// It could not be started.
    Start(PathBuf, io::Error),
    /// It ended, or closed its output, before it answered.
    Ended(Option<ExitStatus>),
    /// It did not answer this command in time.
    TimedOut(String, Duration),
    /// It wrote something that is no response.
    Garbage(String),
    /// It refused a command: the command and the reason it gave.
    Refused(String, String),
    /// Whoever waited does not want to wait any more.
    Cancelled,
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(name) => write!(f, "no program {name:?} was found"),
            Self::Start(path, error) => write!(f, "cannot start {}: {error}", path.display()),
            Self::Ended(None) => f.write_str("the program closed its output"),
            Self::Ended(Some(status)) => write!(f, "the program ended ({status})"),
            Self::TimedOut(command, limit) => {
                write!(
                    f,
                    "no answer to {command:?} within {} s",
                    limit.as_secs_f64()
                )
            }
            Self::Garbage(line) => write!(f, "the program wrote {line:?}, which is no response"),
            Self::Refused(command, reason) => write!(f, "{command:?} was refused: {reason}"),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for ClientError {}

/// The program called `name`: a path if it has a `/`, otherwise the first match in PATH and in
/// the folders where distributions keep games.
#[must_use]
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return std::path::absolute(name).ok().filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(GAME_FOLDERS.map(PathBuf::from));
    let candidates = folders.map(|folder| folder.join(file_name(name)));
    candidates.into_iter().find(|path| path.is_file())
}

/// Names of programs end in `.exe` on some systems.
fn file_name(name: &str) -> String {
    let ending = std::env::consts::EXE_SUFFIX;
    if name.ends_with(ending) {
        name.to_owned()
    } else {
        format!("{name}{ending}")
    }
}

/// A running program that speaks GTP.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, Vec<u8>)>,
    program: PathBuf,
    answered: bool,
    took: Duration,
    cancel: Option<Arc<AtomicBool>>,
}

impl Client {
    /// Starts a program.
    ///
    /// # Errors
    /// When it is not found or cannot be started, or its log cannot be opened.
    pub fn start(launch: &Launch) -> Result<Self, ClientError> {
        let program = find_program(&launch.program)
            .ok_or_else(|| ClientError::NotFound(launch.program.clone()))?;
        let failed = |error| ClientError::Start(program.clone(), error);
        let log = match &launch.log {
            Some(path) => open_log(path).map_err(failed)?,
            None => Stdio::null(),
        };
        let mut command = Command::new(&program);
        command
            .args(&launch.arguments)
            .envs(launch.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log);
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (sender, lines) = sync_channel(64);
        if let Some(output) = child.stdout.take() {
            // Ends with the program's output, or with the client.
            std::thread::spawn(move || read_lines(output, &sender));
        }
        let input = child.stdin.take();
        Ok(Self {
            child,
            input,
            lines,
            program,
            answered: false,
            took: Duration::ZERO,
            cancel: None,
        })
    }

    /// The program that was started.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// From now on waiting ends as soon as `flag` is raised.
    pub fn cancel_with(&mut self, flag: Arc<AtomicBool>) {
        self.cancel = Some(flag);
    }

    /// How long the last answer took until it was here, even if whoever waited for it was slow
    /// to notice.
    #[must_use]
    pub const fn took(&self) -> Duration {
        self.took
    }

    /// Sends a command and waits for its answer, at most as long as `limit`.
    ///
    /// # Errors
    /// When the program refuses the command, or is of no use any more: after anything but
    /// [`ClientError::Refused`] the client should be dropped.
    pub fn send(&mut self, command: &str, limit: Duration) -> Result<String, ClientError> {
        let started = Instant::now();
        let written = match &mut self.input {
            Some(input) => writeln!(input, "{command}").and_then(|()| input.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        if written.is_err() {
            return Err(self.ended());
        }
        let mut answer = String::new();
        let mut refused = false;
        let mut begun = false;
        for count in 0.. {
            let (at, line) = self.line(command, started, limit)?;
            self.took = at.saturating_duration_since(started);
            if begun && line.is_empty() {
                break;
            }
            if begun {
                answer.push('\n');
                answer.push_str(&line);
            } else if let Some((failure, text)) = begin(&line) {
                (begun, refused) = (true, failure);
                answer.push_str(text);
            } else if !line.is_empty() && (self.answered || count > MAX_GREETING) {
                return Err(ClientError::Garbage(shown(&line)));
            }
            if count > MAX_LINES {
                return Err(ClientError::Garbage("an answer without end".to_owned()));
            }
        }
        self.answered = true;
        let answer = answer.trim_end().to_owned();
        if refused {
            Err(ClientError::Refused(command.to_owned(), answer))
        } else {
            Ok(answer)
        }
    }

    /// The next line of output, and when it came.
    fn line(
        &mut self,
        command: &str,
        started: Instant,
        limit: Duration,
    ) -> Result<(Instant, String), ClientError> {
        loop {
            if self
                .cancel
                .as_ref()
                .is_some_and(|flag| flag.load(Ordering::Relaxed))
            {
                return Err(ClientError::Cancelled);
            }
            let left = limit.saturating_sub(started.elapsed());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok((at, line)) => return Ok((at, clean(&line))),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(ClientError::TimedOut(command.to_owned(), limit));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Its output is closed: what is left to say about it.
    fn ended(&mut self) -> ClientError {
        // Output is closed a moment before the program is gone.
        let status = self.wait(Duration::from_millis(200));
        ClientError::Ended(status)
    }

    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if started.elapsed() < limit => std::thread::sleep(GLANCE / 4),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Asks the program to quit; one that does not within `limit` is ended.
    pub fn quit(mut self, limit: Duration) {
        // The rest is done by dropping, whether or not it answers.
        if self.send("quit", limit).is_ok() {
            self.input = None;
            self.wait(limit);
        }
    }
}

/// Ends the program, whatever it is doing.
impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        // It may have ended by itself; there is nobody to tell in either case.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({})", self.program.display())
    }
}

fn open_log(path: &Path) -> io::Result<Stdio> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.map(Stdio::from)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// Hands on lines until the output ends or nobody listens.
fn read_lines(output: ChildStdout, lines: &SyncSender<(Instant, Vec<u8>)>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if lines.send((Instant::now(), line)).is_err() => return,
            Ok(_) => {}
        }
    }
}

/// A line without its end and without control characters; tabs become blanks.
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let kept = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control());
    kept.collect::<String>().trim_end().to_owned()
}

/// Whether a line begins a response: if so, whether a failure, and its text.
fn begin(line: &str) -> Option<(bool, &str)> {
    let failure = match line.chars().next()? {
        '=' => false,
        '?' => true,
        _ => return None,
    };
    let text = line[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    Some((failure, text.trim_start()))
}

/// The beginning of a line, for a message.
fn shown(line: &str) -> String {
    line.chars().take(60).collect()
}
