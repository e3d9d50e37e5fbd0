//! Which move a simulation takes at a position.
//!
//! A row is worked on in chunks of eight moves, one vector of `f32` for each quantity, in two
//! passes: the first unpacks visits and rewards into scratch and adds up N, the second scores a
//! chunk and compares it with the best so far. The formula is chosen once per position, what is
//! rare once per chunk, nothing per move; ln N is taken once. Among equals the first move wins,
//! so that a search depends on nothing but its seed. `f32` is exact enough to choose with: it
//! tells 2^24 visits apart, and sums are kept as integers elsewhere. The same code is compiled
//! twice, for any processor and for those with AVX2, which halves its instructions; only
//! additions, multiplications, divisions and square roots of single lanes are used, without
//! fused operations, so both give the same bits.
//!
//! Notation: `n`, `w` are visits and rewards of a move with its prior added; `N = Σ n`; `a`,
//! `x` are AMAF samples and mean; `o` are simulations under way.

mod lanes;

use std::sync::LazyLock;

use crate::config::{BiasKind, Config, FirstPlay, Formula, InFlight, Placement, Schedule};
use crate::statistic::{AmafTally, Tally};
use crate::sync::AtomicU64;
use crate::tree::{Entry, Proof};

#[cfg(all(target_arch = "x86_64", not(loom)))]
pub(crate) use lanes::wide::Wide;
pub(crate) use lanes::{LANES, Lanes, Plain};

/// The configuration as selection wants it: `f32`, made once per search.
#[derive(Clone, Debug)]
pub struct Rule {
    formula: Formula,
    exploration: f32,
    first_play: f32,
    rave: Option<Rave>,
    bias_weight: f32,
    in_flight: InFlight,
    virtual_loss: f32,
    solver: bool,
    /// Whether scores need anything but the formula.
    is_special: bool,
    /// Whether this is plain UCB1: see [`select_few`].
    is_plain: bool,
    /// What ln N is multiplied by.
    log_scale: f32,
    /// What sqrt(ln N) is multiplied by in UCB1.
    spread: f32,
    logarithms: &'static Logarithms,
    /// `thresholds[k]` visits show `k + 1` moves; empty without widening.
    thresholds: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Rave {
    schedule: Schedule,
    equivalence: f32,
    bias_squared: f32,
    placement: Placement,
    exploration: f32,
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
            is_plain: !is_special && !narrow && !rave.on && search.formula != Formula::Ucb1Tuned,
            thresholds: if narrow {
                widening_thresholds(predictor.widening_first, predictor.widening_growth, width)
            } else {
                Vec::new()
            },
        }
    }
}

impl Rule {
    /// Whether it is UCB1 and nothing else, so that [`select_few`] may stand for
    /// [`Row::select`] where nothing is excluded.
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

/// Scratch for one row, owned by a worker.
#[derive(Clone, Debug)]
pub struct Row {
    /// Visits, imagined ones included, and means.
    row: Vec<[[f32; LANES]; 2]>,
    /// Whether the processor has what the code for wide vectors is compiled for.
    wide: bool,
    /// Imagined wins on root moves, added to the row of the root if not empty.
    pub extra_wins: Vec<f32>,
}

#[cfg(all(target_arch = "x86_64", not(loom)))]
fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    // Whoever has the first has the others, too.
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
}

#[cfg(not(all(target_arch = "x86_64", not(loom))))]
const fn has_avx2() -> bool {
    false
}

