//! A strategy for a game at hand: every number in its place.

use crate::curve::Curve;
use crate::domain::Domain;
use crate::names::Name;
use crate::params::{BehindOf, TimeParams, Unit, UnstableBy};
use crate::preset::{self, Baseline};
use crate::strategy::{Part, Strategy, StrategyError};
use crate::tables::{Measure, Tables, tables};
use crate::view::{Occasion, View};

/// How many moves the time must last, or how much there is for this one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Base {
    Constant(f64),
    Enhanced { c: f64, max_ply: f64 },
    Yamashita { floor: f64 },
    Expected(Measure),
    Distribution(Box<Curve>),
    Phases { first: f64, change: f64, then: f64 },
}

/// A linear function of criticality, kept within bounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Kappa {
    slope: f64,
    intercept: f64,
    low: f64,
    high: f64,
}

impl Kappa {
    pub(crate) fn factor(&self, criticality: f64) -> f64 {
        let factor = criticality * self.slope + self.intercept;
        factor.max(self.low).min(self.high)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Factor {
    Open(f64),
    Mid { a: f64, b: f64, c: f64 },
    KappaExp(Kappa),
    KappaLm(Kappa),
}

/// When a search goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Condition {
    Behind { below: f64, of: BehindOf },
    Unstable { by: UnstableBy },
    Close { within: f64 },
}

/// A rule that prolongs a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Extension {
    pub(crate) name: Name,
    pub(crate) factor: f64,
    pub(crate) loops: u32,
    pub(crate) unit: Unit,
    condition: Condition,
}

impl Extension {
    pub(crate) fn holds(&self, view: &View) -> bool {
        match self.condition {
            Condition::Behind { below, of } => {
                let value = match of {
                    BehindOf::Best => view.best_value,
                    BehindOf::Root => view.root_value,
                };
                value < below
            }
            Condition::Unstable { by } => match by {
                UnstableBy::Mean => !view.has_best_mean,
                UnstableBy::Score => !view.has_best_score,
            },
            Condition::Close { within } => {
                let (most, second) = (view.most_visits, view.second_visits);
                most > 0.0 && (most - second) / most < within
            }
        }
    }
}

/// STOP.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct EarlyStop {
    pub(crate) name: Name,
    pub(crate) factor: f64,
    pub(crate) share: f64,
}

/// KAPPA-CM.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CurrentMove {
    pub(crate) kappa: Kappa,
    /// Seconds from the beginning of the search.
    pub(crate) after: f64,
}

/// A strategy for a game at hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    base: Base,
    factors: Vec<Factor>,
    pub(crate) stop: Option<EarlyStop>,
    pub(crate) current_move: Option<CurrentMove>,
    pub(crate) extensions: Vec<Extension>,
    tables: Tables,
    is_go: bool,
    needs_most_visited: Option<Name>,
    needs_criticality: bool,
    needs_score: bool,
}

impl Strategy {
    /// The strategy in a game, with published numbers where none were given.
    ///
    /// # Errors
    /// When a part is not for this game, or its numbers are unknown and were not given.
    pub fn resolve(&self, domain: Domain, params: &TimeParams) -> Result<Recipe, StrategyError> {
        let mut recipe = Recipe {
            base: Base::Constant(1.0),
            factors: Vec::new(),
            stop: None,
            current_move: None,
            extensions: Vec::new(),
            tables: tables(domain),
            is_go: domain.is_go(),
            needs_most_visited: self.names().find(|name| name.needs_most_visited()),
            needs_criticality: false,
            needs_score: false,
        };
        for part in self.parts() {
            let name = part.name;
            if name.is_for_go() && !domain.is_go() {
                let name = name.text();
                return Err(StrategyError(format!("{name} is for Go, not for {domain}")));
            }
            let curve = self.curve();
            recipe.add(name, &numbers(part, domain)?, curve, domain, params)?;
        }
        Ok(recipe)
    }
}

