use tewari_game::{Game, GameState, Outcome, Player, conformance};
use tewari_games::Connect4;

use crate::lockstep::{self, Reference, after, is_legal};

/// `columns[c]` from the bottom; players are 0 and 1.
#[derive(Clone)]
struct Slow {
    columns: [Vec<usize>; 7],
    ply: usize,
}

impl Slow {
    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }
}

impl Reference for Slow {
    fn initial() -> Self {
        Self {
            columns: Default::default(),
            ply: 0,
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let open = (0..7).filter(|&column: &usize| self.columns[column].len() < 6);
        open.map(|column| (column + 1).to_string()).collect()
    }

    fn play(&mut self, mv: &str) {
        self.columns[mv.parse::<usize>().unwrap() - 1].push(self.ply % 2);
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        for column in 0..7 {
            for row in 0..6 {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let line = [0, 1, 2, 3].map(|i| self.at(column + i * right, row + i * up));
                    for player in Player::BOTH {
                        if line == [Some(player.index()); 4] {
                            return Some(Outcome::Win(player));
                        }
                    }
                }
            }
        }
        (self.ply == 42).then_some(Outcome::Draw)
    }

    fn text(&self) -> String {
        let rows = (0..6).rev().map(|row| {
            let letters = (0..7).map(|column| match self.at(column, row) {
                None => '.',
                Some(0) => 'Y',
                Some(_) => 'R',
            });
            shorten(&letters.collect::<String>())
        });
        format!(
            "{} {}",
            rows.collect::<Vec<_>>().join("/"),
            ["y", "r"][self.ply % 2]
        )
    }
}

/// Replaces runs of dots by their lengths.
pub(crate) fn shorten(row: &str) -> String {
    let mut text = row.to_owned();
    for length in (1..=row.len()).rev() {
        text = text.replace(&".".repeat(length), &length.to_string());
    }
    text
}

#[test]
fn keeps_the_contract() {
    conformance::check(&Connect4, 300, 1);
}

#[test]
fn agrees_with_the_reference() {
    lockstep::compare::<Slow, _>(&Connect4, 500, 2);
}

#[test]
fn counts_are_the_known_ones() {
    let known = [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
    assert_eq!(lockstep::counts(&Connect4, 8), known);
    assert_eq!(lockstep::reference_counts::<Slow>(4), known[..4]);
}

fn outcome(text: &str, moves: &str) -> Option<Outcome> {
    after(&Connect4, text, moves).outcome()
}

#[test]
fn rows_win_in_all_directions() {
    const YELLOW: Option<Outcome> = Some(Outcome::Win(Player::First));
    const RED: Option<Outcome> = Some(Outcome::Win(Player::Second));
    assert_eq!(outcome("7/7/7/7/7/7 y", "1 2 1 2 1 2 1"), YELLOW);
    assert_eq!(outcome("7/7/7/7/7/7 y", "4 4 5 5 6 6 7"), YELLOW);
    assert_eq!(outcome("7/7/7/7/7/7 y", "1 2 2 3 4 3 3 4 5 4 4"), YELLOW);
    assert_eq!(outcome("7/7/7/7/7/7 y", "1 7 6 6 5 5 2 5 4 4 1 4 1 4"), RED);
}

/// Discs that are neighbours in the word but not on the board.
#[test]
fn rows_do_not_run_round_the_edge() {
    // Up column 1 and on at the foot of column 2.
    assert_eq!(outcome("Y6/Y6/Y6/R6/R6/RY5 r", ""), None);
    // Along the lowest row from column 7 to column 1.
    assert_eq!(outcome("7/7/7/7/RR3R1/YY3YY r", ""), None);
    // Rising to the top of column 3 and on at the foot of columns 4 and 5.
    assert_eq!(outcome("2Y4/1YR4/YRR4/RYY4/YRR4/RYRYY2 r", ""), None);
}

#[test]
fn the_last_disc_can_win() {
    let full_but_one = "1RYRYRY/YRYRYRY/RYRYRYR/RYRYRYR/YRYRYRY/YRYRYRY r";
    assert_eq!(outcome(full_but_one, ""), None);
    assert_eq!(outcome(full_but_one, "1"), Some(Outcome::Draw));
    let winning = "1RRRYYY/YYRYYRR/RYYRRYY/YRRYYRR/RYYRRYR/RYRRYYY r";
    assert_eq!(outcome(winning, ""), None);
    assert_eq!(outcome(winning, "1"), Some(Outcome::Win(Player::Second)));
}

#[test]
fn full_columns_are_closed() {
    let state = after(&Connect4, "7/7/7/7/7/7 y", "4 4 4 4 4 4");
    assert!(!is_legal(&Connect4, &state, "4"));
    assert!(is_legal(&Connect4, &state, "3"));
}

#[test]
fn columns_have_numbers_and_letters() {
    for (number, letter) in ["1", "4", "7"].into_iter().zip(["a", "D", "g"]) {
        assert_eq!(Connect4.parse_move(number), Connect4.parse_move(letter));
    }
    assert!(Connect4.parse_move("8").is_err() && Connect4.parse_move("h").is_err());
}

#[test]
fn impossible_positions_are_refused() {
    for (text, reason) in [
        ("7/7/7/7/7 y", "5 rows instead of 6"),
        ("7/7/7/7/7/8 y", "row \"8\" has 8 squares, not 7"),
        ("7/7/7/7/7/3X3 r", "no piece 'X' in row \"3X3\""),
        ("7/7/7/7/3Y3/7 r", "a disc floats in column 4"),
        (
            "7/7/7/7/7/3Y3 y",
            "1 yellow and 0 red discs with Yellow to move",
        ),
        (
            "7/7/7/7/7/3Y3 w",
            "the side to move is 'y' or 'r', not \"w\"",
        ),
        ("7/7/7/7/7/3Y3", "a position has 2 parts"),
        (
            "7/7/7/7/YYY1Y2/RRRRY2 r",
            "Red is to move and has won already",
        ),
    ] {
        let error = Connect4.parse_state(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}
