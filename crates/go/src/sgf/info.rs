//! What the root of a record tells about the game.
//!
//! A property that is absent or empty is `None`; one that cannot be understood is an error
//! that repeats it. The value itself stays in the tree either way.

use super::error::{Place, SgfError, shown};
use super::outcome::{GameResult, decimal};
use super::ruleset;
use super::tree::GameTree;
use crate::point::{Color, MAX_SIZE, MIN_SIZE, Size};
use crate::rules::{Komi, Rules};

/// The number that property `GM` gives to Go.
const GO: &str = "1";
/// The board's size if `SZ` is absent.
const DEFAULT_SIZE: Size = Size::new(19).unwrap();

impl GameTree {
    /// A property of the root as one line of text.
    #[must_use]
    pub fn info(&self, ident: &str) -> Option<String> {
        let property = self.get(self.root(), ident)?;
        let text = property.first().simple_text();
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    pub(super) fn info_error(&self, ident: &str, text: &str, why: &str) -> SgfError {
        let message = format!("{ident}[{}]: {why}", shown(text));
        SgfError::new(Place::Game { game: self.game() }, message)
    }

    /// Checks that this is a record of Go: `GM` is 1 or absent.
    ///
    /// # Errors
    /// When it is a record of another game.
    pub fn check_go(&self) -> Result<(), SgfError> {
        match self.info("GM") {
            Some(game) if game != GO => Err(self.info_error("GM", &game, "not a game of Go")),
            _ => Ok(()),
        }
    }

    /// The board's size, `SZ`; 19 if absent.
    ///
    /// # Errors
    /// When the board is not square or of a size that is not served.
    pub fn size(&self) -> Result<Size, SgfError> {
        let Some(text) = self.info("SZ") else {
            return Ok(DEFAULT_SIZE);
        };
        let fail = |why: &str| self.info_error("SZ", &text, why);
        let number = |text: &str| text.trim().parse::<u8>().ok();
        let (width, height) = match text.split_once(':') {
            Some((width, height)) => (number(width), number(height)),
            None => (number(&text), number(&text)),
        };
        if width != height && width.is_some() && height.is_some() {
            return Err(fail("only square boards are served"));
        }
        let range = || format!("the board's size must be a number from {MIN_SIZE} to {MAX_SIZE}");
        width
            .zip(height)
            .and_then(|(n, _)| Size::new(n))
            .ok_or_else(|| fail(&range()))
    }

    /// Komi, `KM`; see [`komi_is_guess`](Self::komi_is_guess) for what is read between the
    /// lines.
    ///
    /// # Errors
    /// When the text is no number that komi could be.
    pub fn komi(&self) -> Result<Option<Komi>, SgfError> {
        let Some(text) = self.info("KM") else {
            return Ok(None);
        };
        let fail = |why: &str| self.info_error("KM", &text, why);
        let points = decimal(&text).ok_or_else(|| fail("komi must be a number"))?;
        Komi::from_points(plausible(points, &text))
            .map(Some)
            .map_err(|_| fail("komi must be a multiple of 0.5 of a possible size"))
    }

    /// Whether [`komi`](Self::komi) is not what `KM` says literally.
    ///
    /// Two habits of Chinese servers are recognised, for no game is played with such komi:
    /// whole numbers from 100 on are hundredths, and odd multiples of a quarter count pairs of
    /// points. So `KM[3.75]`, `KM[375]` and `KM[750]` all are 7.5; `KM[375.0]` is 375.
    #[must_use]
    pub fn komi_is_guess(&self) -> bool {
        let stated = self.info("KM").and_then(|text| decimal(&text));
        let read = self.komi().ok().flatten();
        stated
            .zip(read)
            .is_some_and(|(stated, read)| read.points() != stated)
    }

    /// How many handicap stones `HA` names; 0 if absent.
    ///
    /// # Errors
    /// When the text is no number.
    pub fn handicap(&self) -> Result<u32, SgfError> {
        let Some(text) = self.info("HA") else {
            return Ok(0);
        };
        text.parse()
            .map_err(|_| self.info_error("HA", &text, "handicap must be a number"))
    }

    /// The rules, `RU`.
    ///
    /// # Errors
    /// When there are rules by that name elsewhere but not here.
    pub fn rules(&self) -> Result<Option<Rules>, SgfError> {
        let Some(text) = self.info("RU") else {
            return Ok(None);
        };
        let unknown = || self.info_error("RU", &text, "these rules are not known");
        ruleset::parse(&text).map(Some).ok_or_else(unknown)
    }

    /// A player's name, `PB` or `PW`.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<String> {
        self.info(match color {
            Color::Black => "PB",
            Color::White => "PW",
        })
    }

    /// A player's rank, `BR` or `WR`.
    #[must_use]
    pub fn rank(&self, color: Color) -> Option<String> {
        self.info(match color {
            Color::Black => "BR",
            Color::White => "WR",
        })
    }

    /// The result, `RE`.
    ///
    /// # Errors
    /// When the text is no result.
    pub fn result(&self) -> Result<Option<GameResult>, SgfError> {
        let Some(text) = self.info("RE") else {
            return Ok(None);
        };
        let unknown = || self.info_error("RE", &text, "not a result");
        GameResult::parse(&text).map(Some).ok_or_else(unknown)
    }

