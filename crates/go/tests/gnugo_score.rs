//! GNU Go as an independent judge: the moves it allows, the stones it sees, the score it gives.
//!
//! Which stones are dead is a matter of reading, and GNU Go's opinion of random games is as
//! good as any: its list of dead stones goes into our own counting, which must then give its
//! score. Without GNU Go the tests are skipped, but not where `CI` is set.

mod support;

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use support::{random, size};
use tewari_base::Rng;
use tewari_go::{Color, Komi, Point, Position, Rules, coord, handicap};

const CHINESE: &str = "--chinese-rules --positional-superko --capture-all-dead";

/// A GNU Go that is told what to do over its standard input.
struct GnuGo {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    /// Starts GNU Go, if there is one. Debian puts it where the path often does not lead.
    fn start(options: &str) -> Option<Self> {
        let path = env::var_os("PATH").unwrap_or_default();
        let found = env::split_paths(&path)
            .chain([PathBuf::from("/usr/games")])
            .map(|folder| folder.join("gnugo"))
            .find(|file| file.is_file());
        match found {
            Some(file) => Some(Self::run(&file, options)),
            None if env::var_os("CI").is_some() => panic!("gnugo is not installed"),
            None => {
                eprintln!("skipped: gnugo is not installed");
                None
            }
        }
    }

