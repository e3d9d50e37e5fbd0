//! The position as real play needs it: rules, komi, handicap, and the record of the game.
//!
//! The record is a list of [`Step`]s. Undo replays it without its last step: slower than
//! taking a move back, but there is no second implementation of the rules to keep right, and
//! the longest game replays in microseconds.

use std::fmt;

use tewari_game::{GameState, Move, MoveList, Outcome, Player};

use crate::board::Board;
use crate::layers::Full;
use crate::light::{Light, outcome_of};
use crate::point::{Color, PASS, Point, Size};
use crate::rules::{Ko, Komi, Rules, Scoring};
use crate::score::{self, Score};

/// Why a move or a set-up is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The point is not on this board.
    OffBoard,
    /// A stone stands there.
    Occupied,
    /// The move would leave its own stones without liberty.
    Suicide,
    /// Simple ko forbids to retake at once.
    Ko,
    /// The move would repeat an earlier position.
    Superko,
    /// A stone that was set up would have no liberty.
    NoLiberty,
    /// Handicap stones can be placed on an empty board only.
    NotEmpty,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OffBoard => "not on this board",
            Self::Occupied => "there is a stone already",
            Self::Suicide => "suicide",
            Self::Ko => "ko",
            Self::Superko => "superko: repeats an earlier position",
            Self::NoLiberty => "a stone would have no liberty",
            Self::NotEmpty => "the board is not empty",
        })
    }
}

impl std::error::Error for Illegal {}

/// One entry of the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move, a pass included.
    Play(Color, Move),
    /// Stones put down (or points cleared, with `None`) outside of play.
    Setup(Vec<(Point, Option<Color>)>),
    /// Handicap stones for Black, placed on the empty board; White is then to move.
    Handicap(Vec<Point>),
    /// The turn was given to a player outside of play.
    Turn(Color),
}

/// A game of Go in progress.
///
/// ```
/// use tewari_go::{Color, Komi, Position, Rules, Size, coord};
/// let size = Size::new(9).unwrap();
/// let mut game = Position::new(size, Rules::CHINESE, Komi::DEFAULT);
/// let e5 = coord::parse_move(size, "E5").unwrap();
/// game.play(Color::Black, e5).unwrap();
/// assert_eq!(game.turn(), Color::White);
/// assert_eq!(game.score(&[]).to_string(), "B+73.5");
/// assert!(game.undo());
/// assert_eq!(game.turn(), Color::Black);
/// ```
pub struct Position {
    light: Light<Full>,
    rules: Rules,
    komi: Komi,
    handicap: u16,
    steps: Vec<Step>,
    /// The position after each step since the last set-up, with the player then to move.
    keys: Vec<(u64, Color)>,
    /// Stones lost by each colour.
    lost: [u32; 2],
    /// What no step says about a position that was read in the middle of a game.
    resumed: Option<Resumed>,
}

/// Ko and passes of a position that was taken up after so many steps.
#[derive(Clone, Copy)]
struct Resumed {
    steps: usize,
    ko: Point,
    passes: u8,
}

impl Position {
    /// The empty board with Black to move.
    #[must_use]
    pub fn new(size: Size, rules: Rules, komi: Komi) -> Self {
        let mut position = Self {
            light: Light::new(size, 0),
            rules,
            komi,
            handicap: 0,
            steps: Vec::new(),
            keys: Vec::new(),
            lost: [0; 2],
            resumed: None,
        };
        position.restart_keys();
        position.update_light();
        position
    }

    /// The stones.
    #[must_use]
    pub const fn board(&self) -> &Board<Full> {
        &self.light.board
    }

    /// The position without its record.
    #[must_use]
    pub const fn light(&self) -> &Light<Full> {
        &self.light
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.light.board.size()
    }

