//! One player's time over a game: clock, strategy, and what the last search left for the next.

use std::time::Duration;

use crate::clock::{Clock, FlagFell, TimeLeft};
use crate::domain::Domain;
use crate::lag::Lag;
use crate::params::{SourceKind, TimeParams};
use crate::plan::Plan;
use crate::purse::{Purse, Safety};
use crate::recipe::Recipe;
use crate::record::TimeRecord;
use crate::source::{TimeSource, Virtual, Wall};
use crate::strategy::StrategyError;
use crate::terms::TimeControl;
use crate::view::Occasion;

/// On the virtual clock, simulations kept back in a clock without overtime: as every move
/// makes at least one, a game of so many more moves can still be finished.
const RESERVE_SIMULATIONS: u64 = 500;

/// One player's time over a game.
#[derive(Clone, Debug)]
pub struct Timekeeper {
    clock: Clock,
    domain: Domain,
    params: TimeParams,
    recipe: Recipe,
    /// From our previous search.
    simulated_length: Option<f64>,
    criticality: Option<f64>,
    lag: Lag,
    records: Vec<TimeRecord>,
}

impl Timekeeper {
    /// For a player in a game, with the clock and the strategy of `params`.
    ///
    /// # Errors
    /// When the strategy is not for this game.
    pub fn new(params: &TimeParams, domain: Domain) -> Result<Self, StrategyError> {
        Ok(Self {
            clock: Clock::new(params.control),
            domain,
            params: *params,
            recipe: params.strategy.resolve(domain, params)?,
            simulated_length: None,
            criticality: None,
            lag: Lag::default(),
            records: Vec::new(),
        })
    }

    /// Takes over other parameters in the middle of a game; the clock stays as it is, unless
    /// another one is agreed on.
    ///
    /// # Errors
    /// When the strategy is not for this game; nothing has changed then.
    pub fn update(&mut self, params: &TimeParams, domain: Domain) -> Result<(), StrategyError> {
        if *params == self.params && domain == self.domain {
            return Ok(());
        }
        self.recipe = params.strategy.resolve(domain, params)?;
        if params.control != self.params.control {
            self.clock = Clock::new(params.control);
        }
        (self.params, self.domain) = (*params, domain);
        Ok(())
    }

    /// Something else was agreed on: the clock starts anew.
    pub const fn agree(&mut self, control: TimeControl) {
        self.params.control = control;
        self.clock = Clock::new(control);
    }

    /// A new game with the same agreement begins.
    pub fn restart(&mut self) {
        self.clock = Clock::new(self.params.control);
        (self.simulated_length, self.criticality) = (None, None);
        self.records.clear();
    }

    /// The clock.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whoever keeps the clock says what is left.
    pub fn believe(&mut self, left: TimeLeft) {
        self.compare(left);
        self.clock.believe(left);
    }

    /// Whoever keeps the clock shows it.
    pub fn copy_clock(&mut self, clock: &Clock) {
        self.compare(clock.left());
        self.clock = *clock;
    }

    /// Learns from what somebody else says is left, where both count the same way.
    fn compare(&mut self, told: TimeLeft) {
        let has_overtime = self.clock.overtime().1 > 0 || told.count > 0;
        if self.params.source == SourceKind::Wall && !has_overtime {
            self.lag.reported(self.clock.left().time, told.time);
        }
    }

    /// The strategy with its numbers.
    #[must_use]
    pub const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The parameters.
    #[must_use]
    pub const fn params(&self) -> &TimeParams {
        &self.params
    }

    /// A source of time as the parameters want it.
    #[must_use]
    pub fn source(&self) -> Box<dyn TimeSource> {
        match self.params.source {
            SourceKind::Wall => Box::new(Wall::default()),
            SourceKind::Virtual => Box::new(Virtual::new(self.params.speed)),
        }
    }

    /// The plan for a move at `ply` of a game with so many stones on the board; `None` if
    /// there is no limit. `pondered` is what pondering has already done for it.
    #[must_use]
    pub fn plan(&self, ply: u32, stones: u32, pondered: Duration) -> Option<Plan> {
        let params = &self.params;
        let occasion = Occasion {
            ply,
            stones,
            simulated_length: self.simulated_length,
            last_criticality: self.criticality,
            pondered,
        };
        let safety = match params.source {
            SourceKind::Wall => {
                let [margin, reserve] = [params.margin, params.reserve].map(crate::seconds);
                let moves_left = self.recipe.moves_left(&occasion);
                let lags = self.lag.of_a_move().mul_f64(moves_left);
                Safety::on_wall(&self.clock, margin, reserve, lags)
            }
            SourceKind::Virtual => {
                let reserve = Virtual::new(params.speed).elapsed(RESERVE_SIMULATIONS);
                Safety::in_simulations(&self.clock, reserve)
            }
        };
        let purse = Purse::open(&self.clock, safety)?;
        let game_time = self.clock.control().main();
        let left = self.clock.left().time;
        Some(Plan::new(
            &self.recipe,
            &purse,
            &occasion,
            game_time,
            left,
            self.lag.late(),
            params,
        ))
    }

    /// The move is made: it took `used`, as far as we know.
    ///
    /// # Errors
    /// When that was more than there was.
    pub fn spend(&mut self, used: Duration) -> Result<(), FlagFell> {
        self.lag.moved();
        self.clock.spend(used)
    }

    /// Remembers what a search saw, for the next one.
    pub const fn learn(&mut self, simulated_length: Option<f64>, criticality: Option<f64>) {
        self.simulated_length = simulated_length;
        self.criticality = criticality;
    }

    /// Keeps the record of a move, and learns from it how busy the machine is.
    pub fn keep(&mut self, record: TimeRecord) {
        if self.params.source == SourceKind::Wall {
            self.lag.ended_late(crate::seconds(record.late));
        }
        self.records.push(record);
    }

    /// The records of the moves so far.
    #[must_use]
    pub fn records(&self) -> &[TimeRecord] {
        &self.records
    }
}
