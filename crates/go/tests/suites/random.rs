//! Tactics compared with playing the move, with brute force and with their definitions.

use tewari_base::Rng;
use tewari_go::diagram::{Glyphs, draw};
use tewari_go::tactics::eyes::{Eye, eye};
use tewari_go::tactics::ladder::{LadderReader, Verdict};
use tewari_go::tactics::life::unconditional_life;
use tewari_go::tactics::nakade::vital_point;
use tewari_go::tactics::{atari, liberties};
use tewari_go::{Bare, Board, Color, Point, Size};

use super::slow::{self, EyeSpace, Points};

/// A position after `moves` random moves that fill no eyes.
fn random_position(size: Size, moves: u32, rng: &mut Rng) -> Board<Bare> {
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..moves {
        play_random(&mut board, color, rng);
        color = color.other();
    }
    board
}

fn play_random(board: &mut Board<Bare>, color: Color, rng: &mut Rng) {
    for _ in 0..20 {
        let point = board.empty_at(rng.below(board.empty_count()));
        if board.is_acceptable(color, point) {
            board.play(color, point);
            return;
        }
    }
    board.clear_ko();
}

fn picture(board: &Board<Bare>, last: Point) -> String {
    draw(board, &Glyphs::ASCII, Some(last))
}

fn chain_set(board: &Board<Bare>, heads: &[Point]) -> Points {
    heads.iter().flat_map(|&head| board.chain(head)).collect()
}

/// Everything that is said about a move before it is made, against making it.
fn compare_with_playing(board: &Board<Bare>, color: Color, point: Point) {
    let told = |limit| liberties::liberties_after(board, color, point, limit);
    let mut after = board.clone();
    after.play(color, point);
    let survives = after.color(point) == Some(color);
    let count = if survives {
        slow::liberties(&after, point).len() as u32
    } else {
        0
    };
    let context = || format!("{color}\n{}", picture(board, point));
    for limit in 0..6 {
        assert_eq!(told(limit), count.min(limit), "{}", context());
    }
    assert_eq!(told(1000), count, "{}", context());
    assert_eq!(
        liberties::is_self_atari(board, color, point),
        count < 2,
        "{}",
        context()
    );
    if !atari::is_capture(board, color, point) {
        let keeps = board.keeps_two_liberties(color, point);
        assert_eq!(keeps, count >= 2, "{}", context());
    }
    let enemies = |board: &Board<Bare>| -> Points {
        board
            .size()
            .points()
            .filter(|&p| board.color(p) == Some(color.other()))
            .collect()
    };
    let taken: Points = enemies(board)
        .difference(&enemies(&after))
        .copied()
        .collect();
    let captured = atari::captured_chains(board, color, point);
    assert_eq!(chain_set(board, &captured), taken, "{}", context());
    assert_eq!(
        atari::captures(board, color, point) as usize,
        taken.len(),
        "{}",
        context()
    );
    assert_eq!(
        atari::is_capture(board, color, point),
        !taken.is_empty(),
        "{}",
        context()
    );
    if survives {
        let threatened: Points = enemies(&after)
            .into_iter()
            .filter(|&p| after.atari(p).is_some() && board.atari(p).is_none())
            .collect();
        let told = atari::chains_put_in_atari(board, color, point);
        assert_eq!(chain_set(board, &told), threatened, "{}", context());
    }
}

#[test]
fn what_is_said_about_a_move_is_what_happens() {
    for n in 5..=13 {
        let mut rng = Rng::stream(1, &[u64::from(n)]);
        let size = Size::new(n).unwrap();
        for _ in 0..3 {
            let mut board = Board::<Bare>::new(size);
            let mut color = Color::Black;
            for turn in 0..3 * size.points_count() {
                if turn % 4 == 0 {
                    for &point in board.empties() {
                        compare_with_playing(&board, Color::Black, point);
                        compare_with_playing(&board, Color::White, point);
                    }
                }
                play_random(&mut board, color, &mut rng);
                color = color.other();
            }
        }
    }
}

