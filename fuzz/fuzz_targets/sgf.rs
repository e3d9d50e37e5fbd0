//! Any bytes are a game record.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tewari_go::sgf::fuzz::fuzz_sgf(bytes));