impl Row {
    /// Scratch for rows of at most `width` moves.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self {
            row: vec![[[0.0; LANES]; 2]; width.div_ceil(LANES)],
            wide: has_avx2(),
            extra_wins: Vec::new(),
        }
    }

    /// Whether the processor has AVX2, and the instructions for bits that came with it: BMI1,
    /// BMI2, LZCNT and POPCNT.
    #[cfg(all(target_arch = "x86_64", not(loom)))]
    #[inline(always)]
    pub(crate) const fn is_wide(&self) -> bool {
        self.wide
    }

    /// The move to take, or `None` when every move is excluded or there is none. `at_root`
    /// adds the imagined wins; `excluded` moves are not taken.
    #[inline]
    pub fn select(
        &mut self,
        entry: Entry<'_>,
        rule: &Rule,
        at_root: bool,
        excluded: &[usize],
    ) -> Option<usize> {
        #[cfg(all(target_arch = "x86_64", not(loom)))]
        if self.wide {
            #[allow(unsafe_code)]
            // SAFETY: calling a function compiled for AVX2 is sound where the processor has
            // it, and `wide` is set in `new`, the only constructor, from asking the processor.
            return unsafe { self.select_avx2(entry, rule, at_root, excluded) };
        }
        self.select_by::<Plain>(entry, rule, at_root, excluded)
    }

    #[cfg(all(target_arch = "x86_64", not(loom)))]
    #[target_feature(enable = "avx2")]
    fn select_avx2(
        &mut self,
        entry: Entry<'_>,
        rule: &Rule,
        at_root: bool,
        excluded: &[usize],
    ) -> Option<usize> {
        self.select_by::<Wide>(entry, rule, at_root, excluded)
    }

    #[inline(always)]
    fn select_by<V: Lanes>(
        &mut self,
        entry: Entry<'_>,
        rule: &Rule,
        at_root: bool,
        excluded: &[usize],
    ) -> Option<usize> {
        let count = entry.count();
        let has_extra = at_root && !self.extra_wins.is_empty();
        if count <= LANES && rule.rave.is_none() && !has_extra {
            // One chunk, as in the small games: nothing needs to be kept.
            if count == 0 {
                return None;
            }
            let (n, mean) = Imagined::new(entry, rule).visits::<V>(0, &entry.visit_chunks()[0]);
            let sight = Sight::new::<V>(entry, rule, n.sum(), excluded);
            let unseen = sight.unobserved.then(|| {
                let rewards = n.times(mean).sum();
                mean_or_half(n.sum(), rewards)
            });
            return match sight.scores(0, n, mean, unseen, &plain(rule)) {
                Ok(scores) => {
                    let scores = scores.first(sight.shown);
                    (scores.largest() > f32::NEG_INFINITY).then(|| scores.best())
                }
                Err(winning) => Some(winning),
            };
        }
        let total = self.gather::<V>(entry, rule);
        if has_extra {
            self.add_wins();
        }
        let sight = Sight::new::<V>(entry, rule, total, excluded);
        match &rule.rave {
            None => self.best(&sight, &plain::<V>(rule)),
            Some(rave) => self.best_by_rave::<V>(&sight, rave),
        }
    }

    /// Unpacks the visits of the row, adds what is imagined, and answers N.
    #[inline(always)]
    fn gather<V: Lanes>(&mut self, entry: Entry<'_>, rule: &Rule) -> f32 {
        let imagined = Imagined::new(entry, rule);
        let mut sums = V::splat(0.0);
        let row = self.row.iter_mut().zip(entry.visit_chunks());
        for (c, ([n, mean], words)) in row.enumerate() {
            let (visits, means) = imagined.visits::<V>(c, words);
            sums = sums.plus(visits);
            visits.store(n);
            means.store(mean);
        }
        sums.sum()
    }

    fn add_wins(&mut self) {
        for ([n, mean], wins) in self.row.iter_mut().zip(self.extra_wins.chunks(LANES)) {
            for (i, &wins) in wins.iter().enumerate() {
                if wins > 0.0 {
                    mean[i] = (mean[i] * n[i] + wins) / (n[i] + wins);
                    n[i] += wins;
                }
            }
        }
    }

    #[inline(always)]
    fn best_by_rave<V: Lanes>(&self, sight: &Sight<'_>, rave: &Rave) -> Option<usize> {
        let k = rave.equivalence;
        let parent_share = (k / (3.0 * sight.total + k)).sqrt();
        let (k, three) = (V::splat(k), V::splat(3.0));
        let b = V::splat(4.0 * rave.bias_squared);
        let smallest = V::splat(f32::MIN_POSITIVE);
        match rave.schedule {
            Schedule::Gelly => {
                self.best_by_share(sight, rave, |n: V, _| k.over(three.times(n).plus(k)).root())
            }
            Schedule::GellyParent => {
                self.best_by_share(sight, rave, |_: V, _| V::splat(parent_share))
            }
            Schedule::Silver => self.best_by_share(sight, rave, |n: V, a| {
                // `a` is zero only where the share is set to zero below.
                let both = n.plus(a).plus(b.times(n).times(a));
                a.over(both.at_least(smallest))
            }),
        }
    }

    /// Mixes visits and AMAF. The share β of AMAF is one for a move without visits and zero
    /// for a move without samples.
    #[inline(always)]
    fn best_by_share<V: Lanes>(
        &self,
        sight: &Sight<'_>,
        rave: &Rave,
        share: impl Fn(V, V) -> V,
    ) -> Option<usize> {
        let first_play = V::splat(sight.rule.first_play);
        let (zero, one) = (V::splat(0.0), V::splat(1.0));
        let is_inside = rave.placement == Placement::Inside;
        let words = sight.entry.amaf_chunks();
        self.best(sight, &|c: usize, explore: V, n: V, mean: V| {
            let (a, x) = sight.amaf::<V>(&words[c]);
            let beta = a.above(zero, n.above(zero, share(n, a), one), zero);
            let rest = one.minus(beta);
            let mixed = if is_inside {
                rest.times(mean.plus(explore)).plus(beta.times(x))
            } else {
                rest.times(mean).plus(beta.times(x)).plus(explore)
            };
            n.plus(a).above(zero, mixed, first_play)
        })
    }

    /// The first of the moves with the largest score.
    #[inline(always)]
    fn best<V: Lanes>(
        &self,
        sight: &Sight<'_>,
        score: &impl Fn(usize, V, V, V) -> V,
    ) -> Option<usize> {
        let chunks = sight.entry.visit_chunks().len();
        let unseen = sight.unobserved.then(|| self.mean_of_row(chunks));
        let mut best = Best::new();
        for (c, [n, mean]) in self.row.iter().take(chunks).enumerate() {
            match sight.scores(c, V::load(n), V::load(mean), unseen, score) {
                Ok(scores) => best.look(scores, sight.shown),
                Err(winning) => return Some(winning),
            }
        }
        best.index()
    }

    fn mean_of_row(&self, chunks: usize) -> f32 {
        let (mut visits, mut rewards) = (0.0, 0.0);
        for [n, mean] in &self.row[..chunks] {
            for (n, mean) in n.iter().zip(mean) {
                visits += n;
                rewards += n * mean;
            }
        }
        mean_or_half(visits, rewards)
    }
}

