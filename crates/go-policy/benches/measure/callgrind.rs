//! Instructions, which do not depend on what else the machine does.

use std::process::Command;

/// Instructions of a run of this program with `arguments` under callgrind, or `None` where
/// valgrind is missing.
pub fn instructions(arguments: &[String]) -> Option<f64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(arguments)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(' ').next()?.trim().parse().ok()
}
