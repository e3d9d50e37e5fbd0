//! `tewari play`: a person against the engine, in the terminal.

mod clock;
mod guide;
mod interrupt;
mod keeper;
mod record;
mod request;
mod screen;
mod session;
mod side;
mod start;
mod words;

use std::io;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use tewari_engine::Stop;

pub(crate) use side::Side;

use crate::cli::PlayArgs;
use crate::seed;
use keeper::Keeper;
use screen::Screen;
use session::Session;

/// Plays one game.
pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let start = start::open(args)?;
    let mut params = args.engine.params_for_people(start.table.domain())?;
    params.check().map_err(anyhow::Error::msg)?;
    let keeper = match &args.save {
        Some(path) => Keeper::in_file(path, args.load.as_deref())?,
        None => Keeper::in_new_file(start.table.kind().name(), start.table.file_ending()),
    };
    seed::settle(&mut params);
    let (keeper, stop) = (Arc::new(Mutex::new(keeper)), Stop::default());
    interrupt::save_on_ctrl_c(&keeper, &stop)?;
    let screen = Screen::new(args.ascii);
    Session::new(start, params, keeper, stop, screen, io::stdin().lock()).run()?;
    Ok(ExitCode::SUCCESS)
}
