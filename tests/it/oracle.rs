//! The naive counter: no links, no bits, no cleverness. What the engines are compared with.

use std::collections::HashSet;

use dlx_count::problem::NodeId;
use dlx_count::{Color, ItemId, OptionId, Problem};

/// Counts by trying every option of the first item not yet covered.
pub fn count(problem: &Problem) -> u64 {
    let mut number = 0;
    Naive::new(problem).below(0, &mut |_| number += 1);
    number
}

/// All solutions.
pub fn solutions(problem: &Problem) -> Vec<Vec<OptionId>> {
    let mut solutions = Vec::new();
    Naive::new(problem).below(0, &mut |chosen| solutions.push(chosen.to_vec()));
    solutions
}

struct Naive<'p> {
    problem: &'p Problem,
    /// The primary items, each with its options.
    open: Vec<(ItemId, Vec<OptionId>)>,
    /// For each item how many of the chosen options have it, and in which color.
    taken: Vec<(usize, Color)>,
    chosen: Vec<OptionId>,
}

impl<'p> Naive<'p> {
    fn new(problem: &'p Problem) -> Self {
        let options_of =
            |item| problem.options().filter(|&option| problem.items_of(option).contains(&item)).collect::<Vec<_>>();
        let primary = problem.items().filter(|&item| problem.is_primary(item));
        let open = primary.map(|item| (item, options_of(item))).collect();
        let taken = vec![(0, Color::NONE); problem.items().count()];
        Self { problem, open, taken, chosen: Vec::new() }
    }

    /// The items before this place are covered.
    fn below(&mut self, place: usize, found: &mut dyn FnMut(&[OptionId])) {
        let Some((item, options)) = self.open.get(place) else {
            if hangs_together(self.problem, &self.chosen) {
                found(&self.chosen);
            }
            return;
        };
        if self.taken[item.index()].0 > 0 {
            return self.below(place + 1, found);
        }
        for option in options.clone() {
            self.with(option, place + 1, found);
        }
    }

    fn with(&mut self, option: OptionId, place: usize, found: &mut dyn FnMut(&[OptionId])) {
        let problem = self.problem;
        let is_free = |(item, color): (ItemId, Color)| match self.taken[item.index()] {
            (0, _) => true,
            (_, other) => !color.is_none() && other == color,
        };
        if !problem.cells(option).all(is_free) {
            return;
        }
        for (item, color) in problem.cells(option) {
            let (number, _) = self.taken[item.index()];
            self.taken[item.index()] = (number + 1, color);
        }
        self.chosen.push(option);
        self.below(place, found);
        self.chosen.pop();
        for (item, _) in problem.cells(option) {
            self.taken[item.index()].0 -= 1;
        }
    }
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
