//! Spanning trees and forests.
//!
//! # The reduction
//!
//! An edge is a primary item with two options: it is in, with its ends as ports, or out. For trees each vertex is an item, too, whose only option has the vertex as its port, so that none is left out. Without cycles and
//! with one [component](dlx_core::problem::Connected) the edges that are in are a spanning tree; with k components a forest of k trees; with any number, and no need for vertices, a forest. Each is the set of its edges,
//! so there are as many solutions as trees or forests.

use super::laid::{Laid, Meaning, check_cells, chosen_or_not};
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_core::problem::{Connected, Multiplicity, Problem, ProblemBuilder, ProblemError};

impl Graph {
    /// The problem of spanning forests with `n_trees` trees, or, if no number is given, with any number of trees. In a directed graph directions do not matter.
    ///
    /// # Errors
    /// If the graph is too large.
    ///
    /// ```
    /// use dlx_count::{Session, family::Graph};
    ///
    /// // Cayley's formula: n^(n - 2).
    /// assert_eq!(Session::new()?.count(&Graph::complete(5).spanning_forests(Some(1))?)?.count.to_string(), "125");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spanning_forests(&self, n_trees: Option<usize>) -> Result<Problem, FamilyError> {
        Ok(self.laid_forests(n_trees)?.problem)
    }

    pub(super) fn laid_forests(&self, n_trees: Option<usize>) -> Result<Laid, FamilyError> {
        check_cells(self.n_edges().saturating_mul(4).saturating_add(self.n_vertices()))?;
        Laid::build(|builder| self.in_forests(builder, n_trees))
    }

    fn in_forests(&self, builder: &mut ProblemBuilder, n_trees: Option<usize>) -> Result<Vec<Meaning>, ProblemError> {
        // The graph without vertices has one forest, which has no tree.
        let n_trees = n_trees.filter(|&number| self.n_vertices() > 0 || number != 1);
        let edges = builder.primaries((0..self.n_edges()).map(|edge| self.edge_name(edge)))?;
        let vertices = if n_trees.is_some() { self.vertex_items(builder)? } else { Vec::new() };
        let nodes = self.names.iter().map(|name| builder.node(name)).collect::<Result<Vec<_>, _>>()?;
        let mut meanings = Vec::new();
        for (edge, (&item, &(a, b))) in edges.iter().zip(&self.edges).enumerate() {
            let name = self.edge_name(edge);
            if a != b {
                let is_in = builder.option(&[item])?;
                builder.ports(is_in, &[nodes[a], nodes[b]])?.label(is_in, &name)?;
                meanings.push(Meaning::Edge { edge, round: 0 });
            }
            let is_out = builder.option(&[item])?;
            builder.label(is_out, chosen_or_not(&name, false))?;
            meanings.push(Meaning::LeftOut);
        }
        for (&vertex, &node) in vertices.iter().zip(&nodes) {
            let is_there = builder.option(&[vertex])?;
            builder.ports(is_there, &[node])?;
            meanings.push(Meaning::LeftOut);
        }
        builder.connected(Connected {
            components: n_trees.map_or(Multiplicity::ANY, Multiplicity::exactly),
            ..Connected::FOREST
        });
        Ok(meanings)
    }
}
