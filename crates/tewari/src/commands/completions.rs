//! `tewari completions`.

use clap_complete::generate;

use crate::cli::{CompletionsArgs, definition};
use crate::output::print;

/// Prints completions for a shell.
pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    generate(args.shell, &mut definition(), "tewari", &mut script);
    Ok(print(&String::from_utf8(script)?)?)
}
