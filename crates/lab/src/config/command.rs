//! Command lines of programs, which no shell sees.

use serde::Deserialize;

/// A command line: a list of words, or a text that is taken apart by [`split_command`].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged, expecting = "a command is a text or a list of texts")]
pub enum CommandText {
    /// One text.
    Line(String),
    /// Program and arguments.
    Words(Vec<String>),
}

/// How GNU Go is run as a judge: by the rules that our referee applies.
const GNU_GO: [&str; 5] = [
    "gnugo",
    "--mode",
    "gtp",
    "--chinese-rules",
    "--positional-superko",
];

impl CommandText {
    /// Program and arguments. The single word `gnugo` is completed to GNU Go as it has to be
    /// called.
    ///
    /// # Errors
    /// When the text is empty or a quotation is not closed.
    pub fn words(&self) -> Result<Vec<String>, String> {
        let words = match self {
            Self::Line(line) => split_command(line)?,
            Self::Words(words) => words.clone(),
        };
        match words.as_slice() {
            [] => Err("a command without a program".to_owned()),
            [only] if only == GNU_GO[0] => Ok(GNU_GO.map(str::to_owned).to_vec()),
            _ => Ok(words),
        }
    }
}

/// Splits a command line at blanks. Text within `'...'` or `"..."` stays together; nothing
/// else has a special meaning, and no shell is involved.
///
/// ```
/// use tewari_lab::config::split_command;
/// assert_eq!(split_command("prog -x 'a b'").unwrap(), ["prog", "-x", "a b"]);
/// ```
///
/// # Errors
/// When a quotation is not closed.
pub fn split_command(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(mark) = quote {
        return Err(format!("a {mark} is not closed in {line:?}"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split() {
        for (line, words) in [
            ("", &[][..]),
            ("  a  b ", &["a", "b"]),
            ("a 'b c' d", &["a", "b c", "d"]),
            ("a\"b c\"d ''", &["ab cd", ""]),
            ("x $HOME *", &["x", "$HOME", "*"]),
        ] {
            assert_eq!(split_command(line).unwrap(), words);
        }
        assert!(split_command("a 'b").unwrap_err().contains("not closed"));
    }

    #[test]
    fn gnugo_is_completed() {
        let words = |line: &str| CommandText::Line(line.to_owned()).words();
        assert_eq!(words("gnugo").unwrap(), GNU_GO);
        assert_eq!(words("gnugo --mode gtp").unwrap().len(), 3);
        assert!(words(" ").is_err());
    }
}
