//! Which move a simulation takes at a position.
//!
//! A row of statistics is first copied into plain scratch, because atomic loads do not
//! vectorise, then unpacked and scored in straight-line loops over `f32`: the formula is
//! chosen once per position, not per move, and ln N is taken once. Among equals the first move wins, so that a search
//! depends on nothing but its seed. `f32` is exact enough to choose with: it tells 2^24 visits
//! apart, and sums are kept as integers elsewhere. The same code is compiled twice, for any
//! processor and for those with AVX2, which halves its instructions; only additions,
//! multiplications, divisions and square roots of single lanes are used, without fused
//! operations, so both give the same bits.
//!
//! Notation: `n`, `w` are visits and rewards of a move with its prior added; `N = Σ n`; `a`,
//! `x` are AMAF samples and mean; `o` are simulations under way.

use std::sync::LazyLock;

use crate::config::{BiasKind, Config, FirstPlay, Formula, InFlight, Placement, Schedule};
use crate::statistic::{AmafTally, Tally};
use crate::sync::{AtomicU64, Ordering};
use crate::tree::{Entry, Proof};

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
    /// Whether nothing but UCB1 is wanted.
    plain: bool,
    /// What ln N is multiplied by.
    log_scale: f32,
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
            log_scale: match search.formula {
                Formula::Ucb1Doubled => 2.0,
                _ => 1.0,
            },
            plain: matches!(search.formula, Formula::Ucb1 | Formula::Ucb1Doubled)
                && !rave.on
                && predictor.bias == BiasKind::Off
                && !search.solver
                && !narrow,
            thresholds: if narrow {
                widening_thresholds(predictor.widening_first, predictor.widening_growth, width)
            } else {
                Vec::new()
            },
        }
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

