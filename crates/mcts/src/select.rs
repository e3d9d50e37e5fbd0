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
//! A row of one chunk, as the small games have, needs no scratch and no second pass; there the
//! last three bits of a score do not count, so that the best one and its place are found
//! together. Where nothing but visits is to be looked at, [`select_few`] does it without asking.
//!
//! Notation: `n`, `w` are visits and rewards of a move with its prior added; `N = Σ n`; `a`,
//! `x` are AMAF samples and mean; `o` are simulations under way.

mod best;
mod lanes;
mod logarithm;
mod rule;
mod sight;

use self::best::Best;
use self::rule::Rave;
use self::sight::{Imagined, Sight, exploration, squares, tallies, tuned, variance};
use crate::config::{Placement, Schedule};
use crate::statistic::Tally;
use crate::tree::Entry;

#[cfg(all(target_arch = "x86_64", not(loom)))]
pub(crate) use lanes::wide::Wide;
pub(crate) use lanes::{LANES, Lanes, Plain};
pub use rule::Rule;

/// Scratch for one row, owned by a worker.
#[derive(Clone, Debug)]
pub struct Row {
    /// Visits, imagined ones included, and means.
    row: Vec<[[f32; LANES]; 2]>,
    /// Whether the processor has what the code for wide vectors is compiled for.
    #[cfg(all(target_arch = "x86_64", not(loom)))]
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

impl Row {
    /// Scratch for rows of at most `width` moves.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self {
            row: vec![[[0.0; LANES]; 2]; width.div_ceil(LANES)],
            #[cfg(all(target_arch = "x86_64", not(loom)))]
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
        self.best(sight, &|c: usize, explore: V, n: V, mean: V| {
            let (a, x) = sight.amaf::<V>(rave, c);
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
/// with nothing but visits, and squares if the rule is UCB1-TUNED: the small games do nothing
/// else, and looking whether there is anything else takes as long as choosing. The entry must
/// have a move.
#[inline(always)]
pub(crate) fn select_few<V: Lanes>(entry: Entry<'_>, rule: &Rule) -> usize {
    let words = V::read(entry.first_visit_chunk());
    let total = V::total::<{ Tally::SUM_BITS as i32 }>(words);
    let (n, rewards) = tallies::<V>(words);
    let some = n.at_least(V::splat(1.0));
    let mean = rewards.over(some);
    let explore = if entry.columns().squares {
        let share = V::splat(rule.log_scale * rule.logarithms.of(total as f32)).over(some);
        let squares = squares::<V>(V::read(entry.first_square_chunk()));
        tuned(rule.exploration, share, variance(squares, some, mean))
    } else {
        let spread = V::splat(rule.spread * rule.logarithms.root(total));
        exploration(spread, some)
    };
    let scores = mean.plus(explore);
    let unvisited = V::splat(rule.first_play).first(entry.count());
    n.above(V::splat(0.0), scores, unvisited).best()
}

/// The score without AMAF.
#[inline(always)]
fn plain<V: Lanes>(rule: &Rule) -> impl Fn(usize, V, V, V) -> V {
    let first_play = V::splat(rule.first_play);
    move |_, explore, n, mean| n.above(V::splat(0.0), mean.plus(explore), first_play)
}
