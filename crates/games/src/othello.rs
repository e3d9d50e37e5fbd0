//! Othello on eight by eight.
//!
//! # Rules
//! Black begins. A move puts a disc on an empty square such that at least one straight line
//! of the opponent's discs, upright, level or diagonal, lies between it and another disc of
//! the mover; all discs so enclosed, in all eight directions, are turned over. A player who
//! cannot move must pass, and may not pass otherwise. When neither can move, at the latest
//! when the board is full, the game is over at once, without two passes being played; whoever
//! has more discs wins.
//!
//! # Moves
//! A square is numbered as in the drawing and written as usual, column and row with row 1 at
//! the top, `d3`; move 64 is `pass`, the only legal move of a player who must pass.
//!
//! How many legal moves can a position have? Let the mover have x discs, the opponent y and
//! m moves. From one of the mover's discs one can go in eight directions over the opponent's
//! discs to at most one move each: m ≤ 8x. Take for each move an opponent's disc next to it
//! that it turns: the same disc cannot serve two moves from opposite sides, because the far
//! end of the first line is a disc of the mover, so it serves one per axis: m ≤ 4y. And m is
//! at most the number of empty squares, 64 − x − y ≤ 64 − m/8 − m/4. So m ≤ 46.
//!
//! # Bits
//!
//! ```text
//!        1   0  1  2  3  4  5  6  7
//!        2   8  9 10 11 12 13 14 15
//!        3  16 17 18 19 20 21 22 23
//!        4  24 25 26 27 28 29 30 31
//!        5  32 33 34 35 36 37 38 39
//!        6  40 41 42 43 44 45 46 47
//!        7  48 49 50 51 52 53 54 55
//!        8  56 57 58 59 60 61 62 63
//!            a  b  c  d  e  f  g  h
//! ```
//!
//! Lines are followed for all discs at once: a set is shifted by one step and cut with the
//! opponent's discs, then, two steps at a time, with those that have such a neighbour; after
//! 1 + 1 + 2 + 2 steps every run of up to six discs is covered, the longest there is. For
//! steps that move along a row the opponent's discs on the a- and h-files are left out, as
//! they cannot lie between two others; that also keeps runs from going round the edge.

use std::cmp::Ordering;
use std::fmt;

use tewari_base::{Rng, mix};
use tewari_game::{Game, GameState, Move, MoveList, Outcome, Owned, ParseError, Player};

use crate::{bits, grid};

/// Rows and columns.
pub const SIZE: usize = 8;
/// The move of a player who has no other.
pub const PASS: Move = Move(64);

const SQUARES: usize = SIZE * SIZE;
/// All files but a and h.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// `X` is Black, as everywhere in the Othello world.
const LETTERS: [char; 2] = ['X', 'O'];
const NAMES: [&str; 2] = ["Black", "White"];

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Othello;

impl Othello {
    /// The game.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

/// A position.
///
/// ```
/// use tewari_game::{Game, GameState};
/// use tewari_games::Othello;
///
/// let mut state = Othello.initial();
/// state.try_play(Othello.parse_move("d3")?)?;
/// assert_eq!(state.to_string(), "\
/// 1 . . . . . . . .
/// 2 . . . . . . . .
/// 3 . . . X . . . .
/// 4 . . . X X . . .
/// 5 . . . X O . . .
/// 6 . . . . . . . .
/// 7 . . . . . . . .
/// 8 . . . . . . . .
///   a b c d e f g h
/// White to move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Discs of the player to move.
    own: u64,
    /// Discs of the other.
    other: u64,
    /// Where the player to move may put a disc.
    moves: u64,
    to_move: Player,
    /// Whether neither player can move.
    over: bool,
}

impl State {
    /// The position with these discs, of the player to move and of the other.
    #[inline(always)]
    fn new(own: u64, other: u64, to_move: Player) -> Self {
        let moves = destinations(own, other);
        let over = moves == 0 && destinations(other, own) == 0;
        Self {
            own,
            other,
            moves,
            to_move,
            over,
        }
    }

    /// The discs of one player.
    const fn discs(&self, player: Player) -> u64 {
        if player as u8 == self.to_move as u8 {
            self.own
        } else {
            self.other
        }
    }