fn mean_or_half(visits: f32, rewards: f32) -> f32 {
    if visits > 0.0 { rewards / visits } else { 0.5 }
}

/// What [`Row::select`] answers for a [plain](Rule::is_plain) rule and an entry of one chunk
/// with nothing but visits: the small games do nothing else, and looking whether there is
/// anything else takes as long as choosing. The entry must have a move.
#[inline(always)]
pub(crate) fn select_few<V: Lanes>(entry: Entry<'_>, rule: &Rule) -> usize {
    let words = V::read(entry.first_visit_chunk());
    let total = V::total::<{ Tally::SUM_BITS as i32 }>(words);
    let spread = V::splat(rule.spread * rule.logarithms.root(total));
    let (n, rewards) = tallies::<V>(words);
    let some = n.at_least(V::splat(1.0));
    let scores = rewards.over(some).plus(exploration(spread, some));
    let unvisited = V::splat(rule.first_play).first(entry.count());
    n.above(V::splat(0.0), scores, unvisited).best()
}

/// `spread / sqrt(n)`, so that the roots of n need not wait for N, which is in the spread.
#[inline(always)]
fn exploration<V: Lanes>(spread: V, n: V) -> V {
    spread.times(V::splat(1.0).over(n.root()))
}

/// The score without AMAF.
#[inline(always)]
fn plain<V: Lanes>(rule: &Rule) -> impl Fn(usize, V, V, V) -> V {
    let first_play = V::splat(rule.first_play);
    move |_, explore, n, mean| n.above(V::splat(0.0), mean.plus(explore), first_play)
}

