//! `dlx-count verify`: recount what is published.

use std::process::ExitCode;

use super::args::{RunArgs, VerifyArgs};
use super::count::counter;
use super::exit::Failure;
use super::print;
use crate::engine::EngineKind;
use crate::family::known;
use crate::parallel::answer;
use crate::tally::Count;

/// Recounts every known count with every engine, a line each; fails if one differs.
pub(super) fn verify(args: &VerifyArgs, run: &RunArgs) -> Result<ExitCode, Failure> {
    let (mut n_right, mut wrong) = (0, Vec::new());
    for known in known() {
        let published: Count = known.count.parse().map_err(|_| Failure::io("a known count is not a number"))?;
        if published > args.up_to {
            continue;
        }
        let question = known.question();
        for &engine in EngineKind::ALL {
            let outcome = answer(&question, |problem, spent| counter(problem, run, spent).engine(engine))
                .map_err(|error| Failure::io(error.to_string()))?;
            let is_right = outcome.is_complete() && outcome.count == published;
            let mark = match (is_right, outcome.is_complete()) {
                (true, _) => "ok",
                (false, true) => "WRONG",
                (false, false) => "not complete",
            };
            let line =
                format!("{:<60} {:<10} {:>16}  {mark:<12}  {}", known.name, engine.name(), outcome.count, known.source);
            print(&format!("{line}\n"))?;
            if is_right {
                n_right += 1
            } else {
                wrong.push(format!("{} by {}: {}, published {published}", known.name, engine.name(), outcome.count))
            }
        }
    }
    print(&format!("{n_right} right, {} wrong\n", wrong.len()))?;
    if wrong.is_empty() { Ok(ExitCode::SUCCESS) } else { Err(Failure::io(wrong.join("\n"))) }
}
