//! Independent sets and vertex covers: all of them, those of a given size, or the maximal and the minimal ones.
//!
//! # The reduction
//!
//! A vertex is a primary item with two options: it is in the set, or not. One of them takes its edges, which are secondary items: being in, for independent sets, so that not both ends of an
//! edge are; being out, for covers. Solutions and sets are one to one, as each vertex has one option that fits.
//!
//! Maximal independent sets and minimal covers (their complements): the options color an item of their vertex, and a further primary item of each vertex asks for one that
//! takes its edges among the vertex and its neighbors. Its k-th option says that it is the k-th of them and none before, so one option fits a set that is right and none
//! any other. A set of a given size: the options of the k-th vertex say how many were in before it and are behind it, as colors; one sum is right.

use super::laid::{Laid, Meaning, check_cells, chosen_or_not};
use super::pieces::sum_cells;
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_core::problem::{Color, ItemId, Problem, ProblemBuilder, ProblemError};

/// Which sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct VertexSets {
    /// Vertex covers instead of independent sets.
    pub(super) is_cover: bool,
    /// Maximal independent sets, or minimal covers.
    pub(super) is_extreme: bool,
    pub(super) size: Option<usize>,
    /// An item of all options that put a vertex into the set, always in the same color, so that no symmetry exchanges being in with being out. It excludes nothing.
    pub(super) tells_apart: bool,
}

impl Graph {
    /// The problem of sets of vertices no two of which are neighbors: of this many, if a number is given; only those to which no vertex can be added, if asked for.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn independent_sets(&self, is_maximal: bool, size: Option<usize>) -> Result<Problem, FamilyError> {
        Ok(self.laid_sets(VertexSets { is_extreme: is_maximal, size, ..VertexSets::default() })?.problem)
    }

    /// The problem of sets of vertices with an end of every edge: of this many, if a number is given; only those of which no vertex can be left out, if asked for.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn vertex_covers(&self, is_minimal: bool, size: Option<usize>) -> Result<Problem, FamilyError> {
        Ok(self
            .laid_sets(VertexSets { is_cover: true, is_extreme: is_minimal, size, ..VertexSets::default() })?
            .problem)
    }

    pub(super) fn laid_sets(&self, sets: VertexSets) -> Result<Laid, FamilyError> {
        let (n, sizes) = (self.n_vertices(), sets.size.map_or(1, |size| size.saturating_add(1)));
        let degrees =
            self.edges_at().into_iter().map(|edges| if sets.is_extreme { edges.len() * edges.len() } else { 1 });
        let options = (2 * self.n_edges() + 8 * n).saturating_mul(sizes);
        check_cells(degrees.fold(options, usize::saturating_add))?;
        Ok(Laid::build(|builder| self.in_sets(builder, sets))?.of_size(self, sets.size))
    }

    fn in_sets(&self, builder: &mut ProblemBuilder, sets: VertexSets) -> Result<Vec<Meaning>, ProblemError> {
        let n = self.n_vertices();
        let vertices = self.vertex_items(builder)?;
        if n == 0 && sets.size.is_some_and(|size| size > 0) {
            // Nothing can be chosen, and something is to be.
            builder.primary("size")?;
        }
        let wants: Vec<ItemId> = if sets.is_extreme {
            self.names.iter().map(|name| builder.primary(format!("{name}?"))).collect::<Result<_, _>>()?
        } else {
            Vec::new()
        };
        let edges = builder.secondaries((0..self.n_edges()).map(|edge| self.edge_name(edge)))?;
        let states: Vec<ItemId> = if sets.is_extreme {
            self.names.iter().map(|name| builder.secondary(format!("{name}!"))).collect::<Result<_, _>>()?
        } else {
            Vec::new()
        };
        let sums: Vec<ItemId> = match sets.size {
            Some(_) => (1..n).map(|k| builder.secondary(format!("sum{k}"))).collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        let is_in = sets.tells_apart.then(|| Ok((builder.secondary("in")?, builder.color("takes")?))).transpose()?;
        let laying =
            Laying { vertices, wants, edges, states, sums, takes: [builder.color("free")?, builder.color("takes")?] };
        let (mut meanings, edges_at) = (Vec::new(), self.edges_at());
        for (vertex, edges) in edges_at.iter().enumerate() {
            for (is_in, mark) in [(true, is_in), (false, None)] {
                let mut cells = laying.choice(vertex, edges, is_in != sets.is_cover);
                cells.extend(mark);
                for sum in between(vertex, n, is_in, sets.size) {
                    let sum = sum_cells(builder, &laying.sums, vertex, sum)?;
                    let option = builder.colored_option(&[cells.as_slice(), sum.as_slice()].concat())?;
                    builder.label(option, chosen_or_not(&self.names[vertex], is_in))?;
                    meanings.push(Meaning::Chosen(is_in.then_some(vertex)));
                }
            }
        }
        for (vertex, edges) in edges_at.iter().enumerate().filter(|_| sets.is_extreme) {
            for cells in laying.wanted(vertex, &self.neighbors(vertex, edges)) {
                builder.colored_option(&cells)?;
                meanings.push(Meaning::Chosen(None));
            }
        }
        Ok(meanings)
    }

    fn neighbors(&self, vertex: usize, edges_at: &[usize]) -> Vec<usize> {
        let ends = edges_at.iter().map(|&edge| self.edges[edge]);
        ends.map(|(a, b)| if a == vertex { b } else { a }).collect()
    }
}

/// The items.
struct Laying {
    vertices: Vec<ItemId>,
    wants: Vec<ItemId>,
    edges: Vec<ItemId>,
    states: Vec<ItemId>,
    sums: Vec<ItemId>,
    /// The colors of a vertex that leaves its edges, and of one that takes them.
    takes: [Color; 2],
}

impl Laying {
    /// The option in which a vertex takes its edges, or does not.
    fn choice(&self, vertex: usize, edges: &[usize], takes: bool) -> Vec<(ItemId, Color)> {
        let taken = edges.iter().filter(|_| takes).map(|&edge| (self.edges[edge], Color::NONE));
        let state = self.states.get(vertex).map(|&state| (state, self.takes[usize::from(takes)]));
        std::iter::once((self.vertices[vertex], Color::NONE)).chain(taken).chain(state).collect()
    }

    /// The options that say which of a vertex and its neighbors is the first that takes its edges.
    fn wanted(&self, vertex: usize, neighbors: &[usize]) -> Vec<Vec<(ItemId, Color)>> {
        let all = [&[vertex], neighbors].concat();
        let cell = |vertex: usize, takes: bool| (self.states[vertex], self.takes[usize::from(takes)]);
        let first = |k: usize| {
            let before = all[..k].iter().map(|&vertex| cell(vertex, false));
            std::iter::once((self.wants[vertex], Color::NONE)).chain(before).chain([cell(all[k], true)]).collect()
        };
        (0..all.len()).map(first).collect()
    }
}

/// The possible numbers of vertices in the set before a vertex and with it, if there are to be `size` in all; a single `None` if there may be any number.
pub(super) fn between(vertex: usize, n: usize, is_in: bool, size: Option<usize>) -> Vec<Option<[usize; 2]>> {
    let Some(size) = size else { return vec![None] };
    let left = n - vertex - 1;
    let pairs = (0..=vertex.min(size)).map(|before| [before, before + usize::from(is_in)]);
    pairs.filter(|[_, behind]| *behind <= size && behind + left >= size).map(Some).collect()
}
