//! The position a game starts from: a new one, or one from a file.

use std::path::Path;

use anyhow::{Context, anyhow};
use tewari_engine::GameKind;
use tewari_game::Player;

use super::record::{named_game, seat_of_person};
use super::side::Side;
use crate::cli::{PlayArgs, usage_error};
use crate::game_flags::{AnyTable, GoFlags, HandicapFlag, QUICK_SIZE};

/// Everything that is settled before the first move.
pub(super) struct Start {
    /// The game.
    pub table: AnyTable,
    /// Who the person is.
    pub you: Player,
    /// Whether the game comes from a file.
    pub loaded: bool,
}

/// Sets up the game that the flags ask for.
///
/// # Errors
/// When they make no sense together, or the file is no saved game.
pub(super) fn open(args: &PlayArgs) -> anyhow::Result<Start> {
    let (table, seat) = match &args.load {
        None => {
            let kind = args.game.unwrap_or(GameKind::Go);
            (
                AnyTable::new(kind, &args.go, args.handicap, QUICK_SIZE)?,
                None,
            )
        }
        Some(path) => {
            let content = std::fs::read(path).with_context(|| path.display().to_string())?;
            let table = load(path, &content, args)?;
            let seat = seat_of_person(&content, &*table);
            (table, seat)
        }
    };
    let side = args
        .side
        .as_ref()
        .map(|side: &Side| side.player(table.player_names()));
    let you = match side {
        Some(side) => side.map_err(|message| usage_error(&message))?,
        None => seat.unwrap_or(Player::First),
    };
    Ok(Start {
        table,
        you,
        loaded: args.load.is_some(),
    })
}

fn load(path: &Path, content: &[u8], args: &PlayArgs) -> anyhow::Result<AnyTable> {
    let place = || path.display().to_string();
    if let Some(flag) = args.go.given(args.handicap) {
        return Err(usage_error(&format!(
            "{flag} cannot change the game of --load"
        )));
    }
    let found = match named_game(content) {
        Some(name) => Some(
            GameKind::named(name)
                .map_err(|error| anyhow!(error))
                .with_context(place)?,
        ),
        None => None,
    };
    let kind = args.game.or(found).unwrap_or(GameKind::Go);
    let mut table = AnyTable::new(
        kind,
        &GoFlags::default(),
        HandicapFlag::default(),
        QUICK_SIZE,
    )?;
    table.load(content).with_context(place)?;
    Ok(table)
}
