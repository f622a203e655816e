//! Connected sets of vertices, that is, connected induced subgraphs.
//!
//! # The reduction
//!
//! A vertex is a primary item with two options: it is in the set, with its edges as ports, and a node of its own so that it has one in any case; or it is out. Two neighbors that are in have their edge in common, so there is
//! one [component](dlx_core::problem::Connected) if and only if any two vertices of the set are joined by a path in it. On a board of cells these are the polyominoes, where they stand.
//!
//! A set of a given size: the options of the k-th vertex say how many were in before it and are behind it, as colors, as for other [`sets`](super::sets); one sum is right.

use super::laid::{Laid, Meaning, check_cells, chosen_or_not};
use super::sets::between;
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_core::problem::{Color, Connected, ItemId, Problem, ProblemBuilder, ProblemError};

impl Graph {
    /// The problem of connected sets of one vertex or more: of this many, if a number is given.
    ///
    /// # Errors
    /// If the graph is too large.
    ///
    /// ```
    /// use dlx_count::{Session, family::Graph};
    ///
    /// assert_eq!(Session::new()?.count(&Graph::complete(4).connected_sets(None)?)?.count.to_string(), "15");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn connected_sets(&self, size: Option<usize>) -> Result<Problem, FamilyError> {
        Ok(self.laid_pieces(size)?.problem)
    }

    pub(super) fn laid_pieces(&self, size: Option<usize>) -> Result<Laid, FamilyError> {
        let (n, sizes) = (self.n_vertices(), size.map_or(1, |size| size.saturating_add(1).min(self.n_vertices() + 1)));
        check_cells((2 * self.n_edges() + 8 * n).saturating_mul(sizes))?;
        Ok(Laid::build(|builder| self.in_pieces(builder, size))?.of_size(self, size))
    }

    fn in_pieces(&self, builder: &mut ProblemBuilder, size: Option<usize>) -> Result<Vec<Meaning>, ProblemError> {
        let (n, edges_at) = (self.n_vertices(), self.edges_at());
        let vertices = self.vertex_items(builder)?;
        let n_sums = if size.is_some() { n } else { 0 };
        let sums = builder.secondaries((1..n_sums).map(|k| format!("sum{k}")))?;
        let mut meanings = Vec::new();
        for (vertex, edges) in edges_at.iter().enumerate() {
            let mut nodes = vec![builder.node(&self.names[vertex])?];
            for &edge in edges {
                nodes.push(builder.node(&format!("{}=", self.edge_name(edge)))?);
            }
            for is_in in [true, false] {
                for sum in between(vertex, n, is_in, size) {
                    let mut cells = vec![(vertices[vertex], Color::NONE)];
                    cells.extend(sum_cells(builder, &sums, vertex, sum)?);
                    let option = builder.colored_option(&cells)?;
                    builder.ports(option, if is_in { &nodes } else { &[] })?;
                    builder.label(option, chosen_or_not(&self.names[vertex], is_in))?;
                    meanings.push(Meaning::Chosen(is_in.then_some(vertex)));
                }
            }
        }
        builder.connected(Connected::ONE);
        Ok(meanings)
    }
}

/// How many vertices are in before a vertex, and how many with it; these are known before the first and after the last.
pub(super) fn sum_cells(
    builder: &mut ProblemBuilder,
    sums: &[ItemId],
    vertex: usize,
    sum: Option<[usize; 2]>,
) -> Result<Vec<(ItemId, Color)>, ProblemError> {
    let Some([before, behind]) = sum else { return Ok(Vec::new()) };
    let mut cells = Vec::new();
    if let Some(&item) = vertex.checked_sub(1).and_then(|place| sums.get(place)) {
        cells.push((item, builder.color(&before.to_string())?));
    }
    if let Some(&item) = sums.get(vertex) {
        cells.push((item, builder.color(&behind.to_string())?));
    }
    Ok(cells)
}
