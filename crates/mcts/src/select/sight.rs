//! A row as its rule sees it: visits with the imagined ones, exploration terms, scores.

use super::lanes::{LANES, Lanes};
use super::rule::{Rave, Rule};
use crate::config::{Formula, InFlight};
use crate::statistic::{AmafTally, Tally};
use crate::sync::AtomicU64;
use crate::tree::{Entry, Proof};

/// The visits of a row that nobody made: those of priors and of virtual losses.
pub(super) struct Imagined<'a> {
    pub(super) entry: Entry<'a>,
    priors: bool,
    /// How many losses a simulation under way is; zero where they do not count.
    virtual_loss: f32,
    any: bool,
}

impl<'a> Imagined<'a> {
    #[inline(always)]
    pub(super) fn new(entry: Entry<'a>, rule: &Rule) -> Self {
        let columns = entry.columns();
        let losses = columns.in_flight && rule.in_flight == InFlight::VirtualLoss;
        Self {
            entry,
            priors: columns.prior,
            virtual_loss: if losses { rule.virtual_loss } else { 0.0 },
            any: columns.prior || losses,
        }
    }

    /// Visits of a chunk with the imagined ones, and their means.
    #[inline(always)]
    pub(super) fn visits<V: Lanes>(&self, c: usize, words: &[AtomicU64; LANES]) -> (V, V) {
        let (mut visits, mut rewards) = tallies::<V>(V::read(words));
        if self.any {
            if self.priors {
                let (imagined, value) = V::priors(self.entry.prior_words(c));
                visits = visits.plus(imagined);
                rewards = rewards.plus(imagined.times(value));
            }
            if self.virtual_loss > 0.0 {
                let losses = V::shorts(self.entry.in_flight_words(c));
                visits = visits.plus(V::splat(self.virtual_loss).times(losses));
            }
        }
        // Zero by zero is to be zero.
        let divisor = visits.at_least(V::splat(f32::MIN_POSITIVE));
        (visits, rewards.over(divisor))
    }
}

/// A row as its rule sees it: what is the same for all of its moves.
pub(super) struct Sight<'a> {
    pub(super) entry: Entry<'a>,
    pub(super) rule: &'a Rule,
    /// N.
    pub(super) total: f32,
    /// ln N, as the formula scales it.
    log: f32,
    /// The exploration term of UCB1 for one visit.
    spread: f32,
    /// The logarithm of all AMAF samples, if AMAF has an exploration term.
    amaf_log: f32,
    /// Whether simulations under way count as unobserved samples.
    pub(super) unobserved: bool,
    /// How many moves may be taken.
    pub(super) shown: usize,
    excluded: &'a [usize],
    /// Whether scores need anything but the formula.
    is_special: bool,
}

impl<'a> Sight<'a> {
    #[inline(always)]
    pub(super) fn new<V: Lanes>(
        entry: Entry<'a>,
        rule: &'a Rule,
        total: f32,
        excluded: &'a [usize],
    ) -> Self {
        let unobserved = entry.columns().in_flight && rule.in_flight == InFlight::Unobserved;
        let total = if unobserved {
            total + under_way::<V>(entry)
        } else {
            total
        };
        let (count, log) = (entry.count(), rule.logarithms.of(total));
        Self {
            entry,
            rule,
            total,
            log: rule.log_scale * log,
            spread: rule.spread * log.sqrt(),
            amaf_log: match rule.rave {
                Some(rave) if rave.exploration > 0.0 => {
                    rule.logarithms.of(amaf_samples::<V>(entry))
                }
                _ => 0.0,
            },
            unobserved,
            shown: if rule.thresholds.is_empty() {
                count
            } else {
                // Excluded moves make room for others, so that a position is never without
                // one.
                let visits = made_visits::<V>(entry);
                let shown = rule
                    .thresholds
                    .partition_point(|&threshold| threshold <= visits);
                (shown + excluded.len()).min(count)
            },
            excluded,
            is_special: unobserved || rule.is_special || !excluded.is_empty(),
        }
    }

    /// The scores of a chunk, which `score` makes of its number, exploration terms, visits and
    /// means; or a move that is proven to win. `unseen` is what a move is worth that nobody
    /// has come back from.
    #[inline(always)]
    pub(super) fn scores<V: Lanes>(
        &self,
        c: usize,
        n: V,
        mean: V,
        unseen: Option<f32>,
        score: &impl Fn(usize, V, V, V) -> V,
    ) -> Result<V, usize> {
        let explore = self.explore(c, n, mean);
        let scores = score(c, explore, n, mean);
        if self.is_special {
            self.amend(c, n, explore, scores, unseen)
        } else {
            Ok(scores)
        }
    }

