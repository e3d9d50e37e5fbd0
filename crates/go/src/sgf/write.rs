//! From a tree to text.
//!
//! Lines are folded where white space means nothing: before a node, a property or a further
//! value of one. Values are written as they are, so a long comment makes a long line, and a
//! comment with line ends makes several.

use std::fmt::{self, Write};

use super::read::Collection;
use super::tree::{GameTree, NodeId};

/// Lines are folded before they get longer than this, as mail and terminals like it.
const WIDTH: usize = 80;

/// The record, folded into lines. Read again it is equal, provided that its root says
/// `CA[UTF-8]` where there is more than ASCII in it, as records do that were read or that were
/// made [from a position](GameTree::from_position).
impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writer {
            out: f,
            column: 0,
            width: Some(WIDTH),
        }
        .game(self)
    }
}

/// Each game, followed by a line end.
impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.games.iter().try_for_each(|game| writeln!(f, "{game}"))
    }
}

impl GameTree {
    /// The record without folding: one line, if no value has line ends. Large collections
    /// hold one game per line.
    #[must_use]
    pub fn to_line(&self) -> String {
        let mut line = String::new();
        // Cannot fail: a string takes whatever is written to it.
        let _ = Writer {
            out: &mut line,
            column: 0,
            width: None,
        }
        .game(self);
        line
    }
}

struct Writer<'a, W: Write> {
    out: &'a mut W,
    /// Characters in the present line.
    column: usize,
    /// Where to fold lines, if at all.
    width: Option<usize>,
}

impl<W: Write> Writer<'_, W> {
    /// Walks the tree in file order. Nodes that follow alone stand in one sequence, nodes
    /// with siblings in parentheses of their own.
    fn game(&mut self, tree: &GameTree) -> fmt::Result {
        self.put("(")?;
        let mut node = tree.root();
        loop {
            self.node(tree, node)?;
            if let Some(child) = tree.first_child(node) {
                if tree.forks(node) {
                    self.open(tree, child)?;
                }
                node = child;
                continue;
            }
            loop {
                let Some(parent) = tree.parent(node) else {
                    return self.put(")");
                };
                if tree.forks(parent) {
                    self.put(")")?;
                }
                if let Some(next) = tree.next_sibling(node) {
                    self.open(tree, next)?;
                    node = next;
                    break;
                }
                node = parent;
            }
        }
    }

    /// Opens the variation that begins at `node`: on a new line, unless it would look like a
    /// new game there (see [`parse`](super::parse)).
    fn open(&mut self, tree: &GameTree, node: NodeId) -> fmt::Result {
        let first = tree.properties(node).next();
        let like_a_game = first.is_some_and(|first| matches!(first.ident(), "GM" | "FF"));
        if self.width.is_some() && !like_a_game {
            self.line_end()?;
        }
        self.put("(")
    }

    fn node(&mut self, tree: &GameTree, node: NodeId) -> fmt::Result {
        let mut prefix = ";";
        for property in tree.properties(node) {
            let mut ident = property.ident();
            for value in property.values() {
                let raw = value.raw();
                let first_line = raw.lines().next().unwrap_or("").chars().count();
                let len = prefix.len() + ident.len() + first_line + 2;
                self.fold_before(len)?;
                for part in [prefix, ident, "[", raw, "]"] {
                    self.put(part)?;
                }
                (prefix, ident) = ("", "");
            }
        }
        if prefix.is_empty() {
            return Ok(());
        }
        self.fold_before(prefix.len())?;
        self.put(prefix)
    }

    /// Starts a new line if `len` more characters would not fit this one. Right after an
    /// opening parenthesis there is nothing to gain.
    fn fold_before(&mut self, len: usize) -> fmt::Result {
        match self.width {
            Some(width) if self.column > 1 && self.column + len > width => self.line_end(),
            _ => Ok(()),
        }
    }

    fn line_end(&mut self) -> fmt::Result {
        self.column = 0;
        self.out.write_char('\n')
    }

    fn put(&mut self, text: &str) -> fmt::Result {
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += text.chars().count(),
        }
        self.out.write_str(text)
    }
}
