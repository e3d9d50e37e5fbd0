//! Simulated games as evidence of who owns what.
//!
//! A search that wins anyway does not care whether a group of its own dies on the way, and the
//! ends of its simulated games say little about that group. So there are two rounds. First,
//! plain playouts give a first judgement and its margin. For the second round, a search, komi is
//! shifted by that margin: the game is even exactly if everything ends as was judged, and each
//! side wins by doing any better. Now every stone matters.
//!
//! In a finished position most of that search ends inside its tree, where both pass, and no
//! playout is made. Its playouts are then the rest, games in which somebody tried something
//! foolish, and say for example that in a seki whoever begins loses. So the simulations that
//! ended in the tree get their say as well: each counts as a plain playout from the end of the
//! line that the search expects. And the first half of the search, which is still finding out
//! what can be done, is no evidence at all.
//!
//! Each round is done twice, with Black and with White to begin, from the stones alone: no
//! record, no passes, no ko.

use std::sync::atomic::{AtomicBool, Ordering};

use tewari_base::Rng;
use tewari_game::{Game, Move, Player};
use tewari_go::tactics::PointSet;
use tewari_go::{Color, Go, Point, Position};
use tewari_mcts::observe::{Lengths, Observer, Owners, Survey};
use tewari_mcts::restriction::Restrictions;
use tewari_mcts::{Budget, Bundle, Config, Playout, Record, Search};

use super::{CLEAR, Judgement, MOST, Status};
use crate::playout::{GoPlayout, PlayoutBoard, PlayoutParams};
use crate::priors::{GoPriors, PriorParams};

/// Who owned what in the games that one side began.
#[derive(Clone, Default, Debug)]
struct Half {
    /// In the playouts of the search.
    searched: Owners,
    /// Simulations of the search that ended within its tree, and playouts that stand for them.
    cut: u64,
    ended: Owners,
    /// The move that the search begins with.
    first: Option<Move>,
}

impl Half {
    fn share(&self, point: Point, color: Color) -> f64 {
        let of = |owners: &Owners| owners.ownership(point.to_move().index(), color.player());
        let (played, cut) = (self.searched.playouts() as f64, self.cut as f64);
        if played + cut > 0.0 {
            (played * of(&self.searched) + cut * of(&self.ended)) / (played + cut)
        } else {
            of(&self.ended)
        }
    }
}

/// Who owned what at the end of simulated games, by who began.
#[derive(Clone, Default, Debug)]
pub struct Evidence {
    halves: [Half; 2],
}

impl Evidence {
    /// In which share of the games that `first` began `color` owned `point`.
    #[must_use]
    pub fn share(&self, first: Color, point: Point, color: Color) -> f64 {
        self.halves[first.index()].share(point, color)
    }

    /// What a search by `color` in which every stone matters begins with.
    pub(super) const fn first_move(&self, color: Color) -> Option<Move> {
        self.halves[color.index()].first
    }

    /// In which share of the games nobody owned `point`.
    pub(super) fn nobodys(&self, point: Point) -> f64 {
        let owned = |first| {
            let of = |player| self.share(first, point, Color::from(player));
            of(Player::First) + of(Player::Second)
        };
        1.0 - Color::BOTH.into_iter().map(owned).sum::<f64>() / 2.0
    }

    /// Whether `color` clearly owned `point`, whoever began.
    pub(super) fn is_clear(&self, point: Point, color: Color) -> bool {
        let mut firsts = Color::BOTH.into_iter();
        firsts.all(|first| self.share(first, point, color) >= CLEAR)
    }

    /// Whether it is open who owns `point`: neither is it clear nor do most games leave it to
    /// nobody.
    #[must_use]
    pub fn is_doubtful(&self, point: Point) -> bool {
        let mut colors = Color::BOTH.into_iter();
        self.nobodys(point) <= MOST && !colors.any(|color| self.is_clear(point, color))
    }

    /// Whether a chain of `color` died, and whether that is clear.
    pub(super) fn fate(&self, chain: &[Point], color: Color) -> (bool, bool) {
        let mean = |first, owner| {
            let sum: f64 = chain.iter().map(|&p| self.share(first, p, owner)).sum();
            sum / chain.len() as f64
        };
        let kept = Color::BOTH.map(|first| mean(first, color));
        let taken = Color::BOTH.map(|first| mean(first, color.other()));
        let is_dead = taken[0] + taken[1] > kept[0] + kept[1];
        let shares = if is_dead { taken } else { kept };
        (is_dead, shares.iter().all(|&share| share >= CLEAR))
    }
}

