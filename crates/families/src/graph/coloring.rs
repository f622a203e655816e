//! Colorings: an option gives a vertex a color, and takes that color on all its edges, so that the other ends have others.
//!
//! Counted up to symmetry, an option has an item for its color as well, always in the same color, which excludes nothing: otherwise a symmetry could exchange colors in one part of a disconnected graph.

use super::laid::{Laid, Meaning, check_cells};
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_core::problem::{Color, ItemId, Problem, ProblemBuilder, ProblemError};

impl Graph {
    /// The problem of colorings with this number of colors, not all of which need be used.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn colorings(&self, n_colors: usize) -> Result<Problem, FamilyError> {
        Ok(self.laid_colorings(n_colors, false)?.problem)
    }

    pub(super) fn laid_colorings(&self, n_colors: usize, tells_apart: bool) -> Result<Laid, FamilyError> {
        check_cells((2 * self.n_edges() + 2 * self.n_vertices()).saturating_mul(n_colors))?;
        let laid = Laid::build(|builder| self.in_colors(builder, n_colors, tells_apart))?;
        let obstacle = (n_colors == 0 && self.n_vertices() > 0).then(|| "there is no color for the vertices".into());
        Ok(Laid { obstacle, ..laid })
    }

    fn in_colors(
        &self,
        builder: &mut ProblemBuilder,
        n_colors: usize,
        tells_apart: bool,
    ) -> Result<Vec<Meaning>, ProblemError> {
        let (mut meanings, edges_at) = (Vec::new(), self.edges_at());
        let vertices = self.vertex_items(builder)?;
        let mut items_of = |color: usize| -> Result<Vec<ItemId>, ProblemError> {
            (0..self.n_edges())
                .map(|edge| builder.secondary(format!("{}={}", self.edge_name(edge), color + 1)))
                .collect()
        };
        let edges_in: Vec<Vec<ItemId>> = (0..n_colors).map(&mut items_of).collect::<Result<_, _>>()?;
        let n_marks = if tells_apart { n_colors } else { 0 };
        let mark = |color: usize| Ok((builder.secondary(format!("color{}", color + 1))?, builder.color("used")?));
        let marks = (0..n_marks).map(mark).collect::<Result<Vec<_>, ProblemError>>()?;
        for (vertex, here) in edges_at.iter().enumerate() {
            for (color, edges) in edges_in.iter().enumerate() {
                let items = std::iter::once(vertices[vertex]).chain(here.iter().map(|&edge| edges[edge]));
                let cells = items.map(|item| (item, Color::NONE)).chain(marks.get(color).copied());
                let option = builder.colored_option(&cells.collect::<Vec<_>>())?;
                // As solutions are shown.
                builder.label(option, format!("{}={}", self.names[vertex], color + 1))?;
                meanings.push(Meaning::Colored { vertex, color });
            }
        }
        Ok(meanings)
    }
}
