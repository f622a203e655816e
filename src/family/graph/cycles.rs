//! Cycles that have every vertex once.
//!
//! Of an undirected graph: an option chooses the two edges of a vertex; it says of all edges there whether they are in or out, as colors of secondary items, on which both
//! ends of an edge must agree. Of a directed graph: an option is an arc, which takes the way out of a vertex and the way into another.

use super::laid::{Laid, Meaning, check_cells};
use super::vertices::Graph;
use crate::family::error::FamilyError;
use crate::problem::{Color, ItemId, Problem, ProblemBuilder, ProblemError};

impl Graph {
    /// The problem of cycles that have every vertex once: directed cycles, if the graph is directed.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn cycle_covers(&self) -> Result<Problem, FamilyError> {
        Ok(self.laid_cycles()?.problem)
    }

    pub(super) fn laid_cycles(&self) -> Result<Laid, FamilyError> {
        if self.is_directed {
            return Laid::build(|builder| self.by_arcs(builder));
        }
        let edges_at = self.edges_at();
        let cells = |edges: &Vec<usize>| (edges.len() * edges.len() / 2).saturating_mul(edges.len() + 1);
        check_cells(edges_at.iter().map(cells).fold(0, usize::saturating_add))?;
        Laid::build(|builder| self.by_pairs(builder, &edges_at))
    }

    fn by_arcs(&self, builder: &mut ProblemBuilder) -> Result<Vec<Meaning>, ProblemError> {
        let out = self.names.iter().map(|name| builder.primary(format!("{name}>"))).collect::<Result<Vec<_>, _>>()?;
        let into = self.names.iter().map(|name| builder.primary(format!(">{name}"))).collect::<Result<Vec<_>, _>>()?;
        for &(from, to) in &self.edges {
            builder.option(&[out[from], into[to]])?;
        }
        Ok(self.edges.iter().map(|&(from, to)| Meaning::Next { vertex: from, others: vec![to] }).collect())
    }

    fn by_pairs(&self, builder: &mut ProblemBuilder, edges_at: &[Vec<usize>]) -> Result<Vec<Meaning>, ProblemError> {
        let mut meanings = Vec::new();
        let vertices = self.vertex_items(builder)?;
        let edges: Vec<ItemId> =
            (0..self.n_edges()).map(|edge| builder.secondary(self.edge_name(edge))).collect::<Result<_, _>>()?;
        let [is_in, is_out] = [builder.color("in")?, builder.color("out")?];
        for (vertex, here) in edges_at.iter().enumerate() {
            let other =
                |edge: usize| if self.edges[edge].0 == vertex { self.edges[edge].1 } else { self.edges[edge].0 };
            let pairs = here.iter().enumerate().flat_map(|(place, &a)| here[place + 1..].iter().map(move |&b| [a, b]));
            for pair in pairs {
                let color = |edge: &usize| (edges[*edge], if pair.contains(edge) { is_in } else { is_out });
                let cells = std::iter::once((vertices[vertex], Color::NONE)).chain(here.iter().map(color));
                builder.colored_option(&cells.collect::<Vec<_>>())?;
                meanings.push(Meaning::Next { vertex, others: pair.map(other).into() });
            }
        }
        Ok(meanings)
    }
}
