//! Items that must be covered more often than options have them. The reason is given with the names of the problem, where engines see copies and counts.

use dlx_canon::symmetry::CountQuery;
use dlx_core::format::often;
use dlx_core::problem::Problem;

/// The question, marked as having the answer 0 if an item has too few options.
pub(super) fn looked_at(question: CountQuery) -> CountQuery {
    if question.obstacle().is_some() || !question.is_plain() {
        return question;
    }
    let obstacle = obstacle(question.problem());
    question.impossible(obstacle)
}

/// How many options each item has.
pub(crate) fn numbers_of_options(problem: &Problem) -> Vec<usize> {
    let mut numbers = vec![0; problem.n_items()];
    problem.options().flat_map(|option| problem.items_of(option)).for_each(|item| numbers[item.index()] += 1);
    numbers
}

fn obstacle(problem: &Problem) -> Option<String> {
    let whole = problem.original();
    let numbers = numbers_of_options(whole);
    let mut bounds = problem.times().iter().map(|&(item, times)| (item, times.least, numbers[item.index()]));
    let (item, least, number) = bounds.find(|&(_, least, number)| number < least)?;
    let label = whole.item_label(item);
    let times = often(least);
    Some(match number {
        0 => format!("no option covers item {label}, which must be covered {times}"),
        1 => format!("item {label} lies in only one option and must be covered {times}"),
        _ => format!("item {label} lies in only {number} options and must be covered {times}"),
    })
}
