//! Perfect matchings: vertices are items, edges are options.

use super::laid::{Laid, Meaning};
use super::vertices::Graph;
use crate::error::{FamilyError, bounded};
use dlx_core::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

/// Complete graphs with more vertices have too many states.
pub const MAX_MATCHING: usize = 1000;

/// The problem of perfect matchings of the complete graph on n points.
///
/// # Errors
/// If n is larger than [`MAX_MATCHING`].
///
/// ```
/// use dlx_count::{Session, family::matching};
///
/// assert_eq!(Session::new()?.count(&matching(6)?)?.count.to_string(), "15");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn matching(n: usize) -> Result<Problem, FamilyError> {
    bounded("matching", n, MAX_MATCHING)?;
    Ok(Graph::complete(n).matchings()?.with_name(format!("matching {n}")))
}

impl Graph {
    /// The problem of perfect matchings.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn matchings(&self) -> Result<Problem, FamilyError> {
        Ok(self.laid_matchings()?.problem)
    }

    pub(super) fn laid_matchings(&self) -> Result<Laid, FamilyError> {
        Laid::build(|builder| {
            let vertices = self.vertex_items(builder)?;
            for &(a, b) in &self.edges {
                builder.option(&[vertices[a], vertices[b]])?;
            }
            Ok((0..self.n_edges()).map(|edge| Meaning::Edge { edge, round: 0 }).collect())
        })
    }

    /// An item for each vertex.
    pub(super) fn vertex_items(&self, builder: &mut ProblemBuilder) -> Result<Vec<ItemId>, ProblemError> {
        self.names.iter().map(|name| builder.primary(name)).collect()
    }
}
