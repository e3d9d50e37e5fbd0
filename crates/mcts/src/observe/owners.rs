//! Who owns what at the end of playouts, and what that has to do with winning.
//!
//! *Ownership* of a place is how often each player has it in the end. *Criticality* is how
//! much more often the winner has it than chance explains (Coulom, *Criticality: a Monte-Carlo
//! Heuristic for Go Programs*, 2009; here as Cohen's kappa, the form used for time management).
//! With `n` playouts, of which the players won `w₁` and `w₂`, and a place that they owned `o₁`
//! and `o₂` times and the winner `o_win` times:
//!
//! ```text
//!     κ = (o_win / n − e) / (1 − e)        e = (o₁·w₁ + o₂·w₂) / n²
//! ```
//!
//! `e` is the agreement that would be expected if owning and winning had nothing to do with
//! each other. κ is 1 where owning is winning, 0 where it does not matter and negative where
//! the owner loses. Where `e` is 1, one player wins always and owns the place always: nothing
//! is disputed, and κ is 0. Drawn playouts have no winner and are left out of κ, not of
//! ownership.
//!
//! The *margin* of a playout is how many places more the first player has than the second: in
//! Go the score on the board before komi.

use tewari_game::{Move, Outcome, Owned, Player};

use super::{Insight, Observer, Shares, Survey};
use crate::playout::Record;
use crate::search::Wish;

/// Counts owners by winner, for every place of the board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Owners {
    /// Playouts won by the first player, won by the second, drawn.
    results: [u64; 3],
    /// For each of these results, how often either player owned a place. As long as the
    /// highest place that was ever owned.
    owned: [Vec<[u64; 2]>; 3],
    /// The sum of all margins, and that of their squares.
    margins: (i64, u64),
    /// The same playouts by the root's move that led to them, if that is wished for.
    by_move: Option<Vec<Branch>>,
}

/// The playouts after one move of the root.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Branch {
    playouts: u32,
    /// How often either player owned a place.
    owned: Vec<[u32; 2]>,
}

impl Branch {
    fn shares(&self) -> Shares {
        let share = |&count: &u32| f64::from(count) / f64::from(self.playouts.max(1));
        let shares = self.owned.iter().map(|[a, b]| [share(a), share(b)]);
        Shares(shares.collect())
    }

    fn add(&mut self, more: &Self) {
        self.playouts += more.playouts;
        add_counts(&mut self.owned, &more.owned);
    }
}

const DRAWN: usize = 2;

