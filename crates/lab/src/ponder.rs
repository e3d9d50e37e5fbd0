//! Thinking in the opponent's time, in a match.
//!
//! A player that is our own engine ponders as its `ponder.*` say, from its first move on. Who
//! measures decides how:
//!
//! * On the *wall*, and without a clock, it searches on a thread of its own while the other
//!   side thinks, and is interrupted as soon as the reply is there. What the reply took is read
//!   off before that, so nobody waits for a pondering opponent on his own clock. Such games
//!   depend on the machine.
//! * On a *virtual* clock nothing happens at the same time. When the other side has moved, its
//!   time is known in simulations; the pondering player, who has not been told the move yet,
//!   searches the position before it for as many, and only then hears what was played. So it
//!   knows exactly what it would have known on a clock that both share, and a game is still a
//!   function of its seeds. A program cannot be measured in simulations: it is taken to think
//!   [`thinks`](crate::config::Program::thinks) seconds for every move.
//!
//! Whether it helped is in the record of the game, as [`PonderStats`](tewari_control::PonderStats).

use tewari_engine::{Params, Stop};

use tewari_control::PonderKind;

use crate::config::{MatchConfig, PlayerKind};
use crate::error::{LabError, config};
use crate::player::{Contestant, Fault};
use crate::timing::Measure;

/// How long to ponder.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    /// Until it is raised.
    Until(&'a Stop),
    /// For so many simulations.
    Simulations(u64),
}

/// Whether a player with these parameters ponders.
pub(crate) fn wanted(params: &Params) -> bool {
    params.ponder.kind != PonderKind::Off
}

/// Whether a player of the match ponders.
pub(crate) fn ponders(config: &MatchConfig, player: usize) -> bool {
    let player = &config.players[player];
    match &player.kind {
        PlayerKind::BuiltIn(own) => own.params(&player.name).is_ok_and(|params| wanted(&params)),
        PlayerKind::External(_) => false,
    }
}

/// The simulations that make a second in this match, if it is played on a virtual clock.
pub(crate) fn virtual_speed(config: &MatchConfig) -> Option<f64> {
    match config.timing?.clock {
        Measure::Virtual(speed) => Some(speed),
        Measure::Wall => None,
    }
}

/// Runs `work` while `waiting` ponders, and interrupts it then.
pub(crate) fn beside<T>(
    waiting: &mut (dyn Contestant + 'static),
    work: impl FnOnce() -> T,
) -> (T, Result<(), Fault>) {
    /// Interrupts even if the work breaks down: the scope waits for the pondering to end.
    struct Interrupt(Stop);
    impl Drop for Interrupt {
        fn drop(&mut self) {
            self.0.raise();
        }
    }
    let stop = Stop::default();
    std::thread::scope(|scope| {
        let interrupt = Interrupt(stop.clone());
        let pondering = scope.spawn(|| waiting.ponder(Extent::Until(&stop)));
        let done = work();
        drop(interrupt);
        let pondered = pondering
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (done, pondered)
    })
}

/// Checks that it is known how long everybody thinks against whom somebody ponders.
///
/// # Errors
/// With the program of which it is not.
pub(crate) fn check(match_: &MatchConfig) -> Result<(), LabError> {
    let pondering = (0..match_.players.len()).find(|&player| ponders(match_, player));
    let Some(pondering) = pondering.filter(|_| virtual_speed(match_).is_some()) else {
        return Ok(());
    };
    for player in &match_.players {
        if let PlayerKind::External(program) = &player.kind
            && program.thinks.is_none()
        {
            return Err(config(format!(
                "player {}: a virtual clock does not tell how long a program thinks, and {} \
                 ponders meanwhile: say thinks = SECONDS for a move",
                player.name, match_.players[pondering].name
            )));
        }
    }
    Ok(())
}
