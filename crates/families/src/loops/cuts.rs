//! What every solution satisfies, and a cover that is not connected as it should be does not.
//!
//! * Of the options of a cycle, where there may be none, one is not chosen.
//! * A component has a *border*: the options that have a node of it and another node. Where there may be k components and a cover has more, k + 1 of them stay apart unless an option at the border of one of the first k is chosen, or one of
//!   them is not there at all: it is enough to say of an option of each that it is not chosen, and where all options of some item have a node of a component, something of it is always there.
//! * Otherwise another option of some item is chosen.

use dlx_core::problem::{Components, Connected, NodeId, OptionId, Problem};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};

/// Options one of which is chosen (true), or is not.
pub(super) type Cut = Vec<(OptionId, bool)>;

type OptionsAt = FxHashMap<NodeId, Vec<OptionId>>;

/// What cuts are made of.
pub(super) struct LazyCuts<'p> {
    problem: &'p Problem,
    condition: Option<Connected>,
    /// The options that are left, by their nodes, and by their primary items.
    options_at: OptionsAt,
    options_of: Vec<Vec<OptionId>>,
}

/// Options that are connected, and their nodes.
#[derive(Default)]
struct ChosenPart {
    options: Vec<OptionId>,
    nodes: FxHashSet<NodeId>,
}

impl<'p> LazyCuts<'p> {
    pub(super) fn new(problem: &'p Problem, options: &[OptionId]) -> Self {
        let mut options_of = vec![Vec::new(); problem.n_primary()];
        for &option in options {
            for item in problem.items_of(option).iter().filter(|item| item.index() < problem.n_primary()) {
                options_of[item.index()].push(option);
            }
        }
        Self { problem, condition: problem.connected(), options_at: by_nodes(problem, options), options_of }
    }

    /// Clauses that a cover does not satisfy; none if it is a solution.
    pub(super) fn of(&self, chosen: &[OptionId]) -> Vec<Cut> {
        let Some(condition) = self.condition.filter(|_| !self.problem.is_connected(chosen)) else { return Vec::new() };
        let mut cuts = Vec::new();
        let joins = |option: &OptionId| !self.problem.keeps_apart(*option);
        let joining: Vec<OptionId> = chosen.iter().copied().filter(joins).collect();
        let chosen_at = by_nodes(self.problem, &joining);
        if condition.is_acyclic {
            self.cut_cycles(&joining, &chosen_at, &mut cuts);
        }
        let parts = self.parts(&joining);
        if let Some(most) = condition.components.most.filter(|&most| parts.len() > most) {
            for first in 0..parts.len() {
                let kept: Vec<usize> = (0..most).map(|rank| (first + rank) % parts.len()).collect();
                let others = (0..parts.len()).filter(|part| !kept.contains(part));
                let ends = kept.iter().copied().chain(others.take(1)).map(|part| &parts[part]);
                let missing = ends.filter_map(|part| self.missing(&part.options, &part.nodes));
                let borders = kept.iter().flat_map(|&part| self.border(&parts[part]));
                cuts.push(missing.chain(borders).collect());
            }
        }
        if cuts.is_empty() {
            cuts.push(chosen.iter().map(|&option| (option, false)).collect());
        }
        cuts
    }

    /// The parts that are connected, those first that are always there.
    fn parts(&self, chosen: &[OptionId]) -> Vec<ChosenPart> {
        let mut joined = Components::new(self.problem.n_nodes());
        chosen.iter().for_each(|&option| _ = joined.join(self.problem.ports_of(option)));
        let mut parts: BTreeMap<u32, ChosenPart> = BTreeMap::new();
        for &option in chosen {
            let ports = self.problem.ports_of(option);
            if let Some(root) = ports.first().and_then(|&node| joined.of(node)) {
                let part = parts.entry(root).or_default();
                part.options.push(option);
                part.nodes.extend(ports);
            }
        }
        let mut parts: Vec<ChosenPart> = parts.into_values().collect();
        parts.sort_by_cached_key(|part| self.missing(&part.options, &part.nodes).is_some());
        parts
    }

    /// One of these options is not chosen; nothing if one that has any of these nodes always is.
    fn missing(&self, chosen: &[OptionId], nodes: &FxHashSet<NodeId>) -> Option<(OptionId, bool)> {
        let has_node = |option: &OptionId| self.problem.joined_by(*option).iter().any(|node| nodes.contains(node));
        let items = chosen.iter().flat_map(|&option| self.problem.items_of(option));
        let mut items = items.filter_map(|item| self.options_of.get(item.index()));
        let is_sure = items.any(|options| options.iter().all(has_node));
        chosen.first().filter(|_| !is_sure).map(|&option| (option, false))
    }

    /// An option at the border of a part is chosen.
    fn border(&self, part: &ChosenPart) -> Vec<(OptionId, bool)> {
        let options = part.nodes.iter().flat_map(|node| &self.options_at[node]);
        let leaves = |option: &OptionId| self.problem.joined_by(*option).iter().any(|node| !part.nodes.contains(node));
        let border: FxHashSet<OptionId> = options.copied().filter(leaves).collect();
        let mut border: Vec<OptionId> = border.into_iter().collect();
        border.sort_unstable();
        border.into_iter().map(|option| (option, true)).collect()
    }

    fn cut_cycles(&self, chosen: &[OptionId], chosen_at: &OptionsAt, cuts: &mut Vec<Cut>) {
        let mut joined = Components::new(self.problem.n_nodes());
        for &option in chosen {
            let ports = self.problem.ports_of(option);
            if joined.join(ports) {
                continue;
            }
            let ways = ports.iter().filter_map(|&from| self.path(chosen_at, from, option));
            let cycle = ways.min_by_key(Vec::len).unwrap_or_default();
            cuts.push(cycle.into_iter().chain([option]).map(|option| (option, false)).collect());
        }
    }

    /// The options on a shortest way from a node of an option to another one of its nodes, without this option.
    fn path(&self, chosen_at: &OptionsAt, from: NodeId, without: OptionId) -> Option<Vec<OptionId>> {
        let ends = self.problem.ports_of(without);
        let mut before: FxHashMap<NodeId, Option<(OptionId, NodeId)>> = FxHashMap::default();
        before.insert(from, None);
        let mut queue = VecDeque::from([from]);
        while let Some(mut node) = queue.pop_front() {
            if node != from && ends.contains(&node) {
                let mut path = Vec::new();
                while let Some((option, last)) = before[&node] {
                    path.push(option);
                    node = last;
                }
                return Some(path);
            }
            for &option in chosen_at[&node].iter().filter(|&&option| option != without) {
                for &next in self.problem.ports_of(option) {
                    before.entry(next).or_insert_with(|| {
                        queue.push_back(next);
                        Some((option, node))
                    });
                }
            }
        }
        None
    }
}

fn by_nodes(problem: &Problem, options: &[OptionId]) -> OptionsAt {
    let mut options_at = OptionsAt::default();
    for &option in options {
        problem.ports_of(option).iter().for_each(|&node| options_at.entry(node).or_default().push(option));
    }
    options_at
}
