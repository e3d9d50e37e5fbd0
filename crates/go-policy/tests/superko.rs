//! Superko in the tree is superko in play: along random lines from random games the search's
//! judgement of a move, made from the keys of the game and of the line, is that of the rules.

use std::sync::atomic::AtomicBool;

use tewari_base::Rng;
use tewari_game::{Game, GameState, Move, Repetition};
use tewari_go::{Go, Illegal, Ko, Komi, PASS, Position, Rules, Size};
use tewari_go_policy::knowledge::KeepEyes;
use tewari_go_policy::playout::UniformGo;
use tewari_mcts::knowledge::Knowledge;
use tewari_mcts::walk::Ground;
use tewari_mcts::{Budget, Bundle, Config, Search};

/// On 3×3 every game is full of repetitions. A game of some moves, then a line as a simulation
/// walks it.
fn forbidden_moves(ko: Ko, seed: u64) -> u32 {
    let mut rng = Rng::stream(seed, &[ko as u64]);
    let game = Go {
        rules: Rules {
            ko,
            suicide: seed.is_multiple_of(2),
            ..Rules::CHINESE
        },
        ..Go::new(Size::new(3).expect("a size that is served"))
    };
    let mut state = game.initial();
    let mut line = None;
    let before_line = rng.below(40);
    let mut forbidden = 0;
    for made in 0..80 {
        if made == before_line {
            let ground = Ground::new(&game, &state, &Config::default(), 0, 0, 0);
            line = Some((ground.past, ground.root));
        }
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        // Mostly stones, or the game is soon over; now and then a pass.
        if moves.len() > 1 && rng.below(8) > 0 {
            moves.retain(|&mv| mv != PASS);
        }
        let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u32) as usize) else {
            break;
        };
        if let Some((past, sim)) = &mut line {
            let mut light = Vec::new();
            sim.legal_moves(&mut light);
            for &tried in &light {
                let by_rules = state.check(state.turn(), tried) == Err(Illegal::Superko);
                let in_tree = past.judge(&game, sim, tried).0 == Repetition::Forbidden;
                assert_eq!(in_tree, by_rules, "{ko:?}, seed {seed}, move {made}");
                forbidden += u32::from(by_rules);
            }
            let (_, key) = past.judge(&game, sim, mv);
            past.remember(key);
            sim.play(mv);
        }
        GameState::play(&mut state, mv);
    }
    forbidden
}

#[test]
fn the_tree_obeys_superko_as_play_does() {
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        let forbidden: u32 = (0..500).map(|seed| forbidden_moves(ko, seed)).sum();
        match ko {
            Ko::Simple => assert_eq!(forbidden, 0),
            Ko::Positional | Ko::Situational => assert!(forbidden > 100, "{ko:?}: {forbidden}"),
        }
    }
}

/// The root's moves are filtered exactly, and the filter leaves no mark: searched again without
/// its record, from the same tree, the position has all its moves.
#[test]
fn the_root_has_the_legal_moves_and_its_entry_all() {
    let game = Go::new(Size::new(3).expect("a size that is served"));
    let config = Config::default();
    let mut search: Search<Bundle<Go, UniformGo, KeepEyes>> =
        Search::new(game, UniformGo::new(&game), KeepEyes, config, 1 << 22, 1).expect("sound");
    let mut moves_of = |state: &Position| {
        let (budget, stop) = (Budget::simulations(60), AtomicBool::new(false));
        let report = search.run(state, &budget, 1, 0, &stop, &mut ());
        let mut moves: Vec<Move> = report.snapshot.moves.iter().map(|m| m.mv).collect();
        moves.sort_unstable();
        moves
    };
    let mut found = 0;
    for seed in 0..60 {
        let (mut rng, mut state) = (Rng::stream(seed, &[]), game.initial());
        while state.moves().count() < 60 && !state.is_over() {
            let mut sim = game.new_sim();
            game.load(&state, &mut sim);
            let mut all = Vec::new();
            KeepEyes.propose(&game, &sim, &mut all);
            all.sort_unstable();
            let is_legal = |mv: &Move| state.is_legal(*mv);
            let legal: Vec<Move> = all.iter().copied().filter(is_legal).collect();
            if legal.len() < all.len() {
                found += 1;
                assert_eq!(moves_of(&state), legal);
                let forgetful = game
                    .parse_state(&game.format_state(&state))
                    .expect("it was written by the same");
                assert_eq!(moves_of(&forgetful), all);
            }
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            if moves.len() > 1 {
                moves.retain(|&mv| mv != PASS);
            }
            GameState::play(&mut state, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    assert!(found > 20, "{found}");
}

/// What is expected of both sides can be played. On 2×2 nothing lasts, so lines are long.
#[test]
fn an_expected_line_is_legal() {
    let game = Go {
        komi: Komi::from_points(30.0).expect("a komi"),
        ..Go::new(Size::new(2).expect("a size that is served"))
    };
    let mut search: Search<Bundle<Go, UniformGo, KeepEyes>> = Search::new(
        game,
        UniformGo::new(&game),
        KeepEyes,
        Config::default(),
        8 << 20,
        1,
    )
    .expect("sound parameters");
    let mut state = game.initial();
    let (budget, stop) = (Budget::simulations(20_000), AtomicBool::new(false));
    let report = search.run(&state, &budget, 1, 0, &stop, &mut ());
    assert!(report.line.len() > 3, "{:?}", report.line);
    for (made, &mv) in report.line.iter().enumerate() {
        assert!(state.is_legal(mv), "move {made} of {:?}", report.line);
        GameState::play(&mut state, mv);
    }
}
