//! The grammar: one game from the text, in one pass from left to right.
//!
//! ```text
//!  game     = "(" node+ game* ")"          a sequence of nodes, then variations
//!  node     = ";" property*
//!  property = name value+                  name: letters and digits
//!  value    = "[" text "]"                 where "\" protects the character after it
//! ```
//!
//! White space may stand between any two of these signs. A stack of the nodes where
//! parentheses were opened takes the place of recursion.

use std::borrow::Cow;

use super::error::shown;
use super::limits::Limits;
use super::tree::{GameTree, NodeId};

/// A game that was read.
pub(super) struct Parsed {
    pub tree: GameTree,
    /// Where the text goes on.
    pub end: usize,
    /// How many closing parentheses had to be added.
    pub unclosed: usize,
}

/// Why a game could not be read.
#[derive(Debug)]
pub(super) struct Failure {
    /// Where in the text.
    pub at: usize,
    pub message: String,
    /// Whether the rest of the text has no further game, as after a value without end.
    pub last: bool,
}

/// Where the next game starts, at or after `from`: an opening parenthesis followed by a
/// semicolon, so that brackets in surrounding prose are passed by.
pub(super) fn find_game(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text[at..].find('(') {
        let start = at + found;
        let inner = text[start + 1..].trim_start();
        if inner.starts_with(';') {
            return Some(start);
        }
        at = text.len() - inner.len();
    }
    None
}

/// Where the next game starts on a line of its own, after something went wrong at `from`.
pub(super) fn find_next_line(text: &str, from: usize) -> Option<usize> {
    text[from..].find("\n(;").map(|found| from + found + 1)
}

/// The raw value of a property in the root of the first game, found without reading the rest.
pub(super) fn root_value(text: &str, ident: &str) -> Option<String> {
    let mut scanner = Scanner {
        text,
        at: find_game(text, 0)? + 1,
    };
    scanner.skip_space();
    scanner.at += 1;
    let mut tree = GameTree::new();
    let root = tree.root();
    let limits = &Limits::DEFAULT;
    scanner.skip_space();
    while scanner
        .peek()
        .is_some_and(|byte| byte.is_ascii_alphanumeric())
        && tree.value_count() <= limits.game_items
        && scanner.property(&mut tree, root, limits).is_ok()
    {
        scanner.skip_space();
    }
    tree.get(root, ident)
        .map(|property| property.first().raw().to_owned())
}

/// Whether a new game begins at this opening parenthesis, inside of another one that was
/// never closed: it starts a line and its first property may stand in a root only. Files of
/// one game per line would otherwise become one large tree when a parenthesis is lost. A
/// variation that is written by us never looks like that, see [`write`](super::write).
fn looks_like_a_game(text: &str, at: usize) -> bool {
    let starts_line = text[..at].ends_with(['\n', '\r']);
    starts_line && (text[at..].starts_with("(;GM[") || text[at..].starts_with("(;FF["))
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// After `(`: a node.
    Opened,
    /// In a node: anything.
    Node,
    /// After `)`: another variation or the end.
    Closed,
}

/// Reads the game whose opening parenthesis is at `start`.
pub(super) fn parse_game(
    text: &str,
    start: usize,
    game: u32,
    limits: &Limits,
) -> Result<Parsed, Failure> {
    let mut scanner = Scanner {
        text,
        at: start + 1,
    };
    let mut tree = GameTree::numbered(game);
    let mut node = tree.root();
    let mut open: Vec<NodeId> = vec![node];
    let mut state = State::Opened;
    let mut root_pending = true;
    while !open.is_empty() {
        scanner.skip_space();
        let at = scanner.at;
        let fail = |message: &str| {
            Err(Failure {
                at,
                message: message.into(),
                last: false,
            })
        };
        match (scanner.peek(), state) {
            (None, _) => break,
            (Some(b'('), _) if looks_like_a_game(text, at) => break,
            (Some(b'('), State::Opened) | (Some(b')'), State::Opened) => {
                return fail("a variation must begin with a node, \";\"");
            }
            (Some(b'('), _) => {
                if open.len() >= limits.nesting {
                    let message = format!("more than {} parentheses open", limits.nesting);
                    return fail(&message);
                }
                scanner.at += 1;
                open.push(node);
                state = State::Opened;
            }
            (Some(b')'), _) => {
                scanner.at += 1;
                node = open.pop().unwrap_or(node);
                state = State::Closed;
            }
            (Some(b';'), State::Closed) => return fail("a node follows a variation"),
            (Some(b';'), _) => {
                scanner.at += 1;
                if !std::mem::take(&mut root_pending) {
                    node = tree.add_child(node);
                }
                state = State::Node;
            }
            (Some(byte), State::Node) if byte.is_ascii_alphanumeric() => {
                scanner.property(&mut tree, node, limits)?;
            }
            (Some(_), State::Opened) => {
                let found = scanner.character();
                return fail(&format!("\"{found}\" instead of a node, \";\""));
            }
            (Some(_), _) => {
                let found = scanner.character();
                return fail(&format!("unexpected \"{found}\""));
            }
        }
        if tree.node_count() + tree.value_count() > limits.game_items {
            let message = format!("more than {} nodes and values in a game", limits.game_items);
            return fail(&message);
        }
    }
    Ok(Parsed {
        tree,
        end: scanner.at,
        unclosed: open.len(),
    })
}

