//! A further condition: the chosen options are connected.
//!
//! An option may have *ports*: nodes of a hypergraph, which are not items and need not be covered. Two chosen options that have a node in common are joined, and so is what they are joined to. So the chosen options
//! that have ports fall into *components*; the condition says how many of these there are, and whether they may close cycles. Options without ports belong to none.
//!
//! Nodes may have *colors*: of the nodes that chosen options have, two with colors are in one component exactly if their colors are equal. So paths between given pairs of ends are components, each with one color.
//!
//! The number of nodes of a component may have bounds. And instead of ports an option may have nodes that it *keeps apart*: no two of them are in one component. With an option for each edge that joins its ends, and one that keeps them
//! apart, the components are the parts of a partition of the vertices, and each partition is counted once.
//!
//! Edges with their ends as ports make subgraphs; with one component and every vertex covered twice, Hamiltonian cycles (a cycle is a 2-regular cover that is connected), and without cycles forests and trees.
//! Vertices with their edges as ports make induced subgraphs.

use super::builder::ProblemBuilder;
use super::error::ProblemError;
use super::exact_cover::{NONE, Problem};
use super::ids::{Color, NodeId, OptionId};
use super::labels::{Labels, Lexicon};
use super::multiplicity::Multiplicity;
use super::widths::{to_u32, to_u64, to_usize};

use rustc_hash::FxHashSet;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How the chosen options that have ports are connected.
///
/// ```
/// use dlx_count::problem::Connected;
/// use dlx_count::{Problem, Session};
///
/// // The spanning trees of a triangle: each edge is in or out, and each vertex is there, so that no tree leaves it out.
/// let mut builder = Problem::builder();
/// let edges = ["ab", "bc", "ca"].map(|edge| builder.primary(edge));
/// let there = builder.primary("vertices")?;
/// let nodes = ["a", "b", "c"].map(|node| builder.node(node));
/// let [a, b, c] = nodes;
/// for (edge, ends) in edges.into_iter().zip([[a.clone()?, b.clone()?], [b?, c.clone()?], [c?, a?]]) {
///     let edge = edge?;
///     let is_in = builder.option(&[edge])?;
///     builder.ports(is_in, &ends)?;
///     builder.option(&[edge])?;
/// }
/// builder.option(&[there])?;
/// builder.connected(Connected { is_acyclic: true, ..Connected::ONE });
/// let problem = builder.build();
/// // Two edges of three make a tree of all vertices; one edge makes a smaller tree.
/// assert_eq!(Session::new()?.count(&problem)?.count.to_string(), "6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connected {
    /// How many components there are.
    pub components: Multiplicity,
    /// How many nodes each component has, of those that are ports of chosen options.
    pub nodes: Multiplicity,
    /// Is there no cycle? Then each option joins what was not joined before, in any order in which they are taken: options and nodes make a forest.
    pub is_acyclic: bool,
}

impl Connected {
    /// Exactly one component; cycles are allowed.
    pub const ONE: Self = Self { components: Multiplicity::ONE, nodes: Multiplicity::ANY, is_acyclic: false };

    /// Any number of components without cycles.
    pub const FOREST: Self = Self { is_acyclic: true, ..Self::PARTS };

    /// Any number of components of any size; cycles are allowed.
    pub const PARTS: Self = Self { components: Multiplicity::ANY, ..Self::ONE };

    /// May a component have this many nodes, if nothing follows?
    #[must_use]
    pub fn admits_size(&self, n_nodes: usize) -> bool {
        n_nodes >= self.nodes.least && self.nodes.most.is_none_or(|most| n_nodes <= most)
    }

    /// Is this number of components allowed, if nothing follows?
    #[must_use]
    pub fn admits(&self, n_components: usize) -> bool {
        n_components >= self.components.least && self.components.most.is_none_or(|most| n_components <= most)
    }
}

/// The condition, and which nodes each option has as ports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wiring {
    condition: Connected,
    nodes: Labels,
    /// The color of each node; empty if none has one.
    colors: Vec<Color>,
    /// Option o has the ports `starts[o] .. starts[o + 1]`.
    starts: Vec<u32>,
    ports: Vec<NodeId>,
    /// Does an option keep its ports apart, instead of joining them? Empty if none does.
    is_apart: Vec<bool>,
}

