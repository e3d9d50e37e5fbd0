//! Boards as text: one line of rows for files and tests, a drawing for people.

use std::fmt;

use tewari_game::{GameState, Outcome, ParseError, Player};

/// An empty square, in memory and in drawings.
pub(crate) const EMPTY: char = '.';

/// Writes rows separated by `/`, top row first, runs of empty squares as numbers.
///
/// `at(row, column)` tells what stands there, with row 0 at the bottom.
pub(crate) fn write(width: usize, height: usize, at: impl Fn(usize, usize) -> char) -> String {
    let mut text = String::new();
    for row in (0..height).rev() {
        let mut run = 0;
        for column in 0..width {
            let piece = at(row, column);
            if piece == EMPTY {
                run += 1;
            } else {
                flush(&mut text, &mut run);
                text.push(piece);
            }
        }
        flush(&mut text, &mut run);
        if row > 0 {
            text.push('/');
        }
    }
    text
}

fn flush(text: &mut String, run: &mut usize) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

/// Reads what [`write`] writes: `W` columns, `H` rows, squares by `[row][column]` with row 0
/// at the bottom. Only `pieces` may stand on the board.
pub(crate) fn read<const W: usize, const H: usize>(
    text: &str,
    pieces: &str,
) -> Result<[[char; W]; H], ParseError> {
    let mut board = [[EMPTY; W]; H];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != H {
        return Err(ParseError::new(format!(
            "{} rows instead of {H} in {text:?}",
            rows.len()
        )));
    }
    for (squares, row) in board.iter_mut().rev().zip(rows) {
        let mut column = 0;
        for c in row.chars() {
            match c.to_digit(10) {
                Some(run) => column += run as usize,
                None if pieces.contains(c) => {
                    if let Some(square) = squares.get_mut(column) {
                        *square = c;
                    }
                    column += 1;
                }
                None => return Err(ParseError::new(format!("no piece {c:?} in row {row:?}"))),
            }
        }
        if column != W {
            return Err(ParseError::new(format!(
                "row {row:?} has {column} squares, not {W}"
            )));
        }
    }
    Ok(board)
}

/// Splits a position into exactly `N` words.
pub(crate) fn words<'a, const N: usize>(
    text: &'a str,
    example: &str,
) -> Result<[&'a str; N], ParseError> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    words.try_into().map_err(|_| {
        ParseError::new(format!(
            "a position has {N} parts, as in {example:?}, not as in {text:?}"
        ))
    })
}

/// Which of the two `letters` the side to move is given by.
pub(crate) fn side(word: &str, letters: [char; 2]) -> Result<Player, ParseError> {
    let player = Player::BOTH
        .into_iter()
        .find(|player| word.chars().eq([letters[player.index()]]));
    player.ok_or_else(|| {
        ParseError::new(format!(
            "the side to move is {:?} or {:?}, not {word:?}",
            letters[0], letters[1]
        ))
    })
}

/// Reads a square such as `b3` at the start of `text`, in any letter case, and gives it as
/// `(row, column)` with the rest of the text. Row 1 is row 0.
pub(crate) fn square(text: &str, width: usize, height: usize) -> Option<(usize, usize, &str)> {
    let mut chars = text.chars();
    let column = (chars.next()?.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
    let row = (chars.next()?.to_digit(10)? as usize).checked_sub(1)?;
    (column < width && row < height).then_some((row, column, chars.as_str()))
}

/// The name of a square, `b3`.
pub(crate) fn square_name(row: usize, column: usize) -> String {
    format!("{}{}", file(column), row + 1)
}

/// The letter of a column.
pub(crate) fn file(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// Draws a board in plain ASCII, with the rows' numbers at the left and `files` below.
/// `rows` are given from the top, each with its number.
pub(crate) fn draw(
    f: &mut fmt::Formatter<'_>,
    rows: impl Iterator<Item = usize>,
    files: &str,
    at: impl Fn(usize, usize) -> char,
) -> fmt::Result {
    for row in rows {
        write!(f, "{}", row + 1)?;
        for column in 0..files.len() {
            write!(f, " {}", at(row, column))?;
        }
        writeln!(f)?;
    }
    write!(f, " ")?;
    for file in files.chars() {
        write!(f, " {file}")?;
    }
    writeln!(f)
}

/// Draws the last line below a board: who is to move, or how the game ended.
pub(crate) fn draw_status(
    f: &mut fmt::Formatter<'_>,
    state: &impl GameState,
    names: [&str; 2],
) -> fmt::Result {
    match state.outcome() {
        None => write!(f, "{} to move", names[state.to_move().index()]),
        Some(Outcome::Draw) => write!(f, "draw"),
        Some(Outcome::Win(player)) => write!(f, "{} wins", names[player.index()]),
    }
}
