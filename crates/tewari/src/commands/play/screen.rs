//! Writing to the terminal, or to whatever else standard output is.

use std::env;
use std::io::{self, IsTerminal, Write};

use tewari_engine::Glyphs;

/// Where the conversation is shown.
pub(super) struct Screen<W = io::Stdout> {
    out: W,
    glyphs: Glyphs,
    color: bool,
    /// Whether lines that are typed appear by themselves, as they do in a terminal.
    typing_shows: bool,
    /// Whether progress may be shown and wiped out again, on standard error.
    progress: bool,
}

/// How a piece of text is set off, where colours are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    /// As it is.
    Plain,
    /// A move or a result.
    Strong,
    /// Something went wrong.
    Alarm,
    /// Less important.
    Quiet,
}

impl Screen {
    /// Standard output: colours only on a terminal that wants them, round stones only where
    /// the locale has them.
    pub(super) fn new(ascii: bool) -> Self {
        let terminal = io::stdout().is_terminal();
        let wanted = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            out: io::stdout(),
            glyphs: if ascii || !locale_is_utf8() {
                Glyphs::Ascii
            } else {
                Glyphs::Unicode
            },
            color: terminal && wanted && !dumb && !ascii,
            typing_shows: io::stdin().is_terminal(),
            progress: terminal && io::stderr().is_terminal(),
        }
    }
}

impl<W: Write> Screen<W> {
    /// The characters to draw boards with.
    pub(super) const fn glyphs(&self) -> Glyphs {
        self.glyphs
    }

    /// Shows a line, or several.
    pub(super) fn say(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        let code = match tone {
            _ if !self.color => "",
            Tone::Plain => "",
            Tone::Strong => "1",
            Tone::Alarm => "31",
            Tone::Quiet => "2",
        };
        if code.is_empty() {
            writeln!(self.out, "{text}")?;
        } else {
            writeln!(self.out, "\x1b[{code}m{text}\x1b[0m")?;
        }
        self.out.flush()
    }

    /// Asks for a line.
    pub(super) fn prompt(&mut self, text: &str) -> io::Result<()> {
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Notes what was typed, unless it can be seen already; `None` is the end of the input.
    pub(super) fn typed(&mut self, line: Option<&str>) -> io::Result<()> {
        match line {
            Some(line) if !self.typing_shows => writeln!(self.out, "{line}"),
            Some(_) => Ok(()),
            None => writeln!(self.out),
        }
    }

    /// Shows that the engine is busy while `work` runs, if there is somebody to see it.
    pub(super) fn while_thinking<T>(&self, work: impl FnOnce() -> T) -> T {
        const WORDS: &str = "Tewari is thinking...";
        if self.progress {
            eprint!("{WORDS}");
        }
        let result = work();
        if self.progress {
            eprint!("\r{:1$}\r", "", WORDS.len());
        }
        result
    }
}

/// Whether the environment promises UTF-8, by the first of the three variables that is set.
fn locale_is_utf8() -> bool {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(set)
        .unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(color: bool, tone: Tone) -> String {
        let mut screen = Screen {
            out: Vec::new(),
            glyphs: Glyphs::Ascii,
            color,
            typing_shows: false,
            progress: false,
        };
        screen.say(tone, "text").unwrap();
        String::from_utf8(screen.out).unwrap()
    }

    #[test]
    fn without_colours_all_tones_are_the_same() {
        for tone in [Tone::Plain, Tone::Strong, Tone::Alarm, Tone::Quiet] {
            assert_eq!(shown(false, tone), "text\n");
        }
        assert_eq!(shown(true, Tone::Strong), "\x1b[1mtext\x1b[0m\n");
    }
}
