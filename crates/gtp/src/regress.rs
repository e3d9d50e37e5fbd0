//! Regression tests in the form that GNU Go began and GoGui keeps: files of GTP commands, of
//! which some have an expected answer.
//!
//! ```text
//! # Black kills with the vital point.
//! loadsgf sgf/bulky-five.sgf
//! 10 reg_genmove b
//! #? [A1|B2]
//! 20 reg_genmove w
//! #? [!pass]*
//! ```
//!
//! A test is a command with a number, followed by `#? [pattern]`; see [`Pattern`] for what a
//! pattern may say. A `*` behind it says that the test is known to fail. Every other command
//! must succeed; other comments mean nothing. Files that `loadsgf` names are looked for beside
//! the test file, so that a suite can be run from anywhere.

mod pattern;

use std::path::Path;

pub use pattern::Pattern;

use crate::line::{Command, Line};

/// A test file, read.
#[derive(Clone, Debug)]
pub struct Script {
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    /// The number of its line, from 1 on.
    line: usize,
    command: Command,
    expected: Option<Expected>,
}

/// What a test demands.
#[derive(Clone, Debug)]
struct Expected {
    pattern: Pattern,
    known_to_fail: bool,
}

/// Something wrong at a line of a test file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong, in one line.
    pub message: String,
}

/// How a test went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The line of its command.
    pub line: usize,
    /// Its number.
    pub id: String,
    /// Its command, without the number.
    pub command: String,
    /// The pattern in its brackets.
    pub expected: String,
    /// What was answered instead or indeed; a refusal begins with `?`.
    pub answer: String,
    /// Whether the answer is as expected.
    pub passed: bool,
    /// Whether the file says that it fails.
    pub known_to_fail: bool,
}

/// Tests by how they went.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Passed, as they should.
    pub passed: usize,
    /// Failed although they should pass.
    pub failed: usize,
    /// Failed, as the file says.
    pub failed_as_known: usize,
    /// Passed although the file says that they fail.
    pub passed_unexpectedly: usize,
}

impl Counts {
    /// Counts `verdicts`.
    #[must_use]
    pub fn of(verdicts: &[Verdict]) -> Self {
        let mut counts = Self::default();
        for verdict in verdicts {
            *match (verdict.passed, verdict.known_to_fail) {
                (true, false) => &mut counts.passed,
                (false, false) => &mut counts.failed,
                (false, true) => &mut counts.failed_as_known,
                (true, true) => &mut counts.passed_unexpectedly,
            } += 1;
        }
        counts
    }

    /// All tests.
    #[must_use]
    pub const fn tests(&self) -> usize {
        self.right() + self.failed + self.failed_as_known
    }

    /// Those that were answered right, whatever was expected.
    #[must_use]
    pub const fn right(&self) -> usize {
        self.passed + self.passed_unexpectedly
    }

    /// Adds the tests of another file.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            failed_as_known: self.failed_as_known + other.failed_as_known,
            passed_unexpectedly: self.passed_unexpectedly + other.passed_unexpectedly,
        }
    }
}

impl Script {
    /// Reads the content of a test file.
    ///
    /// # Errors
    /// When an expectation stands behind no test or cannot be read.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut steps: Vec<Step> = Vec::new();
        for (i, text) in text.lines().enumerate() {
            let line = i + 1;
            let wrong = |message: String| ScriptError { line, message };
            if let Some(expected) = text.trim_start().strip_prefix("#?") {
                let test = steps.last_mut().filter(|step| step.command.id.is_some());
                let test = test.ok_or_else(|| {
                    wrong("an expectation needs a command with a number before it".to_owned())
                })?;
                if test.expected.is_some() {
                    return Err(wrong("a second expectation for one test".to_owned()));
                }
                test.expected = Some(Expected::parse(expected.trim()).map_err(wrong)?);
            } else if let Line::Command(command) = Line::parse(text.as_bytes()) {
                steps.push(Step {
                    line,
                    command,
                    expected: None,
                });
            }
        }
        Ok(Self { steps })
    }

    /// How many tests there are.
    #[must_use]
    pub fn tests(&self) -> usize {
        let tests = self.steps.iter().filter(|step| step.expected.is_some());
        tests.count()
    }

    /// Runs the commands. `send` answers a command with its response, or with the reason why it
    /// was refused; `folder` is that of the file; `tell` hears of every test.
    ///
    /// # Errors
    /// When a command that is no test is refused.
    pub fn run(
        &self,
        folder: &Path,
        mut send: impl FnMut(&str) -> Result<String, String>,
        mut tell: impl FnMut(&Verdict),
    ) -> Result<Vec<Verdict>, ScriptError> {
        let mut verdicts = Vec::new();
        for step in &self.steps {
            let sent = send(&text_of(&step.command, folder));
            let Some(expected) = &step.expected else {
                sent.map_err(|message| ScriptError {
                    line: step.line,
                    message: format!("{}: {message}", step.command.name),
                })?;
                continue;
            };
            let answer = sent.unwrap_or_else(|message| format!("? {message}"));
            let verdict = Verdict {
                line: step.line,
                id: step.command.id.clone().unwrap_or_default(),
                command: format!("{} {}", step.command.name, step.command.rest),
                expected: expected.pattern.to_string(),
                passed: expected.pattern.matches(answer.trim()),
                answer,
                known_to_fail: expected.known_to_fail,
            };
            tell(&verdict);
            verdicts.push(verdict);
        }
        Ok(verdicts)
    }
}

