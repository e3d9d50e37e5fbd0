//! Playouts must not allocate once they are set up: an allocator that counts is the witness.

use tewari_base::Rng;
use tewari_game::Game;
use tewari_go::{Go, Size};
use tewari_go_policy::playout::{GoPlayout, PlayoutParams, Replies, UniformGo};
use tewari_mcts::{Playout, Record};
use tewari_witness::{Counting, allocations};

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn playouts_do_not_allocate() {
    let before = allocations();
    drop(std::hint::black_box(vec![0u8; 100]));
    assert!(allocations() > before, "the witness sees allocations");

    for size in [9, 13, 19, 25] {
        let game = Go::new(Size::new(size).unwrap());
        let start = game.new_sim();
        let mut policy = UniformGo::new(&game);
        let mut record = Record::for_game(&game);
        let before = allocations();
        for seed in 0..200 {
            policy.play_out(&start, &mut Rng::new(seed), &mut record);
        }
        assert_eq!(allocations(), before, "{size}x{size}");

        let params = PlayoutParams {
            replies: Replies::Two,
            ..PlayoutParams::default()
        };
        let mut policy = GoPlayout::<true>::new(&game, &params);
        let before = allocations();
        for seed in 0..50 {
            let outcome = policy.run(&start, &mut Rng::new(seed), &mut record);
            policy.learn(&[], &record, outcome);
        }
        assert_eq!(allocations(), before, "{size}x{size}");
    }
}