    fn owner(&self, square: usize) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|&player| self.discs(player) >> square & 1 == 1)
    }
}

/// Shifts by `STEP` bits, up for a positive number.
#[inline(always)]
const fn shift<const STEP: i32>(set: u64) -> u64 {
    if STEP > 0 { set << STEP } else { set >> -STEP }
}

/// The discs of `between` that follow `from` without a gap in one direction.
#[inline(always)]
const fn run<const STEP: i32>(from: u64, between: u64) -> u64 {
    let pairs = between & shift::<STEP>(between);
    let mut run = between & shift::<STEP>(from);
    run |= between & shift::<STEP>(run);
    run |= pairs & shift::<STEP>(shift::<STEP>(run));
    run | pairs & shift::<STEP>(shift::<STEP>(run))
}

/// Where a player with the discs `own` may move.
#[inline(always)]
const fn destinations(own: u64, other: u64) -> u64 {
    #[inline(always)]
    const fn beyond<const STEP: i32>(own: u64, between: u64) -> u64 {
        shift::<STEP>(run::<STEP>(own, between))
    }
    let inner = other & INNER;
    let level = beyond::<1>(own, inner) | beyond::<-1>(own, inner);
    let upright = beyond::<8>(own, other) | beyond::<-8>(own, other);
    let falling = beyond::<9>(own, inner) | beyond::<-9>(own, inner);
    let rising = beyond::<7>(own, inner) | beyond::<-7>(own, inner);
    (level | upright | falling | rising) & !(own | other)
}

/// The discs that a move to the square `disc` turns over.
#[inline(always)]
const fn turned(disc: u64, own: u64, other: u64) -> u64 {
    #[inline(always)]
    const fn enclosed<const STEP: i32>(disc: u64, own: u64, between: u64) -> u64 {
        let run = run::<STEP>(disc, between);
        let closed = shift::<STEP>(run) & own != 0;
        run & (closed as u64).wrapping_neg()
    }
    let inner = other & INNER;
    let level = enclosed::<1>(disc, own, inner) | enclosed::<-1>(disc, own, inner);
    let upright = enclosed::<8>(disc, own, other) | enclosed::<-8>(disc, own, other);
    let falling = enclosed::<9>(disc, own, inner) | enclosed::<-9>(disc, own, inner);
    let rising = enclosed::<7>(disc, own, inner) | enclosed::<-7>(disc, own, inner);
    level | upright | falling | rising
}

impl GameState for State {
    #[inline(always)]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.over {
            return None;
        }
        let [own, other] = [self.own, self.other].map(u64::count_ones);
        Some(match own.cmp(&other) {
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win(self.to_move),
            Ordering::Less => Outcome::Win(self.to_move.other()),
        })
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clear();
        if self.moves != 0 {
            moves.extend(bits::squares(self.moves).map(|square| Move(square as u16)));
        } else if !self.over {
            moves.push(PASS);
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        if mv == PASS {
            self.moves == 0 && !self.over
        } else {
            mv.index() < SQUARES && self.moves >> mv.0 & 1 == 1
        }
    }

    #[inline(always)]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut MoveList) -> Option<Move> {
        if self.over {
            return None;
        }
        let moves = bits::Ranked::new(self.moves);
        let n = rng.below(moves.count());
        if self.moves == 0 {
            return Some(PASS);
        }
        Some(Move(moves.nth(n) as u16))
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let mut own = self.own;
        let mut other = self.other;
        if mv != PASS {
            let disc = 1 << mv.0;
            let turned = turned(disc, own, other);
            own |= turned | disc;
            other &= !turned;
        }
        *self = Self::new(other, own, self.to_move.other());
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(self.own ^ mix(self.other ^ mix(self.to_move as u64)))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid::draw(f, 0..SIZE, "abcdefgh", |row, column| {
            self.owner(SIZE * row + column)
                .map_or(grid::EMPTY, |player| LETTERS[player.index()])
        })?;
        grid::draw_status(f, self, NAMES)
    }
}

