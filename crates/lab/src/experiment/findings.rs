//! Ours beside published, and what follows.
//!
//! A claim about one row is decided by the row's 95% interval. A claim about two rows is
//! decided by the interval of their difference, made from the two (Zou and Donner 2008, "MOVER";
//! for scores of independent matches it is Newcombe's interval): with `a` in `[al, ah]` and `b`
//! in `[bl, bh]`,
//!
//! ```text
//!   low  = a − b − sqrt((a − al)² + (bh − b)²)
//!   high = a − b + sqrt((ah − a)² + (b − bl)²)
//! ```
//!
//! Each claim is judged by itself at 95%; among twenty claims that are not true one is expected
//! to look decided by chance.

use serde::Serialize;
use tewari_control::PonderStats;

use super::{Claim, Experiment, Relation, Rival};
use crate::report::Figure;
use crate::times::TurnTime;

/// What the games say about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The interval lies where the claim says.
    Confirmed,
    /// The interval lies where the claim says it does not.
    Refuted,
    /// The interval covers both, or the games were not played.
    Undecided,
}

impl Verdict {
    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

/// What the games of a row come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Games with a result.
    pub games: u64,
    /// Won, drawn and lost by the player under test.
    pub counts: [u64; 3],
    /// The figure of the table.
    pub ours: Figure,
    /// The time that the player under test took for a move, in percent of its opponent's.
    pub time: Option<Figure>,
    /// What pondering came to for the player under test, if it does it.
    pub ponder: Option<PonderStats>,
    /// Its average times by turn, if they are measured.
    pub turns: Vec<TurnTime>,
}

/// A row: ours beside published.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RowFinding {
    /// Its name.
    pub name: String,
    /// Which curve it belongs to.
    pub series: Option<String>,
    /// Its place on the axis.
    pub x: Option<f64>,
    /// Games with a result.
    pub games: u64,
    /// Won, drawn and lost.
    pub counts: [u64; 3],
    /// Our figure, if there are games.
    pub ours: Option<Figure>,
    /// The published one, if it is known.
    pub published: Option<Figure>,
    /// The time that the player under test took for a move, in percent of its opponent's, if the
    /// experiment asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Figure>,
    /// How the player under test pondered, if that is known of ours or published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pondering: Option<PonderFinding>,
    /// The average times by turn of the player under test, if they are measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<TurnTime>,
    /// What it waits for.
    pub waits: Vec<&'static str>,
    /// A remark.
    pub note: Option<String>,
}

/// How a player that ponders foresaw replies: shares of them in percent.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PonderFinding {
    /// Replies that were among those searched: the prediction rate.
    pub predicted: Option<f64>,
    /// Replies that were searched most.
    pub expected: Option<f64>,
    /// The published prediction rate.
    pub published: Option<f64>,
}

impl PonderFinding {
    fn new(ours: Option<PonderStats>, published: Option<f64>) -> Option<Self> {
        let percent = |share: f64| 100.0 * share;
        (ours.is_some() || published.is_some()).then(|| Self {
            predicted: ours.and_then(|stats| stats.prediction_rate().map(percent)),
            expected: ours.and_then(|stats| stats.expected_rate().map(percent)),
            published,
        })
    }
}

/// A claim and what the games say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClaimFinding {
    /// The claim.
    pub text: String,
    /// The row it is about.
    pub row: String,
    /// What the games say.
    pub verdict: Verdict,
    /// The figure that decides: the row, or its difference to the other one.
    pub figure: Option<Figure>,
    /// What it is compared with: the number, or 0 for a difference.
    pub against: f64,
    /// Whether the figure is a difference.
    pub difference: bool,
}

/// What a run of an experiment shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Findings {
    /// The name of the experiment.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// What was done.
    pub about: String,
    /// What the numbers are.
    pub quantity: String,
    /// The number of equal players, if the numbers are about strength.
    pub even: Option<f64>,
    /// What x is.
    pub x: Option<String>,
    /// Budgets were multiplied by this.
    pub scale: f64,
    /// The rows.
    pub rows: Vec<RowFinding>,
    /// The claims.
    pub claims: Vec<ClaimFinding>,
}

impl Findings {
    /// The findings from the games of each row, where there are any.
    #[must_use]
    pub fn new(name: &str, experiment: &Experiment, scale: f64, played: &[Option<Played>]) -> Self {
        let rows: Vec<RowFinding> = experiment
            .rows
            .iter()
            .zip(played)
            .map(|(row, played)| (row, played.as_ref()))
            .map(|(row, played)| RowFinding {
                name: row.name.clone(),
                series: row.series.clone(),
                x: row.x,
                games: played.map_or(0, |played| played.games),
                counts: played.map_or([0; 3], |played| played.counts),
                ours: played.map(|played| played.ours),
                published: row.published.map(super::Published::figure),
                time: played.and_then(|played| played.time.filter(|_| experiment.times)),
                pondering: PonderFinding::new(
                    played.and_then(|played| played.ponder),
                    row.prediction,
                ),
                turns: played.map_or_else(Vec::new, |played| played.turns.clone()),
                waits: experiment
                    .missing_for(row)
                    .iter()
                    .map(|feature| feature.title())
                    .collect(),
                note: row.note.clone(),
            })
            .collect();
        let claims = experiment
            .claims
            .iter()
            .map(|claim| judged(claim, &rows))
            .collect();
        Self {
            name: name.to_owned(),
            title: experiment.title.clone(),
            source: experiment.source.clone(),
            about: experiment.about.trim().to_owned(),
            quantity: experiment.quantity.clone(),
            even: experiment.even(),
            x: experiment.x.clone(),
            scale,
            rows,
            claims,
        }
    }

