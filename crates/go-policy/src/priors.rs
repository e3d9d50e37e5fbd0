//! Priors: what is believed of moves before they are tried.
//!
//! Each source of knowledge adds *equivalent experience* (Gelly and Silver 2007): so many
//! imagined visits that were all won, all lost, or came out even. The weights are
//! [`PriorParams`]; what they add up to for a move is one [`Prior`]. Opinions are asked for
//! once per position of the tree, not once per playout move, so they may cost a thousand times
//! as much as a rule of a playout: ladders are read to the end here.
//!
//! | source | what it says |
//! |---|---|
//! | `even` | every move is as good as any |
//! | `hint` | a local rule of sequence-like playouts would play here, whatever playouts there are |
//! | `capture` | takes stones; twice as much for more than one |
//! | `save` | saves stones from atari, or from a ladder that would take them |
//! | `ladder` | begins a ladder that works; or, against it, runs in one |
//! | `self_atari` | puts its own stones in atari and makes no sense |
//! | `eye` | fills what is or may become an eye of its own |
//! | `waste` | the surroundings say that it [wastes](crate::waste) a turn |
//! | `shape` | a 3×3 shape fits |
//! | `last`, `previous` | lies near the last move, or the one before, on the board |
//! | `near_1`, `near_2`, `near_3` | lies at that distance from the last move by chains |
//! | `first_line` | lies on the first line |
//! | `edge` | first or second line with nothing around, or in the `opening` |
//! | `corner` | takes an empty corner of a large board |
//! | `pass` | a pass that ends nothing is seldom the best move |
//!
//! Distance by chains is counted in the *common fate graph* (Graepel et al. 2001): stones of one chain
//! are no steps apart, so all liberties of a chain are at distance one from each other.

mod distance;
mod params;
mod place;

pub use params::PriorParams;

use tewari_base::Rng;
use tewari_game::{Move, MoveList};
use tewari_go::tactics::eyes::{Eye, eye};
use tewari_go::tactics::ladder::{LadderReader, Verdict};
use tewari_go::tactics::liberties::liberties_after;
use tewari_go::{CELLS, Color, Go, Hashed, Light, Point};
use tewari_mcts::knowledge::{Knowledge, Opinion};
use tewari_mcts::prior::Prior;

use self::distance::{Distances, on_board};
use self::place::{LARGE, Lines, Places, has_no_stones};
use crate::codes::CodeSet;
use crate::knowledge::KeepEyes;
use crate::playout::{PlayoutBoard, PlayoutRule, Rulebook};
use crate::sense::is_bad_self_atari;
use crate::shape::shapes;
use crate::waste::wastes;

/// Opinions by the weights of [`PriorParams`].
#[derive(Clone)]
pub struct GoPriors {
    params: PriorParams,
    board: PlayoutBoard,
    rules: Rulebook,
    reader: LadderReader,
    shapes: &'static CodeSet,
    wastes: &'static CodeSet,
    distances: Distances,
    /// The last move and the one before.
    last: [Point; 2],
    places: Places,
    /// Imagined wins and losses by point; all zero between two calls.
    beliefs: Box<[Belief; CELLS]>,
}

#[derive(Clone, Copy, Default)]
struct Belief {
    wins: f32,
    losses: f32,
}

impl GoPriors {
    /// Opinions on moves of `game`.
    #[must_use]
    pub fn new(game: &Go, params: &PriorParams) -> Self {
        Self {
            params: *params,
            board: PlayoutBoard::new(game.size),
            rules: Rulebook::certain(),
            reader: LadderReader::default(),
            shapes: shapes(),
            wastes: wastes(),
            distances: Distances::new(),
            last: [Point::NONE; 2],
            places: Places::default(),
            beliefs: Box::new([Belief::default(); CELLS]),
        }
    }

    fn praise(&mut self, point: Point, weight: f64) {
        self.beliefs[point.index()].wins += weight as f32;
    }

    fn blame(&mut self, point: Point, weight: f64) {
        self.beliefs[point.index()].losses += weight as f32;
    }

    /// What the playouts would do.
    fn follow_rules(&mut self, color: Color, last: Point) {
        let weight = self.params.hint;
        if weight == 0.0 {
            return;
        }
        // Certain rules draw nothing.
        let mut rng = Rng::new(0);
        let found = self.rules.all_moves(&self.board, color, last, &mut rng);
        for &(point, rule) in found {
            let weight = match rule {
                PlayoutRule::Shape => 0.5 * weight,
                _ => weight,
            };
            self.beliefs[point.index()].wins += weight as f32;
        }
    }

    /// Chains in atari and chains that a ladder takes.
    fn look_at_chains(&mut self, color: Color) {
        for stone in self.board.size().points() {
            if let Some(owner) = self.board.color(stone)
                && self.board.head(stone) == stone
            {
                let mut liberties = [Point::NONE; 3];
                match (self.board.liberties(stone, &mut liberties), owner == color) {
                    (1, true) => self.own_atari(color, stone, liberties[0]),
                    (1, false) => self.enemy_atari(color, stone, liberties[0]),
                    (2, true) => self.own_danger(color, stone, [liberties[0], liberties[1]]),
                    (2, false) => self.enemy_danger(stone),
                    _ => {}
                }
            }
        }
    }