    /// Main time in seconds, `TM`.
    ///
    /// # Errors
    /// When the text is no number of seconds.
    pub fn main_time(&self) -> Result<Option<f64>, SgfError> {
        let Some(text) = self.info("TM") else {
            return Ok(None);
        };
        let fail = || self.info_error("TM", &text, "time must be a number of seconds");
        decimal(&text)
            .filter(|&seconds| seconds >= 0.0)
            .map(Some)
            .ok_or_else(fail)
    }

    /// What follows main time, `OT`, in the words of the record.
    #[must_use]
    pub fn overtime(&self) -> Option<String> {
        self.info("OT")
    }

    /// When the game was played, `DT`, in the words of the record.
    #[must_use]
    pub fn date(&self) -> Option<String> {
        self.info("DT")
    }
}

/// The komi that a number in `KM` means, see [`GameTree::komi_is_guess`].
fn plausible(stated: f64, text: &str) -> f64 {
    let hundredths = (100.0..10_000.0).contains(&stated.abs()) && !text.contains(['.', ',']);
    let points = if hundredths { stated / 100.0 } else { stated };
    if (points * 4.0).fract() == 0.0 && (points * 2.0).fract() != 0.0 {
        points * 2.0
    } else {
        points
    }
}

/// Komi as `KM` tells it: from 100 on with a decimal point, so that it is not mistaken for
/// hundredths.
pub(super) fn format_komi(komi: Komi) -> String {
    if komi.points().abs() < 100.0 {
        komi.to_string()
    } else {
        format!("{:.1}", komi.points())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(ident: &str, text: &str) -> GameTree {
        let mut tree = GameTree::new();
        tree.set_text(tree.root(), ident, text).unwrap();
        tree
    }

    #[test]
    fn sizes_are_square() {
        let size = |text| {
            with("SZ", text)
                .size()
                .map(Size::get)
                .map_err(|error| error.to_string())
        };
        assert_eq!(GameTree::new().size().unwrap().get(), 19);
        assert_eq!(
            (size("9"), size(" 13 "), size("9:9")),
            (Ok(9), Ok(13), Ok(9))
        );
        assert_eq!(
            size("9:13"),
            Err("SZ[9:13]: only square boards are served".into())
        );
        for text in ["1", "26", "x", "300", "9:", "-9"] {
            let error = size(text).unwrap_err();
            assert!(
                error.contains(&format!("SZ[{text}]")) && error.contains("2 to 25"),
                "{error}"
            );
        }
    }

    #[test]
    fn komi_in_many_spellings() {
        let komi = |text| with("KM", text).komi().map(|komi| komi.map(Komi::points));
        assert_eq!(GameTree::new().komi(), Ok(None));
        assert_eq!(komi(""), Ok(None));
        for (text, points) in [
            ("6.5", 6.5),
            ("6,5", 6.5),
            ("0", 0.0),
            ("-3.50", -3.5),
            ("7", 7.0),
        ] {
            assert_eq!(komi(text), Ok(Some(points)), "{text}");
            assert!(!with("KM", text).komi_is_guess(), "{text}");
        }
        for (text, points) in [("3.75", 7.5), ("375", 7.5), ("650", 6.5), ("2.75", 5.5)] {
            assert_eq!(komi(text), Ok(Some(points)), "{text}");
            assert!(with("KM", text).komi_is_guess(), "{text}");
        }
        for text in ["x", "6.3", "six", "6.5.5", "99999999"] {
            let error = komi(text).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("KM[{text}]: komi must be")),
                "{error}"
            );
        }
    }

    #[test]
    fn any_komi_survives_writing() {
        for halves in -2000..=2000 {
            let komi = Komi::from_points(f64::from(halves) / 2.0).unwrap();
            let tree = with("KM", &format_komi(komi));
            assert_eq!((tree.komi(), tree.komi_is_guess()), (Ok(Some(komi)), false));
        }
    }

    #[test]
    fn other_information() {
        assert_eq!(with("HA", "4").handicap(), Ok(4));
        assert_eq!(with("HA", "").handicap(), Ok(0));
        assert!(with("HA", "two").handicap().is_err());
        assert_eq!(with("RU", "Japanese").rules(), Ok(Some(Rules::JAPANESE)));
        assert!(
            with("RU", "GOE")
                .rules()
                .unwrap_err()
                .to_string()
                .contains("RU[GOE]")
        );
        assert_eq!(with("TM", "1800.5").main_time(), Ok(Some(1800.5)));
        assert!(with("TM", "1h").main_time().is_err());
        assert_eq!(
            with("OT", "5x30 byo-yomi").overtime().as_deref(),
            Some("5x30 byo-yomi")
        );
        assert_eq!(
            with("PW", "two\nlines").player(Color::White).as_deref(),
            Some("two lines")
        );
        assert_eq!(with("BR", "9d").rank(Color::Black).as_deref(), Some("9d"));
        assert_eq!(
            with("DT", "2026-11-15").date().as_deref(),
            Some("2026-11-15")
        );
        assert!(with("GM", "2").check_go().is_err());
        assert!(with("GM", "1").check_go().is_ok() && GameTree::new().check_go().is_ok());
    }
}
