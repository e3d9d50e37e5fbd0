//! How the program ends: one line about what went wrong, and the exit code.

use std::io;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::process::ExitCode;

/// Runs the program and turns its end into an exit code.
///
/// A reader that closes the pipe early (`tewari params | head`) is no error.
pub(crate) fn ended(program: impl FnOnce() -> anyhow::Result<ExitCode>) -> ExitCode {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(say_panic));
    }
    match catch_unwind(AssertUnwindSafe(program)) {
        Ok(Ok(code)) => code,
        Ok(Err(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            if let Some(usage) = error.downcast_ref::<clap::Error>() {
                usage.exit();
            }
            eprintln!("error: {}", one_line(&format!("{error:#}")));
            ExitCode::FAILURE
        }
        Err(_) => ExitCode::FAILURE,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kinds = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    kinds
        .map(io::Error::kind)
        .any(|kind| kind == io::ErrorKind::BrokenPipe)
}

/// A panic is a mistake in the program; the person in front of it gets one line, too.
fn say_panic(panic: &PanicHookInfo<'_>) {
    let what = panic.payload_as_str().unwrap_or("no message");
    let place = panic
        .location()
        .map_or_else(String::new, |place| format!(" ({place})"));
    eprintln!(
        "error: a mistake in Tewari, please report it: {}{place}",
        one_line(what)
    );
}

fn one_line(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("; ")
}
