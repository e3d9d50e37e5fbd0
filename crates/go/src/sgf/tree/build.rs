//! Building and changing a tree.

use super::{Entry, GameTree, NONE, Node, NodeId, Span};
use crate::sgf::error::{Place, SgfError, shown};
use crate::sgf::value::Value;

/// Building the tree.
impl GameTree {
    /// A tree of one node without properties.
    #[must_use]
    pub fn new() -> Self {
        Self::numbered(0)
    }

    /// The start of the `game`-th game of a file.
    pub(in crate::sgf) fn numbered(game: u32) -> Self {
        Self {
            game,
            nodes: vec![Node::child_of(NONE)],
            entries: Vec::new(),
            values: Vec::new(),
            text: String::new(),
        }
    }

    /// Adds a node after `parent`, behind the variations already there.
    ///
    /// # Panics
    /// Beyond 2^32 - 2 nodes.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = self.nodes.len() as u32;
        assert!(
            self.nodes.len() < NONE as usize,
            "too many nodes in one game record"
        );
        self.nodes.push(Node::child_of(parent.0));
        let last = std::mem::replace(&mut self.nodes[parent.index()].last_child, id);
        match NodeId::some(last) {
            Some(last) => self.nodes[last.index()].next_sibling = id,
            None => self.nodes[parent.index()].first_child = id,
        }
        NodeId(id)
    }

    /// Adds a property behind those already there. Without values it gets one empty value, as
    /// properties such as `KO[]` have.
    ///
    /// # Errors
    /// When `ident` is not made of capital letters and digits, as files demand.
    ///
    /// # Panics
    /// Beyond 4 GiB of text.
    pub fn add(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<(), SgfError> {
        self.check_ident(ident)?;
        self.begin_property(node, ident);
        self.push_values(values);
        Ok(())
    }

    /// Gives a property these values, instead of the ones it may have had.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    ///
    /// # Panics
    /// As [`add`](Self::add).
    pub fn set(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<(), SgfError> {
        let found = self
            .entries_of(node)
            .find(|(_, entry)| self.slice(entry.ident) == ident);
        let Some((index, &old)) = found else {
            return self.add(node, ident, values);
        };
        let moved = Entry {
            first_value: self.values.len() as u32,
            values: 0,
            ..old
        };
        self.entries.push(moved);
        self.push_values(values);
        // The values went to the end, where they are contiguous; the entry goes back to the
        // old one's place in the node.
        if let Some(entry) = self.entries.pop() {
            self.entries[index as usize] = entry;
        }
        Ok(())
    }

    /// Gives a property one value, a [text](Value::text).
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn set_text(&mut self, node: NodeId, ident: &str, text: &str) -> Result<(), SgfError> {
        self.set(node, ident, [Value::text(text)])
    }

    /// Takes a property away, the first one if it is repeated. `false` if there is none.
    pub fn remove(&mut self, node: NodeId, ident: &str) -> bool {
        let mut before = NONE;
        let mut found = None;
        for (index, entry) in self.entries_of(node) {
            if self.slice(entry.ident) == ident {
                found = Some((index, entry.next));
                break;
            }
            before = index;
        }
        let Some((index, next)) = found else {
            return false;
        };
        match self.entries.get_mut(before as usize) {
            Some(entry) => entry.next = next,
            None => self.nodes[node.index()].first_property = next,
        }
        if self.nodes[node.index()].last_property == index {
            self.nodes[node.index()].last_property = before;
        }
        true
    }

    fn check_ident(&self, ident: &str) -> Result<(), SgfError> {
        let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
        if !ident.is_empty() && ident.chars().all(fits) {
            return Ok(());
        }
        let message = format!(
            "\"{}\" is no name of a property (capital letters and digits)",
            shown(ident)
        );
        Err(SgfError::new(Place::Game { game: self.game }, message))
    }

    /// Starts a property without values; [`push_value`](Self::push_value) must follow.
    pub(in crate::sgf) fn begin_property(&mut self, node: NodeId, ident: &str) {
        let ident = self.keep(ident);
        let index = self.entries.len() as u32;
        let first_value = self.values.len() as u32;
        self.entries.push(Entry {
            ident,
            first_value,
            values: 0,
            next: NONE,
        });
        let last = std::mem::replace(&mut self.nodes[node.index()].last_property, index);
        match self.entries.get_mut(last as usize) {
            Some(entry) => entry.next = index,
            None => self.nodes[node.index()].first_property = index,
        }
    }

    fn push_values(&mut self, values: impl IntoIterator<Item = Value>) {
        let before = self.values.len();
        for value in values {
            self.push_value(value.raw());
        }
        if self.values.len() == before {
            self.push_value("");
        }
    }

    /// Adds a raw value to the newest property. It must be escaped already.
    pub(in crate::sgf) fn push_value(&mut self, raw: &str) {
        let span = self.keep(raw);
        self.values.push(span);
        if let Some(entry) = self.entries.last_mut() {
            entry.values += 1;
        }
    }

    fn keep(&mut self, text: &str) -> Span {
        let start = self.text.len();
        assert!(
            start + text.len() < NONE as usize,
            "too much text in one game record"
        );
        self.text.push_str(text);
        Span {
            start: start as u32,
            len: text.len() as u32,
        }
    }

    /// Whether all text is ASCII.
    pub(in crate::sgf) fn is_ascii(&self) -> bool {
        self.text.is_ascii()
    }
}
