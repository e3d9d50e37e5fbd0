//! Any bytes are a GTP session.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tewari_gtp::fuzz::fuzz_gtp(bytes));
