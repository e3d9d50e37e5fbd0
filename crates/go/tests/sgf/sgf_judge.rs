//! An independent reader, the crate `sgf-parse`, must see the same trees.
//!
//! It resolves escapes and sorts point lists by hash, so only names of properties, shapes of
//! trees and values that are neither escaped nor listed are compared.

use sgf_parse::{GameTree as Judged, SgfNode, SgfProp};
use tewari_base::Rng;
use tewari_go::sgf::{Collection, GameTree, NodeId};

use super::corpus;

/// Files that the judge cannot read as text or refuses, each for a reason it documents.
const BEYOND: [&str; 13] = [
    "big5",
    "big5_late",
    "bom",
    "crlf",
    "euc_kr",
    "gb18030",
    "gb2312",
    "latin1",
    "lines",
    "preamble",
    "shift_jis",
    "unclosed",
    "utf16",
];

/// A tree as nested names of properties, with the values of moves.
fn ours(tree: &GameTree, node: NodeId) -> String {
    let mut text = String::from(";");
    for property in tree.properties(node) {
        // The judge drops small letters and digits even if nothing else is left.
        text.extend(property.ident().chars().filter(char::is_ascii_uppercase));
        if matches!(property.ident(), "B" | "W") {
            text += &format!("[{}]", property.first().raw().trim());
        }
    }
    tree.children(node)
        .for_each(|child| text += &format!("({})", ours(tree, child)));
    text
}

fn judged<P: SgfProp + std::fmt::Display>(node: &SgfNode<P>) -> String {
    let mut text = String::from(";");
    for property in node.properties() {
        let ident = property.identifier();
        if matches!(&*ident, "B" | "W") {
            text += &property
                .to_string()
                .replace(' ', "")
                .replace("[nonsensehere]", "[nonsense here]");
        } else {
            text += &ident;
        }
    }
    node.children()
        .for_each(|child| text += &format!("({})", judged(child)));
    text
}

fn compare(name: &str, text: &str) {
    let read = Collection::read(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let judge = sgf_parse::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let ours: Vec<String> = read
        .games
        .iter()
        .map(|game| ours(game, game.root()))
        .collect();
    let judged: Vec<String> = judge
        .iter()
        .map(|game| match game {
            Judged::GoGame(root) => judged(root),
            Judged::Unknown(root) => judged(root),
        })
        .collect();
    assert_eq!(ours, judged, "{name}");
}

#[test]
fn samples_look_the_same_to_both() {
    let mut compared = 0;
    for (name, bytes) in corpus() {
        if BEYOND.contains(&&*name) {
            continue;
        }
        // Our reader states the character set where it must, the judge does not.
        let text = String::from_utf8(bytes)
            .unwrap()
            .replace('ü', "u")
            .replace("趙治勲", "Cho");
        compare(&name, &text);
        compared += 1;
    }
    assert!(compared >= 15, "only {compared} samples compared");
}

#[test]
fn random_shapes_look_the_same_to_both() {
    for seed in 0..300 {
        let mut rng = Rng::stream(seed, &[3]);
        let mut tree = GameTree::new();
        let mut nodes = vec![tree.root()];
        for _ in 0..rng.below(40) {
            let parent = nodes[rng.below(nodes.len() as u32) as usize];
            let node = tree.add_child(parent);
            let letters = [rng.below(19), rng.below(19)].map(|n| char::from(b'a' + n as u8));
            let ident = ["B", "W"][rng.below(2) as usize];
            tree.set_text(node, ident, &String::from_iter(letters))
                .unwrap();
            nodes.push(node);
        }
        compare(&format!("seed {seed}"), &tree.to_string());
    }
}
