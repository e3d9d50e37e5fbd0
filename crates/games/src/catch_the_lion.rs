//! Catch the Lion (*Dōbutsu shōgi*) on three by four.
//!
//! # Rules
//! Sente, the player below, moves first. Each player has a Lion, which moves one square in
//! any direction; a Giraffe, one square straight (up, down, left, right); an Elephant, one
//! square diagonally; and a Chick, one square straight forward:
//!
//! ```text
//!        4  g l e     lower case: Gote, the player above
//!        3  . c .
//!        2  . C .
//!        1  E L G     upper case: Sente
//!           a b c
//! ```
//!
//! A piece that is captured changes sides: its captor may later drop it on any empty square,
//! the far row included, instead of moving. A Chick that moves to the far row becomes a
//! Chicken (written `H`, a hen), which moves one square straight or diagonally forward. A
//! Chick dropped there stays a Chick and cannot move. A captured Chicken is a Chick again.
//!
//! Capturing the Lion wins. A Lion that reaches the far row wins at once, whether or not it
//! could be captured there. There is no check: a Lion may be left or put where it can be
//! taken.
//!
//! A position (pieces, hands, side to move) that occurs for the third time is a draw; the
//! published rules have no such case, but games have to end. This is judged on the record of
//! the game, which belongs to [`State`] and is no part of the key. [`Position`] keeps no
//! record, so playouts on it do not see repetitions and end in a draw at the length limit.
//!
//! A player always has a move. Four squares at least are empty, so whoever holds a piece can
//! drop it, and a piece is only ever blocked by pieces of its own side. Trying all ways to
//! place them (a test does) leaves one arrangement without a move, and its mirror image:
//!
//! ```text
//!        4  . E G     Gote has nothing but the Lion, so the last move was with it, and as
//!        3  E G L     row 1 would have won, it stands on a2 or a4 and came from the other:
//!        2  . C C     which is not one step. No game gets here, and no text is read as
//!        1  . . .     this position.
//! ```
//!
//! # Moves
//! Written as two squares, `b2b3`, or as a piece and the square it is dropped on, `C*b2`
//! (`C`, `G` or `E`). Numbered from · 12 + to below 144, then 144 + kind · 12 + to with the
//! kinds Chick, Giraffe, Elephant: 180 numbers, most of which are never legal.
//!
//! How many are legal at once? Let x of the six lesser pieces stand on the board. If the
//! player holds all three kinds, x ≤ 3, and these add at most 4 + 4 + 6 moves (a Giraffe, an
//! Elephant, a Chicken) to the Lion's 8 and to three drops on each of 10 − x squares: at
//! most 43, for x = 3. With two kinds in hand, x ≤ 4: at most 8 + 18 + 12 = 38; with one or
//! none, x ≤ 5 and 6: at most 8 + 24 + 5 and 8 + 28.
//!
//! # Bits
//! Squares are numbered in rows from a1, and the board is five sets of twelve squares in one
//! word. A piece is the column of bits at its square:
//!
//! ```text
//!        9 10 11         bit   0   Sente's pieces
//!        6  7  8              12   Gote's pieces
//!        3  4  5              24   straight: moves sideways and straight back   L G H
//!        0  1  2              36   diagonal: moves diagonally back              L E
//!        a  b  c              48   hen                                          H
//! ```
//!
//! Who can move in a direction is a formula over these sets: straight forward all that are
//! straight or not diagonal, diagonally forward all that are diagonal or hens. The moves of
//! a position are eleven sets of target squares, a *lane* for each of eight directions and
//! three kinds of drops, packed five to a word.

use std::fmt;

use tewari_base::{Rng, mix};
use tewari_game::{Game, GameState, Move, MoveList, Outcome, ParseError, Player, Repetition};

use crate::{bits, grid};

/// Columns.
pub const WIDTH: usize = 3;
/// Rows.
pub const HEIGHT: usize = 4;
/// A position that occurs this often in the record of a game is a draw.
pub const REPETITIONS: usize = 3;

