//! Districts: partitions of the vertices into connected parts.
//!
//! # The reduction
//!
//! An edge is a primary item with two options: its ends are in one part, and it joins them; or they are not, and it [keeps them apart](ProblemBuilder::apart). A vertex is a primary item whose only option has the vertex as its port, so
//! that a vertex by itself is a part, too. The parts are the [components](dlx_core::problem::Connected). Of the edges between two vertices of a part none keeps them apart, so each partition is counted once.
//!
//! What a partition costs is what the edges between its parts cost: each 1, where the graph says nothing else.
//!
//! Bounds on the vertices of a part are bounds on the nodes of a component.

use super::laid::{Laid, Meaning, check_cells};
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_core::problem::{Connected, Multiplicity, Problem, ProblemBuilder, ProblemError, join, root};

/// Which partitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WantedParts {
    /// How many parts there are.
    pub(super) number: Multiplicity,
    /// How many vertices each has.
    pub(super) sizes: Multiplicity,
}

impl Graph {
    /// The problem of partitions of the vertices into connected parts, with bounds on the number of parts and on the vertices of each. In a directed graph directions do not matter.
    ///
    /// # Errors
    /// If the graph is too large.
    ///
    /// ```
    /// use dlx_count::{Session, family::graph, problem::Multiplicity};
    ///
    /// // Of a path of four vertices: two and two, or one and three.
    /// let path = graph("a b\nb c\nc d", false)?;
    /// let districts = path.districts(Multiplicity::exactly(2), Multiplicity::ANY)?;
    /// assert_eq!(Session::new()?.count(&districts)?.count.to_string(), "3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn districts(&self, number: Multiplicity, sizes: Multiplicity) -> Result<Problem, FamilyError> {
        Ok(self.laid_districts(WantedParts { number, sizes })?.problem)
    }

    pub(super) fn laid_districts(&self, wanted: WantedParts) -> Result<Laid, FamilyError> {
        check_cells(self.n_edges().saturating_mul(6).saturating_add(2 * self.n_vertices()))?;
        let laid = Laid::build(|builder| self.in_districts(builder, wanted))?;
        Ok(Laid { obstacle: self.obstacle(wanted), ..laid })
    }

    /// Why the vertices do not fall into parts of these sizes, or not into this many, if that is seen by how many there are.
    fn obstacle(&self, WantedParts { number, sizes }: WantedParts) -> Option<String> {
        let ends = self.edges.iter().map(|&(a, b)| vec![a, b]).collect::<Vec<_>>();
        let (least, most) = (sizes.least.max(1), sizes.most.unwrap_or(usize::MAX));
        // The fewest and the most parts.
        let (mut fewest, mut largest) = (0, 0);
        for connected in parts(self.n_vertices(), &ends) {
            let n = connected.len();
            if most < least || n.div_ceil(most) > n / least {
                let which = if n == self.n_vertices() { "" } else { "connected " };
                return Some(format!("{n} {which}vertices do not fall into parts of {sizes}"));
            }
            (fewest, largest) = (fewest + n.div_ceil(most), largest + n / least);
        }
        let is_met = fewest <= number.most.unwrap_or(usize::MAX) && number.least <= largest;
        let n = self.n_vertices();
        let range = if fewest == largest { fewest.to_string() } else { format!("{fewest} to {largest}") };
        (!is_met).then(|| format!("{n} vertices fall into {range} parts of these sizes, not into {number}"))
    }

    fn in_districts(&self, builder: &mut ProblemBuilder, wanted: WantedParts) -> Result<Vec<Meaning>, ProblemError> {
        let edges: Vec<usize> = (0..self.n_edges()).filter(|&edge| self.edges[edge].0 != self.edges[edge].1).collect();
        let items = builder.primaries(edges.iter().map(|&edge| self.edge_name(edge)))?;
        let vertices = self.vertex_items(builder)?;
        let nodes = self.names.iter().map(|name| builder.node(name)).collect::<Result<Vec<_>, _>>()?;
        let mut meanings = Vec::new();
        for (&edge, &item) in edges.iter().zip(&items) {
            let (a, b) = self.edges[edge];
            let joins = builder.option(&[item])?;
            builder.ports(joins, &[nodes[a], nodes[b]])?;
            let parts = builder.option(&[item])?;
            builder.apart(parts, &[nodes[a], nodes[b]])?;
            meanings.extend([Meaning::Together(vec![a, b]), Meaning::Cut(edge)]);
        }
        for (vertex, (&item, &node)) in vertices.iter().zip(&nodes).enumerate() {
            let is_there = builder.option(&[item])?;
            builder.ports(is_there, &[node])?;
            meanings.push(Meaning::Together(vec![vertex]));
        }
        let (components, nodes) = (self.telling(wanted), wanted.sizes);
        builder.connected(Connected { components, nodes, ..Connected::PARTS });
        Ok(meanings)
    }

    /// The number of parts; any if their size says how many there are, so that states need not count them.
    fn telling(&self, WantedParts { number, sizes }: WantedParts) -> Multiplicity {
        let is_told = sizes.most == Some(sizes.least) && number.most == Some(number.least);
        let n = number.least.checked_mul(sizes.least);
        if is_told && n == Some(self.n_vertices()) { Multiplicity::ANY } else { number }
    }
}

/// The parts of vertices of which these are together, each in the order of its vertices.
pub(super) fn parts(n_vertices: usize, together: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..n_vertices).collect();
    for vertices in together {
        vertices.windows(2).for_each(|pair| join(&mut part, pair[0], pair[1]));
    }
    let mut parts = vec![Vec::new(); n_vertices];
    (0..n_vertices).for_each(|vertex| parts[root(&mut part, vertex)].push(vertex));
    parts.retain(|part| !part.is_empty());
    parts
}
