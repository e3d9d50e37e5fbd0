//! Suites of positions at the root of the project: files of cases, each with a name, a diagram and
//! lines that say what is to be true of it.

use std::path::Path;

use tewari_go::Color;
use tewari_go::diagram::Diagram;

pub struct Case {
    pub name: String,
    pub diagram: Diagram,
    pub lines: Vec<Line>,
}

/// `key: word word`.
pub struct Line {
    pub key: String,
    pub words: Vec<String>,
}

impl Line {
    /// Key and words, to be matched.
    pub fn parts(&self) -> (&str, Vec<&str>) {
        (&self.key, self.words.iter().map(String::as_str).collect())
    }
}

/// All cases of the files in `suites/FOLDER`.
pub fn read(folder: &str) -> Vec<Case> {
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites");
    let mut files: Vec<_> = std::fs::read_dir(suites.join(folder))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .flat_map(|path| cases(&std::fs::read_to_string(path).unwrap()))
        .collect()
}

fn cases(text: &str) -> Vec<Case> {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("case:") {
            blocks.push((name.trim(), Vec::new()));
        } else if !line.is_empty() && !line.starts_with('#') {
            let block = blocks.last_mut().expect("a case begins with its name");
            block.1.push(line);
        }
    }
    blocks
        .into_iter()
        .map(|(name, lines)| case(name, &lines))
        .collect()
}

fn case(name: &str, lines: &[&str]) -> Case {
    let is_row = |line: &&&str| !line.contains(':') && line.split(' ').all(|cell| cell.len() == 1);
    let (rows, lines): (Vec<&str>, Vec<&str>) = lines.iter().partition(is_row);
    let line = |line: &&str| {
        let (key, words) = line.split_once(':').unwrap_or((line, ""));
        let words = words.split_whitespace().map(str::to_owned).collect();
        let key = key.to_owned();
        Line { key, words }
    };
    Case {
        name: name.to_owned(),
        diagram: rows
            .join("\n")
            .parse()
            .unwrap_or_else(|e| panic!("{name}: {e}")),
        lines: lines.iter().map(line).collect(),
    }
}

/// The mark that a word is.
pub fn mark(word: &str) -> char {
    word.chars().next().expect("words are not empty")
}

/// A player, or nobody.
pub fn player(word: &str) -> Option<Color> {
    match word {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        "nobody" => None,
        other => panic!("{other:?} is nobody"),
    }
}
