//! A seed for those who did not ask for one.

use std::hash::{BuildHasher, RandomState};
use std::time::{SystemTime, UNIX_EPOCH};

use tewari_engine::Params;

/// Replaces seed 0, "any", by a number drawn here and says it on standard error, so that a
/// game can be repeated.
///
/// The drawn seed has 32 bits: enough for every game to be another one, short enough to type.
pub(crate) fn settle(params: &mut Params) {
    if params.engine.seed == 0 {
        params.engine.seed = u64::from(draw());
        eprintln!(
            "seed {0} (--seed {0} --threads 1 repeats the game)",
            params.engine.seed
        );
    }
}

/// A number that is not 0: from the keys that the system gives every process, and the clock.
fn draw() -> u32 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos());
    let word = RandomState::new().hash_one((now, std::process::id()));
    ((word >> 32) as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_seed_stays_and_a_drawn_one_is_never_0() {
        let mut params = Params::default();
        params.engine.seed = 7;
        settle(&mut params);
        assert_eq!(params.engine.seed, 7);
        params.engine.seed = 0;
        settle(&mut params);
        assert_ne!(params.engine.seed, 0);
    }
}
