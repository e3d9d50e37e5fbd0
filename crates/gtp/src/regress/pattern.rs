//! What an answer must look like: the part of regular expressions that test files use.
//!
//! ```text
//!   pattern     = ["!"] alternatives          "!" turns the meaning round
//!   alternatives = sequence { "|" sequence }
//!   sequence    = { atom ["*" | "+" | "?"] }
//!   atom        = character | "." | "\" character | "[" ["^"] characters "]" | "(" alternatives ")"
//! ```
//!
//! A pattern matches the whole answer. Alternatives are tried with backtracking; answers are
//! short and patterns come from the user's own files.

use std::fmt;

/// A pattern for answers.
///
/// ```
/// use tewari_gtp::regress::Pattern;
/// let pattern = Pattern::parse("!C3|D[34]").unwrap();
/// assert!(pattern.matches("C4") && !pattern.matches("D4"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    text: String,
    negated: bool,
    node: Node,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Node {
    Any,
    Char(char),
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
    Sequence(Vec<(Node, Repeat)>),
    Either(Vec<Node>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repeat {
    Once,
    Optional,
    Any,
    Some,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// With what is wrong, in one line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (negated, body) = match text.strip_prefix('!') {
            Some(body) => (true, body),
            None => (false, text),
        };
        let wrong = |what: &str| format!("{text:?}: {what}");
        let mut reader = Reader {
            rest: body.chars().collect::<Vec<_>>().into_iter().peekable(),
        };
        let node = reader.alternatives().map_err(wrong)?;
        if reader.rest.next().is_some() {
            return Err(wrong("a parenthesis was not opened"));
        }
        Ok(Self {
            text: text.to_owned(),
            negated,
            node,
        })
    }

    /// Whether `answer` is as the pattern says.
    #[must_use]
    pub fn matches(&self, answer: &str) -> bool {
        let answer: Vec<char> = answer.chars().collect();
        self.node.matches(&answer, &mut |rest| rest.is_empty()) != self.negated
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What comes after: whether the rest of the answer will do.
type Then<'a> = &'a mut dyn FnMut(&[char]) -> bool;

impl Node {
    fn matches(&self, text: &[char], then: Then<'_>) -> bool {
        match self {
            Self::Sequence(items) => sequence(items, text, then),
            Self::Either(nodes) => nodes.iter().any(|node| node.matches(text, then)),
            single => text
                .split_first()
                .is_some_and(|(&c, rest)| single.takes(c) && then(rest)),
        }
    }

    fn takes(&self, c: char) -> bool {
        match self {
            Self::Any => true,
            Self::Char(own) => *own == c,
            Self::Class { negated, ranges } => {
                ranges.iter().any(|&(low, high)| (low..=high).contains(&c)) != *negated
            }
            Self::Sequence(_) | Self::Either(_) => false,
        }
    }
}

fn sequence(items: &[(Node, Repeat)], text: &[char], then: Then<'_>) -> bool {
    let Some(((node, repeat), after)) = items.split_first() else {
        return then(text);
    };
    let once = node.matches(text, &mut |rest| match repeat {
        Repeat::Once | Repeat::Optional => sequence(after, rest, then),
        // An empty match would be repeated for ever.
        Repeat::Any | Repeat::Some if rest.len() == text.len() => false,
        Repeat::Any | Repeat::Some => {
            let mut more = vec![(node.clone(), Repeat::Any)];
            more.extend_from_slice(after);
            sequence(&more, rest, then)
        }
    });
    once || matches!(repeat, Repeat::Optional | Repeat::Any) && sequence(after, text, then)
}

struct Reader {
    rest: std::iter::Peekable<std::vec::IntoIter<char>>,
}

impl Reader {
    fn alternatives(&mut self) -> Result<Node, &'static str> {
        let mut nodes = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            nodes.push(self.sequence()?);
        }
        Ok(Node::Either(nodes))
    }

    fn sequence(&mut self) -> Result<Node, &'static str> {
        let mut items = Vec::new();
        while let Some(c) = self.rest.next_if(|c| !matches!(c, '|' | ')')) {
            let node = match c {
                '.' => Node::Any,
                '\\' => Node::Char(self.rest.next().ok_or("nothing after \\")?),
                '[' => self.class()?,
                '(' => {
                    let inner = self.alternatives()?;
                    let closed = self.rest.next_if_eq(&')');
                    closed.ok_or("a parenthesis is not closed")?;
                    inner
                }
                '*' | '+' | '?' => return Err("nothing to repeat"),
                c => Node::Char(c),
            };
            let repeat = match self.rest.peek() {
                Some('*') => Repeat::Any,
                Some('+') => Repeat::Some,
                Some('?') => Repeat::Optional,
                _ => Repeat::Once,
            };
            if repeat != Repeat::Once {
                self.rest.next();
            }
            items.push((node, repeat));
        }
        Ok(Node::Sequence(items))
    }

    fn class(&mut self) -> Result<Node, &'static str> {
        const OPEN: &str = "a bracket is not closed";
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut ranges = Vec::new();
        loop {
            let low = match self.rest.next().ok_or(OPEN)? {
                ']' if !ranges.is_empty() => return Ok(Node::Class { negated, ranges }),
                '\\' => self.rest.next().ok_or(OPEN)?,
                c => c,
            };
            let mut high = low;
            if self.rest.next_if_eq(&'-').is_some() {
                high = self.rest.next().ok_or(OPEN)?;
                if high == ']' {
                    ranges.extend([(low, low), ('-', '-')]);
                    return Ok(Node::Class { negated, ranges });
                }
            }
            ranges.push((low, high));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, answer: &str) -> bool {
        Pattern::parse(pattern).unwrap().matches(answer)
    }

    #[test]
    fn whole_answers() {
        for (pattern, yes, no) in [
            ("A1", "A1", "A11"),
            ("A1|B2", "B2", "A1B2"),
            ("A1|B2", "A1", "A2"),
            ("!A1|B2", "C3", "B2"),
            ("!pass", "A1", "pass"),
            ("(A|B)[1-3]", "B3", "B4"),
            ("[A-C][^1]", "C9", "C1"),
            ("1 .*", "1 C3", "2 C3"),
            (".*", "", "never"),
            ("a+b?", "aaa", "b"),
            ("(ab)*c", "ababc", "abac"),
            ("(a*)*b", "aab", "aac"),
            ("B[+]3\\.5", "B+3.5", "B+3x5"),
            ("[a-]", "-", "b"),
            ("", "", "x"),
        ] {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(no == "never" || !matches(pattern, no), "{pattern} {no}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (pattern, message) in [
            ("(A", "a parenthesis is not closed"),
            ("A)", "a parenthesis was not opened"),
            ("[A", "a bracket is not closed"),
            ("*", "nothing to repeat"),
            ("A\\", "nothing after \\"),
        ] {
            let error = Pattern::parse(pattern).unwrap_err();
            assert!(error.ends_with(message), "{pattern}: {error}");
        }
    }
}
