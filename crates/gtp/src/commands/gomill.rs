//! gomill, whose ringmaster writes what the engine says about itself into game records.

use tewari_base::params::ParamSet;

use super::{NAME, Table, VERSION};
use crate::args::Args;
use crate::host::Host;
use crate::response::Answer;
use crate::session::Session;

pub(super) const COMMANDS: Table = &[("gomill-explain_last_move", explain_last_move)];

/// What can be said of any game.
pub(super) const fn commands<H: Host>() -> Table<H> {
    &[("gomill-describe_engine", describe_engine)]
}

/// Name, version and every parameter that is not at its default: what a record needs to
/// repeat the game.
fn describe_engine<H: Host>(session: &mut H, args: Args<'_>) -> Answer {
    args.none()?;
    let mut lines = vec![format!("{NAME} {VERSION}")];
    for (spec, value) in session.params().changed() {
        lines.push(format!("{} = {value}", spec.key()));
    }
    Ok(lines.join("\n"))
}

/// What the search that chose the last move found, in one line; nothing if another did.
fn explain_last_move(session: &mut Session, args: Args<'_>) -> Answer {
    args.none()?;
    let size = session.state.table.position.size();
    let search = session.state.search_for_last_move();
    Ok(search.map_or_else(String::new, |search| search.explain(size)))
}