impl Wiring {
    /// The wiring of options that stand for those of this one, or for none.
    pub(super) fn inherited(&self, stands_for: &[u32]) -> Self {
        let (mut starts, mut ports) = (vec![0], Vec::new());
        for &option in stands_for {
            if option != NONE {
                ports.extend_from_slice(self.ports_of(to_usize(option)));
            }
            starts.push(to_u32(ports.len()));
        }
        let keeps_apart = |&option: &u32| option != NONE && self.keeps_apart(to_usize(option));
        let n_told = if self.is_apart.is_empty() { 0 } else { stands_for.len() };
        let is_apart = stands_for[..n_told].iter().map(keeps_apart).collect();
        let (nodes, colors) = (self.nodes.clone(), self.colors.clone());
        Self { condition: self.condition, nodes, colors, starts, ports, is_apart }
    }

    fn keeps_apart(&self, option: usize) -> bool {
        self.is_apart.get(option).copied().unwrap_or(false)
    }

    fn color(&self, node: NodeId) -> Color {
        self.colors.get(node.index()).copied().unwrap_or(Color::NONE)
    }

    fn colored(&self) -> impl Iterator<Item = (NodeId, Color)> + '_ {
        let nodes = self.colors.iter().enumerate().filter(|(_, color)| !color.is_none());
        nodes.map(|(node, &color)| (NodeId::from_index(node), color))
    }

    /// Are nodes with colors in one component exactly if their colors are equal?
    fn agrees(&self, components: &mut Components) -> bool {
        let mut seen = FxHashSet::default();
        components.colors(self.colored()).is_some_and(|colors| colors.values().all(|&(color, _)| seen.insert(color)))
    }

    /// Has each component as many nodes as it should?
    fn has_sizes(&self, components: &mut Components) -> bool {
        let mut sizes = BTreeMap::<u32, usize>::new();
        for node in (0..self.nodes.len()).map(NodeId::from_index) {
            if let Some(root) = components.of(node) {
                *sizes.entry(root).or_default() += 1;
            }
        }
        self.condition.nodes == Multiplicity::ANY || sizes.values().all(|&size| self.condition.admits_size(size))
    }

    fn ports_of(&self, option: usize) -> &[NodeId] {
        &self.ports[to_usize(self.starts[option])..to_usize(self.starts[option + 1])]
    }

    /// Is it the same except for the labels of nodes?
    pub(super) fn is_same_but_for_names(&self, other: &Self) -> bool {
        (self.condition, &self.starts, &self.ports, &self.colors, &self.is_apart)
            == (other.condition, &other.starts, &other.ports, &other.colors, &other.is_apart)
    }

    /// Adds everything that matters for the count to a hash.
    pub(super) fn hash(&self, hasher: &mut Sha256) {
        hasher.update(b"connected");
        let Connected { components: Multiplicity { least, most }, nodes, is_acyclic } = self.condition;
        hasher.update(to_u64(least).to_le_bytes());
        hasher.update(most.map_or(u64::MAX, to_u64).to_le_bytes());
        hasher.update([u8::from(is_acyclic)]);
        self.starts.iter().for_each(|start| hasher.update(start.to_le_bytes()));
        self.ports.iter().for_each(|node| hasher.update(node.get().to_le_bytes()));
        self.colors.iter().for_each(|color| hasher.update(color.get().to_le_bytes()));
        // Problems without these have the hash that they had before there were any. The lengths say where one list ends and the next one begins; as numbers of colors these letters would be too large.
        if nodes != Multiplicity::ANY || !self.is_apart.is_empty() {
            hasher.update(format!("{} colors, nodes {nodes}, {} apart:", self.colors.len(), self.is_apart.len()));
        }
        self.is_apart.iter().for_each(|&is_apart| hasher.update([u8::from(is_apart)]));
    }
}

impl Problem {
    /// How the chosen options must be connected, if that is asked.
    #[must_use]
    pub fn connected(&self) -> Option<Connected> {
        self.wiring.as_ref().map(|wiring| wiring.condition)
    }

    /// The ports of an option; none where no condition asks for them.
    #[must_use]
    pub fn ports_of(&self, option: OptionId) -> &[NodeId] {
        self.wiring.as_ref().map_or(&[], |wiring| wiring.ports_of(option.index()))
    }

    /// Does an option keep its ports apart, instead of joining them?
    #[must_use]
    pub fn keeps_apart(&self, option: OptionId) -> bool {
        self.wiring.as_ref().is_some_and(|wiring| wiring.keeps_apart(option.index()))
    }