const SQUARES: usize = WIDTH * HEIGHT;
const BOARD: u64 = (1 << SQUARES) - 1;
const FILE_A: u64 = 1 | 1 << 3 | 1 << 6 | 1 << 9;
const FILE_C: u64 = FILE_A << 2;
/// The row each player wants to reach.
const FAR: [u64; 2] = [0b111 << 9, 0b111];

const STRAIGHT: usize = 24;
const DIAGONAL: usize = 36;
const HEN: usize = 48;
/// Square a1 in all five sets.
const ALL_SETS: u64 = 1 | 1 << 12 | KIND_SETS;
/// Square a1 in the sets that tell one kind of piece from another.
const KIND_SETS: u64 = 1 << STRAIGHT | 1 << DIAGONAL | 1 << HEN;

/// The numbers of kinds: the bits straight, diagonal and hen, in this order from below. The
/// first three are those that can be held and dropped.
const CHICK: usize = 0;
const GIRAFFE: usize = 1;
const ELEPHANT: usize = 2;
const LION: usize = 3;
const CHICKEN: usize = 5;
const KIND_LETTERS: [char; 6] = ['C', 'G', 'E', 'L', '?', 'H'];
/// A kind's bits on square a1.
const KIND_BITS: [u64; 6] = [
    0,
    1 << STRAIGHT,
    1 << DIAGONAL,
    1 << STRAIGHT | 1 << DIAGONAL,
    1 << HEN,
    1 << STRAIGHT | 1 << HEN,
];
/// Captured pieces as they are added to a hand: two bits each for Chicks, Giraffes and
/// Elephants. A Lion is not held.
const IN_HAND: [u8; 8] = [1 << 0, 1 << 2, 1 << 4, 0, 0, 1 << 0, 0, 0];

/// From start to target in each direction.
const STEP: [isize; 8] = [3, -3, 1, -1, 4, 2, -2, -4];
/// Lanes in one word.
const LANES_PER_WORD: usize = 5;
const LANES: usize = STEP.len() + 3;
/// First number of a drop.
const DROPS: u16 = (SQUARES * SQUARES) as u16;

/// The number of the move at each place of the packed lanes.
const MOVE_AT: [u8; LANES * SQUARES] = {
    let mut table = [0; LANES * SQUARES];
    let mut place = 0;
    while place < LANES * SQUARES {
        let (lane, to) = (place / SQUARES, place % SQUARES);
        if lane >= STEP.len() {
            table[place] = DROPS as u8 + ((lane - STEP.len()) * SQUARES + to) as u8;
        } else if let Some(from) = to.checked_add_signed(-STEP[lane])
            && from < SQUARES
            && (from % WIDTH).abs_diff(to % WIDTH) <= 1
        {
            table[place] = (from * SQUARES + to) as u8;
        }
        place += 1;
    }
    table
};

const NO_PLACE: u8 = u8::MAX;

/// The place of each move in the packed lanes, or [`NO_PLACE`].
const PLACE_OF: [u8; DROPS as usize + 3 * SQUARES] = {
    let mut table = [NO_PLACE; DROPS as usize + 3 * SQUARES];
    let mut place = 0;
    while place < MOVE_AT.len() {
        // Number 0, from a1 to a1, fills the places without a move.
        if MOVE_AT[place] != 0 {
            table[MOVE_AT[place] as usize] = place as u8;
        }
        place += 1;
    }
    table
};

const NAMES: [&str; 2] = ["Sente", "Gote"];
const SIDES: [char; 2] = ['s', 'g'];

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CatchTheLion;

