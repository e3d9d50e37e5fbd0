//! The tree of a game record.
//!
//! All nodes of a tree live in one vector, and so do all properties, all values and all text;
//! they name each other by index. The record `(;SZ[9](;B[ee];W[ge])(;B[cc]))` is held as
//!
//! ```text
//!  nodes   0 root ──first child──▶ 1 ──next sibling──▶ 3      (and each its parent,
//!             │                    │                   │       last child, last property)
//!             │               first child              │
//!             │                    ▼                   │
//!             │                    2                   │
//!  first      │          │         │                   │
//!  property   ▼          ▼         ▼                   ▼
//!             SZ         B         W                   B      (and each the next one)
//!  values     0 ..1      1 ..2     2 ..3               3 ..4
//!  text       SZ9BeeWgeBcc
//! ```
//!
//! A node takes 24 bytes, a property 20, a value 8 and its text, so a move takes 55, without an
//! allocation of its own. The 6.1 million moves of a training set are 335 MB; 500 MB were
//! measured, because vectors keep room to grow.
//! What is replaced or removed leaves its text behind; records are built once and written.

mod build;

use std::borrow::Cow;
use std::fmt;

use super::value::ValueRef;

/// The index that means "none".
const NONE: u32 = u32::MAX;

/// A node of a [`GameTree`]. It is of use with the tree that made it only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    const ROOT: Self = Self(0);

    const fn some(index: u32) -> Option<Self> {
        if index == NONE {
            None
        } else {
            Some(Self(index))
        }
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    first_property: u32,
    last_property: u32,
}

impl Node {
    const fn child_of(parent: u32) -> Self {
        Self {
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            first_property: NONE,
            last_property: NONE,
        }
    }
}

/// A piece of the tree's text.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    len: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    ident: Span,
    first_value: u32,
    /// At least 1.
    values: u32,
    next: u32,
}

/// One game with its variations: a tree of nodes with properties.
///
/// Two trees are equal if they have the same variations in the same order, with the same
/// properties in the same order and the same [raw](ValueRef::raw) values.
///
/// ```
/// use tewari_go::sgf::GameTree;
/// let mut tree = GameTree::new();
/// tree.set_text(tree.root(), "SZ", "9").unwrap();
/// let first = tree.add_child(tree.root());
/// tree.set_text(first, "B", "ee").unwrap();
/// let other = tree.add_child(tree.root());
/// tree.set_text(other, "B", "cc").unwrap();
/// tree.set_text(other, "C", "[sic]").unwrap();
/// assert_eq!(tree.to_string(), "(;SZ[9]\n(;B[ee])\n(;B[cc]C[[sic\\]]))");
/// ```
#[derive(Clone)]
pub struct GameTree {
    /// Which game of its file this is, counted from 1; 0 if it came from no file.
    game: u32,
    nodes: Vec<Node>,
    entries: Vec<Entry>,
    values: Vec<Span>,
    text: String,
}

/// Reading the tree.
impl GameTree {
    /// The first node, where the properties of the whole game are.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// Which game of its file this is, counted from 1; 0 if it came from no file.
    #[must_use]
    pub const fn game(&self) -> u32 {
        self.game
    }

    /// How many nodes there are, the root included.
    #[must_use]
    pub const fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many values there are in all nodes, counting replaced ones.
    pub(super) const fn value_count(&self) -> usize {
        self.values.len()
    }

    /// The node before; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        NodeId::some(self.nodes[node.index()].parent)
    }

    /// The first of the nodes that follow: the main line.
    #[must_use]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        NodeId::some(self.nodes[node.index()].first_child)
    }

    /// The next variation beside this node.
    #[must_use]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        NodeId::some(self.nodes[node.index()].next_sibling)
    }

    /// The nodes that may follow, main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// Whether the line forks after this node.
    pub(super) fn forks(&self, node: NodeId) -> bool {
        let node = &self.nodes[node.index()];
        node.first_child != node.last_child
    }

    /// The nodes from the root along each first variation to the end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&node| self.first_child(node))
    }

    /// The nodes from the root to this one, both included.
    #[must_use]
    pub fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// All nodes, each before its variations: the order of the file.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&node| {
            self.first_child(node).or_else(|| {
                std::iter::successors(Some(node), |&node| self.parent(node))
                    .find_map(|node| self.next_sibling(node))
            })
        })
    }

    /// The properties of a node, in order.
    pub fn properties(&self, node: NodeId) -> impl Iterator<Item = Property<'_>> {
        self.entries_of(node)
            .map(|(_, entry)| Property { tree: self, entry })
    }

    fn entries_of(&self, node: NodeId) -> impl Iterator<Item = (u32, &Entry)> {
        let first = self.nodes[node.index()].first_property;
        let at = |index: u32| self.entries.get(index as usize).map(|entry| (index, entry));
        std::iter::successors(at(first), move |(_, entry)| at(entry.next))
    }

    /// The property called `ident`, the first one if the file repeats it.
    #[must_use]
    pub fn get(&self, node: NodeId, ident: &str) -> Option<Property<'_>> {
        self.properties(node)
            .find(|property| property.ident() == ident)
    }

    /// The first value of the property called `ident`, as [text](ValueRef::text).
    #[must_use]
    pub fn text(&self, node: NodeId, ident: &str) -> Option<Cow<'_, str>> {
        self.get(node, ident)
            .map(|property| property.first().text())
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..(span.start + span.len) as usize]
    }
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        // The number of children of each node, in file order, determines the tree's shape.
        let same_node = |(a, b): (NodeId, NodeId)| {
            self.children(a).count() == other.children(b).count()
                && self.properties(a).eq(other.properties(b))
        };
        self.node_count() == other.node_count() && self.nodes().zip(other.nodes()).all(same_node)
    }
}

impl Eq for GameTree {}

/// The record as it would be written.
impl fmt::Debug for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A property of a node: a name and at least one value.
#[derive(Clone, Copy)]
pub struct Property<'a> {
    tree: &'a GameTree,
    entry: &'a Entry,
}

impl<'a> Property<'a> {
    /// The name, such as `B` or `AB`.
    #[must_use]
    pub fn ident(&self) -> &'a str {
        self.tree.slice(self.entry.ident)
    }

    /// The values, in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + use<'a> {
        let tree = self.tree;
        let start = self.entry.first_value as usize;
        let spans = &tree.values[start..start + self.entry.values as usize];
        spans.iter().map(|&span| ValueRef::new(tree.slice(span)))
    }

    /// The first value.
    #[must_use]
    pub fn first(&self) -> ValueRef<'a> {
        self.values().next().unwrap_or(ValueRef::new(""))
    }
}

impl PartialEq for Property<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.ident() == other.ident() && self.values().eq(other.values())
    }
}

impl Eq for Property<'_> {}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ident())?;
        self.values().try_for_each(|value| write!(f, "{value:?}"))
    }
}
