//! From bytes to commands.
//!
//! A line of GTP is `[id] command [arguments]`. Before it is taken apart, control characters
//! are dropped (so CRLF is no different from LF), tabs become blanks, and what follows a `#`
//! is a comment. One comment means something: GoGui writes `# interrupt` to end the command
//! that is running.

/// A command as it arrived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The number that the response repeats, as it was written.
    pub id: Option<String>,
    /// The name of the command; empty when there was only an id.
    pub name: String,
    /// Everything after the name, without blanks at either end.
    pub rest: String,
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Nothing to answer: blanks or a comment.
    Blank,
    /// The comment `# interrupt`.
    Interrupt,
    /// A command, known or not.
    Command(Command),
}

impl Line {
    /// Reads a line, with or without its line break. Any bytes will do; what is not UTF-8
    /// becomes U+FFFD.
    ///
    /// ```
    /// use tewari_gtp::Line;
    /// let Line::Command(command) = Line::parse(b" 20\tplay b  D4 # joseki\r\n") else {
    ///     unreachable!()
    /// };
    /// assert_eq!(command.id.as_deref(), Some("20"));
    /// assert_eq!((&*command.name, &*command.rest), ("play", "b  D4"));
    /// assert_eq!(Line::parse(b"# interrupt\n"), Line::Interrupt);
    /// assert_eq!(Line::parse(b"\r\n"), Line::Blank);
    /// ```
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Self {
        let text = clean(bytes);
        let (text, comment) = match text.split_once('#') {
            Some((text, comment)) => (text.trim(), Some(comment.trim())),
            None => (text.trim(), None),
        };
        if text.is_empty() {
            return if comment == Some("interrupt") {
                Self::Interrupt
            } else {
                Self::Blank
            };
        }
        let (first, rest) = split_word(text);
        let (id, name, rest) = if first.bytes().all(|byte| byte.is_ascii_digit()) {
            let (name, rest) = split_word(rest);
            (Some(first.to_owned()), name, rest)
        } else {
            (None, first, rest)
        };
        Self::Command(Command {
            id,
            name: name.to_owned(),
            rest: rest.to_owned(),
        })
    }
}

/// The text of a line without control characters; a byte order mark, with which some editors
/// begin a file, goes too.
fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let kept = text
        .chars()
        .filter(|&c| c == '\t' || !c.is_control() && c != '\u{feff}');
    kept.map(|c| if c == '\t' { ' ' } else { c }).collect()
}

/// The first word and what follows it, both without blanks around.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    (word, rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> (Option<String>, String, String) {
        match Line::parse(text.as_bytes()) {
            Line::Command(Command { id, name, rest }) => (id, name, rest),
            other => panic!("{text:?} is {other:?}"),
        }
    }

    fn parts(id: Option<&str>, name: &str, rest: &str) -> (Option<String>, String, String) {
        (id.map(str::to_owned), name.to_owned(), rest.to_owned())
    }

    #[test]
    fn ids_names_and_arguments() {
        assert_eq!(command("name"), parts(None, "name", ""));
        assert_eq!(command("20 name"), parts(Some("20"), "name", ""));
        assert_eq!(
            command("007  play\tB  D4\r"),
            parts(Some("007"), "play", "B  D4")
        );
        let long = "1".repeat(40);
        assert_eq!(
            command(&format!("{long} name")),
            parts(Some(&long), "name", "")
        );
        assert_eq!(command("20"), parts(Some("20"), "", ""));
        assert_eq!(command("-1 name"), parts(None, "-1", "name"));
        assert_eq!(command("echo a # b # c"), parts(None, "echo", "a"));
        assert_eq!(command("\u{feff}name"), parts(None, "name", ""));
        assert_eq!(command("na\u{7}me\u{0}"), parts(None, "name", ""));
        assert_eq!(command("echo été"), parts(None, "echo", "été"));
    }

    #[test]
    fn blanks_and_comments() {
        for text in [
            "",
            " ",
            "\t",
            "\r\n",
            "#",
            "# note",
            "  # interrupt me",
            "#interrupted",
        ] {
            assert_eq!(Line::parse(text.as_bytes()), Line::Blank, "{text:?}");
        }
        for text in ["# interrupt", "#interrupt", " # interrupt \r\n"] {
            assert_eq!(Line::parse(text.as_bytes()), Line::Interrupt, "{text:?}");
        }
        assert!(matches!(Line::parse(b"name # interrupt"), Line::Command(_)));
        assert!(matches!(Line::parse(b"\xff\xfe name"), Line::Command(_)));
    }
}