impl CatchTheLion {
    /// The game.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

/// Board, hands and side to move, without the record of the game.
///
/// ```
/// use tewari_game::Game;
/// use tewari_games::CatchTheLion;
///
/// let state = CatchTheLion.parse_state("gl1/2e/1C1/ELG C g")?;
/// assert_eq!(state.position().to_string(), "\
/// 4 g l .
/// 3 . . e
/// 2 . C .
/// 1 E L G
///   a b c
/// Sente holds C, Gote holds nothing
/// Gote to move");
/// # Ok::<(), tewari_game::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    board: u64,
    hands: [u8; 2],
    to_move: Player,
    /// Whether the player who is not to move has won.
    won: bool,
}

impl Position {
    const INITIAL: Self = Self {
        board: piece_on(Player::First, ELEPHANT, 0)
            | piece_on(Player::First, LION, 1)
            | piece_on(Player::First, GIRAFFE, 2)
            | piece_on(Player::First, CHICK, 4)
            | piece_on(Player::Second, CHICK, 7)
            | piece_on(Player::Second, GIRAFFE, 9)
            | piece_on(Player::Second, LION, 10)
            | piece_on(Player::Second, ELEPHANT, 11),
        hands: [0; 2],
        to_move: Player::First,
        won: false,
    };

    /// The squares that can be reached, by lane.
    #[inline(always)]
    const fn lanes(&self) -> [u64; 3] {
        let player = self.to_move.index();
        let own = self.board >> (SQUARES * player) & BOARD;
        let free = !own & BOARD;
        let empty = !(self.board | self.board >> SQUARES) & BOARD;
        let straight = self.board >> STRAIGHT & own;
        let diagonal = self.board >> DIAGONAL & own;
        let forward = straight | own & !diagonal;
        let diagonally_forward = diagonal | self.board >> HEN & own;
        let (up, down, slant_up, slant_down) = match self.to_move {
            Player::First => (forward, straight, diagonally_forward, diagonal),
            Player::Second => (straight, forward, diagonal, diagonally_forward),
        };
        let hand = self.hands[player];
        let drops = [
            empty & held(hand, 0),
            empty & held(hand, 1),
            empty & held(hand, 2),
        ];
        [
            (up << 3 & free)
                | (down >> 3 & free) << 12
                | ((straight & !FILE_C) << 1 & free) << 24
                | ((straight & !FILE_A) >> 1 & free) << 36
                | ((slant_up & !FILE_C) << 4 & free) << 48,
            ((slant_up & !FILE_A) << 2 & free)
                | ((slant_down & !FILE_C) >> 2 & free) << 12
                | ((slant_down & !FILE_A) >> 4 & free) << 24
                | drops[0] << 36
                | drops[1] << 48,
            drops[2],
        ]
    }

    /// Owner and kind of the piece on a square.
    fn piece(&self, square: usize) -> Option<(Player, usize)> {
        let piece = self.board >> square & ALL_SETS;
        let owner = Player::BOTH
            .into_iter()
            .find(|player| piece >> (SQUARES * player.index()) & 1 == 1);
        owner.map(|owner| (owner, kind(piece)))
    }

    fn letter(&self, square: usize) -> char {
        self.piece(square)
            .map_or(grid::EMPTY, |(owner, kind)| letter(owner, kind))
    }

    /// The pieces one player holds, as letters; empty when there are none.
    fn hand(&self, player: Player) -> String {
        let count = |kind: usize| usize::from(self.hands[player.index()] >> (2 * kind) & 3);
        (0..3)
            .flat_map(|kind| std::iter::repeat_n(letter(player, kind), count(kind)))
            .collect()
    }

    /// Board and hands, without the status line.
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = (0..HEIGHT).rev();
        grid::draw(f, rows, "abc", |row, column| {
            self.letter(WIDTH * row + column)
        })?;
        let [sente, gote] = Player::BOTH.map(|player| match self.hand(player) {
            hand if hand.is_empty() => "nothing".to_owned(),
            hand => hand,
        });
        writeln!(f, "Sente holds {sente}, Gote holds {gote}")
    }

    fn mirrored(&self) -> Self {
        let board = bits::squares(self.board).fold(0, |board, bit| {
            let (set, square) = (bit as usize / SQUARES, bit as usize % SQUARES);
            board | 1 << (SQUARES * set + mirror(square))
        });
        Self { board, ..*self }
    }
}

