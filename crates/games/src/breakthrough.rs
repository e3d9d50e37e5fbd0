//! Breakthrough on a board of six by six.
//!
//! # Rules
//! White holds rows 1 and 2, Black rows 5 and 6; White moves first. A piece moves one square
//! forward, straight or diagonally, onto an empty square; it captures an opponent's piece by
//! moving onto it diagonally, never straight. Whoever first brings a piece to the opponent's
//! home row (row 6 for White, row 1 for Black) wins. Whoever loses the last piece has lost:
//! the published rules leave that open, but such a player can only ever watch.
//!
//! A player with a piece on the board always has a move: no own piece stands ahead of the
//! foremost one, so a diagonal square ahead of it is empty or can be captured on. There are
//! no draws, and no game exceeds 85 moves: without reaching the last row, twelve pieces can
//! take at most 6·4 + 6·3 = 42 steps, so a winning step comes no later than 42 + 42 + 1.
//!
//! # Moves
//! Written as two squares, `b2c3`; `b2-c3` and `b2xc3` are understood too. Numbered by
//! colour, starting square and direction (0 towards the a-file, 1 straight, 2 towards the
//! f-file):
//!
//! ```text
//! White    0 ..  90   square · 3 + direction           squares  0 .. 30, rows 1 to 5
//! Black   90 .. 180   90 + (square − 6) · 3 + direction squares  6 .. 36, rows 2 to 6
//! ```
//!
//! # Bits
//! One word a colour:
//!
//! ```text
//!        6  30 31 32 33 34 35
//!        5  24 25 26 27 28 29
//!        4  18 19 20 21 22 23
//!        3  12 13 14 15 16 17
//!        2   6  7  8  9 10 11
//!        1   0  1  2  3  4  5
//!            a  b  c  d  e  f
//! ```
//!
//! All moves in one direction are one shift of the whole set: 5, 6 and 7 up for White, 7, 6
//! and 5 down for Black, without the file that would leave the board at the side.

use std::fmt;

use tewari_base::{Rng, mix};
use tewari_game::{Game, GameState, Move, MoveList, Outcome, ParseError, Player};

use crate::{bits, grid};

/// Rows and columns.
pub const SIZE: usize = 6;

/// Pieces of one player at the start.
const PIECES: u32 = 2 * SIZE as u32;
const HOME: [u64; 2] = [(1 << (2 * SIZE)) - 1, ((1 << (2 * SIZE)) - 1) << (4 * SIZE)];
/// The row each player wants to reach.
const GOAL: [u64; 2] = [ROW << (5 * SIZE), ROW];
const ROW: u64 = (1 << SIZE) - 1;
const FILE_A: u64 = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24 | 1 << 30;
const FILE_F: u64 = FILE_A << (SIZE - 1);

/// Numbers of one colour's moves.
const HALF: u16 = 90;
/// From start to target, by player and direction.
const STEP: [[i32; 3]; 2] = [[5, 6, 7], [-7, -6, -5]];

const LETTERS: [char; 2] = ['W', 'B'];
const SIDES: [char; 2] = ['w', 'b'];
const NAMES: [&str; 2] = ["White", "Black"];

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Breakthrough;

impl Breakthrough {
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
/// use tewari_games::Breakthrough;
///
/// let state = Breakthrough.parse_state("BBBBBB/BB1BBB/2B3/1W4/W1WWWW/WWWWWW w")?;
/// assert_eq!(state.to_string(), "\
/// 6 B B B B B B
/// 5 B B . B B B
/// 4 . . B . . .
/// 3 . W . . . .
/// 2 W . W W W W
/// 1 W W W W W W
///   a b c d e f
/// White to move");
/// # Ok::<(), tewari_game::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// White's and Black's pieces.
    pieces: [u64; 2],
    to_move: Player,
    /// Whether the player who is not to move has won.
    won: bool,
}

impl State {
    const INITIAL: Self = Self {
        pieces: HOME,
        to_move: Player::First,
        won: false,
    };