/// The element `index`, with all before it.
fn at<T: Clone + Default>(list: &mut Vec<T>, index: usize) -> &mut T {
    if index >= list.len() {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}

fn add_counts<T: Copy + Default + std::ops::AddAssign>(to: &mut Vec<[T; 2]>, more: &[[T; 2]]) {
    if to.len() < more.len() {
        to.resize(more.len(), [T::default(); 2]);
    }
    for (sum, more) in to.iter_mut().flatten().zip(more.iter().flatten()) {
        *sum += *more;
    }
}

impl Owners {
    /// Playouts seen.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Places are numbered below this.
    #[must_use]
    pub fn places(&self) -> usize {
        self.owned.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn count(&self, result: usize, place: usize, player: Player) -> u64 {
        let owned = self.owned[result].get(place);
        owned.map_or(0, |owned| owned[player.index()])
    }

    /// Who owned what after each move of the root that had a playout.
    fn branches(&self) -> impl Iterator<Item = (Move, Shares)> {
        let branches = self.by_move.iter().flatten().enumerate();
        let seen = branches.filter(|(_, branch)| branch.playouts > 0);
        seen.map(|(mv, branch)| (Move(mv as u16), branch.shares()))
    }

    /// In which share of the playouts `player` owned `place`.
    #[must_use]
    pub fn ownership(&self, place: usize, player: Player) -> f64 {
        let owned: u64 = (0..self.results.len())
            .map(|result| self.count(result, place, player))
            .sum();
        owned as f64 / self.playouts().max(1) as f64
    }

    /// The criticality κ of `place`.
    #[must_use]
    pub fn criticality(&self, place: usize) -> f64 {
        let won = Player::BOTH.map(|player| self.results[player.index()] as f64);
        let n = won[0] + won[1];
        if n == 0.0 {
            return 0.0;
        }
        let (mut by_winner, mut by_chance) = (0, 0.0);
        for player in Player::BOTH {
            let owned: u64 = (0..DRAWN).map(|r| self.count(r, place, player)).sum();
            by_winner += self.count(player.index(), place, player);
            by_chance += owned as f64 * won[player.index()] / (n * n);
        }
        // Sums of integers over their square: exactly one where everything agrees.
        if by_chance < 1.0 {
            (by_winner as f64 / n - by_chance) / (1.0 - by_chance)
        } else {
            0.0
        }
    }

    /// The largest criticality on the board, 0 if none is positive.
    #[must_use]
    pub fn max_criticality(&self) -> f64 {
        (0..self.places())
            .map(|place| self.criticality(place))
            .fold(0.0, f64::max)
    }
}

impl<E: Owned + ?Sized> Observer<E> for Owners {
    fn prepare(&mut self, wish: Wish) {
        if wish.survey_by_move {
            self.by_move = Some(Vec::new());
        }
    }

    #[inline]
    fn observe(&mut self, end: &E, record: &Record, outcome: Outcome) {
        let result = match outcome {
            Outcome::Win(player) => player.index(),
            Outcome::Draw => DRAWN,
        };
        self.results[result] += 1;
        let owned = &mut self.owned[result];
        let mut held = [0i64; 2];
        end.owners(|place, player| {
            held[player.index()] += 1;
            if place >= owned.len() {
                // A few times in the life of a search.
                owned.resize((place + 1).next_power_of_two(), [0; 2]);
            }
            owned[place][player.index()] += 1;
        });
        if let (Some(branches), Some(first)) = (&mut self.by_move, record.root_move()) {
            let branch = at(branches, first.index());
            branch.playouts += 1;
            end.owners(|place, player| at(&mut branch.owned, place)[player.index()] += 1);
        }
        let margin = held[0] - held[1];
        self.margins.0 += margin;
        self.margins.1 += margin.unsigned_abs().pow(2);
    }

    fn merge(&mut self, other: &Self) {
        for (sum, more) in self.results.iter_mut().zip(other.results) {
            *sum += more;
        }
        for (owned, more) in self.owned.iter_mut().zip(&other.owned) {
            add_counts(owned, more);
        }
        self.margins.0 += other.margins.0;
        self.margins.1 += other.margins.1;
        if let Some(more) = &other.by_move {
            let branches = self.by_move.get_or_insert_default();
            for (mv, more) in more.iter().enumerate() {
                at(branches, mv).add(more);
            }
        }
    }

    fn survey(&self) -> Option<Survey> {
        let playouts = self.playouts();
        let mean = |sum: f64| sum / playouts as f64;
        (playouts > 0).then(|| {
            let margin = mean(self.margins.0 as f64);
            let spread = mean(self.margins.1 as f64) - margin * margin;
            Survey {
                playouts,
                owned: Shares(
                    (0..self.places())
                        .map(|place| Player::BOTH.map(|player| self.ownership(place, player)))
                        .collect(),
                ),
                margin,
                deviation: spread.max(0.0).sqrt(),
                by_move: self.branches().collect(),
            }
        })
    }

    fn insight(&self) -> Insight {
        let decided = self.results[..DRAWN].iter().sum::<u64>() > 0;
        Insight {
            criticality: decided.then(|| self.max_criticality()),
            ..Insight::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `1`, `2` and `.` for each place.
    struct Ends(&'static str);

    impl Owned for Ends {
        fn owners(&self, mut see: impl FnMut(usize, Player)) {
            for (place, owner) in self.0.chars().enumerate() {
                match owner {
                    '1' => see(place, Player::First),
                    '2' => see(place, Player::Second),
                    _ => {}
                }
            }
        }
    }

    const FIRST: Outcome = Outcome::Win(Player::First);
    const SECOND: Outcome = Outcome::Win(Player::Second);

    fn seen(playouts: &[(&'static str, Outcome)]) -> Owners {
        let mut owners = Owners::default();
        for &(end, outcome) in playouts {
            owners.observe(&Ends(end), &Record::default(), outcome);
        }
        owners
    }

    fn kappas(owners: &Owners, places: usize) -> Vec<f64> {
        (0..places).map(|place| owners.criticality(place)).collect()
    }

    /// Two wins each. Place 0 goes to the winner: o_win/n = 1, e = (2·2 + 2·2)/16 = 1/2, κ = 1.
    /// Place 1 goes to either as often whoever wins: o_win/n = 1/2, κ = 0. Place 2 goes to the
    /// loser: κ = (0 − 1/2)/(1/2) = −1. Place 3 is always the first player's: o_win/n = 1/2,
    /// e = 4·2/16 = 1/2, κ = 0. Place 4 is nobody's: 0.
    #[test]
    fn owning_may_be_winning_or_not() {
        let owners = seen(&[
            ("1121.", FIRST),
            ("1221.", FIRST),
            ("2111.", SECOND),
            ("2211.", SECOND),
        ]);
        assert_eq!(kappas(&owners, 5), [1.0, 0.0, -1.0, 0.0, 0.0]);
        assert_eq!(owners.max_criticality(), 1.0);
        assert_eq!(owners.ownership(3, Player::First), 1.0);
        assert_eq!(owners.ownership(0, Player::Second), 0.5);
        assert_eq!(owners.ownership(4, Player::First), 0.0);
    }

    /// Three wins and a loss. Place 0 is the winner's in three: o₁ = 2, o₂ = 2,
    /// e = (2·3 + 2·1)/16 = 1/2, κ = (3/4 − 1/2)/(1/2) = 1/2. Place 1 is the winner's once and
    /// nobody's else: o₂ = 1, e = 1·1/16, κ = (1/4 − 1/16)/(15/16) = 1/5.
    #[test]
    fn uneven_games() {
        let owners = seen(&[("1.", FIRST), ("1.", FIRST), ("2.", FIRST), ("22", SECOND)]);
        let [first, second] = [0, 1].map(|place| owners.criticality(place));
        assert!((first - 0.5).abs() < 1e-12, "{first}");
        assert!((second - 0.2).abs() < 1e-12, "{second}");
        assert_eq!(owners.max_criticality(), first);
    }

    /// What is never disputed is not critical, though the formula would divide by zero.
    #[test]
    fn a_decided_game_is_not_critical() {
        let owners = seen(&[("1", FIRST), ("1", FIRST)]);
        assert_eq!(owners.criticality(0), 0.0);
        assert_eq!(Owners::default().criticality(0), 0.0);
        let insight = |owners: &Owners| Observer::<Ends>::insight(owners).criticality;
        assert_eq!(insight(&owners), Some(0.0));
        assert_eq!(insight(&Owners::default()), None, "nothing seen");
    }

    /// Drawn playouts count in ownership alone.
    #[test]
    fn draws_have_no_winner() {
        let decided = [("1", FIRST), ("2", SECOND), ("2", FIRST), ("2", SECOND)];
        let owners = seen(&decided);
        let drawn: Vec<_> = decided
            .into_iter()
            .chain([("1", Outcome::Draw); 4])
            .collect();
        let with_draws = seen(&drawn);
        assert_eq!(with_draws.criticality(0), owners.criticality(0));
        assert_eq!(owners.ownership(0, Player::First), 0.25);
        assert_eq!(with_draws.ownership(0, Player::First), 0.625);
    }

    /// Margins 2 and -1: mean 1/2, mean square 5/2, so a variance of 9/4.
    #[test]
    fn a_survey_has_shares_and_margins() {
        assert_eq!(Observer::<Ends>::survey(&Owners::default()), None);
        let owners = seen(&[("11.", FIRST), ("122", SECOND)]);
        let survey = Observer::<Ends>::survey(&owners).expect("there were playouts");
        assert_eq!(
            (survey.playouts, survey.margin, survey.deviation),
            (2, 0.5, 1.5)
        );
        let owned = &survey.owned;
        assert_eq!(owned.0[..3], [[1.0, 0.0], [0.5, 0.5], [0.0, 0.5]]);
        let balance = [0, 1, 2, 99].map(|place| owned.balance(place, Player::Second));
        assert_eq!(balance, [-1.0, 0.0, 0.5, 0.0]);
        assert_eq!([0, 1, 2].map(|place| owned.unrest(place)), [0.0, 1.0, 0.5]);
        assert_eq!(survey.by_move, [], "nobody wished for it");
    }

    /// However the playouts are shared out, together the observers have seen the same.
    #[test]
    fn merging_is_adding() {
        let playouts = [
            ("12.", FIRST),
            ("2.1", SECOND),
            ("1", Outcome::Draw),
            ("..12", FIRST),
            ("2211", SECOND),
        ];
        let all = seen(&playouts);
        for split in 0..=playouts.len() {
            let (a, b) = playouts.split_at(split);
            for (a, b) in [(a, b), (b, a)] {
                let mut merged = seen(a);
                Observer::<Ends>::merge(&mut merged, &seen(b));
                assert_eq!(merged.playouts(), 5);
                assert_eq!(kappas(&merged, 4), kappas(&all, 4));
                assert_eq!(merged.margins, all.margins);
                for player in Player::BOTH {
                    let owned = |of: &Owners| [0, 1, 2, 3].map(|i| of.ownership(i, player));
                    assert_eq!(owned(&merged), owned(&all));
                }
            }
        }
    }
}
