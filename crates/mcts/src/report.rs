//! What a search tells: the root's moves, the best of them, the line it expects.

use tewari_game::Move;

use crate::config::FinalMove;
use crate::observe::{Insight, Survey};
use crate::plant::Previous;
use crate::prior::Prior;
use crate::repetition::Forbidden;
use crate::statistic::{AmafTally, Tally};
use crate::tree::{Entry, Proof};

/// One move of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Visits and rewards really made, those inherited from earlier searches included.
    pub tally: Tally,
    /// What was believed of it beforehand.
    pub prior: Prior,
    /// All moves as first.
    pub amaf: AmafTally,
    /// What a predictor thinks of it.
    pub bias: f32,
    /// What is proven of it.
    pub proof: Proof,
}

impl MoveReport {
    fn read(entry: Entry<'_>, i: usize) -> Self {
        Self {
            mv: entry.mv(i),
            tally: entry.tally(i),
            prior: entry.prior(i),
            amaf: entry.amaf(i),
            bias: entry.bias(i),
            proof: entry.move_proof(i),
        }
    }

    /// Visits with the imagined ones, by which the selection sees it.
    #[must_use]
    pub fn weight(&self) -> f64 {
        f64::from(self.tally.visits) + f64::from(self.prior.visits)
    }

    /// What was found: the mean of the visits really made. Imagined ones are there to guide a
    /// search to the move and speak only for a move that was not tried.
    #[must_use]
    pub fn value(&self) -> f64 {
        match self.proof {
            Proof::Win => 1.0,
            Proof::Loss => 0.0,
            Proof::Open if self.tally.visits > 0 => self.tally.mean(),
            Proof::Open => self.belief(),
        }
    }

    /// The mean with the imagined visits, one half without any.
    #[must_use]
    pub fn belief(&self) -> f64 {
        match self.proof {
            Proof::Win => return 1.0,
            Proof::Loss => return 0.0,
            Proof::Open => {}
        }
        let weight = self.weight();
        if weight > 0.0 {
            let imagined = f64::from(self.prior.visits) * f64::from(self.prior.mean);
            (self.tally.half_wins as f64 / 2.0 + imagined) / weight
        } else {
            0.5
        }
    }
}

/// What is proven of a position in which the `excluded` moves are not to be made: a win by one
/// of those proves nothing.
pub(crate) fn proof_without(entry: Entry<'_>, excluded: &[usize]) -> Proof {
    let mut others = (0..entry.count()).filter(|i| !excluded.contains(i));
    match entry.proof() {
        Proof::Win if !others.any(|i| entry.move_proof(i) == Proof::Win) => Proof::Open,
        proof => proof,
    }
}

/// The state of a search at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// Simulations of this search so far.
    pub simulations: u64,
    /// Visits of the root's moves that were there when it began.
    pub inherited: u64,
    /// The root's moves that may be played, in the order of the entry.
    pub moves: Vec<MoveReport>,
    /// What is proven of the root.
    pub proof: Proof,
    /// The line of most visited moves; filled in for watchers and reports. Watchers of a
    /// cluster get neither this nor the favourite nor the insight.
    pub line: Vec<Move>,
    /// The move with the highest score in the selection; filled in for watchers and reports.
    pub favourite: Option<Move>,
    /// What observers tell of the playouts so far; filled in for watchers and reports.
    pub insight: Insight,
    /// What is expected after the most visited moves, as far as a watcher
    /// [wishes](crate::Wish) to see it.
    pub variations: Vec<Variation>,
    /// Who has what at the end of playouts, likewise.
    pub survey: Option<Survey>,
}

/// A line of most visited moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Variation {
    /// The moves, the root's first.
    pub moves: Vec<Move>,
    /// The visits of each.
    pub visits: Vec<u32>,
}

impl Snapshot {
    /// That of a search without a move to search.
    pub const EMPTY: Self = Self {
        simulations: 0,
        inherited: 0,
        moves: Vec::new(),
        proof: Proof::Open,
        line: Vec::new(),
        favourite: None,
        insight: Insight::NONE,
        variations: Vec::new(),
        survey: None,
    };

    /// Reads the root's `entry`; the moves numbered in `excluded` are left out, with what they
    /// contribute to `inherited`, the visits of all moves when the search began.
    #[must_use]
    pub fn take(entry: Entry<'_>, excluded: &[usize], simulations: u64, inherited: u64) -> Self {
        let left_out = excluded.iter().map(|&i| u64::from(entry.tally(i).visits));
        let moves = (0..entry.count())
            .filter(|i| !excluded.contains(i))
            .map(|i| MoveReport::read(entry, i))
            .collect();
        Self {
            simulations,
            inherited: inherited.saturating_sub(left_out.sum()),
            moves,
            proof: proof_without(entry, excluded),
            line: Vec::new(),
            favourite: None,
            insight: Insight::NONE,
            variations: Vec::new(),
            survey: None,
        }
    }

