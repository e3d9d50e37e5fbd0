//! The short form of `examples/table_stress.rs`.

mod workload;

use workload::{Plan, run};

#[test]
fn four_threads_lose_nothing() {
    // A table that the positions do not fit in, and one so small that threads always meet.
    for (slots, operations, rounds) in [(1000, 1_000_000, 40), (12, 1_000_000, 1000)] {
        let summary = run(&Plan {
            operations,
            threads: 4,
            slots,
            rounds,
            seed: 1,
        });
        assert!(summary.operations() >= operations);
        assert!(summary.found > 0 && summary.made > 0, "{summary:?}");
        assert!(summary.full > 0, "{summary:?}");
    }
}