/// Whoever makes judgements: how much work they may be, and the searches' parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judge {
    /// Simulations of the search for each side to begin. Plain playouts, in each of the two
    /// rounds, are a quarter of it.
    pub simulations: u64,
    /// Threads.
    pub threads: usize,
    /// Bytes its tree may take at most, as long as that is a tree.
    pub bytes: usize,
    /// The seed of the random streams.
    pub seed: u64,
    /// How the searches search. The playouts and priors are the default ones.
    pub config: Config,
}

type Setup = Bundle<Go, GoPlayout<false>, GoPriors, (Lengths, Owners)>;

/// A plain playout is made for so many simulations.
const SIMULATIONS_PER_PLAYOUT: u64 = 4;

/// Bytes of the tree for a move of an entry, at most.
const BYTES_PER_MOVE: usize = 64;

/// Bytes of the smallest tree worth having.
const LEAST_BYTES: usize = 4 << 20;

/// A search for captures that is worth more will get all of them; even would be one half.
const STILL_EVEN: f64 = 0.45;

/// The numbers of the streams that plain playouts, searches for captures and checks of a move
/// take their randomness from; the searches of a judgement are numbers 0 to 3.
const PLAIN: u64 = 4;
const CAPTURE: u64 = 5;
const CHECK: u64 = 6;

impl Judge {
    /// Judges the stones of `position`. A raised `stop` ends the work early, with what there
    /// is then.
    ///
    /// # Errors
    /// When the configuration contradicts itself.
    pub fn judge(&self, position: &Position, stop: &AtomicBool) -> Result<Judgement, String> {
        let first = Judgement::of(position.board(), &self.glance(position, stop));
        let mut search = self.search(position)?;
        // Without its record a position knows nothing of handicap and what White gets for it.
        let bonus = with_turn(position, Color::Black).light().white_bonus;
        search.set_shift(2 * first.area() - bonus);
        let budget = self.budget(self.simulations / 2);
        let halves = Color::BOTH.map(|color| {
            let root = with_turn(position, color);
            let mut run = |number| search.run(&root, &budget, self.seed, number, stop, &mut ());
            let numbers = [0, 1].map(|half| 2 * color.index() as u64 + half);
            run(numbers[0]);
            let report = run(numbers[1]);
            let end = follow(root, &report.line);
            Half {
                searched: report.observed.1,
                cut: report.observed.0.cut,
                ended: self.playouts(&end, end.turn(), stop),
                first: report.best,
            }
        });
        Ok(Judgement::of(position.board(), &Evidence { halves }))
    }

    /// The best move of `color` towards capturing the opponent's dead stones, by `judgement`;
    /// `None` if there is no legal one around them. The search for it is even when the dead
    /// stones come off and nothing else happens, and lost before. Since it is in no hurry then,
    /// the short ways are tried first: a capture, a liberty of theirs, any point around them.
    ///
    /// # Errors
    /// When the configuration contradicts itself.
    pub fn capture(
        &self,
        position: &Position,
        color: Color,
        judgement: &Judgement,
        stop: &AtomicBool,
    ) -> Result<Option<Move>, String> {
        let board = position.board();
        let is_theirs = |&stone: &Point| board.color(stone) == Some(color.other());
        let (mut captures, mut liberties) = (PointSet::EMPTY, PointSet::EMPTY);
        for stone in judgement.stones(Status::Dead).filter(is_theirs) {
            for point in board.size().neighbors(stone) {
                if board.is_empty(point) {
                    liberties.insert(point);
                    if board.atari(stone).is_some() {
                        captures.insert(point);
                    }
                }
            }
        }
        let around = judgement.around_dead(board, color.other());
        let root = with_turn(position, color);
        let mut search = self.search(position)?;
        search.set_shift(2 * judgement.area() - root.light().white_bonus);
        let is_legal = |mv: &Move| position.check(color, *mv).is_ok();
        let mut found = None;
        for way in [captures, liberties, around] {
            let moves: Vec<Move> = way.iter().map(Point::to_move).filter(is_legal).collect();
            if moves.is_empty() {
                continue;
            }
            search.restrict(Restrictions::to_next(color.player(), moves.clone()));
            let budget = self.budget(self.simulations);
            let report = search.run(&root, &budget, self.seed, CAPTURE, stop, &mut ());
            let best = report.best.filter(|mv| moves.contains(mv));
            found = best.or(moves.first().copied());
            if report.snapshot.value() > STILL_EVEN {
                break;
            }
        }
        Ok(found)
    }

