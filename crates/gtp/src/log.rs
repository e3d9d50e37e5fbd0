//! Where remarks go.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The log of a session, normally the standard error stream. Clones write to the same place,
/// so that a search can be told of while the session is busy with it.
#[derive(Clone)]
pub(crate) struct Log(Arc<Mutex<dyn Write + Send>>);

impl Log {
    pub(crate) fn new(to: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(to)))
    }

    /// Writes a line, or several. Nobody may be reading it, which is no reason to fail.
    pub(crate) fn line(&self, text: &str) {
        let mut to = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(to, "{text}").and_then(|()| to.flush());
    }
}
