//! What is asked of an analysis.
//!
//! Front ends find out what an engine can do by trying it, so what is not understood must
//! fail. Colour and interval may be given with or without their names, in any order.

use std::time::Duration;

use tewari_engine::{Move, Restriction, RestrictionKind, Restrictions};
use tewari_go::{Color, PASS, Position, coord};

use crate::args::{BAD_MOVE, whole_number};
use crate::response::Failure;

/// Whose language is spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// That of Leela Zero.
    Lz,
    /// That of KataGo.
    Kata,
}

/// The arguments of an analysis.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Query {
    pub(crate) dialect: Dialect,
    /// Who is to move.
    pub(crate) color: Color,
    /// How long is between two lines.
    pub(crate) every: Duration,
    /// So many moves are told if there are as many, tried or not.
    pub(crate) min_moves: usize,
    /// No more moves are told.
    pub(crate) max_moves: usize,
    /// Moves that are not to be considered.
    pub(crate) restrictions: Restrictions,
    pub(crate) root_info: bool,
    pub(crate) ownership: bool,
    pub(crate) ownership_deviation: bool,
    pub(crate) moves_ownership: bool,
    pub(crate) moves_ownership_deviation: bool,
    pub(crate) pv_visits: bool,
    pub(crate) pv_edge_visits: bool,
}

/// Between two lines if nothing is said about it.
const USUAL: Duration = Duration::from_secs(1);

/// Between two lines at least: front ends that ask for less want what they can get.
const SHORTEST: Duration = Duration::from_millis(10);

/// Between two lines at most, lest a sum of times overflow.
const LONGEST: f64 = 1e7;

impl Query {
    /// Reads `words`; `position` is the one to analyse. With `needs_color` the first word must
    /// be a colour, as for a command that makes a move.
    pub(crate) fn parse(
        dialect: Dialect,
        words: &[&str],
        position: &Position,
        needs_color: bool,
    ) -> Result<Self, Failure> {
        let mut query = Self {
            dialect,
            color: position.turn(),
            every: USUAL,
            min_moves: 0,
            max_moves: usize::MAX,
            restrictions: Restrictions::default(),
            root_info: false,
            ownership: false,
            ownership_deviation: false,
            moves_ownership: false,
            moves_ownership_deviation: false,
            pv_visits: false,
            pv_edge_visits: false,
        };
        let mut rest = words.iter().copied();
        if needs_color {
            let color = rest.next().and_then(|word| coord::parse_color(word).ok());
            query.color = color.ok_or("invalid color")?;
        }
        let mut restrictions = Vec::new();
        while let Some(word) = rest.next() {
            let kata = dialect == Dialect::Kata;
            let mut value = || rest.next().ok_or_else(|| missing(word));
            match word {
                "interval" => query.every = interval(value()?)?,
                "minmoves" => query.min_moves = count(value()?)?,
                "maxmoves" => query.max_moves = count(value()?)?,
                "avoid" | "allow" => {
                    let color = coord::parse_color(value()?).map_err(|_| "invalid color")?;
                    restrictions.push(Restriction {
                        player: color.player(),
                        kind: match word {
                            "allow" => RestrictionKind::Allow,
                            _ => RestrictionKind::Avoid,
                        },
                        moves: vertices(value()?, position)?,
                        plies: count(value()?)?,
                    });
                }
                "rootInfo" if kata => query.root_info = truth(value()?)?,
                "ownership" if kata => query.ownership = truth(value()?)?,
                "ownershipStdev" if kata => query.ownership_deviation = truth(value()?)?,
                "pvVisits" if kata => query.pv_visits = truth(value()?)?,
                "pvEdgeVisits" if kata => query.pv_edge_visits = truth(value()?)?,
                "movesOwnership" if kata => query.moves_ownership = truth(value()?)?,
                "movesOwnershipStdev" if kata => {
                    query.moves_ownership_deviation = truth(value()?)?;
                }
                number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                    query.every = interval(number)?;
                }
                other => match coord::parse_color(other) {
                    Ok(color) if !needs_color => query.color = color,
                    _ => return Err(format!("unknown argument {other:?}").into()),
                },
            }
        }
        restrictions.retain(|restriction| restriction.plies > 0);
        query.restrictions = Restrictions::new(restrictions);
        if !query.restrictions.is_empty() && !query.has_a_move(position) {
            return Err("no move is left to consider".into());
        }
        Ok(query)
    }

    /// Whether a move is left for the next one. A search never fills an eye of its own side.
    fn has_a_move(&self, position: &Position) -> bool {
        let is_eye = |point| position.board().is_eye(self.color, point);
        let points = position.size().points().filter(|&point| !is_eye(point));
        let mut moves = points.map(tewari_go::Point::to_move).chain([PASS]);
        moves.any(|mv| {
            self.restrictions.permit(0, self.color.player(), mv)
                && position.check(self.color, mv).is_ok()
        })
    }
}

/// `V,V,…`
fn vertices(word: &str, position: &Position) -> Result<Vec<Move>, Failure> {
    let moves = word.split(',').map(|vertex| {
        coord::parse_move(position.size(), vertex).map_err(|_| Failure::from(BAD_MOVE))
    });
    moves.collect()
}

