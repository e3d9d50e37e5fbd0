//! From a file to its games: all at once, or one after the other.

use super::charset;
use super::error::{Place, SgfError};
use super::limits::Limits;
use super::parse::{self, Failure};
use super::tree::GameTree;
use super::value::Value;

/// Warnings kept for one file; a file that earns more is no better understood by reading them.
const MAX_WARNINGS: usize = 100;

/// The games of a file, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    /// The games.
    pub games: Vec<GameTree>,
    /// What had to be put right while reading; the first hundred.
    pub warnings: Vec<SgfError>,
}

impl Collection {
    /// Reads a file.
    ///
    /// # Errors
    /// When there is no game in it, when one cannot be read, or beyond [`Limits::DEFAULT`].
    pub fn read(bytes: &[u8]) -> Result<Self, SgfError> {
        Self::read_within(bytes, &Limits::DEFAULT)
    }

    /// Reads a file within other limits than the usual ones.
    ///
    /// # Errors
    /// When there is no game in it, when one cannot be read, or beyond the limits.
    pub fn read_within(bytes: &[u8], limits: &Limits) -> Result<Self, SgfError> {
        let mut reader = Games::within(bytes, *limits)?;
        let mut games = Vec::new();
        let mut items = 0;
        for game in reader.by_ref() {
            let game = game?;
            items += game.node_count() + game.value_count() + Limits::ITEMS_PER_GAME;
            if items > limits.total_items {
                let place = Place::Game { game: game.game() };
                let message = format!(
                    "more than {} nodes and values in a file",
                    limits.total_items
                );
                return Err(SgfError::new(place, message));
            }
            games.push(game);
        }
        Ok(Self {
            games,
            warnings: reader.warnings,
        })
    }
}

impl From<Vec<GameTree>> for Collection {
    fn from(games: Vec<GameTree>) -> Self {
        Self {
            games,
            warnings: Vec::new(),
        }
    }
}

/// Reads a file game by game, holding the text and one game at a time.
///
/// After a game that cannot be read, reading goes on at the next line that starts with `(;`,
/// so one broken line of a large file costs one game.
///
/// ```
/// use tewari_go::sgf::Games;
/// let file = b"(;SZ[9];B[ee])\n(;SZ[9];B[ee)\n(;SZ[9]!)\n(;SZ[13];B[gg])\n";
/// let read: Vec<_> = Games::new(file).unwrap().collect();
/// assert!(read[0].is_ok());
/// assert_eq!(read[1].as_ref().unwrap_err().to_string(), "3:8: unexpected \"!\"");
/// assert!(read[2].is_ok());
/// ```
#[derive(Debug)]
pub struct Games {
    text: String,
    charset: &'static str,
    limits: Limits,
    at: usize,
    game: u32,
    lines: LineCounter,
    warnings: Vec<SgfError>,
}

impl Games {
    /// The games of a file, within the usual limits.
    ///
    /// # Errors
    /// When the file is too large.
    pub fn new(bytes: &[u8]) -> Result<Self, SgfError> {
        Self::within(bytes, Limits::DEFAULT)
    }

    /// The games of a file, within these limits.
    ///
    /// # Errors
    /// When the file is too large.
    pub fn within(bytes: &[u8], limits: Limits) -> Result<Self, SgfError> {
        let most = limits.bytes.min(Limits::MAX_BYTES);
        if bytes.len() > most {
            let message = format!("the file has {} bytes, more than {most}", bytes.len());
            return Err(SgfError::new(Place::File, message));
        }
        let decoded = charset::decode(bytes);
        let warnings = decoded.warning.into_iter();
        Ok(Self {
            text: decoded.text,
            charset: decoded.charset,
            limits,
            at: 0,
            game: 0,
            lines: LineCounter::default(),
            warnings: warnings
                .map(|message| SgfError::new(Place::File, message))
                .collect(),
        })
    }

