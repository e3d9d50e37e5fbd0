//! Go as a [`Game`] of the common contract.

use tewari_game::{Game, Move, Owned, ParseError, Player, Repetition};

use crate::board::Board;
use crate::coord;
use crate::layers::{Hashed, Layers};
use crate::light::Light;
use crate::point::{Color, PASS, Point, Size};
use crate::position::Position;
use crate::rules::{Ko, Komi, Rules};
use crate::symmetry;
use crate::zobrist;

/// Go on a board of a given size, by given rules and komi.
///
/// Move numbers are cells of the padded board (see [`Size`]), and 0 is a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Go {
    /// The board's size.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// Komi.
    pub komi: Komi,
}

impl Go {
    /// Go by Chinese rules with komi 7.5.
    #[must_use]
    pub const fn new(size: Size) -> Self {
        Self {
            size,
            rules: Rules::CHINESE,
            komi: Komi::DEFAULT,
        }
    }

    /// The key of a position as this game's superko sees it.
    fn repetition_key(&self, stones: u64, to_move: Color) -> u64 {
        match self.rules.ko {
            Ko::Situational => stones ^ zobrist::turn(to_move, None, 0),
            Ko::Simple | Ko::Positional => stones,
        }
    }
}

/// Who owns the points at the end of a playout that stopped only at eyes: whoever has a stone
/// there or stones on all sides of it, as [`settled_area`](crate::score::settled_area) counts.
impl<L: Layers> Owned for Board<L> {
    #[inline]
    fn owners(&self, mut see: impl FnMut(usize, Player)) {
        for point in self.size().points() {
            let owner = self.color(point).or_else(|| {
                Color::BOTH
                    .into_iter()
                    .find(|&color| self.is_surrounded_by(point, color))
            });
            if let Some(owner) = owner {
                see(point.to_move().index(), owner.player());
            }
        }
    }
}

impl Game for Go {
    type State = Position;
    type Sim = Light<Hashed>;

    fn name(&self) -> &'static str {
        "go"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn initial(&self) -> Position {
        Position::new(self.size, self.rules, self.komi)
    }

    fn new_sim(&self) -> Light<Hashed> {
        Light::new(self.size, self.komi.halves())
    }

    fn load(&self, state: &Position, sim: &mut Light<Hashed>) {
        sim.load(state.light());
    }

    fn shift_margin(&self, sim: &mut Light<Hashed>, by: i32) -> bool {
        sim.white_bonus += by;
        true
    }

    fn moves_made(&self, state: &Position) -> usize {
        state.moves().count()
    }

    fn history_dependent(&self) -> bool {
        true
    }

    /// Superko compares stones, or stones and the side to move.
    fn past_keys(&self, state: &Position, keys: &mut Vec<u64>) {
        keys.clear();
        keys.extend(
            state
                .past()
                .iter()
                .map(|&(key, side)| self.repetition_key(key, side)),
        );
    }

    fn key_after(&self, sim: &Light<Hashed>, mv: Move) -> Option<u64> {
        if self.rules.ko == Ko::Simple {
            return None;
        }
        let point = self.size.point_of(mv)?;
        let stones = sim.board.stones_key_after(sim.turn(), point);
        Some(self.repetition_key(stones, sim.turn().other()))
    }

    /// A pass is always allowed; but by situational superko its position, the same stones with
    /// the other player to move, counts.
    fn key_after_allowed(&self, sim: &Light<Hashed>, mv: Move) -> Option<u64> {
        let counts = self.rules.ko == Ko::Situational && mv == PASS;
        counts.then(|| self.repetition_key(sim.board.stones_key(), sim.turn().other()))
    }

    fn on_repetition(&self, earlier: usize) -> Repetition {
        if earlier > 0 {
            Repetition::Forbidden
        } else {
            Repetition::Allowed
        }
    }

    fn is_transferable(&self, mv: Move) -> bool {
        mv != PASS
    }

