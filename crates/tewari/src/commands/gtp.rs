//! `tewari gtp`.

use std::io;

use tewari_engine::GameKind;
use tewari_gtp::Options;

use crate::cli::GtpArgs;
use crate::game_flags::HandicapFlag;

/// The size of board that front ends expect before they say anything.
const SIZE: u8 = 19;

/// Serves the protocol on standard input and output until it is told to quit. A seed that was
/// not given is drawn and reported there.
pub(crate) fn run(args: &GtpArgs) -> anyhow::Result<()> {
    let params = args.engine.params(GameKind::Go)?;
    params.config().check().map_err(anyhow::Error::msg)?;
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
