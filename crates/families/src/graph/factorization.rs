//! One-factorizations: all edges in rounds, each with every vertex once. Items are the edges, and each vertex in each round; an option is an edge in a round.
//!
//! If rounds have no names, they are named after the edges of one vertex, each of which has a round of its own.

use super::laid::{Laid, Meaning, check_cells};
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_core::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

impl Graph {
    /// The problem of one-factorizations. If rounds are named, their order counts.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn factorizations(&self, is_named: bool) -> Result<Problem, FamilyError> {
        Ok(self.laid_factorizations(is_named)?.problem)
    }

    pub(super) fn laid_factorizations(&self, is_named: bool) -> Result<Laid, FamilyError> {
        let edges_at = self.edges_at();
        let n_rounds = edges_at.iter().map(Vec::len).max().unwrap_or(0);
        check_cells(self.n_edges().saturating_mul(3 * n_rounds))?;
        let laid = Laid::build(|builder| self.in_rounds(builder, &edges_at, n_rounds, is_named))?;
        let odd = edges_at.iter().position(|edges| edges.len() != n_rounds);
        let obstacle = odd.map(|vertex| {
            let (name, degree) = (&self.names[vertex], edges_at[vertex].len());
            format!("vertex {name} has {degree} edges, another has {n_rounds}")
        });
        Ok(Laid { obstacle, ..laid })
    }

    fn in_rounds(
        &self,
        builder: &mut ProblemBuilder,
        edges_at: &[Vec<usize>],
        n_rounds: usize,
        is_named: bool,
    ) -> Result<Vec<Meaning>, ProblemError> {
        let mut meanings = Vec::new();
        let edges: Vec<ItemId> = builder.primaries((0..self.n_edges()).map(|edge| self.edge_name(edge)))?;
        let mut seats =
            |name: &String| (1..=n_rounds).map(|round| builder.primary(format!("{name}@{round}"))).collect();
        let seats: Vec<Vec<ItemId>> = self.names.iter().map(&mut seats).collect::<Result<_, _>>()?;
        let teller = edges_at.iter().find(|edges| edges.len() == n_rounds).filter(|_| !is_named);
        let round_of = |edge: usize| teller.and_then(|edges| edges.iter().position(|&known| known == edge));
        for (edge, &(a, b)) in self.edges.iter().enumerate() {
            let told = round_of(edge);
            for round in (0..n_rounds).filter(|&round| told.is_none_or(|told| told == round)) {
                builder.option(&[edges[edge], seats[a][round], seats[b][round]])?;
                meanings.push(Meaning::Edge { edge, round });
            }
        }
        Ok(meanings)
    }
}
