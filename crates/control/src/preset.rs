//! The numbers of the papers, per game and board.
//!
//! The copy of Baier and Winands' article that these were read from is a bad scan. What is
//! legible, or restored beyond doubt, is [`Origin::Published`]; where a lost decimal point or
//! digit was restored from its context it is [`Origin::Probable`]; what cannot be read is not
//! here, and a strategy that needs it must be given numbers. For boards of Go that no paper
//! measured, the nearest one's numbers are taken ([`Origin::Nearest`]): up to 15×15 those of
//! 13×13, above those of 19×19 where there are any. [`Origin::Ours`] are choices of this
//! program where the papers are silent.

use crate::domain::Domain;
use crate::names::Name;

/// Where numbers come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Printed.
    Published,
    /// Printed, but partly restored.
    Probable,
    /// Printed for another board.
    Nearest,
    /// Chosen here.
    Ours,
}

/// The numbers of a part, in the order of its arguments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Preset {
    /// The numbers.
    pub values: &'static [f64],
    /// Where they come from.
    pub origin: Origin,
}

/// The boards for which there are columns in the tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Go13,
    Go19,
    Connect4,
    Breakthrough,
    Othello,
    CatchTheLion,
}

use Column::{Breakthrough, CatchTheLion, Connect4, Go13, Go19, Othello};

/// The numbers that the papers give a part in a game; `None` if they are unknown. Parts
/// without numbers have an empty list.
#[must_use]
pub fn preset(name: Name, domain: Domain) -> Option<Preset> {
    let (column, measured) = match domain {
        Domain::Go(13) => (Go13, true),
        Domain::Go(19) => (Go19, true),
        Domain::Go(..=15) => (Go13, false),
        Domain::Go(_) => (Go19, false),
        Domain::Connect4 => (Connect4, true),
        Domain::Breakthrough => (Breakthrough, true),
        Domain::Othello => (Othello, true),
        Domain::CatchTheLion => (CatchTheLion, true),
    };
    if name.args().is_empty() {
        return Some(Preset {
            values: &[],
            origin: Origin::Published,
        });
    }
    let found = in_column(name, column);
    let found = found.or_else(|| {
        let nearest = in_column(name, Go13).filter(|_| column == Go19)?;
        Some((nearest.0, Origin::Nearest.max(nearest.1)))
    });
    found.map(|(values, origin)| Preset {
        values,
        origin: if measured {
            origin
        } else {
            Origin::Nearest.max(origin)
        },
    })
}

impl Origin {
    /// The one that promises less.
    const fn max(self, other: Self) -> Self {
        if (self as u8) > (other as u8) {
            self
        } else {
            other
        }
    }
}

const fn in_column(name: Name, column: Column) -> Option<(&'static [f64], Origin)> {
    use Origin::{Ours, Probable, Published};
    let published: &'static [f64] = match (name, column) {
        (Name::Basic, Go13) => &[30.0],
        (Name::Basic, Go19) => &[80.0],
        (Name::Enhanced, Go13) => &[20.0, 40.0],
        (Name::Enhanced, Go19) => &[60.0, 110.0],
        (Name::Yamashita, _) => return Some((&[10.0], Ours)),

        (Name::Open, Go13) => &[2.5],
        (Name::Open, Connect4) => &[2.25],
        (Name::Open, Breakthrough | Othello) => &[1.0],
        (Name::Open, CatchTheLion) => return Some((&[1.5], Probable)),
        (Name::Mid, Go13) => &[2.0, 40.0, 20.0],
        (Name::Mid, Breakthrough) => return Some((&[1.5, 50.0, 20.0], Probable)),
        (Name::Mid, Othello) => return Some((&[2.5, 50.0, 10.0], Probable)),
        (Name::Mid, CatchTheLion) => return Some((&[1.0, 20.0, 10.0], Probable)),
        (Name::KappaExp, Go13) => &[8.33, -0.67, 0.5, 10.0],
        (Name::KappaLm, Go13) => &[8.33, -0.67, 0.25, 10.0],
        // The slope is illegible; 8.33 makes this rule (κ − 0.16)/0.12 where the other two
        // are (κ − 0.08)/0.12.
        (Name::KappaCm, Go13) => return Some((&[8.33, -1.33, 0.6, 10.0, 0.1], Ours)),

        (Name::Unst, Go13) => &[1.5],
        (Name::Unst, Connect4 | Breakthrough) => &[0.75],
        (Name::Unst, Othello | CatchTheLion) => &[0.5],
        (Name::UnstL, Go13 | CatchTheLion) => &[0.75, 2.0],
        (Name::UnstL, Connect4) => &[1.0, 2.0],
        (Name::UnstL, Breakthrough) => &[1.0, 3.0],
        (Name::UnstL, Othello) => &[0.5, 4.0],

        (Name::Behind, Go13) => &[0.5, 0.6],
        (Name::Behind, Connect4) => &[1.5, 0.6],
        (Name::Behind, Breakthrough) => &[1.0, 0.5],
        (Name::Behind, Othello) => &[0.5, 0.5],
        (Name::Behind, CatchTheLion) => &[0.75, 0.4],
        (Name::BehindL, Go13) => &[0.25, 0.6, 2.0],
        (Name::BehindL, Connect4) => &[0.75, 0.6, 3.0],
        (Name::BehindL, Breakthrough) => &[0.25, 0.5, 3.0],
        (Name::BehindL, Othello) => &[0.5, 0.4, 4.0],
        (Name::BehindL, CatchTheLion) => &[0.25, 0.3, 3.0],

        (Name::Close, Go13) => &[1.5, 0.4],
        (Name::Close, Connect4) => &[1.5, 0.8],
        (Name::Close, Breakthrough) => &[0.5, 0.3],
        (Name::Close, Othello) => &[1.0, 0.2],
        (Name::Close, CatchTheLion) => &[1.0, 0.7],
        (Name::CloseL, Go13) => &[0.5, 0.5, 4.0],
        (Name::CloseL, Connect4) => &[0.75, 0.8, 3.0],
        (Name::CloseL, Breakthrough) => &[0.5, 0.3, 2.0],
        (Name::CloseL, Othello) => &[0.25, 0.5, 4.0],
        (Name::CloseL, CatchTheLion) => &[0.5, 0.7, 3.0],

        (Name::Stop, Go13) => &[2.5, 0.4],
        (Name::Stop, Go19) => &[2.2, 0.45],
        (Name::Stop, Connect4) => return Some((&[5.0, 0.9], Probable)),
        (Name::Stop, Breakthrough) => &[1.67, 0.3],
        (Name::Stop, Othello) => &[1.25, 0.9],
        (Name::Stop, CatchTheLion) => return Some((&[5.0, 0.2], Probable)),
        (Name::StopB, Go13) => &[2.0],
        (Name::StopB, Connect4) => &[5.0],
        (Name::StopB, Breakthrough | Othello) => return Some((&[1.25], Probable)),
        (Name::StopB, CatchTheLion) => &[1.67],
        _ => return None,
    };
    Some((published, Published))
}

