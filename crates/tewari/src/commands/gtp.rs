//! `tewari gtp`.

use std::io;

use tewari_engine::{GameKind, Params};
use tewari_gtp::{BoardSession, Options};

use crate::cli::{GtpArgs, usage_error};
use crate::game_flags::{HandicapFlag, only_for_go};

/// The size of board that front ends expect before they say anything.
const SIZE: u8 = 19;

/// Serves the protocol on standard input and output until it is told to quit. A seed that was
/// not given is drawn and reported there.
pub(crate) fn run(args: &GtpArgs) -> anyhow::Result<()> {
    let params = args.engine.params(args.game)?;
    params.config().check().map_err(anyhow::Error::msg)?;
    if args.game != GameKind::Go {
        return run_board(args, params);
    }
    let table = args.go.table(HandicapFlag::default(), SIZE)?;
    let options = Options {
        params,
        table,
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
fn run_board(args: &GtpArgs, params: Params) -> anyhow::Result<()> {
    if let Some(flag) = args.go.given(HandicapFlag::default()) {
        return Err(only_for_go(flag, args.game));
    }
    let session = BoardSession::new(args.game, params, io::stderr());
    let session = session.map_err(|refusal| usage_error(&refusal))?;
    Ok(tewari_gtp::run_board(io::stdin(), io::stdout(), session)?)
}
