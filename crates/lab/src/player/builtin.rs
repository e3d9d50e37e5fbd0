//! Our own engine as a player.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tewari_base::Rng;
use tewari_control::PonderStats;
use tewari_engine::{Params, Stop, Table};
use tewari_game::Player;

use super::{Action, Choice, Contestant, Fault, FaultKind, NewGame, Turn};
use crate::board::Board;
use crate::ponder::{self, Extent};
use crate::timing::MoveTime;

/// Our own engine at a table of its own. Each game gets a new table, so that nothing of an
/// earlier game can be remembered.
pub(crate) struct BuiltInPlayer {
    params: Params,
    own_seed: u64,
    table: Box<dyn Table>,
    /// Whether it has made a move in this game.
    has_moved: bool,
    stop: Stop,
}

impl BuiltInPlayer {
    pub(crate) fn new(board: &Board, params: Params, stop: &Stop) -> Self {
        let stop = stop.clone();
        Self {
            params,
            own_seed: params.engine.seed,
            table: board.table(),
            has_moved: false,
            stop,
        }
    }

    fn think(&mut self) -> Result<Choice, Fault> {
        let thought = self
            .table
            .think(&self.params, &self.stop)
            .map_err(|error| Fault::new(FaultKind::Garbage, error.to_string()))?;
        if self.stop.is_raised() {
            return Err(Fault::new(FaultKind::Cancelled, "stopped"));
        }
        let thought = thought.ok_or_else(|| Fault::new(FaultKind::Garbage, "no move was found"))?;
        let mv = self.table.format_move(thought.best.mv);
        let action = if thought.resigns {
            Action::Resign
        } else {
            self.table
                .play(&mv)
                .map_err(|error| Fault::new(FaultKind::Garbage, error.to_string()))?;
            Action::Move(mv)
        };
        Ok(Choice {
            action,
            visits: Some(u64::from(thought.best.visits)),
            value: Some(thought.best.value),
            simulations: Some(thought.simulations),
            time: thought.time.as_ref().map(MoveTime::from),
            took: None,
        })
    }
}

impl Contestant for BuiltInPlayer {
    fn start(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.table = game.board.table();
        self.has_moved = false;
        if let Some((timing, control)) = game.time {
            timing.tell(control, &mut self.params.time);
        }
        // A seed of the player's own makes its games others, but still differ from each other.
        self.params.engine.seed = match self.own_seed {
            0 => game.seed,
            own => (Rng::stream(own, &[game.seed]).next_u64() >> 33).max(1),
        };
        Ok(())
    }

    fn told(&mut self, _: Player, mv: &str) -> Result<(), Fault> {
        let played = self.table.play(mv);
        played
            .map(drop)
            .map_err(|error| Fault::new(FaultKind::Garbage, error.to_string()))
    }

    fn dead_stones(&mut self) -> Result<Option<Vec<String>>, Fault> {
        self.table
            .dead_stones(&self.params, &self.stop)
            .map_err(|error| Fault::new(FaultKind::Garbage, error.to_string()))
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault> {
        if let Some(clock) = &turn.clock {
            self.table.clocks().set(turn.side, clock);
        }
        self.has_moved = true;
        guarded(|| self.think())
    }

    fn ponders(&self) -> bool {
        self.has_moved && ponder::wanted(&self.params)
    }

    fn ponder(&mut self, extent: Extent<'_>) -> Result<(), Fault> {
        let (most, stop) = match extent {
            Extent::Until(stop) => (None, stop),
            Extent::Simulations(most) => (Some(most), &self.stop),
        };
        let (table, params) = (&mut self.table, &self.params);
        guarded(|| {
            let pondered = table.ponder(params, most, stop);
            pondered.map_err(|error| Fault::new(FaultKind::Garbage, error.to_string()))
        })
    }

    fn pondering(&self) -> Option<PonderStats> {
        ponder::wanted(&self.params).then(|| *self.table.pondering())
    }
}

/// A search that breaks down loses its game and not the match; the table is not used again
/// after that.
fn guarded<T>(search: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|panic| {
        let what = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned());
        let what = what.unwrap_or_else(|| "no message".to_owned());
        Err(Fault::new(
            FaultKind::Crash,
            format!("the search broke down: {what}"),
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tewari_engine::{Domain, GameKind};

    fn game(seed: u64) -> NewGame {
        NewGame {
            board: Board::Other(GameKind::Connect4),
            seed,
            time: None,
        }
    }

    fn first_moves(own_seed: u64, seeds: std::ops::Range<u64>) -> Vec<Choice> {
        let mut params = Params::preset(Domain::Connect4);
        params.engine.threads = 1;
        params.engine.memory = 1;
        params.engine.simulations = 60;
        params.engine.seed = own_seed;
        let mut player = BuiltInPlayer::new(&game(1).board, params, &Stop::default());
        let turn = Turn::first();
        seeds
            .map(|seed| {
                player.start(&game(seed)).unwrap();
                player.choose(&turn).unwrap()
            })
            .collect()
    }

    #[test]
    fn games_follow_from_their_seeds() {
        let games = first_moves(0, 1..9);
        assert_eq!(games, first_moves(0, 1..9));
        assert!(games.iter().any(|game| game != &games[0]), "seeds matter");
        let own = first_moves(7, 1..9);
        assert_ne!(own, games);
        assert!(
            own.iter().any(|game| game != &own[0]),
            "and are not hidden by an own one"
        );
    }

    #[test]
    fn a_stopped_search_is_no_move() {
        let stop = Stop::default();
        let params = Params::preset(Domain::Connect4);
        let mut player = BuiltInPlayer::new(&game(1).board, params, &stop);
        player.start(&game(1)).unwrap();
        stop.raise();
        let fault = player.choose(&Turn::first()).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Cancelled);
    }
}
