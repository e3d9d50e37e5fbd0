//! The clocks of a game, one for each side, as far as there are any.

use std::time::Duration;

use tewari_control::{
    Clock, Domain, Plan, TimeControl, TimeLeft, TimeParams, TimeSource, Timekeeper,
};
use tewari_game::Player;
use tewari_mcts::config::FinalMove;

use crate::think::Thought;

/// The clocks of a game. A side has one when `time.control` says so, or when whoever runs the
/// game has set one.
#[derive(Clone, Default, Debug)]
pub struct Clocks {
    keepers: [Option<Timekeeper>; 2],
    /// Set from outside before there was a keeper.
    waiting: [Option<Clock>; 2],
}

/// The time of a move, while it is searched.
pub(crate) struct Timing {
    pub(crate) plan: Plan,
    pub(crate) source: Box<dyn TimeSource>,
}

impl Clocks {
    /// Whoever runs the game shows the clock of `side`.
    pub fn set(&mut self, side: Player, clock: &Clock) {
        match &mut self.keepers[side.index()] {
            Some(keeper) => keeper.copy_clock(clock),
            None => self.waiting[side.index()] = Some(*clock),
        }
    }

    /// Something else was agreed on, for both sides: their clocks start anew.
    pub fn agree(&mut self, control: TimeControl) {
        self.waiting = [None; 2];
        for keeper in self.keepers.iter_mut().flatten() {
            keeper.agree(control);
        }
    }

    /// Whoever runs the game tells what `side` has left.
    ///
    /// # Errors
    /// When the strategy is not for this game.
    pub fn believe(
        &mut self,
        side: Player,
        left: TimeLeft,
        params: &TimeParams,
        domain: Domain,
    ) -> Result<(), String> {
        self.make(side, params, domain)?.believe(left);
        Ok(())
    }

    /// The time of `side` so far, if it has a clock.
    #[must_use]
    pub const fn get(&self, side: Player) -> Option<&Timekeeper> {
        self.keepers[side.index()].as_ref()
    }

    fn make(
        &mut self,
        side: Player,
        params: &TimeParams,
        domain: Domain,
    ) -> Result<&mut Timekeeper, String> {
        let at = side.index();
        let mut keeper = match self.keepers[at].take() {
            Some(keeper) => keeper,
            None => Timekeeper::new(params, domain).map_err(|error| error.to_string())?,
        };
        if let Some(clock) = self.waiting[at].take() {
            keeper.copy_clock(&clock);
        }
        let updated = keeper.update(params, domain);
        let keeper = self.keepers[at].insert(keeper);
        updated.map_err(|error| error.to_string())?;
        Ok(keeper)
    }

    /// The keeper of `side`, if it has a clock now.
    ///
    /// # Errors
    /// When the strategy does not fit the game or the rest of the configuration.
    pub(crate) fn keeper(
        &mut self,
        side: Player,
        params: &TimeParams,
        domain: Domain,
        final_move: FinalMove,
    ) -> Result<Option<&mut Timekeeper>, String> {
        let at = side.index();
        let known = self.keepers[at].is_some() || self.waiting[at].is_some();
        if params.control.is_none() && !known {
            return Ok(None);
        }
        let keeper = self.make(side, params, domain)?;
        if keeper.clock().control().is_none() {
            return Ok(Some(keeper));
        }
        match (keeper.recipe().needs_most_visited(), final_move) {
            (_, FinalMove::MaxRobust) => Err(
                "search.final_move = max-robust prolongs searches by itself: with a clock use \
                 most-visited and the rule unst"
                    .to_owned(),
            ),
            (Some(name), FinalMove::BestMean) => Err(format!(
                "{} in time.strategy presupposes search.final_move = most-visited",
                name.text()
            )),
            _ => Ok(Some(keeper)),
        }
    }
}

impl Timing {
    /// Plans the next move of `keeper`; `None` if there is no limit. The clock runs from here.
    pub(crate) fn begin(
        keeper: &Timekeeper,
        ply: u32,
        stones: u32,
        pondered: Duration,
    ) -> Option<Self> {
        let mut source = keeper.source();
        source.start();
        let plan = keeper.plan(ply, stones, pondered)?;
        Some(Self { plan, source })
    }

    /// What the move may still take at most on the wall; `None` where time is simulations.
    pub(crate) fn left_on_the_wall(&self) -> Option<Duration> {
        let used = self.source.elapsed(0);
        let is_wall = !self.source.is_virtual();
        is_wall.then(|| self.plan.longest().saturating_sub(used))
    }

    /// The search is over: what it saw is remembered, its time written down and taken from the
    /// clock.
    pub(crate) fn finish(timing: Option<Self>, keeper: &mut Timekeeper, thought: &mut Thought) {
        keeper.learn(thought.simulated_length, thought.max_criticality);
        let Some(Self { plan, source }) = timing else {
            return;
        };
        let used = source.elapsed(thought.simulations);
        let record = plan.record(used, thought.simulations);
        thought.time = Some(record.clone());
        keeper.keep(record);
        // A flag that falls is seen by the next plan: it leaves no time.
        let _ = keeper.spend(used);
    }
}