/// Whose discs lie where.
impl Owned for State {
    #[inline]
    fn owners(&self, mut see: impl FnMut(usize, Player)) {
        let sets = [(self.own, self.to_move), (self.other, self.to_move.other())];
        for (mut discs, player) in sets {
            while discs != 0 {
                see(discs.trailing_zeros() as usize, player);
                discs &= discs - 1;
            }
        }
    }
}

impl Game for Othello {
    type State = State;
    type Sim = State;

    fn name(&self) -> &'static str {
        "othello"
    }

    fn player_names(&self) -> [&'static str; 2] {
        NAMES
    }

    /// Black on e4 and d5, White on d4 and e5.
    fn initial(&self) -> State {
        State::new(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, Player::First)
    }

    fn new_sim(&self) -> State {
        self.initial()
    }

    #[inline]
    fn load(&self, state: &State, sim: &mut State) {
        *sim = *state;
    }

    fn move_space(&self) -> usize {
        SQUARES + 1
    }

    /// The bound that the module derives.
    fn max_moves(&self) -> usize {
        46
    }

    /// Four discs are there from the start, and passes leave no trace.
    fn moves_made(&self, state: &State) -> usize {
        ((state.own | state.other).count_ones() as usize).saturating_sub(4)
    }

    /// A disc a move, and never two passes in a row.
    fn max_playout_length(&self) -> usize {
        2 * SQUARES
    }

    fn format_move(&self, mv: Move) -> String {
        if mv == PASS {
            return "pass".to_owned();
        }
        grid::square_name(mv.index() / SIZE, mv.index() % SIZE)
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(PASS);
        }
        match grid::square(text, SIZE, SIZE) {
            Some((row, column, "")) => Ok(Move((SIZE * row + column) as u16)),
            _ => Err(ParseError::new(format!(
                "{text:?} is neither a square, a1 to h8, nor pass"
            ))),
        }
    }

    /// The usual notation: 64 squares in the order of the drawing, `X` for Black, `O` for
    /// White, `-` for an empty one, and the letter of the side to move.
    fn format_state(&self, state: &State) -> String {
        let letter = |square| {
            state
                .owner(square)
                .map_or('-', |player| LETTERS[player.index()])
        };
        let board: String = (0..SQUARES).map(letter).collect();
        format!("{board} {}", LETTERS[state.to_move.index()])
    }

    fn parse_state(&self, text: &str) -> Result<State, ParseError> {
        let [board, side] = grid::words(text, "---…---OX---…--- X")?;
        let to_move = grid::side(side, LETTERS)?;
        let length = board.chars().count();
        if length != SQUARES {
            return Err(ParseError::new(format!(
                "{length} squares instead of {SQUARES}"
            )));
        }
        let mut discs = [0; 2];
        for (square, letter) in board.chars().enumerate() {
            match LETTERS.iter().position(|&known| known == letter) {
                Some(player) => discs[player] |= 1 << square,
                None if letter == '-' => {}
                None => {
                    let place = grid::square_name(square / SIZE, square % SIZE);
                    return Err(ParseError::new(format!("no disc {letter:?} on {place}")));
                }
            }
        }
        Ok(State::new(
            discs[to_move.index()],
            discs[to_move.other().index()],
            to_move,
        ))
    }

    /// All eight of the board: they keep the rules, though only four of them keep the
    /// initial position.
    fn symmetries(&self) -> usize {
        8
    }

    fn map_move(&self, symmetry: usize, mv: Move) -> Move {
        if mv == PASS {
            PASS
        } else {
            Move(image(symmetry, mv.index()) as u16)
        }
    }

    fn map_state(&self, symmetry: usize, state: &State) -> State {
        let [own, other] = [state.own, state.other].map(|discs| {
            bits::squares(discs).fold(0, |set, square| set | 1 << image(symmetry, square as usize))
        });
        State::new(own, other, state.to_move)
    }
}

/// Where a square goes: the lowest bit of the symmetry's number mirrors the columns, the
/// next one the rows, the third exchanges rows and columns before that.
const fn image(symmetry: usize, square: usize) -> usize {
    let (mut row, mut column) = (square / SIZE, square % SIZE);
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    if symmetry & 1 != 0 {
        column = SIZE - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = SIZE - 1 - row;
    }
    SIZE * row + column
}