    /// AMAF samples of a chunk, imagined ones included, and their means with the exploration
    /// term of AMAF.
    #[inline(always)]
    pub(super) fn amaf<V: Lanes>(&self, rave: &Rave, c: usize) -> (V, V) {
        let words = &self.entry.amaf_chunks()[c];
        let (mut samples, mut wins) = amaf_tallies::<V>(V::read(words));
        if rave.prior > 0.0 && self.entry.columns().prior {
            let (imagined, value) = V::priors(self.entry.prior_words(c));
            let imagined = V::splat(rave.prior).times(imagined);
            samples = samples.plus(imagined);
            wins = wins.plus(imagined.times(value));
        }
        // Zero by zero is to be zero.
        let mean = wins.over(samples.at_least(V::splat(f32::MIN_POSITIVE)));
        if rave.exploration > 0.0 {
            let divisor = samples.at_least(V::splat(1.0));
            let spread = V::splat(self.amaf_log).over(divisor).root();
            let spread = V::splat(rave.exploration).times(spread);
            (samples, mean.plus(spread))
        } else {
            (samples, mean)
        }
    }

    /// The exploration terms: `C·sqrt(log / n)`, with unobserved samples added to n; an
    /// untried move counts as one.
    #[inline(always)]
    fn explore<V: Lanes>(&self, c: usize, n: V, mean: V) -> V {
        let constant = self.rule.exploration;
        if constant == 0.0 {
            return V::splat(0.0);
        }
        let seen = if self.unobserved {
            n.plus(V::shorts(self.entry.in_flight_words(c)))
        } else {
            n
        };
        let seen = seen.at_least(V::splat(1.0));
        match self.rule.formula {
            Formula::MonteCarlo => V::splat(0.0),
            Formula::Ucb1 | Formula::Ucb1Doubled => exploration(V::splat(self.spread), seen),
            Formula::Ucb1Tuned => {
                let share = V::splat(self.log).over(seen);
                let squares = self.squares(c, n, mean);
                let variance = variance(squares, n.at_least(V::splat(1.0)), mean);
                tuned(constant, share, variance)
            }
        }
    }

    /// The sums of the squared rewards. Imagined visits count as wins and losses.
    #[inline(always)]
    fn squares<V: Lanes>(&self, c: usize, n: V, mean: V) -> V {
        let all = mean.times(n);
        if !self.entry.columns().squares {
            return all;
        }
        let (visits, rewards) = tallies::<V>(V::read(&self.entry.visit_chunks()[c]));
        let squares = squares::<V>(V::read(&self.entry.square_chunks()[c]));
        let imagined = n.above(visits, all.minus(rewards), V::splat(0.0));
        squares.plus(imagined)
    }

    /// An untried move that others are trying has no mean yet; unless AMAF knows it, it is
    /// given that of the row, so that not all workers try it at once.
    #[inline(always)]
    fn score_unseen<V: Lanes>(&self, c: usize, scores: V, explore: V, n: V, mean: f32) -> V {
        let zero = V::splat(0.0);
        let known = match &self.rule.rave {
            Some(rave) => n.plus(self.amaf::<V>(rave, c).0),
            None => n,
        };
        let guess = V::splat(mean).plus(explore);
        let under_way = V::shorts(self.entry.in_flight_words(c));
        known.above(zero, scores, under_way.above(zero, guess, scores))
    }

    /// What few searches ask for: moves under way, crude Monte Carlo, progressive bias,
    /// proofs, excluded moves.
    #[inline(always)]
    fn amend<V: Lanes>(
        &self,
        c: usize,
        n: V,
        explore: V,
        scores: V,
        unseen: Option<f32>,
    ) -> Result<V, usize> {
        let mut scores = scores;
        if let Some(mean) = unseen {
            scores = self.score_unseen(c, scores, explore, n, mean);
        }
        if self.rule.formula == Formula::MonteCarlo {
            // Observed visits, so that inherited results do not cost a move its playouts.
            let words = V::read(&self.entry.visit_chunks()[c]);
            scores = V::splat(0.0).minus(tallies::<V>(words).0);
        }
        if self.rule.bias_weight > 0.0 {
            let largest = V::splat(f32::from(u16::MAX));
            let bias = V::shorts(self.entry.bias_words(c)).over(largest);
            let bias = V::splat(self.rule.bias_weight).times(bias);
            scores = scores.plus(bias.over(n.plus(V::splat(1.0))));
        }
        let has_proofs = self.rule.solver && self.entry.has_proofs(c);
        if !has_proofs && self.excluded.is_empty() {
            return Ok(scores);
        }
        let mut lanes = [0.0; LANES];
        scores.store(&mut lanes);
        if has_proofs {
            for (lane, i) in lanes.iter_mut().zip(c * LANES..self.entry.count()) {
                match self.entry.move_proof(i) {
                    // History may forbid what is proven to win.
                    Proof::Win if !self.excluded.contains(&i) => return Err(i),
                    Proof::Win | Proof::Open => {}
                    Proof::Loss => *lane = f32::MIN,
                }
            }
        }
        for &i in self.excluded {
            if i / LANES == c {
                lanes[i % LANES] = f32::NEG_INFINITY;
            }
        }
        Ok(V::load(&lanes))
    }
}