    /// The squares the player to move can reach, by direction.
    #[inline(always)]
    const fn targets(&self) -> [u64; 3] {
        let own = self.pieces[self.to_move.index()];
        let all = self.pieces[0] | self.pieces[1];
        let (not_a, not_f) = (own & !FILE_A, own & !FILE_F);
        match self.to_move {
            Player::First => [(not_a << 5) & !own, (own << 6) & !all, (not_f << 7) & !own],
            Player::Second => [(not_a >> 7) & !own, (own >> 6) & !all, (not_f >> 5) & !own],
        }
    }

    /// The move that reaches `target` in this direction.
    #[inline(always)]
    const fn arriving(&self, direction: usize, target: u32) -> Move {
        let player = self.to_move.index();
        let from = target as i32 - STEP[player][direction];
        Move((from * 3 + direction as i32 + player as i32 * (HALF as i32 - 3 * SIZE as i32)) as u16)
    }

    fn letter(&self, row: usize, column: usize) -> char {
        let square = 1 << (SIZE * row + column);
        match self.pieces.iter().position(|pieces| pieces & square != 0) {
            Some(player) => LETTERS[player],
            None => grid::EMPTY,
        }
    }
}

/// Player, starting square and direction of a move.
#[inline(always)]
const fn decode(mv: Move) -> (usize, u32, usize) {
    let player = (mv.0 >= HALF) as usize;
    let rest = mv.0 - HALF * player as u16;
    (
        player,
        rest as u32 / 3 + SIZE as u32 * player as u32,
        rest as usize % 3,
    )
}

/// The square a move leads to, which for a move off the side of the board is nonsense.
#[inline(always)]
const fn target(player: usize, from: u32, direction: usize) -> u32 {
    (from as i32 + STEP[player][direction]) as u32
}

impl GameState for State {
    #[inline(always)]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.won.then(|| Outcome::Win(self.to_move.other()))
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clear();
        if self.won {
            return;
        }
        for (direction, targets) in self.targets().into_iter().enumerate() {
            moves.extend(bits::squares(targets).map(|target| self.arriving(direction, target)));
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        if self.won || mv.0 >= 2 * HALF {
            return false;
        }
        let (player, from, direction) = decode(mv);
        // One square is reached in one direction from one square only; a step off the side
        // of the board names a square that no piece reaches that way.
        let reached = self.targets()[direction] >> (target(player, from, direction) & 63) & 1;
        player == self.to_move.index() && reached == 1
    }

    #[inline(always)]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut MoveList) -> Option<Move> {
        if self.won {
            return None;
        }
        let targets = self.targets().map(bits::Ranked::new);
        let n = rng.below(targets.iter().map(|targets| targets.count()).sum());
        let (direction, target) = bits::nth_of_three(targets, n);
        Some(self.arriving(direction, target))
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let (player, from, direction) = decode(mv);
        let to = 1u64 << target(player, from, direction);
        let other = self.to_move.other();
        self.pieces[player] ^= to | 1 << from;
        self.pieces[other.index()] &= !to;
        self.won = to & GOAL[player] != 0 || self.pieces[other.index()] == 0;
        self.to_move = other;
    }

    #[inline]
    fn key(&self) -> u64 {
        let [white, black] = self.pieces;
        mix(white ^ mix(black << 1 | self.to_move as u64))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid::draw(f, (0..SIZE).rev(), "abcdef", |row, column| {
            self.letter(row, column)
        })?;
        grid::draw_status(f, self, NAMES)
    }
}

impl Game for Breakthrough {
    type State = State;
    type Sim = State;

