//! Partitions of the vertices, or of the edges, into cliques: items are the vertices or the edges, options the cliques.

use rustc_hash::FxHashMap;

use super::laid::{Laid, Meaning, check_cells};
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_canon::symmetry::{Keep, Together};
use dlx_core::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

/// More cliques are too many to be options.
const MAX_CLIQUES: usize = 1 << 20;

/// Which cliques, and whether they partition vertices or edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct WantedCliques {
    pub(super) edges: bool,
    /// The number of vertices of a clique; any if none.
    pub(super) size: Option<usize>,
}

impl Graph {
    /// The problem of cliques that have every vertex once, or every edge; of this many vertices each, if a number is given.
    ///
    /// # Errors
    /// If the graph has too many cliques.
    pub fn clique_covers(&self, of_edges: bool, size: Option<usize>) -> Result<Problem, FamilyError> {
        Ok(self.laid_cliques(WantedCliques { edges: of_edges, size })?.problem)
    }

    pub(super) fn laid_cliques(&self, wanted: WantedCliques) -> Result<Laid, FamilyError> {
        let cliques = self.cliques(wanted)?;
        let cells = |clique: &Vec<usize>| if wanted.edges { clique.len() * clique.len() / 2 } else { clique.len() };
        check_cells(cliques.iter().map(cells).sum())?;
        let laid = Laid::build(|builder| {
            if wanted.edges { self.edges_in(builder, cliques) } else { self.vertices_in(builder, cliques) }
        })?;
        Ok(Laid { keep: self.kept(wanted), ..laid })
    }

    /// Symmetries are those of the graph, which the cliques that are options need not show: an edge goes with its ends.
    fn kept(&self, wanted: WantedCliques) -> Keep {
        let set = |(number, &(a, b)): (usize, &(usize, usize))| {
            if wanted.edges {
                Together { items: vec![self.edge_name(number)], things: vec![a, b] }
            } else {
                vec![self.names[a].clone(), self.names[b].clone()].into()
            }
        };
        let things = if wanted.edges { vec![0; self.n_vertices()] } else { Vec::new() };
        Keep { things, sets: self.edges.iter().enumerate().map(set).collect(), ..Keep::default() }
    }

    fn vertices_in(
        &self,
        builder: &mut ProblemBuilder,
        cliques: Vec<Vec<usize>>,
    ) -> Result<Vec<Meaning>, ProblemError> {
        let vertices = self.vertex_items(builder)?;
        for clique in &cliques {
            builder.option(&clique.iter().map(|&vertex| vertices[vertex]).collect::<Vec<_>>())?;
        }
        Ok(cliques.into_iter().map(Meaning::Part).collect())
    }

    fn edges_in(&self, builder: &mut ProblemBuilder, cliques: Vec<Vec<usize>>) -> Result<Vec<Meaning>, ProblemError> {
        let mut items: FxHashMap<(usize, usize), ItemId> = FxHashMap::default();
        for (number, &edge) in self.edges.iter().enumerate() {
            items.insert(edge, builder.primary(self.edge_name(number))?);
        }
        for clique in &cliques {
            let pairs =
                clique.iter().enumerate().flat_map(|(place, &a)| clique[place + 1..].iter().map(move |&b| (a, b)));
            builder.option(&pairs.map(|pair| items[&pair]).collect::<Vec<_>>())?;
        }
        Ok(cliques.into_iter().map(Meaning::Part).collect())
    }

    /// The cliques that can be options, each with its vertices in order.
    fn cliques(&self, wanted: WantedCliques) -> Result<Vec<Vec<usize>>, FamilyError> {
        let mut later = vec![Vec::new(); self.n_vertices()];
        self.edges.iter().for_each(|&(a, b)| later[a].push(b));
        later.iter_mut().for_each(|vertices| vertices.sort_unstable());
        let most = wanted.size.unwrap_or(usize::MAX);
        let least = wanted.size.unwrap_or(1).max(if wanted.edges { 2 } else { 1 });
        let mut found = Vec::new();
        let mut n_seen = 0;
        // A clique, and the vertices behind it that it can grow by.
        let mut open: Vec<(Vec<usize>, Vec<usize>)> = vec![(Vec::new(), (0..self.n_vertices()).collect())];
        while let Some((clique, candidates)) = open.pop() {
            for &vertex in candidates.iter().filter(|_| clique.len() < most) {
                n_seen += 1;
                if n_seen > MAX_CLIQUES {
                    let help = "--size K takes those with K vertices alone";
                    return Err(FamilyError::new(format!("the graph has more than {MAX_CLIQUES} cliques"), help));
                }
                let grown: Vec<usize> = clique.iter().copied().chain([vertex]).collect();
                let left = candidates.iter().copied().filter(|other| later[vertex].binary_search(other).is_ok());
                open.push((grown.clone(), left.collect()));
                found.extend((grown.len() >= least).then_some(grown));
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}
