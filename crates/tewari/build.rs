//! Tells the program which commit it was built from, for `--version`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=TEWARI_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    watch_head();
    // A packager without a repository can name the commit in the environment.
    let given = std::env::var("TEWARI_COMMIT")
        .ok()
        .filter(|commit| !commit.is_empty());
    let commit = given
        .or_else(|| git(&["rev-parse", "--short=9", "HEAD"]))
        .unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=TEWARI_COMMIT={commit}");
}

/// Asks cargo to run this again when a commit is made or another one is checked out. Paths
/// that do not exist are left out: cargo would take them for changed at every build.
fn watch_head() {
    let Some(own) = git(&["rev-parse", "--git-dir"]) else {
        return;
    };
    let common = git(&["rev-parse", "--git-common-dir"]).unwrap_or_else(|| own.clone());
    for (folder, name) in [(&own, "HEAD"), (&common, "refs"), (&common, "packed-refs")] {
        let path = Path::new(folder).join(name);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
}

/// The first line that git prints, or nothing when there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim().to_owned();
    (output.status.success() && !line.is_empty()).then_some(line)
}
