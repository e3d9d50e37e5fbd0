//! The configuration as selection wants it.

use super::logarithm::{LOGARITHMS, Logarithms};
use crate::config::{BiasKind, Config, FirstPlay, Formula, InFlight, Placement, Schedule};

/// The configuration as selection wants it: `f32`, made once per search.
#[derive(Clone, Debug)]
pub struct Rule {
    pub(super) formula: Formula,
    pub(super) exploration: f32,
    pub(super) first_play: f32,
    pub(super) rave: Option<Rave>,
    pub(super) bias_weight: f32,
    pub(super) in_flight: InFlight,
    pub(super) virtual_loss: f32,
    pub(super) solver: bool,
    /// Whether scores need anything but the formula.
    pub(super) is_special: bool,
    /// Whether this is a formula and nothing else: see [`select_few`](super::select_few).
    pub(super) is_plain: bool,
    /// What ln N is multiplied by.
    pub(super) log_scale: f32,
    /// What sqrt(ln N) is multiplied by in UCB1.
    pub(super) spread: f32,
    pub(super) logarithms: &'static Logarithms,
    /// `thresholds[k]` visits show `k + 1` moves; empty without widening.
    pub(super) thresholds: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Rave {
    pub(super) schedule: Schedule,
    pub(super) equivalence: f32,
    pub(super) bias_squared: f32,
    pub(super) placement: Placement,
    pub(super) exploration: f32,
    pub(super) prior: f32,
}

impl Rule {
    /// The rule for rows of at most `width` moves at move `played` of the game.
    #[must_use]
    pub fn new(config: &Config, width: usize, played: usize) -> Self {
        let Config {
            search,
            rave,
            predictor,
            parallel,
        } = config;
        let narrow = predictor.widening
            && (predictor.widening_until == 0 || played < predictor.widening_until as usize);
        let log_scale: f32 = match search.formula {
            Formula::Ucb1Doubled => 2.0,
            _ => 1.0,
        };
        let is_special = search.solver
            || predictor.bias != BiasKind::Off
            || search.formula == Formula::MonteCarlo;
        Self {
            formula: search.formula,
            exploration: search.exploration as f32,
            first_play: match search.first_play {
                FirstPlay::UnvisitedFirst => f32::INFINITY,
                FirstPlay::Urgency => search.urgency as f32,
            },
            rave: rave.on.then_some(Rave {
                schedule: rave.schedule,
                equivalence: rave.equivalence as f32,
                bias_squared: (rave.bias * rave.bias) as f32,
                placement: rave.placement,
                exploration: rave.exploration as f32,
                prior: rave.prior as f32,
            }),
            bias_weight: match predictor.bias {
                BiasKind::Off => 0.0,
                BiasKind::Chaslot => 1.0,
                BiasKind::Weighted => predictor.weight as f32,
            },
            in_flight: parallel.in_flight,
            virtual_loss: parallel.virtual_loss as f32,
            solver: search.solver,
            log_scale,
            spread: search.exploration as f32 * log_scale.sqrt(),
            logarithms: &LOGARITHMS,
            is_special,
            is_plain: !is_special && !narrow && !rave.on,
            thresholds: if narrow {
                widening_thresholds(predictor.widening_first, predictor.widening_growth, width)
            } else {
                Vec::new()
            },
        }
    }
}

impl Rule {
    /// Whether it is UCB1 or UCB1-TUNED and nothing else, so that [`select_few`](super::select_few) may stand for
    /// [`Row::select`](super::Row::select) where nothing is excluded.
    #[inline(always)]
    pub(crate) const fn is_plain(&self) -> bool {
        self.is_plain
    }
}

/// Progressive widening (Coulom 2007): `t_1 = 0`, `t_{k+1} = t_k + first·growth^(k−1)`.
fn widening_thresholds(first: f64, growth: f64, width: usize) -> Vec<f32> {
    let mut thresholds = Vec::with_capacity(width);
    let (mut at, mut step) = (0.0, first);
    for _ in 0..width {
        thresholds.push(at as f32);
        at += step;
        step *= growth;
    }
    thresholds
}
