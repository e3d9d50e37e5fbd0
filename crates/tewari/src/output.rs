//! Standard output without panics: a closed pipe becomes an error that ends the program. And files
//! that are replaced as a whole.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes `text` to standard output.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a value as indented JSON and a line break.
pub(crate) fn print_json(value: &serde_json::Value) -> io::Result<()> {
    print(&format!("{value:#}\n"))
}

/// Puts `content` in the place of the file at `path`, as a whole: whoever interrupts leaves the old
/// file or the new one.
pub(crate) fn replace(path: &Path, content: &str) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
    name.push(format!(".{}", std::process::id()));
    let beside = path.with_file_name(name);
    let written = fs::write(&beside, content).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // It may not even exist; the first error is the one to report.
        let _ = fs::remove_file(&beside);
    }
    written
}
