//! Connect-4 on seven columns of six.
//!
//! # Rules
//! The players take turns dropping a disc into one of the columns that are not full, where
//! it comes to rest on the discs already there. Whoever first has four discs in a row,
//! upright, level or diagonal, wins; a full board without such a row is a draw. A row made
//! by the disc that fills the board wins. Yellow moves first; the colours are those of the
//! toy, which has no rule about who begins.
//!
//! # Moves
//! A move is the number of its column, 0 to 6 from the left, written `1` to `7`; the letters
//! `a` to `g` are understood too.
//!
//! # Bits
//! Seven bits a column, the seventh always empty:
//!
//! ```text
//!           6 13 20 27 34 41 48   guard, no discs
//!        6  5 12 19 26 33 40 47
//!        5  4 11 18 25 32 39 46
//!        4  3 10 17 24 31 38 45
//!        3  2  9 16 23 30 37 44
//!        2  1  8 15 22 29 36 43
//!        1  0  7 14 21 28 35 42
//!           1  2  3  4  5  6  7   columns as written
//! ```
//!
//! With this layout
//! - the next free square of a column is found by adding one at its foot: the carry runs
//!   through the discs;
//! - neighbours in one direction differ by a constant (1 upright, 7 level, 6 and 8 diagonal),
//!   and a row of four is a set that survives two shifts; the guards stop rows that would
//!   run over the top of one column into the foot of the next;
//! - the sum of all discs and one player's discs names the position without loss: in each
//!   column of height h it holds (2^h − 1) + x with x < 2^h, below 2^7. The key is a
//!   one-to-one scrambling of that sum, so two positions never share one. (The side to move
//!   follows from the number of discs.)

use std::fmt;

use tewari_base::{Rng, mix};
use tewari_game::{Game, GameState, Move, MoveList, Outcome, ParseError, Player};

use crate::{bits, grid};

/// Columns.
pub const WIDTH: usize = 7;
/// Squares in a column.
pub const HEIGHT: usize = 6;

const SQUARES: u8 = (WIDTH * HEIGHT) as u8;
/// Bits from one column to the next.
const STRIDE: usize = HEIGHT + 1;
/// The lowest square of every column.
const FEET: u64 = {
    let mut feet = 0;
    let mut column = 0;
    while column < WIDTH {
        feet |= 1 << (STRIDE * column);
        column += 1;
    }
    feet
};
/// One column without its guard.
const COLUMN: u64 = (1 << HEIGHT) - 1;

const LETTERS: [char; 2] = ['Y', 'R'];
const SIDES: [char; 2] = ['y', 'r'];
const NAMES: [&str; 2] = ["Yellow", "Red"];

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Connect4;

impl Connect4 {
    /// The game.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

/// A position.
///
/// ```
/// use tewari_game::Game;
/// use tewari_games::Connect4;
///
/// let state = Connect4.parse_state("7/7/7/7/3R3/2YY3 r")?;
/// assert_eq!(state.to_string(), "\
/// 6 . . . . . . .
/// 5 . . . . . . .
/// 4 . . . . . . .
/// 3 . . . . . . .
/// 2 . . . R . . .
/// 1 . . Y Y . . .
///   1 2 3 4 5 6 7
/// Red to move");
/// # Ok::<(), tewari_game::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Discs of the player to move.
    own: u64,
    /// Discs of both.
    all: u64,
    /// Number of discs.
    ply: u8,
    /// Whether the last disc made a row of four.
    won: bool,
}

impl State {
    const EMPTY: Self = Self {
        own: 0,
        all: 0,
        ply: 0,
        won: false,
    };

    #[inline(always)]
    const fn is_over(&self) -> bool {
        self.won || self.ply == SQUARES
    }

    /// The columns that are not full, bit i for column i.
    ///
    /// The top squares are seven bits apart. Multiplying by `GATHER`, whose bits are 36, 30,
    /// … 0, puts column i's bit at 36 + i (with 36 − 6i) and at no other place between 36
    /// and 42: 7i − 6j lies in 0..=6 for i = j only.
    #[inline(always)]
    const fn open_columns(&self) -> usize {
        const GATHER: u64 = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24 | 1 << 30 | 1 << 36;
        let open = !(self.all >> (HEIGHT - 1)) & FEET;
        (open.wrapping_mul(GATHER) >> 36) as usize & ((1 << WIDTH) - 1)
    }

    fn discs(&self, player: Player) -> u64 {
        if player == self.to_move() {
            self.own
        } else {
            self.own ^ self.all
        }
    }

    fn letter(&self, row: usize, column: usize) -> char {
        let square = 1 << (STRIDE * column + row);
        match Player::BOTH
            .into_iter()
            .find(|&player| self.discs(player) & square != 0)
        {
            Some(player) => LETTERS[player.index()],
            None => grid::EMPTY,
        }
    }
}

/// Open columns by set and index; the last entry of a row is their number.
const OPEN: [[u8; 8]; 1 << WIDTH] = {
    let mut table = [[0; 8]; 1 << WIDTH];
    let mut set = 0;
    while set < 1 << WIDTH {
        let (mut column, mut n) = (0, 0);
        while column < WIDTH {
            if set >> column & 1 == 1 {
                table[set][n] = column as u8;
                n += 1;
            }
            column += 1;
        }
        table[set][7] = n as u8;
        set += 1;
    }
    table
};