    fn move_space(&self) -> usize {
        self.size.cells()
    }

    fn max_moves(&self) -> usize {
        self.size.points_count() + 1
    }

    /// Three moves a point: uniform playouts need 1.4, captures and refilling included, and a
    /// longer one is most likely a cycle of kos that simple ko does not stop.
    fn max_playout_length(&self) -> usize {
        3 * self.size.points_count() + 10
    }

    fn format_move(&self, mv: Move) -> String {
        coord::format_move(self.size, mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        coord::parse_move(self.size, text)
    }

    /// Rows from the top, separated by `/`; then side to move, the point of simple ko or `-`,
    /// and the number of passes just made: `XO./.X./... w - 0`.
    fn format_state(&self, state: &Position) -> String {
        let n = self.size.get();
        let row = |y: u8| -> String {
            (0..n)
                .filter_map(|x| self.size.point(x, y))
                .map(|point| match state.board().color(point) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                })
                .collect()
        };
        let rows: Vec<String> = (0..n).rev().map(row).collect();
        let side = match state.turn() {
            Color::Black => 'b',
            Color::White => 'w',
        };
        let ko = state.board().ko().map_or_else(
            || "-".to_owned(),
            |point| coord::format_point(self.size, point),
        );
        format!("{} {side} {ko} {}", rows.join("/"), state.light().passes())
    }

    fn parse_state(&self, text: &str) -> Result<Position, ParseError> {
        let n = usize::from(self.size.get());
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[rows, side, ko, passes] = fields.as_slice() else {
            return Err(ParseError::new(
                "expected: rows, side to move, ko point, passes",
            ));
        };
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != n {
            return Err(ParseError::new(format!(
                "expected {n} rows, found {}",
                rows.len()
            )));
        }
        let mut stones = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            if row.chars().count() != n {
                return Err(ParseError::new(format!(
                    "row {row:?} is not {n} points long"
                )));
            }
            for (x, c) in row.chars().enumerate() {
                let color = match c {
                    'X' => Color::Black,
                    'O' => Color::White,
                    '.' => continue,
                    _ => {
                        return Err(ParseError::new(format!(
                            "{c:?} in row {row:?} is no X, O or ."
                        )));
                    }
                };
                let point = self.size.point(x as u8, (n - 1 - i) as u8);
                stones.extend(point.map(|point| (point, Some(color))));
            }
        }
        let mut state = self.initial();
        if !stones.is_empty() {
            state
                .setup(&stones)
                .map_err(|illegal| ParseError::new(illegal.to_string()))?;
        }
        state.set_turn(coord::parse_color(side)?);
        let ko = if ko == "-" {
            Point::NONE
        } else {
            coord::parse_point(self.size, ko)?
        };
        if ko != Point::NONE && !may_be_ko(&state, ko) {
            return Err(ParseError::new("nobody can have taken a ko there"));
        }
        let passes = match passes {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => {
                return Err(ParseError::new(format!(
                    "{passes:?} is not 0, 1 or 2 passes"
                )));
            }
        };
        state.resume(ko, passes);
        Ok(state)
    }

    fn symmetries(&self) -> usize {
        symmetry::COUNT
    }

    fn map_move(&self, symmetry: usize, mv: Move) -> Move {
        symmetry::map_move(self.size, symmetry, mv)
    }

    fn map_state(&self, symmetry: usize, state: &Position) -> Position {
        symmetry::map_position(state, symmetry)
    }
}

/// Whether the last mover may have taken a single stone at `point` with a single stone.
fn may_be_ko(state: &Position, point: Point) -> bool {
    let (board, taker) = (state.board(), state.turn().other());
    let alone = |q| {
        board.color(q) == Some(taker) && board.chain_len(q) == 1 && board.only_liberty(q, point)
    };
    board.is_empty(point)
        && board.is_surrounded_by(point, taker)
        && state.size().neighbors(point).into_iter().any(alone)
}
