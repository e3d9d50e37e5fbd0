//! The fast board beside a slow and obvious one, move by move over random games.
//!
//! Games contain passes, moves out of turn, suicides where they are allowed, stones set up,
//! turns given away and moves taken back. After every step everything the board keeps up to
//! date is compared with what the reference finds by looking.

mod support;

use std::sync::LazyLock;

use support::reference::{Grid, Reference, Xy};
use support::{area_rules, random, size};
use tewari_base::Rng;
use tewari_game::{Game, GameState, Move, MoveList, Repetition};
use tewari_go::score::{self, Ownership};
use tewari_go::{
    Bare, Board, Color, Full, Go, Hashed, Illegal, Komi, Layers, Light, PASS, Point, Position,
    Rules, Scoring, Size,
};

/// How often something worth testing happened.
#[derive(Default)]
struct Tally {
    games: u32,
    suicides: u32,
    ko_bans: u32,
    superko_bans: u32,
    undone: u32,
    set_up: u32,
}

/// Zobrist words as boards with one stone reveal them: a key can then be made from scratch.
struct Words {
    empty: u64,
    stone: Vec<[u64; 2]>,
}

impl Words {
    fn new(size: Size) -> Self {
        let key = |stone: Option<(Color, Point)>| {
            let mut board = Board::<Hashed>::new(size);
            if let Some((color, point)) = stone {
                board.play(color, point);
            }
            board.stones_key()
        };
        let empty = key(None);
        let word = |color, point| key(Some((color, point))) ^ empty;
        let stone = size
            .points()
            .map(|point| Color::BOTH.map(|c| word(c, point)))
            .collect();
        Self { empty, stone }
    }

    fn key(&self, grid: &Grid) -> u64 {
        grid.points()
            .zip(&self.stone)
            .fold(self.empty, |key, (at, words)| match grid.at(at) {
                Some(color) => key ^ words[color.index()],
                None => key,
            })
    }
}

/// An empty point, a colour that might play there, and the board if it did.
type Trial = (Xy, Color, Grid);

/// Both games side by side, and boards of the other layers that play along.
struct Pair {
    position: Position,
    reference: Reference,
    /// The reference before each step: its way to take a step back.
    before: Vec<Reference>,
    bare: Board<Bare>,
    light: Light<Hashed>,
    words: Words,
}

impl Pair {
    fn new(size: Size, rules: Rules) -> Self {
        let position = Position::new(size, rules, Komi::DEFAULT);
        let mut pair = Self {
            reference: Reference::new(size.get().into(), rules),
            before: Vec::new(),
            bare: Board::new(size),
            light: Light::new(size, 0),
            words: Words::new(size),
            position,
        };
        pair.reload();
        pair
    }

    fn size(&self) -> Size {
        self.position.size()
    }

    fn point(&self, (x, y): Xy) -> Point {
        self.size().point(x as u8, y as u8).unwrap()
    }

    fn random_xy(&self, rng: &mut Rng) -> Xy {
        let n = u32::from(self.size().get());
        (rng.below(n) as usize, rng.below(n) as usize)
    }

    /// One random step on both sides.
    fn step(&mut self, rng: &mut Rng, tally: &mut Tally) {
        match rng.below(100) {
            0..4 => self.undo(tally),
            4 => self.set_turn(if rng.below(2) == 0 {
                Color::Black
            } else {
                Color::White
            }),
            5 => self.setup(rng, tally),
            6..10 => self.play(self.reference.turn, None, tally),
            10..16 => self.attempt(self.reference.turn.other(), rng, tally),
            _ => self.attempt(self.reference.turn, rng, tally),
        }
    }

    /// Tries random points until one is legal; the verdicts must be the same every time.
    fn attempt(&mut self, color: Color, rng: &mut Rng, tally: &mut Tally) {
        for _ in 0..20 {
            let at = self.random_xy(rng);
            let mv = self.point(at).to_move();
            match self.reference.check(color, at) {
                Ok(()) => return self.play(color, Some(at), tally),
                Err(illegal) => {
                    let key = self.position.key();
                    assert_eq!(self.position.play(color, mv), Err(illegal));
                    assert_eq!(self.position.key(), key, "a refused move changes nothing");
                }
            }
        }
    }

