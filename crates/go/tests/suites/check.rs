//! The one check: every question of every case, in all eight symmetries and both colours.

use std::path::Path;

use tewari_go::diagram::Diagram;
use tewari_go::tactics::eyes::{Eye, eye};
use tewari_go::tactics::ladder::{LadderReader, Verdict};
use tewari_go::tactics::life::unconditional_life;
use tewari_go::tactics::nakade::{
    bent_four_in_corner, enclosed_space, vital_point, vital_point_of,
};
use tewari_go::tactics::{atari, liberties};
use tewari_go::{Board, Color, Full, Point, coord, symmetry};

use super::format::{self, Case, Line};

/// A case in one of its sixteen images.
struct Image {
    diagram: Diagram,
    swapped: bool,
    board: Board<Full>,
}

type Answer = Result<Vec<String>, String>;

fn check(case: &Case, reader: &mut LadderReader) -> Vec<String> {
    let mut failures = Vec::new();
    for symmetry in 0..symmetry::COUNT {
        for swapped in [false, true] {
            let diagram = case.diagram.image(symmetry, swapped);
            let image = diagram
                .board()
                .map(|board| Image {
                    diagram,
                    swapped,
                    board,
                })
                .map_err(|error| error.to_string());
            let failed = image.and_then(|mut image| image.follow(&case.lines, reader));
            if let Err(failure) = failed {
                let colors = if swapped { ", colours exchanged" } else { "" };
                failures.push(format!("symmetry {symmetry}{colors}: {failure}"));
            }
        }
    }
    failures
}

