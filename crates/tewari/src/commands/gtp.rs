//! `tewari gtp`.

use std::io;

use tewari_engine::{GameKind, Params};
use tewari_gtp::{BoardSession, Options};

use crate::cli::{GtpArgs, usage_error};
use crate::game_flags::{AnyTable, HandicapFlag};

/// The size of board that front ends expect before they say anything.
const SIZE: u8 = 19;

/// Serves the protocol on standard input and output until it is told to quit. A seed that was
/// not given is drawn and reported there.
pub(crate) fn run(args: &GtpArgs) -> anyhow::Result<()> {
    let table = AnyTable::new(args.game, &args.go, HandicapFlag::default(), SIZE)?;
    let wishes = args.engine.wishes()?;
    let params = wishes.over(Params::preset(table.domain()));
    params.check().map_err(anyhow::Error::msg)?;
    let AnyTable::Go(table) = table else {
        return run_board(args.game, params);
    };
    let options = Options {
        params,
        wishes,
        table: *table,
        ..Options::default()
    };
    Ok(tewari_gtp::run(
        io::stdin(),
        io::stdout(),
        io::stderr(),
        options,
    )?)
}

/// The same for a board game.
fn run_board(kind: GameKind, params: Params) -> anyhow::Result<()> {
    let session = BoardSession::new(kind, params, io::stderr());
    let session = session.map_err(|refusal| usage_error(&refusal))?;
    Ok(tewari_gtp::run_board(io::stdin(), io::stdout(), session)?)
}