    fn play(&mut self, color: Color, at: Option<Xy>, tally: &mut Tally) {
        let mv = at.map_or(PASS, |at| self.point(at).to_move());
        let in_turn = color == self.position.turn() && !self.position.is_over();
        self.before.push(self.reference.clone());
        self.reference.play(color, at);
        assert_eq!(self.position.play(color, mv), Ok(()));
        match at {
            Some(at) => {
                self.bare.play(color, self.point(at));
                tally.suicides += u32::from(self.reference.board.at(at).is_none());
                let gone: Vec<Point> = self
                    .reference
                    .gone
                    .iter()
                    .map(|&at| self.point(at))
                    .collect();
                assert_eq!(
                    sorted(self.position.board().captured().iter().copied()),
                    gone
                );
            }
            None => self.bare.clear_ko(),
        }
        if in_turn {
            self.light.play(mv);
        } else {
            self.light.load(self.position.light());
        }
    }

    fn undo(&mut self, tally: &mut Tally) {
        match self.before.pop() {
            None => assert!(!self.position.undo(), "nothing was done yet"),
            Some(reference) => {
                assert!(self.position.undo());
                self.reference = reference;
                self.reload();
                tally.undone += 1;
            }
        }
    }

    fn set_turn(&mut self, color: Color) {
        if color != self.reference.turn {
            self.before.push(self.reference.clone());
        }
        self.reference.set_turn(color);
        self.position.set_turn(color);
        self.reload();
    }

    fn setup(&mut self, rng: &mut Rng, tally: &mut Tally) {
        let before = self.reference.clone();
        let stones: Vec<(Xy, Option<Color>)> = (0..3)
            .map(|_| {
                let stone = [None, Some(Color::Black), Some(Color::White)];
                (self.random_xy(rng), stone[rng.below(3) as usize])
            })
            .collect();
        let named: Vec<_> = stones
            .iter()
            .map(|&(at, stone)| (self.point(at), stone))
            .collect();
        if self.reference.setup(&stones) {
            assert_eq!(self.position.setup(&named), Ok(()));
            self.before.push(before);
            self.reload();
            tally.set_up += 1;
        } else {
            assert_eq!(self.position.setup(&named), Err(Illegal::NoLiberty));
        }
    }

    fn reload(&mut self) {
        self.bare.load(self.position.board());
        self.light.load(self.position.light());
    }

    /// What every step changes.
    fn compare_stones(&self) {
        let (position, reference) = (&self.position, &self.reference);
        let board = position.board();
        for (at, point) in reference.board.points().zip(self.size().points()) {
            assert_eq!(board.color(point), reference.board.at(at), "{at:?}");
        }
        assert_eq!(board.stones_key(), self.words.key(&reference.board));
        assert_eq!(board.ko(), reference.ko.map(|at| self.point(at)));
        assert_eq!(position.turn(), reference.turn);
        assert_eq!(usize::from(position.light().passes()), reference.passes);
        assert_eq!(position.is_over(), reference.passes == 2);
        assert_eq!(
            Color::BOTH.map(|color| position.lost(color)),
            reference.lost
        );
    }

    /// Everything.
    fn compare(&self, rng: &mut Rng, tally: &mut Tally) {
        let (position, reference) = (&self.position, &self.reference);
        let grid = &reference.board;
        let trials: Vec<Trial> = grid
            .points()
            .filter(|&at| grid.at(at).is_none())
            .flat_map(|at| Color::BOTH.map(|color| (at, color, grid.after(color, at).0)))
            .collect();
        self.compare_board(position.board(), &trials);
        self.compare_board(&self.bare, &trials);
        self.compare_board(&self.light.board, &trials);
        self.compare_codes();
        self.compare_keys(&trials);
        self.compare_legality(tally);
        self.compare_light();
        self.compare_scores(rng);
    }