fn missing(word: &str) -> Failure {
    format!("a value is missing after {word:?}").into()
}

/// Centiseconds.
fn interval(word: &str) -> Result<Duration, Failure> {
    let centiseconds: Option<f64> = word.parse().ok().filter(|n: &f64| n.is_finite());
    let centiseconds = centiseconds.filter(|&n| n >= 0.0);
    centiseconds
        .map(|n| Duration::from_secs_f64(n.min(LONGEST) / 100.0).max(SHORTEST))
        .ok_or_else(|| format!("expected an interval in centiseconds, got {word:?}").into())
}

fn count(word: &str) -> Result<usize, Failure> {
    let number = whole_number(word).map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    number.ok_or_else(|| format!("expected a whole number, got {word:?}").into())
}

fn truth(word: &str) -> Result<bool, Failure> {
    match word {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("expected true or false, got {word:?}").into()),
    }
}

#[cfg(test)]
mod tests {
    use tewari_go::{Komi, Rules, Size};

    use super::*;

    fn parse(text: &str) -> Result<Query, String> {
        let mut position = Position::new(
            Size::new(5).expect("five is a size"),
            Rules::default(),
            Komi::default(),
        );
        let centre = coord::parse_move(position.size(), "C3").expect("on the board");
        position.play(Color::Black, centre).expect("legal");
        let (command, words) = text.split_once(' ').unwrap_or((text, ""));
        let words: Vec<&str> = words.split_ascii_whitespace().collect();
        let dialect = if command == "lz" {
            Dialect::Lz
        } else {
            Dialect::Kata
        };
        Query::parse(dialect, &words, &position, command == "genmove")
            .map_err(|failure| failure.message().to_owned())
    }

    #[test]
    fn colour_and_interval_in_all_orders() {
        for (text, color, centiseconds) in [
            ("lz", Color::White, 100),
            ("lz 10", Color::White, 10),
            ("lz b 10", Color::Black, 10),
            ("lz interval 10 BLACK", Color::Black, 10),
            ("lz b interval 50 minmoves 3", Color::Black, 50),
            ("lz 0", Color::White, 1),
            ("kata w 2.5", Color::White, 2),
            ("genmove b 100000", Color::Black, 100_000),
        ] {
            let query = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let every = query.every.as_millis() / 10;
            assert_eq!((query.color, every), (color, centiseconds), "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_fails() {
        for (text, message) in [
            ("lz rootInfo true", "unknown argument \"rootInfo\""),
            ("kata rootinfo true", "unknown argument \"rootinfo\""),
            ("kata rootInfo", "a value is missing after \"rootInfo\""),
            ("kata rootInfo yes", "expected true or false, got \"yes\""),
            (
                "lz movesOwnership true",
                "unknown argument \"movesOwnership\"",
            ),
            ("lz minmoves -1", "expected a whole number, got \"-1\""),
            (
                "lz 1e999",
                "expected an interval in centiseconds, got \"1e999\"",
            ),
            ("lz avoid w Z9 1", BAD_MOVE),
            ("lz avoid x A1 1", "invalid color"),
            ("lz allow w C3 1", "no move is left to consider"),
            ("lz avoid w A1", "a value is missing after \"avoid\""),
            ("lz avoid w A1 -1", "expected a whole number, got \"-1\""),
            ("genmove 10", "invalid color"),
            ("genmove", "invalid color"),
            ("genmove b w", "unknown argument \"w\""),
        ] {
            assert_eq!(parse(text).unwrap_err(), message, "{text}");
        }
        let query = parse("kata movesOwnership true movesOwnershipStdev false").unwrap();
        assert!(query.moves_ownership && !query.moves_ownership_deviation);
    }

    #[test]
    fn moves_can_be_avoided_or_nothing_else_allowed() {
        // How many of the 25 points and the pass White and Black may try after so many moves.
        let permitted = |text, depth| {
            let restrictions = parse(text).expect("it is understood").restrictions;
            let points = Size::new(5).expect("five is a size").points();
            let moves = points.map(tewari_go::Point::to_move);
            let moves: Vec<Move> = moves.chain([PASS]).collect();
            [Color::White, Color::Black].map(|color| {
                let permits = |mv: &&Move| restrictions.permit(depth, color.player(), **mv);
                moves.iter().filter(permits).count()
            })
        };
        assert_eq!(permitted("lz avoid w A1 0", 0), [26, 26], "for no moves");
        assert_eq!(permitted("lz avoid w A1,pass 1", 0), [24, 26]);
        assert_eq!(permitted("lz avoid w A1,pass 1", 1), [26, 26]);
        assert_eq!(permitted("lz avoid b A1 2", 1), [26, 25]);
        assert_eq!(permitted("lz allow w A1,B2 1 allow w C1 3", 0), [3, 26]);
        assert_eq!(permitted("lz allow w A1,B2 1 allow w C1 3", 2), [1, 26]);
        assert_eq!(permitted("lz allow w A1,B2,C3 1 avoid w A1 1", 0), [2, 26]);
    }
}
