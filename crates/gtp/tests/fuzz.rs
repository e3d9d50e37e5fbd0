//! Drives the fuzz target on stable Rust: first every kept input as it is, then mutations of
//! them until the time is up.
//!
//! `TEWARI_FUZZ_SECONDS` sets the time, `TEWARI_FUZZ_SEED` the seed. An input that fails is
//! left in the temporary folder of the tests; once its cause is mended, it belongs to
//! `tests/corpus`.

use std::fmt::Write as _;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use tewari_base::Rng;
use tewari_gtp::command_names;
use tewari_gtp::fuzz::fuzz_gtp;

/// Longer inputs find nothing that shorter ones do not, only later.
const MAX_LENGTH: usize = 4096;

/// Words that commands look for.
const WORDS: &[&str] = &[
    "b",
    "w",
    "black",
    "WHITE",
    "pass",
    "PASS",
    "resign",
    "A1",
    "d4",
    "E5",
    "t19",
    "Z25",
    "i1",
    "j9",
    "0",
    "1",
    "2",
    "3",
    "5",
    "9",
    "19",
    "25",
    "26",
    "-1",
    "7.5",
    "-0.5",
    "1e308",
    "nan",
    "inf",
    "18446744073709551616",
    "true",
    "false",
    "chinese",
    "japanese",
    "tromp-taylor",
    "ko",
    "SIMPLE",
    "scoring",
    "TERRITORY",
    "tax",
    "NONE",
    "whiteHandicapBonus",
    "N-1",
    "claim",
    "{\"ko\":\"SIMPLE\"}",
    "{\"suicide\":true}",
    "{\"a\":[[[[",
    "\"",
    "engine.seed",
    "engine.simulations",
    "engine.threads",
    "engine.time",
    "engine.level",
    "engine.memory",
    "time.control",
    "time.source",
    "time.strategy",
    "virtual",
    "erica-baseline+stop",
    "byoyomi",
    "canadian",
    "fischer",
    "absolute",
    "1e99",
    "search.exploration",
    "game",
    "private",
    "winrate",
    "#",
    "# interrupt",
    "\t",
    "\r",
    "\u{0}",
    "\u{7f}",
    "\u{feff}",
    "é",
    "\u{2028}",
];

/// Commands that make sense, with words for `C`olour, `V`ertex and `N`umber to be filled in.
const SENSE: &[&str] = &[
    "boardsize N",
    "clear_board",
    "komi N",
    "time_settings N N N",
    "time_left C N N",
    "kgs-time_settings byoyomi N N N",
    "kata-time_settings fischer N N",
    "play C V",
    "play C V",
    "play C V",
    "play C pass",
    "genmove C",
    "reg_genmove C",
    "undo",
    "gg-undo N",
    "gogui-play_sequence C V C V C V C V C V C V",
    "set_position C V C V C V",
    "gogui-setup C V C V C V",
    "gogui-setup_player C",
    "set_free_handicap V V V",
    "fixed_handicap N",
    "place_free_handicap N",
    "kgs-rules japanese",
    "kgs-rules new_zealand",
    "kata-set-rule suicide true",
    "final_score",
    "showboard",
    "printsgf",
    "tewari-candidates",
];

#[test]
fn no_input_breaks_the_protocol() {
    let number =
        |name, default| std::env::var(name).map_or(default, |text| text.parse::<u64>().unwrap());
    let time = Duration::from_secs(number("TEWARI_FUZZ_SECONDS", 5));
    let seed = number("TEWARI_FUZZ_SEED", 1);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let corpus: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    assert!(!corpus.is_empty());
    for input in &corpus {
        check(input);
    }
    let commands = command_names();
    let mut rng = Rng::stream(seed, &[]);
    let start = Instant::now();
    while start.elapsed() < time {
        let mut input = corpus[pick(&mut rng, corpus.len())].clone();
        for _ in 0..=pick(&mut rng, 8) {
            mutate(&mut input, &corpus, &commands, &mut rng);
        }
        input.truncate(MAX_LENGTH);
        check(&input);
    }
}

/// A number below `bound`, or 0.
fn pick(rng: &mut Rng, bound: usize) -> usize {
    rng.below(bound.max(1) as u32) as usize
}

fn check(input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| fuzz_gtp(input))) {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz-gtp-failure");
        fs::write(&path, input).unwrap();
        eprintln!("the input that fails is in {}", path.display());
        std::panic::resume_unwind(panic);
    }
}

fn mutate(input: &mut Vec<u8>, corpus: &[Vec<u8>], commands: &[&str], rng: &mut Rng) {
    let at = pick(rng, input.len() + 1);
    match pick(rng, 10) {
        // New commands that make sense, between two lines.
        0..4 => {
            let line_starts = (0..=input.len()).filter(|&i| i == 0 || input[i - 1] == b'\n');
            let line_starts: Vec<usize> = line_starts.collect();
            let at = line_starts[pick(rng, line_starts.len())];
            let lines: String = (0..=pick(rng, 12)).map(|_| sense(rng)).collect();
            input.splice(at..at, lines.into_bytes());
        }
        // A new command with random words.
        4 => {
            let mut line = format!("\n{}", commands[pick(rng, commands.len())]);
            for _ in 0..pick(rng, 5) {
                let _ = write!(line, " {}", WORDS[pick(rng, WORDS.len())]);
            }
            line.push('\n');
            input.splice(at..at, line.into_bytes());
        }
        // A word somewhere.
        5 => {
            let word = format!(" {} ", WORDS[pick(rng, WORDS.len())]);
            input.splice(at..at, word.into_bytes());
        }
        // A changed byte.
        6 => {
            if let Some(byte) = input.get_mut(at) {
                *byte = pick(rng, 256) as u8;
            }
        }
        // A piece lost.
        7 => {
            let end = (at + pick(rng, 16)).min(input.len());
            input.drain(at..end);
        }
        // A piece doubled.
        8 => {
            let end = (at + pick(rng, 64)).min(input.len());
            let piece = input[at..end].to_vec();
            input.splice(at..at, piece);
        }
        // The rest from elsewhere.
        _ => {
            let other = &corpus[pick(rng, corpus.len())];
            input.truncate(at);
            input.extend_from_slice(&other[pick(rng, other.len())..]);
        }
    }
}

/// A line with one of the commands that make sense. Points lie in a corner of 5×5, so that
/// stones meet.
fn sense(rng: &mut Rng) -> String {
    let mut line = String::new();
    for word in SENSE[pick(rng, SENSE.len())].split(' ') {
        let _ = match word {
            "C" => write!(line, "{} ", ["b", "w"][pick(rng, 2)]),
            "V" => write!(
                line,
                "{}{} ",
                &"ABCDE"[pick(rng, 5)..][..1],
                1 + pick(rng, 5)
            ),
            "N" => write!(line, "{} ", pick(rng, 10)),
            word => write!(line, "{word} "),
        };
    }
    line + "\n"
}
