//! Everything random in a match follows from its seed; these numbers keep the uses apart.

use tewari_base::Rng;

/// Random openings.
pub(crate) const OPENING: u64 = 1;
/// The order of listed openings.
pub(crate) const ORDER: u64 = 2;
/// The seeds of players.
const PLAYER: u64 = 3;

/// The seed of a player in both games of a pair: never 0, and small enough for every program
/// and every reader of JSON to keep it exactly.
pub(crate) fn player(seed: u64, pairing: usize, pair: u64, player: usize) -> u64 {
    let labels = [PLAYER, pairing as u64, pair, player as u64];
    let bits = Rng::stream(seed, &labels).next_u64();
    (bits >> 33).max(1)
}