    /// Games of all rows.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rows.iter().map(|row| row.games).sum()
    }

    /// What all claims come to: refuted if one is, confirmed if all are.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let is = |verdict| move |claim: &ClaimFinding| claim.verdict == verdict;
        if self.claims.iter().any(is(Verdict::Refuted)) {
            Verdict::Refuted
        } else if !self.claims.is_empty() && self.claims.iter().all(is(Verdict::Confirmed)) {
            Verdict::Confirmed
        } else {
            Verdict::Undecided
        }
    }
}

fn judged(claim: &Claim, rows: &[RowFinding]) -> ClaimFinding {
    let ours = |name: &str| {
        rows.iter()
            .find(|row| row.name == name)
            .and_then(|row| row.ours)
    };
    let (figure, against, difference) = match &claim.than {
        Rival::Number(number) => (ours(&claim.row), *number, false),
        Rival::Row(other) => (
            ours(&claim.row).zip(ours(other)).map(|(a, b)| minus(a, b)),
            0.0,
            true,
        ),
    };
    let verdict = figure.map_or(Verdict::Undecided, |figure| {
        compared(&figure, claim.is, against, claim.margin.unwrap_or(0.0))
    });
    ClaimFinding {
        text: claim.text.clone(),
        row: claim.row.clone(),
        verdict,
        figure,
        against,
        difference,
    }
}

/// The difference of two independent figures.
pub(super) fn minus(a: Figure, b: Figure) -> Figure {
    let value = a.value - b.value;
    Figure {
        value,
        low: value - libm::hypot(a.value - a.low, b.high - b.value),
        high: value + libm::hypot(a.high - a.value, b.value - b.low),
    }
}

pub(super) fn compared(figure: &Figure, is: Relation, against: f64, margin: f64) -> Verdict {
    let (low, high) = (figure.low - against, figure.high - against);
    let (confirmed, refuted) = match is {
        Relation::Above => (low > 0.0, high < 0.0),
        Relation::Below => (high < 0.0, low > 0.0),
        Relation::Near => (
            low > -margin && high < margin,
            low > margin || high < -margin,
        ),
    };
    match (confirmed, refuted) {
        (true, _) => Verdict::Confirmed,
        (false, true) => Verdict::Refuted,
        (false, false) => Verdict::Undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn figure(value: f64, low: f64, high: f64) -> Figure {
        Figure { value, low, high }
    }

    #[test]
    fn intervals_decide() {
        use Relation::{Above, Below, Near};
        use Verdict::{Confirmed, Refuted, Undecided};
        for (low, high, is, margin, verdict) in [
            (51.0, 60.0, Above, 0.0, Confirmed),
            (49.0, 60.0, Above, 0.0, Undecided),
            (40.0, 49.0, Above, 0.0, Refuted),
            (40.0, 49.0, Below, 0.0, Confirmed),
            (51.0, 60.0, Below, 0.0, Refuted),
            (48.0, 52.0, Near, 3.0, Confirmed),
            (48.0, 54.0, Near, 3.0, Undecided),
            (54.0, 58.0, Near, 3.0, Refuted),
        ] {
            let middle = f64::midpoint(low, high);
            assert_eq!(
                compared(&figure(middle, low, high), is, 50.0, margin),
                verdict
            );
        }
    }

    /// Newcombe, *Statistics in Medicine* 17 (1998) 873–890, table II, method 10, case (a):
    /// 56/70 − 48/80 has the interval 0.0524 to 0.3339.
    #[test]
    fn differences_as_published() {
        let share = |r: f64, n: f64| {
            let interval = tewari_base::stats::wilson(r / n, n, tewari_base::stats::Z95);
            figure(r / n, interval.low, interval.high)
        };
        let difference = minus(share(56.0, 70.0), share(48.0, 80.0));
        assert!((difference.low - 0.0524).abs() < 5e-5, "{difference:?}");
        assert!((difference.high - 0.3339).abs() < 5e-5, "{difference:?}");
    }

    #[test]
    fn all_claims_together() {
        let text = "title='t'\nsource='s'\nabout='a'\n[[row]]\nname='a'\n[[row]]\nname='b'\n\
                    [[claim]]\ntext='one'\nrow='a'\nis='above'\nthan=50\n\
                    [[claim]]\ntext='two'\nrow='a'\nis='above'\nthan='b'\n";
        let experiment = Experiment::parse(text).unwrap();
        let findings = Findings::new("n", &experiment, 1.0, &[None, None]);
        assert_eq!(findings.verdict(), Verdict::Undecided);
        let mut decided = findings.clone();
        decided.claims[0].verdict = Verdict::Confirmed;
        assert_eq!(decided.verdict(), Verdict::Undecided);
        decided.claims[1].verdict = Verdict::Confirmed;
        assert_eq!(decided.verdict(), Verdict::Confirmed);
        decided.claims[0].verdict = Verdict::Refuted;
        assert_eq!(decided.verdict(), Verdict::Refuted);
    }
}