    /// The ports that an option joins: none if it [keeps them apart](Self::keeps_apart).
    #[must_use]
    pub fn joined_by(&self, option: OptionId) -> &[NodeId] {
        if self.keeps_apart(option) { &[] } else { self.ports_of(option) }
    }

    /// Number of nodes that options may have as ports.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.wiring.as_ref().map_or(0, |wiring| wiring.nodes.len())
    }

    /// The label of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn node_label(&self, node: NodeId) -> &str {
        self.wiring.as_ref().map_or("", |wiring| wiring.nodes.get(node.index()))
    }

    /// The color of a node; [`Color::NONE`] if it has none.
    #[must_use]
    pub fn node_color(&self, node: NodeId) -> Color {
        self.wiring.as_ref().map_or(Color::NONE, |wiring| wiring.color(node))
    }

    /// Has any node a color?
    #[must_use]
    pub fn has_colored_nodes(&self) -> bool {
        self.wiring.as_ref().is_some_and(|wiring| !wiring.colors.is_empty())
    }

    /// The nodes that have colors, with these.
    pub fn colored_nodes(&self) -> impl Iterator<Item = (NodeId, Color)> + '_ {
        self.wiring.iter().flat_map(|wiring| wiring.colored())
    }

    /// Are these options connected as the condition says? What they cover does not matter. Always true for a problem without a condition.
    ///
    /// ```
    /// use dlx_count::problem::Connected;
    /// use dlx_count::Problem;
    ///
    /// let mut builder = Problem::builder();
    /// let item = builder.primary("edge")?;
    /// let [a, b, c, d] = ["a", "b", "c", "d"].map(|label| builder.node(label));
    /// let [a, b, c, d] = [a?, b?, c?, d?];
    /// let mut options = Vec::new();
    /// for ends in [[a, b], [b, c], [c, d]] {
    ///     options.push(builder.option(&[item])?);
    ///     builder.ports(options[options.len() - 1], &ends)?;
    /// }
    /// builder.connected(Connected::ONE);
    /// let problem = builder.build();
    /// assert!(problem.is_connected(&options) && problem.is_connected(&options[..2]));
    /// assert!(!problem.is_connected(&[options[0], options[2]]) && !problem.is_connected(&[]));
    /// # Ok::<(), dlx_count::ProblemError>(())
    /// ```
    #[must_use]
    pub fn is_connected(&self, options: &[OptionId]) -> bool {
        let Some(wiring) = &self.wiring else { return true };
        let mut joined = Components::new(wiring.nodes.len());
        let (apart, joining): (Vec<_>, Vec<_>) = options.iter().partition(|&&option| self.keeps_apart(option));
        let n_circles = joining.iter().filter(|&&option| !joined.join(self.ports_of(option))).count();
        !(n_circles > 0 && wiring.condition.is_acyclic)
            && wiring.condition.admits(joined.number())
            && wiring.has_sizes(&mut joined)
            && apart.iter().all(|&option| joined.are_apart(self.ports_of(option)))
            && wiring.agrees(&mut joined)
    }
}

/// Nodes in components: disjoint sets, joined by options (Galler and Fischer, 1964).
#[derive(Clone, Debug)]
pub struct Components {
    /// For each node another one of its component, or itself.
    parents: Vec<u32>,
    /// Is a node in any component at all?
    is_touched: Vec<bool>,
    number: usize,
}

impl Components {
    /// No node is in any component.
    #[must_use]
    pub fn new(n_nodes: usize) -> Self {
        Self { parents: (0..to_u32(n_nodes)).collect(), is_touched: vec![false; n_nodes], number: 0 }
    }

    /// How many components there are.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Makes these nodes, and all that they were joined to, one component. Returns false if that closes a cycle: two of them were in one component before.
    pub fn join(&mut self, nodes: &[NodeId]) -> bool {
        let (mut root, mut is_forest) = (None, true);
        for node in nodes {
            let own = self.root(node.get());
            self.number += usize::from(!std::mem::replace(&mut self.is_touched[node.index()], true));
            match root {
                None => root = Some(own),
                Some(root) if root == own => is_forest = false,
                Some(root) => {
                    self.parents[to_usize(own)] = root;
                    self.number -= 1;
                }
            }
        }
        is_forest
    }

    /// Are these nodes all in different components, or in none?
    pub fn are_apart(&mut self, nodes: &[NodeId]) -> bool {
        let roots: Vec<u32> = nodes.iter().filter_map(|&node| self.of(node)).collect();
        roots.iter().enumerate().all(|(place, root)| !roots[..place].contains(root))
    }

