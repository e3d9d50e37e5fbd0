//! Which game, on which board, by which rules.

use std::ops::{Deref, DerefMut};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tewari_engine::{GameKind, GoTable, Table};
use tewari_go::{Komi, MAX_SIZE, MIN_SIZE, Rules, Size, handicap};

use crate::cli::usage_error;

/// The size of board that a quick game of Go is played on.
pub(crate) const QUICK_SIZE: u8 = 9;

/// What Go can be told besides its name.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Go")]
pub(crate) struct GoFlags {
    #[command(flatten)]
    size: SizeFlag,

    /// Points for White [default: 7.5, with a handicap 0.5]
    #[arg(long, value_name = "POINTS", value_parser = Komi::parse, allow_negative_numbers = true)]
    komi: Option<Komi>,

    /// chinese, japanese, tromp-taylor, aga or new-zealand [default: chinese]
    #[arg(long, value_name = "NAME", value_parser = Rules::named)]
    rules: Option<Rules>,
}

/// The size of a Go board.
#[derive(Args, Clone, Copy, Default, Debug)]
#[command(next_help_heading = "Go")]
pub(crate) struct SizeFlag {
    /// Size of the board, 2 to 25 [default: 9, with gtp 19]
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Option<Size>,
}

/// Handicap stones of Go.
#[derive(Args, Clone, Copy, Default, Debug)]
#[command(next_help_heading = "Go")]
pub(crate) struct HandicapFlag {
    /// Black begins with this many stones on the traditional points
    #[arg(long, value_name = "STONES")]
    handicap: Option<usize>,
}

impl SizeFlag {
    /// The size, or `default`.
    ///
    /// # Errors
    /// When a size is given for a game that has only one.
    pub(crate) fn of(self, kind: GameKind, default: u8) -> anyhow::Result<Size> {
        match (kind, self.size) {
            (GameKind::Go, Some(size)) => Ok(size),
            (_, None) => Ok(Size::new(default).expect("a default is possible")),
            (_, Some(_)) => Err(only_for_go("--size", kind)),
        }
    }
}

impl GoFlags {
    /// The board that is asked for, where `size` is the default.
    ///
    /// # Errors
    /// When the board has no room for the handicap.
    pub(crate) fn table(&self, handicap: HandicapFlag, size: u8) -> anyhow::Result<GoTable> {
        let size = self.size.of(GameKind::Go, size)?;
        let stones = handicap.handicap.unwrap_or(0);
        let komi = match self.komi {
            Some(komi) => komi,
            None if stones == 0 => Komi::default(),
            None => Komi::parse("0.5").expect("half a point is komi"),
        };
        let mut table = GoTable::new(size, self.rules.unwrap_or_default(), komi);
        if stones > 0 {
            let points = handicap::fixed(size, stones).ok_or_else(|| {
                let (n, most) = (size.get(), handicap::max_fixed(size));
                usage_error(&match most {
                    0 => format!("a {n}x{n} board has no points for handicap stones"),
                    _ => format!("--handicap is 2 to {most} on a {n}x{n} board, not {stones}"),
                })
            })?;
            table.position.place_handicap(&points)?;
        }
        Ok(table)
    }

    /// The name of a flag given here, if any.
    pub(crate) fn given(&self, handicap: HandicapFlag) -> Option<&'static str> {
        let flags = [
            ("--size", self.size.size.is_some()),
            ("--komi", self.komi.is_some()),
            ("--rules", self.rules.is_some()),
            ("--handicap", handicap.handicap.is_some()),
        ];
        flags
            .into_iter()
            .find(|&(_, given)| given)
            .map(|(flag, _)| flag)
    }
}

/// A table for any game; Go keeps its own type, which knows more.
pub(crate) enum AnyTable {
    /// Go.
    Go(Box<GoTable>),
    /// One of the others.
    Other(Box<dyn Table>),
}

impl AnyTable {
    /// A table with the first position of a game; `size` is the default for Go.
    ///
    /// # Errors
    /// When flags of Go are given for another game, or make no sense together.
    pub(crate) fn new(
        kind: GameKind,
        go: &GoFlags,
        stones: HandicapFlag,
        size: u8,
    ) -> anyhow::Result<Self> {
        if kind == GameKind::Go {
            return Ok(Self::Go(Box::new(go.table(stones, size)?)));
        }
        match go.given(stones) {
            Some(flag) => Err(only_for_go(flag, kind)),
            None => Ok(Self::Other(kind.table(SizeFlag::default().of(kind, size)?))),
        }
    }

    /// The table of Go, if it is one.
    pub(crate) fn go(&self) -> Option<&GoTable> {
        match self {
            Self::Go(table) => Some(table),
            Self::Other(_) => None,
        }
    }
}

impl Deref for AnyTable {
    type Target = dyn Table;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Go(table) => &**table,
            Self::Other(table) => &**table,
        }
    }
}

impl DerefMut for AnyTable {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Go(table) => &mut **table,
            Self::Other(table) => &mut **table,
        }
    }
}

/// Reads the name of a game; help and completions list the names.
pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameKind> {
    PossibleValuesParser::new(GameKind::ALL.map(GameKind::name))
        .try_map(|name| GameKind::named(&name))
}

/// The error for a flag of Go that is given for another game.
fn only_for_go(flag: &str, kind: GameKind) -> anyhow::Error {
    usage_error(&format!(
        "{flag} is for Go; {kind} is always played in one way"
    ))
}

fn parse_size(text: &str) -> Result<Size, String> {
    let size = text.parse().ok().and_then(Size::new);
    size.ok_or_else(|| format!("a board has a size from {MIN_SIZE} to {MAX_SIZE}"))
}
