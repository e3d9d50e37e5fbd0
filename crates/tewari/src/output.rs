//! Standard output without panics: a closed pipe becomes an error that ends the program.

use std::io::{self, Write};

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