#[inline(always)]
const fn has_four(discs: u64) -> bool {
    const fn along(discs: u64, step: usize) -> u64 {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step)
    }
    let [upright, level] = [along(discs, 1), along(discs, STRIDE)];
    let [down, up] = [along(discs, STRIDE - 1), along(discs, STRIDE + 1)];
    upright | level | down | up != 0
}

impl GameState for State {
    #[inline(always)]
    fn to_move(&self) -> Player {
        Player::BOTH[self.ply as usize & 1]
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            Some(Outcome::Win(self.to_move().other()))
        } else {
            (self.ply == SQUARES).then_some(Outcome::Draw)
        }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clear();
        if !self.is_over() {
            let row = OPEN[self.open_columns()];
            moves.extend(
                row[..row[7] as usize]
                    .iter()
                    .map(|&column| Move(column.into())),
            );
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        mv.index() < WIDTH && !self.is_over() && self.open_columns() >> mv.0 & 1 == 1
    }

    /// While all columns are open the draw does not depend on the board, so a processor that
    /// guesses that they are makes the next moves before this one is settled.
    #[inline(always)]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut MoveList) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let column = if self.all >> (HEIGHT - 1) & FEET == 0 {
            rng.below(WIDTH as u32)
        } else {
            let row = &OPEN[self.open_columns()];
            row[rng.below(row[7].into()) as usize & 7].into()
        };
        Some(Move(column as u16))
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let other = self.own ^ self.all;
        self.all |= self.all + (1 << (STRIDE * mv.index()));
        self.won = has_four(self.all ^ other);
        self.own = other;
        self.ply += 1;
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(self.own + self.all)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid::draw(f, (0..HEIGHT).rev(), "1234567", |row, column| {
            self.letter(row, column)
        })?;
        grid::draw_status(f, self, NAMES)
    }
}

impl Game for Connect4 {
    type State = State;
    type Sim = State;

    fn name(&self) -> &'static str {
        "connect4"
    }

    fn player_names(&self) -> [&'static str; 2] {
        NAMES
    }

    fn initial(&self) -> State {
        State::EMPTY
    }

    fn new_sim(&self) -> State {
        State::EMPTY
    }

    #[inline]
    fn load(&self, state: &State, sim: &mut State) {
        *sim = *state;
    }

    fn move_space(&self) -> usize {
        WIDTH
    }

    fn max_moves(&self) -> usize {
        WIDTH
    }

    fn moves_made(&self, state: &State) -> usize {
        state.ply.into()
    }

    /// The board is full then.
    fn max_playout_length(&self) -> usize {
        SQUARES.into()
    }

    fn format_move(&self, mv: Move) -> String {
        (mv.0 + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let column = match text.as_bytes() {
            [digit @ b'1'..=b'7'] => digit - b'1',
            [letter @ b'a'..=b'g'] => letter - b'a',
            [letter @ b'A'..=b'G'] => letter - b'A',
            _ => {
                return Err(ParseError::new(format!(
                    "no column {text:?}: expected 1 to 7"
                )));
            }
        };
        Ok(Move(column.into()))
    }

    /// The rows from the top, `Y` and `R`, and the side to move: `7/7/7/7/3R3/2YY3 r`.
    fn format_state(&self, state: &State) -> String {
        let board = grid::write(WIDTH, HEIGHT, |row, column| state.letter(row, column));
        format!("{board} {}", SIDES[state.to_move().index()])
    }

    fn parse_state(&self, text: &str) -> Result<State, ParseError> {
        let [board, side] = grid::words(text, "7/7/7/7/3R3/2YY3 r")?;
        let board = grid::read::<WIDTH, HEIGHT>(board, "YR")?;
        let to_move = grid::side(side, SIDES)?;
        let mut discs = [0; 2];
        for (row, squares) in board.iter().enumerate() {
            for (column, letter) in squares.iter().enumerate() {
                if let Some(player) = LETTERS.iter().position(|known| known == letter) {
                    discs[player] |= 1 << (STRIDE * column + row);
                }
            }
        }
        let all = discs[0] | discs[1];
        if let Some(column) = (0..WIDTH).find(|&column| {
            let height = all >> (STRIDE * column) & COLUMN;
            height & (height + 1) != 0
        }) {
            return Err(ParseError::new(format!(
                "a disc floats in column {}",
                column + 1
            )));
        }
        let [yellow, red] = discs.map(u64::count_ones);
        if yellow != red + to_move as u32 {
            return Err(ParseError::new(format!(
                "{yellow} yellow and {red} red discs with {} to move",
                NAMES[to_move.index()]
            )));
        }
        let own = discs[to_move.index()];
        if has_four(own) {
            return Err(ParseError::new(format!(
                "{} is to move and has won already",
                NAMES[to_move.index()]
            )));
        }
        Ok(State {
            own,
            all,
            ply: (yellow + red) as u8,
            won: has_four(all ^ own),
        })
    }

    /// The board and its mirror image.
    fn symmetries(&self) -> usize {
        2
    }

    fn map_move(&self, symmetry: usize, mv: Move) -> Move {
        if symmetry == 0 {
            mv
        } else {
            Move(WIDTH as u16 - 1 - mv.0)
        }
    }

    fn map_state(&self, symmetry: usize, state: &State) -> State {
        if symmetry == 0 {
            return *state;
        }
        let mirror = |discs: u64| {
            bits::squares(discs).fold(0, |image, square| {
                let (column, row) = (square as usize / STRIDE, square as usize % STRIDE);
                image | 1 << (STRIDE * (WIDTH - 1 - column) + row)
            })
        };
        State {
            own: mirror(state.own),
            all: mirror(state.all),
            ..*state
        }
    }
}
