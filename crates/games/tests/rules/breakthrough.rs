use tewari_game::{Game, GameState, Outcome, Player, conformance};
use tewari_games::Breakthrough;

use crate::connect4::shorten;
use crate::lockstep::{self, Reference, after, is_legal};

/// `board[row][column]`, row 0 being White's home.
#[derive(Clone)]
struct Slow {
    board: [[char; 6]; 6],
    white: bool,
}

impl Slow {
    /// All steps that do not leave the board, legal or not, as start and target.
    fn steps(&self) -> Vec<[(usize, usize); 2]> {
        let mut steps = Vec::new();
        for row in 0..6_i32 {
            for column in 0..6_i32 {
                for sideways in [-1, 0, 1] {
                    let to = (row + if self.white { 1 } else { -1 }, column + sideways);
                    if (0..6).contains(&to.0) && (0..6).contains(&to.1) {
                        let square = |(row, column): (i32, i32)| (row as usize, column as usize);
                        steps.push([square((row, column)), square(to)]);
                    }
                }
            }
        }
        steps
    }

    fn own(&self) -> char {
        if self.white { 'W' } else { 'B' }
    }
}

fn name([from, to]: [(usize, usize); 2]) -> String {
    [from, to]
        .map(|(row, column)| format!("{}{}", ["a", "b", "c", "d", "e", "f"][column], row + 1))
        .concat()
}

impl Reference for Slow {
    fn initial() -> Self {
        let [w, e, b] = [['W'; 6], ['.'; 6], ['B'; 6]];
        Self {
            board: [w, w, e, e, b, b],
            white: true,
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let legal = |&[from, to]: &[(usize, usize); 2]| {
            let [piece, target] = [from, to].map(|(row, column)| self.board[row][column]);
            let diagonal = from.1 != to.1;
            piece == self.own() && target != piece && (diagonal || target == '.')
        };
        self.steps().into_iter().filter(legal).map(name).collect()
    }

    fn play(&mut self, mv: &str) {
        let [from, to] = self
            .steps()
            .into_iter()
            .find(|&step| name(step) == mv)
            .unwrap();
        self.board[from.0][from.1] = '.';
        self.board[to.0][to.1] = self.own();
        self.white = !self.white;
    }

    fn outcome(&self) -> Option<Outcome> {
        let gone = |piece: char| !self.board.iter().flatten().any(|&other| other == piece);
        if self.board[5].contains(&'W') || gone('B') {
            Some(Outcome::Win(Player::First))
        } else if self.board[0].contains(&'B') || gone('W') {
            Some(Outcome::Win(Player::Second))
        } else {
            None
        }
    }

    fn text(&self) -> String {
        let rows = self
            .board
            .iter()
            .rev()
            .map(|row| shorten(&row.iter().collect::<String>()));
        format!(
            "{} {}",
            rows.collect::<Vec<_>>().join("/"),
            if self.white { "w" } else { "b" }
        )
    }
}

#[test]
fn keeps_the_contract() {
    conformance::check(&Breakthrough, 300, 1);
}

#[test]
fn agrees_with_the_reference() {
    lockstep::compare::<Slow, _>(&Breakthrough, 500, 2);
}

#[test]
fn counts_agree_with_the_reference() {
    let counts = lockstep::counts(&Breakthrough, 6);
    assert_eq!(counts, COUNTS);
    assert_eq!(lockstep::reference_counts::<Slow>(4), counts[..4]);
}

const COUNTS: [u64; 6] = [16, 256, 4308, 71_478, 1_248_290, 21_470_998];

#[test]
fn captures_are_diagonal_only() {
    let state = after(&Breakthrough, "B5/6/2BB2/2W3/6/W5 w", "");
    assert!(!is_legal(&Breakthrough, &state, "c3c4"));
    assert!(is_legal(&Breakthrough, &state, "c3b4"));
    let state = after(&Breakthrough, "B5/6/2BB2/2W3/6/W5 w", "c3xd4");
    assert_eq!(Breakthrough.format_state(&state), "B5/6/2BW2/6/6/W5 b");
}

#[test]
fn pieces_do_not_leave_the_board_at_the_side() {
    let state = after(&Breakthrough, "B5/6/6/W4W/6/6 w", "");
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let moves: Vec<String> = moves
        .into_iter()
        .map(|mv| Breakthrough.format_move(mv))
        .collect();
    assert_eq!(moves, ["f3e4", "a3a4", "f3f4", "a3b4"]);
}

#[test]
fn the_far_row_wins_for_either() {
    let white = after(&Breakthrough, "BB4/2W3/6/6/6/W5 w", "c5b6");
    assert_eq!(white.outcome(), Some(Outcome::Win(Player::First)));
    let black = after(&Breakthrough, "B5/6/6/6/2B3/WW4 b", "c2c1");
    assert_eq!(black.outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn whoever_loses_the_last_piece_loses() {
    let state = after(&Breakthrough, "6/6/3B2/2W3/6/6 b", "d4c3");
    assert_eq!(state.outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn moves_may_be_written_with_a_sign() {
    for text in ["b2-c3", "B2xC3", "b2c3"] {
        assert_eq!(
            Breakthrough
                .parse_move(text)
                .map(|mv| Breakthrough.format_move(mv)),
            Ok("b2c3".into())
        );
    }
    for text in ["b2b2", "b2d3", "b2b4", "a1g2", "b2c3d", "b2--c3", "a1", ""] {
        assert!(Breakthrough.parse_move(text).is_err(), "{text}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (text, reason) in [
        (
            "BBBBBB/BBBBBB/B5/6/WWWWWW/WWWWWW w",
            "Black has 13 pieces, not 12",
        ),
        ("W5/6/6/6/6/1B4 b", "Black is to move and has won already"),
        ("6/6/6/6/6/6 w", "White is to move and has won already"),
        ("BBBBBB/BBBBBB/6/6/WWWWWW/WWWWWW", "a position has 2 parts"),
    ] {
        let error = Breakthrough.parse_state(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}
