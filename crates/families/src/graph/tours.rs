//! Hamiltonian cycles step by step: for graphs whose edges have costs, and for dense ones; [`walks`](super::walks) says why, and has another reduction for all others.
//!
//! # The reduction
//!
//! A tour begins at a vertex with the fewest edges. Its steps are primary items, each vertex is left once and entered once (two more items); an option is a step along an arc, and colors
//! the place before it and the place behind it by the vertices there, on which steps that follow each other must agree. In an undirected graph the first step and the last are one option,
//! along an edge to a vertex with a smaller number than that from which it comes back.
//!
//! It is parsimonious: the colors make the steps follow each other, and no vertex is left twice, so a solution is a walk of n steps through n vertices that ends where it began: a tour. The
//! other way round, a tour has one first step, so each of its steps and with them the option of each step item is determined; of its two directions the condition on the first step and
//! the last chooses one.
//!
//! A place takes only vertices that can be reached in that number of steps, and from which there is a way back in the steps that remain.

use super::laid::{Laid, Meaning, check_cells};
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_core::problem::{Color, ItemId, ProblemBuilder, ProblemError};

impl Graph {
    /// The problem of tours, step by step.
    pub(super) fn laid_tours_in_steps(&self) -> Result<Laid, FamilyError> {
        let n = self.n_vertices();
        let begins = self.edges_at().iter().map(|edges| edges.len().saturating_mul(edges.len())).min();
        check_cells(self.n_edges().saturating_mul(10).saturating_mul(n).saturating_add(begins.unwrap_or(0)))?;
        let laid = Laid::build(|builder| self.in_steps(builder))?;
        let obstacle = Ways::new(self).and_then(|ways| ways.obstacle());
        Ok(Laid { obstacle, ..laid })
    }

    fn in_steps(&self, builder: &mut ProblemBuilder) -> Result<Vec<Meaning>, ProblemError> {
        let n = self.n_vertices();
        let Some(ways) = Ways::new(self) else { return Ok(Vec::new()) };
        let steps = builder.primaries((0..n).map(|step| format!("step{step}")))?;
        let out = builder.primaries(self.names.iter().map(|name| format!("{name}>")))?;
        let into = builder.primaries(self.names.iter().map(|name| format!(">{name}")))?;
        let places = builder.secondaries((0..n).map(|place| format!("at{place}")))?;
        let colors = self.names.iter().map(|name| builder.color(name)).collect::<Result<Vec<_>, _>>()?;
        let mut meanings = Vec::new();
        for moves in ways.options() {
            let mut cells: Vec<(ItemId, Color)> = Vec::new();
            for &(step, [from, to]) in &moves {
                cells.extend([(steps[step], Color::NONE), (out[from], Color::NONE), (into[to], Color::NONE)]);
                // All agree on where the tour begins and ends.
                cells.extend((step > 0).then(|| (places[step], colors[from])));
                cells.extend((step + 1 < n).then(|| (places[step + 1], colors[to])));
            }
            builder.colored_option(&cells)?;
            meanings.push(Meaning::Moves(moves.iter().map(|&(_, arc)| arc).collect()));
        }
        Ok(meanings)
    }
}

/// A step, and the arc along which it goes.
type Move = (usize, [usize; 2]);

/// Where a tour may be after each number of steps.
struct Ways<'a> {
    graph: &'a Graph,
    /// For each place the vertices that may be there.
    may_be: Vec<Vec<bool>>,
    /// Arcs from each vertex.
    next: Vec<Vec<usize>>,
}

impl<'a> Ways<'a> {
    /// None for the graph without vertices.
    fn new(graph: &'a Graph) -> Option<Self> {
        let n = graph.n_vertices();
        let (mut next, mut before) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        for &(a, b) in &graph.edges {
            next[a].push(b);
            before[b].push(a);
            if !graph.is_directed {
                next[b].push(a);
                before[a].push(b);
            }
        }
        let start = (0..n).min_by_key(|&vertex| next[vertex].len())?;
        let (there, back) = (layers(start, &next), layers(start, &before));
        let both =
            |place: usize| there[place].iter().zip(&back[n - place]).map(|(&there, &back)| there && back).collect();
        Some(Self { graph, may_be: (0..=n).map(both).collect(), next })
    }

    /// The options: moves that are made together.
    fn options(&self) -> Vec<Vec<Move>> {
        let n = self.graph.n_vertices();
        if self.graph.is_directed || n < 3 {
            // In an undirected graph with one or two vertices no edge makes a cycle.
            let steps = if self.graph.is_directed { 0..n } else { 0..0 };
            return steps.flat_map(|step| self.moves(step)).map(|it| vec![it]).collect();
        }
        let (first, last) = (self.moves(0), self.moves(n - 1));
        let ends = first.iter().flat_map(|&a| last.iter().map(move |&b| vec![a, b]));
        let ends = ends.filter(|ends| ends[0].1[1] < ends[1].1[0]);
        ends.chain((1..n - 1).flat_map(|step| self.moves(step)).map(|it| vec![it])).collect()
    }

    /// Why there is no tour, if that is easily seen.
    fn obstacle(&self) -> Option<String> {
        let n = self.graph.n_vertices();
        if !self.graph.is_directed && n < 3 {
            return Some("a cycle has at least three vertices".into());
        }
        let is_stopped = (0..n).any(|step| self.moves(step).is_empty());
        is_stopped.then(|| format!("no cycle passes through all {n} vertices"))
    }

    fn moves(&self, step: usize) -> Vec<Move> {
        let is_there = |place: usize, vertex: usize| self.may_be[place][vertex];
        let from = (0..self.next.len()).filter(|&from| is_there(step, from));
        let arcs = from.flat_map(|from| self.next[from].iter().map(move |&to| [from, to]));
        arcs.filter(|&[_, to]| is_there(step + 1, to)).map(|arc| (step, arc)).collect()
    }
}

/// For each number of steps from 0 to the number of vertices: which vertices can be reached in that number of steps, without coming back to the start before the end?
fn layers(start: usize, next: &[Vec<usize>]) -> Vec<Vec<bool>> {
    let n = next.len();
    let is_start: Vec<bool> = (0..n).map(|vertex| vertex == start).collect();
    let mut layers = vec![is_start];
    for place in 1..=n {
        let mut layer = vec![false; n];
        let here = layers[place - 1].iter().enumerate().filter(|(_, is_here)| **is_here);
        for &to in here.flat_map(|(vertex, _)| &next[vertex]).filter(|&&to| (to == start) == (place == n)) {
            layer[to] = true;
        }
        layers.push(layer);
    }
    layers
}
