//! Those who play: our own engine within this process, or a program at the other end of a
//! pipe.
//!
//! The one who runs the game trusts neither. A player that breaks down, hangs or talks
//! nonsense reports a [`Fault`], which loses it the game, and is replaced by a fresh one before
//! the next; whether a move is legal is for the referee to say.

mod builtin;
mod external;

use std::time::Duration;

use tewari_control::{Clock, PonderStats};
use tewari_engine::Stop;
use tewari_game::Player;

use crate::board::Board;
use crate::cancel::Cancel;
use crate::config::{PlayerConfig, PlayerKind};
use crate::error::LabError;
use crate::ponder::Extent;
use crate::timing::{Control, MoveTime, Timing};

pub(crate) use builtin::BuiltInPlayer;
pub(crate) use external::ExternalPlayer;

/// The game that begins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NewGame {
    /// The board.
    pub board: Board,
    /// The seed for whatever the player does at random.
    pub seed: u64,
    /// What was agreed about the player's time, if anything was.
    pub time: Option<(Timing, Control)>,
}

/// What is asked of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Turn {
    /// The side to move for.
    pub side: Player,
    /// What its clock shows, if it has one.
    pub clock: Option<Clock>,
}

impl Turn {
    /// The first turn of a game.
    pub(crate) const fn first() -> Self {
        Self {
            side: Player::First,
            clock: None,
        }
    }
}

/// What a player does in its turn.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// It makes this move, in its own words.
    Move(String),
    /// It gives up.
    Resign,
}

/// What a player answers in its turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// What it does.
    pub action: Action,
    /// How often the search tried the move, if it says.
    pub visits: Option<u64>,
    /// What the move is worth to the player, from 0 to 1, if it says.
    pub value: Option<f64>,
    /// How many simulations it took, if it says.
    pub simulations: Option<u64>,
    /// How its time was planned and used, if it says.
    pub time: Option<MoveTime>,
    /// How long it took to answer, where that is known better than by whoever asked, who may
    /// have been slow to notice.
    pub took: Option<Duration>,
}

/// The ways a player can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// It could not be started: the match cannot go on.
    NoStart,
    /// It ended, or broke down.
    Crash,
    /// It did not answer in time.
    Hang,
    /// It answered what makes no sense, or refused what it has to do.
    Garbage,
    /// Nothing is wrong with it: the match is being stopped.
    Cancelled,
}

/// A player failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// How.
    pub kind: FaultKind,
    /// What happened, in one line.
    pub detail: String,
}

impl Fault {
    /// A failure of this kind.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: detail.into(),
        }
    }
}

/// A player in a game.
pub trait Contestant: Send {
    /// A new game begins.
    ///
    /// # Errors
    /// When the player cannot play it.
    fn start(&mut self, game: &NewGame) -> Result<(), Fault>;

    /// A move was made, by the opponent or as part of the opening.
    ///
    /// # Errors
    /// When the player does not take it.
    fn told(&mut self, side: Player, mv: &str) -> Result<(), Fault>;

    /// The player is about to be asked for a move, and its clock does not run yet.
    ///
    /// # Errors
    /// When the player does not answer.
    fn prepare(&mut self, _turn: &Turn) -> Result<(), Fault> {
        Ok(())
    }

    /// Chooses a move and makes it on the player's own board.
    ///
    /// # Errors
    /// When the player does not come up with one.
    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault>;

    /// Whether the player thinks in the opponent's time now.
    fn ponders(&self) -> bool {
        false
    }

    /// Thinks in the opponent's time.
    ///
    /// # Errors
    /// When the player fails.
    fn ponder(&mut self, _extent: Extent<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// What that came to in this game, if the player does it and says.
    fn pondering(&self) -> Option<PonderStats> {
        None
    }

    /// The stones of Go that the player takes for dead, as points; `None` when it cannot say.
    ///
    /// # Errors
    /// When the player fails.
    fn dead_stones(&mut self) -> Result<Option<Vec<String>>, Fault> {
        Ok(None)
    }

    /// What a program calls itself, with its version.
    fn version(&self) -> Option<String> {
        None
    }
}

/// A player, ready for its first game. `stop` ends the searches of the calling thread.
///
/// # Errors
/// When its settings are not those of this version.
pub(crate) fn prepare(
    player: &PlayerConfig,
    board: &Board,
    cancel: &Cancel,
    stop: &Stop,
) -> Result<Box<dyn Contestant>, LabError> {
    Ok(match &player.kind {
        PlayerKind::BuiltIn(own) => {
            Box::new(BuiltInPlayer::new(board, own.params(&player.name)?, stop))
        }
        PlayerKind::External(program) => Box::new(ExternalPlayer::new(program, cancel)),
    })
}

/// Whether the player must be made anew for every game.
pub(crate) const fn is_single_use(player: &PlayerConfig) -> bool {
    match &player.kind {
        PlayerKind::BuiltIn(_) => true,
        PlayerKind::External(program) => program.restart,
    }
}

/// How long a program may take to quit.
pub(crate) const QUIT_TIME: Duration = Duration::from_secs(2);
