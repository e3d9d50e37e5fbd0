//! From answers to bytes.
//!
//! The form of a response is where front ends are least forgiving:
//!
//! * `=` or `?`, the id if there was one, and **always a blank**, even before an empty text:
//!   GoGui takes for the answer what follows the first blank of the whole response.
//! * One empty line ends a response, so none may stand within: it becomes a line with one
//!   blank. The first line of an answer may be empty, as before a board; it stands behind
//!   the `= ` and is therefore no empty line.
//! * A failure is one line.

/// Why a command failed, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(String);

impl Failure {
    /// The message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Failure {
    fn from(message: T) -> Self {
        Self(message.into())
    }
}

/// What a command answers: a text, perhaps empty, perhaps of many lines.
pub type Answer = Result<String, Failure>;

/// Writes the response with its final empty line.
///
/// ```
/// use tewari_gtp::response;
/// assert_eq!(response::format(Some("20"), &Ok("Tewari".into())), "=20 Tewari\n\n");
/// assert_eq!(response::format(None, &Ok(String::new())), "= \n\n");
/// assert_eq!(response::format(None, &Err("illegal move".into())), "? illegal move\n\n");
/// ```
#[must_use]
pub fn format(id: Option<&str>, answer: &Answer) -> String {
    let id = id.unwrap_or_default();
    match answer {
        Ok(text) => format!("={id} {}\n\n", body(text)),
        Err(Failure(message)) => {
            let words: Vec<&str> = message
                .split(|c: char| c.is_control())
                .filter(|word| !word.is_empty())
                .collect();
            format!("?{id} {}\n\n", words.join(" "))
        }
    }
}

/// The text of an answer, made fit to stand within a response.
fn body(text: &str) -> String {
    let mut lines = text.trim_end().split('\n').map(|line| {
        let printed: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        printed.trim_end().to_owned()
    });
    let mut body = lines.next().unwrap_or_default();
    for line in lines {
        body.push('\n');
        body.push_str(if line.is_empty() { " " } else { &line });
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> String {
        format(None, &Ok(text.to_owned()))
    }

    #[test]
    fn no_empty_line_within_and_one_after() {
        assert_eq!(answer(""), "= \n\n");
        assert_eq!(answer("\n\n"), "= \n\n");
        assert_eq!(answer("a\n\n\nb\n"), "= a\n \n \nb\n\n");
        assert_eq!(answer("\n  A B\n2 . ."), "= \n  A B\n2 . .\n\n");
        assert_eq!(answer("a  \r\nb\t\u{7}c"), "= a\nb c\n\n");
    }

    #[test]
    fn failures_are_one_line_with_the_id() {
        let failure = |text: &str| format(Some("7"), &Err(text.into()));
        assert_eq!(failure("bad\n\nthing\r\n"), "?7 bad thing\n\n");
        assert_eq!(failure("unknown command"), "?7 unknown command\n\n");
    }
}