/// Visits and rewards, in wins.
#[inline(always)]
pub(super) fn tallies<V: Lanes>(words: V::Words) -> (V, V) {
    let half_wins = V::bits::<0, 0>(words);
    (
        V::bits::<{ Tally::SUM_BITS as i32 }, 0>(words),
        half_wins.times(V::splat(0.5)),
    )
}

/// Sums of squared rewards, which are kept in quarters.
#[inline(always)]
pub(super) fn squares<V: Lanes>(words: V::Words) -> V {
    let upper = V::bits::<31, 0>(words).times(V::splat((1u32 << 31) as f32));
    upper.plus(V::bits::<0, 0>(words)).times(V::splat(0.25))
}

/// The variance of rewards: the mean of their squares minus the square of their mean.
#[inline(always)]
pub(super) fn variance<V: Lanes>(squares: V, n: V, mean: V) -> V {
    let difference = squares.over(n).minus(mean.times(mean));
    difference.at_least(V::splat(0.0))
}

/// The exploration term of UCB1-TUNED (Auer et al. 2002):
/// `C·sqrt(share · min(1/4, variance + sqrt(2·share)))`, the share being `ln N / n`.
#[inline(always)]
pub(super) fn tuned<V: Lanes>(constant: f32, share: V, variance: V) -> V {
    let spread = V::splat(2.0).times(share).root();
    let bound = variance.plus(spread);
    let quarter = V::splat(0.25);
    let bound = bound.above(quarter, quarter, bound);
    V::splat(constant).times(share.times(bound).root())
}

/// AMAF samples and their rewards, in wins. Vector units convert 31 bits, so the last seven of
/// the 38 bits of the sum are rounded away: less than 1/64 of a win in the whole sum, and
/// nothing at all without distance bias.
#[inline(always)]
fn amaf_tallies<V: Lanes>(words: V::Words) -> (V, V) {
    const DROPPED: u32 = AmafTally::SUM_BITS - 31;
    const UNIT: f32 = (1 << DROPPED) as f32 / AmafTally::WIN as f32;
    let units = V::bits::<{ DROPPED as i32 }, { 1 << (DROPPED - 1) }>(words);
    (
        V::bits::<{ AmafTally::SUM_BITS as i32 }, 0>(words),
        units.times(V::splat(UNIT)),
    )
}

/// Simulations under way through all moves.
#[inline(always)]
fn under_way<V: Lanes>(entry: Entry<'_>) -> f32 {
    let mut sums = V::splat(0.0);
    for c in 0..entry.visit_chunks().len() {
        sums = sums.plus(V::shorts(entry.in_flight_words(c)));
    }
    sums.sum()
}

/// Visits of all moves, without those that priors imagine.
#[inline(always)]
fn made_visits<V: Lanes>(entry: Entry<'_>) -> f32 {
    let mut sums = V::splat(0.0);
    for words in entry.visit_chunks() {
        sums = sums.plus(tallies::<V>(V::read(words)).0);
    }
    sums.sum()
}

/// AMAF samples of all moves.
#[inline(always)]
fn amaf_samples<V: Lanes>(entry: Entry<'_>) -> f32 {
    let mut sums = V::splat(0.0);
    for words in entry.amaf_chunks() {
        sums = sums.plus(amaf_tallies::<V>(V::read(words)).0);
    }
    sums.sum()
}

/// `spread / sqrt(n)`, so that the roots of n need not wait for N, which is in the spread.
#[inline(always)]
pub(super) fn exploration<V: Lanes>(spread: V, n: V) -> V {
    spread.times(V::splat(1.0).over(n.root()))
}
