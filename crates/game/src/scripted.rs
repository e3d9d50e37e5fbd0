//! Tiny games drawn as a tree, for testing a search.
//!
//! A position is a pair of parentheses with its moves inside, each a label, a colon and
//! what it leads to; a finished game is `1` (the first player has won), `2` (the second) or
//! `=` (a draw). The first player moves at the root. Blanks and line ends mean nothing.
//!
//! ```text
//! (a:1 b:(c:2 d:=))                     root, First moves
//!                                       ├─ a  First has won
//!                                       └─ b  Second moves
//!                                             ├─ c  Second has won
//!                                             └─ d  draw
//! ```
//!
//! A label is the same [`Move`] wherever it occurs, so AMAF statistics can be tested. A
//! position that is reached in several ways gets a name where it is drawn and is called by
//! that name afterwards, so transpositions can be tested:
//!
//! ```
//! use tewari_game::{Game, GameState, Outcome, Player, scripted::Scripted};
//!
//! let game = Scripted::parse("(a:(x:@diamond(l:1 r:2) y:2) b:(z:@diamond))")?;
//! let via_a = game.parse_state("/a/x")?;
//! let via_b = game.parse_state("/b/z")?;
//! assert_eq!(via_a.key(), via_b.key());
//! assert_eq!(game.format_state(&via_b), "/a/x");
//!
//! // What a perfect search finds, and what uniform playouts converge to.
//! assert_eq!(game.minimax(&game.initial()), Outcome::Win(Player::First));
//! assert_eq!(game.playout_mean(&game.initial(), Player::First), 0.375);
//! # Ok::<(), tewari_game::ParseError>(())
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use tewari_base::mix;

use crate::{Game, GameState, Move, MoveList, Outcome, ParseError, Player};

/// Deeper drawings are refused, so that reading one cannot exhaust the stack.
const DEEPEST: usize = 256;

/// A game read from a drawing; see the [module](self) for the notation.
#[derive(Clone, Debug)]
pub struct Scripted {
    tree: Arc<Tree>,
}

/// A place in the tree.
#[derive(Clone, Debug)]
pub struct State {
    tree: Arc<Tree>,
    node: usize,
}

#[derive(Debug)]
struct Tree {
    /// The label of each move, by the move's number.
    labels: Vec<String>,
    /// The positions; a child always precedes its parents, the root is the last.
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    outcome: Option<Outcome>,
    to_move: Player,
    edges: Vec<(Move, usize)>,
    /// The longest way to the end of the game.
    height: usize,
    /// The labels from the root, along the way where the position was drawn.
    path: String,
}

impl Scripted {
    /// Reads a drawing.
    ///
    /// # Errors
    /// When the text is not in the notation, with the column where it stops being so.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader {
            text,
            at: 0,
            labels: Vec::new(),
            nodes: Vec::new(),
            names: HashMap::new(),
        };
        reader.tree(0, "")?;
        reader.skip_blanks();
        if reader.at < text.len() {
            return Err(reader.expected("the end"));
        }
        let Reader { labels, nodes, .. } = reader;
        Ok(Self {
            tree: Arc::new(Tree { labels, nodes }),
        })
    }

    /// How the game ends from here when both play perfectly.
    pub fn minimax(&self, state: &State) -> Outcome {
        self.tree.minimax(state.node)
    }

    /// What uniformly random play from here is worth to `player` on average, in `[0, 1]`.
    pub fn playout_mean(&self, state: &State, player: Player) -> f64 {
        self.tree.playout_mean(state.node, player)
    }

    fn state(&self, node: usize) -> State {
        State {
            tree: Arc::clone(&self.tree),
            node,
        }
    }

    fn root(&self) -> usize {
        self.tree.nodes.len() - 1
    }
}

impl Tree {
    fn minimax(&self, node: usize) -> Outcome {
        let node = &self.nodes[node];
        node.outcome.unwrap_or_else(|| {
            node.edges
                .iter()
                .map(|&(_, child)| self.minimax(child))
                .max_by_key(|outcome| outcome.reward(node.to_move))
                .expect("a position without an outcome has moves")
        })
    }

    fn playout_mean(&self, node: usize, player: Player) -> f64 {
        let node = &self.nodes[node];
        if let Some(outcome) = node.outcome {
            return outcome.reward(player).value();
        }
        let sum: f64 = node
            .edges
            .iter()
            .map(|&(_, child)| self.playout_mean(child, player))
            .sum();
        sum / node.edges.len() as f64
    }
}

impl State {
    fn here(&self) -> &Node {
        &self.tree.nodes[self.node]
    }

    fn child(&self, mv: Move) -> Option<usize> {
        self.here()
            .edges
            .iter()
            .find(|edge| edge.0 == mv)
            .map(|edge| edge.1)
    }
}

impl Game for Scripted {
    type State = State;
    type Sim = State;