    fn enemy_atari(&mut self, color: Color, stone: Point, liberty: Point) {
        if self.board.is_legal(color, liberty) {
            let several = self.board.chain_len(stone) > 1;
            self.praise(
                liberty,
                self.params.capture * if several { 2.0 } else { 1.0 },
            );
        }
    }

    fn own_atari(&mut self, color: Color, stone: Point, liberty: Point) {
        if !self.board.is_legal(color, liberty) {
            return;
        }
        let several = self.board.chain_len(stone) > 1;
        if self.reader.after_defense(&self.board, stone, liberty) == Verdict::Captured {
            self.blame(liberty, self.params.ladder);
        } else {
            self.praise(liberty, self.params.save * if several { 2.0 } else { 1.0 });
        }
    }

    /// A chain of the opponent with two liberties.
    fn enemy_danger(&mut self, stone: Point) {
        let reading = self.reader.attack(&self.board, stone);
        if reading.verdict == Verdict::Captured
            && let Some(point) = reading.point
        {
            self.praise(point, self.params.ladder);
        }
    }

    /// A chain of one's own with two liberties.
    fn own_danger(&mut self, color: Color, stone: Point, liberties: [Point; 2]) {
        if self.reader.attack(&self.board, stone).verdict == Verdict::Captured {
            for point in liberties {
                if liberties_after(&self.board, color, point, 3) >= 3 {
                    self.praise(point, self.params.save);
                }
            }
        }
    }

    /// What can be seen at the point itself.
    fn look_at_point(&mut self, color: Color, point: Point) {
        let params = self.params;
        if is_bad_self_atari(&self.board, color, point) {
            self.blame(point, params.self_atari);
        }
        if params.eye > 0.0
            && self.board.is_surrounded_by(point, color)
            && matches!(eye(&self.board, color, point), Eye::Real | Eye::Open)
        {
            self.blame(point, params.eye);
        }
        let code = self.board.code(point);
        if self.shapes.has(color, code) {
            self.praise(point, params.shape);
        }
        if self.wastes.has(color, code) {
            self.blame(point, params.waste);
        }
        self.look_at_distance(point);
        self.look_at_place(point, code);
    }

    /// Where on the board the point lies.
    fn look_at_place(&mut self, point: Point, code: u16) {
        let params = self.params;
        let lines = Lines::of(self.board.size(), point);
        if lines.nearer == 1 {
            self.blame(point, params.first_line);
        }
        let is_lonely = has_no_stones(code);
        let share = if is_lonely { 1.0 } else { self.places.opening };
        match lines.nearer {
            1 => self.blame(point, share * params.edge),
            2 => self.blame(point, share * 0.5 * params.edge),
            3 | 4 if is_lonely && self.board.size().get() >= LARGE => {
                self.praise(point, 0.25 * params.edge);
            }
            _ => {}
        }
        self.praise(point, params.corner * self.places.takes_corner(lines));
    }

    /// How near the point is to the last moves.
    fn look_at_distance(&mut self, point: Point) {
        let params = self.params;
        match self.distances.of(point) {
            1 => self.praise(point, params.near_1),
            2 => self.praise(point, params.near_2),
            3 => self.praise(point, params.near_3),
            _ => {}
        }
        let [last, previous] = self.last;
        if params.last > 0.0 && last != Point::NONE {
            let steps = on_board(self.board.size(), point, last);
            let share = f64::from(6_u8.saturating_sub(steps)) / 4.0;
            self.praise(point, share * params.last);
        }
        if params.previous > 0.0
            && previous != Point::NONE
            && on_board(self.board.size(), point, previous) <= 4
        {
            self.praise(point, params.previous);
        }
    }

    fn take(&mut self, point: Point) -> Prior {
        let belief = std::mem::take(&mut self.beliefs[point.index()]);
        let even = self.params.even as f32;
        let visits = even + belief.wins + belief.losses;
        if visits == 0.0 {
            return Prior::NONE;
        }
        Prior {
            visits,
            mean: (0.5 * even + belief.wins) / visits,
        }
    }
}

impl Knowledge<Go> for GoPriors {
    const PRIORS: bool = true;
    const BIAS: bool = false;

    fn propose(&mut self, game: &Go, sim: &Light<Hashed>, moves: &mut MoveList) {
        KeepEyes.propose(game, sim, moves);
    }

    fn judge(
        &mut self,
        game: &Go,
        sim: &Light<Hashed>,
        _line: &[Move],
        moves: &[Move],
        opinions: &mut [Opinion],
    ) {
        if !self.params.on {
            return;
        }
        let color = sim.turn();
        self.last = sim.last_points();
        let [last, _] = self.last;
        self.board.load(&sim.board);
        self.places.look(&self.board, self.params.opening);
        self.distances.measure(&self.board, last);
        self.follow_rules(color, last);
        self.look_at_chains(color);
        for (&mv, opinion) in moves.iter().zip(opinions) {
            match game.size.point_of(mv) {
                Some(point) => {
                    self.look_at_point(color, point);
                    opinion.prior = self.take(point);
                }
                None => {
                    if sim.passes() == 0 {
                        self.blame(Point::NONE, self.params.pass);
                    }
                    opinion.prior = self.take(Point::NONE);
                }
            }
        }
        // Moves that were praised but are not to be considered.
        for point in game.size.points() {
            self.beliefs[point.index()] = Belief::default();
        }
    }
}
