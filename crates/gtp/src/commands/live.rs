//! Live graphics: what a search finds, on GoGui's board while it runs.
//!
//! GoGui shows what comes on the standard error stream after a line `gogui-gfx:`, up to an
//! empty line. It is off unless it is switched on, because programs that do not know of it show
//! every line as a remark, and others never read that stream at all.

use std::time::Duration;

use tewari_engine::{Candidate, Request, Thought, Watch};
use tewari_go::{Color, Size};

use super::gogui::graphics;
use super::{Table, done};
use crate::args::Args;
use crate::response::{Answer, Failure};
use crate::session::{Search, Session};

pub(super) const COMMANDS: Table = &[("tewari-live_gfx", live_graphics)];

/// Between two pictures.
const EVERY: Duration = Duration::from_millis(500);

/// `tewari-live_gfx on` or `off`; without an argument it answers which.
fn live_graphics(session: &mut Session, args: Args<'_>) -> Answer {
    session.is_live = match &*args.words() {
        [] => return Ok(if session.is_live { "on" } else { "off" }.to_owned()),
        ["on" | "1"] => true,
        ["off" | "0"] => false,
        _ => return Err("expected on or off".into()),
    };
    done()
}

/// Searches as `request` says, and shows it if that is wanted and nobody else watches.
pub(super) fn search(session: &mut Session, request: Request<'_>) -> Result<Candidate, Failure> {
    if !session.is_live || request.watch.is_some() {
        return session.search(request);
    }
    let (size, color) = (session.position().size(), request.color);
    let log = session.log.clone();
    let found = session.search(Request {
        watch: Some(Watch {
            every: EVERY,
            variations: 0,
            owners_by_move: false,
            begin: &mut || (),
            see: &mut |thought| log.line(&block(size, color, thought)),
        }),
        ..request
    });
    log.line("gogui-gfx: CLEAR");
    found
}

/// What `thought` looks like, with the empty line that ends it.
fn block(size: Size, color: Color, thought: &Thought) -> String {
    let search = Search {
        stones: 0,
        color,
        thought: thought.clone(),
    };
    format!("gogui-gfx:\n{}\n", graphics(size, &search))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::session::Options;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn searches_are_shown_where_that_is_wanted() {
        let log = Shared::default();
        let mut options = Options::default();
        let engine = &mut options.params.engine;
        (engine.seed, engine.threads, engine.simulations) = (1, 1, 50);
        let mut session = Session::new(options, log.clone());
        let mut ask = |line: &str| session.respond(line.as_bytes()).unwrap();
        let written = || String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        ask("boardsize 5");
        ask("genmove b");
        assert_eq!(written(), "");
        ask("tewari-live_gfx on");
        assert!(ask("genmove w").starts_with("= "));
        assert!(written().ends_with("gogui-gfx: CLEAR\n"));
        let search = session.state.search.as_ref().unwrap();
        let block = block(session.position().size(), Color::White, &search.thought);
        assert!(block.starts_with("gogui-gfx:\nINFLUENCE "), "{block}");
        assert!(block.ends_with('\n') && !block.contains("\n\n"), "{block}");
    }
}
