//! What a person types at the prompt.

use std::path::PathBuf;

use tewari_base::params::suggest;

/// A line, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// Nothing.
    Nothing,
    /// Probably a move, as typed.
    Move(String),
    /// Take the last move back, and the engine's answer.
    Undo,
    /// Say what the engine would play.
    Hint,
    /// List the legal moves.
    Moves,
    /// Draw the board again.
    Board,
    /// Save, perhaps elsewhere.
    Save(Option<PathBuf>),
    /// Say what can be typed.
    Help,
    /// Give the game up.
    Resign,
    /// Leave.
    Quit,
    /// Something else, with what is wrong about it.
    Wrong(String),
}

/// The commands with what they do, in the order of the help.
pub(super) const COMMANDS: [(&str, &str); 9] = [
    // A move in the games that have it, so it is not understood here.
    ("pass", "make no move"),
    ("undo", "take back your last move and the answer to it"),
    ("hint", "what Tewari would play in your place"),
    ("moves", "list the legal moves"),
    ("board", "draw the board again"),
    (
        "save",
        "save now; save FILE keeps the game in FILE from now on",
    ),
    ("resign", "give the game up"),
    ("help", "this list; ? is the same"),
    ("quit", "leave; the game stays saved"),
];

impl Request {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let request = match word.to_lowercase().as_str() {
            "" => Self::Nothing,
            "undo" => Self::Undo,
            "hint" => Self::Hint,
            "moves" => Self::Moves,
            "board" => Self::Board,
            "resign" => Self::Resign,
            "help" | "?" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            "save" => return Self::Save((!rest.is_empty()).then(|| PathBuf::from(rest))),
            _ => return Self::Move(line.to_owned()),
        };
        if rest.is_empty() {
            request
        } else {
            Self::Wrong(format!("\"{word}\" stands alone, without {rest:?}."))
        }
    }
}

/// What to say about text that is neither a command nor a move, where `why` is the game's
/// opinion.
pub(super) fn not_understood(text: &str, why: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or("");
    match suggest(word, COMMANDS.map(|(name, _)| name)) {
        Some(near) => format!("{text:?} is no command or move; did you mean \"{near}\"?"),
        None => format!(
            "{}; \"help\" lists the commands.",
            why.trim_end_matches('.')
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let cases = [
            ("", Request::Nothing),
            ("  \t", Request::Nothing),
            ("d4", Request::Move("d4".into())),
            (" PASS\r\n", Request::Move("PASS".into())),
            ("Undo", Request::Undo),
            ("?", Request::Help),
            ("save", Request::Save(None)),
            (
                "save my game.sgf",
                Request::Save(Some("my game.sgf".into())),
            ),
            (
                "undo 3",
                Request::Wrong("\"undo\" stands alone, without \"3\".".into()),
            ),
        ];
        for (line, expected) in cases {
            assert_eq!(Request::parse(line), expected, "{line:?}");
        }
    }

    #[test]
    fn every_command_of_the_help_is_understood() {
        for (name, _) in COMMANDS.iter().filter(|&&(name, _)| name != "pass") {
            let request = Request::parse(name);
            assert!(
                !matches!(request, Request::Move(_) | Request::Wrong(_)),
                "{name}"
            );
        }
    }

    #[test]
    fn mistakes_get_a_suggestion() {
        assert!(not_understood("udno", "no").ends_with("did you mean \"undo\"?"));
        assert_eq!(
            not_understood("zzz", "no point."),
            "no point; \"help\" lists the commands."
        );
    }
}
