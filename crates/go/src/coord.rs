//! Points as people and GTP write them: a column letter without I, and the rank.

use tewari_game::{Move, ParseError};

use crate::point::{Color, MAX_SIZE, PASS, Point, Size};

/// Column letters; I is left out, as everywhere in Go.
const COLUMNS: &[u8; MAX_SIZE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The letter of a column, counted from 0.
#[must_use]
pub const fn column_letter(x: u8) -> char {
    COLUMNS[x as usize] as char
}

/// Writes a point as `D4`.
#[must_use]
pub fn format_point(size: Size, point: Point) -> String {
    let (x, y) = size.xy(point);
    format!("{}{}", column_letter(x), y + 1)
}

/// Writes a move as `D4` or `pass`.
#[must_use]
pub fn format_move(size: Size, mv: Move) -> String {
    size.point_of(mv)
        .map_or_else(|| "pass".to_owned(), |point| format_point(size, point))
}

/// Reads a point such as `d4`, in any letter case.
///
/// # Errors
/// When the text is no point of a board of this size.
pub fn parse_point(size: Size, text: &str) -> Result<Point, ParseError> {
    let bad = || {
        let n = size.get();
        ParseError::new(format!(
            "{text:?} is no point of a {n}x{n} board (A1 to {}{n})",
            column_letter(n - 1)
        ))
    };
    let (letter, rank) = text.split_at_checked(1).ok_or_else(bad)?;
    let letter = letter.as_bytes()[0].to_ascii_uppercase();
    let x = COLUMNS.iter().position(|&c| c == letter).ok_or_else(bad)?;
    if !rank.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(bad());
    }
    let y: u8 = rank.parse().map_err(|_| bad())?;
    y.checked_sub(1)
        .and_then(|y| size.point(x as u8, y))
        .ok_or_else(bad)
}

/// Reads a move: a point or `pass`, in any letter case.
///
/// # Errors
/// When the text is neither.
pub fn parse_move(size: Size, text: &str) -> Result<Move, ParseError> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(PASS);
    }
    parse_point(size, text).map(Point::to_move)
}

/// Reads a colour: `b`, `w`, `black` or `white`, in any letter case.
///
/// # Errors
/// When the text is no colour.
pub fn parse_color(text: &str) -> Result<Color, ParseError> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(ParseError::new(format!(
            "{text:?} is no colour (black or white)"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_round_trip_on_every_size() {
        for n in 2..=25 {
            let size = Size::new(n).unwrap();
            for point in size.points() {
                let text = format_point(size, point);
                assert_eq!(parse_point(size, &text), Ok(point));
                assert_eq!(parse_point(size, &text.to_lowercase()), Ok(point));
            }
        }
    }

    #[test]
    fn the_letter_i_is_skipped() {
        let size = Size::new(19).unwrap();
        assert_eq!(parse_point(size, "j1"), Ok(size.point(8, 0).unwrap()));
        assert!(parse_point(size, "i1").is_err());
    }

    #[test]
    fn junk_is_refused_with_the_text_in_the_message() {
        let size = Size::new(9).unwrap();
        for junk in [
            "", "d", "4", "d0", "d10", "k1", "d+4", "d4x", "é4", "d 4", "d99999", "resign",
        ] {
            let error = parse_move(size, junk).unwrap_err();
            assert!(error.0.contains(junk) && !error.0.contains('\n'), "{error}");
        }
    }

    #[test]
    fn colors_in_any_case() {
        assert_eq!(parse_color("B"), Ok(Color::Black));
        assert_eq!(parse_color("wHiTe"), Ok(Color::White));
        assert!(parse_color("blue").is_err());
    }
}
