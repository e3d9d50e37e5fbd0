//! Guessing what a mistyped word was meant to be.

/// The candidate that `word` was probably meant to be, if any is near.
///
/// Near means: at most a third of the letters of `word` (but at least one) must be inserted,
/// removed, replaced or swapped with their neighbour, and something of both words is left.
/// Upper and lower case are the same. Of equally near candidates the first one wins.
///
/// ```
/// use tewari_base::params::suggest;
/// assert_eq!(suggest("genmvoe", ["play", "genmove"]), Some("genmove"));
/// assert_eq!(suggest("quit", ["play", "genmove"]), None);
/// ```
#[must_use]
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |text: &str| -> Vec<char> { text.to_lowercase().chars().collect() };
    let word = letters(word);
    let near = |candidate: &'a str| {
        let other = letters(candidate);
        let limit = (word.len() / 3)
            .max(1)
            .min(word.len().min(other.len()).saturating_sub(1));
        let distance = distance(&word, &other);
        (distance <= limit).then_some((distance, candidate))
    };
    let best = candidates
        .into_iter()
        .filter_map(near)
        .min_by_key(|&(distance, _)| distance);
    best.map(|(_, candidate)| candidate)
}

/// The edit distance in which a swap of neighbours counts as one edit ("optimal string
/// alignment"), row by row: `rows[i][j]` edits lead from the first `i` letters of `a` to the
/// first `j` of `b`.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let cases = [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("same", "same", 0),
            ("kitten", "sitting", 3),
            ("ab", "ba", 1),
            ("exploraton", "exploration", 1),
        ];
        for (a, b, expected) in cases {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            assert_eq!(distance(&letters(a), &letters(b)), expected, "{a} {b}");
            assert_eq!(distance(&letters(b), &letters(a)), expected, "{b} {a}");
        }
    }

    #[test]
    fn only_near_words_are_suggested() {
        let words = ["komi", "memory", "x"];
        assert_eq!(suggest("kom", words), Some("komi"));
        assert_eq!(suggest("KOMI", words), Some("komi"));
        assert_eq!(suggest("mmeroy", words), Some("memory"));
        assert_eq!(suggest("kotoba", words), None);
        assert_eq!(suggest("y", words), None, "nothing in common");
        assert_eq!(suggest("", words), None);
        assert_eq!(suggest("komi", []), None);
    }

    #[test]
    fn the_nearest_then_the_first_wins() {
        assert_eq!(suggest("threads", ["thread_s", "threads"]), Some("threads"));
        assert_eq!(suggest("cat", ["bat", "hat"]), Some("bat"));
    }
}