    fn name(&self) -> &'static str {
        "breakthrough"
    }

    fn player_names(&self) -> [&'static str; 2] {
        NAMES
    }

    fn initial(&self) -> State {
        State::INITIAL
    }

    fn new_sim(&self) -> State {
        State::INITIAL
    }

    #[inline]
    fn load(&self, state: &State, sim: &mut State) {
        *sim = *state;
    }

    fn move_space(&self) -> usize {
        2 * HALF as usize
    }

    /// Twelve pieces, three directions.
    fn max_moves(&self) -> usize {
        3 * PIECES as usize
    }

    /// No game is longer than 85 moves; the module tells why.
    fn max_playout_length(&self) -> usize {
        86
    }

    fn format_move(&self, mv: Move) -> String {
        let (player, from, direction) = decode(mv);
        let to = target(player, from, direction);
        [from, to]
            .map(|square| grid::square_name(square as usize / SIZE, square as usize % SIZE))
            .concat()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let step = || {
            let (row, column, rest) = grid::square(text, SIZE, SIZE)?;
            let rest = rest.strip_prefix(['-', 'x', 'X']).unwrap_or(rest);
            let (to_row, to_column, rest) = grid::square(rest, SIZE, SIZE)?;
            let player = match to_row.checked_signed_diff(row)? {
                1 => 0,
                -1 => 1,
                _ => return None,
            };
            let direction = (to_column + 1).checked_sub(column).filter(|&d| d < 3)?;
            rest.is_empty().then(|| {
                let from = SIZE * (row - player) + column;
                Move((from * 3 + direction) as u16 + HALF * player as u16)
            })
        };
        step().ok_or_else(|| {
            ParseError::new(format!("{text:?} is no step forward, such as b2c3 or b5c4"))
        })
    }

    /// The rows from the top, `W` and `B`, and the side to move:
    /// `BBBBBB/BBBBBB/6/6/WWWWWW/WWWWWW w`.
    fn format_state(&self, state: &State) -> String {
        let board = grid::write(SIZE, SIZE, |row, column| state.letter(row, column));
        format!("{board} {}", SIDES[state.to_move.index()])
    }

    fn parse_state(&self, text: &str) -> Result<State, ParseError> {
        let [board, side] = grid::words(text, "BBBBBB/BBBBBB/6/6/WWWWWW/WWWWWW w")?;
        let board = grid::read::<SIZE, SIZE>(board, "WB")?;
        let to_move = grid::side(side, SIDES)?;
        let mut pieces = [0; 2];
        for (row, squares) in board.iter().enumerate() {
            for (column, letter) in squares.iter().enumerate() {
                if let Some(player) = LETTERS.iter().position(|known| known == letter) {
                    pieces[player] |= 1 << (SIZE * row + column);
                }
            }
        }
        let has_won = |player: Player| {
            pieces[player.index()] & GOAL[player.index()] != 0
                || pieces[player.other().index()] == 0
        };
        for player in Player::BOTH {
            let (name, count) = (NAMES[player.index()], pieces[player.index()].count_ones());
            if count > PIECES {
                return Err(ParseError::new(format!(
                    "{name} has {count} pieces, not {PIECES}"
                )));
            }
        }
        if has_won(to_move) {
            let name = NAMES[to_move.index()];
            return Err(ParseError::new(format!(
                "{name} is to move and has won already"
            )));
        }
        Ok(State {
            pieces,
            to_move,
            won: has_won(to_move.other()),
        })
    }

    /// The board and its mirror image.
    fn symmetries(&self) -> usize {
        2
    }

    fn map_move(&self, symmetry: usize, mv: Move) -> Move {
        if symmetry == 0 {
            return mv;
        }
        let (player, from, direction) = decode(mv);
        let from = mirror(from as usize) - SIZE * player;
        Move((from * 3 + 2 - direction) as u16 + HALF * player as u16)
    }

    fn map_state(&self, symmetry: usize, state: &State) -> State {
        if symmetry == 0 {
            return *state;
        }
        let pieces = state.pieces.map(|pieces| {
            bits::squares(pieces).fold(0, |image, square| image | 1 << mirror(square as usize))
        });
        State { pieces, ..*state }
    }
}

fn mirror(square: usize) -> usize {
    square - square % SIZE + (SIZE - 1 - square % SIZE)
}
