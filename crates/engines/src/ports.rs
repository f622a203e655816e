//! How the remaining options are connected with each other and with those chosen before.
//!
//! Below a prefix each component that has been chosen is one node, which is touched from the start; nodes that no remaining option has are gone, and with them components that can no longer be joined to anything: these are
//! closed, and only counted, unless they have the color of a node that may still come. So what is below a prefix is a problem of the same kind. An option that would close a cycle where none may be keeps the node of the component twice, which is how a cycle shows.

use dlx_core::problem::{Color, Components, Connected, Multiplicity, NodeId, OptionId, Problem, to_u32, to_usize};
use std::collections::BTreeMap;

/// The condition, and the ports of the options of a residue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ports {
    pub(crate) condition: Connected,
    pub(crate) n_nodes: usize,
    /// The first nodes are components that were chosen before.
    pub(crate) n_touched: usize,
    /// Components that were chosen before and that no option can be joined to.
    pub(crate) n_closed: usize,
    /// The color of each node; empty if no node has one.
    pub(crate) colors: Vec<Color>,
    /// How many nodes each of the components has that were chosen before.
    pub(crate) sizes: Vec<u32>,
    /// Nodes that an option chosen before keeps apart.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// Does each option keep its ports apart, instead of joining them?
    is_apart: Vec<bool>,
    /// Where the ports of each option end.
    ends: Vec<usize>,
    nodes: Vec<u32>,
}

impl Ports {
    /// The ports of these options of a problem, if it has a condition on how they must be connected.
    pub(crate) fn of(problem: &Problem, options: &[OptionId]) -> Option<Self> {
        let mut ports = Self::new(problem.connected()?, problem.n_nodes());
        if problem.has_colored_nodes() {
            let color = |node| problem.node_color(NodeId::from_index(node));
            ports.colors = (0..ports.n_nodes).map(color).collect();
        }
        for &option in options {
            ports.push(problem.ports_of(option).iter().map(|node| node.get()), problem.keeps_apart(option));
        }
        Some(ports)
    }

