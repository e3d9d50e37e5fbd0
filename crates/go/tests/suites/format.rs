//! The text of a suite: cases with a diagram, moves to play first, and questions.

use std::collections::HashSet;

use tewari_go::diagram::Diagram;

/// One line of a case after its diagram.
#[derive(Clone, Debug)]
pub enum Line {
    /// `play: black a`
    Play(Vec<String>),
    /// `ask: eye black a = real`, cut at the equals sign.
    Ask(Vec<String>, Vec<String>),
}

/// A named diagram with its lines.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    pub text: String,
    pub diagram: Diagram,
    pub lines: Vec<Line>,
}

/// A case as it stands in the file.
#[derive(Default)]
struct Draft {
    name: String,
    rows: String,
    lines: Vec<String>,
}

/// Reads a suite: its cases, or for each broken one a line saying what is wrong with it.
pub fn read(text: &str) -> Vec<Result<Case, String>> {
    let mut drafts: Vec<Draft> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("case:") {
            drafts.push(Draft {
                name: name.trim().to_owned(),
                ..Draft::default()
            });
            continue;
        }
        let Some(draft) = drafts.last_mut() else {
            return vec![Err(format!("{line:?} stands before the first case"))];
        };
        if draft.lines.is_empty() && !line.contains(':') {
            draft.rows.push_str(line);
            draft.rows.push('\n');
        } else {
            draft.lines.push(line.to_owned());
        }
    }
    let mut names = HashSet::new();
    drafts
        .into_iter()
        .map(|draft| {
            let name = draft.name.clone();
            let is_new = names.insert(name.clone());
            let case = if is_new {
                finish(draft)
            } else {
                Err("a second case of that name".into())
            };
            case.map_err(|error| format!("{name}: {error}"))
        })
        .collect()
}

fn finish(draft: Draft) -> Result<Case, String> {
    let diagram: Diagram = draft.rows.parse().map_err(|error| format!("{error}"))?;
    let lines: Vec<Line> = draft
        .lines
        .iter()
        .map(|line| read_line(line))
        .collect::<Result<_, _>>()?;
    if !lines.iter().any(|line| matches!(line, Line::Ask(..))) {
        return Err("asks nothing".into());
    }
    let is_used = |mark| lines.iter().any(|line| mentions(line, mark));
    if let Some((_, mark)) = diagram.marks().iter().find(|&&(_, mark)| !is_used(mark)) {
        return Err(format!("mark {mark} is not used"));
    }
    Ok(Case {
        name: draft.name,
        text: draft.rows,
        diagram,
        lines,
    })
}

fn read_line(line: &str) -> Result<Line, String> {
    if let Some(text) = line.strip_prefix("play:") {
        return Ok(Line::Play(words(text)));
    }
    let text = line
        .strip_prefix("ask:")
        .ok_or_else(|| format!("{line:?} is neither play nor ask"))?;
    let (question, answer) = text
        .split_once('=')
        .ok_or_else(|| format!("no answer in {line:?}"))?;
    Ok(Line::Ask(words(question), words(answer)))
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Marks stand alone in a word. In an answer a digit can also be a number.
fn mentions(line: &Line, mark: char) -> bool {
    let text = mark.to_string();
    match line {
        Line::Play(words) => words.contains(&text),
        Line::Ask(question, answer) => {
            question.contains(&text) || mark.is_ascii_lowercase() && answer.contains(&text)
        }
    }
}
