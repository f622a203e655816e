//! A problem about a graph, and how its solutions are written.

use std::sync::Arc;

use super::choice::GraphReader;
use super::drawn::scene;
use super::vertices::Graph;
use crate::drawing::Drawing;
use crate::error::FamilyError;
use dlx_canon::symmetry::Keep;
use dlx_core::problem::{Decimal, Problem, ProblemBuilder, ProblemError, to_u32};

/// The most items in all options together.
const MAX_CELLS: usize = 1 << 26;

/// What an option says about the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// An edge is chosen, in this round.
    Edge { edge: usize, round: usize },
    /// On its cycle a vertex is next to these others, or is followed by this one.
    Next { vertex: usize, others: Vec<usize> },
    /// A vertex has a color.
    Colored { vertex: usize, color: usize },
    /// These vertices are a part.
    Part(Vec<usize>),
    /// The tour leads from the first vertex to the second, for each of these pairs.
    Moves(Vec<[usize; 2]>),
    /// This vertex is in the set; none if the option says nothing about the set.
    Chosen(Option<usize>),
    /// On the path a vertex is next to these others, or is followed by this one; the path begins there, or not.
    Way { vertex: usize, others: Vec<usize>, is_first: bool },
    /// An edge is on the tour, or on the path that begins there.
    Link { edge: usize, first: Option<usize> },
    /// These vertices are in one part, perhaps with others.
    Together(Vec<usize>),
    /// The ends of this edge are in different parts.
    Cut(usize),
    /// An edge is not chosen, or a vertex is only there.
    LeftOut,
    /// The option says that something is left out.
    Nothing,
}

impl Meaning {
    /// What the edges cost that an option chooses; none if it chooses no edges. If an edge is chosen at both ends, its cost counts at the smaller vertex.
    fn cost(&self, graph: &Graph, length: impl Fn(usize, usize) -> i64) -> Option<i64> {
        match self {
            Self::Edge { edge, .. } | Self::Link { edge, .. } | Self::Cut(edge) => Some(graph.costs[*edge]),
            Self::Colored { .. } | Self::Part(_) | Self::Chosen(_) => None,
            _ => Some(self.steps(graph).iter().fold(0, |sum, &(a, b)| sum.saturating_add(length(a, b)))),
        }
    }

    /// The ends of the edges that an option chooses by their ends. If both ends of an edge say that it is chosen, it is a step from the smaller vertex.
    pub(super) fn steps(&self, graph: &Graph) -> Vec<(usize, usize)> {
        match self {
            Self::Moves(moves) => moves.iter().map(|&[from, to]| (from, to)).collect(),
            Self::Next { vertex, others } | Self::Way { vertex, others, .. } => {
                let counts = |other: &&usize| graph.is_directed || **other > *vertex;
                others.iter().filter(counts).map(|&other| (*vertex, other)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The usual cost of an option if edges have no costs: the number of steps that it makes, or of vertices that it puts into a set.
    fn usual_cost(&self, graph: &Graph) -> i64 {
        match self {
            Self::Moves(moves) => i64::from(to_u32(moves.len())),
            Self::Chosen(vertex) => i64::from(vertex.is_some()),
            Self::LeftOut | Self::Nothing | Self::Together(_) => 0,
            // A path that is given vertex by vertex has one vertex more than edges.
            Self::Way { is_first: true, .. } if !graph.is_directed => 0,
            _ => 1,
        }
    }
}

/// The label of an option by which a vertex or an edge of this name is chosen, or not.
pub(super) fn chosen_or_not(name: &str, is_in: bool) -> String {
    if is_in { name.into() } else { format!("not {name}") }
}

/// Are edges chosen in several rounds?
pub(super) fn has_rounds(meanings: &[Meaning]) -> bool {
    meanings.iter().any(|meaning| matches!(meaning, Meaning::Edge { round: 1.., .. }))
}

/// A problem, what its options mean, and why it has no solution, if that is easily seen.
pub(super) struct Laid {
    pub(super) problem: Problem,
    pub(super) meanings: Vec<Meaning>,
    pub(super) obstacle: Option<String>,
    /// What its symmetries keep in addition to its options.
    pub(super) keep: Keep,
}

impl Laid {
    /// Builds a problem. This fails if the graph has names by which two items would have the same label.
    pub(super) fn build(
        make: impl FnOnce(&mut ProblemBuilder) -> Result<Vec<Meaning>, ProblemError>,
    ) -> Result<Self, FamilyError> {
        let mut builder = Problem::builder();
        let meanings = make(&mut builder).map_err(|error| {
            FamilyError::new(error.to_string(), "items are called after vertices: use plain names, such as numbers")
        })?;
        Ok(Self { problem: builder.build(), meanings, obstacle: None, keep: Keep::default() })
    }

    /// Notes why there is no solution if more vertices are wanted than a graph has.
    pub(super) fn of_size(self, graph: &Graph, size: Option<usize>) -> Self {
        let n = graph.n_vertices();
        let obstacle = size.filter(|&size| size > n).map(|_| match n {
            1 => "the graph has only 1 vertex".into(),
            _ => format!("the graph has only {n} vertices"),
        });
        Self { obstacle, ..self }
    }

    /// Adds the costs of edges, if options choose edges; otherwise the usual costs of options, for when the least cost is asked for and no costs were given.
    pub(super) fn priced(self, graph: &Graph) -> Result<Self, FamilyError> {
        let Self { problem, meanings, obstacle, keep } = self;
        let costs = (!graph.costs.is_empty()).then(|| graph.lengths()).and_then(|lengths| {
            let length = |from, to| lengths.get(&(from, to)).copied().unwrap_or(0);
            meanings.iter().map(|meaning| meaning.cost(graph, length)).collect::<Option<Vec<i64>>>()
        });
        let priced = match costs {
            Some(costs) => problem
                .with_costs(|option| Decimal::new(costs.get(option.index()).copied().unwrap_or(0), graph.cost_digits)),
            None => problem
                .with_usual_costs(|option| meanings.get(option.index()).map_or(0, |meaning| meaning.usual_cost(graph))),
        };
        let problem = priced.map_err(|error| FamilyError::new(error.to_string(), "measure in larger units"))?;
        Ok(Self { problem, meanings, obstacle, keep })
    }

    /// Writes solutions.
    pub(super) fn drawing(self, graph: &Graph) -> Drawing {
        let meanings: Arc<[Meaning]> = self.meanings.into();
        let is_drawn = graph.n_vertices() <= MOST_DRAWN;
        let scene = is_drawn.then(|| scene(graph, Arc::clone(&meanings)));
        Drawing::graph(scene, GraphReader::new(graph.clone(), meanings))
    }
}

/// Pictures of more vertices are too crowded to be read.
const MOST_DRAWN: usize = 200;

/// Refuses problems that are too large.
pub(super) fn check_cells(cells: usize) -> Result<(), FamilyError> {
    match cells <= MAX_CELLS {
        true => Ok(()),
        false => Err(FamilyError::new(
            "the problem is too large",
            format!("all options together may have {MAX_CELLS} items: take a smaller graph, or fewer colors or rounds"),
        )),
    }
}
