use tewari_game::{Game, GameState, Outcome, Player, conformance};
use tewari_games::Othello;

use crate::lockstep::{self, Reference, after, is_legal};

/// `board[row][column]` from the top left.
#[derive(Clone)]
struct Slow {
    board: [[char; 8]; 8],
    mover: char,
}

fn opponent(player: char) -> char {
    if player == 'X' { 'O' } else { 'X' }
}

impl Slow {
    /// The discs that `player` would turn over by moving to a square.
    fn turned(&self, player: char, row: i32, column: i32) -> Vec<(usize, usize)> {
        let at = |row: i32, column: i32| {
            let row = self.board.get(usize::try_from(row).ok()?)?;
            row.get(usize::try_from(column).ok()?).copied()
        };
        let mut turned = Vec::new();
        for (down, right) in [
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
            (-1, 0),
            (-1, 1),
        ] {
            let square = |steps: i32| (row + steps * down, column + steps * right);
            let mut steps = 1;
            while at(square(steps).0, square(steps).1) == Some(opponent(player)) {
                steps += 1;
            }
            if at(square(steps).0, square(steps).1) == Some(player) {
                let between = (1..steps).map(square);
                turned.extend(between.map(|(row, column)| (row as usize, column as usize)));
            }
        }
        turned
    }

    fn places(&self, player: char) -> Vec<String> {
        let squares = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        squares
            .filter(|&(row, column)| {
                self.board[row as usize][column as usize] == '-'
                    && !self.turned(player, row, column).is_empty()
            })
            .map(|(row, column)| format!("{}{}", char::from(b'a' + column as u8), row + 1))
            .collect()
    }
}

impl Reference for Slow {
    fn initial() -> Self {
        let mut board = [['-'; 8]; 8];
        (board[3][3], board[3][4], board[4][3], board[4][4]) = ('O', 'X', 'X', 'O');
        Self { board, mover: 'X' }
    }

    fn moves(&self) -> Vec<String> {
        let places = self.places(self.mover);
        match () {
            () if !places.is_empty() => places,
            () if self.places(opponent(self.mover)).is_empty() => Vec::new(),
            () => vec!["pass".to_owned()],
        }
    }

    fn play(&mut self, mv: &str) {
        if mv != "pass" {
            let [column, row] = [mv.as_bytes()[0] - b'a', mv.as_bytes()[1] - b'1'];
            for (row, column) in self.turned(self.mover, row.into(), column.into()) {
                self.board[row][column] = self.mover;
            }
            self.board[row as usize][column as usize] = self.mover;
        }
        self.mover = opponent(self.mover);
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.moves().is_empty() {
            return None;
        }
        let count = |player| {
            self.board
                .iter()
                .flatten()
                .filter(|&&disc| disc == player)
                .count()
        };
        Some(match count('X') as i32 - count('O') as i32 {
            0 => Outcome::Draw,
            lead if lead > 0 => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        })
    }

    fn text(&self) -> String {
        format!(
            "{} {}",
            self.board.iter().flatten().collect::<String>(),
            self.mover
        )
    }
}

#[test]
fn keeps_the_contract() {
    conformance::check(&Othello, 200, 1);
}

#[test]
fn agrees_with_the_reference() {
    lockstep::compare::<Slow, _>(&Othello, 200, 2);
}

#[test]
fn counts_are_the_known_ones() {
    let known = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216];
    assert_eq!(lockstep::counts(&Othello, 8), known);
    assert_eq!(lockstep::reference_counts::<Slow>(4), known[..4]);
}

/// A position given as a drawing of eight rows.
fn position(rows: [&str; 8], mover: char) -> String {
    format!("{} {mover}", rows.concat())
}

#[test]
fn a_player_without_a_move_passes() {
    let rows = [
        "OX------", "--------", "--------", "--------", "--------", "--------", "--------",
        "--------",
    ];
    let state = after(&Othello, &position(rows, 'X'), "");
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    assert_eq!(moves, [tewari_games::othello::PASS]);
    assert_eq!(state.outcome(), None);
    let state = after(&Othello, &position(rows, 'X'), "pass c1");
    assert_eq!(state.outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn passing_is_not_a_choice() {
    assert!(!is_legal(&Othello, &Othello.initial(), "pass"));
}

#[test]
fn the_game_ends_when_neither_can_move() {
    let rows = [
        "XX------", "XX------", "--------", "--------", "--------", "--------", "------OO",
        "-----OOO",
    ];
    for mover in ['X', 'O'] {
        let state = after(&Othello, &position(rows, mover), "");
        assert_eq!(state.outcome(), Some(Outcome::Win(Player::Second)));
        assert!(!is_legal(&Othello, &state, "pass"));
    }
}

#[test]
fn equal_counts_are_a_draw() {
    let rows = [
        "XX------", "--------", "--------", "--------", "--------", "--------", "--------",
        "------OO",
    ];
    assert_eq!(
        after(&Othello, &position(rows, 'X'), "").outcome(),
        Some(Outcome::Draw)
    );
}

#[test]
fn all_directions_turn_at_once_and_edges_stop_them() {
    let rows = [
        "X--X--X-", "-O-O-O--", "--OOO---", "XOO-OOOX", "--OOO---", "-O-O-O--", "X--O--X-",
        "---X----",
    ];
    let state = after(&Othello, &position(rows, 'X'), "d4");
    assert!(Othello.format_state(&state).ends_with(" O"));
    assert!(
        !Othello
            .format_state(&state)
            .trim_end_matches(" O")
            .contains('O')
    );

    // g1 and h1 do not go on at a2, nor h2 at a3.
    let rows = [
        "------OO", "X------O", "X-------", "--------", "--------", "--------", "--------",
        "--------",
    ];
    let state = after(&Othello, &position(rows, 'X'), "");
    assert!(!is_legal(&Othello, &state, "f1") && !is_legal(&Othello, &state, "g2"));
}

#[test]
fn impossible_positions_are_refused() {
    let start = Othello.format_state(&Othello.initial());
    for (text, reason) in [
        (start.replace("OX", "Ox"), "no disc 'x' on e4"),
        (start.replacen('-', "", 1), "63 squares instead of 64"),
        (
            start.replace(" X", " B"),
            "the side to move is 'X' or 'O', not \"B\"",
        ),
    ] {
        let error = Othello.parse_state(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}
