//! The result of a game, property `RE`.

use std::fmt;

use crate::point::Color;
use crate::score::Score;

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum WinBy {
    /// By this many points, more than 0.
    Points(f64),
    /// The loser resigned.
    Resignation,
    /// The loser had no time left.
    Time,
    /// The loser forfeited the game, or a rule was broken.
    Forfeit,
    /// The record does not say.
    Unstated,
}

/// How a game ended, as the property `RE` tells it.
///
/// ```
/// use tewari_go::{Color, sgf::{GameResult, WinBy}};
/// let result = GameResult::parse("W+Resign").unwrap();
/// assert_eq!(result, GameResult::Win(Color::White, WinBy::Resignation));
/// assert_eq!(result.to_string(), "W+R");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GameResult {
    /// Somebody won.
    Win(Color, WinBy),
    /// Nobody won: jigo.
    Draw,
    /// The game has no result, or play was suspended.
    Void,
    /// The result is not known: `?`.
    Unknown,
}

impl GameResult {
    /// Reads a result such as `B+3.5`, `W+R`, `B+Time`, `0`, `Draw`, `Void` or `?`, in any
    /// letter case, with comma decimals; `None` if the text is no result.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.trim().to_lowercase();
        match lower.as_str() {
            "0" | "draw" | "jigo" | "d" => return Some(Self::Draw),
            "void" | "v" => return Some(Self::Void),
            "?" | "unknown" => return Some(Self::Unknown),
            _ => {}
        }
        let (winner, how) = lower.split_once('+')?;
        let winner = match winner.trim() {
            "b" | "black" => Color::Black,
            "w" | "white" => Color::White,
            _ => return None,
        };
        let by = match how.trim() {
            "" | "?" => WinBy::Unstated,
            "r" | "res" | "resign" | "resigned" | "resignation" => WinBy::Resignation,
            "t" | "time" | "timeout" => WinBy::Time,
            "f" | "forfeit" => WinBy::Forfeit,
            points => {
                let points: f64 = decimal(points)?;
                if points == 0.0 {
                    return Some(Self::Draw);
                }
                (points > 0.0).then_some(WinBy::Points(points))?
            }
        };
        Some(Self::Win(winner, by))
    }

    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        match self {
            Self::Win(color, _) => Some(*color),
            _ => None,
        }
    }
}

/// Reads a number of plain digits, with a point or a comma.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
    if !text.chars().all(plain) {
        return None;
    }
    text.replace(',', ".")
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

impl From<Score> for GameResult {
    fn from(score: Score) -> Self {
        score.winner().map_or(Self::Draw, |winner| {
            Self::Win(winner, WinBy::Points(score.points().abs()))
        })
    }
}

/// As the standard writes it.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            Self::Win(Color::Black, by) => ('B', by),
            Self::Win(Color::White, by) => ('W', by),
            Self::Draw => return f.write_str("0"),
            Self::Void => return f.write_str("Void"),
            Self::Unknown => return f.write_str("?"),
        };
        write!(f, "{winner}+")?;
        match by {
            WinBy::Points(points) => write!(f, "{points}"),
            WinBy::Resignation => f.write_str("R"),
            WinBy::Time => f.write_str("T"),
            WinBy::Forfeit => f.write_str("F"),
            WinBy::Unstated => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_all_their_spellings() {
        use Color::{Black, White};
        let win = |color, by| Some(GameResult::Win(color, by));
        for (text, result, written) in [
            ("B+R", win(Black, WinBy::Resignation), "B+R"),
            ("b+resign", win(Black, WinBy::Resignation), "B+R"),
            ("W+T", win(White, WinBy::Time), "W+T"),
            ("W+Time", win(White, WinBy::Time), "W+T"),
            ("B+F", win(Black, WinBy::Forfeit), "B+F"),
            ("W+Forfeit", win(White, WinBy::Forfeit), "W+F"),
            ("B+", win(Black, WinBy::Unstated), "B+"),
            ("B+3.5", win(Black, WinBy::Points(3.5)), "B+3.5"),
            ("W+0,75", win(White, WinBy::Points(0.75)), "W+0.75"),
            (" White + 12 ", win(White, WinBy::Points(12.0)), "W+12"),
            ("B+0", Some(GameResult::Draw), "0"),
            ("0", Some(GameResult::Draw), "0"),
            ("Draw", Some(GameResult::Draw), "0"),
            ("Void", Some(GameResult::Void), "Void"),
            ("?", Some(GameResult::Unknown), "?"),
        ] {
            assert_eq!(GameResult::parse(text), result, "{text}");
            assert_eq!(result.unwrap().to_string(), written);
            assert_eq!(GameResult::parse(written), result);
        }
        for junk in [
            "", "B", "B+x", "B+-3", "+R", "B+inf", "B+1e9", "X+R", "B+3..5",
        ] {
            assert_eq!(GameResult::parse(junk), None, "{junk}");
        }
    }

    #[test]
    fn scores_become_results() {
        assert_eq!(GameResult::from(Score(7)).to_string(), "B+3.5");
        assert_eq!(GameResult::from(Score(-1)).to_string(), "W+0.5");
        assert_eq!(GameResult::from(Score(0)).to_string(), "0");
    }
}
