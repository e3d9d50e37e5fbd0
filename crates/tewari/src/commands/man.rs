//! `tewari man`.

use anyhow::Context;
use clap_mangen::{Man, generate_to};

use crate::cli::{ManArgs, definition};
use crate::output::print;

/// Prints the man page, or writes one for every command.
pub(crate) fn run(args: &ManArgs) -> anyhow::Result<()> {
    if let Some(folder) = &args.dir {
        let write = || {
            std::fs::create_dir_all(folder)?;
            generate_to(definition(), folder)
        };
        return write().with_context(|| format!("cannot write to {}", folder.display()));
    }
    let mut page = Vec::new();
    Man::new(definition()).render(&mut page)?;
    Ok(print(&String::from_utf8(page)?)?)
}
