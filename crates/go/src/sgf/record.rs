//! From a position to a record: each step of its history becomes properties.
//!
//! | step | written as |
//! |---|---|
//! | handicap | `HA` in the root, `AB` |
//! | set-up | `AB`, `AW`, `AE` |
//! | turn given | `PL` |
//! | move | a node with `B` or `W`; a pass is `B[]` |
//!
//! What comes before the first move goes to the root as long as the order allows it: in one
//! node, set-up is done before the turn is given.

use super::header::Header;
use super::info::format_komi;
use super::ruleset;
use super::tree::{GameTree, NodeId};
use super::value::Value;
use crate::point::{Color, Point, Size};
use crate::position::{Position, Step};

/// Name and version of this program, for the property `AP`.
const APPLICATION: (&str, &str) = ("Tewari", env!("CARGO_PKG_VERSION"));

impl GameTree {
    /// The record of a game: its set-up, handicap, moves and turns. [Replaying] it gives the
    /// same position.
    ///
    /// Comments, time left and whatever else goes with a move can be added to its node,
    /// see [`move_nodes`](Self::move_nodes).
    ///
    /// ```
    /// use tewari_go::{Color, Komi, Position, Rules, Size, coord, sgf};
    /// let size = Size::new(9).unwrap();
    /// let mut game = Position::new(size, Rules::CHINESE, Komi::DEFAULT);
    /// game.play(Color::Black, coord::parse_move(size, "e5").unwrap()).unwrap();
    /// let header = sgf::Header { black: Some("Tewari".into()), ..Default::default() };
    /// let mut record = sgf::GameTree::from_position(&game, &header);
    /// let first = record.move_nodes()[0];
    /// record.set_text(first, "C", "[sic]").unwrap();
    /// assert!(record.to_line().ends_with("PB[Tewari];B[ee]C[[sic\\]])"));
    /// ```
    ///
    /// [Replaying]: super::Replay
    #[must_use]
    pub fn from_position(position: &Position, header: &Header) -> Self {
        let mut builder = Builder::new(position, header);
        for step in position.record() {
            builder.step(step);
        }
        builder.tree
    }

    /// The nodes of the main line that have a move, in order.
    #[must_use]
    pub fn move_nodes(&self) -> Vec<NodeId> {
        let has_move = |&node: &NodeId| {
            self.properties(node)
                .any(|p| matches!(p.ident(), "B" | "W"))
        };
        self.main_line().filter(has_move).collect()
    }
}

/// How full the present node is. Only fuller ones may follow in the same node.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Fill {
    Nothing,
    Setup,
    Turn,
    Move,
}

struct Builder {
    tree: GameTree,
    size: Size,
    node: NodeId,
    fill: Fill,
}

impl Builder {
    fn new(position: &Position, header: &Header) -> Self {
        let size = position.size();
        let mut tree = GameTree::new();
        let root = tree.root();
        let mut put = |ident: &str, value: Value| {
            tree.begin_property(root, ident);
            tree.push_value(value.raw());
        };
        put("FF", "4".into());
        put("GM", "1".into());
        put("CA", "UTF-8".into());
        put("AP", Value::composed(APPLICATION.0, APPLICATION.1));
        put("SZ", Value::text(&size.get().to_string()));
        put("KM", Value::text(&format_komi(position.komi())));
        put("RU", Value::text(&ruleset::format(position.rules())));
        if position.handicap() > 0 {
            put("HA", Value::text(&position.handicap().to_string()));
        }
        for (ident, text) in header.properties() {
            put(ident, Value::text(&text));
        }
        Self {
            tree,
            size,
            node: root,
            fill: Fill::Nothing,
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Play(color, mv) => {
                let ident = match color {
                    Color::Black => "B",
                    Color::White => "W",
                };
                self.node = self.tree.add_child(self.node);
                self.fill = Fill::Move;
                self.put(ident, &[Value::play(self.size, *mv)]);
            }
            Step::Turn(color) => {
                self.make_room(Fill::Turn);
                self.put("PL", &[Value::text(color_letter(*color))]);
            }
            Step::Handicap(points) if points.is_empty() => self.step(&Step::Turn(Color::White)),
            Step::Handicap(points) => {
                self.make_room(Fill::Setup);
                self.put_points("AB", points.iter().copied());
            }
            Step::Setup(stones) => self.set_up(stones),
        }
    }

    fn set_up(&mut self, stones: &[(Point, Option<Color>)]) {
        // What was said last about a point holds.
        let is_last = |i: usize| !stones[i + 1..].iter().any(|later| later.0 == stones[i].0);
        let lasting: Vec<_> = (0..stones.len())
            .filter(|&i| is_last(i))
            .map(|i| stones[i])
            .collect();
        if lasting.is_empty() {
            return;
        }
        self.make_room(Fill::Setup);
        for (ident, color) in [
            ("AB", Some(Color::Black)),
            ("AW", Some(Color::White)),
            ("AE", None),
        ] {
            let points = lasting
                .iter()
                .filter(|stone| stone.1 == color)
                .map(|stone| stone.0);
            self.put_points(ident, points);
        }
    }

    /// Starts a new node unless the present one has room for `fill`.
    fn make_room(&mut self, fill: Fill) {
        if self.fill >= fill {
            self.node = self.tree.add_child(self.node);
        }
        self.fill = fill;
    }

    fn put_points(&mut self, ident: &str, points: impl Iterator<Item = Point>) {
        let values: Vec<Value> = points.map(|point| Value::point(self.size, point)).collect();
        if !values.is_empty() {
            self.put(ident, &values);
        }
    }

    fn put(&mut self, ident: &str, values: &[Value]) {
        self.tree.begin_property(self.node, ident);
        for value in values {
            self.tree.push_value(value.raw());
        }
    }
}

const fn color_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
