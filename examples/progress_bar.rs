//! A progress bar of one's own: the callback is called some dozen times a second, on the thread that counts.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::cast_sign_loss, clippy::cast_possible_truncation)]

use std::error::Error;
use std::io::{Write, stderr};

use dlx_count::family::queens;
use dlx_count::{EngineKind, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let problem = queens(14);
    let outcome = Session::builder()
        .engine(EngineKind::Links)
        .merging(false)
        .on_progress(|progress| {
            let stars = "*".repeat((progress.done * 50.0) as usize);
            let _ = write!(stderr(), "\r[{stars:<50}] {} found", progress.found);
        })
        .build()?
        .count(&problem)?;
    eprintln!();
    println!("{}", outcome.count);
    Ok(())
}
