//! The search that one writes first: item by item in a fixed order, every option of it tried and then tested against those chosen before.
//!
//! For queens it goes row by row and tries every square: 876 for the first solution of eight queens, 15720 for all, as N. Wirth counted in
//! "Program Development by Stepwise Refinement" (1971) for the first.

use super::record::{Recorder, Recording, Rule};
use dlx_core::problem::{ItemId, OptionId, Problem};

/// Records the plain search, at most this many steps after the root. Items come in the order of these labels, then in that of the problem.
///
/// ```
/// use dlx_count::family::Queens;
/// use dlx_count::trace::naive;
///
/// let queens = Queens { n: 8, ..Queens::default() };
/// let recording = naive(queens.question()?.problem(), &queens.drawing()?.scene().unwrap().reading, 1000);
/// assert_eq!((recording.first_solution, recording.positions), (Some(876), 15720));
/// # Ok::<(), dlx_count::family::FamilyError>(())
/// ```
#[must_use]
pub fn naive(problem: &Problem, reading: &[String], n_steps: usize) -> Recording {
    let primary = || problem.items().take(problem.n_primary());
    let rank =
        |item: &ItemId| reading.iter().position(|label| label == problem.item_label(*item)).unwrap_or(reading.len());
    let mut order: Vec<ItemId> = primary().collect();
    order.sort_by_cached_key(rank);
    let mut options_of: Vec<Vec<OptionId>> = vec![Vec::new(); problem.n_primary()];
    for option in problem.options() {
        let own = problem.items_of(option).iter().filter(|&&item| problem.is_primary(item));
        own.for_each(|item| options_of[item.index()].push(option));
    }
    Recorder::new(problem).record(Rule::InOrder, n_steps, |search| {
        let item = order.iter().copied().find(|&item| !search.is_covered(item))?;
        let options = options_of[item.index()].clone();
        search.work += 1 + options.len();
        Some((item, options))
    })
}
