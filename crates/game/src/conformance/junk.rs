//! Text that is nearly right, or not at all.

use tewari_base::Rng;

/// What no parser expects: nothing, blanks, control and wide characters, huge numbers.
const ODD: [&str; 10] = [
    "",
    " ",
    "\n",
    "\0",
    "-",
    "é",
    "🦁a1",
    "99999999999999999999",
    "a1a1a1a1a1a1",
    "///////// 7",
];

/// Characters to put in where the samples' own do not serve.
const STRANGE: [char; 12] = [
    '0', '9', 'z', 'Z', '*', '/', '-', ' ', '\t', '\u{7f}', 'ß', '囲',
];

/// A sample with one to three random edits, or an odd text. Most new characters come from
/// the samples themselves, so that many results still are, or nearly are, well-formed.
pub(super) fn mutate(samples: &[String], rng: &mut Rng) -> String {
    let pick = |rng: &mut Rng| &samples[rng.below(samples.len() as u32) as usize];
    if samples.is_empty() || rng.below(16) == 0 {
        return ODD[rng.below(ODD.len() as u32) as usize].to_owned();
    }
    let mut text: Vec<char> = pick(rng).chars().collect();
    let alphabet: Vec<char> = pick(rng).chars().collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(text.len() as u32 + 1) as usize;
        let new = if rng.below(4) == 0 || alphabet.is_empty() {
            STRANGE[rng.below(STRANGE.len() as u32) as usize]
        } else {
            alphabet[rng.below(alphabet.len() as u32) as usize]
        };
        match rng.below(5) {
            0 => text.insert(at, new),
            1 => text.truncate(at),
            2 if at < text.len() => {
                text.remove(at);
            }
            _ if at < text.len() => text[at] = new,
            _ => text.push(new),
        }
    }
    text.into_iter().collect()
}
