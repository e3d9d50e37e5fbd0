//! Games beside each other on worker threads.
//!
//! ```text
//!   queue ──▶ worker ─┐
//!   queue ──▶ worker ─┼─▶ finished games ─▶ one receiver
//!   queue ──▶ worker ─┘
//! ```
//!
//! A worker keeps the programs it has started for its next games; our own engine gets a new
//! table every time. Who failed in a game is thrown away and made anew.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tewari_engine::Stop;

use crate::affinity;
use crate::cancel::Cancel;
use crate::config::{MatchConfig, PlayerKind};
use crate::error::LabError;
use crate::game::{self, Unfinished};
use crate::guard;
use crate::player::{self, Contestant, ExternalPlayer, FaultKind, NewGame, Turn};
use crate::ponder::Extent;
use crate::record::{GameLine, Outcome, PlayerVersion};
use crate::schedule::{GameId, GamePlan, Schedule};

/// What the receiver of games answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// More games, please.
    Continue,
    /// Enough.
    Stop,
}

/// How often the receiver hears something, even if no game ends.
const HEARTBEAT: Duration = Duration::from_millis(500);

/// Plays `games`. `receive` is called with every finished game in the order in which they end,
/// and with `None` now and then; it decides whether to go on.
///
/// # Errors
/// When a player cannot play any more, or `receive` fails.
pub(crate) fn run(
    config: &MatchConfig,
    games: impl Iterator<Item = GameId> + Send,
    cancel: &Cancel,
    mut receive: impl FnMut(Option<GameLine>) -> Result<Next, LabError>,
) -> Result<(), LabError> {
    let queue = Mutex::new(games);
    let (sender, finished) = channel();
    let cancel = &cancel.child();
    std::thread::scope(|scope| {
        for number in 0..config.concurrency {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || {
                if config.affinity {
                    affinity::keep_to(number, guard::busiest(config));
                }
                Worker::new(config, cancel).work(queue, &sender);
            });
        }
        drop(sender);
        let mut ended = Ok(());
        loop {
            let message = match finished.recv_timeout(HEARTBEAT) {
                Ok(Ok(line)) => Some(line),
                Ok(Err(error)) => {
                    ended = Err(error);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            match receive(message) {
                Ok(Next::Continue) => {}
                Ok(Next::Stop) => break,
                Err(error) => {
                    ended = Err(error);
                    break;
                }
            }
        }
        // Whoever is still playing plays for nothing. Games that ended in this moment are
        // played again by the next run.
        cancel.raise();
        ended
    })
}

/// Finds out what the players are, and whether they can play at all.
///
/// # Errors
/// With the first player that cannot.
pub(crate) fn probe(config: &MatchConfig, cancel: &Cancel) -> Result<Vec<PlayerVersion>, LabError> {
    let mut versions = Vec::new();
    let stop = cancel.new_stop();
    for (number, player) in config.players.iter().enumerate() {
        let failed = |why: String| LabError::Player {
            name: player.name.clone(),
            why,
        };
        let game = NewGame {
            board: config.board,
            seed: 1,
            time: config.clock_of(number),
        };
        let version = match &player.kind {
            PlayerKind::BuiltIn(own) => {
                let mut params = own.params(&player.name)?;
                params.engine.simulations = 1;
                let mut one = player::BuiltInPlayer::new(&config.board, params, &stop);
                let moved = one.start(&game).and_then(|()| one.choose(&Turn::first()));
                let moved = moved.and_then(|_| one.ponder(Extent::Simulations(1)));
                match moved {
                    Err(fault) if fault.kind != FaultKind::Cancelled => {
                        return Err(failed(fault.detail));
                    }
                    _ => format!("Tewari, parameters {}", own.digest),
                }
            }
            PlayerKind::External(program) => {
                let mut one = ExternalPlayer::new(program, cancel);
                one.start(&game).map_err(|fault| failed(fault.detail))?;
                one.version().unwrap_or_default()
            }
        };
        versions.push(PlayerVersion {
            name: player.name.clone(),
            version,
        });
    }
    Ok(versions)
}

/// One thread and what it keeps from game to game.
struct Worker<'a> {
    config: &'a MatchConfig,
    cancel: &'a Cancel,
    stop: Stop,
    players: Vec<Option<Box<dyn Contestant>>>,
    scorer: Option<ExternalPlayer>,
}

impl<'a> Worker<'a> {
    fn new(config: &'a MatchConfig, cancel: &'a Cancel) -> Self {
        let scorer = config
            .scorer
            .as_ref()
            .map(|program| ExternalPlayer::new(program, cancel));
        let players = config.players.iter().map(|_| None).collect();
        Self {
            config,
            cancel,
            stop: cancel.new_stop(),
            players,
            scorer,
        }
    }

    fn work(
        mut self,
        queue: &Mutex<impl Iterator<Item = GameId>>,
        sender: &Sender<Result<GameLine, LabError>>,
    ) {
        let schedule = Schedule::new(self.config);
        while !self.cancel.is_raised() {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(id) = next else { return };
            let played = schedule
                .plan(id)
                .map_err(Unfinished::Failed)
                .and_then(|plan| self.play(&plan));
            let message = match played {
                Ok(line) => Ok(line),
                Err(Unfinished::Cancelled) => return,
                Err(Unfinished::Failed(error)) => Err(error),
            };
            // The receiver is gone when the match has been stopped.
            if sender.send(message).is_err() {
                return;
            }
        }
    }

    fn play(&mut self, plan: &GamePlan) -> Result<GameLine, Unfinished> {
        let mut first = self.player(plan.seats[0])?;
        let mut second = self.player(plan.seats[1])?;
        let seats: game::Seats<'_> = [&mut *first, &mut *second];
        let line = game::play(self.config, plan, seats, self.scorer.as_mut(), self.cancel)?;
        let failed = line
            .end
            .is_failure()
            .then(|| usize::from(line.result == Outcome::First));
        for (seat, contestant) in [first, second].into_iter().enumerate() {
            let player = plan.seats[seat];
            let single = player::is_single_use(&self.config.players[player]);
            if !single && failed != Some(seat) {
                self.players[player] = Some(contestant);
            }
        }
        Ok(line)
    }

    fn player(&mut self, number: usize) -> Result<Box<dyn Contestant>, Unfinished> {
        match self.players[number].take() {
            Some(player) => Ok(player),
            None => {
                let player = &self.config.players[number];
                player::prepare(player, &self.config.board, self.cancel, &self.stop)
                    .map_err(Unfinished::Failed)
            }
        }
    }
}
