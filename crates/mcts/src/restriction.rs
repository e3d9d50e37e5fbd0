//! Moves that a search is not to try.
//!
//! Somebody who analyses a position wants to know what happens if a move is not made: now, or not
//! within the next few moves, by one side. Such restrictions hold for the first plies of every
//! simulation. They are a matter of the search and not of a position: an entry has all moves of
//! its position, and those that a restriction rules out there are passed over as the ones are that
//! the record of the game forbids. So they prove nothing either.
//!
//! Approximate: what lies deeper is searched without them, and a position that
//! comes up at both depths has one entry, whose statistics are those of both.

use tewari_game::{Move, Player};

use crate::tree::Entry;

/// A restriction of the moves of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// Whose moves.
    pub player: Player,
    /// For so many plies, the root's move being the first.
    pub plies: usize,
    /// What is to be done with the moves.
    pub kind: RestrictionKind,
    /// Which moves.
    pub moves: Vec<Move>,
}

/// What a restriction says of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RestrictionKind {
    /// They are not tried.
    Avoid,
    /// Only they are tried, and those of other restrictions of this kind.
    Allow,
}

/// All restrictions of a search; none at all by default.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Restrictions(Vec<Restriction>);

impl Restrictions {
    /// These restrictions.
    #[must_use]
    pub const fn new(restrictions: Vec<Restriction>) -> Self {
        Self(restrictions)
    }

    /// The next move, that of `player`, is to be one of `moves`; none means any.
    #[must_use]
    pub fn to_next(player: Player, moves: Vec<Move>) -> Self {
        if moves.is_empty() {
            return Self::default();
        }
        Self(vec![Restriction {
            player,
            plies: 1,
            kind: RestrictionKind::Allow,
            moves,
        }])
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For how many plies there are any.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.0.iter().map(|one| one.plies).max().unwrap_or(0)
    }

    /// Whether `player` may try `mv` after `depth` moves.
    #[must_use]
    pub fn permit(&self, depth: usize, player: Player, mv: Move) -> bool {
        let (mut is_allowed, mut has_allowed) = (false, false);
        for one in &self.0 {
            if one.player != player || depth >= one.plies {
                continue;
            }
            let is_named = one.moves.contains(&mv);
            match one.kind {
                RestrictionKind::Avoid if is_named => return false,
                RestrictionKind::Avoid => {}
                RestrictionKind::Allow => {
                    has_allowed = true;
                    is_allowed |= is_named;
                }
            }
        }
        is_allowed || !has_allowed
    }

    /// The numbers of the moves of `entry` that `player` may not try after `depth` moves.
    pub(crate) fn excluded(
        &self,
        entry: Entry<'_>,
        depth: usize,
        player: Player,
    ) -> impl Iterator<Item = usize> {
        let concern = |one: &Restriction| one.player == player && depth < one.plies;
        let count = match self.0.iter().any(concern) {
            true => entry.count(),
            false => 0,
        };
        (0..count).filter(move |&i| !self.permit(depth, player, entry.mv(i)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn restriction(
        player: Player,
        plies: usize,
        kind: RestrictionKind,
        moves: &[u16],
    ) -> Restriction {
        Restriction {
            player,
            plies,
            kind,
            moves: moves.iter().copied().map(Move).collect(),
        }
    }

    #[test]
    fn restrictions_end_with_their_depth_and_concern_their_player() {
        use Player::{First, Second};
        use RestrictionKind::{Allow, Avoid};
        let all = Restrictions::new(vec![
            restriction(First, 1, Allow, &[1, 2]),
            restriction(First, 3, Allow, &[3]),
            restriction(First, 1, Avoid, &[2]),
            restriction(Second, 4, Avoid, &[1]),
        ]);
        assert_eq!(all.plies(), 4);
        let may = |depth, player| {
            let permits = |mv: &u16| all.permit(depth, player, Move(*mv));
            (0..5).filter(permits).collect::<Vec<u16>>()
        };
        assert_eq!(may(0, First), [1, 3], "avoided though allowed");
        assert_eq!(may(2, First), [3]);
        assert_eq!(may(3, First), [0, 1, 2, 3, 4]);
        assert_eq!(may(1, Second), [0, 2, 3, 4]);
        assert_eq!(may(4, Second), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn no_moves_to_choose_from_is_no_restriction() {
        assert!(Restrictions::to_next(Player::First, Vec::new()).is_empty());
        let one = Restrictions::to_next(Player::First, vec![Move(7)]);
        assert!(one.permit(0, Player::First, Move(7)));
        assert!(!one.permit(0, Player::First, Move(8)));
        assert!(one.permit(1, Player::Second, Move(8)));
    }
}
