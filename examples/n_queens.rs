//! Counts the ways to place n queens, then shows one of them: `cargo run --release --example n_queens -- 12`

#![allow(clippy::print_stdout)]

use std::error::Error;

use dlx_count::Session;
use dlx_count::engine::links::Solutions;
use dlx_count::family::Queens;

fn main() -> Result<(), Box<dyn Error>> {
    let n = std::env::args().nth(1).map_or(Ok(10), |word| word.parse())?;
    let queens = Queens { n, ..Queens::default() };
    let question = queens.question()?;
    let problem = question.problem();

    let session = Session::new()?;
    let outcome = session.count(problem)?;
    println!("{} placements, by the engine {} in {:?}", outcome.count, outcome.engine, outcome.elapsed);

    // The first one of a lazy search: nothing is searched beyond it.
    if let Some(first) = Solutions::new(problem).next() {
        println!("{}\n", queens.drawing()?.draw(&first));
    }
    // One of all, each with the same chance.
    for solution in session.sample(problem, 1, 2026)?.unwrap_or_default() {
        println!("{}", queens.drawing()?.draw(&solution));
    }
    Ok(())
}