/// Scratch for one row, owned by a worker. Columns are worked on in whole vectors: a row is
/// padded with moves that do not exist, so that no rest is left to be treated one by one.
#[derive(Clone, Debug)]
pub struct Row {
    /// Words as they were read.
    words: Vec<u64>,
    n: Vec<f32>,
    /// Rewards, then means.
    mean: Vec<f32>,
    /// Exploration terms, then scores.
    score: Vec<f32>,
    samples: Vec<f32>,
    amaf: Vec<f32>,
    unobserved: Vec<f32>,
    /// Whether the processor has AVX2.
    wide: bool,
    /// Imagined wins on root moves, added to the row of the root if not empty.
    pub extra_wins: Vec<f32>,
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
const fn has_avx2() -> bool {
    false
}

impl Row {
    /// Scratch for rows of at most `width` moves.
    #[must_use]
    pub fn new(width: usize) -> Self {
        let width = width.next_multiple_of(LANES);
        let room = || vec![0.0; width];
        Self {
            words: vec![0; width],
            n: room(),
            mean: room(),
            score: room(),
            samples: room(),
            amaf: room(),
            unobserved: room(),
            wide: has_avx2(),
            extra_wins: Vec::new(),
        }
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
        let few = rule.plain && entry.count() <= LANES;
        let few = few && !self.has_extra(at_root) && !entry.columns().is_rich();
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            #[allow(unsafe_code)]
            // SAFETY: calling a function compiled for AVX2 is sound where the processor has
            // it, and `wide` is set in `new`, the only constructor, from asking the processor.
            return unsafe {
                if few {
                    select_few_avx2(entry.visit_words(), rule, excluded)
                } else {
                    self.select_avx2(entry, rule, at_root, excluded)
                }
            };
        }
        if few {
            select_few(entry.visit_words(), rule, excluded)
        } else {
            self.select_any(entry, rule, at_root, excluded)
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn select_avx2(
        &mut self,
        entry: Entry<'_>,
        rule: &Rule,
        at_root: bool,
        excluded: &[usize],
    ) -> Option<usize> {
        self.select_any(entry, rule, at_root, excluded)
    }

    #[inline(always)]
    fn select_any(
        &mut self,
        entry: Entry<'_>,
        rule: &Rule,
        at_root: bool,
        excluded: &[usize],
    ) -> Option<usize> {
        let count = entry.count();
        let total = self.gather(entry, count, rule);
        if self.has_extra(at_root) {
            self.add_wins();
        }
        self.score_row(entry, count, rule, total);
        let scores = &mut self.score;
        if rule.bias_weight > 0.0 {
            for (i, score) in scores[..count].iter_mut().enumerate() {
                *score += rule.bias_weight * entry.bias(i) / (self.n[i] + 1.0);
            }
        }
        if rule.solver {
            for (i, score) in scores[..count].iter_mut().enumerate() {
                match entry.move_proof(i) {
                    // History may forbid what is proven to win.
                    Proof::Win if !excluded.contains(&i) => return Some(i),
                    Proof::Win | Proof::Open => {}
                    Proof::Loss => *score = f32::MIN,
                }
            }
        }
        for &i in excluded {
            scores[i] = f32::NEG_INFINITY;
        }
        let shown = if rule.thresholds.is_empty() {
            count
        } else {
            // Excluded moves make room for others, so that a position is never without one.
            let shown = rule
                .thresholds
                .partition_point(|&threshold| threshold <= total);
            (shown + excluded.len()).min(count)
        };
        let padded = shown.next_multiple_of(LANES);
        scores[shown..padded].fill(f32::NEG_INFINITY);
        first_maximum(&scores[..padded])
    }

    #[inline(always)]
    const fn has_extra(&self, at_root: bool) -> bool {
        at_root && !self.extra_wins.is_empty()
    }

    /// Copies and unpacks the row; answers N.
    #[inline(always)]
    fn gather(&mut self, entry: Entry<'_>, count: usize, rule: &Rule) -> f32 {
        let padded = count.next_multiple_of(LANES);
        let (n, mean) = (&mut self.n[..padded], &mut self.mean[..padded]);
        let words = copy(entry.visit_words(), &mut self.words);
        for ((word, n), w) in words.iter().zip(&mut *n).zip(&mut *mean) {
            (*n, *w) = Tally::as_f32(*word);
        }
        let columns = entry.columns();
        if columns.prior {
            for i in 0..count {
                let prior = entry.prior(i);
                n[i] += prior.visits;
                mean[i] += prior.visits * prior.mean;
            }
        }
        let mut under_way = 0.0;
        if columns.in_flight {
            match rule.in_flight {
                InFlight::Ignored => {}
                InFlight::VirtualLoss => {
                    for (i, n) in n[..count].iter_mut().enumerate() {
                        *n += rule.virtual_loss * f32::from(entry.in_flight(i));
                    }
                }
                InFlight::Unobserved => {
                    for (i, unobserved) in self.unobserved[..count].iter_mut().enumerate() {
                        *unobserved = f32::from(entry.in_flight(i));
                        under_way += *unobserved;
                    }
                }
            }
        }
        for (w, n) in mean.iter_mut().zip(&*n) {
            *w /= at_least_small(*n);
        }
        let total = sum(n);
        if columns.amaf {
            let words = copy(entry.amaf_words(), &mut self.words);
            let samples = &mut self.samples[..padded];
            for ((word, a), x) in words.iter().zip(samples).zip(&mut self.amaf[..padded]) {
                let (samples, wins) = AmafTally::as_f32(*word);
                *a = samples;
                *x = wins / at_least_one(samples);
            }
        }
        total + under_way
    }

    fn add_wins(&mut self) {
        for ((mean, n), &wins) in self.mean.iter_mut().zip(&mut self.n).zip(&self.extra_wins) {
            if wins > 0.0 {
                *mean = (*mean * *n + wins) / (*n + wins);
                *n += wins;
            }
        }
    }

    #[inline(always)]
    fn score_row(&mut self, entry: Entry<'_>, count: usize, rule: &Rule, total: f32) {
        let padded = count.next_multiple_of(LANES);
        let log = libm::logf(total.max(1.0));
        let unobserved = entry.columns().in_flight && rule.in_flight == InFlight::Unobserved;
        match rule.formula {
            Formula::MonteCarlo => {
                // Observed visits, so that inherited results do not cost a move its playouts.
                for (score, word) in self.score.iter_mut().zip(entry.visit_words()) {
                    *score = -Tally::as_f32(word.load(Ordering::Relaxed)).0;
                }
                return;
            }
            Formula::Ucb1 | Formula::Ucb1Doubled => {
                self.explore(padded, rule.exploration, rule.log_scale * log, unobserved);
            }
            Formula::Ucb1Tuned => self.explore_tuned(entry, rule.exploration, log, unobserved),
        }
        match &rule.rave {
            None => {
                let visits = self.mean[..padded].iter().zip(&self.n[..padded]);
                for (score, (&mean, &n)) in self.score[..padded].iter_mut().zip(visits) {
                    *score = if n > 0.0 {
                        mean + *score
                    } else {
                        rule.first_play
                    };
                }
            }
            Some(rave) => self.mix(padded, rave, rule.first_play, total),
        }
        if unobserved {
            self.score_unobserved(count, rule, log);
        }
    }

    /// An untried move that others are trying has no mean yet; it is given that of the row and
    /// the exploration term of the formula (the bound of UCB1-TUNED is a quarter for so few
    /// samples), so that not all workers try it at once.
    fn score_unobserved(&mut self, count: usize, rule: &Rule, log: f32) {
        let (n, means) = (&self.n[..count], &self.mean[..count]);
        let (visits, rewards) = n
            .iter()
            .zip(means)
            .fold((0.0, 0.0), |(visits, rewards), (n, mean)| {
                (visits + n, rewards + n * mean)
            });
        let mean = if visits > 0.0 { rewards / visits } else { 0.5 };
        let log = match rule.formula {
            Formula::Ucb1Tuned => 0.25 * log,
            _ => rule.log_scale * log,
        };
        let counts = n.iter().zip(&self.unobserved);
        for (score, (&n, &o)) in self.score.iter_mut().zip(counts) {
            if n <= 0.0 && o > 0.0 {
                *score = mean + rule.exploration * (log / o).sqrt();
            }
        }
    }

    /// `C·sqrt(log / n)`, with unobserved samples added to n; an untried move counts as one.
    #[inline(always)]
    fn explore(&mut self, count: usize, c: f32, log: f32, unobserved: bool) {
        let (score, n) = (&mut self.score[..count], &self.n[..count]);
        if c == 0.0 {
            score.fill(0.0);
        } else if unobserved {
            for ((score, n), o) in score.iter_mut().zip(n).zip(&self.unobserved) {
                *score = c * (log / at_least_one(n + o)).sqrt();
            }
        } else {
            for (score, &n) in score.iter_mut().zip(n) {
                *score = c * (log / at_least_one(n)).sqrt();
            }
        }
    }

    /// UCB1-TUNED. The variance is that of the rewards: the mean of their squares, kept in
    /// quarters, minus the square of the mean. Imagined visits count as wins and losses.
    #[inline(always)]
    fn explore_tuned(&mut self, entry: Entry<'_>, c: f32, log: f32, unobserved: bool) {
        let has_squares = entry.columns().squares;
        for i in 0..entry.count() {
            let n = at_least_one(self.n[i]);
            let mean = self.mean[i];
            let squares = if has_squares {
                let imagined = mean * self.n[i] - entry.tally(i).half_wins as f32 * 0.5;
                (entry.squares(i) as f32 * 0.25 + imagined) / n
            } else {
                mean
            };
            let variance = (squares - mean * mean).max(0.0);
            let n = if unobserved {
                n + self.unobserved[i]
            } else {
                n
            };
            let bound = variance + (2.0 * log / n).sqrt();
            self.score[i] = c * (log / n * bound.min(0.25)).sqrt();
        }
    }

    /// Mixes visits and AMAF; `score` holds the exploration terms. The share β of AMAF is one
    /// for a move without visits and zero for a move without samples.
    #[inline(always)]
    fn mix(&mut self, count: usize, rave: &Rave, first_play: f32, total: f32) {
        let k = rave.equivalence;
        let parent_share = (k / (3.0 * total + k)).sqrt();
        let b = 4.0 * rave.bias_squared;
        match rave.schedule {
            Schedule::Gelly => {
                self.mix_by(count, rave, first_play, |n, _| (k / (3.0 * n + k)).sqrt());
            }
            Schedule::GellyParent => self.mix_by(count, rave, first_play, |_, _| parent_share),
            Schedule::Silver => self.mix_by(count, rave, first_play, |n, a| {
                // `a` is zero only where the share is set to zero below.
                a / at_least_small(n + a + b * n * a)
            }),
        }
    }

    #[inline(always)]
    fn mix_by(
        &mut self,
        count: usize,
        rave: &Rave,
        first_play: f32,
        share: impl Fn(f32, f32) -> f32,
    ) {
        if rave.exploration > 0.0 {
            let log = libm::logf(at_least_one(sum(&self.samples[..count])));
            for (x, &a) in self.amaf[..count].iter_mut().zip(&self.samples) {
                *x += rave.exploration * (log / at_least_one(a)).sqrt();
            }
        }
        let inside = match rave.placement {
            Placement::Inside => 1.0,
            Placement::Outside => 0.0,
        };
        let visits = self.n[..count].iter().zip(&self.mean[..count]);
        let amaf = self.samples[..count].iter().zip(&self.amaf[..count]);
        for ((score, (&n, &mean)), (&a, &x)) in self.score[..count].iter_mut().zip(visits).zip(amaf)
        {
            let beta = share(n, a);
            let beta = if n > 0.0 { beta } else { 1.0 };
            let beta = if a > 0.0 { beta } else { 0.0 };
            let explore = *score;
            let mixed =
                (1.0 - beta) * (mean + inside * explore) + beta * x + (1.0 - inside) * explore;
            *score = if n + a > 0.0 { mixed } else { first_play };
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn select_few_avx2(words: &[AtomicU64], rule: &Rule, excluded: &[usize]) -> Option<usize> {
    select_few(words, rule, excluded)
}

/// Plain UCB1 for a row that fits one vector: the same choice, without the detours.
#[inline(always)]
fn select_few(row: &[AtomicU64], rule: &Rule, excluded: &[usize]) -> Option<usize> {
    let mut words = [0; LANES];
    let mut total = 0;
    for (i, (word, shared)) in words.iter_mut().zip(row).enumerate() {
        *word = shared.load(Ordering::Relaxed);
        let visits = Tally::unpack(*word).visits;
        if visits == 0 && rule.first_play == f32::INFINITY && !excluded.contains(&i) {
            return Some(i);
        }
        total += visits;
    }
    let log = rule.log_scale * logarithm(total);
    let scores: [f32; LANES] = std::array::from_fn(|lane| {
        let (n, w) = Tally::as_f32(words[lane]);
        let mean = w / at_least_small(n);
        let score = mean + rule.exploration * (log / at_least_one(n)).sqrt();
        if n > 0.0 { score } else { rule.first_play }
    });
    let mut scores = scores;
    for score in &mut scores[row.len().min(LANES)..] {
        *score = f32::NEG_INFINITY;
    }
    for &i in excluded {
        scores[i] = f32::NEG_INFINITY;
    }
    first_maximum(&scores)
}

/// ln N, from a table while N is small: most positions are visited seldom.
#[inline(always)]
fn logarithm(total: u32) -> f32 {
    const KNOWN: usize = 4096;
    static LOGARITHMS: LazyLock<[f32; KNOWN]> =
        LazyLock::new(|| std::array::from_fn(|n| libm::logf(n.max(1) as f32)));
    match LOGARITHMS.get(total as usize) {
        Some(&log) => log,
        None => libm::logf(total as f32),
    }
}

/// Reads a row of words at once, padded with zeros.
#[inline(always)]
fn copy<'a>(from: &[AtomicU64], to: &'a mut [u64]) -> &'a [u64] {
    let to = &mut to[..from.len().next_multiple_of(LANES)];
    let (chunks, rest) = from.as_chunks::<LANES>();
    let (to_chunks, _) = to.as_chunks_mut::<LANES>();
    for (from, to) in chunks.iter().zip(&mut *to_chunks) {
        for lane in 0..LANES {
            to[lane] = from[lane].load(Ordering::Relaxed);
        }
    }
    if let Some(last) = to_chunks.get_mut(chunks.len()) {
        *last = [0; LANES];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = from.load(Ordering::Relaxed);
        }
    }
    to
}

#[inline(always)]
fn at_least_one(n: f32) -> f32 {
    if n > 1.0 { n } else { 1.0 }
}

/// For dividing zero by zero, which is to be zero.
#[inline(always)]
fn at_least_small(n: f32) -> f32 {
    if n > f32::MIN_POSITIVE {
        n
    } else {
        f32::MIN_POSITIVE
    }
}

/// How many numbers a vector holds; rows are padded to whole vectors.
const LANES: usize = 8;

/// A sum in an order that does not depend on the machine: eight partial sums, then theirs.
#[inline(always)]
fn sum(values: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for chunk in values.as_chunks::<LANES>().0 {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    lanes.iter().sum()
}

/// The index of the first of the largest scores, unless that is minus infinity.
#[inline(always)]
fn first_maximum(scores: &[f32]) -> Option<usize> {
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for chunk in scores.as_chunks::<LANES>().0 {
        for (lane, &score) in lanes.iter_mut().zip(chunk) {
            *lane = if score > *lane { score } else { *lane };
        }
    }
    let largest = lanes
        .into_iter()
        .fold(f32::NEG_INFINITY, |max, s| if s > max { s } else { max });
    let first = scores.iter().position(|&score| score == largest);
    first.filter(|_| largest > f32::NEG_INFINITY)
}
