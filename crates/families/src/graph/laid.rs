//! A problem about a graph, and how its solutions are written.

use std::sync::Arc;

use super::districts;
use super::drawn::scene;
use super::vertices::Graph;
use crate::drawing::Drawing;
use crate::error::FamilyError;
use dlx_canon::symmetry::Keep;
use dlx_core::problem::{Decimal, OptionId, Problem, ProblemBuilder, ProblemError, to_u32};

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
    /// The option says that something is left out.
    Nothing,
}

impl Meaning {
    /// What the edges cost that an option chooses; none if it chooses no edges. If an edge is chosen at both ends, its cost counts at the smaller vertex.
    fn cost(&self, graph: &Graph, length: impl Fn(usize, usize) -> i64) -> Option<i64> {
        let lengths = |ways: &mut dyn Iterator<Item = (usize, usize)>| {
            Some(ways.fold(0, |sum: i64, (a, b)| sum.saturating_add(length(a, b))))
        };
        match self {
            Self::Edge { edge, .. } | Self::Link { edge, .. } | Self::Cut(edge) => Some(graph.costs[*edge]),
            Self::Moves(moves) => lengths(&mut moves.iter().map(|&[from, to]| (from, to))),
            Self::Nothing | Self::Together(_) => Some(0),
            Self::Next { vertex, others } | Self::Way { vertex, others, .. } => {
                let counts = |other: &&usize| graph.is_directed || **other > *vertex;
                lengths(&mut others.iter().filter(counts).map(|&other| (*vertex, other)))
            }
            Self::Colored { .. } | Self::Part(_) | Self::Chosen(_) => None,
        }
    }

    /// The usual cost of an option if edges have no costs: the number of steps that it makes, or of vertices that it puts into a set.
    fn usual_cost(&self, graph: &Graph) -> i64 {
        match self {
            Self::Moves(moves) => i64::from(to_u32(moves.len())),
            Self::Chosen(vertex) => i64::from(vertex.is_some()),
            Self::Nothing | Self::Together(_) => 0,
            // A path that is given vertex by vertex has one vertex more than edges.
            Self::Way { is_first: true, .. } if !graph.is_directed => 0,
            _ => 1,
        }
    }
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
        let (graph, meanings): (_, Arc<[Meaning]>) = (graph.clone(), self.meanings.into());
        if graph.n_vertices() > MOST_DRAWN {
            return Drawing::text(move |solution| written(&graph, chosen(&meanings, solution)));
        }
        let (scene, text) = (scene(&graph, Arc::clone(&meanings)), graph);
        Drawing::new(scene, move |solution| written(&text, chosen(&meanings, solution)))
    }
}

/// Pictures of more vertices are too crowded to be read.
const MOST_DRAWN: usize = 200;

/// Refuses problems that are too large.
pub(super) fn check_cells(cells: usize) -> Result<(), FamilyError> {
    match cells <= MAX_CELLS {
        true => Ok(()),
        false => Err(FamilyError::new(
            "the graph has too many edges",
            format!("all options together may have {MAX_CELLS} items"),
        )),
    }
}

fn chosen<'a>(meanings: &'a [Meaning], solution: &[OptionId]) -> Vec<&'a Meaning> {
    solution.iter().map(|option| &meanings[option.index()]).collect()
}

/// A solution in lines.
fn written(graph: &Graph, chosen: Vec<&Meaning>) -> String {
    if let Some(parts) = districts::written(graph, &chosen) {
        return parts;
    }
    let name = |&vertex: &usize| graph.names[vertex].as_str();
    let mut rounds: Vec<(usize, usize)> = Vec::new();
    let (mut parts, mut colors, mut set) = (Vec::new(), Vec::new(), None::<Vec<usize>>);
    let (mut next, mut way) = (vec![Vec::new(); graph.n_vertices()], None);
    for meaning in chosen {
        match meaning {
            Meaning::Edge { edge, round } => rounds.push((*round, *edge)),
            Meaning::Next { vertex, others } => next[*vertex].clone_from(others),
            Meaning::Colored { vertex, color } => {
                colors.push((*vertex, format!("{}={}", graph.names[*vertex], color + 1)))
            }
            Meaning::Part(part) => parts.push(part.clone()),
            Meaning::Moves(moves) => moves.iter().for_each(|&[from, to]| next[from] = vec![to]),
            Meaning::Chosen(vertex) => set.get_or_insert_default().extend(vertex),
            Meaning::Way { vertex, others, is_first } => {
                next[*vertex].clone_from(others);
                way = way.or(is_first.then_some(*vertex));
            }
            Meaning::Link { edge, first } => {
                let (a, b) = graph.edges[*edge];
                next[a].push(b);
                next[b].push(a);
                way = way.or(*first);
            }
            Meaning::Together(_) | Meaning::Cut(_) | Meaning::Nothing => {}
        }
    }
    rounds.sort_unstable();
    colors.sort_unstable();
    parts.sort_unstable();
    let set = set.map(|mut set| {
        set.sort_unstable();
        format!("{{{}}}", set.iter().map(name).collect::<Vec<_>>().join(" "))
    });
    let round =
        |edges: &[(usize, usize)]| edges.iter().map(|&(_, edge)| graph.edge_name(edge)).collect::<Vec<_>>().join(" ");
    let mut lines: Vec<String> = rounds.chunk_by(|a, b| a.0 == b.0).map(round).collect();
    if let Some(first) = way {
        lines.push(followed(&next, first, &mut vec![false; next.len()]).iter().map(name).collect::<Vec<_>>().join("-"));
        return lines.join("\n");
    }
    let cycles =
        cycles(&next).into_iter().map(|cycle| format!("({})", cycle.iter().map(name).collect::<Vec<_>>().join(" ")));
    let parts = parts.iter().map(|part| part.iter().map(name).collect::<Vec<_>>().join(","));
    let words: Vec<String> = cycles.chain(colors.into_iter().map(|(_, word)| word)).chain(parts).chain(set).collect();
    lines.extend((!words.is_empty()).then(|| words.join(" ")));
    lines.join("\n")
}

/// The cycles, each followed from a vertex to a neighbor that has not been seen yet.
fn cycles(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut is_seen = vec![false; next.len()];
    let mut cycles = Vec::new();
    for start in (0..next.len()).filter(|&vertex| !next[vertex].is_empty()) {
        let cycle = followed(next, start, &mut is_seen);
        cycles.extend((!cycle.is_empty()).then_some(cycle));
    }
    cycles
}

/// The vertices that follow one, until one has been seen already.
fn followed(next: &[Vec<usize>], start: usize, is_seen: &mut [bool]) -> Vec<usize> {
    let (mut way, mut vertex) = (Vec::new(), Some(start));
    while let Some(here) = vertex.filter(|&here| !std::mem::replace(&mut is_seen[here], true)) {
        way.push(here);
        vertex = next[here].iter().copied().find(|&other| !is_seen[other]);
    }
    way
}
