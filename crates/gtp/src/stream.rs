//! Responses that come piece by piece.
//!
//! Analysis says `=` at once and then a line now and then. How it ends depends on the command:
//! `lz-genmove_analyze` ends by itself with its move; `lz-analyze` is *open*: it goes on until
//! another line of input has come, be it a command, a comment or nothing at all, and only then
//! comes the empty line that ends every response.

use crate::response::{self, Answer};

/// A response on its way out.
pub(crate) struct Stream<'a> {
    id: Option<&'a str>,
    out: &'a mut dyn FnMut(&str),
    begun: bool,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(id: Option<&'a str>, out: &'a mut dyn FnMut(&str)) -> Self {
        Self {
            id,
            out,
            begun: false,
        }
    }

    /// Says that the command is accepted, if that was not said yet. Nothing can fail after this.
    pub(crate) fn begin(&mut self) {
        if self.begun {
            return;
        }
        self.begun = true;
        (self.out)(&format!("={} \n", self.id.unwrap_or_default()));
    }

    /// Says a line, if there is anything to say: an empty one would end the response.
    pub(crate) fn line(&mut self, text: &str) {
        if !text.is_empty() {
            (self.out)(&format!("{text}\n"));
        }
    }

    /// Whether [`begin`](Self::begin) was called.
    pub(crate) const fn has_begun(&self) -> bool {
        self.begun
    }

    /// Ends the response with `answer`, which is all of it if it has not begun. The last empty
    /// line is left out where a begun response stays `open`; answers whether it was.
    pub(crate) fn finish(mut self, answer: &Answer, open: bool) -> bool {
        if !self.begun {
            (self.out)(&response::format(self.id, answer));
            return false;
        }
        if let Ok(text) = answer {
            self.line(text);
        }
        if !open {
            (self.out)("\n");
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(begin: bool, answer: &Answer, open: bool) -> (String, bool) {
        let mut text = String::new();
        let mut out = |piece: &str| text += piece;
        let mut stream = Stream::new(Some("7"), &mut out);
        if begin {
            stream.begin();
            stream.line("info");
        }
        let open = stream.finish(answer, open);
        (text, open)
    }

    #[test]
    fn a_response_is_whole_or_open() {
        let done = Ok(String::new());
        let failed: Answer = Err("no".into());
        let said = |begin, answer, open| {
            let (text, open) = said(begin, answer, open);
            (text, open)
        };
        let open = ("=7 \ninfo\n".to_owned(), true);
        assert_eq!(said(true, &done, true), open);
        assert_eq!(said(true, &failed, true), open);
        let play = Ok("play D4".to_owned());
        let whole = ("=7 \ninfo\nplay D4\n\n".to_owned(), false);
        assert_eq!(said(true, &play, false), whole);
        assert_eq!(said(false, &failed, true), ("?7 no\n\n".to_owned(), false));
    }
}