/// A board with one piece on it.
#[inline(always)]
const fn piece_on(owner: Player, kind: usize, square: usize) -> u64 {
    (1 << (SQUARES * owner.index()) | KIND_BITS[kind]) << square
}

/// All ones if the hand has a piece of this kind, else zero.
#[inline(always)]
const fn held(hand: u8, kind: usize) -> u64 {
    ((hand >> (2 * kind) & 3 != 0) as u64).wrapping_neg()
}

/// The kind of a piece, given as its bits on square a1.
#[inline(always)]
const fn kind(piece: u64) -> usize {
    (piece >> STRAIGHT & 1 | piece >> DIAGONAL << 1 & 2 | piece >> HEN << 2 & 4) as usize
}

fn letter(owner: Player, kind: usize) -> char {
    let letter = KIND_LETTERS[kind];
    if owner == Player::First {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

/// The owner and kind a letter stands for.
fn piece_called(letter: char) -> Option<(Player, usize)> {
    let kind = KIND_LETTERS
        .iter()
        .position(|known| known.eq_ignore_ascii_case(&letter))?;
    Some((Player::BOTH[usize::from(letter.is_ascii_lowercase())], kind))
}

const fn mirror(square: usize) -> usize {
    square - square % WIDTH + (WIDTH - 1 - square % WIDTH)
}

impl GameState for Position {
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
        for (word, lanes) in self.lanes().into_iter().enumerate() {
            let first = word * LANES_PER_WORD * SQUARES;
            moves
                .extend(bits::squares(lanes).map(|bit| Move(MOVE_AT[first + bit as usize].into())));
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        if self.won {
            return false;
        }
        let place = PLACE_OF.get(mv.index()).copied().unwrap_or(NO_PLACE);
        let (word, bit) = (
            place / (LANES_PER_WORD * SQUARES) as u8,
            place % (LANES_PER_WORD * SQUARES) as u8,
        );
        place != NO_PLACE && self.lanes()[word as usize] >> bit & 1 == 1
    }

    #[inline(always)]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut MoveList) -> Option<Move> {
        if self.won {
            return None;
        }
        let lanes = self.lanes().map(bits::Ranked::new);
        let n = rng.below(lanes.iter().map(|lanes| lanes.count()).sum());
        let (word, bit) = bits::nth_of_three(lanes, n);
        let place = word * LANES_PER_WORD * SQUARES + bit as usize;
        Some(Move(MOVE_AT[place].into()))
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let player = self.to_move.index();
        let to = mv.index() % SQUARES;
        if mv.0 >= DROPS {
            let kind = (mv.0 - DROPS) as usize / SQUARES;
            self.hands[player] -= IN_HAND[kind];
            self.board |= piece_on(self.to_move, kind, to);
        } else {
            let from = mv.index() / SQUARES;
            let far = FAR[player] >> to & 1 == 1;
            let piece = self.board >> from & ALL_SETS;
            let victim = self.board >> to & ALL_SETS;
            let captures = (victim | victim >> SQUARES) & 1;
            self.hands[player] += IN_HAND[kind(victim)] * captures as u8;
            self.won = kind(victim) == LION || kind(piece) == LION && far;
            let promotes = piece & KIND_SETS == 0 && far;
            let piece = piece | (KIND_BITS[CHICKEN] * u64::from(promotes));
            self.board = self.board & !(ALL_SETS << from | ALL_SETS << to) | piece << to;
        }
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn key(&self) -> u64 {
        let [sente, gote] = self.hands.map(u64::from);
        mix(self.board ^ mix(sente << 16 | gote << 8 | self.to_move as u64))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f)?;
        grid::draw_status(f, self, NAMES)
    }
}

/// A position with the record of the game that led to it.
#[derive(Debug)]
pub struct State {
    position: Position,
    /// Keys of all positions since the record began, the present one last.
    record: Vec<u64>,
    /// Whether this is the third occurrence of the position.
    repeated: bool,
}

impl State {
    fn new(position: Position) -> Self {
        Self {
            position,
            record: vec![position.key()],
            repeated: false,
        }
    }

    /// The position without the record.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of all positions since the record began, the present one last. A search that
    /// judges repetitions on its own path continues this list.
    #[must_use]
    pub fn record(&self) -> &[u64] {
        &self.record
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            record: self.record.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.position = source.position;
        self.record.clone_from(&source.record);
        self.repeated = source.repeated;
    }
}

impl GameState for State {
    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.repeated {
            Some(Outcome::Draw)
        } else {
            self.position.outcome()
        }
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.repeated {
            moves.clear();
        } else {
            self.position.legal_moves(moves);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.repeated && self.position.is_legal(mv)
    }

    fn random_move(&self, rng: &mut Rng, scratch: &mut MoveList) -> Option<Move> {
        if self.repeated {
            None
        } else {
            self.position.random_move(rng, scratch)
        }
    }

    fn play(&mut self, mv: Move) {
        self.position.play(mv);
        let key = self.position.key();
        self.record.push(key);
        self.repeated = self.record.iter().filter(|&&known| known == key).count() >= REPETITIONS;
    }

    fn key(&self) -> u64 {
        self.position.key()
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.draw(f)?;
        grid::draw_status(f, self, NAMES)
    }
}

impl Game for CatchTheLion {
    type State = State;
    type Sim = Position;

    fn name(&self) -> &'static str {
        "lion"
    }

    fn player_names(&self) -> [&'static str; 2] {
        NAMES
    }

    fn initial(&self) -> State {
        State::new(self.new_sim())
    }

    fn new_sim(&self) -> Position {
        Position::INITIAL
    }

    #[inline]
    fn load(&self, state: &State, sim: &mut Position) {
        *sim = state.position;
    }

    fn move_space(&self) -> usize {
        PLACE_OF.len()
    }

    /// The bound that the module derives.
    fn max_moves(&self) -> usize {
        43
    }

    /// Uniform playouts from the start take 12 moves on average; of ten million none took
    /// more than 143.
    fn max_playout_length(&self) -> usize {
        200
    }

    fn format_move(&self, mv: Move) -> String {
        let name = |square: usize| grid::square_name(square / WIDTH, square % WIDTH);
        let (from, to) = (mv.index() / SQUARES, mv.index() % SQUARES);
        match from.checked_sub(SQUARES) {
            None => name(from) + &name(to),
            Some(kind) => format!("{}*{}", KIND_LETTERS[kind], name(to)),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let read = || {
            let (from, rest) = match text.split_once('*') {
                Some((piece, rest)) => {
                    let kind = KIND_LETTERS[..LION].iter().position(|known| {
                        piece.len() == 1 && piece.chars().all(|c| c.eq_ignore_ascii_case(known))
                    })?;
                    (SQUARES + kind, rest)
                }
                None => {
                    let (row, column, rest) = grid::square(text, WIDTH, HEIGHT)?;
                    (WIDTH * row + column, rest)
                }
            };
            let (row, column, rest) = grid::square(rest, WIDTH, HEIGHT)?;
            rest.is_empty()
                .then_some(Move((SQUARES * from + WIDTH * row + column) as u16))
        };
        read().ok_or_else(|| {
            ParseError::new(format!(
                "{text:?} is neither a move, as b2b3, nor a drop, as C*b2"
            ))
        })
    }

    /// The rows from the top, the pieces in hand (`-` for none) and the side to move, Sente's
    /// pieces as capitals: `gle/1c1/1C1/ELG - s`.
    fn format_state(&self, state: &State) -> String {
        let position = state.position;
        let board = grid::write(WIDTH, HEIGHT, |row, column| {
            position.letter(WIDTH * row + column)
        });
        let hands = Player::BOTH.map(|player| position.hand(player)).concat();
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{board} {hands} {}", SIDES[position.to_move.index()])
    }

    fn parse_state(&self, text: &str) -> Result<State, ParseError> {
        parse_position(text).map(State::new)
    }

    /// Repetition.
    fn moves_made(&self, state: &State) -> usize {
        state.record.len() - 1
    }

    fn history_dependent(&self) -> bool {
        true
    }

    fn past_keys(&self, state: &State, keys: &mut Vec<u64>) {
        keys.clone_from(&state.record);
    }

    fn key_after(&self, sim: &Position, mv: Move) -> Option<u64> {
        let mut next = *sim;
        next.play(mv);
        Some(next.key())
    }

    fn on_repetition(&self, earlier: usize) -> Repetition {
        if earlier + 1 >= REPETITIONS {
            Repetition::Draw
        } else {
            Repetition::Allowed
        }
    }

    /// The board and its mirror image.
    fn symmetries(&self) -> usize {
        2
    }

    fn map_move(&self, symmetry: usize, mv: Move) -> Move {
        if symmetry == 0 {
            return mv;
        }
        let (from, to) = (mv.index() / SQUARES, mv.index() % SQUARES);
        let from = if from < SQUARES { mirror(from) } else { from };
        Move((SQUARES * from + mirror(to)) as u16)
    }

    fn map_state(&self, symmetry: usize, state: &State) -> State {
        State::new(if symmetry == 0 {
            state.position
        } else {
            state.position.mirrored()
        })
    }
}

fn parse_position(text: &str) -> Result<Position, ParseError> {
    let [board, hands, side] = grid::words(text, "gle/1c1/1C1/ELG - s")?;
    let rows = grid::read::<WIDTH, HEIGHT>(board, "LGECHlgech")?;
    let to_move = grid::side(side, SIDES)?;
    let mut board = 0;
    let mut lions = [None; 2];
    let mut held = [0; 2];
    let mut lesser = [0; 3];
    for (square, &letter) in rows.iter().flatten().enumerate() {
        let Some((owner, kind)) = piece_called(letter) else {
            continue;
        };
        board |= piece_on(owner, kind, square);
        match kind {
            LION if lions[owner.index()].replace(square).is_some() => {
                let name = NAMES[owner.index()];
                return Err(ParseError::new(format!("{name} has two Lions in {text:?}")));
            }
            LION => {}
            CHICKEN => lesser[CHICK] += 1,
            _ => lesser[kind] += 1,
        }
    }
    for letter in hands.chars().filter(|_| hands != "-") {
        match piece_called(letter) {
            Some((owner, kind)) if kind < LION && lesser[kind] < 2 => {
                lesser[kind] += 1;
                held[owner.index()] += IN_HAND[kind];
            }
            _ => {
                return Err(ParseError::new(format!(
                    "no {letter:?} can be in hand in {text:?}"
                )));
            }
        }
    }
    if lesser != [2; 3] {
        return Err(ParseError::new(format!(
            "not two Chicks (or Chickens), two Giraffes and two Elephants in {text:?}"
        )));
    }
    let has_won = |player: Player| {
        let arrived =
            lions[player.index()].is_some_and(|square| FAR[player.index()] >> square & 1 == 1);
        arrived || lions[player.other().index()].is_none()
    };
    if has_won(to_move) {
        let name = NAMES[to_move.index()];
        return Err(ParseError::new(format!(
            "{name} is to move and has won already"
        )));
    }
    let won = has_won(to_move.other());
    let position = Position {
        board,
        hands: held,
        to_move,
        won,
    };
    if !won && position.lanes() == [0; 3] {
        let name = NAMES[to_move.index()];
        return Err(ParseError::new(format!(
            "{name} cannot move, which happens in no game"
        )));
    }
    Ok(position)
}