    /// The node that represents the component of a node; none if the node is in no component.
    pub fn of(&mut self, node: NodeId) -> Option<u32> {
        self.is_touched[node.index()].then(|| self.root(node.get()))
    }

    /// For each component in which some of these nodes are, by the node that represents it, their color and one of them; none if two in a component have different colors.
    pub fn colors(
        &mut self,
        colored: impl IntoIterator<Item = (NodeId, Color)>,
    ) -> Option<BTreeMap<u32, (Color, NodeId)>> {
        let mut colors = BTreeMap::new();
        for (node, color) in colored {
            if let Some(root) = self.of(node)
                && colors.entry(root).or_insert((color, node)).0 != color
            {
                return None;
            }
        }
        Some(colors)
    }

    fn root(&mut self, mut node: u32) -> u32 {
        while self.parents[to_usize(node)] != node {
            let above = self.parents[to_usize(node)];
            self.parents[to_usize(node)] = self.parents[to_usize(above)];
            node = above;
        }
        node
    }
}

/// The ports that the builder has so far.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftPorts {
    condition: Option<Connected>,
    nodes: Lexicon,
    /// The colors of nodes, up to the last one that has any.
    colors: Vec<Color>,
    /// The ports of each option, up to the last one that has any.
    ports: Vec<Vec<NodeId>>,
    /// Does an option keep them apart? Up to the last one that does.
    is_apart: Vec<bool>,
}

impl DraftPorts {
    /// The wiring of `n_options` options, if there is a condition.
    pub(super) fn build(self, n_options: usize) -> Option<Arc<Wiring>> {
        let condition = self.condition?;
        let (mut starts, mut ports) = (vec![0], Vec::new());
        for option in 0..n_options {
            ports.extend(self.ports.get(option).into_iter().flatten());
            starts.push(to_u32(ports.len()));
        }
        let (nodes, mut is_apart) = (self.nodes.into_labels(), self.is_apart);
        if !is_apart.is_empty() {
            is_apart.resize(n_options, false);
        }
        Some(Arc::new(Wiring { condition, nodes, colors: self.colors, starts, ports, is_apart }))
    }
}

/// The most ports of all options together: as many as there may be cells.
const MOST_PORTS: usize = 1 << 30;

impl ProblemBuilder {
    /// The node with this label, new or known: what options have as ports. It is not an item, and nodes have labels of their own.
    ///
    /// # Errors
    /// If there are 2^30 nodes.
    pub fn node(&mut self, label: &str) -> Result<NodeId, ProblemError> {
        if let Some(index) = self.draft.nodes.find(label) {
            return Ok(NodeId::from_index(index));
        }
        if self.draft.nodes.len() >= MOST_PORTS {
            return Err(ProblemError::TooLarge { what: "nodes of ports", limit: MOST_PORTS });
        }
        self.draft.nodes.add(label);
        Ok(NodeId::from_index(self.draft.nodes.len() - 1))
    }