/// What is known of a chain with one or two liberties, against counting them.
fn compare_extensions(board: &Board<Bare>, stone: Point) {
    let all: Vec<Point> = slow::liberties(board, stone).into_iter().collect();
    let told = board.two_liberties(stone);
    assert_eq!(told.is_some(), all.len() == 2, "{}", picture(board, stone));
    if let Some(pair) = told {
        assert_eq!(Points::from(pair), slow::liberties(board, stone));
    }
    let (Some(color), 1..=2) = (board.color(stone), all.len()) else {
        return;
    };
    for (i, &point) in all.iter().enumerate() {
        let other = all.get(1 - i).copied().unwrap_or(Point::NONE);
        for limit in 2..6 {
            let told = liberties::liberties_after_extension(board, stone, point, other, limit);
            let expected = liberties::liberties_after(board, color, point, limit);
            assert_eq!(told, expected, "{}", picture(board, point));
        }
    }
}

#[test]
fn liberties_and_saving_captures_follow_their_definitions() {
    for n in 5..=13 {
        let mut rng = Rng::stream(2, &[u64::from(n)]);
        let size = Size::new(n).unwrap();
        for _ in 0..20 {
            let moves = rng.below(2 * size.points_count() as u32);
            let board = random_position(size, moves, &mut rng);
            for stone in size.points().filter(|&p| board.color(p).is_some()) {
                let expected = slow::liberties(&board, stone).len() as u32;
                for limit in [1, 2, 3, 1000] {
                    let count = liberties::count_liberties(&board, stone, limit);
                    assert_eq!(count, expected.min(limit), "{}", picture(&board, stone));
                }
                compare_extensions(&board, stone);
                let chain = slow::flood(&board, stone, |q| board.color(q) == board.color(stone));
                let around = chain.iter().flat_map(|&p| size.neighbors(p));
                let enemies = around
                    .filter(|&q| board.color(q).is_some() && board.color(q) != board.color(stone));
                let expected: Points = enemies.filter_map(|q| board.atari(q)).collect();
                let mut found = [Point::NONE; 64];
                let count = atari::saving_captures(&board, stone, &mut found);
                let unique = Points::from_iter(found[..count].iter().copied());
                assert_eq!(unique, expected, "{}", picture(&board, stone));
                assert_eq!(unique.len(), count, "{}", picture(&board, stone));
            }
        }
    }
}

#[test]
fn ladders_end_as_brute_force_says() {
    let mut reader = LadderReader::default();
    let mut seen = [[0u32; 2]; 2];
    for n in 5..=7 {
        for game in 0..150 {
            let mut rng = Rng::stream(3, &[u64::from(n), game]);
            let size = Size::new(n).unwrap();
            let moves = 4 + rng.below(size.points_count() as u32);
            let board = random_position(size, moves, &mut rng);
            for stone in size
                .points()
                .filter(|&p| board.head(p) == p && board.color(p).is_some())
            {
                let defender = board.color(stone).unwrap();
                for attacks in [true, false] {
                    if slow::liberties(&board, stone).len() > 1 + usize::from(attacks) {
                        continue;
                    }
                    let Some(captured) = slow::is_captured(&board, stone, defender, attacks, 24)
                    else {
                        continue;
                    };
                    let reading = if attacks {
                        reader.attack(&board, stone)
                    } else {
                        reader.defend(&board, stone)
                    };
                    let expected = if captured {
                        Verdict::Captured
                    } else {
                        Verdict::Escapes
                    };
                    let context = picture(&board, stone);
                    assert_eq!(reading.verdict, expected, "attacks: {attacks}\n{context}");
                    seen[usize::from(attacks)][usize::from(captured)] += 1;
                    if let Some(point) = reading.point {
                        let verdict = if attacks {
                            reader.after_attack(&board, stone, point)
                        } else {
                            reader.after_defense(&board, stone, point)
                        };
                        assert_eq!(verdict, expected, "{context}");
                    }
                }
            }
        }
    }
    println!("ladders compared, by [defends, attacks] and [escapes, captured]: {seen:?}");
    assert!(
        seen.as_flattened().iter().all(|&count| count >= 100),
        "{seen:?}"
    );
}

#[test]
fn a_spent_budget_is_admitted() {
    let size = Size::new(9).unwrap();
    let (mut unknown, mut rng) = (0, Rng::new(4));
    let mut full = LadderReader::default();
    let mut hasty = [0, 1, 2, 5].map(LadderReader::new);
    for _ in 0..200 {
        let board = random_position(size, 40, &mut rng);
        for stone in size.points().filter(|&p| board.color(p).is_some()) {
            let exact = full.attack(&board, stone).verdict;
            for reader in &mut hasty {
                let verdict = reader.attack(&board, stone).verdict;
                assert!(
                    verdict == Verdict::Unknown || verdict == exact,
                    "{verdict:?} instead of {exact:?}\n{}",
                    picture(&board, stone)
                );
                unknown += u32::from(verdict == Verdict::Unknown);
            }
        }
    }
    assert!(unknown > 0);
}