/// The visits of a row that nobody made: those of priors and of virtual losses.
struct Imagined<'a> {
    entry: Entry<'a>,
    priors: bool,
    /// How many losses a simulation under way is; zero where they do not count.
    virtual_loss: f32,
    any: bool,
}

impl<'a> Imagined<'a> {
    #[inline(always)]
    fn new(entry: Entry<'a>, rule: &Rule) -> Self {
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
    fn visits<V: Lanes>(&self, c: usize, words: &[AtomicU64; LANES]) -> (V, V) {
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
struct Sight<'a> {
    entry: Entry<'a>,
    rule: &'a Rule,
    /// N.
    total: f32,
    /// ln N, as the formula scales it.
    log: f32,
    /// The exploration term of UCB1 for one visit.
    spread: f32,
    /// The logarithm of all AMAF samples, if AMAF has an exploration term.
    amaf_log: f32,
    /// Whether simulations under way count as unobserved samples.
    unobserved: bool,
    /// How many moves may be taken.
    shown: usize,
    excluded: &'a [usize],
    /// Whether scores need anything but the formula.
    is_special: bool,
}

impl<'a> Sight<'a> {
    #[inline(always)]
    fn new<V: Lanes>(entry: Entry<'a>, rule: &'a Rule, total: f32, excluded: &'a [usize]) -> Self {
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
                let shown = rule
                    .thresholds
                    .partition_point(|&threshold| threshold <= total);
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
    fn scores<V: Lanes>(
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

    /// AMAF samples and their means, with the exploration term of AMAF.
    #[inline(always)]
    fn amaf<V: Lanes>(&self, words: &[AtomicU64; LANES]) -> (V, V) {
        let (samples, wins) = amaf_tallies::<V>(V::read(words));
        let divisor = samples.at_least(V::splat(1.0));
        let mean = wins.over(divisor);
        match &self.rule.rave {
            Some(rave) if rave.exploration > 0.0 => {
                let spread = V::splat(self.amaf_log).over(divisor).root();
                let spread = V::splat(rave.exploration).times(spread);
                (samples, mean.plus(spread))
            }
            _ => (samples, mean),
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
                let spread = V::splat(2.0).times(share).root();
                let bound = self.variance(c, n, mean).plus(spread);
                let quarter = V::splat(0.25);
                let bound = bound.above(quarter, quarter, bound);
                V::splat(constant).times(share.times(bound).root())
            }
        }
    }

    /// The variance of the rewards, for UCB1-TUNED: the mean of their squares, kept in
    /// quarters, minus the square of the mean. Imagined visits count as wins and losses.
    #[inline(always)]
    fn variance<V: Lanes>(&self, c: usize, n: V, mean: V) -> V {
        let squares = if self.entry.columns().squares {
            let (_, rewards) = tallies::<V>(V::read(&self.entry.visit_chunks()[c]));
            let imagined = mean.times(n).minus(rewards);
            let sums = V::read(&self.entry.square_chunks()[c]);
            let upper = V::bits::<31, 0>(sums).times(V::splat((1u32 << 31) as f32));
            let squares = upper.plus(V::bits::<0, 0>(sums)).times(V::splat(0.25));
            squares.plus(imagined).over(n.at_least(V::splat(1.0)))
        } else {
            mean
        };
        squares.minus(mean.times(mean)).at_least(V::splat(0.0))
    }

    /// An untried move that others are trying has no mean yet; unless AMAF knows it, it is
    /// given that of the row, so that not all workers try it at once.
    #[inline(always)]
    fn score_unseen<V: Lanes>(&self, c: usize, scores: V, explore: V, n: V, mean: f32) -> V {
        let zero = V::splat(0.0);
        let known = match self.rule.rave {
            Some(_) => n.plus(self.amaf::<V>(&self.entry.amaf_chunks()[c]).0),
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
fn tallies<V: Lanes>(words: V::Words) -> (V, V) {
    let half_wins = V::bits::<0, 0>(words);
    (
        V::bits::<{ Tally::SUM_BITS as i32 }, 0>(words),
        half_wins.times(V::splat(0.5)),
    )
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

/// AMAF samples of all moves.
#[inline(always)]
fn amaf_samples<V: Lanes>(entry: Entry<'_>) -> f32 {
    let mut sums = V::splat(0.0);
    for words in entry.amaf_chunks() {
        sums = sums.plus(amaf_tallies::<V>(V::read(words)).0);
    }
    sums.sum()
}

/// The best move so far, by lane: its score and its number.
struct Best<V> {
    scores: V,
    numbers: V,
    /// The moves of the next chunk.
    next: V,
    looked: usize,
}

impl<V: Lanes> Best<V> {
    #[inline(always)]
    fn new() -> Self {
        Self {
            scores: V::splat(f32::NEG_INFINITY),
            numbers: V::splat(0.0),
            next: V::load(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]),
            looked: 0,
        }
    }

    /// Compares with the scores of the next chunk, as far as they are among the first `shown`
    /// moves of the row.
    #[inline(always)]
    fn look(&mut self, scores: V, shown: usize) {
        self.looked += LANES;
        let scores = if self.looked > shown {
            V::splat(shown as f32).above(self.next, scores, V::splat(f32::NEG_INFINITY))
        } else {
            scores
        };
        self.numbers = scores.above(self.scores, self.next, self.numbers);
        self.scores = scores.at_least(self.scores);
        self.next = self.next.plus(V::splat(LANES as f32));
    }

    /// The first of the moves with the largest score, unless that is minus infinity.
    #[inline(always)]
    fn index(&self) -> Option<usize> {
        let largest = self.scores.largest();
        if largest == f32::NEG_INFINITY {
            return None;
        }
        let lanes = self.scores.equal(largest);
        let first = lanes.trailing_zeros() as usize % LANES;
        let mut numbers = [0.0; LANES];
        self.numbers.store(&mut numbers);
        let mut number = numbers[first];
        if !lanes.is_power_of_two() {
            for (lane, &other) in numbers.iter().enumerate() {
                if lanes >> lane & 1 == 1 && other < number {
                    number = other;
                }
            }
        }
        Some(number as i32 as usize)
    }
}

/// Natural logarithms by a table over the upper eleven bits of the fraction.
///
/// Whole numbers below 4096 have no other bits, so theirs are exact; others are rounded down by
/// less than 1/2048 of their size, which changes an exploration term by less than a
/// thousandth. A library's logarithm takes longer than the rest of a selection in a small row.
#[derive(Debug)]
struct Logarithms {
    /// By the upper bits of the fraction.
    fractions: [f32; 1 << Self::BITS],
    /// Square roots of the logarithms of small numbers.
    roots: [f32; 1 << Self::BITS],
}

static LOGARITHMS: LazyLock<Logarithms> = LazyLock::new(|| {
    let fraction = |bits: usize| 1.0 + bits as f32 / (1 << Logarithms::BITS) as f32;
    let mut logarithms = Logarithms {
        fractions: std::array::from_fn(|bits| libm::logf(fraction(bits))),
        roots: [0.0; 1 << Logarithms::BITS],
    };
    logarithms.roots = std::array::from_fn(|number| logarithms.of(number as f32).sqrt());
    logarithms
});

impl Logarithms {
    const BITS: u32 = 11;

    /// ln `number`, at least zero.
    #[inline(always)]
    const fn of(&self, number: f32) -> f32 {
        const FRACTION: u32 = f32::MANTISSA_DIGITS - 1;
        let bits = number.max(1.0).to_bits();
        let fraction = (bits >> (FRACTION - Self::BITS)) as usize % (1 << Self::BITS);
        let exponent = (bits >> FRACTION) as i32 - (f32::MAX_EXP - 1);
        exponent as f32 * std::f32::consts::LN_2 + self.fractions[fraction]
    }

    /// The square root of ln `number`.
    #[inline(always)]
    fn root(&self, number: u64) -> f32 {
        match self.roots.get(number as usize) {
            Some(&root) => root,
            None => self.of(number as f32).sqrt(),
        }
    }
}