    /// The name of the character set the file was in.
    #[must_use]
    pub const fn charset(&self) -> &'static str {
        self.charset
    }

    /// What had to be put right so far; the first hundred.
    #[must_use]
    pub fn warnings(&self) -> &[SgfError] {
        &self.warnings
    }

    fn error(&mut self, at: usize, message: impl Into<String>) -> SgfError {
        let (line, column) = self.lines.locate(&self.text, at);
        SgfError::new(Place::Text { line, column }, message)
    }

    fn warn(&mut self, at: usize, message: impl Into<String>) {
        if self.warnings.len() < MAX_WARNINGS {
            let warning = self.error(at, message);
            self.warnings.push(warning);
        }
    }

    /// Where the next game starts; text before it is passed by.
    fn next_start(&mut self) -> Option<usize> {
        let from = self.at;
        let start = parse::find_game(&self.text, from);
        let end = start.unwrap_or(self.text.len());
        let between = &self.text[from..end];
        let odd = between.find(|c: char| !c.is_whitespace() && c != '\0' && c != '\x1a');
        self.at = end;
        if let Some(odd) = odd
            && !(self.game == 0 && start.is_none())
        {
            self.warn(from + odd, "text outside of any game was skipped");
        }
        start
    }

    fn parse(&mut self, start: usize) -> Result<GameTree, SgfError> {
        match parse::parse_game(&self.text, start, self.game, &self.limits) {
            Ok(parsed) => {
                self.at = parsed.end;
                if parsed.unclosed > 0 {
                    let message = match parsed.unclosed {
                        1 => "a closing parenthesis was missing".to_owned(),
                        n => format!("{n} closing parentheses were missing"),
                    };
                    self.warn(parsed.end, message);
                }
                Ok(stated_as_unicode(parsed.tree))
            }
            Err(Failure { at, message, last }) => {
                let next = if last {
                    None
                } else {
                    parse::find_next_line(&self.text, at)
                };
                self.at = next.unwrap_or(self.text.len());
                Err(self.error(at, message))
            }
        }
    }
}

impl Iterator for Games {
    type Item = Result<GameTree, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(start) = self.next_start() else {
            let nothing = self.game == 0;
            self.game = self.game.max(1);
            return nothing.then(|| Err(SgfError::new(Place::File, "no game found, no \"(;\"")));
        };
        self.game += 1;
        Some(self.parse(start))
    }
}

/// Makes the tree say that its text is Unicode, if it says anything or needs to.
fn stated_as_unicode(mut tree: GameTree) -> GameTree {
    let root = tree.root();
    let stated = tree
        .get(root, "CA")
        .map(|property| property.first().trimmed());
    let right = match stated {
        Some(name) => name.eq_ignore_ascii_case("utf-8"),
        None => tree.is_ascii(),
    };
    if !right {
        // Cannot fail: the name of the property is well formed.
        let _ = tree.set(root, "CA", [Value::text("UTF-8")]);
    }
    tree
}

/// Finds lines and columns, going on from the last place asked for: all questions together
/// cost one pass over the text.
#[derive(Debug, Default)]
struct LineCounter {
    /// Start of a line.
    start: usize,
    /// Lines before it.
    before: u32,
}

impl LineCounter {
    fn locate(&mut self, text: &str, at: usize) -> (u32, u32) {
        if at < self.start {
            *self = Self::default();
        }
        while let Some(found) = text[self.start..at].find('\n') {
            self.start += found + 1;
            self.before += 1;
        }
        let column = text[self.start..at].chars().count() as u32;
        (self.before + 1, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let text = "äöü\nx(\r\n\n ;";
        let mut lines = LineCounter::default();
        assert_eq!(lines.locate(text, 0), (1, 1));
        assert_eq!(lines.locate(text, 6), (1, 4));
        assert_eq!(lines.locate(text, 8), (2, 2));
        assert_eq!(lines.locate(text, 13), (4, 2));
        assert_eq!(lines.locate(text, 0), (1, 1));
    }
}