/// The command without its number, which is the test's own business.
fn text_of(command: &Command, folder: &Path) -> String {
    let Command { name, rest, .. } = command;
    if name == "loadsgf" && !rest.is_empty() {
        // An absolute path stays what it is.
        let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        return match quoted {
            Some((file, after)) => format!("{name} \"{}\"{after}", folder.join(file).display()),
            None => format!("{name} {}", folder.join(rest).display()),
        };
    }
    format!("{name} {rest}").trim_end().to_owned()
}

impl Expected {
    /// Reads `[pattern]` or `[pattern]*`.
    fn parse(text: &str) -> Result<Self, String> {
        let (text, known_to_fail) = match text.strip_suffix('*') {
            Some(text) => (text.trim_end(), true),
            None => (text, false),
        };
        let pattern = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'))
            .ok_or_else(|| format!("expected \"[pattern]\" or \"[pattern]*\", got {text:?}"))?;
        Ok(Self {
            pattern: Pattern::parse(pattern)?,
            known_to_fail,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Result<Vec<Verdict>, ScriptError> {
        let send = |command: &str| match command.split_once(' ') {
            Some(("echo", text)) => Ok(text.to_owned()),
            Some(("loadsgf", path)) => Err(format!("no {path}")),
            _ => Err("unknown command".to_owned()),
        };
        Script::parse(text)?.run(Path::new("/suite"), send, |_| ())
    }

    #[test]
    fn tests_pass_and_fail_as_known_or_not() {
        let verdicts = run("# four of them\n\
             echo nothing\n\
             1 echo A1\n#? [A1|B2]\n\
             2 echo A1\n#? [!A1]\n\
             3 echo A1\n# why\n#? [B2]*\n\
             4 echo A1\r\n  #? [a1|A1] *\r\n\
             5 echo no test\n")
        .unwrap();
        let brief: Vec<_> = verdicts
            .iter()
            .map(|v| (v.line, &*v.id, v.passed, v.known_to_fail))
            .collect();
        let expected = [
            (3, "1", true, false),
            (5, "2", false, false),
            (7, "3", false, true),
            (10, "4", true, true),
        ];
        assert_eq!(brief, expected);
        let counts = Counts::of(&verdicts);
        let all = Counts {
            passed: 1,
            failed: 1,
            failed_as_known: 1,
            passed_unexpectedly: 1,
        };
        assert_eq!(counts, all);
        assert_eq!((counts.tests(), counts.right()), (4, 2));
        assert_eq!(counts.plus(counts).tests(), 8);
    }

    #[test]
    fn a_refusal_is_an_answer_of_a_test_and_an_error_elsewhere() {
        let verdicts = run("1 nonsense\n#? [[?] unknown.*]\n").unwrap();
        assert!(verdicts[0].passed, "{verdicts:?}");
        let error = run("echo x\nnonsense\n").unwrap_err();
        assert_eq!(error.line, 2);
        assert_eq!(error.message, "nonsense: unknown command");
    }

    #[test]
    fn records_lie_beside_the_file() {
        let error = run("loadsgf a b.sgf 3\n").unwrap_err();
        assert_eq!(error.message, "loadsgf: no /suite/a b.sgf 3");
        let error = run("loadsgf \"a 3.sgf\" 3\n").unwrap_err();
        assert_eq!(error.message, "loadsgf: no \"/suite/a 3.sgf\" 3");
        let error = run("loadsgf /other/a.sgf\n").unwrap_err();
        assert_eq!(error.message, "loadsgf: no /other/a.sgf");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, message) in [
            (
                "#? [A1]\n",
                1,
                "an expectation needs a command with a number before it",
            ),
            (
                "echo a\n#? [A1]\n",
                2,
                "an expectation needs a command with a number before it",
            ),
            (
                "1 echo a\n#? [A1]\n#? [A1]\n",
                3,
                "a second expectation for one test",
            ),
            (
                "1 echo a\n#? A1\n",
                2,
                "expected \"[pattern]\" or \"[pattern]*\", got \"A1\"",
            ),
            (
                "1 echo a\n#? [(a]\n",
                2,
                "\"(a\": a parenthesis is not closed",
            ),
        ] {
            let error = run(text).unwrap_err();
            assert_eq!((error.line, &*error.message), (line, message), "{text}");
        }
    }
}
