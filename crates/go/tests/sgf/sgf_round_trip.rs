//! Random trees and random games survive writing and reading.

use tewari_base::Rng;
use tewari_go::sgf::{Collection, GameTree, Header, Replay, Value};
use tewari_go::{Color, Compensation, Ko, Komi, PASS, Point, Position, Rules, Scoring, Size};

/// Pieces of text that are hard to write.
const PIECES: [&str; 16] = [
    "a",
    "b",
    "dd",
    "]",
    "[",
    "\\",
    ":",
    ";",
    "(",
    ")",
    "\n",
    " ",
    "CA[big5]",
    "\n(;GM[1]",
    "é",
    "碁",
];

fn pick<'a, T>(rng: &mut Rng, items: &'a [T]) -> &'a T {
    &items[rng.below(items.len() as u32) as usize]
}

fn random_text(rng: &mut Rng) -> String {
    (0..rng.below(12)).map(|_| *pick(rng, &PIECES)).collect()
}

fn random_tree(rng: &mut Rng) -> GameTree {
    let mut tree = GameTree::new();
    tree.set_text(tree.root(), "CA", "UTF-8").unwrap();
    let mut nodes = vec![tree.root()];
    for _ in 0..rng.below(30) {
        // Mostly go on from the newest node, as games do.
        let parent = if rng.below(4) == 0 {
            *pick(rng, &nodes)
        } else {
            nodes[nodes.len() - 1]
        };
        nodes.push(tree.add_child(parent));
    }
    for _ in 0..rng.below(60) {
        let node = *pick(rng, &nodes);
        let ident = *pick(
            rng,
            &["B", "W", "C", "FF", "GM", "LB", "X1", "AVERYLONGNAME"],
        );
        let values: Vec<Value> = (0..rng.below(4))
            .map(|_| match rng.below(3) {
                0 => Value::composed(&random_text(rng), &random_text(rng)),
                _ => Value::text(&random_text(rng)),
            })
            .collect();
        match rng.below(5) {
            0 => tree.set(node, ident, values).unwrap(),
            1 if node != tree.root() => drop(tree.remove(node, ident)),
            _ => tree.add(node, ident, values).unwrap(),
        }
    }
    tree
}

#[test]
fn random_trees() {
    for seed in 0..3000 {
        let mut rng = Rng::stream(seed, &[1]);
        let trees: Vec<GameTree> = (0..1 + rng.below(3))
            .map(|_| random_tree(&mut rng))
            .collect();
        let collection = Collection::from(trees);
        let text = collection.to_string();
        let read = Collection::read(text.as_bytes()).unwrap();
        assert_eq!(read, collection, "seed {seed}: {text}");
        assert_eq!(read.to_string(), text, "seed {seed}");
        let unfolded = collection.games[0].to_line();
        assert_eq!(
            Collection::read(unfolded.as_bytes()).unwrap().games,
            collection.games[..1]
        );
    }
}

fn random_rules(rng: &mut Rng) -> Rules {
    Rules {
        ko: *pick(rng, &[Ko::Simple, Ko::Positional, Ko::Situational]),
        suicide: rng.below(2) == 0,
        scoring: *pick(rng, &[Scoring::Area, Scoring::Territory]),
        compensation: *pick(
            rng,
            &[
                Compensation::None,
                Compensation::PerStone,
                Compensation::PerStoneButOne,
            ],
        ),
    }
}

fn random_game(rng: &mut Rng) -> Position {
    let size = Size::new(2 + rng.below(24) as u8).unwrap();
    let komi = Komi::from_points(f64::from(rng.below(40)) / 2.0 - 5.0).unwrap();
    let mut position = Position::new(size, random_rules(rng), komi);
    let points: Vec<Point> = size.points().collect();
    if rng.below(3) == 0 {
        let mut stones = points.clone();
        rng.shuffle(&mut stones);
        stones.truncate(rng.below(9) as usize);
        let _ = position.place_handicap(&stones);
    }
    for _ in 0..rng.below(200) {
        let color = if rng.below(20) == 0 {
            position.turn().other()
        } else {
            position.turn()
        };
        match rng.below(40) {
            0 => position.play(color, PASS).unwrap(),
            1 => position.set_turn(color),
            2 => {
                let mut stones = Vec::new();
                for _ in 0..1 + rng.below(5) {
                    let color = [Some(Color::Black), Some(Color::White), None];
                    stones.push((*pick(rng, &points), *pick(rng, &color)));
                }
                let _ = position.setup(&stones);
            }
            _ => drop(position.play(color, pick(rng, &points).to_move())),
        }
    }
    position
}

#[test]
fn random_games() {
    for seed in 0..1000 {
        let mut rng = Rng::stream(seed, &[2]);
        let position = random_game(&mut rng);
        let tree = GameTree::from_position(&position, &Header::default());
        let text = tree.to_string();
        let read = Collection::read(text.as_bytes()).unwrap();
        assert_eq!(
            (&read.games[..], &read.warnings[..]),
            (&[tree][..], &[][..])
        );
        let replayed = Replay::new(&read.games[0]).run();
        let again = replayed.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(again.warnings, [], "seed {seed}: {text}");
        let again = again.position;
        for point in position.size().points() {
            assert_eq!(
                again.board().color(point),
                position.board().color(point),
                "seed {seed}"
            );
        }
        assert!(again.moves().eq(position.moves()), "seed {seed}");
        assert_eq!(again.turn(), position.turn(), "seed {seed}");
        assert_eq!(again.board().ko(), position.board().ko(), "seed {seed}");
        assert_eq!(again.rules(), position.rules(), "seed {seed}");
        assert_eq!(again.komi(), position.komi(), "seed {seed}");
        assert_eq!(again.handicap(), position.handicap(), "seed {seed}");
        assert_eq!(again.score(&[]), position.score(&[]), "seed {seed}");
    }
}