    fn run(file: &Path, options: &str) -> Self {
        let mut process = Command::new(file)
            .args("--mode gtp --level 0 --seed 1 --never-resign".split_whitespace())
            .args(options.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("gnugo starts");
        let input = process.stdin.take().expect("a pipe was asked for");
        let output = BufReader::new(process.stdout.take().expect("a pipe was asked for"));
        Self {
            process,
            input,
            output,
        }
    }

    /// The answer to a command that must succeed, line breaks made blanks.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").expect("gnugo listens");
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).expect("gnugo answers");
            assert!(length > 0, "gnugo died of {command:?}");
            match line.trim_end() {
                "" if answer.is_empty() => {}
                "" => break,
                text => answer = format!("{answer} {text}"),
            }
        }
        let text = answer.trim_start();
        let Some(text) = text.strip_prefix('=') else {
            panic!("{command}: {text}")
        };
        text.trim().to_owned()
    }

    /// The points it answers, in our order.
    fn ask_points(&mut self, board: &Position, command: &str) -> Vec<Point> {
        let answer = self.ask(command);
        let parse = |name| coord::parse_point(board.size(), name).expect("gnugo names points");
        let mut points: Vec<Point> = answer.split_whitespace().map(parse).collect();
        points.sort_unstable();
        points
    }

    /// The score in points, positive when Black is ahead.
    fn final_score(&mut self) -> f64 {
        let answer = self.ask("final_score");
        match answer.split_once('+') {
            Some(("B", margin)) => margin.parse().expect("a number"),
            Some(("W", margin)) => -margin.parse::<f64>().expect("a number"),
            _ => {
                assert_eq!(answer, "0", "a draw");
                0.0
            }
        }
    }

    fn new_game(&mut self, game: &Position) {
        self.ask(&format!("boardsize {}", game.size().get()));
        self.ask("clear_board");
        self.ask(&format!("komi {}", game.komi()));
    }

    fn play(&mut self, game: &Position, color: Color, mv: tewari_game::Move) {
        let name = coord::format_move(game.size(), mv);
        self.ask(&format!("play {color} {name}"));
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn compare_moves_and_stones(gnugo: &mut GnuGo, game: &Position) {
    let color = game.turn();
    let legal: Vec<Point> = game
        .size()
        .points()
        .filter(|point| game.check(color, point.to_move()).is_ok())
        .collect();
    assert_eq!(gnugo.ask_points(game, &format!("all_legal {color}")), legal);
    for color in Color::BOTH {
        let stones: Vec<Point> = game
            .size()
            .points()
            .filter(|&p| game.board().color(p) == Some(color))
            .collect();
        assert_eq!(
            gnugo.ask_points(game, &format!("list_stones {color}")),
            stones
        );
        let captures = gnugo.ask(&format!("captures {color}"));
        assert_eq!(captures, game.lost(color.other()).to_string());
    }
}

/// Random games to their end, some with handicap: every move that GNU Go may refuse, now and
/// then all the moves it allows, and the score, although nothing is dead when all is played.
fn compare_random_games(n: u8, games: u64) {
    let Some(mut gnugo) = GnuGo::start(CHINESE) else {
        return;
    };
    for number in 0..games {
        let mut rng = Rng::stream(20, &[n.into(), number]);
        let komi = Komi::from_points([7.5, 0.0, -3.5, 6.0][number as usize % 4]).unwrap();
        let mut game = Position::new(size(n), Rules::CHINESE, komi);
        gnugo.new_game(&game);
        let stones = (number % 10) as usize;
        if let Some(points) = handicap::fixed(size(n), stones) {
            game.place_handicap(&points).unwrap();
            let placed = gnugo.ask_points(&game, &format!("fixed_handicap {stones}"));
            assert_eq!(placed, sorted(points));
        }
        let mut replayed = game.clone();
        let limit = 4 * size(n).points_count();
        let (moves, ended) = random::play_out(&mut game, &mut rng, limit);
        for (i, &(color, mv)) in moves.iter().enumerate() {
            gnugo.play(&replayed, color, mv);
            replayed.play(color, mv).unwrap();
            if i % 20 == 0 {
                compare_moves_and_stones(&mut gnugo, &replayed);
            }
        }
        compare_moves_and_stones(&mut gnugo, &game);
        assert!(ended, "this seed gives games that end");
        let dead = gnugo.ask_points(&game, "final_status_list dead");
        let score = game.score(&dead).points();
        assert_eq!(gnugo.final_score(), score, "game {number} on {n}x{n}");
    }
}

/// Games that GNU Go plays with itself after a random opening: they end by agreement, with
/// dead stones on the board. Games with a seki are left out, because it gives the eyes of a seki to nobody.
fn compare_own_games(options: &str, rules: Rules) {
    let Some(mut gnugo) = GnuGo::start(options) else {
        return;
    };
    let (mut compared, mut with_dead_stones) = (0, 0);
    for number in 0..5 {
        let mut game = Position::new(size(9), rules, Komi::DEFAULT);
        gnugo.new_game(&game);
        gnugo.ask(&format!("set_random_seed {number}"));
        random::play_out(&mut game, &mut Rng::stream(21, &[number]), 24);
        for (color, mv) in game.moves() {
            gnugo.play(&game, color, mv);
        }
        while !game.is_over() {
            let name = gnugo.ask(&format!("genmove {}", game.turn()));
            let mv = coord::parse_move(game.size(), &name).expect("gnugo never resigns");
            game.play(game.turn(), mv).unwrap();
        }
        compare_moves_and_stones(&mut gnugo, &game);
        if gnugo.ask("final_status_list seki").is_empty() {
            let dead = gnugo.ask_points(&game, "final_status_list dead");
            assert_eq!(
                gnugo.final_score(),
                game.score(&dead).points(),
                "game {number}"
            );
            compared += 1;
            with_dead_stones += u32::from(!dead.is_empty());
        }
    }
    assert!(compared >= 4 && with_dead_stones >= 3);
}

fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points
}

#[test]
fn gnu_go_agrees_on_random_games_of_9x9() {
    compare_random_games(9, 80);
}

#[test]
fn gnu_go_agrees_on_random_games_of_13x13() {
    compare_random_games(13, 40);
}

#[test]
fn gnu_go_agrees_on_its_own_games_by_area() {
    compare_own_games("--chinese-rules --positional-superko", Rules::CHINESE);
}

#[test]
fn gnu_go_agrees_on_its_own_games_by_territory() {
    compare_own_games("--japanese-rules --simple-ko", Rules::JAPANESE);
}