/// The numbers of a part: given ones, or else published ones.
fn numbers(part: &Part, domain: Domain) -> Result<Vec<f64>, StrategyError> {
    let name = part.name;
    let published = preset::preset(name, domain);
    let number = |i: usize| {
        let known = published.and_then(|preset| preset.values.get(i).copied());
        part.given[i].or(known).ok_or_else(|| {
            let (part, arg) = (name.text(), name.args()[i].name);
            StrategyError(format!(
                "no published number is known for {part} in {domain}: say {part}({arg}=...)"
            ))
        })
    };
    (0..name.args().len()).map(number).collect()
}

impl Recipe {
    fn add(
        &mut self,
        name: Name,
        numbers: &[f64],
        curve: Option<Curve>,
        domain: Domain,
        params: &TimeParams,
    ) -> Result<(), StrategyError> {
        let at = |i: usize| numbers[i];
        let kappa = || Kappa {
            slope: at(0),
            intercept: at(1),
            low: at(2),
            high: at(3),
        };
        match name {
            Name::Basic => self.base = Base::Constant(at(0)),
            Name::Enhanced => {
                self.base = Base::Enhanced {
                    c: at(0),
                    max_ply: at(1),
                }
            }
            Name::Yamashita => self.base = Base::Yamashita { floor: at(0) },
            Name::ExpMoves => self.base = Base::Expected(Measure::Moves),
            Name::ExpSim => self.base = Base::Expected(Measure::Simulated),
            Name::ExpStones => self.base = Base::Expected(Measure::Stones),
            Name::Distribution => {
                let curve = curve.expect("distribution is read with its curve");
                self.base = Base::Distribution(Box::new(curve));
            }
            Name::Phases => {
                self.base = Base::Phases {
                    first: at(0),
                    change: at(1),
                    then: at(2),
                };
            }
            Name::Open => self.factors.push(Factor::Open(at(0))),
            Name::Mid => self.factors.push(Factor::Mid {
                a: at(0),
                b: at(1),
                c: at(2),
            }),
            Name::KappaExp => {
                if !self.tables.has(Measure::Criticality) {
                    let what = format!("kappa-exp: no table of criticality for {domain}");
                    return Err(StrategyError(what));
                }
                self.factors.push(Factor::KappaExp(kappa()));
            }
            Name::KappaLm => {
                self.needs_criticality = true;
                self.factors.push(Factor::KappaLm(kappa()));
            }
            Name::KappaCm => {
                self.needs_criticality = true;
                self.current_move = Some(CurrentMove {
                    kappa: kappa(),
                    after: at(4),
                });
            }
            Name::Stop => self.early_stop(name, at(0), at(1)),
            Name::StopA => self.early_stop(name, 1.0, 1.0),
            Name::StopB => self.early_stop(name, at(0), 1.0),
            Name::Unst => self.unstable(name, at(0), 1.0, params.unit, params.unstable_by),
            Name::UnstL => self.unstable(name, at(0), at(1), params.unit, params.unstable_by),
            Name::Behind | Name::BehindL => {
                let loops = numbers.get(2).copied().unwrap_or(1.0);
                let of = params.behind_of;
                self.behind(name, [at(0), at(1)], loops, params.unit, of);
            }
            Name::Close | Name::CloseL => {
                let loops = numbers.get(2).copied().unwrap_or(1.0);
                let condition = Condition::Close { within: at(1) };
                self.extend(name, at(0), loops, params.unit, condition);
            }
            Name::Erica => {
                let readings = (Unit::Planned, BehindOf::Root, UnstableBy::Score);
                self.baseline(preset::ERICA, readings);
            }
            Name::EricaBaseline => {
                let size = if let Domain::Go(size) = domain {
                    size
                } else {
                    0
                };
                let readings = (Unit::Used, BehindOf::Best, UnstableBy::Mean);
                self.baseline(preset::baseline(size), readings);
            }
        }
        Ok(())
    }

    const fn early_stop(&mut self, name: Name, factor: f64, share: f64) {
        self.stop = Some(EarlyStop {
            name,
            factor,
            share,
        });
    }

    /// Erica's player, rules in the order of its Algorithm 1: BEHIND, then UNST.
    fn baseline(&mut self, numbers: Baseline, readings: (Unit, BehindOf, UnstableBy)) {
        let (unit, of, by) = readings;
        self.base = Base::Enhanced {
            c: numbers.c,
            max_ply: numbers.max_ply,
        };
        self.behind(Name::Behind, numbers.behind, 1.0, unit, of);
        self.unstable(Name::Unst, numbers.unst, 1.0, unit, by);
    }

