//! Points and moves as SGF writes them: two letters, column then row from the *top*.
//!
//! On 9×9, `aa` is A9 and `ai` is A1. A pass is an empty value; `tt` also is one on boards up
//! to 19×19, where no such point exists.

use tewari_game::Move;

use super::value::{Value, ValueRef};
use crate::point::{PASS, Point, Size};

/// Boards up to this size take `tt` for a pass.
const LARGEST_WITH_TT: u8 = 19;

/// The point called `text`, if it is on the board.
pub(super) fn parse_point(size: Size, text: &str) -> Option<Point> {
    let &[column, row] = text.as_bytes() else {
        return None;
    };
    let number = |letter: u8| letter.is_ascii_lowercase().then(|| letter - b'a');
    size.point(number(column)?, size.get().checked_sub(1 + number(row)?)?)
}

/// The move called `value`, if it is one on this board.
pub(super) fn parse_move(size: Size, value: ValueRef<'_>) -> Option<Move> {
    match value.trimmed() {
        "" => Some(PASS),
        "tt" if size.get() <= LARGEST_WITH_TT => Some(PASS),
        text => parse_point(size, text).map(Point::to_move),
    }
}

/// The corners of what a value of a point list names: one point, or a rectangle `aa:cc`.
pub(super) fn parse_rectangle(size: Size, value: ValueRef<'_>) -> Option<[(u8, u8); 2]> {
    let corner = |text: &str| parse_point(size, text).map(|point| size.xy(point));
    let (a, b) = match value.composed() {
        Some((a, b)) => (corner(a.trimmed())?, corner(b.trimmed())?),
        None => (corner(value.trimmed())?, corner(value.trimmed())?),
    };
    Some([(a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1))])
}

/// A point's two letters.
fn letters(size: Size, point: Point) -> String {
    let (x, y) = size.xy(point);
    [x, size.get() - 1 - y]
        .iter()
        .map(|&n| char::from(b'a' + n))
        .collect()
}

impl Value {
    /// A point of a board of this size.
    #[must_use]
    pub fn point(size: Size, point: Point) -> Self {
        Self::text(&letters(size, point))
    }

    /// A move on a board of this size; a pass is the empty value.
    #[must_use]
    pub fn play(size: Size, mv: Move) -> Self {
        size.point_of(mv)
            .map_or_else(|| Self::text(""), |point| Self::point(size, point))
    }

    /// A label on a point, for the property `LB`.
    #[must_use]
    pub fn label(size: Size, point: Point, text: &str) -> Self {
        Self::composed(&letters(size, point), text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord;

    #[test]
    fn points_round_trip_on_every_size() {
        for n in 2..=25 {
            let size = Size::new(n).unwrap();
            for point in size.points() {
                let value = Value::point(size, point);
                assert_eq!(
                    parse_move(size, ValueRef::new(value.raw())),
                    Some(point.to_move())
                );
            }
        }
    }

    #[test]
    fn rows_count_from_the_top() {
        let size = Size::new(9).unwrap();
        let read = |text| parse_point(size, text).map(|point| coord::format_point(size, point));
        assert_eq!(read("aa").as_deref(), Some("A9"));
        assert_eq!(read("ai").as_deref(), Some("A1"));
        assert_eq!(read("ia").as_deref(), Some("J9"));
        for junk in ["", "a", "aj", "ja", "aaa", "A1", "é"] {
            assert_eq!(read(junk), None, "{junk}");
        }
    }

    #[test]
    fn tt_passes_where_it_is_no_point() {
        let read = |n, text| parse_move(Size::new(n).unwrap(), ValueRef::new(text));
        assert_eq!(read(9, "tt"), Some(PASS));
        assert_eq!(read(19, "tt"), Some(PASS));
        assert_eq!(read(19, " "), Some(PASS));
        assert_ne!(read(20, "tt"), Some(PASS));
        assert_eq!(read(9, "jj"), None);
    }

    #[test]
    fn rectangles_have_two_corners_in_any_order() {
        let size = Size::new(9).unwrap();
        let read = |text| parse_rectangle(size, ValueRef::new(text));
        assert_eq!(read("aa:cb"), Some([(0, 7), (2, 8)]));
        assert_eq!(read("cb:aa"), read("aa:cb"));
        assert_eq!(read("ee"), Some([(4, 4), (4, 4)]));
        assert_eq!(read("aa:zz"), None);
        assert_eq!(read("aa\\:bb"), None);
    }
}
