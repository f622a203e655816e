//! Spanning trees by the matrix-tree theorem (Kirchhoff, 1847): their number is the determinant of the Laplacian matrix of the graph without one row and its column.
//!
//! The product of the degrees bounds it (Hadamard's inequality), so it is known how many primes are enough. The vertex of the greatest degree is left out.

use super::vertices::Graph;
use dlx_core::determinant::{MatrixKind, SparseMatrix};
use dlx_core::problem::{join, root};
use dlx_core::stop::poll;
use dlx_core::tally::Count;
use std::collections::BTreeSet;

impl Graph {
    /// The number of spanning trees, if a determinant says it in some minutes.
    ///
    /// ```
    /// use dlx_count::family::graph;
    ///
    /// // A square with a diagonal.
    /// let trees = graph("a b\nb c\nc d\nd a\na c\n", false)?.n_spanning_trees();
    /// assert_eq!(trees.map(|number| number.to_string()), Some("8".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn n_spanning_trees(&self) -> Option<Count> {
        let n = self.n_vertices();
        if self.is_directed || n < 2 {
            return None;
        }
        let mut neighbors = vec![BTreeSet::new(); n];
        let mut roots: Vec<usize> = (0..n).collect();
        for &(a, b) in self.edges.iter().filter(|(a, b)| a != b) {
            neighbors[a].insert(b);
            neighbors[b].insert(a);
            join(&mut roots, a, b);
        }
        if (0..n).any(|vertex| root(&mut roots, vertex) != 0) {
            return Some(Count::ZERO);
        }
        let out = (0..n).max_by_key(|&vertex| neighbors[vertex].len())?;
        let others = (0..n).filter(|&vertex| vertex != out);
        let degrees = neighbors.iter().map(|around| i64::try_from(around.len()).ok()).collect::<Option<Vec<_>>>()?;
        let bound = others.enumerate().fold(Count::from(1u64), |product, (number, vertex)| {
            poll(number / 32);
            product * Count::from(degrees[vertex].unsigned_abs())
        });
        let entry = |one: usize, other: usize| if one == other { degrees[one] } else { -1 };
        let laplacian =
            SparseMatrix::new(&neighbors, Some(out), (entry, MatrixKind::Symmetric), 8 * bound.to_bytes().len())?;
        laplacian.determinant(|modulus| *modulus > bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cayley's formula: n^(n - 2) trees on n vertices.
    #[test]
    fn complete_graphs_have_the_trees_of_cayley() {
        for n in [2u32, 3, 7, 50, 100, 300] {
            let trees = Graph::complete(usize::try_from(n).unwrap()).n_spanning_trees().unwrap();
            assert_eq!(trees, Count::from(u64::from(n)).pow(n - 2), "{n}");
        }
        assert_eq!(Graph::complete(1).n_spanning_trees(), None);
        // Too many products.
        assert_eq!(Graph::complete(2000).n_spanning_trees(), None);
    }
}