    /// What `position` is worth to `color` after its move `mv`, in `[0, 1]`; one half if the
    /// move is not legal.
    ///
    /// # Errors
    /// When the configuration contradicts itself.
    pub fn value_after(
        &self,
        position: &Position,
        color: Color,
        mv: Move,
        stop: &AtomicBool,
    ) -> Result<f64, String> {
        let mut root = position.clone();
        if root.play(color, mv).is_err() {
            return Ok(0.5);
        }
        let mut search = self.search(position)?;
        let budget = self.budget(self.simulations);
        let report = search.run(&root, &budget, self.seed, CHECK, stop, &mut ());
        Ok(1.0 - report.snapshot.value())
    }

    /// The first round alone: plain playouts of the stones of `position`.
    #[must_use]
    pub fn glance(&self, position: &Position, stop: &AtomicBool) -> Evidence {
        Evidence {
            halves: Color::BOTH.map(|color| Half {
                ended: self.playouts(position, color, stop),
                ..Half::default()
            }),
        }
    }

    /// Who has what at the end of plain playouts of `position` that `color` begins.
    #[must_use]
    pub fn survey(&self, position: &Position, color: Color) -> Option<Survey> {
        let owners = self.playouts(position, color, &AtomicBool::new(false));
        Observer::<PlayoutBoard>::survey(&owners)
    }

    /// Who owns what at the end of plain playouts that `color` begins.
    fn playouts(&self, position: &Position, color: Color, stop: &AtomicBool) -> Owners {
        let game = game_of(position);
        let mut policy = GoPlayout::<false>::new(&game, &PlayoutParams::default());
        let mut record = Record::for_game(&game);
        let mut start = game.new_sim();
        game.load(&with_turn(position, color), &mut start);
        let mut owners = Owners::default();
        for i in 0..self.simulations.div_ceil(SIMULATIONS_PER_PLAYOUT).max(1) {
            let mut rng = Rng::stream(self.seed, &[PLAIN, color.index() as u64, i]);
            let outcome = policy.run(&start, &mut rng, &mut record);
            Observer::<PlayoutBoard>::observe(&mut owners, policy.end(), &record, outcome);
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        owners
    }

    /// So many simulations, at least one.
    fn budget(&self, simulations: u64) -> Budget {
        Budget {
            threads: self.threads,
            ..Budget::simulations(simulations.max(1))
        }
    }

    /// A search for positions like this one.
    fn search(&self, position: &Position) -> Result<Search<Setup>, String> {
        let game = game_of(position);
        let playout = GoPlayout::new(&game, &PlayoutParams::default());
        let priors = GoPriors::new(&game, &PriorParams::default());
        let entries = 2 * self.simulations as usize + 100;
        let bytes = entries * (game.size.points_count() + 1) * BYTES_PER_MOVE;
        let bytes = bytes.min(self.bytes).max(LEAST_BYTES);
        let mut config = self.config;
        config.search.reuse = true;
        Search::new(game, playout, priors, config, bytes, self.threads)
    }
}

fn game_of(position: &Position) -> Go {
    Go {
        size: position.size(),
        rules: position.rules(),
        komi: position.komi(),
    }
}

/// Where a line of moves leads; it ends where the game does.
fn follow(mut position: Position, line: &[Move]) -> Position {
    for &mv in line {
        let color = position.turn();
        if position.is_over() || position.play(color, mv).is_err() {
            break;
        }
    }
    position
}

/// The stones of `position` with `color` to move, and nothing that came before.
fn with_turn(position: &Position, color: Color) -> Position {
    let stones: Vec<_> = position
        .size()
        .points()
        .filter_map(|point| Some((point, Some(position.board().color(point)?))))
        .collect();
    let mut root = Position::new(position.size(), position.rules(), position.komi());
    // Stones that stand on a board can be put on one.
    let _ = root.setup(&stones);
    root.set_turn(color);
    root
}