    fn compare_board<L: Layers>(&self, board: &Board<L>, trials: &[Trial]) {
        let grid = &self.reference.board;
        let mut empty = Vec::new();
        let mut stones = [0; 2];
        for at in grid.points() {
            let point = self.point(at);
            assert_eq!(board.color(point), grid.at(at), "{at:?}");
            assert_eq!(board.is_empty(point), grid.at(at).is_none());
            let empties = grid.neighbors(at).filter(|&q| grid.at(q).is_none()).count();
            assert_eq!(usize::from(board.empty_neighbors(point)), empties, "{at:?}");
            for color in Color::BOTH {
                let surrounded = grid.neighbors(at).all(|q| grid.at(q) == Some(color));
                assert_eq!(
                    board.is_surrounded_by(point, color),
                    surrounded,
                    "{at:?} {color}"
                );
            }
            match grid.at(at) {
                None => empty.push(point),
                Some(color) => stones[color.index()] += 1,
            }
        }
        assert_eq!(sorted(board.empties().iter().copied()), empty);
        assert_eq!(board.empty_count() as usize, empty.len());
        assert_eq!(Color::BOTH.map(|color| board.stones(color)), stones);
        assert_eq!(board.ko(), self.reference.ko.map(|at| self.point(at)));
        self.compare_chains(board);
        self.compare_trials(board, trials);
    }

    fn compare_chains<L: Layers>(&self, board: &Board<L>) {
        let grid = &self.reference.board;
        let mut seen = vec![false; tewari_go::CELLS];
        for at in grid.points().filter(|&at| grid.at(at).is_some()) {
            if seen[self.point(at).index()] {
                continue;
            }
            let stones: Vec<Point> = grid.group(at).into_iter().map(|q| self.point(q)).collect();
            let liberties: Vec<Point> = grid
                .liberties(at)
                .into_iter()
                .map(|q| self.point(q))
                .collect();
            let head = board.head(self.point(at));
            assert!(stones.contains(&head), "the head is a stone of its chain");
            for &stone in &stones {
                seen[stone.index()] = true;
                assert_eq!(board.head(stone), head);
                assert_eq!(usize::from(board.chain_len(stone)), stones.len());
                let only = if let [only] = liberties[..] {
                    Some(only)
                } else {
                    None
                };
                assert_eq!(board.atari(stone), only);
                assert_eq!(
                    board.only_liberty(stone, liberties[0]),
                    liberties.len() == 1
                );
            }
            assert_eq!(sorted(board.chain(stones[0])), stones);
            assert_eq!(board.chain(stones[0]).next(), Some(stones[0]));
            let mut found = [Point::NONE; 700];
            let count = board.liberties(stones[0], &mut found);
            assert_eq!(sorted(found[..count].iter().copied()), liberties);
            let mut few = [Point::NONE; 2];
            assert_eq!(board.liberties(stones[0], &mut few), liberties.len().min(2));
        }
    }

    /// What playouts ask about empty points.
    fn compare_trials<L: Layers>(&self, board: &Board<L>, trials: &[Trial]) {
        for &(at, color, after) in trials {
            let point = self.point(at);
            let banned = self.reference.ko == Some(at);
            let suicide = after.at(at).is_none();
            let eye = is_eye(&self.reference.board, color, at);
            assert_eq!(board.is_suicide(color, point), suicide, "{at:?} {color}");
            assert_eq!(board.is_eye(color, point), eye, "{at:?} {color}");
            assert_eq!(board.is_legal(color, point), !banned && !suicide);
            assert_eq!(
                board.is_acceptable(color, point),
                !banned && !suicide && !eye
            );
        }
    }

    /// Eight neighbours from the lower left, rank by rank, two bits each.
    fn compare_codes(&self) {
        const RING: [(isize, isize); 8] = [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ];
        let grid = &self.reference.board;
        for at in grid.points() {
            let content = |d| match grid.beside(at, d).map(|q| grid.at(q)) {
                Some(Some(Color::Black)) => 0,
                Some(Some(Color::White)) => 1,
                Some(None) => 2,
                None => 3,
            };
            let code = RING.iter().rev().fold(0, |code, &d| code << 2 | content(d));
            assert_eq!(self.position.board().code(self.point(at)), code, "{at:?}");
        }
    }