    fn behind(&mut self, name: Name, numbers: [f64; 2], loops: f64, unit: Unit, of: BehindOf) {
        let [factor, below] = numbers;
        let condition = Condition::Behind { below, of };
        self.extend(name, factor, loops, unit, condition);
    }

    fn unstable(&mut self, name: Name, factor: f64, loops: f64, unit: Unit, by: UnstableBy) {
        self.needs_score |= by == UnstableBy::Score;
        self.extend(name, factor, loops, unit, Condition::Unstable { by });
    }

    fn extend(&mut self, name: Name, factor: f64, loops: f64, unit: Unit, condition: Condition) {
        self.extensions.push(Extension {
            name,
            factor,
            loops: loops as u32,
            unit,
            condition,
        });
    }

    /// The part that presupposes that the most visited move is played, if there is one.
    #[must_use]
    pub const fn needs_most_visited(&self) -> Option<Name> {
        self.needs_most_visited
    }

    /// Whether the criticality of points must be measured.
    #[must_use]
    pub const fn needs_criticality(&self) -> bool {
        self.needs_criticality
    }

    /// Whether views must say which move has the highest score in the selection.
    #[must_use]
    pub const fn needs_score(&self) -> bool {
        self.needs_score
    }

    /// How many moves the time must last, at least one.
    pub(crate) fn moves_left(&self, occasion: &Occasion) -> f64 {
        let ply = f64::from(occasion.ply);
        let by = |measure, x| self.tables.at(measure, x);
        let moves = match self.base {
            Base::Constant(c) => c,
            Base::Enhanced { c, max_ply } => c + (max_ply - ply).max(0.0),
            Base::Yamashita { floor } => (60.0 - (ply + 1.0) / 10.0).max(floor),
            Base::Expected(measure) => {
                let x = match measure {
                    Measure::Simulated => occasion.simulated_length,
                    Measure::Stones => Some(f64::from(occasion.stones)),
                    Measure::Moves | Measure::Criticality => None,
                };
                let found = x.and_then(|x| by(measure, x));
                found.or_else(|| by(Measure::Moves, ply)).unwrap_or(1.0)
            }
            Base::Distribution(_) | Base::Phases { .. } => by(Measure::Moves, ply).unwrap_or(1.0),
        };
        moves.max(1.0)
    }

    /// The percent of the game's time that the move gets, whatever is left of it; `None` where
    /// what is left is divided.
    pub(crate) fn percent_of_game(&self, occasion: &Occasion) -> Option<f64> {
        match &self.base {
            Base::Distribution(curve) => Some(curve.at(self.turn(occasion))),
            Base::Phases {
                first,
                change,
                then,
            } => {
                let changed = f64::from(occasion.ply) >= *change;
                Some(if changed { *then } else { *first })
            }
            _ => None,
        }
    }

    /// Where on the curve of a distribution we are: stones in Go, own turns elsewhere.
    fn turn(&self, occasion: &Occasion) -> f64 {
        if self.is_go {
            f64::from(occasion.stones)
        } else {
            f64::from(occasion.ply / 2)
        }
    }

    /// What the time for a move is multiplied by.
    pub(crate) fn factor(&self, occasion: &Occasion) -> f64 {
        let ply = f64::from(occasion.ply);
        let of = |factor: &Factor| match *factor {
            Factor::Open(f) => f,
            Factor::Mid { a, b, c } => {
                let z = (ply - b) / c;
                1.0 + a * libm::exp(-z * z / 2.0)
            }
            Factor::KappaExp(kappa) => self
                .tables
                .at(Measure::Criticality, ply)
                .map_or(1.0, |average| kappa.factor(average)),
            Factor::KappaLm(kappa) => occasion
                .last_criticality
                .map_or(1.0, |last| kappa.factor(last)),
        };
        let stop = self.stop.map_or(1.0, |stop| stop.factor);
        self.factors.iter().map(of).product::<f64>() * stop
    }
}
