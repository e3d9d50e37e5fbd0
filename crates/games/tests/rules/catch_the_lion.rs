use std::collections::HashMap;

use tewari_base::Rng;
use tewari_game::{Game, GameState, Outcome, Player, Repetition, conformance};
use tewari_games::CatchTheLion;

use crate::connect4::shorten;
use crate::lockstep::{self, Reference, after, is_legal};

const START: &str = "gle/1c1/1C1/ELG - s";

/// `board[row][column]` with row 0 below; capitals are Sente's. A hand is a list of capitals.
#[derive(Clone)]
struct Slow {
    board: [[char; 3]; 4],
    hands: [Vec<char>; 2],
    player: usize,
    record: HashMap<String, u32>,
}

/// Where a piece goes, as (forward, right).
fn steps(piece: char) -> &'static [(i32, i32)] {
    match piece {
        'C' => &[(1, 0)],
        'G' => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
        'E' => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
        'H' => &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1)],
        'L' => &[
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ],
        _ => &[],
    }
}

fn name(row: usize, column: usize) -> String {
    format!("{}{}", ["a", "b", "c"][column], row + 1)
}

impl Slow {
    fn owner(piece: char) -> Option<usize> {
        (piece != '.').then_some(usize::from(piece.is_ascii_lowercase()))
    }

    fn place(&mut self, row: usize, column: usize, piece: char) {
        self.board[row][column] = if self.player == 0 {
            piece
        } else {
            piece.to_ascii_lowercase()
        };
    }

    fn lion_lives(&self, player: usize) -> bool {
        self.board
            .iter()
            .flatten()
            .any(|&piece| piece == ['L', 'l'][player])
    }
}

