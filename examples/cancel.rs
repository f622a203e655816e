//! Stops a count from another thread; what has been counted by then is a lower bound.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::thread;
use std::time::Duration;

use dlx_count::family::queens;
use dlx_count::{Control, Ending, EngineKind, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let problem = queens(18);
    let control = Control::default();
    let stopper = control.clone();
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        stopper.stop(Ending::Interrupted);
    });
    let outcome = Session::builder().engine(EngineKind::Bits).control(control).build()?.count(&problem)?;
    other.join().map_err(|_| "the other thread has panicked")?;
    let least = if outcome.is_complete() { "" } else { "at least " };
    println!("{least}{} in {:?}", outcome.count, outcome.elapsed);
    Ok(())
}
