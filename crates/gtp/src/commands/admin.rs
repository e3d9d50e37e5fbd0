//! Who is there, and what it understands.

use super::{NAME, Table, VERSION, done};
use crate::args::Args;
use crate::cpu_time;
use crate::host::Host;
use crate::response::Answer;

pub(super) const fn commands<H: Host>() -> Table<H> {
    &[
        ("protocol_version", protocol_version),
        ("name", name),
        ("version", version),
        ("known_command", known_command),
        ("list_commands", list_commands),
        ("stop", stop),
        ("quit", quit),
        ("echo", echo),
        ("echo_err", echo_err),
        ("pid", pid),
        ("cputime", cputime),
        ("gomill-cpu_time", cputime),
    ]
}

fn protocol_version<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    Ok("2".to_owned())
}

fn name<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(NAME.to_owned())
}

fn version<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(VERSION.to_owned())
}

fn known_command<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    let [name] = args.exactly()?;
    Ok(H::names().contains(&name).to_string())
}

fn list_commands<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(H::names().join("\n"))
}

/// That the line has come is what stops an analysis; there is nothing left to do.
fn stop<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    done()
}

/// Whatever else stands on the line, somebody wants to leave.
fn quit<H: Host>(session: &mut H, _: Args<'_>) -> Answer {
    session.end();
    done()
}

fn echo<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    Ok(args.text().to_owned())
}

/// Says the text to the log as well.
fn echo_err<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    session.remark(args.text());
    Ok(args.text().to_owned())
}

fn pid<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    Ok(std::process::id().to_string())
}

fn cputime<H: Host>(_: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    let seconds = cpu_time::seconds().ok_or("this system does not tell the processor time")?;
    Ok(format!("{seconds:.2}"))
}