    fn new(condition: Connected, n_nodes: usize) -> Self {
        Self {
            condition,
            n_nodes,
            n_touched: 0,
            n_closed: 0,
            colors: Vec::new(),
            sizes: Vec::new(),
            pairs: Vec::new(),
            is_apart: Vec::new(),
            ends: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// The color of a node.
    pub(crate) fn color(&self, node: u32) -> Color {
        self.colors.get(to_usize(node)).copied().unwrap_or(Color::NONE)
    }

    /// The nodes that have colors, with these.
    pub(crate) fn colored(&self) -> impl Iterator<Item = (u32, Color)> {
        (0..).zip(self.colors.iter().copied()).filter(|(_, color)| !color.is_none())
    }

    /// Adds the ports of the next option.
    fn push(&mut self, nodes: impl Iterator<Item = u32>, is_apart: bool) {
        self.nodes.extend(nodes);
        self.is_apart.push(is_apart);
        self.ends.push(self.nodes.len());
    }

    /// The ports of an option, by its place. If a node occurs twice, the option closes a cycle.
    pub(crate) fn of_option(&self, place: usize) -> &[u32] {
        &self.nodes[place.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[place]]
    }

    /// Does an option keep its ports apart, instead of joining them?
    pub(crate) fn keeps_apart(&self, place: usize) -> bool {
        self.is_apart[place]
    }

    /// The ports that an option joins.
    pub(crate) fn joined_by(&self, place: usize) -> &[u32] {
        if self.is_apart[place] { &[] } else { self.of_option(place) }
    }

    /// Is anything kept apart?
    pub(crate) fn has_apart(&self) -> bool {
        !self.pairs.is_empty() || self.is_apart.contains(&true)
    }

    /// How many nodes a node stands for.
    pub(crate) fn size(&self, node: u32) -> u32 {
        self.sizes.get(to_usize(node)).copied().unwrap_or(1)
    }

    /// The ports of each option.
    pub(crate) fn options(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.ends.len()).map(|place| self.of_option(place))
    }

    /// All ports of all options.
    pub(crate) fn n_ports(&self) -> usize {
        self.nodes.len()
    }

    /// The ports with the options in another order, given by their places here.
    pub(crate) fn in_order(&self, places: &[usize]) -> Self {
        let (ends, nodes, is_apart) = (Vec::new(), Vec::new(), Vec::new());
        let mut ports = Self { ends, nodes, is_apart, ..self.clone() };
        places.iter().for_each(|&place| ports.push(self.of_option(place).iter().copied(), self.is_apart[place]));
        ports
    }

    /// What is left below a choice of options, for some of the others, all named by their places. None if the choice closes a cycle where none may be, or joins nodes of different colors, or what is kept apart, or leaves a
    /// component that can no longer be joined to another one of its color, or that has not as many nodes as it should.
    pub(crate) fn below(&self, chosen: &[usize], left: &[usize]) -> Option<Self> {
        let mut components = Components::new(self.n_nodes);
        let node = |&node: &u32| NodeId::from_index(to_usize(node));
        (0..to_u32(self.n_touched)).for_each(|touched| {
            components.join(&[node(&touched)]);
        });
        for &place in chosen {
            let nodes: Vec<NodeId> = self.joined_by(place).iter().map(node).collect();
            if !components.join(&nodes) && self.condition.is_acyclic {
                return None;
            }
        }
        let (n_components, begun) = (components.number(), self.begun(&mut components)?);
        let mut numbers = Numbers { of: vec![None; self.n_nodes], n_nodes: 0 };
        // Components come first.
        for &node in left.iter().flat_map(|&place| self.of_option(place)) {
            components.of(NodeId::from_index(to_usize(node))).map(|root| numbers.number(root));
        }
        let may_come =
            |color| left.iter().flat_map(|&place| self.of_option(place)).any(|&node| self.color(node) == color);
        for (&color, roots) in &begun {
            let is_closed = roots.iter().any(|&root| numbers.of[to_usize(root)].is_none());
            match roots.as_slice() {
                [root] if is_closed && may_come(color) => _ = numbers.number(*root),
                [_, _, ..] if is_closed => return None,
                _ => {}
            }
        }
        let n_touched = to_usize(numbers.n_nodes);
        let mut ports =
            Self { n_touched, n_closed: self.n_closed + n_components - n_touched, ..Self::new(self.condition, 0) };
        for &place in left {
            let mut nodes: Vec<u32> = self
                .of_option(place)
                .iter()
                .map(|node| numbers.number(components.of(NodeId::from_index(to_usize(*node))).unwrap_or(*node)))
                .collect();
            nodes.sort_unstable();
            if !self.condition.is_acyclic && !self.is_apart[place] {
                nodes.dedup();
            }
            ports.push(nodes.into_iter(), self.is_apart[place]);
        }
        let pairs = self.pairs_below(chosen, &numbers, &mut components)?;
        let sizes = self.sizes_below(&numbers, n_touched, &mut components)?;
        let colors = self.colors_below(&numbers, &begun);
        Some(Self { n_nodes: to_usize(numbers.n_nodes), colors, pairs, sizes, ..ports })
    }

    /// What is kept apart of the nodes that are left; none if that has been joined.
    fn pairs_below(&self, chosen: &[usize], numbers: &Numbers, components: &mut Components) -> Option<Vec<[u32; 2]>> {
        let kept = chosen.iter().filter(|&&place| self.is_apart[place]).flat_map(|&place| pairs(self.of_option(place)));
        let mut below = Vec::new();
        for pair in kept.chain(self.pairs.iter().copied()) {
            let places = pair.map(|node| components.of(NodeId::from_index(to_usize(node))).unwrap_or(node));
            match places.map(|node| numbers.of[to_usize(node)]) {
                _ if places[0] == places[1] => return None,
                [Some(a), Some(b)] => below.push([a.min(b), a.max(b)]),
                _ => {}
            }
        }
        below.sort_unstable();
        below.dedup();
        Some(below)
    }

    /// How many nodes the components have to which something may be joined; none if one has too many, or another one too few.
    fn sizes_below(&self, numbers: &Numbers, n_touched: usize, components: &mut Components) -> Option<Vec<u32>> {
        if self.condition.nodes == Multiplicity::ANY {
            return Some(Vec::new());
        }
        let mut sizes = BTreeMap::<u32, u32>::new();
        for node in 0..to_u32(self.n_nodes) {
            if let Some(root) = components.of(NodeId::from_index(to_usize(node))) {
                *sizes.entry(root).or_default() += self.size(node);
            }
        }
        let mut open = vec![0; n_touched];
        for (root, size) in sizes {
            let place = numbers.of[to_usize(root)].map(to_usize);
            let is_right = |number| self.condition.admits_size(number);
            match place.and_then(|place| open.get_mut(place)) {
                Some(open) => *open = size,
                None if is_right(to_usize(size)) => {}
                None => return None,
            }
        }
        let is_large = |size: &u32| self.condition.nodes.most.is_some_and(|most| to_usize(*size) > most);
        (!open.iter().any(is_large)).then_some(open)
    }

    /// The components that have each color; none if one has two.
    fn begun(&self, components: &mut Components) -> Option<BTreeMap<Color, Vec<u32>>> {
        let mut begun = BTreeMap::<Color, Vec<u32>>::new();
        let colored = self.colored().map(|(node, color)| (NodeId::from_index(to_usize(node)), color));
        for (root, (color, _)) in components.colors(colored)? {
            begun.entry(color).or_default().push(root);
        }
        Some(begun)
    }

    /// The colors of nodes by their new numbers.
    fn colors_below(&self, numbers: &Numbers, begun: &BTreeMap<Color, Vec<u32>>) -> Vec<Color> {
        let mut colors = vec![Color::NONE; if self.colors.is_empty() { 0 } else { to_usize(numbers.n_nodes) }];
        let of_roots = begun.iter().flat_map(|(&color, roots)| roots.iter().map(move |&root| (root, color)));
        for (node, color) in self.colored().chain(of_roots) {
            if let Some(number) = numbers.of[to_usize(node)] {
                colors[to_usize(number)] = color;
            }
        }
        colors
    }
}

/// All pairs of nodes.
pub(crate) fn pairs(nodes: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    nodes.iter().enumerate().flat_map(|(place, &a)| nodes[..place].iter().map(move |&b| [b, a]))
}

/// New numbers of nodes, in the order in which they are asked for.
struct Numbers {
    of: Vec<Option<u32>>,
    n_nodes: u32,
}

impl Numbers {
    fn number(&mut self, node: u32) -> u32 {
        *self.of[to_usize(node)].get_or_insert_with(|| {
            self.n_nodes += 1;
            self.n_nodes - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges of a path of four vertices.
    fn path(is_acyclic: bool) -> Ports {
        let mut ports = Ports::new(Connected { is_acyclic, ..Connected::ONE }, 4);
        [[0, 1], [1, 2], [2, 3], [0, 2]].into_iter().for_each(|ends| ports.push(ends.into_iter(), false));
        ports
    }

    #[test]
    fn components_become_nodes() {
        let below = path(false).below(&[0], &[1, 2, 3]).unwrap();
        assert_eq!((below.n_nodes, below.n_touched, below.n_closed), (3, 1, 0));
        assert_eq!(below.options().collect::<Vec<_>>(), [&[0, 1], &[1, 2], &[0, 1]]);
        let closed = path(false).below(&[0], &[2]).unwrap();
        assert_eq!((closed.n_nodes, closed.n_touched, closed.n_closed), (2, 0, 1));
    }

    /// Below a choice components have sizes, and stay apart.
    #[test]
    fn sizes_and_pairs_are_inherited() {
        let mut ports = path(false);
        ports.condition = Connected { nodes: Multiplicity { least: 2, most: Some(3) }, ..Connected::PARTS };
        ports.is_apart[3] = true;
        let below = ports.below(&[0], &[1, 2, 3]).unwrap();
        assert_eq!((below.sizes.as_slice(), below.keeps_apart(2)), (&[2][..], true));
        let apart = ports.below(&[0, 3], &[1, 2]).unwrap();
        assert_eq!(apart.pairs, [[0, 1]]);
        assert!(apart.below(&[0], &[1]).is_none() && ports.below(&[0, 1, 3], &[2]).is_none(), "joined and kept apart");
        assert!(ports.below(&[0, 1, 2], &[]).is_none(), "four nodes are too many");
        assert!(below.below(&[1], &[]).is_some(), "two parts of two");
    }

    #[test]
    fn circles_show() {
        assert!(path(true).below(&[0, 1, 3], &[2]).is_none() && path(false).below(&[0, 1, 3], &[2]).is_some());
        assert_eq!(path(true).below(&[0, 1], &[3]).unwrap().of_option(0), [0, 0]);
        assert_eq!(path(false).below(&[0, 1], &[3]).unwrap().of_option(0), [0]);
    }
}
