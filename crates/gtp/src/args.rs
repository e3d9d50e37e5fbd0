//! The arguments of a command, read with the tolerance that front ends need: any letter case
//! in colours and points, any number of blanks between words.

use tewari_go::{Color, Point, Size, coord};

use crate::response::Failure;

/// The text that GTP's reference implementation answers to a move it cannot read.
pub(crate) const BAD_MOVE: &str = "invalid color or coordinate";

/// What follows the name of a command.
#[derive(Clone, Copy)]
pub(crate) struct Args<'a>(&'a str);

/// A stone of a list `C V C V …`: what [`Args::stones`] reads.
pub(crate) type Stone = (Color, Point);

impl<'a> Args<'a> {
    pub(crate) const fn new(rest: &'a str) -> Self {
        Self(rest)
    }

    /// The whole text, blanks between words kept.
    pub(crate) const fn text(self) -> &'a str {
        self.0
    }

    /// The words.
    pub(crate) fn words(self) -> Vec<&'a str> {
        self.0.split_ascii_whitespace().collect()
    }

    /// Fails if there is any argument.
    pub(crate) fn none(self) -> Result<(), Failure> {
        self.exactly::<0>().map(|_| ())
    }

    /// As many words as the caller takes apart, no more and no less.
    pub(crate) fn exactly<const N: usize>(self) -> Result<[&'a str; N], Failure> {
        <[&str; N]>::try_from(self.words()).map_err(|words| {
            let wanted = match N {
                0 => "no argument".to_owned(),
                1 => "1 argument".to_owned(),
                n => format!("{n} arguments"),
            };
            Failure::from(format!("expected {wanted}, got {}", words.len()))
        })
    }

    /// A colour and nothing else.
    pub(crate) fn color(self) -> Result<Color, Failure> {
        let color = self
            .exactly()
            .ok()
            .and_then(|[word]| coord::parse_color(word).ok());
        color.ok_or_else(|| "invalid color".into())
    }

    /// A whole number and nothing else.
    pub(crate) fn number(self) -> Result<u64, Failure> {
        let [word] = self.exactly()?;
        whole_number(word).ok_or_else(|| format!("expected a whole number, got {word:?}").into())
    }

    /// Pairs of colour and vertex, as [`Args::pairs`], none of them a pass or given twice.
    pub(crate) fn stones(self, size: Size) -> Result<Vec<Stone>, Failure> {
        let mut stones: Vec<Stone> = Vec::new();
        for (color, vertex) in self.pairs()? {
            let point = coord::parse_point(size, vertex).map_err(|_| BAD_MOVE)?;
            if stones.iter().any(|&(_, other)| other == point) {
                return Err(format!("{} is given twice", vertex.to_ascii_uppercase()).into());
            }
            stones.push((color, point));
        }
        Ok(stones)
    }

    /// Words in pairs, the first of each a colour.
    pub(crate) fn pairs(self) -> Result<Vec<(Color, &'a str)>, Failure> {
        let words = self.words();
        let pair = |pair: &[&'a str]| match *pair {
            [color, vertex] => Some((coord::parse_color(color).ok()?, vertex)),
            _ => None,
        };
        words
            .chunks(2)
            .map(pair)
            .collect::<Option<_>>()
            .ok_or_else(|| BAD_MOVE.into())
    }

    /// The arguments of a command that takes a file: its name, which may be given in double
    /// quotes or contain blanks without them, and a number behind it if `numbered`.
    ///
    /// # Errors
    /// When something else stands behind a name in quotes.
    pub(crate) fn file(self, numbered: bool) -> Result<(String, Option<u64>), Failure> {
        if let Some((name, rest)) = self
            .0
            .strip_prefix('"')
            .and_then(|rest| rest.split_once('"'))
        {
            let number = whole_number(rest.trim()).filter(|_| numbered);
            if number.is_none() && !rest.trim().is_empty() {
                return Err(format!("unexpected after the file name: {:?}", rest.trim()).into());
            }
            return Ok((name.to_owned(), number));
        }
        Ok(
            match self
                .0
                .rsplit_once(' ')
                .map(|(name, last)| (name.trim(), whole_number(last)))
            {
                Some((name, Some(number))) if numbered => (name.to_owned(), Some(number)),
                _ => (self.0.to_owned(), None),
            },
        )
    }
}

/// Reads digits and nothing else; what no `u64` can hold becomes the largest one.
pub(crate) fn whole_number(word: &str) -> Option<u64> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_checked() {
        assert!(Args::new("").none().is_ok());
        assert_eq!(Args::new(" a  b ").exactly(), Ok(["a", "b"]));
        let message = |failure: Failure| failure.message().to_owned();
        assert_eq!(
            message(Args::new("a").none().unwrap_err()),
            "expected no argument, got 1"
        );
        let error = Args::new("").exactly::<2>().unwrap_err();
        assert_eq!(message(error), "expected 2 arguments, got 0");
    }

    #[test]
    fn numbers_are_digits() {
        assert_eq!(whole_number("019"), Some(19));
        assert_eq!(whole_number(&"9".repeat(30)), Some(u64::MAX));
        for junk in ["", "-1", "+1", "1.0", "x", "١"] {
            assert_eq!(whole_number(junk), None, "{junk}");
        }
    }

    #[test]
    fn files_may_be_quoted_and_numbered() {
        let file = |text, numbered| {
            let (name, number) = Args::new(text).file(numbered).unwrap();
            (name, number)
        };
        assert_eq!(file("a.sgf", true), ("a.sgf".into(), None));
        assert_eq!(file("a.sgf 12", true), ("a.sgf".into(), Some(12)));
        assert_eq!(file("my game.sgf", true), ("my game.sgf".into(), None));
        assert_eq!(
            file("\"my game 2.sgf\" 12", true),
            ("my game 2.sgf".into(), Some(12))
        );
        assert_eq!(file("game 12", false), ("game 12".into(), None));
        assert_eq!(
            file("C:\\games\\a.sgf", true),
            ("C:\\games\\a.sgf".into(), None)
        );
    }
}