impl Image {
    fn follow(&mut self, lines: &[Line], reader: &mut LadderReader) -> Result<(), String> {
        for line in lines {
            match line {
                Line::Play(words) => {
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let [color, mark] = words[..] else {
                        return Err(format!("play takes a colour and a mark, not {words:?}"));
                    };
                    let (color, point) = (self.color(color)?, self.point(mark)?);
                    if !self.board.is_legal(color, point) {
                        return Err(format!("{color} {mark} is illegal"));
                    }
                    self.board.play(color, point);
                }
                Line::Ask(question, expected) => {
                    let words: Vec<&str> = question.iter().map(String::as_str).collect();
                    let mut answer = self.answer(&words, reader)?;
                    answer.sort_unstable();
                    let mut wanted = expected.clone();
                    wanted.sort_unstable();
                    if answer != wanted {
                        return Err(format!(
                            "{} = {}, but the suite says {}",
                            question.join(" "),
                            answer.join(" "),
                            wanted.join(" ")
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn answer(&self, words: &[&str], reader: &mut LadderReader) -> Answer {
        let board = &self.board;
        match words {
            ["liberties", stone] => {
                number(liberties::count_liberties(board, self.stone(stone)?, 1000))
            }
            ["atari", stone] => self.marks(&Vec::from_iter(board.atari(self.stone(stone)?))),
            ["liberties-after", color, point] => {
                let (color, point) = (self.color(color)?, self.empty(point)?);
                number(liberties::liberties_after(board, color, point, 1000))
            }
            ["liberties-after", color, point, "up-to", limit] => {
                let (color, point) = (self.color(color)?, self.empty(point)?);
                let limit = limit.parse().map_err(|_| format!("{limit} is no limit"))?;
                number(liberties::liberties_after(board, color, point, limit))
            }
            ["self-atari", color, point] => yes(liberties::is_self_atari(
                board,
                self.color(color)?,
                self.empty(point)?,
            )),
            ["captures", color, point] => number(atari::captures(
                board,
                self.color(color)?,
                self.empty(point)?,
            )),
            ["captured-chains", color, point, "of", ..]
            | ["puts-in-atari", color, point, "of", ..] => {
                let (color, point) = (self.color(color)?, self.empty(point)?);
                for mark in &words[4..] {
                    self.stone(mark)?;
                }
                if words[0] == "captured-chains" {
                    self.chains(&atari::captured_chains(board, color, point))
                } else {
                    self.chains(&atari::chains_put_in_atari(board, color, point))
                }
            }
            ["saving-captures", stone, "of", points @ ..] => {
                for mark in points {
                    self.empty(mark)?;
                }
                let mut found = [Point::NONE; 16];
                let count = atari::saving_captures(board, self.stone(stone)?, &mut found);
                self.marks(&found[..count])
            }
            ["eye", color, point] => {
                let eye = eye(board, self.color(color)?, self.point(point)?);
                one(match eye {
                    Eye::None => "none",
                    Eye::False => "false",
                    Eye::Open => "open",
                    Eye::Real => "real",
                })
            }
            ["cheap-eye", color, point] => {
                yes(board.is_eye(self.color(color)?, self.empty(point)?))
            }
            ["ladder-attack", stone, "of", points @ ..] => {
                let stone = self.stone(stone)?;
                let attacker = board.color(stone).map(Color::other).ok_or("no stone")?;
                let mut found = [Point::NONE; 400];
                let count = board.liberties(stone, &mut found);
                let moves = self.candidates(points, &found[..count])?;
                let legal = moves
                    .into_iter()
                    .filter(|&point| board.is_legal(attacker, point));
                let mut working = Vec::new();
                for point in legal {
                    match reader.after_attack(board, stone, point) {
                        Verdict::Captured => working.push(point),
                        Verdict::Escapes => {}
                        Verdict::Unknown => return one("unknown"),
                    }
                }
                let reading = reader.attack(board, stone);
                let agrees = match reading.point {
                    Some(point) => working.contains(&point),
                    None => working.is_empty(),
                };
                if !agrees || (reading.verdict == Verdict::Captured) == working.is_empty() {
                    return Err(format!("attack answers {reading:?}"));
                }
                self.marks(&working)
            }
            ["ladder-defend", stone, "of", points @ ..] => {
                let stone = self.stone(stone)?;
                let liberty = board.atari(stone).ok_or("the chain is not in atari")?;
                let owner = board.color(stone).ok_or("no stone")?;
                let mut found = [liberty; 17];
                let count = 1 + atari::saving_captures(board, stone, &mut found[1..]);
                let moves = self.candidates(points, &found[..count])?;
                let mut working = Vec::new();
                for point in moves
                    .into_iter()
                    .filter(|&point| !board.is_suicide(owner, point))
                {
                    match reader.after_defense(board, stone, point) {
                        Verdict::Captured => {}
                        Verdict::Escapes => working.push(point),
                        Verdict::Unknown => return one("unknown"),
                    }
                }
                let reading = reader.defend(board, stone);
                let agrees = match reading.point {
                    Some(point) => working.contains(&point),
                    None => working.is_empty(),
                };
                if !agrees || (reading.verdict == Verdict::Escapes) == working.is_empty() {
                    return Err(format!("defend answers {reading:?}"));
                }
                self.marks(&working)
            }
            [what @ ("vital-point" | "corner-ko"), "of", points @ ..] => {
                let mut space = Vec::new();
                for mark in points {
                    space.extend(self.diagram.points(self.mark(mark)?));
                }
                let find = match *what {
                    "corner-ko" => bent_four_in_corner,
                    _ => vital_point,
                };
                self.marks(&Vec::from_iter(find(board.size(), &space)))
            }
            ["space", color, point] => {
                let space = enclosed_space(board, self.color(color)?, self.point(point)?);
                space.map_or_else(|| one("none"), |space| number(space.len() as u32))
            }
            ["vital-point-in", color, point, "of", points @ ..] => {
                for mark in points {
                    self.mark(mark)?;
                }
                let vital = vital_point_of(board, self.color(color)?, self.point(point)?);
                self.marks(&Vec::from_iter(vital))
            }
            ["alive", stones @ ..] if !stones.is_empty() => {
                let life = Color::BOTH.map(|color| unconditional_life(board, color));
                self.choose(stones, |point| {
                    let color = board.color(point)?;
                    Some(life[color.index()].stones.contains(point))
                })
            }
            ["alive-stones", color] => {
                number(unconditional_life(board, self.color(color)?).stones.len())
            }
            ["territory", color, points @ ..] if !points.is_empty() => {
                let life = unconditional_life(board, self.color(color)?);
                self.choose(points, |point| Some(life.territory.contains(point)))
            }
            ["territory-points", color] => number(
                unconditional_life(board, self.color(color)?)
                    .territory
                    .len(),
            ),
            _ => Err(format!("unknown question {:?}", words.join(" "))),
        }
    }

    fn color(&self, text: &str) -> Result<Color, String> {
        let color = coord::parse_color(text).map_err(|error| error.to_string())?;
        Ok(if self.swapped { color.other() } else { color })
    }

    fn mark(&self, text: &str) -> Result<char, String> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(mark), None) if self.diagram.points(mark).next().is_some() => Ok(mark),
            _ => Err(format!("there is no mark {text:?}")),
        }
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        let mark = self.mark(text)?;
        self.diagram
            .point(mark)
            .ok_or_else(|| format!("mark {mark} stands on several points"))
    }

    fn empty(&self, text: &str) -> Result<Point, String> {
        let point = self.point(text)?;
        if self.board.is_empty(point) {
            Ok(point)
        } else {
            Err(format!("{text} is not empty"))
        }
    }

    fn stone(&self, text: &str) -> Result<Point, String> {
        let point = self.point(text)?;
        let stone = self.board.color(point).map(|_| point);
        stone.ok_or_else(|| format!("no stone stands at {text}"))
    }

    /// The marked points, which must be among `all`, with all others of those.
    fn candidates(&self, marks: &[&str], all: &[Point]) -> Result<Vec<Point>, String> {
        for mark in marks {
            if !all.contains(&self.empty(mark)?) {
                return Err(format!("{mark} is no candidate"));
            }
        }
        Ok(all.to_vec())
    }

    /// Points by their marks; one without a mark by a question mark and its coordinates.
    fn marks(&self, points: &[Point]) -> Answer {
        let name = |&point: &Point| {
            self.diagram
                .marks()
                .iter()
                .find(|mark| mark.0 == point)
                .map_or_else(
                    || format!("?{}", coord::format_point(self.board.size(), point)),
                    |mark| mark.1.to_string(),
                )
        };
        if points.is_empty() {
            one("none")
        } else {
            Ok(points.iter().map(name).collect())
        }
    }

    /// Chains by the marks on their stones.
    fn chains(&self, heads: &[Point]) -> Answer {
        if heads.is_empty() {
            return one("none");
        }
        let mut names = Vec::new();
        for &head in heads {
            let is_here = |mark: &&(Point, char)| self.board.head(mark.0) == head;
            let marks: Vec<_> = self.diagram.marks().iter().filter(is_here).collect();
            names.extend(marks.iter().map(|mark| mark.1.to_string()));
            if marks.is_empty() {
                names.extend(self.marks(&[head])?);
            }
        }
        Ok(names)
    }

    /// The marks whose points all satisfy the condition; none of the points of the others may.
    fn choose(&self, marks: &[&str], is_so: impl Fn(Point) -> Option<bool>) -> Answer {
        let mut chosen = Vec::new();
        for text in marks {
            let points = self.diagram.points(self.mark(text)?);
            let answers: Option<Vec<bool>> = points.map(&is_so).collect();
            let answers = answers.ok_or_else(|| format!("no stone stands at {text}"))?;
            if answers.iter().all(|&yes| yes) {
                chosen.push((*text).to_owned());
            } else if answers.contains(&true) {
                chosen.push(format!("partly-{text}"));
            }
        }
        if chosen.is_empty() {
            one("none")
        } else {
            Ok(chosen)
        }
    }
}

fn one(word: &str) -> Answer {
    Ok(vec![word.to_owned()])
}

fn yes(answer: bool) -> Answer {
    one(if answer { "yes" } else { "no" })
}

fn number(n: u32) -> Answer {
    one(&n.to_string())
}

/// All failures of a suite, each with file, case and diagram; and how many cases it has.
fn check_suite(file: &str, text: &str) -> (usize, Vec<String>) {
    let mut reader = LadderReader::default();
    let mut failures = Vec::new();
    let cases = format::read(text);
    for case in &cases {
        match case {
            Err(error) => failures.push(format!("{file}: {error}")),
            Ok(case) => {
                let failed = check(case, &mut reader);
                // One image is enough to look at; the others mostly fail with it.
                if let Some(first) = failed.first() {
                    let (Case { name, text, .. }, count) = (case, failed.len());
                    failures.push(format!(
                        "{file}: {name}: {first} ({count} of 16 images fail)\n{text}"
                    ));
                }
            }
        }
    }
    (cases.len(), failures)
}

#[test]
fn every_suite_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/tactics");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let mut total = 0;
    let mut failures = Vec::new();
    for path in &files {
        let name = path.file_name().unwrap().to_string_lossy();
        let (count, failed) = check_suite(&name, &std::fs::read_to_string(path).unwrap());
        println!("{name}: {count} cases");
        total += count;
        failures.extend(failed);
    }
    println!("{total} cases in {} files", files.len());
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(total >= 160, "only {total} cases");
}

#[test]
fn the_check_can_fail() {
    let good = "case: corner\n. .\n1 a\nask: liberties 1 = 2\nask: saving-captures 1 of a = none\n";
    assert_eq!(check_suite("good", good), (1, vec![]));
    for (bad, complaint) in [
        (
            good.replace("1 = 2", "1 = 3"),
            "liberties 1 = 2, but the suite says 3",
        ),
        (
            good.replace("liberties 1", "freedoms 1"),
            "unknown question \"freedoms 1\"",
        ),
        (
            good.replace("liberties 1", "liberties 7"),
            "there is no mark \"7\"",
        ),
        (
            good.replace("liberties 1", "liberties a"),
            "no stone stands at a",
        ),
        (good.replace(". .", "b ."), "mark b is not used"),
        (good.replace(". .", ". . ."), "row 1 has 3 points"),
        (
            good.replace("1 a", "1 O").replace(". .", "O a"),
            "chain of the diagram has no liberty",
        ),
        (good.replace("= 2", ""), "no answer"),
        (
            good.replace("ask: lib", "tell: lib"),
            "is neither play nor ask",
        ),
        (format!(". .\n{good}"), "stands before the first case"),
        (
            good.replace("ask: liberties 1 = 2", "play: white 1"),
            "is illegal",
        ),
        (good.replace("ask:", "# ask:"), "asks nothing"),
        (format!("{good}{good}"), "a second case of that name"),
    ] {
        let (_, failures) = check_suite("bad", &bad);
        assert_eq!(failures.len(), 1, "{bad}");
        assert!(failures[0].contains(complaint), "{}", failures[0]);
    }
}
