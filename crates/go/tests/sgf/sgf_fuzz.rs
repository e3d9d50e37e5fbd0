//! A small fuzzer with a fixed seed: mutated samples through [`fuzz_sgf`].

use tewari_base::Rng;
use tewari_go::sgf::fuzz::fuzz_sgf;

use super::corpus;

/// Some 3 seconds.
const ITERATIONS: u64 = 20_000;

/// Pieces that mean something to the reader.
const PIECES: [&[u8]; 20] = [
    b"(;",
    b")",
    b";",
    b"[",
    b"]",
    b"\\",
    b"\n(;GM[1]",
    b"\n(;FF[",
    b"CA[big5]",
    b"CA[UTF-8]",
    b"AB[aa:ss]",
    b"AW[",
    b"AE[]",
    b"PL[W]",
    b";B[]",
    b";W[tt]",
    b"HA[2]",
    b"SZ[3]",
    b"\xb3\x5c",
    b"\xef\xbb\xbf",
];

fn mutated(rng: &mut Rng, corpus: &[(String, Vec<u8>)]) -> Vec<u8> {
    let pick = |rng: &mut Rng| corpus[rng.below(corpus.len() as u32) as usize].1.clone();
    let mut bytes = pick(rng);
    for _ in 0..1 + rng.below(6) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let end = (at + rng.below(12) as usize).min(bytes.len());
        match rng.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            2 => {
                let piece = PIECES[rng.below(PIECES.len() as u32) as usize];
                bytes.splice(at..at, piece.iter().copied());
            }
            3 if at < bytes.len() => bytes[at] = rng.next_u64() as u8,
            4 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            _ => {
                let other = pick(rng);
                let from = rng.below(other.len() as u32) as usize;
                bytes.splice(at.., other[from..].iter().copied());
            }
        }
    }
    bytes
}

#[test]
fn mutated_samples_are_read_replayed_and_written() {
    let corpus = corpus();
    for (_, bytes) in &corpus {
        fuzz_sgf(bytes);
    }
    for seed in 0..ITERATIONS {
        let bytes = mutated(&mut Rng::stream(seed, &[4]), &corpus);
        let show = Shown(seed, &bytes);
        fuzz_sgf(&bytes);
        std::mem::forget(show);
    }
}

/// Shows the input if checking it panics.
struct Shown<'a>(u64, &'a [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        eprintln!("seed {}: b\"{}\"", self.0, self.1.escape_ascii());
    }
}