#[test]
fn benson_agrees_with_the_definition() {
    let mut alive = 0;
    for n in 3..=9 {
        let mut rng = Rng::stream(5, &[u64::from(n)]);
        let size = Size::new(n).unwrap();
        for _ in 0..200 {
            let moves = size.points_count() as u32 + rng.below(2 * size.points_count() as u32);
            let board = random_position(size, moves, &mut rng);
            for color in Color::BOTH {
                let life = unconditional_life(&board, color);
                let (stones, territory) = slow::unconditional_life(&board, color);
                let context = || picture(&board, Point::NONE);
                assert_eq!(
                    Points::from_iter(life.stones.iter()),
                    stones,
                    "{}",
                    context()
                );
                assert_eq!(
                    Points::from_iter(life.territory.iter()),
                    territory,
                    "{}",
                    context()
                );
                alive += u32::from(!stones.is_empty());
            }
        }
    }
    assert!(alive > 500, "only {alive} positions with living chains");
}

/// A random legal move, eye filling included; `None` when there is none.
fn random_legal(board: &Board<Bare>, color: Color, rng: &mut Rng) -> Option<Point> {
    let legal: Vec<Point> = board
        .empties()
        .iter()
        .copied()
        .filter(|&p| board.is_legal(color, p))
        .collect();
    (!legal.is_empty()).then(|| legal[rng.below(legal.len() as u32) as usize])
}

#[test]
fn what_lives_unconditionally_cannot_be_captured_by_an_attacker_who_moves_alone() {
    for n in 4..=7 {
        let mut rng = Rng::stream(6, &[u64::from(n)]);
        let size = Size::new(n).unwrap();
        let mut attacked = 0;
        while attacked < 300 {
            let moves = size.points_count() as u32 + rng.below(2 * size.points_count() as u32);
            let board = random_position(size, moves, &mut rng);
            for color in Color::BOTH {
                let life = unconditional_life(&board, color);
                if life.stones.is_empty() {
                    continue;
                }
                attacked += 1;
                for _ in 0..10 {
                    let mut after = board.clone();
                    for _ in 0..3 * size.points_count() {
                        after.clear_ko();
                        let Some(point) = random_legal(&after, color.other(), &mut rng) else {
                            break;
                        };
                        after.play(color.other(), point);
                    }
                    assert!(
                        life.stones.iter().all(|p| after.color(p) == Some(color)),
                        "{color} lives in\n{}\nbut not in\n{}",
                        picture(&board, Point::NONE),
                        picture(&after, Point::NONE)
                    );
                }
            }
        }
    }
}

#[test]
fn a_real_eye_falls_only_with_everything_around_it() {
    let (mut real, mut taken) = (0, 0);
    for n in 4..=7 {
        let mut rng = Rng::stream(7, &[u64::from(n)]);
        let size = Size::new(n).unwrap();
        for _ in 0..300 {
            let moves = size.points_count() as u32 + rng.below(2 * size.points_count() as u32);
            let board = random_position(size, moves, &mut rng);
            for color in Color::BOTH {
                let eyes: Vec<Point> = board
                    .empties()
                    .iter()
                    .copied()
                    .filter(|&p| eye(&board, color, p) == Eye::Real)
                    .collect();
                real += eyes.len();
                let mut after = board.clone();
                for _ in 0..2 * size.points_count() {
                    after.clear_ko();
                    let Some(point) = random_legal(&after, color.other(), &mut rng) else {
                        break;
                    };
                    let before = after.clone();
                    after.play(color.other(), point);
                    let around = size.neighbors(point).into_iter();
                    let whole = around.clone().all(|q| before.color(q) == board.color(q));
                    if eyes.contains(&point) && whole {
                        taken += 1;
                        let mut stones = around.filter(|&q| board.color(q) == Some(color));
                        assert!(
                            stones.all(|q| after.color(q).is_none()),
                            "{color}\n{}",
                            picture(&board, point)
                        );
                    }
                }
            }
        }
    }
    assert!(real > 1000 && taken > 50, "{real} real eyes, {taken} taken");
}

