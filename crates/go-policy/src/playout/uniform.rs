//! Uniformly random over the legal moves that do not fill an eye.
//!
//! # How a move is drawn
//!
//! An empty point is drawn at random; if it is not acceptable it is exchanged with the last
//! point still in the draw and the draw is repeated without it. That is a draw without
//! replacement, so every acceptable move has exactly the same probability, however many
//! unacceptable ones there are. When nothing is left the player passes.
//!
//! # What it costs
//!
//! `cargo bench -p tewari-go-policy` counts the instructions; docs/results/playouts.md keeps
//! the figures beside those of libEGO.

use tewari_base::Rng;
use tewari_game::{Game, Outcome, Player};
use tewari_go::{Bare, Board, Color, Go, Hashed, Light, PASS, score};
use tewari_mcts::{Playout, Record};

/// The uniform policy with its own bare board.
#[derive(Clone)]
pub struct UniformGo {
    board: Board<Bare>,
    limit: usize,
}

impl UniformGo {
    /// The policy for boards of the size of `game`.
    #[must_use]
    pub fn new(game: &Go) -> Self {
        Self {
            board: Board::new(game.size),
            limit: game.max_playout_length(),
        }
    }

    /// Plays from `start` to the end and answers Black's area minus White's, komi left out.
    #[inline]
    pub fn play_out(&mut self, start: &Light<Hashed>, rng: &mut Rng, record: &mut Record) -> i32 {
        let board = &mut self.board;
        board.load(&start.board);
        record.clear();
        let mut color = start.turn();
        let mut passes = start.passes();
        while passes < 2 && record.len() < self.limit {
            if let Some(point) = draw(board, color, rng) {
                board.play(color, point);
                record.push(point.to_move(), 0, board.ko().is_some());
                passes = 0;
            } else {
                board.clear_ko();
                record.push(PASS, 0, false);
                passes += 1;
            }
            color = color.other();
        }
        score::settled_area(board)
    }
}

#[inline(always)]
fn draw(board: &mut Board<Bare>, color: Color, rng: &mut Rng) -> Option<tewari_go::Point> {
    let mut left = board.empty_count();
    while left > 0 {
        let i = rng.below(left);
        let point = board.empty_at(i);
        if board.is_acceptable(color, point) {
            return Some(point);
        }
        left -= 1;
        board.swap_empties(i, left);
    }
    None
}

impl Playout<Go> for UniformGo {
    type End = Board<Bare>;

    fn run(&mut self, start: &Light<Hashed>, rng: &mut Rng, record: &mut Record) -> Outcome {
        let margin = 2 * self.play_out(start, rng, record) - start.white_bonus;
        match margin {
            1.. => Outcome::Win(Player::First),
            0 => Outcome::Draw,
            _ => Outcome::Win(Player::Second),
        }
    }

    fn end(&self) -> &Board<Bare> {
        &self.board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tewari_game::{GameState, Owned};
    use tewari_go::Size;

    fn go(n: u8) -> Go {
        Go::new(Size::new(n).unwrap())
    }

    #[test]
    fn playouts_replay_legally_and_end_with_nothing_acceptable() {
        for n in [2, 3, 5, 9, 13, 19, 25] {
            let game = go(n);
            let mut policy = UniformGo::new(&game);
            let mut record = Record::for_game(&game);
            let start = game.new_sim();
            for seed in 0..20 {
                let area = policy.play_out(&start, &mut Rng::new(seed), &mut record);
                let mut replay = start.clone();
                for step in record.moves() {
                    if let Some(point) = game.size.point_of(step.mv) {
                        assert!(!replay.board.is_eye(replay.turn(), point));
                    }
                    replay.try_play(step.mv).expect("playouts are legal");
                }
                if record.len() < game.max_playout_length() {
                    assert_eq!(replay.passes(), 2);
                    assert_eq!(area, score::area(&replay.board, &[]));
                    for color in Color::BOTH {
                        let acceptable = |&p: &_| replay.board.is_acceptable(color, p);
                        assert!(!replay.board.empties().iter().any(acceptable));
                    }
                }
            }
        }
    }

    /// Chi-square over the first moves on 5×5: all 25 points equally often.
    #[test]
    fn the_first_move_is_uniform() {
        let game = go(5);
        let mut policy = UniformGo::new(&game);
        let mut record = Record::for_game(&game);
        let mut counts = std::collections::HashMap::new();
        for i in 0..25_000 {
            policy.play_out(&game.new_sim(), &mut Rng::stream(9, &[i]), &mut record);
            *counts.entry(record.moves()[0].mv).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 25);
        let chi: f64 = counts
            .values()
            .map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0)
            .sum();
        // 24 degrees of freedom: 51.2 is the 0.1% point.
        assert!(chi < 51.2, "chi-square {chi}");
    }

    /// Late in a game, where most empty points are refused, the draw must still be uniform:
    /// a scan from a random start would favour moves behind runs of refused points.
    #[test]
    fn the_draw_is_uniform_among_many_refused_points() {
        let game = go(7);
        let mut policy = UniformGo::new(&game);
        let mut record = Record::for_game(&game);
        let (mut tested, mut seed) = (0, 0);
        while tested < 5 {
            seed += 1;
            policy.play_out(&game.new_sim(), &mut Rng::new(seed), &mut record);
            let mut start = game.new_sim();
            for step in &record.moves()[..record.len() - 8] {
                start.play(step.mv);
            }
            let mut board = Board::<Bare>::new(game.size);
            board.load(&start.board);
            let color = start.turn();
            let choices = board
                .empties()
                .iter()
                .filter(|&&p| board.is_acceptable(color, p))
                .count();
            if !(3..=8).contains(&choices) || board.empties().len() < 2 * choices {
                continue;
            }
            tested += 1;
            let mut counts = std::collections::HashMap::new();
            let draws = 4000 * choices;
            let mut rng = Rng::new(seed);
            for _ in 0..draws {
                board.load(&start.board);
                *counts
                    .entry(draw(&mut board, color, &mut rng))
                    .or_insert(0u32) += 1;
            }
            assert_eq!(counts.len(), choices);
            let chi: f64 = counts
                .values()
                .map(|&c| (f64::from(c) - 4000.0).powi(2) / 4000.0)
                .sum();
            // 7 degrees of freedom at most: 24.3 is the 0.1% point.
            assert!(chi < 24.3, "{choices} moves, chi-square {chi}");
        }
    }

    /// The owners of the points are those whom the score counts.
    #[test]
    fn the_owners_of_the_end_make_the_score() {
        let game = go(9);
        let mut policy = UniformGo::new(&game);
        let mut record = Record::for_game(&game);
        for seed in 0..20 {
            let area = policy.play_out(&game.new_sim(), &mut Rng::new(seed), &mut record);
            let mut owned = [0; 2];
            let mut places = std::collections::HashSet::new();
            policy.end().owners(|place, player| {
                owned[player.index()] += 1;
                assert!(place < game.move_space() && places.insert(place));
            });
            assert_eq!(owned[0] - owned[1], area);
            assert_eq!(owned[0] + owned[1], 81, "neither player could move");
        }
    }

    #[test]
    fn the_length_limit_holds() {
        let game = go(9);
        let mut policy = UniformGo {
            limit: 20,
            ..UniformGo::new(&game)
        };
        let mut record = Record::for_game(&game);
        policy.play_out(&game.new_sim(), &mut Rng::new(1), &mut record);
        assert_eq!(record.len(), 20);
    }
}
