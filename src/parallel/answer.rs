//! The answer to a question: the weighted sum of some counts, divided.

use std::time::{Duration, Instant};

use super::{Counter, RunError};
use crate::problem::Problem;
use crate::symmetry::Question;
use crate::tally::{Count, Ending, Outcome};

/// Counts every problem of a question, each with a counter made for it, and puts the counts together.
///
/// The counter is told how long the others took, so that it can spend what is left of a time limit. When all have the same
/// [`Control`](super::Control), stopping one stops those that follow. An answer that is not complete is a lower bound. A limit on the
/// count is one on the answer: it is heeded in the first problem, which is by far the largest, and there as often as one stands for many.
///
/// ```
/// use dlx_count::family::Queens;
/// use dlx_count::parallel::{Counter, answer};
///
/// let question = Queens { n: 8, up_to_symmetry: true, ..Queens::default() }.question()?;
/// let outcome = answer(&question, |problem, _| Counter::new(problem))?;
/// assert_eq!(outcome.count.to_string(), "12");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the worker threads cannot be started.
///
/// # Panics
/// If the counts of a complete answer do not add up to a multiple of the divisor: the symmetries then were none.
pub fn answer<'a>(
    question: &'a Question,
    mut counter: impl FnMut(&'a Problem, Duration) -> Counter<'a>,
) -> Result<Outcome, RunError> {
    let started = Instant::now();
    if let Some(obstacle) = question.obstacle() {
        return Ok(Outcome::impossible(obstacle));
    }
    let mut terms = question.terms().iter();
    let first = terms.next().expect("a question asks about a problem");
    let divisor = Count::from(u64::from(question.divisor()));
    let mut total = counter(&first.problem, Duration::ZERO).limiting_count(|limit| Some(limit * divisor)).run()?;
    for term in terms {
        let outcome = counter(&term.problem, started.elapsed()).limiting_count(|_| None).run()?;
        total.count += outcome.count * Count::from(u64::from(term.weight));
        total.stats += outcome.stats;
        total.tasks += outcome.tasks;
        if total.ending == Ending::Complete {
            total.ending = outcome.ending;
        }
    }
    let (count, remainder) = total.count.divided_by(question.divisor());
    assert!(remainder == 0 || !total.is_complete(), "orbits are counted whole");
    Ok(Outcome { count, elapsed: started.elapsed(), ..total })
}