    fn name(&self) -> &'static str {
        "scripted"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["First", "Second"]
    }

    fn initial(&self) -> State {
        self.state(self.root())
    }

    fn new_sim(&self) -> State {
        self.initial()
    }

    fn load(&self, state: &State, sim: &mut State) {
        sim.clone_from(state);
    }

    fn move_space(&self) -> usize {
        self.tree.labels.len()
    }

    fn max_moves(&self) -> usize {
        self.tree
            .nodes
            .iter()
            .map(|node| node.edges.len())
            .max()
            .unwrap_or(0)
    }

    fn max_playout_length(&self) -> usize {
        self.tree.nodes[self.root()].height
    }

    /// Along the way where the position was drawn.
    fn moves_made(&self, state: &State) -> usize {
        state.here().path.matches('/').count()
    }

    fn format_move(&self, mv: Move) -> String {
        self.tree.labels[mv.index()].clone()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let label = text.to_ascii_lowercase();
        match self.tree.labels.iter().position(|known| *known == label) {
            Some(number) => Ok(Move(number as u16)),
            None => Err(ParseError::new(format!("no move is called {text:?}"))),
        }
    }

    /// The labels from the root as a path, `/a/x`; the root is `/`.
    fn format_state(&self, state: &State) -> String {
        let path = &state.here().path;
        if path.is_empty() {
            "/".to_owned()
        } else {
            path.clone()
        }
    }

    fn parse_state(&self, text: &str) -> Result<State, ParseError> {
        let mut state = self.initial();
        let Some(path) = text.strip_prefix('/') else {
            return Err(ParseError::new(format!(
                "a path starts with '/', not as in {text:?}"
            )));
        };
        for label in path.split('/').filter(|_| !path.is_empty()) {
            let mv = self.parse_move(label)?;
            let Some(node) = state.child(mv) else {
                return Err(ParseError::new(format!(
                    "there is no {label:?} on the way {text:?}"
                )));
            };
            state.node = node;
        }
        Ok(state)
    }
}

impl GameState for State {
    fn to_move(&self) -> Player {
        self.here().to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.here().outcome
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clear();
        moves.extend(self.here().edges.iter().map(|edge| edge.0));
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.child(mv).is_some()
    }

    fn play(&mut self, mv: Move) {
        self.node = self
            .child(mv)
            .expect("an illegal move was played in a scripted game");
    }

    fn key(&self) -> u64 {
        mix(self.node as u64)
    }
}

/// Reads a drawing by recursive descent; `at` is the byte where the rest begins.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    labels: Vec<String>,
    nodes: Vec<Node>,
    names: HashMap<&'a str, usize>,
}

impl<'a> Reader<'a> {
    /// A finished game, a position, or the name of a position; gives its index.
    fn tree(&mut self, depth: usize, path: &str) -> Result<usize, ParseError> {
        if depth > DEEPEST {
            return Err(self.error(&format!("deeper than {DEEPEST} moves")));
        }
        let outcome = match self.peek() {
            Some('1') => Outcome::Win(Player::First),
            Some('2') => Outcome::Win(Player::Second),
            Some('=') => Outcome::Draw,
            Some('@') => return self.named(depth, path),
            _ => return self.position(depth, path),
        };
        self.at += 1;
        Ok(self.add(depth, path, Some(outcome), Vec::new()))
    }

    fn named(&mut self, depth: usize, path: &str) -> Result<usize, ParseError> {
        let start = self.at;
        self.at += 1;
        let name = self.word("a name")?;
        let known = self.names.get(name).copied();
        match (known, self.peek() == Some('(')) {
            (None, true) => {
                let node = self.position(depth, path)?;
                self.names.insert(name, node);
                Ok(node)
            }
            (Some(node), false) if self.nodes[node].to_move == mover(depth) => Ok(node),
            (known, drawn) => {
                self.at = start;
                Err(self.error(&match known {
                    Some(_) if drawn => format!("@{name} is drawn twice"),
                    Some(_) => format!("@{name} has the other player to move"),
                    None => format!("@{name} is not drawn before this"),
                }))
            }
        }
    }

    fn position(&mut self, depth: usize, path: &str) -> Result<usize, ParseError> {
        if self.peek() != Some('(') {
            return Err(self.expected("'(', '1', '2', '=' or '@'"));
        }
        self.at += 1;
        let mut edges: Vec<(Move, usize)> = Vec::new();
        while edges.is_empty() || self.peek() != Some(')') {
            self.skip_blanks();
            let start = self.at;
            let label = self.word(if edges.is_empty() {
                "a move"
            } else {
                "')' or a move"
            })?;
            let mv = self.number_of(label);
            if edges.iter().any(|edge| edge.0 == mv) {
                self.at = start;
                return Err(self.error(&format!("a second move {label:?} in one position")));
            }
            if self.peek() != Some(':') {
                return Err(self.expected("':'"));
            }
            self.at += 1;
            edges.push((mv, self.tree(depth + 1, &format!("{path}/{label}"))?));
        }
        self.at += 1;
        Ok(self.add(depth, path, None, edges))
    }

