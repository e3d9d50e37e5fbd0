//! What a record says about the game beside the moves.

use super::outcome::GameResult;
use super::tree::GameTree;

/// What the caller knows about a game and its position does not. What is left out is not
/// written; more can be added to the tree with [`GameTree::set_text`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// Black's name, `PB`.
    pub black: Option<String>,
    /// White's name, `PW`.
    pub white: Option<String>,
    /// The result, `RE`.
    pub result: Option<GameResult>,
    /// When the game was played, `DT`: by the standard in the form `2026-11-15`.
    pub date: Option<String>,
    /// Main time in seconds, `TM`.
    pub main_time: Option<f64>,
    /// What follows main time, `OT`, such as `5x30 byo-yomi`.
    pub overtime: Option<String>,
}

impl Header {
    /// The properties, in the order they are written in.
    pub(super) fn properties(&self) -> impl Iterator<Item = (&'static str, String)> {
        let text = |text: &Option<String>| text.as_deref().map(one_line);
        [
            ("PB", text(&self.black)),
            ("PW", text(&self.white)),
            ("RE", self.result.map(|result| result.to_string())),
            ("DT", text(&self.date)),
            ("TM", self.main_time.map(|seconds| seconds.to_string())),
            ("OT", text(&self.overtime)),
        ]
        .into_iter()
        .filter_map(|(ident, text)| Some((ident, text?)))
    }
}

/// Line ends mean blanks in these properties; better to write what is meant.
fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

impl GameTree {
    /// What a record says of these things.
    #[must_use]
    pub fn header(&self) -> Header {
        use crate::point::Color::{Black, White};
        Header {
            black: self.player(Black),
            white: self.player(White),
            result: self.result().ok().flatten(),
            date: self.date(),
            main_time: self.main_time().ok().flatten(),
            overtime: self.overtime(),
        }
    }
}
