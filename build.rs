//! The commit that the program is built from, for `--version`; nothing where there is no git.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=.git/HEAD");
    println!("cargo:rerun-if-changed=.git/refs");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = Command::new("git").args(["rev-parse", "--short=10", "HEAD"]).output().ok();
    let commit =
        commit.filter(|output| output.status.success()).and_then(|output| String::from_utf8(output.stdout).ok());
    let commit = commit.map_or_else(String::new, |commit| format!(" ({})", commit.trim()));
    println!("cargo:rustc-env=DLX_VERSION={version}{commit}");
}