    fn add(
        &mut self,
        depth: usize,
        path: &str,
        outcome: Option<Outcome>,
        edges: Vec<(Move, usize)>,
    ) -> usize {
        let height = edges
            .iter()
            .map(|edge| self.nodes[edge.1].height + 1)
            .max()
            .unwrap_or(0);
        let to_move = mover(depth);
        self.nodes.push(Node {
            outcome,
            to_move,
            edges,
            height,
            path: path.to_owned(),
        });
        self.nodes.len() - 1
    }

    fn number_of(&mut self, label: &str) -> Move {
        let number = self
            .labels
            .iter()
            .position(|known| known == label)
            .unwrap_or_else(|| {
                self.labels.push(label.to_owned());
                self.labels.len() - 1
            });
        Move(number as u16)
    }

    /// Lower-case letters and digits, at least one.
    fn word(&mut self, what: &str) -> Result<&'a str, ParseError> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit())
            .unwrap_or(rest.len());
        if end == 0 {
            return Err(self.expected(&format!("{what} (lower-case letters and digits)")));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.text[self.at..].chars().next()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn expected(&mut self, what: &str) -> ParseError {
        match self.peek() {
            Some(found) => self.error(&format!("expected {what}, found {found:?}")),
            None => self.error(&format!("expected {what}, found the end")),
        }
    }

    fn error(&self, message: &str) -> ParseError {
        let column = self.text[..self.at].chars().count() + 1;
        ParseError::new(format!("column {column}: {message}"))
    }
}

fn mover(depth: usize) -> Player {
    Player::BOTH[depth % 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{conformance, perft};

    #[test]
    fn drawings_are_games() {
        for drawing in [
            "1",
            "(a:1)",
            "(a:1 b:(c:2 d:= e:1))",
            "( a:(x:@d(l:1 r:2) y:2)\n  b:(z:@d) )",
            "(a:(b:(a:(b:(a:=)))))",
        ] {
            conformance::check(&Scripted::parse(drawing).unwrap(), 20, 1);
        }
    }

    #[test]
    fn errors_name_the_column() {
        for (drawing, message) in [
            (
                "",
                "column 1: expected '(', '1', '2', '=' or '@', found the end",
            ),
            (
                "()",
                "column 2: expected a move (lower-case letters and digits), found ')'",
            ),
            (
                "(a:1 A:2)",
                "column 6: expected ')' or a move (lower-case letters and digits), found 'A'",
            ),
            ("(a:1 b=)", "column 7: expected ':', found '='"),
            ("(a:1 a:2)", "column 6: a second move \"a\" in one position"),
            (
                "(a:3)",
                "column 4: expected '(', '1', '2', '=' or '@', found '3'",
            ),
            (
                "(a:1",
                "column 5: expected ')' or a move (lower-case letters and digits), found the end",
            ),
            ("(a:1) b", "column 7: expected the end, found 'b'"),
            ("(a:@x)", "column 4: @x is not drawn before this"),
            ("(a:@x(b:1) c:@x(b:2))", "column 14: @x is drawn twice"),
            (
                "(a:@x(b:1) c:(d:@x))",
                "column 17: @x has the other player to move",
            ),
            (
                "(ä:1)",
                "column 2: expected a move (lower-case letters and digits), found 'ä'",
            ),
        ] {
            assert_eq!(
                Scripted::parse(drawing).unwrap_err().to_string(),
                message,
                "{drawing}"
            );
        }
        let deep = "(a:".repeat(5000);
        assert!(
            Scripted::parse(&deep)
                .unwrap_err()
                .0
                .ends_with("deeper than 256 moves")
        );
    }

    #[test]
    fn a_label_is_one_move_everywhere() {
        let game = Scripted::parse("(a:(b:1 a:2) b:=)").unwrap();
        assert_eq!(game.move_space(), 2);
        assert!(
            game.parse_state("/a")
                .unwrap()
                .is_legal(game.parse_move("A").unwrap())
        );
    }

    #[test]
    fn values_follow_the_drawing() {
        let game = Scripted::parse("(a:(c:2 d:=) b:(e:1 f:2 g:2 h:2))").unwrap();
        let root = game.initial();
        assert_eq!(game.minimax(&root), Outcome::Win(Player::Second));
        assert_eq!(
            game.minimax(&game.parse_state("/b/e").unwrap()),
            Outcome::Win(Player::First)
        );
        assert_eq!(game.playout_mean(&root, Player::First), 0.25);
        assert_eq!(game.playout_mean(&root, Player::Second), 0.75);
        assert_eq!(
            (perft(&root, 1), perft(&root, 2), perft(&root, 3)),
            (2, 6, 0)
        );
    }
}
