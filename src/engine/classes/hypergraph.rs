//! Vertices, and edges that hold some of them together: what is left of a state, as far as labels are concerned.

use crate::problem::{to_u32, to_usize};

/// A hypergraph. Vertices are numbered from 0; only those in `vertices` take part.
#[derive(Debug, Default)]
pub(super) struct Hypergraph {
    /// The vertices that take part.
    pub(super) vertices: Vec<u16>,
    /// Where the cells of each edge end.
    pub(super) ends: Vec<u32>,
    /// The vertices of all edges.
    pub(super) cells: Vec<u16>,
}

impl Hypergraph {
    /// Takes everything out.
    pub(super) fn clear(&mut self) {
        self.vertices.clear();
        self.ends.clear();
        self.cells.clear();
    }

    /// Adds an edge.
    pub(super) fn push(&mut self, vertices: impl IntoIterator<Item = u16>) {
        self.cells.extend(vertices);
        self.ends.push(to_u32(self.cells.len()));
    }

    /// The vertices of one edge.
    pub(super) fn edge(&self, edge: usize) -> &[u16] {
        let start = edge.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[to_usize(start)..to_usize(self.ends[edge])]
    }

    /// The vertices of each edge.
    pub(super) fn edges(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.cells[to_usize(start)..to_usize(end)])
    }
}
