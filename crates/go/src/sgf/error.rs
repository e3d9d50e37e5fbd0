//! What is wrong with a record, and where: always one line of text.

use std::fmt;

use tewari_game::ParseError;

/// Where something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the file as a whole.
    File,
    /// At a character of the decoded text, both counted from 1.
    Text {
        /// The line.
        line: u32,
        /// The character in the line.
        column: u32,
    },
    /// In a game of the file, counted from 1; 0 for a tree that was not read from a file.
    Game {
        /// The game.
        game: u32,
    },
    /// At a move of a game.
    Move {
        /// The game, as in [`Place::Game`].
        game: u32,
        /// The move, counted from 1; set-up after move `n` is reported at `n`, set-up before
        /// the first move at 0.
        number: u32,
    },
}

/// Something wrong with a record: an error, or a warning where the reader could go on.
///
/// ```
/// use tewari_go::sgf::Collection;
/// let error = Collection::read(b"(;SZ[9]\n;B[ee] ? ;W[ef])").unwrap_err();
/// assert_eq!(error.to_string(), "2:8: unexpected \"?\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfError {
    /// Where.
    pub place: Place,
    /// What, in one line, with the offending text.
    pub message: String,
}

impl SgfError {
    pub(super) fn new(place: Place, message: impl Into<String>) -> Self {
        Self {
            place,
            message: message.into(),
        }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::File | Place::Game { game: 0 } | Place::Move { game: 0, number: 0 } => {}
            Place::Text { line, column } => write!(f, "{line}:{column}: ")?,
            Place::Game { game } | Place::Move { game, number: 0 } => write!(f, "game {game}: ")?,
            Place::Move { game: 0, number } => write!(f, "move {number}: ")?,
            Place::Move { game, number } => write!(f, "game {game}, move {number}: ")?,
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for SgfError {}

impl From<SgfError> for ParseError {
    fn from(error: SgfError) -> Self {
        Self::new(error.to_string())
    }
}

/// Longest piece of a file that an error message repeats, in characters: with the place and
/// the reason it still fits one line of a terminal.
const SHOWN: usize = 40;

/// Text from a file as an error message may show it: short, and on one line.
pub(super) fn shown(text: &str) -> String {
    let mut chars = text.chars();
    let mut shown: String = chars
        .by_ref()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_own_words() {
        let say = |place| SgfError::new(place, "bad").to_string();
        assert_eq!(say(Place::File), "bad");
        assert_eq!(
            say(Place::Text {
                line: 3,
                column: 14
            }),
            "3:14: bad"
        );
        assert_eq!(say(Place::Game { game: 2 }), "game 2: bad");
        assert_eq!(
            say(Place::Move { game: 2, number: 7 }),
            "game 2, move 7: bad"
        );
        assert_eq!(say(Place::Move { game: 0, number: 7 }), "move 7: bad");
        assert_eq!(say(Place::Move { game: 2, number: 0 }), "game 2: bad");
    }

    #[test]
    fn text_is_shown_short_and_on_one_line() {
        assert_eq!(shown("a\nb"), "a\\nb");
        let long = shown(&"x".repeat(1000));
        assert_eq!(long.chars().count(), SHOWN + 1);
    }
}