/// Erica's own numbers: enhanced formula with C = 80 and MaxPly = 160, BEHIND with T = 0.4 and
/// P = 1, UNST with one half (19×19, its Table V).
pub(crate) const ERICA: Baseline = Baseline {
    c: 80.0,
    max_ply: 160.0,
    behind: [1.0, 0.4],
    unst: 0.5,
};

/// The numbers of ERICA-BASELINE as Orego had them. BEHIND's on 19×19 are not reported; those
/// of 13×13 are taken.
pub(crate) const fn baseline(size: u8) -> Baseline {
    if size <= 15 {
        Baseline {
            c: 20.0,
            max_ply: 40.0,
            behind: [0.75, 0.6],
            unst: 0.5,
        }
    } else {
        Baseline {
            c: 60.0,
            max_ply: 110.0,
            behind: [0.75, 0.6],
            unst: 1.0,
        }
    }
}

/// The numbers of Erica's player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Baseline {
    pub(crate) c: f64,
    pub(crate) max_ply: f64,
    /// Factor and threshold.
    pub(crate) behind: [f64; 2],
    pub(crate) unst: f64,
}

/// The time of a game and the simulations a second with which the papers played it: what to
/// declare on the virtual clock to repeat their matches. Seconds per player and game.
#[must_use]
pub const fn published_budget(domain: Domain) -> Option<(f64, f64)> {
    match domain {
        Domain::Go(13) => Some((30.0, 1850.0)),
        Domain::Go(19) => Some((300.0, 960.0)),
        Domain::Go(_) => None,
        Domain::Connect4 => Some((20.0, 64_500.0)),
        Domain::Breakthrough => Some((20.0, 24_800.0)),
        Domain::Othello => Some((30.0, 4_400.0)),
        Domain::CatchTheLion => Some((20.0, 18_500.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Domain; 7] = [
        Domain::Go(9),
        Domain::Go(13),
        Domain::Go(19),
        Domain::Connect4,
        Domain::Breakthrough,
        Domain::Othello,
        Domain::CatchTheLion,
    ];

    #[test]
    fn numbers_fit_their_parts() {
        for &name in Name::ALL {
            for domain in ALL {
                let Some(preset) = preset(name, domain) else {
                    continue;
                };
                assert_eq!(preset.values.len(), name.args().len(), "{name:?} {domain}");
                for (arg, &value) in name.args().iter().zip(preset.values) {
                    assert!((arg.low..=arg.high).contains(&value), "{name:?} {domain}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_not_there() {
        assert_eq!(preset(Name::Mid, Domain::Connect4), None);
        assert_eq!(preset(Name::Basic, Domain::Othello), None);
        let origin = |name, domain| preset(name, domain).unwrap().origin;
        assert_eq!(origin(Name::KappaCm, Domain::Go(13)), Origin::Ours);
        assert_eq!(origin(Name::Stop, Domain::Connect4), Origin::Probable);
        assert_eq!(origin(Name::Stop, Domain::Go(13)), Origin::Published);
        assert_eq!(origin(Name::Stop, Domain::Go(9)), Origin::Nearest);
        assert_eq!(origin(Name::Close, Domain::Go(19)), Origin::Nearest);
    }
}
