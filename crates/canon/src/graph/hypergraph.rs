//! Vertices, and edges that hold some of them together: a problem, or what is left of one, as far as labels and symmetries are concerned.

use dlx_core::problem::{to_u32, to_usize};

/// A hypergraph. Vertices are numbered from 0; only those in `vertices` take part.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Hypergraph {
    /// The vertices that take part.
    pub vertices: Vec<u16>,
    /// Where the cells of each edge end.
    pub ends: Vec<u32>,
    /// The vertices of all edges.
    pub cells: Vec<u16>,
    /// What each edge is; empty if all are the same.
    pub marks: Vec<u64>,
}

impl Hypergraph {
    /// Takes everything out.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.ends.clear();
        self.cells.clear();
        self.marks.clear();
    }

    /// Adds an edge.
    pub fn push(&mut self, vertices: impl IntoIterator<Item = u16>) {
        self.cells.extend(vertices);
        self.ends.push(to_u32(self.cells.len()));
    }

    /// The vertices of one edge.
    pub fn edge(&self, edge: usize) -> &[u16] {
        let start = edge.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[to_usize(start)..to_usize(self.ends[edge])]
    }

    /// What an edge is.
    #[inline(always)]
    pub fn mark(&self, edge: usize) -> u64 {
        self.marks.get(edge).copied().unwrap_or(0)
    }

    /// The vertices of each edge.
    pub fn edges(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.cells[to_usize(start)..to_usize(end)])
    }
}
