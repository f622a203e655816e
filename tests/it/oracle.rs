//! The naive counter: no links, no bits, no cleverness. What the engines are compared with.

use std::collections::{HashMap, HashSet};

use dlx_count::problem::NodeId;
use dlx_count::{Color, ItemId, OptionId, Problem};

/// What a secondary item is taken for: by one option alone, or in a color.
type Taken = HashMap<ItemId, Color>;

/// Counts by trying every option of the first item not yet covered.
pub fn count(problem: &Problem) -> u64 {
    let mut number = 0;
    below(problem, &mut Taken::new(), &mut Vec::new(), &mut |_| number += 1);
    number
}

/// All solutions.
pub fn solutions(problem: &Problem) -> Vec<Vec<OptionId>> {
    let mut solutions = Vec::new();
    below(problem, &mut Taken::new(), &mut Vec::new(), &mut |chosen| solutions.push(chosen.to_vec()));
    solutions
}

fn below(problem: &Problem, taken: &mut Taken, chosen: &mut Vec<OptionId>, found: &mut dyn FnMut(&[OptionId])) {
    let open = problem.items().find(|&item| problem.is_primary(item) && !taken.contains_key(&item));
    let Some(item) = open else {
        if hangs_together(problem, chosen) {
            found(chosen);
        }
        return;
    };
    for option in problem.options().filter(|&option| problem.items_of(option).contains(&item)) {
        with_option(problem, option, taken, chosen, found);
    }
}

fn with_option(
    problem: &Problem,
    option: OptionId,
    taken: &mut Taken,
    chosen: &mut Vec<OptionId>,
    found: &mut dyn FnMut(&[OptionId]),
) {
    let is_free = |item, color: Color| taken.get(&item).is_none_or(|&other| !color.is_none() && other == color);
    if !problem.cells(option).all(|(item, color)| is_free(item, color)) {
        return;
    }
    let fresh: Vec<_> = problem.cells(option).filter(|(item, _)| !taken.contains_key(item)).collect();
    taken.extend(fresh.iter().copied());
    chosen.push(option);
    below(problem, taken, chosen, found);
    chosen.pop();
    taken.retain(|item, _| fresh.iter().all(|(other, _)| other != item));
}

/// Do the options that join ports are connected as the problem asks, as many nodes in each component as it says, and is apart what others keep apart? Options that share a node are neighbors; a component has no circle if it has one node or option more than places where they meet. No component has two colors, and no two have one.
fn hangs_together(problem: &Problem, chosen: &[OptionId]) -> bool {
    let Some(condition) = problem.connected() else { return true };
    let mut left: Vec<OptionId> =
        chosen.iter().copied().filter(|&option| !problem.ports_of(option).is_empty()).collect();
    let apart: Vec<OptionId> = left.iter().copied().filter(|&option| problem.keeps_apart(option)).collect();
    left.retain(|option| !apart.contains(option));
    let (mut n_components, mut has_circle) = (0, false);
    let mut seen = Vec::new();
    while let Some(first) = left.pop() {
        let (mut component, mut nodes, mut n_ports, mut next) = (Vec::new(), HashSet::<NodeId>::new(), 0, vec![first]);
        while let Some(option) = next.pop() {
            component.push(option);
            n_ports += problem.ports_of(option).len();
            nodes.extend(problem.ports_of(option));
            let (near, far) =
                left.iter().partition(|&&other| problem.ports_of(other).iter().any(|node| nodes.contains(node)));
            next.extend::<Vec<OptionId>>(near);
            left = far;
        }
        let colors = nodes.iter().map(|&node| problem.node_color(node)).filter(|color| !color.is_none());
        let colors: HashSet<Color> = colors.collect();
        if colors.len() > 1 {
            return false;
        }
        let has_two =
            |&&option: &&OptionId| problem.ports_of(option).iter().filter(|node| nodes.contains(node)).count() > 1;
        if !condition.admits_size(nodes.len()) || apart.iter().any(|option| has_two(&option)) {
            return false;
        }
        seen.extend(colors);
        n_components += 1;
        has_circle |= component.len() + nodes.len() != n_ports + 1;
    }
    let is_apart = seen.iter().collect::<HashSet<_>>().len() < seen.len();
    condition.admits(n_components) && !is_apart && !(condition.is_acyclic && has_circle)
}
