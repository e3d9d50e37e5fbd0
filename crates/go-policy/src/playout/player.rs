//! Playouts that know something: replies, rules, weighted chance.

use tewari_base::Rng;
use tewari_game::{Game, Move, Outcome, Player};
use tewari_go::{Color, Go, Hashed, Light, PASS, Point, score};
use tewari_mcts::{Playout, Record};

use super::ataris::Ataris;
use super::board::PlayoutBoard;
use super::draw::Draw;
use super::params::{PlayoutParams, Policy, Replies};
use super::replies::ReplyMemory;
use super::rule::PlayoutRule;
use super::sequence::Sequence;

/// The policy that [`PlayoutParams`] describe.
///
/// `LEARNS` says whether replies are remembered; a policy made with replies switched on but
/// without it remembers nothing.
#[derive(Clone)]
pub struct GoPlayout<const LEARNS: bool> {
    board: PlayoutBoard,
    ataris: Ataris,
    sequence: Option<Box<Sequence>>,
    draw: Draw,
    replies: ReplyMemory,
    /// The margin in half points by which mercy is shown.
    mercy: i32,
    limit: usize,
    /// Who was to move where the last playout began.
    first: Color,
}

impl<const LEARNS: bool> GoPlayout<LEARNS> {
    /// The policy for boards of the size of `game`.
    #[must_use]
    pub fn new(game: &Go, params: &PlayoutParams) -> Self {
        let replies = if LEARNS { params.replies } else { Replies::Off };
        Self {
            board: PlayoutBoard::new(game.size),
            ataris: Ataris::new(),
            sequence: (params.policy == Policy::Sequence).then(|| Box::new(Sequence::new(params))),
            draw: Draw::new(params),
            replies: ReplyMemory::new(replies, game.size),
            mercy: match params.mercy {
                0 => i32::MAX,
                stones => 2 * stones as i32,
            },
            limit: game.max_playout_length(),
            first: Color::Black,
        }
    }

    /// Plays from `start` to the end and answers Black's area minus White's, komi left out;
    /// the difference in stones where mercy ended the playout.
    pub fn play_out(&mut self, start: &Light<Hashed>, rng: &mut Rng, record: &mut Record) -> i32 {
        self.board.load(&start.board);
        self.ataris.find(&self.board);
        record.clear();
        let mut color = start.turn();
        let mut passes = start.passes();
        let mut line = start.last_points();
        self.first = color;
        while passes < 2 && record.len() < self.limit {
            if let Some((point, rule)) = self.choose(color, line, rng) {
                self.board.play(color, point);
                self.ataris.update(&self.board, point);
                record.push(point.to_move(), rule as u8, self.board.ko().is_some());
                line = [point, line[0]];
                passes = 0;
                let lead = self.lead();
                if (2 * lead - start.white_bonus).abs() >= self.mercy {
                    return lead;
                }
            } else {
                self.board.clear_ko();
                record.push(PASS, PlayoutRule::Chance as u8, false);
                line = [Point::NONE, line[0]];
                passes += 1;
            }
            color = color.other();
        }
        self.area()
    }

    #[inline(always)]
    fn lead(&self) -> i32 {
        let stones = Color::BOTH.map(|color| i32::from(self.board.stones(color)));
        stones[0] - stones[1]
    }

    /// Where self-atari is refused, larger spaces may be left at the end.
    fn area(&self) -> i32 {
        let board = &self.board;
        let mut left = board.empties().iter();
        if left.any(|&point| board.empty_neighbors(point) > 0) {
            score::area(board, &[])
        } else {
            score::settled_area(board)
        }
    }

    #[inline(always)]
    fn choose(
        &mut self,
        color: Color,
        line: [Point; 2],
        rng: &mut Rng,
    ) -> Option<(Point, PlayoutRule)> {
        if LEARNS && let Some(reply) = self.reply(color, line) {
            return Some(reply);
        }
        if let Some(sequence) = &mut self.sequence
            && let Some(choice) =
                sequence.choose(&self.board, &mut self.ataris, color, line[0], rng)
        {
            return Some(choice);
        }
        self.draw
            .choose(&mut self.board, &mut self.ataris, color, rng)
    }

    /// A remembered reply that can be played.
    fn reply(&self, color: Color, line: [Point; 2]) -> Option<(Point, PlayoutRule)> {
        let [last, before] = line;
        let fits = |point: Point| {
            self.board.is_empty(point) && self.draw.is_playable(&self.board, color, point)
        };
        if self.replies.kind() == Replies::Two && before != Point::NONE {
            let point = self.replies.reply_to_two(color, line);
            if fits(point) {
                return Some((point, PlayoutRule::ReplyToTwo));
            }
        }
        let point = self.replies.reply_to_one(color, last);
        fits(point).then_some((point, PlayoutRule::ReplyToOne))
    }
}

impl<const LEARNS: bool> Playout<Go> for GoPlayout<LEARNS> {
    type End = PlayoutBoard;

    const LEARNS: bool = LEARNS;

    fn run(&mut self, start: &Light<Hashed>, rng: &mut Rng, record: &mut Record) -> Outcome {
        let margin = 2 * self.play_out(start, rng, record) - start.white_bonus;
        match margin {
            1.. => Outcome::Win(Player::First),
            0 => Outcome::Draw,
            _ => Outcome::Win(Player::Second),
        }
    }

    fn end(&self) -> &PlayoutBoard {
        &self.board
    }

    /// Learns from the tree's moves too. A simulation that ended inside the tree says nothing
    /// here: nobody played it out, and whose turn it was is not known.
    fn learn(&mut self, tree: &[Move], record: &Record, outcome: Outcome) {
        let Outcome::Win(winner) = outcome else {
            return;
        };
        if record.is_empty() {
            return;
        }
        let size = self.board.size();
        let mut color = if tree.len().is_multiple_of(2) {
            self.first
        } else {
            self.first.other()
        };
        let mut line = [Point::NONE; 2];
        let played = record.moves().iter().map(|step| step.mv);
        for mv in tree.iter().copied().chain(played) {
            let answer = size.point_of(mv).unwrap_or(Point::NONE);
            self.replies
                .learn(color, line, answer, color.player() == winner);
            line = [answer, line[0]];
            color = color.other();
        }
    }

    fn forget(&mut self) {
        self.replies.forget();
    }
}
