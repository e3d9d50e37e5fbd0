//! How many of the 3^(n·n) ways to colour a board are positions of Go, that is, leave no chain
//! without liberty. The numbers are Tromp's and Farnebäck's ("Combinatorics of Go", 2006).

mod support;

use support::reference::Grid;
use support::size;
use tewari_base::Rng;
use tewari_go::{Bare, Board, Color, Point, Size};

const STONES: [Option<Color>; 3] = [None, Some(Color::Black), Some(Color::White)];

/// Asks about every colouring, built from nothing.
fn count_whole_boards(size: Size) -> u64 {
    let points: Vec<Point> = size.points().collect();
    let colorings = 3usize.pow(points.len() as u32);
    let is_legal = |&number: &usize| {
        let stone = |point: Point| {
            let place = points
                .iter()
                .position(|&p| p == point)
                .expect("a point of the board");
            STONES[number / 3usize.pow(place as u32) % 3]
        };
        Board::<Bare>::from_colors(size, stone).is_some()
    };
    (0..colorings).filter(is_legal).count() as u64
}

/// Counts legal colourings by playing: points are decided in order, those still to come are
/// empty. A chain that has no liberty then will never get one back, so a stone that captures
/// or is captured at once ends that branch, and every branch that comes through is legal.
fn count_by_playing(board: &Board<Bare>, todo: &[Point], deeper: &mut [Board<Bare>]) -> u64 {
    let Some((&point, todo)) = todo.split_first() else {
        return 1;
    };
    let size = board.size();
    let captures = |color: Color| {
        let enemy = |&q: &Point| board.color(q) == Some(color.other());
        size.neighbors(point)
            .iter()
            .filter(|q| enemy(q))
            .any(|&q| board.only_liberty(q, point))
    };
    let sound = |color| !captures(color) && !board.is_suicide(color, point);
    if todo.is_empty() {
        return 1 + Color::BOTH
            .into_iter()
            .filter(|&color| sound(color))
            .count() as u64;
    }
    let mut count = count_by_playing(board, todo, deeper);
    for color in Color::BOTH.into_iter().filter(|&color| sound(color)) {
        let (child, deeper) = deeper.split_first_mut().expect("a board for every point");
        child.load(board);
        child.play(color, point);
        count += count_by_playing(child, todo, deeper);
    }
    count
}

fn count_from(board: &Board<Bare>, todo: &[Point]) -> u64 {
    count_by_playing(board, todo, &mut vec![board.clone(); todo.len()])
}

#[test]
fn positions_on_2x2() {
    assert_eq!(count_whole_boards(size(2)), 57);
}

#[test]
fn positions_on_3x3() {
    assert_eq!(count_whole_boards(size(3)), 12_675);
}

#[test]
fn positions_on_2x2_and_3x3_by_playing() {
    for (n, legal) in [(2, 57), (3, 12_675)] {
        let points: Vec<Point> = size(n).points().collect();
        assert_eq!(count_from(&Board::new(size(n)), &points), legal);
    }
}

#[test]
fn positions_on_4x4_by_playing() {
    let points: Vec<Point> = size(4).points().collect();
    let count_with = &|stone: Option<Color>| {
        let mut board = Board::new(size(4));
        if let Some(color) = stone {
            board.play(color, points[0]);
        }
        count_from(&board, &points[1..])
    };
    let [empty, black, white] = std::thread::scope(|scope| {
        STONES
            .map(|stone| scope.spawn(move || count_with(stone)))
            .map(|thread| thread.join().unwrap())
    });
    assert_eq!(empty + black + white, 24_318_165);
    assert_eq!(black, white, "colours are alike");
}

/// Beyond what can be counted: random colourings, sparse enough for both answers to occur.
#[test]
fn random_boards_of_all_sizes_are_judged_like_the_reference() {
    for n in 2..=25u8 {
        let mut legal = 0;
        for number in 0..200 {
            let mut rng = Rng::stream(3, &[n.into(), number]);
            let stones = rng.below(101);
            let mut grid = Grid::new(n.into());
            for at in grid.points() {
                if rng.below(100) < stones {
                    grid.set(at, STONES[1 + rng.below(2) as usize]);
                }
            }
            let stone = |point| {
                let (x, y) = size(n).xy(point);
                grid.at((x.into(), y.into()))
            };
            let board = Board::<Bare>::from_colors(size(n), stone);
            assert_eq!(board.is_some(), grid.is_sound());
            legal += u32::from(board.is_some());
        }
        assert!(legal > 20 && legal < 180, "{legal} of 200 legal on {n}x{n}");
    }
}