    /// The node with this label, new or known, which has this color, or none if that is empty: of the nodes that chosen options have, two with colors are in one component exactly if their colors are equal.
    ///
    /// # Errors
    /// If the node has another color, or there are too many nodes or colors.
    ///
    /// ```
    /// use dlx_count::problem::Connected;
    /// use dlx_count::{Problem, Session};
    ///
    /// // Edges of the square a, b, c, d, in or out: those that are in join a to c, and b to nothing that is joined to them.
    /// let mut builder = Problem::builder();
    /// let edges = ["ab", "bc", "cd", "da"].map(|edge| builder.primary(edge));
    /// for (edge, ends) in edges.into_iter().zip([["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]]) {
    ///     let (edge, ends) = (edge?, [builder.node(ends[0])?, builder.node(ends[1])?]);
    ///     let is_in = builder.option(&[edge])?;
    ///     builder.ports(is_in, &ends)?;
    ///     builder.option(&[edge])?;
    /// }
    /// for (node, color) in [("a", "red"), ("c", "red"), ("b", "blue")] {
    ///     builder.colored_node(node, color)?;
    /// }
    /// builder.connected(Connected::ONE);
    /// // By way of d: both edges. Or one edge alone, which leaves no other colored node than one of its ends: c and d, or d and a.
    /// assert_eq!(Session::new()?.count(&builder.build())?.count.to_string(), "3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn colored_node(&mut self, label: &str, color: &str) -> Result<NodeId, ProblemError> {
        let (node, color) = (self.node(label)?, self.color(color)?);
        if color.is_none() {
            return Ok(node);
        }
        let colors = &mut self.draft.colors;
        colors.resize(colors.len().max(node.index() + 1), Color::NONE);
        let own = &mut colors[node.index()];
        if !own.is_none() && *own != color {
            return Err(ProblemError::RecoloredNode { label: label.into() });
        }
        *own = color;
        Ok(node)
    }

    /// Says which ports an option has, instead of those that it had. They matter where [`connected`](Self::connected) says how options must be connected.
    ///
    /// # Errors
    /// If there is no such option or node, or a node occurs twice.
    pub fn ports(&mut self, option: OptionId, nodes: &[NodeId]) -> Result<&mut Self, ProblemError> {
        let number = option.index();
        if number + 1 >= self.starts.len() {
            return Err(ProblemError::UnknownOption { number });
        }
        let mut sorted = nodes.to_vec();
        sorted.sort_unstable();
        if let Some(last) = sorted.last().filter(|last| last.index() >= self.draft.nodes.len()) {
            return Err(ProblemError::UnknownNode { number: last.index() });
        }
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ProblemError::RepeatedNode { label: self.draft.nodes.get(twice[0].index()).into() });
        }
        self.n_ports += nodes.len();
        if self.n_ports > MOST_PORTS {
            return Err(ProblemError::TooLarge { what: "ports", limit: MOST_PORTS });
        }
        let ports = &mut self.draft.ports;
        ports.resize(ports.len().max(number + 1), Vec::new());
        ports[number] = nodes.to_vec();
        if let Some(is_apart) = self.draft.is_apart.get_mut(number) {
            *is_apart = false;
        }
        Ok(self)
    }

    /// Says that an option has no ports, but nodes that it keeps apart: no two of them are in one component. Nodes that are in none are apart.
    ///
    /// # Errors
    /// As for [`ports`](Self::ports).
    ///
    /// ```
    /// use dlx_count::problem::{Connected, Multiplicity};
    /// use dlx_count::{Problem, Session};
    ///
    /// // A square cut into two parts of two corners: each edge joins its ends or keeps them apart, and each corner is there.
    /// let mut builder = Problem::builder();
    /// let edges = ["ab", "bc", "cd", "da"].map(|edge| builder.primary(edge));
    /// let corners = builder.primary("corners")?;
    /// let nodes = ["a", "b", "c", "d"].map(|node| builder.node(node));
    /// for (place, edge) in edges.into_iter().enumerate() {
    ///     let (edge, ends) = (edge?, [nodes[place].clone()?, nodes[(place + 1) % 4].clone()?]);
    ///     let joins = builder.option(&[edge])?;
    ///     builder.ports(joins, &ends)?;
    ///     let parts = builder.option(&[edge])?;
    ///     builder.apart(parts, &ends)?;
    /// }
    /// builder.option(&[corners])?;
    /// builder.connected(Connected { nodes: Multiplicity::exactly(2), ..Connected::PARTS });
    /// // The parts of two corners, and nothing at all: no corner needs to be in a part.
    /// assert_eq!(Session::new()?.count(&builder.build())?.count.to_string(), "7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apart(&mut self, option: OptionId, nodes: &[NodeId]) -> Result<&mut Self, ProblemError> {
        self.ports(option, nodes)?;
        if nodes.is_empty() {
            return Ok(self);
        }
        let is_apart = &mut self.draft.is_apart;
        is_apart.resize(is_apart.len().max(option.index() + 1), false);
        is_apart[option.index()] = true;
        Ok(self)
    }

    /// Gives an option the nodes that one of another problem has, with their colors, joined or kept apart.
    pub(super) fn copy_ports(
        &mut self,
        added: OptionId,
        problem: &Problem,
        option: OptionId,
    ) -> Result<(), ProblemError> {
        let nodes = problem
            .ports_of(option)
            .iter()
            .map(|&node| self.colored_node(problem.node_label(node), problem.color_label(problem.node_color(node))));
        let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
        if problem.keeps_apart(option) {
            self.apart(added, &nodes)?;
        } else if !nodes.is_empty() {
            self.ports(added, &nodes)?;
        }
        Ok(())
    }

    /// Says how chosen options that have ports must be connected.
    pub fn connected(&mut self, condition: Connected) -> &mut Self {
        self.draft.condition = Some(condition);
        self
    }

    /// Has it been said how options must be connected?
    pub(crate) fn has_condition(&self) -> bool {
        self.draft.condition.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ItemId;

    /// A path of three edges, each of which may be in.
    fn path(condition: Connected, last: &str) -> Problem {
        let mut builder = Problem::builder();
        let edges: Vec<ItemId> = (0..3).map(|edge| builder.primary(edge).unwrap()).collect();
        for (edge, ends) in edges.into_iter().zip([["a", "b"], ["b", "c"], ["c", last]]) {
            let ends = ends.map(|end| builder.node(end).unwrap());
            let is_in = builder.option(&[edge]).unwrap();
            builder.ports(is_in, &ends).unwrap();
            builder.option(&[edge]).unwrap();
        }
        builder.connected(condition);
        builder.build()
    }

    #[test]
    fn ports_are_checked() {
        let mut builder = Problem::builder();
        let item = builder.primary("a").unwrap();
        let node = builder.node("x").unwrap();
        assert_eq!(builder.node("x").unwrap(), node);
        let option = builder.option(&[item]).unwrap();
        let stranger = OptionId::from_index(1);
        assert_eq!(builder.ports(stranger, &[node]).unwrap_err(), ProblemError::UnknownOption { number: 1 });
        assert_eq!(builder.ports(option, &[node, node]).unwrap_err(), ProblemError::RepeatedNode { label: "x".into() });
        let unknown = NodeId::from_index(7);
        assert_eq!(builder.ports(option, &[unknown]).unwrap_err(), ProblemError::UnknownNode { number: 7 });
        builder.ports(option, &[node]).unwrap();
        let free = builder.clone().build();
        assert_eq!(
            (free.connected(), free.ports_of(option)),
            (None, &[][..]),
            "without a condition there are no ports"
        );
        let problem = builder.connected(Connected::ONE).clone().build();
        assert_eq!((problem.ports_of(option), problem.node_label(node)), (&[node][..], "x"));
    }

    /// The condition and the ports belong to the problem: to its fingerprint and to comparisons.
    #[test]
    fn the_condition_is_in_the_fingerprint() {
        let problem = path(Connected::ONE, "d");
        for other in
            [path(Connected::FOREST, "d"), path(Connected::ONE, "a"), Problem { wiring: None, ..problem.clone() }]
        {
            assert_ne!(problem.fingerprint(), other.fingerprint());
            assert!(!problem.is_same_but_for_names(&other));
        }
        assert!(problem.is_same_but_for_names(&path(Connected::ONE, "e")));
    }

    #[test]
    fn components_are_counted() {
        let problem = path(Connected::ONE, "a");
        let [ab, bc, ca] = [0, 2, 4].map(OptionId::from_index);
        let out = OptionId::from_index(1);
        assert!(problem.is_connected(&[ab, bc, ca]) && problem.is_connected(&[ab, out]));
        assert!(!problem.is_connected(&[out]));
        // What comes behind a cycle counts, too.
        let mut components = Components::new(5);
        let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::from_index);
        assert!(components.join(&[a, b]) && !components.join(&[b, a]) && components.join(&[c, d]));
        assert_eq!(
            (components.number(), components.of(a), components.of(NodeId::from_index(4))),
            (2, components.of(b), None)
        );
        let forest = path(Connected::FOREST, "a");
        assert!(forest.is_connected(&[]) && forest.is_connected(&[ab, bc]) && !forest.is_connected(&[ab, bc, ca]));
        let two = path(Connected { components: Multiplicity::exactly(2), ..Connected::ONE }, "d");
        assert!(two.is_connected(&[ab, ca]) && !two.is_connected(&[ab, bc]));
    }

    /// Where items are covered several times, the options of the new problem have the ports of those that they stand for.
    #[test]
    fn ports_are_inherited() {
        let problem = path(Connected::ONE, "d");
        for times in [Multiplicity { least: 0, most: Some(2) }, Multiplicity::exactly(2)] {
            let twice = problem.with_times(&[(ItemId::from_index(0), times)]).unwrap();
            assert_eq!(twice.connected(), problem.connected());
            for option in twice.options() {
                let stands_for = twice.original_options(&[option]);
                let ports = stands_for.first().map_or(&[][..], |&option| problem.ports_of(option));
                assert_eq!(twice.ports_of(option), ports);
            }
        }
    }
}
