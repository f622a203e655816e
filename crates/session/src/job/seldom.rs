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

fn obstacle(problem: &Problem) -> Option<String> {
    let whole = problem.original();
    let mut numbers = vec![0; whole.n_items()];
    whole.options().flat_map(|option| whole.items_of(option)).for_each(|item| numbers[item.index()] += 1);
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
