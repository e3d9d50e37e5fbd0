//! Which games are played, and in which order.
//!
//! The unit is the pair: two games with the same opening and seeds in which the players swap
//! sides. Rounds go over all pairings before the next pair of any of them, so that a match
//! that is stopped early has treated all players alike. A game has the same place in this
//! order however many games are asked for.

use serde::{Deserialize, Serialize};
use tewari_game::Player;

use crate::board::Board;
use crate::config::{MatchConfig, ScheduleKind};
use crate::error::LabError;
use crate::odds::Odds;
use crate::opening::Opening;
use crate::seeds;

/// The name of a game within its match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GameId {
    /// The pair within its pairing, from 0.
    pub pair: u64,
    /// The pairing, from 0.
    pub pairing: usize,
    /// 0: the first player of the pairing moves first; 1: the second one does.
    pub leg: u8,
}

/// Everything that decides a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GamePlan {
    /// Its name.
    pub id: GameId,
    /// Its place in the order of all games, from 0.
    pub index: u64,
    /// Who moves first and who second: numbers of players.
    pub seats: [usize; 2],
    /// Their seeds.
    pub seeds: [u64; 2],
    /// Handicap and komi, where they are those of this pair.
    pub odds: Option<Odds>,
    /// The board with them.
    pub board: Board,
    /// Where it begins.
    pub opening: Opening,
}

/// All games of a match.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    config: &'a MatchConfig,
    pairings: Vec<[usize; 2]>,
}

impl<'a> Schedule<'a> {
    /// The games that a match consists of.
    #[must_use]
    pub fn new(config: &'a MatchConfig) -> Self {
        let n = config.players.len();
        let pairings = match config.schedule {
            ScheduleKind::Match => vec![[0, 1]],
            ScheduleKind::Gauntlet => (1..n).map(|j| [0, j]).collect(),
            ScheduleKind::RoundRobin => (0..n)
                .flat_map(|i| (i + 1..n).map(move |j| [i, j]))
                .collect(),
        };
        Self { config, pairings }
    }

    /// Who plays whom.
    #[must_use]
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many games.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.config.games * self.pairings.len() as u64
    }

    /// The games, in order.
    pub fn games(&self) -> impl Iterator<Item = GameId> + use<> {
        let (pairs, pairings) = (self.config.games / 2, self.pairings.len());
        (0..pairs).flat_map(move |pair| {
            (0..pairings).flat_map(move |pairing| [0, 1].map(|leg| GameId { pair, pairing, leg }))
        })
    }

    /// The place of a game in the order of all.
    #[must_use]
    pub fn index(&self, id: GameId) -> u64 {
        (id.pair * self.pairings.len() as u64 + id.pairing as u64) * 2 + u64::from(id.leg)
    }

    /// Who sits where in a game.
    ///
    /// # Panics
    /// When the pairing is not one of this match.
    #[must_use]
    pub fn seats(&self, id: GameId) -> [usize; 2] {
        let [a, b] = self.pairings[id.pairing];
        if id.leg == 0 { [a, b] } else { [b, a] }
    }

    /// Everything that decides a game.
    ///
    /// # Errors
    /// When there is no opening for it.
    pub fn plan(&self, id: GameId) -> Result<GamePlan, LabError> {
        let config = self.config;
        let seats = self.seats(id);
        let seeds = seats.map(|player| seeds::player(config.seed, id.pairing, id.pair, player));
        let odds = match config.odds.len() as u64 {
            0 => None,
            n => config.odds.get((id.pair % n) as usize).copied(),
        };
        let board = config.board.with(odds);
        let opening = config.openings.opening(&board, config.seed, id.pair)?;
        Ok(GamePlan {
            id,
            index: self.index(id),
            seats,
            seeds,
            odds,
            board,
            opening,
        })
    }
}

impl GamePlan {
    /// The player on a side.
    #[must_use]
    pub const fn seat(&self, side: Player) -> usize {
        self.seats[side.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::MatchFile;
    use std::collections::HashSet;
    use std::path::Path;

    fn config(players: usize, kind: &str) -> MatchConfig {
        let text = format!(
            "[match]\ngame='connect4'\ngames=4\nschedule='{kind}'\nopenings='random:2'\n{}",
            "[[player]]\n".repeat(players)
        );
        MatchFile::parse(&text)
            .unwrap()
            .resolve(Path::new(""))
            .unwrap()
    }

    #[test]
    fn pairings_of_all_kinds() {
        let pairings = |n, kind| Schedule::new(&config(n, kind)).pairings().to_vec();
        assert_eq!(pairings(2, "match"), [[0, 1]]);
        assert_eq!(pairings(3, "round-robin"), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(pairings(3, "gauntlet"), [[0, 1], [0, 2]]);
    }

    #[test]
    fn games_are_numbered_in_rounds_of_pairs() {
        let config = config(3, "round-robin");
        let schedule = Schedule::new(&config);
        assert_eq!(schedule.total(), 12);
        let games: Vec<GameId> = schedule.games().collect();
        assert_eq!(games.len(), 12);
        for (i, &id) in games.iter().enumerate() {
            assert_eq!(schedule.index(id), i as u64);
        }
        assert!(games.is_sorted());
        let plans: Vec<GamePlan> = games.iter().map(|&id| schedule.plan(id).unwrap()).collect();
        assert_eq!(plans[0].seats, [0, 1]);
        assert_eq!(plans[1].seats, [1, 0]);
        assert_eq!(plans[4].seats, [1, 2]);
        // The same opening in a round, the same seeds in a pair, other seeds elsewhere.
        assert!(
            plans[..6]
                .iter()
                .all(|plan| plan.opening == plans[0].opening)
        );
        assert_ne!(plans[0].opening, plans[6].opening);
        assert_eq!(plans[0].seeds, [plans[1].seeds[1], plans[1].seeds[0]]);
        let seeds: HashSet<u64> = plans.iter().flat_map(|plan| plan.seeds).collect();
        assert_eq!(seeds.len(), 12);
    }
}