    fn compare_keys(&self, trials: &[Trial]) {
        let grid = &self.reference.board;
        let board = self.position.board();
        assert_eq!(board.stones_key(), self.words.key(grid));
        assert_eq!(self.light.board.stones_key(), board.stones_key());
        assert_eq!(self.position.image_keys()[0], self.position.key());
        assert_eq!(self.light.key(), self.position.key());
        let mut loaded = Board::<Full>::new(size(2));
        loaded.load(&self.bare);
        assert_eq!(
            loaded.stones_key(),
            board.stones_key(),
            "a hash made by loading"
        );
        for point in self.size().points() {
            assert_eq!(
                loaded.code(point),
                board.code(point),
                "a code made by loading"
            );
        }
        for (at, color, after) in trials {
            let key = board.stones_key_after(*color, self.point(*at));
            assert_eq!(key, self.words.key(after), "{at:?} {color}");
        }
        let past = self.position.past();
        assert_eq!(past.len(), self.reference.past.len());
        assert_eq!(
            past.last(),
            Some(&(board.stones_key(), self.position.turn()))
        );
    }

    fn compare_legality(&self, tally: &mut Tally) {
        let (position, reference) = (&self.position, &self.reference);
        let mut legal = MoveList::new();
        for at in reference.board.points() {
            let mv = self.point(at).to_move();
            for color in Color::BOTH {
                let verdict = reference.check(color, at);
                assert_eq!(position.check(color, mv), verdict, "{at:?} {color}");
                tally.ko_bans += u32::from(verdict == Err(Illegal::Ko));
                tally.superko_bans += u32::from(verdict == Err(Illegal::Superko));
                if verdict.is_ok() && color == reference.turn {
                    legal.push(mv);
                }
            }
        }
        legal.push(PASS);
        if reference.passes == 2 {
            legal.clear();
        }
        assert_eq!(listed(position), legal);
        for mv in (0..self.size().cells() as u16 + 5).map(Move) {
            assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv:?}");
        }
    }

    /// The light position has the same moves, but for superko.
    fn compare_light(&self) {
        let reference = &self.reference;
        assert_eq!(self.light.turn(), reference.turn);
        let playable = |&at: &Xy| {
            !matches!(
                reference.check(reference.turn, at),
                Err(Illegal::Occupied | Illegal::Ko | Illegal::Suicide)
            )
        };
        let mut legal: MoveList = reference
            .board
            .points()
            .filter(playable)
            .map(|at| self.point(at).to_move())
            .collect();
        legal.push(PASS);
        if reference.passes == 2 {
            legal.clear();
        }
        assert_eq!(listed(&self.light), legal);
        self.compare_repetition(legal.clone());
        let mut loaded = Light::<Hashed>::new(size(2), 0);
        loaded.load(self.position.light());
        assert_eq!(listed(&loaded), legal);
        assert_eq!(loaded.key(), self.light.key());
    }

    /// What a search asks to apply superko to the moves of a light position.
    fn compare_repetition(&self, mut legal: MoveList) {
        let position = &self.position;
        let (size, rules, komi) = (position.size(), position.rules(), position.komi());
        let go = Go { size, rules, komi };
        let mut past = Vec::new();
        go.past_keys(position, &mut past);
        legal.retain(|&mv| {
            let earlier = go
                .key_after(&self.light, mv)
                .map_or(0, |key| past.iter().filter(|&&old| old == key).count());
            go.on_repetition(earlier) != Repetition::Forbidden
        });
        assert_eq!(listed(position), legal);
    }

    fn compare_scores(&self, rng: &mut Rng) {
        let (position, grid) = (&self.position, &self.reference.board);
        let stones: Vec<Xy> = grid.points().filter(|&at| grid.at(at).is_some()).collect();
        let mut dead = Vec::new();
        for _ in 0..rng.below(3) {
            if !stones.is_empty() {
                dead.push(stones[rng.below(stones.len() as u32) as usize]);
            }
        }
        let named: Vec<Point> = dead.iter().map(|&at| self.point(at)).collect();
        let ownership = Ownership::of(position.board(), &named);
        for (at, owner) in grid.owners(&dead) {
            assert_eq!(ownership.owner(self.point(at)), owner, "{at:?}");
        }
        let (area, territory) = (grid.area(&dead), grid.territory(&dead));
        assert_eq!(score::area(position.board(), &named), area);
        assert_eq!(score::area(&self.bare, &named), area);
        assert_eq!(score::territory(position.board(), &named), territory);
        assert_eq!(
            self.light.score().0,
            2 * grid.area(&[]) - Komi::DEFAULT.halves()
        );

        let prisoners = self.reference.lost[1] as i32 - self.reference.lost[0] as i32;
        let points = match position.rules().scoring {
            Scoring::Area => area,
            Scoring::Territory => territory + prisoners,
        };
        assert_eq!(
            position.score(&named).0,
            2 * points - Komi::DEFAULT.halves()
        );
    }

    /// The record that superko looks at, board by board.
    fn compare_past(&self) {
        let past: Vec<(u64, Color)> = self
            .reference
            .past
            .iter()
            .map(|(grid, turn)| (self.words.key(grid), *turn))
            .collect();
        assert_eq!(self.position.past(), past);
    }
}