    /// The rules played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules from here on. Moves already made stand.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.update_light();
    }

    /// What White receives for moving second.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Changes komi.
    pub fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
        self.update_light();
    }

    /// How many handicap stones Black was given.
    #[must_use]
    pub const fn handicap(&self) -> u16 {
        self.handicap
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.light.turn()
    }

    /// Gives the turn to `color`, outside of play.
    pub fn set_turn(&mut self, color: Color) {
        if color != self.turn() {
            self.apply_turn(color);
            self.steps.push(Step::Turn(color));
        }
    }

    fn apply_turn(&mut self, color: Color) {
        // Two passes of one player, the other being left out, do not end a game.
        self.light.set_passes(0);
        self.light.set_turn(color);
        if self.keys.len() == 1 {
            // Nothing was played here yet: nobody has been to move before.
            self.keys.clear();
        }
        self.keys.push((self.board().stones_key(), color));
    }

    /// Goes on after two passes as if nobody had passed.
    pub fn reopen(&mut self) {
        if self.is_over() {
            self.resume(Point::NONE, 0);
        }
    }

    /// What happened so far.
    #[must_use]
    pub fn record(&self) -> &[Step] {
        &self.steps
    }

    /// The moves made so far, passes included, set-up stones not.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Play(color, mv) => Some((*color, *mv)),
            _ => None,
        })
    }

    /// The positions since the last set-up as superko sees them: the key of the stones and
    /// the player to move, the current position last.
    #[must_use]
    pub fn past(&self) -> &[(u64, Color)] {
        &self.keys
    }

    /// How many stones of `color` were captured so far.
    #[must_use]
    pub const fn lost(&self, color: Color) -> u32 {
        self.lost[color.index()]
    }

    /// Whether the game has ended by two passes in a row. Moves may still be made, as
    /// programs do that settle a dispute.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.light.passes() >= 2
    }

    /// Whether `color` may make this move, whoever's turn it is.
    ///
    /// # Errors
    /// With the reason why not.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        if mv == PASS {
            return Ok(());
        }
        let board = self.board();
        let point = self.size().point_of(mv).ok_or(Illegal::OffBoard)?;
        if !board.is_empty(point) {
            return Err(Illegal::Occupied);
        }
        if board.ko() == Some(point) && color == self.turn() {
            return Err(Illegal::Ko);
        }
        if !self.rules.suicide && board.is_suicide(color, point) {
            return Err(Illegal::Suicide);
        }
        let after = (board.stones_key_after(color, point), color.other());
        let repeats = match self.rules.ko {
            Ko::Simple => false,
            Ko::Positional => self.keys.iter().any(|&(key, _)| key == after.0),
            Ko::Situational => self.keys.contains(&after),
        };
        if repeats {
            Err(Illegal::Superko)
        } else {
            Ok(())
        }
    }

    /// Makes a move for `color`, whoever's turn it is; the turn then passes to the opponent.
    ///
    /// # Errors
    /// When the move is illegal; nothing has changed then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.check(color, mv)?;
        self.apply_play(color, mv);
        self.steps.push(Step::Play(color, mv));
        Ok(())
    }

    fn apply_play(&mut self, color: Color, mv: Move) {
        // Out of turn, as if the turn had been given first.
        if color != self.turn() {
            self.light.set_passes(0);
        }
        self.light.set_turn(color);
        let before = Color::BOTH.map(|c| self.board().stones(c));
        match self.size().point_of(mv) {
            Some(point) => {
                self.light.board.play(color, point);
                self.light.note_move(point);
                self.light.set_passes(0);
            }
            None => {
                self.light.board.clear_ko();
                self.light.note_move(Point::NONE);
                self.light.set_passes((self.light.passes() + 1).min(2));
            }
        }
        for c in Color::BOTH {
            let placed = u16::from(c == color && mv != PASS);
            self.lost[c.index()] += u32::from(before[c.index()] + placed - self.board().stones(c));
        }
        let ko = self.light.board.ko();
        self.light.set_turn(color.other());
        if let Some(point) = ko {
            self.light.board.set_ko(point);
        }
        self.keys.push((self.board().stones_key(), color.other()));
    }

    /// Puts stones on the board, or clears points, outside of play. The positions before are
    /// forgotten by superko.
    ///
    /// # Errors
    /// When a point is off the board or a stone would be without liberty; nothing has
    /// changed then.
    pub fn setup(&mut self, stones: &[(Point, Option<Color>)]) -> Result<(), Illegal> {
        let board = self.board_with(stones)?;
        self.apply_setup(&board);
        self.steps.push(Step::Setup(stones.to_vec()));
        Ok(())
    }

    fn apply_setup(&mut self, board: &Board<Full>) {
        self.light.board.load(board);
        self.light.forget_moves();
        self.light.set_passes(0);
        self.restart_keys();
    }

    /// The present board changed by `stones`.
    fn board_with(&self, stones: &[(Point, Option<Color>)]) -> Result<Board<Full>, Illegal> {
        let size = self.size();
        let mut colors: Vec<Option<Color>> = (0..size.cells())
            .map(|i| self.board().color(Point::from_raw(i as u16)))
            .collect();
        for &(point, color) in stones {
            if !size.contains(point) {
                return Err(Illegal::OffBoard);
            }
            colors[point.index()] = color;
        }
        Board::from_colors(size, |point| colors[point.index()]).ok_or(Illegal::NoLiberty)
    }

    /// Gives Black handicap stones on the empty board. White is to move then.
    ///
    /// # Errors
    /// When the board is not empty or a point repeats or is off the board; nothing has
    /// changed then.
    pub fn place_handicap(&mut self, points: &[Point]) -> Result<(), Illegal> {
        let board = self.board();
        if board.empty_count() as usize != self.size().points_count()
            || self.moves().next().is_some()
        {
            return Err(Illegal::NotEmpty);
        }
        if points
            .iter()
            .enumerate()
            .any(|(i, point)| points[..i].contains(point))
        {
            return Err(Illegal::Occupied);
        }
        let stones: Vec<_> = points
            .iter()
            .map(|&point| (point, Some(Color::Black)))
            .collect();
        let board = self.board_with(&stones)?;
        self.apply_handicap(&board, points);
        self.steps.push(Step::Handicap(points.to_vec()));
        Ok(())
    }

    fn apply_handicap(&mut self, board: &Board<Full>, points: &[Point]) {
        self.light.set_turn(Color::White);
        self.apply_setup(board);
        self.handicap = points.len() as u16;
        self.update_light();
    }

    /// Takes the last step back; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        if self.steps.pop().is_none() {
            return false;
        }
        *self = self.mapped(|point| point);
        true
    }

    /// The game that comes of replaying this one's steps with every point mapped.
    pub(crate) fn mapped(&self, map: impl Fn(Point) -> Point) -> Self {
        let on_board = |point| {
            if point == Point::NONE {
                point
            } else {
                map(point)
            }
        };
        let resume = |replayed: &mut Self| {
            if let Some(Resumed { steps, ko, passes }) = self.resumed
                && steps == replayed.steps.len()
            {
                replayed.resume(on_board(ko), passes);
            }
        };
        let mut replayed = Self::new(self.size(), self.rules, self.komi);
        resume(&mut replayed);
        for step in &self.steps {
            let step = match step {
                Step::Play(color, mv) => {
                    let mv = self
                        .size()
                        .point_of(*mv)
                        .map_or(PASS, |point| map(point).to_move());
                    Step::Play(*color, mv)
                }
                Step::Setup(stones) => {
                    Step::Setup(stones.iter().map(|&(p, c)| (map(p), c)).collect())
                }
                Step::Handicap(points) => Step::Handicap(points.iter().map(|&p| map(p)).collect()),
                Step::Turn(color) => Step::Turn(*color),
            };
            replayed.apply(&step);
            replayed.steps.push(step);
            resume(&mut replayed);
        }
        replayed
    }

    /// Repeats a step that was once accepted. The rules may have changed since, so nothing
    /// is judged again.
    fn apply(&mut self, step: &Step) {
        match step {
            Step::Play(color, mv) => self.apply_play(*color, *mv),
            Step::Turn(color) => self.apply_turn(*color),
            Step::Setup(stones) => {
                if let Ok(board) = self.board_with(stones) {
                    self.apply_setup(&board);
                }
            }
            Step::Handicap(points) => {
                let stones: Vec<_> = points.iter().map(|&p| (p, Some(Color::Black))).collect();
                if let Ok(board) = self.board_with(&stones) {
                    self.apply_handicap(&board, points);
                }
            }
        }
    }

    /// The result by the game's own rules, taking the chains of the stones `dead` for dead.
    #[must_use]
    pub fn score(&self, dead: &[Point]) -> Score {
        let points = match self.rules.scoring {
            Scoring::Area => score::area(self.board(), dead),
            Scoring::Territory => {
                score::territory(self.board(), dead) + self.lost[1] as i32 - self.lost[0] as i32
            }
        };
        Score(2 * points - self.light.white_bonus)
    }

    /// The key of each of the 16 images of this position: eight symmetries of the board
    /// (see [`symmetry`](crate::symmetry)), each with colours kept, then swapped.
    #[must_use]
    pub fn image_keys(&self) -> [u64; 16] {
        std::array::from_fn(|i| self.image_key(i % 8, i >= 8))
    }

    fn image_key(&self, symmetry: usize, swap: bool) -> u64 {
        let size = self.size();
        let turned = |color: Color| if swap { color.other() } else { color };
        let map = |point| crate::symmetry::map_point(size, symmetry, point);
        let stones = size
            .points()
            .filter_map(|point| Some((point, self.board().color(point)?)));
        let key = stones.fold(crate::zobrist::empty(size), |key, (point, color)| {
            key ^ crate::zobrist::stone(turned(color), map(point))
        });
        let ko = self.board().ko().map(map);
        key ^ crate::zobrist::turn(turned(self.turn()), ko, self.light.passes())
    }

    fn restart_keys(&mut self) {
        self.keys.clear();
        self.keys.push((self.board().stones_key(), self.turn()));
    }

    /// Tells the light position what the rules, komi and handicap mean for it.
    fn update_light(&mut self) {
        let compensation = match self.rules.scoring {
            Scoring::Area => self.rules.handicap_points(self.handicap),
            Scoring::Territory => 0,
        };
        self.light.white_bonus = self.komi.halves() + 2 * i32::from(compensation);
        self.light.suicide = self.rules.suicide;
    }

    /// Takes the game up where simple ko bans a point, or nothing, after so many passes.
    pub(crate) const fn resume(&mut self, ko: Point, passes: u8) {
        self.light.board.set_ko(ko);
        self.light.set_passes(passes);
        self.resumed = Some(Resumed {
            steps: self.steps.len(),
            ko,
            passes,
        });
    }
}

/// By hand, so that `clone_from` reuses what the target has allocated.
impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            light: self.light.clone(),
            steps: self.steps.clone(),
            keys: self.keys.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            light,
            rules,
            komi,
            handicap,
            steps,
            keys,
            lost,
            resumed,
        } = source;
        self.light.clone_from(light);
        self.rules = *rules;
        self.komi = *komi;
        self.handicap = *handicap;
        self.steps.clone_from(steps);
        self.keys.clone_from(keys);
        self.lost = *lost;
        self.resumed = *resumed;
    }
}

impl GameState for Position {
    fn to_move(&self) -> Player {
        self.turn().player()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| outcome_of(self.score(&[])))
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clear();
        if !self.is_over() {
            moves.extend(
                self.size()
                    .points()
                    .map(Point::to_move)
                    .filter(|&mv| self.check(self.turn(), mv).is_ok()),
            );
            moves.push(PASS);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over() && self.check(self.turn(), mv).is_ok()
    }

    fn play(&mut self, mv: Move) {
        let color = self.turn();
        self.apply_play(color, mv);
        self.steps.push(Step::Play(color, mv));
    }

    fn key(&self) -> u64 {
        self.light.position_key()
    }
}
