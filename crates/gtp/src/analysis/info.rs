//! A thought as a line of analysis.

use std::fmt::Write as _;

use tewari_base::stats::wilson;
use tewari_engine::{Candidate, Thought};
use tewari_go::{Color, Point, Position, Size, coord};

use super::query::{Dialect, Query};

/// Standard deviations to either side of a 95% interval.
const Z: f64 = 1.96;

/// What a line needs to know of the game.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    size: Size,
    /// What White has beyond the board, in points.
    komi: f64,
}

impl Terms {
    pub(crate) fn of(position: &Position) -> Self {
        Self {
            size: position.size(),
            komi: f64::from(position.light().white_bonus) / 2.0,
        }
    }
}

/// What `thought` says, without a line break; nothing where there is nothing to consider.
pub(crate) fn line(query: &Query, terms: &Terms, thought: &Thought) -> String {
    let imagined = |c: &Candidate| c.prior.visits * c.prior.mean;
    let imagined_wins: f64 = thought.candidates.iter().map(imagined).sum();
    let alike = 1.0 / thought.candidates.len().max(1) as f64;
    let score = Score::of(query.color, terms, thought);
    // What was only imagined comes after what was tried.
    let (mut shown, untried): (Vec<&Candidate>, Vec<_>) =
        thought.candidates.iter().partition(|c| c.visits > 0);
    let more = query.min_moves.saturating_sub(shown.len());
    shown.extend(untried.into_iter().take(more));
    shown.truncate(query.max_moves);
    let player = query.color.player();
    // Writing to a string cannot fail.
    let mut text = String::new();
    for (order, candidate) in shown.into_iter().enumerate() {
        let prior = if imagined_wins > 0.0 {
            imagined(candidate) / imagined_wins
        } else {
            alike
        };
        let lcb = wilson(candidate.value, f64::from(candidate.visits), Z).low;
        let name = coord::format_move(terms.size, candidate.mv);
        let separator = if order == 0 { "" } else { " " };
        let _ = write!(text, "{separator}info move {name} ");
        let visits = candidate.visits;
        let _ = match query.dialect {
            Dialect::Lz => write!(
                text,
                "visits {visits} winrate {} prior {} lcb {} ",
                ten_thousandths(candidate.value),
                ten_thousandths(prior),
                ten_thousandths(lcb)
            ),
            Dialect::Kata => write!(
                text,
                "visits {visits} edgeVisits {visits} utility {:.6} winrate {:.6} {score} \
                 prior {prior:.6} lcb {lcb:.6} utilityLcb {:.6} weight {:.1} ",
                2.0 * candidate.value - 1.0,
                candidate.value,
                2.0 * lcb - 1.0,
                f64::from(visits)
            ),
        };
        let _ = write!(text, "order {order} pv");
        let expected = thought
            .variations
            .iter()
            .find(|line| line.moves.first() == Some(&candidate.mv));
        let alone = ([candidate.mv], [visits]);
        let (moves, counts) = expected.map_or((&alone.0[..], &alone.1[..]), |line| {
            (&line.moves, &line.visits)
        });
        for &mv in moves {
            let _ = write!(text, " {}", coord::format_move(terms.size, mv));
        }
        for (wanted, key) in [
            (query.pv_visits, "pvVisits"),
            (query.pv_edge_visits, "pvEdgeVisits"),
        ] {
            if wanted {
                let _ = write!(text, " {key}");
                for count in counts {
                    let _ = write!(text, " {count}");
                }
            }
        }
        let survey = thought.survey.as_ref();
        if let Some(shares) = survey.and_then(|survey| survey.after(candidate.mv)) {
            if query.moves_ownership {
                let mean = |place| shares.balance(place, player);
                board(&mut text, terms, "movesOwnership", mean);
            }
            if query.moves_ownership_deviation {
                let deviation = |place| shares.unrest(place);
                board(&mut text, terms, "movesOwnershipStdev", deviation);
            }
        }
    }
    if query.root_info {
        let all: u64 = thought.candidates.iter().map(|c| u64::from(c.visits)).sum();
        let player = match query.color {
            Color::Black => 'B',
            Color::White => 'W',
        };
        let _ = write!(
            text,
            " rootInfo visits {all} utility {:.6} winrate {:.6} {score} weight {all}.0 \
             currentPlayer {player}",
            2.0 * thought.value - 1.0,
            thought.value
        );
    }
    if let Some(survey) = &thought.survey {
        let shares = &survey.owned;
        if query.ownership {
            let mean = |place| shares.balance(place, player);
            board(&mut text, terms, "ownership", mean);
        }
        if query.ownership_deviation {
            let deviation = |place| shares.unrest(place);
            board(&mut text, terms, "ownershipStdev", deviation);
        }
    }
    // Where no move is shown, what follows them stands alone.
    text.trim_start().to_owned()
}

/// Adds a number for every point of the board.
fn board(text: &mut String, terms: &Terms, key: &str, number: impl Fn(usize) -> f64) {
    let _ = write!(text, " {key}");
    for point in from_the_top(terms.size) {
        let _ = write!(text, " {:.3}", number(usize::from(point.to_move().0)));
    }
}

/// The points of the board as analysis and GoGui list them: row by row from the top, each from
/// the left.
pub(crate) fn from_the_top(size: Size) -> impl Iterator<Item = Point> {
    let rows = (0..size.get()).rev();
    rows.flat_map(move |y| (0..size.get()).filter_map(move |x| size.point(x, y)))
}

fn ten_thousandths(share: f64) -> u32 {
    (10_000.0 * share.clamp(0.0, 1.0)).round() as u32
}

/// The scores of playouts for one side.
struct Score {
    mean: f64,
    deviation: f64,
}

impl Score {
    fn of(color: Color, terms: &Terms, thought: &Thought) -> Self {
        let Some(survey) = &thought.survey else {
            return Self {
                mean: 0.0,
                deviation: 0.0,
            };
        };
        let black = survey.margin - terms.komi;
        Self {
            mean: match color {
                Color::Black => black,
                Color::White => -black,
            },
            deviation: survey.deviation,
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { mean, deviation } = self;
        write!(
            f,
            "scoreMean {mean:.3} scoreStdev {deviation:.3} scoreLead {mean:.3} \
             scoreSelfplay {mean:.3}"
        )
    }
}