impl Reference for Slow {
    fn initial() -> Self {
        let board = [
            ['E', 'L', 'G'],
            ['.', 'C', '.'],
            ['.', 'c', '.'],
            ['g', 'l', 'e'],
        ];
        let mut state = Self {
            board,
            hands: Default::default(),
            player: 0,
            record: HashMap::new(),
        };
        state.record.insert(state.text(), 1);
        state
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.outcome().is_some() {
            return moves;
        }
        let forward = if self.player == 0 { 1 } else { -1 };
        for row in 0..4 {
            for column in 0..3 {
                let piece = self.board[row][column];
                if piece == '.' {
                    let mut kinds = self.hands[self.player].clone();
                    kinds.sort_unstable();
                    kinds.dedup();
                    moves.extend(
                        kinds
                            .iter()
                            .map(|kind| format!("{kind}*{}", name(row, column))),
                    );
                }
                if Self::owner(piece) != Some(self.player) {
                    continue;
                }
                for &(ahead, right) in steps(piece.to_ascii_uppercase()) {
                    let (to_row, to_column) = (row as i32 + ahead * forward, column as i32 + right);
                    if !(0..4).contains(&to_row) || !(0..3).contains(&to_column) {
                        continue;
                    }
                    let (to_row, to_column) = (to_row as usize, to_column as usize);
                    if Self::owner(self.board[to_row][to_column]) != Some(self.player) {
                        moves.push(name(row, column) + &name(to_row, to_column));
                    }
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let square = |text: &str| {
            let bytes = text.as_bytes();
            ((bytes[1] - b'1') as usize, (bytes[0] - b'a') as usize)
        };
        if let Some((kind, to)) = mv.split_once('*') {
            let kind = kind.chars().next().unwrap();
            let held = self.hands[self.player]
                .iter()
                .position(|&piece| piece == kind)
                .unwrap();
            self.hands[self.player].remove(held);
            self.place(square(to).0, square(to).1, kind);
        } else {
            let (row, column) = square(&mv[..2]);
            let (to_row, to_column) = square(&mv[2..]);
            let mut piece = self.board[row][column].to_ascii_uppercase();
            if piece == 'C' && to_row == [3, 0][self.player] {
                piece = 'H';
            }
            match self.board[to_row][to_column].to_ascii_uppercase() {
                '.' | 'L' => {}
                'H' => self.hands[self.player].push('C'),
                captured => self.hands[self.player].push(captured),
            }
            self.board[row][column] = '.';
            self.place(to_row, to_column, piece);
        }
        self.player = 1 - self.player;
        *self.record.entry(self.text()).or_insert(0) += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.board[3].contains(&'L') || !self.lion_lives(1) {
            Some(Outcome::Win(Player::First))
        } else if self.board[0].contains(&'l') || !self.lion_lives(0) {
            Some(Outcome::Win(Player::Second))
        } else {
            (self.record.get(&self.text()) >= Some(&3)).then_some(Outcome::Draw)
        }
    }

    fn text(&self) -> String {
        let rows = self
            .board
            .iter()
            .rev()
            .map(|row| shorten(&row.iter().collect::<String>()));
        let mut hands = String::new();
        for player in [0, 1] {
            for kind in ['C', 'G', 'E'] {
                let held = self.hands[player].iter().filter(|&&piece| piece == kind);
                let letter = |kind: char| {
                    if player == 0 {
                        kind
                    } else {
                        kind.to_ascii_lowercase()
                    }
                };
                hands.extend(held.map(|&kind| letter(kind)));
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!(
            "{} {hands} {}",
            rows.collect::<Vec<_>>().join("/"),
            ["s", "g"][self.player]
        )
    }
}

#[test]
fn keeps_the_contract() {
    conformance::check(&CatchTheLion, 300, 1);
}

#[test]
fn agrees_with_the_reference() {
    lockstep::compare::<Slow, _>(&CatchTheLion, 1000, 2);
}

/// Games in which pieces mostly go back to where they came from, so that positions recur.
#[test]
fn agrees_with_the_reference_about_repetition() {
    let back_and_forth = |rng: &mut Rng, moves: &[String], path: &[String]| {
        let last_but_one = path.iter().nth_back(1).filter(|mv| !mv.contains('*'));
        let back = last_but_one.map(|mv| mv[2..].to_owned() + &mv[..2]);
        let place = moves.iter().position(|mv| Some(mv) == back.as_ref());
        place
            .filter(|_| rng.below(8) > 0)
            .unwrap_or(rng.below(moves.len() as u32) as usize)
    };
    let outcomes = (0..300).map(|number| {
        lockstep::compare_one::<Slow, _>(&CatchTheLion, Rng::new(number), back_and_forth)
    });
    assert!(
        outcomes
            .filter(|&outcome| outcome == Some(Outcome::Draw))
            .count()
            > 50
    );
}

#[test]
fn counts_agree_with_the_reference() {
    let counts = lockstep::counts(&CatchTheLion, 7);
    assert_eq!(counts, COUNTS);
    assert_eq!(lockstep::reference_counts::<Slow>(5), counts[..5]);
}

const COUNTS: [u64; 7] = [4, 17, 123, 976, 8122, 70_628, 623_381];

const SENTE: Option<Outcome> = Some(Outcome::Win(Player::First));
const GOTE: Option<Outcome> = Some(Outcome::Win(Player::Second));

fn text(from: &str, moves: &str) -> String {
    CatchTheLion.format_state(&after(&CatchTheLion, from, moves))
}

#[test]
fn captured_pieces_change_sides() {
    assert_eq!(text(START, "b2b3 b4b3 C*b2"), "g1e/1l1/1C1/ELG c g");
}

#[test]
fn a_lion_on_the_far_row_wins_though_it_could_be_taken() {
    let state = after(&CatchTheLion, "g1e/l1L/1C1/E1G C s", "c3b4");
    assert_eq!(state.outcome(), SENTE);
    let state = after(&CatchTheLion, "g1e/2L/lC1/E1G C g", "a2b1");
    assert_eq!(state.outcome(), GOTE);
}

#[test]
fn taking_the_lion_wins_at_once() {
    let state = after(&CatchTheLion, START, "b2b3 a4a3 b3b4");
    assert_eq!(state.outcome(), SENTE);
    assert_eq!(CatchTheLion.format_state(&state), "1He/g2/3/ELG C g");
}

#[test]
fn a_chick_that_arrives_is_promoted_and_demoted_when_taken() {
    let chick = "1le/C2/3/1LG GEc s";
    assert_eq!(text("l1e/1C1/3/1LG GEc s", "b3b4"), "lHe/3/3/1LG GEc g");
    assert_eq!(text(chick, "a3a4"), "Hle/3/3/1LG GEc g");
    assert_eq!(text(chick, "a3a4 b4a4"), "l1e/3/3/1LG GEcc s");
    assert_eq!(text(chick, "a3a4 b4a4 G*a2 C*a3"), "l1e/c2/G2/1LG Ec s");
}

#[test]
fn a_chicken_does_not_move_diagonally_back() {
    let state = after(&CatchTheLion, "l1e/1H1/3/1LG GEc s", "");
    let reaches = |to: &str| is_legal(&CatchTheLion, &state, &format!("b3{to}"));
    assert!(
        ["a4", "b4", "c4", "a3", "c3", "b2"]
            .into_iter()
            .all(reaches)
    );
    assert!(!reaches("a2") && !reaches("c2"));
}

#[test]
fn drops_go_to_any_empty_square() {
    let state = after(&CatchTheLion, "l1e/3/3/1LG CGEc s", "");
    for square in ["b4", "a3", "c1", "b1", "c4"] {
        let empty = matches!(square, "b4" | "a3");
        for kind in ["C", "G", "E"] {
            assert_eq!(
                is_legal(&CatchTheLion, &state, &format!("{kind}*{square}")),
                empty
            );
        }
    }
    assert!(!is_legal(
        &CatchTheLion,
        &after(&CatchTheLion, START, ""),
        "C*a2"
    ));
}

#[test]
fn a_chick_dropped_on_the_far_row_stays_a_chick() {
    let state = after(&CatchTheLion, "l1e/3/3/1LG CGEc s", "C*b4 a4a3");
    assert_eq!(CatchTheLion.format_state(&state), "1Ce/l2/3/1LG GEc s");
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let from_b4 = moves
        .iter()
        .filter(|&&mv| CatchTheLion.format_move(mv).starts_with("b4"));
    assert_eq!(from_b4.count(), 0);
}

#[test]
fn the_third_occurrence_is_a_draw_on_the_record_only() {
    let round = "c1c2 a4a3 c2c1 a3a4 ";
    let twice = after(&CatchTheLion, START, round);
    assert_eq!(twice.outcome(), None);
    assert_eq!(twice.record().len(), 5);
    assert_eq!(twice.record()[0], twice.record()[4]);

    let thrice = after(&CatchTheLion, START, &round.repeat(2));
    assert_eq!(thrice.outcome(), Some(Outcome::Draw));
    assert!(!is_legal(&CatchTheLion, &thrice, "b2b3"));
    assert_eq!(thrice.key(), CatchTheLion.initial().key());
    assert!(thrice.to_string().ends_with("draw"));

    let mut past = Vec::new();
    CatchTheLion.past_keys(&twice, &mut past);
    assert_eq!(past, twice.record());
    assert_eq!(CatchTheLion.on_repetition(1), Repetition::Allowed);
    assert_eq!(CatchTheLion.on_repetition(2), Repetition::Draw);

    let mut sim = CatchTheLion.new_sim();
    CatchTheLion.load(&thrice, &mut sim);
    assert_eq!(sim.outcome(), None);
}

#[test]
fn impossible_positions_are_refused() {
    for (text, reason) in [
        ("gle/1c1/1C1/ELL - s", "Sente has two Lions"),
        ("gle/1c1/1C1/EL1 - s", "not two Chicks"),
        ("gle/1c1/1C1/ELG C s", "no 'C' can be in hand"),
        ("gle/1c1/1C1/ELG L s", "no 'L' can be in hand"),
        (
            "gLe/1c1/1C1/ElG - s",
            "Sente is to move and has won already",
        ),
        (
            "g1e/1c1/1C1/E1G - s",
            "Sente is to move and has won already",
        ),
        ("gle/1c1/1C1/ELG s", "a position has 3 parts"),
    ] {
        let error = CatchTheLion.parse_state(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// Why there is no rule for a player without a move. An opponent's piece never blocks, so
/// such a player's own pieces do. All ways to place them are tried. Where they block, they
/// are all there are, so the opponent's last move was with the Lion, to a free square from
/// another one, neither of them on the row that would have won; and there are no such two.
#[test]
fn nobody_is_ever_without_a_move() {
    let mut blocked = Vec::new();
    let mut supply = HashMap::from([('L', 1), ('G', 2), ('E', 2), ('C', 2)]);
    fill(&mut ['.'; 12], 0, &mut supply, &mut blocked);
    assert_eq!(blocked.len(), 2);
    for board in blocked {
        assert_eq!(board.iter().filter(|&&piece| piece != '.').count(), 7);
        let free: Vec<usize> = (3..12).filter(|&square| board[square] == '.').collect();
        for &from in &free {
            assert!(
                !free
                    .iter()
                    .any(|&to| reached(from, 'L').any(|square| square == to))
            );
        }
        let rows: Vec<String> = board.chunks(3).rev().map(String::from_iter).collect();
        for &square in &free {
            let mut rows = rows.clone();
            rows[3 - square / 3].replace_range(square % 3..=square % 3, "l");
            let text = rows
                .iter()
                .map(|row| shorten(row))
                .collect::<Vec<_>>()
                .join("/")
                + " - s";
            let error = CatchTheLion.parse_state(&text).unwrap_err().to_string();
            assert!(error.contains("Sente cannot move"), "{text}: {error}");
        }
    }
}

/// The squares a piece of Sente's reaches on an empty board.
fn reached(square: usize, piece: char) -> impl Iterator<Item = usize> {
    steps(piece).iter().filter_map(move |&(ahead, right)| {
        let (row, column) = (square as i32 / 3 + ahead, square as i32 % 3 + right);
        ((0..4).contains(&row) && (0..3).contains(&column)).then_some((row * 3 + column) as usize)
    })
}

/// Puts what is left of Sente's pieces on the squares from `next` on, in all ways, and keeps
/// the boards with a Lion and without a move.
fn fill(
    board: &mut [char; 12],
    next: usize,
    supply: &mut HashMap<char, u32>,
    blocked: &mut Vec<[char; 12]>,
) {
    if next == board.len() {
        let moves = |square| reached(square, board[square]).any(|to| board[to] == '.');
        if supply[&'L'] == 0 && !(0..12).any(moves) {
            blocked.push(*board);
        }
        return;
    }
    fill(board, next + 1, supply, blocked);
    for (piece, kind) in [('L', 'L'), ('G', 'G'), ('E', 'E'), ('C', 'C'), ('H', 'C')] {
        let has_won = piece == 'L' && next >= 9;
        if supply[&kind] > 0 && !has_won {
            board[next] = piece;
            *supply.get_mut(&kind).unwrap() -= 1;
            fill(board, next + 1, supply, blocked);
            *supply.get_mut(&kind).unwrap() += 1;
            board[next] = '.';
        }
    }
}