/// All shapes of `n` connected cells, turned and mirrored ones left out.
fn shapes(n: usize) -> Vec<Vec<(i8, i8)>> {
    let canonical = |cells: &[(i8, i8)]| {
        let images = (0..8).map(|s| {
            let image = cells.iter().map(|&(x, y)| {
                let (x, y) = if s & 1 == 0 { (x, y) } else { (-x, y) };
                let (x, y) = if s & 2 == 0 { (x, y) } else { (x, -y) };
                if s & 4 == 0 { (x, y) } else { (y, x) }
            });
            let mut image: Vec<_> = image.collect();
            let left = image.iter().map(|cell| cell.0).min().unwrap();
            let low = image.iter().map(|cell| cell.1).min().unwrap();
            image
                .iter_mut()
                .for_each(|cell| *cell = (cell.0 - left, cell.1 - low));
            image.sort_unstable();
            image
        });
        images.min().unwrap()
    };
    let mut found = std::collections::BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..n {
        found = found
            .iter()
            .flat_map(|cells| {
                let grow = |&(x, y): &(i8, i8)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
                let new = cells
                    .iter()
                    .flat_map(grow)
                    .filter(|cell| !cells.contains(cell));
                new.map(|cell| canonical(&[&cells[..], &[cell]].concat()))
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    found.into_iter().collect()
}

/// A chain of White around the shape, with one liberty outside, in a sea of living Black.
fn enclose(shape: &[(i8, i8)]) -> (Board<Bare>, Vec<Point>, Point) {
    let size = Size::new(10).unwrap();
    let at = |x: i8, y: i8| size.point(x as u8, y as u8).unwrap();
    let mut cells: Vec<Point> = shape.iter().map(|&(x, y)| at(x + 2, y + 2)).collect();
    let wall: Points = cells
        .iter()
        .flat_map(|&p| size.neighbors(p).into_iter().chain(size.diagonals(p)))
        .filter(|p| !cells.contains(p))
        .collect();
    let outside: Points = size
        .points()
        .filter(|p| !wall.contains(p) && !cells.contains(p))
        .collect();
    let with_liberty = |liberty: Point| {
        let empties = [liberty, at(9, 9), at(7, 9)];
        let board: Board<Bare> = Board::from_colors(size, |p| {
            if wall.contains(&p) {
                Some(Color::White)
            } else {
                (outside.contains(&p) && !empties.contains(&p)).then_some(Color::Black)
            }
        })?;
        let is_whole = board.chain_len(at(8, 9)) as usize == outside.len() - empties.len();
        is_whole.then_some((board, liberty))
    };
    let (board, liberty) = outside
        .iter()
        .filter(|&&p| size.neighbors(p).iter().any(|q| wall.contains(q)))
        .find_map(|&p| with_liberty(p))
        .unwrap();
    let wall_stone = *wall.first().unwrap();
    assert_eq!(
        board.chain_len(wall_stone) as usize,
        wall.len(),
        "{}",
        picture(&board, liberty)
    );
    cells.push(liberty);
    (board, cells, wall_stone)
}

#[test]
fn vital_points_are_where_solving_the_space_puts_them() {
    for (n, count) in [(1, 1), (2, 1), (3, 2), (4, 5), (5, 12), (6, 35)] {
        let shapes = shapes(n);
        assert_eq!(shapes.len(), count);
        for shape in shapes {
            let (board, cells, wall) = enclose(&shape);
            let solved = EyeSpace::solve(&board, wall, &cells);
            let vital = vital_point(board.size(), &cells[..n]);
            let context = || {
                format!(
                    "{:?}\n{}",
                    solved.verdict(),
                    picture(&board, vital.unwrap_or(wall))
                )
            };
            match vital {
                Some(vital) => {
                    assert_eq!(solved.verdict(), [true, false], "{}", context());
                    assert_eq!(solved.killing_moves(), [vital], "{}", context());
                }
                None => {
                    let is_square = n == 4 && shape == [(0, 0), (0, 1), (1, 0), (1, 1)];
                    let dead = n < 3 || is_square;
                    assert_eq!(solved.verdict(), [dead, dead], "{}", context());
                }
            }
        }
    }
}
