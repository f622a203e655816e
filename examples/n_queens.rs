//! Counts the ways to place n queens, then shows one of them: `cargo run --release --example n_queens -- 12`

use std::error::Error;

use dlx_count::engine::links::Solutions;
use dlx_count::family::Queens;
use dlx_count::{Counter, Sampler};

fn main() -> Result<(), Box<dyn Error>> {
    let n = std::env::args().nth(1).map_or(Ok(10), |word| word.parse())?;
    let queens = Queens { n, ..Queens::default() };
    let question = queens.question()?;
    let problem = question.problem();

    let outcome = Counter::new(problem).run()?;
    println!("{} placements, by the engine {} in {:?}", outcome.count, outcome.engine, outcome.elapsed);

    // The first one of a lazy search: nothing is searched beyond it.
    if let Some(first) = Solutions::new(problem).next() {
        println!("{}\n", queens.drawing()?.draw(&first));
    }
    // One of all, each with the same chance.
    for solution in Sampler::new(problem).draw(1, 2026)?.unwrap_or_default() {
        println!("{}", queens.drawing()?.draw(&solution));
    }
    Ok(())
}
