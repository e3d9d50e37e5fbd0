//! Wins by a shifted margin: the hook for dynamic komi.

use std::sync::atomic::AtomicBool;

use tewari_base::mix;
use tewari_game::{Game, GameState, Move, MoveList, Outcome, ParseError, Player};
use tewari_mcts::config::Config;
use tewari_mcts::knowledge::Ignorance;
use tewari_mcts::{Budget, Bundle, MoveReport, Report, Search, Uniform};

/// The first player takes one point for sure (move 0), or lets the second player decide
/// (move 1), who in three of four cases gives him six points and in one takes two.
///
/// ```text
///     first ── 0 ── +1
///          └── 1 ── second ── 0 ── +6
///                         ├── 1 ── +6
///                         ├── 2 ── +6
///                         └── 3 ── −2
/// ```
#[derive(Clone)]
struct Gamble;

#[derive(Clone)]
struct Stake {
    moves: [Option<u16>; 2],
    /// Half points given to the second player.
    given: i32,
}

impl Stake {
    fn score(&self) -> Option<i32> {
        match self.moves {
            [Some(0), _] => Some(1),
            [Some(_), Some(3)] => Some(-2),
            [Some(_), Some(_)] => Some(6),
            _ => None,
        }
    }
}

impl GameState for Stake {
    fn to_move(&self) -> Player {
        Player::BOTH[usize::from(self.moves[0].is_some())]
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(match 2 * self.score()? - self.given {
            1.. => Outcome::Win(Player::First),
            0 => Outcome::Draw,
            _ => Outcome::Win(Player::Second),
        })
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        moves.clear();
        moves.extend((0..4).map(Move).filter(|&mv| self.is_legal(mv)));
    }

    fn is_legal(&self, mv: Move) -> bool {
        let count = if self.moves[0].is_none() { 2 } else { 4 };
        self.score().is_none() && mv.0 < count
    }

    fn play(&mut self, mv: Move) {
        let free = usize::from(self.moves[0].is_some());
        self.moves[free] = Some(mv.0);
    }

    fn key(&self) -> u64 {
        let [first, second] = self.moves.map(|mv| mv.map_or(0, |mv| u64::from(mv) + 1));
        mix(first * 8 + second)
    }
}

impl Game for Gamble {
    type State = Stake;
    type Sim = Stake;

    fn name(&self) -> &'static str {
        "gamble"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["First", "Second"]
    }

    fn initial(&self) -> Stake {
        Stake {
            moves: [None; 2],
            given: 0,
        }
    }

    fn new_sim(&self) -> Stake {
        self.initial()
    }

    fn load(&self, state: &Stake, sim: &mut Stake) {
        sim.clone_from(state);
    }

    fn move_space(&self) -> usize {
        4
    }

    fn max_moves(&self) -> usize {
        4
    }

    fn max_playout_length(&self) -> usize {
        2
    }

    fn shift_margin(&self, sim: &mut Stake, by: i32) -> bool {
        sim.given += by;
        true
    }

    fn format_move(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        text.parse().map(Move).map_err(|_| ParseError::new(text))
    }

    fn format_state(&self, state: &Stake) -> String {
        format!("{:?}", state.moves)
    }

    fn parse_state(&self, text: &str) -> Result<Stake, ParseError> {
        Err(ParseError::new(text))
    }
}

type Gambling = Search<Bundle<Gamble, Uniform<Gamble>, Ignorance>>;

fn gambling() -> Gambling {
    let mut config = Config::default();
    // The root alone: what lies below it is left to chance.
    config.search.depth = 1;
    Search::new(Gamble, Uniform::new(&Gamble), Ignorance, config, 1 << 16, 1).expect("it is sound")
}

fn run(search: &mut Gambling) -> Report<()> {
    let (budget, stop) = (Budget::simulations(400), AtomicBool::new(false));
    search.run(&Gamble.initial(), &budget, 1, 0, &stop, &mut ())
}

/// By the rules the sure point always wins and the gamble in three of four cases. When two
/// points are asked for, the sure one always loses; at exactly one it is a draw. When three
/// points are given away, nothing can go wrong.
#[test]
fn a_win_is_what_the_margin_says() {
    for (by, best, sure, gamble) in [
        (0, Some(0), 1.0, 0.75),
        (4, Some(1), 0.0, 0.75),
        (2, Some(1), 0.5, 0.75),
        (-6, None, 1.0, 1.0),
    ] {
        let mut search = gambling();
        assert!(search.set_shift(by));
        let report = run(&mut search);
        let moves = &report.snapshot.moves;
        let values: Vec<f64> = moves.iter().map(MoveReport::value).collect();
        assert_eq!(values[0], sure, "{by}");
        assert!((values[1] - gamble).abs() < 0.15, "{by}: {values:?}");
        if let Some(best) = best {
            assert_eq!(report.best, Some(Move(best)), "{by}");
        }
    }
}

/// A tree grown by one margin says nothing about another.
#[test]
fn another_margin_forgets_the_tree() {
    let mut search = gambling();
    search.set_shift(2);
    run(&mut search);
    search.set_shift(2);
    assert_eq!(run(&mut search).snapshot.inherited, 400, "nothing changed");
    search.set_shift(3);
    assert_eq!(run(&mut search).snapshot.inherited, 0);
    search.set_shift(0);
    let back = run(&mut search).snapshot;
    assert_eq!(back.inherited, 0);
    assert_eq!(back.moves[0].value(), 1.0, "by the rules again");
}

/// Games without a score say so.
#[test]
fn not_every_game_has_a_margin() {
    let game = crate::tools::draw("(a:1 b:2)");
    let mut search = crate::tools::plain(&game, &Config::default());
    assert!(!search.set_shift(5));
}
