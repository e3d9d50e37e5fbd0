//! Playouts must not allocate once they are set up: an allocator that counts is the witness.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tewari_base::Rng;
use tewari_game::Game;
use tewari_go::{Go, Size};
use tewari_go_policy::playout::{GoPlayout, PlayoutParams, Replies, UniformGo};
use tewari_mcts::{Playout, Record};

struct Counting;

thread_local! {
    /// Of this thread: the one that collects the results of tests allocates when it likes.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed to the system's allocator unchanged; counting touches only a
// number of the thread that needs no set-up and no clean-up, so it neither allocates nor unwinds.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: `memory` came from `System.alloc` above with this `layout`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn playouts_do_not_allocate() {
    let before = ALLOCATIONS.get();
    drop(std::hint::black_box(vec![0u8; 100]));
    assert!(ALLOCATIONS.get() > before, "the witness sees allocations");

    for size in [9, 13, 19, 25] {
        let game = Go::new(Size::new(size).unwrap());
        let start = game.new_sim();
        let mut policy = UniformGo::new(&game);
        let mut record = Record::for_game(&game);
        let before = ALLOCATIONS.get();
        for seed in 0..200 {
            policy.play_out(&start, &mut Rng::new(seed), &mut record);
        }
        assert_eq!(ALLOCATIONS.get(), before, "{size}x{size}");

        let params = PlayoutParams {
            replies: Replies::Two,
            ..PlayoutParams::default()
        };
        let mut policy = GoPlayout::<true>::new(&game, &params);
        let before = ALLOCATIONS.get();
        for seed in 0..50 {
            let outcome = policy.run(&start, &mut Rng::new(seed), &mut record);
            policy.learn(&[], &record, outcome);
        }
        assert_eq!(ALLOCATIONS.get(), before, "{size}x{size}");
    }
}