    /// The moves as beliefs for the next search (PSR).
    #[must_use]
    pub fn as_priors(&self) -> Previous {
        let prior = |m: &MoveReport| Prior {
            visits: m.weight() as f32,
            mean: m.belief() as f32,
        };
        self.moves.iter().map(|m| (m.mv, prior(m))).collect()
    }

    /// The mean of the root over all visits of its moves, for the player to move; one half
    /// without any.
    #[must_use]
    pub fn value(&self) -> f64 {
        let visits = |m: &MoveReport| f64::from(m.tally.visits);
        let total: f64 = self.moves.iter().map(visits).sum();
        if total > 0.0 {
            let values = self.moves.iter().map(|m| visits(m) * m.value());
            values.sum::<f64>() / total
        } else {
            0.5
        }
    }

    /// The move that `rule` plays; among equals the first. A proven win is always played and a
    /// proven loss only if there is nothing else.
    ///
    /// Visits are those really made: a move that had to be tried for what was imagined of it,
    /// and was found wanting, must not be played for that. The best mean is that with the
    /// imagined visits, since a few visits alone have the best mean by chance; and with PSR the
    /// imagined visits are results.
    #[must_use]
    pub fn best(&self, rule: FinalMove) -> Option<&MoveReport> {
        let solved = |m: &MoveReport| match m.proof {
            Proof::Win => 2.0,
            Proof::Open => 1.0,
            Proof::Loss => 0.0,
        };
        let rank = |m: &MoveReport| match rule {
            FinalMove::BestMean => [
                solved(m),
                f64::from(u8::from(m.weight() > 0.0)),
                m.belief(),
                m.weight(),
            ],
            FinalMove::MostVisited | FinalMove::MaxRobust => {
                [solved(m), f64::from(m.tally.visits), m.belief(), 0.0]
            }
        };
        let mut best: Option<&MoveReport> = None;
        for candidate in &self.moves {
            if best.is_none_or(|held| rank(candidate) > rank(held)) {
                best = Some(candidate);
            }
        }
        best
    }

    /// Whether the most visited move is also the one with the best mean.
    #[must_use]
    pub fn is_robust(&self) -> bool {
        let by = |rule| self.best(rule).map(|m| m.mv);
        by(FinalMove::MostVisited) == by(FinalMove::BestMean)
    }

    /// The moves in the order of preference: most visits first.
    #[must_use]
    pub fn ranked(&self) -> Vec<MoveReport> {
        let mut moves = self.moves.clone();
        moves.sort_by(|a, b| {
            (b.tally.visits)
                .cmp(&a.tally.visits)
                .then(b.belief().total_cmp(&a.belief()))
                .then(a.mv.cmp(&b.mv))
        });
        moves
    }
}

/// How long a line of expected moves may be.
const LONGEST_LINE: usize = 64;

/// The line of most visited moves from `root` on, whose `excluded` moves are left out, as long as
/// they are allowed. `next` makes a move, unless it is forbidden, and answers the entry of the
/// position after it, if there is one.
pub fn principal_variation<'t>(
    root: Entry<'t>,
    excluded: &[usize],
    next: impl FnMut(Move) -> Result<Option<Entry<'t>>, Forbidden>,
) -> Vec<Move> {
    let first = most_visited(root, excluded);
    first.map_or_else(Vec::new, |first| variation(root, first, next).moves)
}

/// The line of most visited moves that begins with move number `first` of `root`.
pub(crate) fn variation<'t>(
    root: Entry<'t>,
    first: usize,
    mut next: impl FnMut(Move) -> Result<Option<Entry<'t>>, Forbidden>,
) -> Variation {
    let mut line = Variation::default();
    let mut at = Some((root, first));
    while let Some((entry, edge)) = at
        && line.moves.len() < LONGEST_LINE
    {
        let mv = entry.mv(edge);
        let Ok(then) = next(mv) else { break };
        line.moves.push(mv);
        line.visits.push(entry.tally(edge).visits);
        at = then.and_then(|entry| Some((entry, most_visited(entry, &[])?)));
    }
    line
}

fn most_visited(entry: Entry<'_>, excluded: &[usize]) -> Option<usize> {
    (0..entry.count())
        .filter(|i| !excluded.contains(i) && entry.tally(*i).visits > 0)
        .max_by_key(|&i| (entry.tally(i).visits, std::cmp::Reverse(i)))
}