struct Scanner<'a> {
    text: &'a str,
    /// Always at the start of a character.
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// What stands here, for a message.
    fn character(&self) -> String {
        shown(&self.text[self.at..].chars().take(1).collect::<String>())
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            if byte.is_ascii_whitespace() {
                self.at += 1;
            } else if byte.is_ascii() {
                return;
            } else {
                let rest = &self.text[self.at..];
                let spaces = rest.len() - rest.trim_start().len();
                if spaces == 0 {
                    return;
                }
                self.at += spaces;
            }
        }
    }

    /// Reads a name and its values.
    fn property(
        &mut self,
        tree: &mut GameTree,
        node: NodeId,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let len = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        self.at += len;
        let name = &self.text[start..self.at];
        self.skip_space();
        if self.peek() != Some(b'[') {
            let message = format!("property \"{}\" has no value", shown(name));
            return Err(Failure {
                at: start,
                message,
                last: false,
            });
        }
        tree.begin_property(node, &short_name(name));
        while self.peek() == Some(b'[') {
            let value = self.value()?;
            tree.push_value(value);
            if tree.node_count() + tree.value_count() > limits.game_items {
                break;
            }
            self.skip_space();
        }
        Ok(())
    }

    /// Reads a value, from its `[` to its `]`.
    fn value(&mut self) -> Result<&str, Failure> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut at = start;
        loop {
            match bytes.get(at) {
                Some(b']') => break,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
                None => {
                    let message = format!(
                        "the value \"[{}\" is never closed",
                        shown(&self.text[start..])
                    );
                    return Err(Failure {
                        at: self.at,
                        message,
                        last: true,
                    });
                }
            }
        }
        self.at = at + 1;
        Ok(&self.text[start..at])
    }
}

/// The name of a property as FF\[4\] writes it. Before that, small letters were allowed and
/// meant nothing: `AddBlack` is `AB`. A name of small letters only stays as it is.
fn short_name(name: &str) -> Cow<'_, str> {
    let is_long = name.bytes().any(|byte| byte.is_ascii_lowercase());
    if is_long && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.chars().filter(|c| !c.is_ascii_lowercase()).collect())
    } else {
        Cow::Borrowed(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, Failure> {
        let start = find_game(text, 0).unwrap_or(0);
        parse_game(text, start, 1, &Limits::DEFAULT).map(|parsed| parsed.tree.to_line())
    }

    #[test]
    fn the_shape_of_the_tree_is_kept() {
        for text in [
            "(;)",
            "(;;;)",
            "(;A[1](;B[2];C[3])(;D[4](;E[5])(;F[6])))",
            "(;A[][x\\]])",
        ] {
            assert_eq!(parse(text).unwrap(), text);
        }
        assert_eq!(parse("(;A[1](;B[2]))").unwrap(), "(;A[1];B[2])");
        assert_eq!(
            parse(" (\n; A \t[1]\n[2]\u{a0};\r\n ) ").unwrap(),
            "(;A[1][2];)"
        );
    }

    #[test]
    fn names_lose_small_letters() {
        assert_eq!(
            parse("(;CoPyright[x]AddBlack[aa]ff[3]X2y[])").unwrap(),
            "(;CP[x]AB[aa]ff[3]X2[])"
        );
    }

    #[test]
    fn prose_in_brackets_is_no_game() {
        assert_eq!(find_game("Subject (old): a game\n( ;B[aa])", 0), Some(22));
        assert_eq!(find_game("(((( )", 0), None);
    }

    #[test]
    fn a_lost_parenthesis_does_not_swallow_the_next_line() {
        let text = "(;GM[1];B[aa]\n(;GM[1];B[bb])";
        let first = parse_game(text, 0, 1, &Limits::DEFAULT).unwrap();
        assert_eq!(
            (first.tree.to_line().as_str(), first.unclosed),
            ("(;GM[1];B[aa])", 1)
        );
        assert_eq!(first.end, 14);
    }

    #[test]
    fn errors_say_where() {
        for (text, at, part) in [
            ("(;B[aa]x)", 7, "property \"x\" has no value"),
            ("(;(B[aa]))", 3, "\"B\" instead of a node"),
            ("(;())", 3, "a variation must begin"),
            ("(;(;A[1]);B[2])", 9, "a node follows a variation"),
            ("(;(;A[1])B[2])", 9, "unexpected \"B\""),
            ("(;C[never", 3, "\"[never\" is never closed"),
            ("(;C[a]: b])", 6, "unexpected \":\""),
        ] {
            let failure = parse(text).unwrap_err();
            assert_eq!(failure.at, at, "{text}: {}", failure.message);
            assert!(
                failure.message.contains(part),
                "{text}: {}",
                failure.message
            );
        }
    }
}