/// Surrounded by its own stones, with at most one enemy at the corners, and none at an edge.
fn is_eye(grid: &Grid, color: Color, at: Xy) -> bool {
    let surrounded = grid.neighbors(at).all(|q| grid.at(q) == Some(color));
    let corners: Vec<Xy> = grid.diagonals(at).collect();
    let enemies = corners
        .iter()
        .filter(|&&q| grid.at(q) == Some(color.other()))
        .count();
    surrounded
        && if corners.len() < 4 {
            enemies == 0
        } else {
            enemies <= 1
        }
}

fn sorted(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<Point> = points.collect();
    points.sort_unstable();
    points
}

fn listed<S: GameState>(state: &S) -> MoveList {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    moves
}

/// Both ways of counting with every ko rule, with and without suicide.
static RULES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let territory = area_rules().into_iter().map(|r| Rules {
        scoring: Scoring::Territory,
        ..r
    });
    area_rules().into_iter().chain(territory).collect()
});

/// Plays `games` random games of `steps` steps on `n` lines, the rule sets taking turns, and
/// compares the stones after each step, everything after one in `every`.
fn compare_games(n: u8, games: u32, steps: u32, every: u32) -> Tally {
    let mut tally = Tally::default();
    for game in 0..games {
        let mut rng = Rng::stream(1, &[n.into(), game.into()]);
        let mut pair = Pair::new(size(n), RULES[game as usize % RULES.len()]);
        for _ in 0..steps {
            pair.step(&mut rng, &mut tally);
            pair.compare_stones();
            if rng.below(every) == 0 {
                pair.compare(&mut rng, &mut tally);
            }
        }
        pair.compare(&mut rng, &mut tally);
        pair.compare_past();
        tally.games += 1;
    }
    tally
}

#[test]
fn on_2x2() {
    let tally = compare_games(2, 3600, 40, 2);
    assert!(tally.games == 3600 && tally.suicides > 1000 && tally.superko_bans > 10_000);
}

#[test]
fn on_3x3() {
    let tally = compare_games(3, 3600, 50, 3);
    assert!(tally.ko_bans > 500 && tally.undone > 1000 && tally.set_up > 100);
}

#[test]
fn on_4x4() {
    let tally = compare_games(4, 2400, 70, 4);
    assert!(tally.superko_bans > 500 && tally.suicides > 100);
}

#[test]
fn on_5x5() {
    let tally = compare_games(5, 1200, 100, 5);
    assert!(tally.superko_bans > 100 && tally.ko_bans > 100);
}

#[test]
fn on_7x7() {
    let tally = compare_games(7, 120, 200, 5);
    assert!(tally.superko_bans > 10 && tally.ko_bans > 10);
}

#[test]
fn on_9x9() {
    compare_games(9, 60, 320, 8);
}

#[test]
fn on_13x13_19x19_and_25x25() {
    compare_games(13, 12, 500, 25);
    compare_games(19, 12, 900, 100);
    compare_games(25, 6, 1400, 200);
}

/// A playout that ends with nothing but eyes leaves a board whose area needs no flood fill.
#[test]
fn the_settled_area_is_the_area_at_the_end_of_playouts() {
    for n in [3, 5, 9, 13] {
        let mut ended = 0;
        for game in 0..60 {
            let mut position = Position::new(size(n), Rules::CHINESE, Komi::ZERO);
            let mut rng = Rng::stream(2, &[n.into(), game]);
            let limit = 4 * size(n).points_count();
            if random::play_out(&mut position, &mut rng, limit).1 {
                let area = score::area(position.board(), &[]);
                assert_eq!(score::settled_area(position.board()), area);
                ended += 1;
            }
        }
        assert!(ended > 50, "{ended} of 60 playouts on {n}x{n} ended");
    }
}
