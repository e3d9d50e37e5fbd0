//! Values of properties: what stands between `[` and `]`.
//!
//! Values are kept as they stand in the file. The standard's types differ in how they are to
//! be read, and only whoever asks for a value knows its type:
//!
//! | in the file | as text | as simple text | as composed |
//! |---|---|---|---|
//! | `a\]b` | `a]b` | `a]b` | none |
//! | line end | line end, always `\n` | blank | – |
//! | `\` line end | nothing: a soft break | nothing | – |
//! | tab and other white space | blank | blank | – |
//! | `a\:b:c` | `a:b:c` | `a:b:c` | `a:b` and `c` |

use std::borrow::Cow;
use std::fmt;

/// A value to be put into a [`GameTree`](super::GameTree), escaped as its type demands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Value(String);

impl Value {
    /// A value of type *Text*, *SimpleText*, *Number* or *Real*.
    ///
    /// Reading it back gives the same text, but for white space: line ends become `\n` and
    /// tabs become blanks.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self(escaped(text, &[']', '\\']).into_owned())
    }

    /// A value of two parts, separated by a colon: labels (`dd:A`), `AP` and others.
    #[must_use]
    pub fn composed(first: &str, second: &str) -> Self {
        let special = &[']', '\\', ':'];
        Self(format!(
            "{}:{}",
            escaped(first, special),
            escaped(second, special)
        ))
    }

    /// The value as it will stand in the file.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

fn escaped<'a>(text: &'a str, special: &[char]) -> Cow<'a, str> {
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if special.contains(&c) {
            out.push('\\');
        }
        out.push(c);
    }
    Cow::Owned(out)
}

/// A value of a [`GameTree`](super::GameTree), read as the type one asks for.
///
/// ```
/// use tewari_go::sgf::Collection;
/// let games = Collection::read(br"(;AP[one\:two:3]C[soft \
/// break])").unwrap();
/// let game = &games.games[0];
/// let (name, version) = game.get(game.root(), "AP").unwrap().first().composed().unwrap();
/// assert_eq!((&*name.text(), &*version.text()), ("one:two", "3"));
/// assert_eq!(game.text(game.root(), "C").unwrap(), "soft break");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ValueRef<'a>(&'a str);

impl<'a> ValueRef<'a> {
    pub(super) const fn new(raw: &'a str) -> Self {
        Self(raw)
    }

    /// The value as it stands in the file, escapes included.
    #[must_use]
    pub const fn raw(self) -> &'a str {
        self.0
    }

    /// The value without white space around it, as numbers and points are read.
    #[must_use]
    pub fn trimmed(self) -> &'a str {
        self.0.trim()
    }

    /// The value as type *Text*: line ends count.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        unescaped(self.0, '\n')
    }

    /// The value as type *SimpleText*: one line.
    #[must_use]
    pub fn simple_text(self) -> Cow<'a, str> {
        unescaped(self.0, ' ')
    }

    /// The two parts of a composed value; `None` if there is no colon without escape.
    #[must_use]
    pub fn composed(self) -> Option<(Self, Self)> {
        let mut escape = false;
        for (i, byte) in self.0.bytes().enumerate() {
            match byte {
                b':' if !escape => return Some((Self(&self.0[..i]), Self(&self.0[i + 1..]))),
                b'\\' => escape = !escape,
                _ => escape = false,
            }
        }
        None
    }
}

impl fmt::Debug for ValueRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

/// Resolves escapes and white space; line ends become `line_end`.
fn unescaped(raw: &str, line_end: char) -> Cow<'_, str> {
    let plain = |c: char| c == ' ' || (c == '\n' && line_end == '\n');
    if !raw.contains(|c: char| c == '\\' || (c.is_whitespace() && !plain(c))) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(mut c) = chars.next() {
        let escape = c == '\\';
        if escape {
            let Some(next) = chars.next() else { break };
            c = next;
        }
        if c == '\n' || c == '\r' {
            // Two different line end characters in a row are one line end.
            chars.next_if(|&next| next != c && (next == '\n' || next == '\r'));
            if !escape {
                out.push(line_end);
            }
        } else {
            out.push(if c.is_whitespace() { ' ' } else { c });
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_follows_the_standard() {
        for (raw, text, simple) in [
            ("plain", "plain", "plain"),
            (r"a\]b\\c\:d", r"a]b\c:d", r"a]b\c:d"),
            ("a\nb\r\nc\n\rd\re", "a\nb\nc\nd\ne", "a b c d e"),
            (
                "soft\\\nbreak, \\\r\nanother",
                "softbreak, another",
                "softbreak, another",
            ),
            ("tab\there", "tab here", "tab here"),
            ("two\n\nlines", "two\n\nlines", "two  lines"),
            ("tail\\", "tail", "tail"),
        ] {
            assert_eq!(ValueRef::new(raw).text(), text);
            assert_eq!(ValueRef::new(raw).simple_text(), simple);
        }
    }

    #[test]
    fn text_survives_escaping() {
        for text in [
            "",
            "]",
            "\\",
            "\\]",
            "a:b",
            "x\\\ny",
            "[12k]: hm",
            "ends in \\",
        ] {
            assert_eq!(ValueRef::new(Value::text(text).raw()).text(), text);
        }
    }

    #[test]
    fn composed_values_split_at_the_first_bare_colon() {
        let split = |raw| {
            ValueRef::new(raw)
                .composed()
                .map(|(a, b)| (a.text().into_owned(), b.text().into_owned()))
        };
        assert_eq!(split(r"a\:b:c:d"), Some(("a:b".into(), "c:d".into())));
        assert_eq!(split(r"a\\:b"), Some(("a\\".into(), "b".into())));
        assert_eq!(split("aa"), None);
        let both = Value::composed("x:]", "\\:");
        assert_eq!(split(both.raw()), Some(("x:]".into(), "\\:".into())));
    }
}
