//! A progress bar of one's own: the callback is called some dozen times a second, on the thread that counts.

use std::error::Error;
use std::io::{Write, stderr};

use dlx_count::family::queens;
use dlx_count::{Counter, EngineKind};

fn main() -> Result<(), Box<dyn Error>> {
    let problem = queens(14);
    let outcome = Counter::new(&problem)
        .engine(EngineKind::Links)
        .merging(false)
        .on_progress(|progress| {
            let stars = "*".repeat((progress.done * 50.0) as usize);
            let _ = write!(stderr(), "\r[{stars:<50}] {} found", progress.found);
        })
        .run()?;
    eprintln!();
    println!("{}", outcome.count);
    Ok(())
}
